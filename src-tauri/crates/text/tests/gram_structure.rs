//! The published reader of gram, `relateby-gram` 0.6.0 with its syntax tree, as the judge of what the studio writes: it is
//! accepted, and says what was meant.
//!
//! A binary of its own: the other judge brings a newer copy of the same grammar, whose C symbols bear the same names. Its
//! default parser does not know `::`, so the syntax tree is asked.

mod documents;

use gram_codec::cst::{SyntaxKind, parse_gram_cst};
use proptest::prelude::*;
use studio_text::gram::{
    Dialect,
    carrier::{write, write_agent, write_specification},
};

/// Identity and labels of each pattern at the top, with those inside it.
type Outline = Vec<(String, Vec<String>, usize)>;

#[track_caller]
fn outline(text: &str) -> Outline {
    let parsed = parse_gram_cst(text);
    assert!(parsed.is_valid(), "{text}\n{:?}", parsed.errors);
    let tops = parsed.tree.elements().iter().filter(|top| top.value().kind == SyntaxKind::Subject);
    tops.map(|top| {
        let subject = top.value().subject.as_ref().expect("it has a head");
        (subject.identity.0.clone(), subject.labels.iter().cloned().collect(), top.elements().len())
    })
    .collect()
}

#[test]
fn the_judge_is_the_older_grammar() {
    // Lists inside maps came later; so this is not the other judge's copy.
    assert!(!parse_gram_cst("(a {m: {k: [1, 2]}})").is_valid());
}

#[test]
fn s2_17_the_seed_s_agent_is_understood() {
    let agent = documents::hello_world();
    let expected = [("hello_world_agent".to_owned(), vec!["Agent".to_owned()], 1)];
    assert_eq!(outline(&write_agent(&agent).text), expected);
    let expected = [("sayHello".to_owned(), vec!["ToolSpecification".to_owned()], 0)];
    assert_eq!(outline(&write_specification(&agent.tools[0]).text), expected);
    for signature in documents::curried() {
        outline(&signature);
        assert_eq!(outline(&format!("[t:Tool {{description: \"d\"}} | {signature}]")).len(), 1);
    }
}

proptest! {
    #[test]
    fn s2_17_whatever_is_written_is_understood(
        agents in prop::collection::vec(documents::agent(), 0..3),
        specifications in prop::collection::vec(documents::specification(), 0..3),
    ) {
        let found = outline(&write(&agents, &specifications).text);
        prop_assert_eq!(found.len(), agents.len() + specifications.len());
        for (agent, (_, labels, tools)) in agents.iter().zip(&found[specifications.len()..]) {
            prop_assert_eq!((labels.join(","), *tools), ("Agent".to_owned(), agent.tools.len()));
        }
    }

    #[test]
    fn x14_a_curried_signature_is_gram_whatever_it_says(signature in documents::signature()) {
        for dialect in [Dialect::Curried, Dialect::Classic] {
            outline(&signature.print(dialect).text);
        }
    }
}
