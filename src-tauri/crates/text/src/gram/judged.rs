//! The published reader of gram as the judge of what the studio writes: it is accepted, and every name, label and text in
//! it is the one that was meant.
//!
//! Here and not with the other tests of what is public, which have the other judge.

#[path = "../../tests/documents/mod.rs"]
mod documents;
#[path = "../../tests/judges/structure.rs"]
mod structure;

use gram_codec::{Subject, cst::parse_gram_cst};
use proptest::prelude::*;
use studio_text::gram::{
    Dialect,
    carrier::{AgentText, ComponentText, SpecText, write, write_agent, write_specification},
};

use structure::heads;

#[track_caller]
fn says(head: &Subject, name: &str, label: &str, properties: &[(&str, &str)]) {
    assert_eq!(head.identity.0, name);
    assert_eq!(head.labels.iter().collect::<Vec<_>>(), [label]);
    assert_eq!(head.properties.len(), properties.len(), "{:?}", head.properties);
    for (key, text) in properties {
        // A text is shown between quotes, as it is.
        assert_eq!(head.properties.get(*key).map(ToString::to_string), Some(format!("\"{text}\"")), "{key}");
    }
}

#[track_caller]
fn says_specification(head: &Subject, specification: &SpecText) {
    let SpecText { name, description, signature } = specification;
    let properties = [("name", name.as_str()), ("description", description), ("typeSignature", signature)];
    says(head, name, "ToolSpecification", &properties);
}

#[track_caller]
fn says_component(head: &Subject, component: &ComponentText) {
    let ComponentText { name, description, prompt, state_schema, initial_state, tools: _ } = component;
    let told = [("description", description), ("prompt", prompt), ("stateSchema", state_schema)];
    let mut properties = vec![("name", name.as_str()), ("initialState", initial_state)];
    properties.extend(told.into_iter().filter(|(_, text)| !text.is_empty()).map(|(key, text)| (key, text.as_str())));
    says(head, name, "Component", &properties);
}

#[track_caller]
fn says_agent((head, inside): &(Subject, Vec<Subject>), agent: &AgentText) {
    let mut properties = vec![("name", agent.name.as_str()), ("instruction", &agent.instruction)];
    properties.extend(agent.description.as_deref().map(|description| ("description", description)));
    properties.extend(Some(("model", agent.model.as_str())).filter(|(_, model)| !model.is_empty()));
    says(head, &agent.name, "Agent", &properties);
    assert_eq!(inside.len(), agent.components.len() + agent.tools.len());
    let (components, tools) = inside.split_at(agent.components.len());
    for (component, meant) in components.iter().zip(&agent.components) {
        says_component(component, meant);
    }
    for (tool, meant) in tools.iter().zip(&agent.tools) {
        // One without a label refers to a specification that stands before.
        if tool.labels.is_empty() {
            assert_eq!(tool.identity.0, meant.name);
        } else {
            says_specification(tool, meant);
        }
    }
}

#[test]
fn the_judge_is_the_older_grammar() {
    // Lists inside maps came later; so this is not the other judge's copy.
    assert!(!parse_gram_cst("(a {m: {k: [1, 2]}})").is_valid());
}

#[test]
fn s2_17_the_seed_s_agent_is_understood() {
    let agent = documents::hello_world();
    says_agent(&heads(&write_agent(&agent).text)[0], &agent);
    says_specification(&heads(&write_specification(&agent.tools[0]).text)[0].0, &agent.tools[0]);
    for signature in documents::curried() {
        heads(&signature);
        assert_eq!(heads(&format!("[t:Tool {{description: \"d\"}} | {signature}]")).len(), 1);
    }
}

proptest! {
    #[test]
    fn s2_17_whatever_is_written_is_understood(
        agents in prop::collection::vec(documents::agent(), 0..3),
        specifications in prop::collection::vec(documents::specification(), 0..3),
    ) {
        let found = heads(&write(&agents, &specifications).text);
        prop_assert_eq!(found.len(), agents.len() + specifications.len());
        for (specification, (head, _)) in specifications.iter().zip(&found) {
            says_specification(head, specification);
        }
        for (agent, found) in agents.iter().zip(&found[specifications.len()..]) {
            says_agent(found, agent);
        }
    }

    #[test]
    fn x_14_a_curried_signature_is_gram_whatever_it_says(signature in documents::signature()) {
        for dialect in [Dialect::Curried, Dialect::Classic] {
            heads(&signature.print(dialect).text);
        }
    }
}
