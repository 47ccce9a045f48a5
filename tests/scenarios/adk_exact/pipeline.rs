//! The pipeline as a user of the command line meets it, beside the crate's own coordinator on the same folder: one skill
//! is selected, its tools are checked, its text is written, and either all of it comes out or nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use studio_api::dto::{Policy, ResolveRequest, Strategy, TriggerRule, ValidationMode};

use super::peer;
use crate::harness::{Bench, skill};

/// A project with three skills about gas; the best of them needs two tools, the next one none.
fn project(bench: &Bench) -> PathBuf {
    let tools = "allowed-tools: [valve, phone]\n";
    for (name, description, more, body) in [
        ("gas-leak", "Handle a gas leak", tools, "Shut the valve of the gas. Call for help about the leak."),
        ("gas-bill", "Explain a gas bill", "", "Read the meter."),
        (
            "boiler",
            "Light a boiler",
            "",
            "Some boilers burn gas, others burn oil, wood or nothing at all that one sees.",
        ),
    ] {
        bench.write(&format!("project/.skills/{name}.md"), skill(name, description, more, body));
    }
    let root = fs::canonicalize(bench.path("project")).unwrap();
    let ran =
        bench.skillctl(&["import", "--format", "adk", root.to_str().unwrap(), "--library", &bench.path("Test.db")]);
    assert!(ran.status.success(), "{ran:?}");
    root
}

/// What `skillctl resolve` says, and how it ends.
fn resolved(bench: &Bench, arguments: &[&str]) -> (Value, Option<i32>) {
    let library = bench.path("Test.db");
    let all = [&["resolve", "--json", "--library", &library], arguments].concat();
    let ran = bench.skillctl(&all);
    (serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}")), ran.status.code())
}

/// What the crate's coordinator makes of the same with its own defaults.
fn expected(root: &Path, query: &str, policy: Policy, mode: ValidationMode, tools: &[&str]) -> Option<peer::Context> {
    let request = ResolveRequest {
        strategies: vec![Strategy::ByQuery(query.to_owned())],
        policy,
        mode,
        available_tools: Some(tools.iter().map(ToString::to_string).collect()),
        max_instruction_chars: 8000,
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    };
    peer::resolve(&peer::load(root), &request)
}

fn usual(top_k: u32) -> Policy {
    Policy { top_k, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

fn check(found: &(Value, Option<i32>), expected: Option<&peer::Context>, what: &str) {
    let Some(context) = expected else {
        assert_eq!((&found.0["resolved"], found.1), (&json!(null), Some(1)), "{what}");
        return;
    };
    let found_context = &found.0["resolved"];
    assert_eq!(found.1, Some(0), "{what}");
    assert_eq!(found_context["name"], json!(context.name), "{what}");
    assert_eq!(found_context["id"], json!(context.id), "{what}");
    assert_eq!(found_context["tools"], json!(context.tools), "{what}");
    assert_eq!(found_context["instruction"], json!(context.instruction), "{what}");
    let score = found_context["score"].as_f64().expect("a score is a number") as f32;
    assert_eq!(score.to_bits(), context.score, "{what}");
}

#[test]
fn s4_01_one_context_comes_out_whole_or_nothing_does_as_from_the_crates_coordinator() {
    let bench = Bench::new();
    let root = project(&bench);
    let query = "a gas leak";
    let (strict, permissive) = (ValidationMode::Strict, ValidationMode::Permissive);
    for (top_k, mode, tools) in [
        (1, strict, &["valve", "phone"][..]),
        (1, strict, &["valve"]),
        (2, strict, &["valve"]),
        (3, strict, &["valve", "phone"]),
        (1, permissive, &["phone"]),
        (1, permissive, &[]),
    ] {
        let what = format!("top {top_k}, {mode:?}, {tools:?}");
        let (top, named) = (top_k.to_string(), tools.join(","));
        let mode_name = if mode == strict { "strict" } else { "permissive" };
        let found = resolved(&bench, &["--by-query", query, "--top-k", &top, "--mode", mode_name, "--tools", &named]);
        check(&found, expected(&root, query, usual(top_k), mode, tools).as_ref(), &what);
    }

    // Selected, validated, written: what was passed over has left nothing behind.
    let (passed_over, _) = resolved(&bench, &["--by-query", query, "--top-k", "2", "--tools", "valve"]);
    let context = &passed_over["resolved"];
    assert_eq!((&context["name"], &context["tools"]), (&json!("gas-bill"), &json!([])));
    let instruction = context["instruction"].as_str().unwrap();
    assert!(instruction.starts_with("[skill:gas-bill]\n") && instruction.ends_with("\n[/skill]"), "{instruction}");
    assert!(!instruction.contains("valve") && instruction.matches("[skill:").count() == 1, "{instruction}");
    let reasons = passed_over["rejected"].to_string();
    assert!(reasons.contains("gas-leak") && reasons.contains("phone"), "{reasons}");
}

/// Whoever says nothing gets the crate's defaults.
#[test]
fn s4_04_s4_06_without_options_one_skill_of_at_least_one_passes_and_its_tools_must_be_there() {
    let bench = Bench::new();
    let root = project(&bench);
    for (query, tools) in [
        ("a gas leak", &["valve", "phone"][..]),
        // The next one would do, but only the first is tried, and it must have all its tools.
        ("a gas leak", &["valve"]),
        ("a gas bill", &[]),
        // Found in a long body alone: below the minimum.
        ("wood", &[]),
    ] {
        let what = format!("{query} {tools:?}");
        let found = resolved(&bench, &["--by-query", query, "--tools", &tools.join(",")]);
        let expected = expected(&root, query, usual(1), ValidationMode::Strict, tools);
        assert_eq!(expected.is_some(), matches!((query, tools.len()), ("a gas leak", 2) | ("a gas bill", _)), "{what}");
        check(&found, expected.as_ref(), &what);
    }
}
