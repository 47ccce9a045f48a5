//! Queries put to skills that were imported from files: adk's observed answers, through the use-cases.

use studio_api::dto::{
    Candidate, CandidateState, Policy, Resolution, ResolveRequest, Scorer, Strategy, StrategyState, TriggerRule,
    ValidationMode,
};

use crate::harness::{Bench, skill};

const EMERGENCY: &str = "---\nname: emergency\ndescription: Handle gas and water emergencies\ntags:\n  - plumber\n\
    allowed-tools:\n  - knowledge\n  - transfer_call\n---\n\
    You are an emergency dispatcher. Route calls for gas leaks and floods.";

fn policy(top_k: u32, min_score: f32) -> Policy {
    Policy { top_k, min_score, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

/// The policy nobody changed.
fn usual() -> Policy {
    policy(1, 1.0)
}

fn emergency() -> Bench {
    let bench = Bench::new();
    bench.add_skill("emergency", EMERGENCY);
    bench
}

fn scored(bench: &Bench, query: &str, policy: &Policy) -> Vec<(String, f32)> {
    let report = bench.score(query, Scorer::Adk, policy).unwrap();
    let passing = report.candidates.into_iter().filter(|candidate| candidate.state == CandidateState::Passes);
    passing.map(|candidate| (candidate.name, candidate.score)).collect()
}

#[track_caller]
fn check(bench: &Bench, query: &str, policy: &Policy, expected: &[(&str, f32)]) {
    let found = scored(bench, query, policy);
    let bits = |(name, score): (&str, f32)| (name.to_owned(), score.to_bits());
    assert_eq!(
        found.iter().map(|(name, score)| bits((name, *score))).collect::<Vec<_>>(),
        expected.iter().map(|one| bits(*one)).collect::<Vec<_>>(),
        "{query:?}: {found:?}"
    );
}

fn request(strategies: &[Strategy], mode: ValidationMode, tools: Option<&[&str]>) -> ResolveRequest {
    ResolveRequest {
        strategies: strategies.to_vec(),
        policy: usual(),
        mode,
        available_tools: tools.map(|tools| tools.iter().map(ToString::to_string).collect()),
        max_instruction_chars: 8000,
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    }
}

fn resolve(bench: &Bench, strategies: &[Strategy], mode: ValidationMode, tools: &[&str]) -> Resolution {
    bench.resolve(&request(strategies, mode, Some(tools))).unwrap()
}

fn by_query(query: &str) -> Strategy {
    Strategy::ByQuery(query.to_owned())
}

fn by_name(name: &str) -> Strategy {
    Strategy::ByName(name.to_owned())
}

#[test]
fn v01_to_v06_the_emergency_skill() {
    let bench = emergency();
    for (query, score) in [
        ("gas emergency", 2.453_738_7),
        ("GAS, Emergency!", 2.453_738_7),
        ("gas-emergency", 2.453_738_7),
        ("gas", 1.010_363),
        ("I smell gas", 1.010_363),
        ("gas gas", 2.020_726),
        ("emergency", 1.443_375_7),
        ("emergencies", 0.721_687_85),
        ("plumber", 0.577_350_26),
        ("leaks", 0.288_675_13),
        ("leak", 0.0),
    ] {
        check(&bench, query, &policy(1, 0.0), &[("emergency", score)]);
        let expected: &[_] = if score >= 1.0 { &[("emergency", score)] } else { &[] };
        check(&bench, query, &usual(), expected);
    }
    for query in ["", "!!!"] {
        check(&bench, query, &policy(1, 0.0), &[]);
        let report = bench.score(query, Scorer::Adk, &policy(1, 0.0)).unwrap();
        assert!(report.candidates.iter().all(|candidate| candidate.state == CandidateState::EmptyQuery));
        assert!(report.candidates.iter().all(|candidate| candidate.reason.is_some()), "each with its reason");
    }
    check(&bench, "gas", &policy(0, 0.0), &[]);
}

#[test]
fn every_candidate_says_why() {
    let bench = emergency();
    bench.add_skill("gas-bill", skill("gas-bill", "Explains a gas bill. Use when asked.", "tags: [billing]\n", "Gas."));
    bench.add_skill("no-name", "# A page\n");
    let limits = Policy { exclude_tags: vec!["BILLING".to_owned()], ..usual() };
    let report = bench.score("the gas", Scorer::Adk, &limits).unwrap();
    assert_eq!((report.skills, report.stop_words.as_slice()), (3, &["the".to_owned()][..]));
    let of = |name: &str| -> &Candidate { report.candidates.iter().find(|one| one.name == name).unwrap() };
    assert_eq!(of("emergency").state, CandidateState::Passes);
    assert_eq!(of("gas-bill").state, CandidateState::ExcludedByTag);
    assert_eq!(of("no-name").state, CandidateState::Broken);
    for candidate in &report.candidates {
        assert_eq!(candidate.reason.is_none(), candidate.state == CandidateState::Passes, "{candidate:?}");
        let words: f32 = candidate
            .words
            .iter()
            .map(|word| word.fields.name + word.fields.description + word.fields.tags + word.fields.body)
            .sum();
        assert!((words - candidate.score).abs() < 1e-4, "{candidate:?}");
    }
}

#[test]
fn v18_strict_with_a_tool_missing_gives_none() {
    let bench = emergency();
    for strategy in [by_query("gas emergency"), by_name("emergency")] {
        let resolution = resolve(&bench, &[strategy], ValidationMode::Strict, &["knowledge"]);
        assert!(resolution.resolved.is_none());
        assert_eq!(resolution.strategies[0].state, StrategyState::Failed);
        let rejected = resolution.rejected.iter().find(|one| one.name == "emergency").expect("X-21");
        assert!(rejected.reason.contains("transfer_call"), "{}", rejected.reason);
    }
}

#[test]
fn v19_permissive_names_only_what_is_there() {
    let bench = emergency();
    for (tools, line) in
        [(&["transfer_call"][..], "\n\nYou have access to the following tools: transfer_call.\n\n"), (&[], "\n\n")]
    {
        let resolution = resolve(&bench, &[by_query("gas emergency")], ValidationMode::Permissive, tools);
        let resolved = resolution.resolved.expect("permissive takes it");
        let expected = format!(
            "[skill:emergency]\n\n# emergency\nHandle gas and water emergencies{line}## Instructions\n\
             You are an emergency dispatcher. Route calls for gas leaks and floods.\n\n[/skill]"
        );
        assert_eq!(resolved.instruction, expected);
        assert_eq!(resolved.tools, tools);
        assert_eq!(resolved.omitted.len(), 2 - tools.len());
        assert_eq!(resolved.id, "emergency-927bfcea5cb1");
        assert!(resolved.tokens.total > 0 && resolved.tokens.body > 0);
    }
}

/// Three skills of which the first two to rank or to come by name need a tool that is not there.
fn with_missing_tools() -> Bench {
    let bench = Bench::new();
    let file = |name: &str, description: &str, more: &str, body: &str| {
        format!("---\nname: {name}\ndescription: {description}\n{more}---\n{body}\n")
    };
    bench.add_skill("gas-one", file("gas-one", "gas", "allowed-tools: [missing]\n", "gas"));
    let two = "tags: [fallback]\nallowed-tools: [there]\n";
    bench.add_skill("two", file("two", "about gas", two, "gas in four words"));
    let three = "tags: [fallback]\nallowed-tools: [missing]\n";
    bench.add_skill("three", file("three", "other", three, "nothing"));
    bench
}

#[test]
fn v20_only_candidates_within_top_k_are_tried() {
    let bench = with_missing_tools();
    check(&bench, "gas", &policy(3, 1.0), &[("gas-one", 7.5), ("two", 1.75)]);
    let with = |top_k| ResolveRequest {
        policy: policy(top_k, 1.0),
        ..request(&[by_query("gas")], ValidationMode::Strict, Some(&["there"]))
    };
    assert!(bench.resolve(&with(1)).unwrap().resolved.is_none());
    assert_eq!(bench.resolve(&with(2)).unwrap().resolved.unwrap().name, "two");
}

#[test]
fn v21_a_tag_tries_the_first_by_name_only() {
    let bench = with_missing_tools();
    let tag = [Strategy::ByTag("fallback".to_owned())];
    assert!(resolve(&bench, &tag, ValidationMode::Strict, &["there"]).resolved.is_none());
    let resolved = resolve(&bench, &tag, ValidationMode::Permissive, &["there"]).resolved.unwrap();
    assert_eq!((resolved.name.as_str(), resolved.score.to_bits()), ("three", 0.0_f32.to_bits()));
}

#[test]
fn v22_names_are_exact_and_no_strategy_finds_nothing() {
    let bench = emergency();
    let tools = ["knowledge", "transfer_call"];
    assert!(resolve(&bench, &[by_name("Emergency")], ValidationMode::Strict, &tools).resolved.is_none());
    assert!(resolve(&bench, &[], ValidationMode::Strict, &tools).resolved.is_none());
    let found = resolve(&bench, &[by_name("emergency")], ValidationMode::Strict, &tools).resolved.unwrap();
    assert_eq!(found.score.to_bits(), f32::MAX.to_bits());
}

#[test]
fn s4_12_strategies_are_tried_in_their_order() {
    let bench = emergency();
    let strategies = [by_name("nobody"), by_query("gas emergency"), by_name("emergency")];
    let resolution = resolve(&bench, &strategies, ValidationMode::Strict, &["knowledge", "transfer_call"]);
    let states: Vec<_> = resolution.strategies.iter().map(|one| one.state).collect();
    assert_eq!(states, [StrategyState::Failed, StrategyState::Won, StrategyState::NotTried]);
    assert_eq!(resolution.resolved.unwrap().strategy.as_str(), "by_query");
}

#[test]
fn without_named_tools_the_library_decides_what_is_there() {
    let bench = emergency();
    let all = request(&[by_name("emergency")], ValidationMode::Strict, None);
    assert!(bench.resolve(&all).unwrap().resolved.is_none(), "this library has no tools");
    let samples = Bench::with_samples();
    let resolved = samples.resolve(&all).unwrap().resolved.expect("the samples bring their tools");
    assert_eq!(resolved.tools, ["knowledge", "transfer_call"]);
}

#[test]
fn s4_05_the_limit_cuts_the_body_and_says_so() {
    let bench = emergency();
    let mut short = request(&[by_name("emergency")], ValidationMode::Permissive, Some(&[]));
    short.max_instruction_chars = 10;
    let resolved = bench.resolve(&short).unwrap().resolved.unwrap();
    assert!(resolved.is_truncated && resolved.instruction.contains("\nYou are an\n[... truncated]\n"));
}

#[test]
fn a_saved_change_is_scored_at_once() {
    let bench = emergency();
    check(&bench, "volcano", &policy(9, 0.1), &[]);
    let id = bench.row("emergency").id;
    bench.save(&id, "SKILL.md", &EMERGENCY.replace("gas and water", "volcano"));
    assert_eq!(scored(&bench, "volcano", &policy(9, 0.1)).len(), 1);
    bench.save(&id, "SKILL.md", "no longer a skill");
    assert!(scored(&bench, "volcano", &policy(9, 0.0)).is_empty(), "a broken skill is never chosen");
}

#[test]
fn x_17_what_permissive_mode_omits_is_shown_and_logged() {
    let bench = with_missing_tools();
    let lines = || -> Vec<String> {
        let log = std::fs::read_to_string(bench.path("data/studio.log")).unwrap_or_default();
        log.lines().filter(|line| line.contains("permissive:")).map(str::to_owned).collect()
    };
    let (strict, permissive) = (ValidationMode::Strict, ValidationMode::Permissive);
    resolve(&bench, &[by_query("gas")], strict, &["there"]);
    assert_eq!(lines().len(), 0, "strict leaves nothing out");
    let resolved = resolve(&bench, &[by_query("gas")], permissive, &["there"]).resolved.unwrap();
    assert!(!resolved.omitted.is_empty());
    let logged = lines();
    assert_eq!(logged.len(), 1, "{logged:?}");
    let said = format!("permissive: {} (by_query) without {}", resolved.name, resolved.omitted.join(", "));
    assert!(logged[0].contains(&said), "{logged:?}");
    resolve(&bench, &[by_query("gas")], permissive, &["there"]);
    assert_eq!(lines().len(), 1, "the same again says nothing new");

    let mode = ["--mode", "permissive", "--tools", "there", "--json"];
    let ran = bench.skillctl(&[&["resolve", "--by-query", "gas"], &mode[..]].concat());
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    let omitted = resolved.omitted.join(", ");
    assert!(told.contains(&format!("{}: missing tools ignored: {omitted}", resolved.name)), "{told}");
    let document: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(document["resolved"]["omitted"], serde_json::json!(resolved.omitted));
    assert_eq!(lines().len(), 2, "the command line writes to the same log");
}

#[test]
fn x_18_trigger_true_is_scored_as_in_the_crate_unless_the_runtime_honors_it() {
    let bench = Bench::new();
    let text = |name: &str, more: &str| skill(name, "Closes the gas valve. Use when gas leaks.", more, "Close it.");
    bench.add_skill("asked", text("asked", "trigger: true\ntags: [gas]\n"));
    bench.add_skill("found", text("found", "tags: [gas]\n"));
    let with = |strategy: Strategy, triggers| {
        let request = request(&[strategy], ValidationMode::Strict, Some(&[]));
        bench.resolve(&ResolveRequest { triggers, ..request }).unwrap()
    };
    let (ignored, honored) = (TriggerRule::Ignored, TriggerRule::Honored);
    let winner = |resolution: &Resolution| resolution.resolved.as_ref().unwrap().name.clone();
    for strategy in [by_query("gas valve"), Strategy::ByTag("gas".to_owned())] {
        assert_eq!(winner(&with(strategy.clone(), ignored)), "asked", "first by name, as in the crate");
        let resolution = with(strategy, honored);
        assert_eq!(winner(&resolution), "found");
        let why = "`trigger: true` in its frontmatter means it only triggers by name.";
        assert_eq!((resolution.rejected[0].name.as_str(), resolution.rejected[0].reason.as_str()), ("asked", why));
    }
    assert_eq!(winner(&with(Strategy::ByName("asked".to_owned()), honored)), "asked", "named, it wakes");

    for (flags, name) in [(&[][..], "asked"), (&["--honor-trigger"], "found")] {
        let ran = bench.skillctl(&[&["resolve", "--by-query", "gas valve", "--tools", "", "--json"], flags].concat());
        let document: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(document["resolved"]["name"], name, "{flags:?}");
    }
}
