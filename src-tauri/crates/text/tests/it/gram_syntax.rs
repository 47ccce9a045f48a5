//! The published grammar of gram as the judge of what the studio writes.

#[path = "../judges/syntax.rs"]
mod syntax;

use proptest::prelude::*;
use studio_text::gram::{
    Dialect,
    carrier::{write, write_agent, write_specification},
};

use crate::documents;
use syntax::accepted;

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
