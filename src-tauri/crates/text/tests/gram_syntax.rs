//! The published grammar of gram, `tree-sitter-gram` 0.6.1, as the judge of what the studio writes.
//!
//! A binary of its own: the other judge brings an older copy of the same grammar, whose C symbols bear the same names.

mod documents;

use proptest::prelude::*;
use studio_text::gram::{
    Dialect,
    carrier::{write, write_agent, write_specification},
};
use tree_sitter::Parser;

#[track_caller]
fn accepted(text: &str) {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_gram::LANGUAGE.into()).expect("the grammar loads");
    let tree = parser.parse(text, None).expect("no time limit is set");
    assert!(!tree.root_node().has_error(), "{text}\n{}", tree.root_node().to_sexp());
    assert_eq!(tree.root_node().kind(), "gram_pattern");
}

#[test]
fn the_judge_is_the_newer_grammar() {
    // Lists inside maps came with it; so this is not the other judge's copy.
    accepted("(a {m: {k: [1, 2]}})");
}

#[test]
fn s2_17_the_seed_s_agent_and_every_curried_signature_are_valid_gram() {
    let agent = documents::hello_world();
    accepted(&write_agent(&agent).text);
    accepted(&write_specification(&agent.tools[0]).text);
    for signature in documents::curried() {
        accepted(&signature);
        accepted(&format!("[t:Tool {{description: \"d\"}} | {signature}]"));
    }
}

/// `SKILL_STUDIO_JUDGED` names the folder.
#[test]
#[ignore = "judges a folder of exports: cargo xtask judges"]
fn judges_what_lies_in_a_folder() {
    let folder = std::env::var_os("SKILL_STUDIO_JUDGED").expect("SKILL_STUDIO_JUDGED names a folder");
    let file = std::path::Path::new(&folder).join("gram/agents.gram");
    accepted(&std::fs::read_to_string(file).expect("the agents went out"));
}

proptest! {
    #[test]
    fn s2_17_whatever_is_written_is_valid_gram(
        agents in prop::collection::vec(documents::agent(), 0..3),
        specifications in prop::collection::vec(documents::specification(), 0..3),
    ) {
        accepted(&write(&agents, &specifications).text);
    }

    #[test]
    fn x_14_a_curried_signature_is_gram_whatever_it_says(signature in documents::signature()) {
        for dialect in [Dialect::Curried, Dialect::Classic] {
            accepted(&signature.print(dialect).text);
        }
    }
}
