//! What a skill is and is not, and rulings where the seeds disagree.

use serde_json::json;
use studio_api::dto::{Policy, ResolveRequest, Scorer, Strategy, TrashKind, TriggerRule, ValidationMode};

use crate::{
    harness::{AsItIsNow, Bench, skill},
    toolbox::{javascript, result, signature, tool},
};

fn by_name(name: &str) -> ResolveRequest {
    ResolveRequest {
        strategies: vec![Strategy::ByName(name.to_owned())],
        policy: policy(),
        mode: ValidationMode::Strict,
        max_instruction_chars: 8000,
        available_tools: None,
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    }
}

fn policy() -> Policy {
    Policy { top_k: 1, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

/// Codes and targets of the findings about one part of a skill.
fn findings(bench: &Bench, id: &str, code: &str) -> Vec<String> {
    let text = bench.get_file(id, "SKILL.md").unwrap().text;
    let findings = bench.analyze(id, "SKILL.md", &text).unwrap().findings;
    let about = findings.into_iter().filter(|finding| finding.code == code);
    about.flat_map(|finding| finding.targets).collect()
}

#[test]
fn s0_01_a_skill_enters_the_prompt_and_a_tool_is_run_even_where_both_have_one_name() {
    let bench = Bench::new();
    let body = "Ask for the name first, then greet kindly.";
    let greeting = bench.add_skill("greet", skill("greet", "Greets people. Use when someone arrives.", "", body));
    let script = "function run({ name }) { return `Hello, ${name}!`; }";
    let greet = bench.add_tool(&tool("greet", signature("(name: Text) --> IO Text"), javascript(script)));

    let context = bench.resolve(&by_name("greet")).unwrap().resolved.unwrap();
    assert!(context.instruction.contains(body) && !context.instruction.contains("function run"));
    assert!(context.tools.is_empty(), "a skill brings no tool by its name");
    for _ in 0..2 {
        let outcome = bench.call(&greet.id, &json!({ "name": "Ada" }));
        assert_eq!(result(&outcome), json!("Hello, Ada!"), "the same call gives the same, and nothing of the skill");
    }
    bench.trash_now(TrashKind::Skill, &greeting.id).unwrap();
    assert_eq!(result(&bench.call(&greet.id, &json!({ "name": "Bo" }))), json!("Hello, Bo!"));
    bench.restore_now(TrashKind::Skill, &greeting.id).unwrap();
    bench.trash_now(TrashKind::Tool, &greet.id).unwrap();
    assert!(bench.resolve(&by_name("greet")).unwrap().resolved.is_some(), "neither needs the other");
}

#[test]
fn adk_is_told_of_no_tools_without_a_list_and_with_an_empty_one() {
    let bench = Bench::new();
    let file = |name: &str, more: &str| skill(name, &format!("Does {name}. Use when {name}."), more, "Do it.");
    let absent = bench.add_skill("absent", file("absent", ""));
    let empty = bench.add_skill("empty", file("empty", "allowed-tools: []\n"));
    let mut instructions = Vec::new();
    for (name, detail) in [("absent", &absent), ("empty", &empty)] {
        assert!(detail.tools.is_empty(), "{name}");
        let context = bench.resolve(&by_name(name)).unwrap().resolved.expect("strict asks for nothing");
        assert!(context.tools.is_empty() && context.omitted.is_empty());
        assert!(!context.instruction.to_lowercase().contains("tools"), "{}", context.instruction);
        instructions.push(context.instruction.replace(name, "x"));
    }
    assert_eq!(instructions[0], instructions[1]);
}

#[test]
fn x_08_words_and_meaning_score_in_columns_that_say_which_they_are() {
    let bench = Bench::new();
    bench.add_skill("gas", skill("gas", "Handles gas leaks. Use when someone smells gas.", "", "Call the crew."));
    bench.wait_until_indexed().unwrap();
    let mut scores = Vec::new();
    for scorer in [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid] {
        let report = bench.score("a smell of gas", scorer, &policy()).unwrap();
        assert_eq!(report.scorer, scorer);
        scores.push(report.candidates[0].score);
    }
    scores.sort_by(f32::total_cmp);
    scores.dedup();
    assert_eq!(scores.len(), 4, "none is another's number under another name: {scores:?}");
    // Each column says what it looks at, and whose pick that is.
    let columns = bench.list_scorers().unwrap();
    let column = |scorer| columns.iter().find(|info| info.scorer == scorer).unwrap();
    let (words, meaning) = (column(Scorer::Adk), column(Scorer::Embedding));
    assert!(words.summary.contains("adk-skill 0.6.0") && words.summary.contains("keyword match"), "{words:?}");
    assert!(words.predicts.contains("adk-rust's pick"), "{words:?}");
    assert!(meaning.summary.contains("semantic") && meaning.predicts.contains("Semantic"), "{meaning:?}");
    assert_ne!(words.label, meaning.label);
}

#[test]
fn x_19_the_store_takes_any_name_and_each_target_judges_it_by_its_own_rules() {
    let bench = Bench::new();
    let name = format!("Grüße & Küche {}", "x".repeat(100));
    let id = bench.add_skill("greetings", skill(&name, "Greets. Use when someone arrives.", "", "Greet.")).id;
    assert_eq!(bench.get_skill(&id).unwrap().name, name);
    let targets = findings(&bench, &id, "name-format");
    assert!(
        !targets.is_empty() && !targets.iter().any(|target| target == "adk" || target == "light-4j"),
        "{targets:?}"
    );
    assert!(targets.iter().any(|target| target == "agent-skills"), "{targets:?}");
    let plain = bench.add_skill("plain", skill("plain", "Greets. Use when someone arrives.", "", "Greet.")).id;
    assert!(findings(&bench, &plain, "name-format").is_empty());
}

#[test]
fn a_name_that_strict_readers_refuse_is_an_error_for_each_target_that_is_strict() {
    let bench = Bench::new();
    let text = skill("Log Trimmer", "Trims logs. Use when a log is long.", "", "Do it.");
    let mut targets = findings(&bench, &bench.add_skill("log-trimmer", text).id, "name-format");
    targets.sort();
    assert_eq!(targets, ["agent-skills", "claude-upload", "openai-upload"]);
}

#[test]
fn x_22_a_description_of_1024_characters_is_taken_and_light_4j_says_what_is_too_long() {
    let bench = Bench::new();
    let add = |name: &str, length: usize| {
        let description = format!("{}{}", "Use when needed. ", "d".repeat(length - 17));
        bench.add_skill(name, skill(name, &description, "", "Do it.")).id
    };
    let (short, long, longer) = (add("short", 500), add("long", 1024), add("longer", 1025));
    assert_eq!(bench.get_skill(&long).unwrap().description.chars().count(), 1024);
    assert!(findings(&bench, &short, "description-length").is_empty());
    assert_eq!(findings(&bench, &long, "description-length"), ["light-4j"]);
    let mut targets = findings(&bench, &longer, "description-length");
    targets.sort();
    assert_eq!(targets, ["agent-skills", "claude-upload", "light-4j", "openai-upload"]);
    let path = bench.write("long/SKILL.md", bench.get_file(&long, "SKILL.md").unwrap().text);
    let output = bench.skillctl(&["lint", "--target", "light-4j", &path.display().to_string()]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success() && said.contains("light-4j stores at most 500"), "{said}");
}
