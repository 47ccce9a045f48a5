//! V1 to V24: what adk-skill 0.6.0 was observed to do, by number.

use studio_select::{CandidateState, Coordinator, Index, Policy, Strategy, ValidationMode, adk, instruction};

use crate::samples::{emergency, entry_of, four, read, skill};

/// A policy with everything let through.
fn wide(top_k: usize, min_score: f32) -> Policy {
    Policy { top_k, min_score, ..Policy::default() }
}

fn names_and_scores(index: &Index, query: &str, policy: &Policy) -> Vec<(String, f32)> {
    let name = |found: &studio_select::Match| index.get(found.key).expect("a match is a skill").name.clone();
    adk::select(index, query, policy).iter().map(|found| (name(found), found.score)).collect()
}

/// Checks names and scores, the latter bit for bit as the crate prints them.
#[track_caller]
fn check(index: &Index, query: &str, policy: &Policy, expected: &[(&str, f32)]) {
    let found = names_and_scores(index, query, policy);
    let bits = |score: f32| score.to_bits();
    assert_eq!(
        found.iter().map(|(name, score)| (name.as_str(), bits(*score))).collect::<Vec<_>>(),
        expected.iter().map(|(name, score)| (*name, bits(*score))).collect::<Vec<_>>(),
        "{query:?} gives {found:?}"
    );
    // What playground and command line show of it is the same, though it is found by another way.
    let shown = adk::explain(index, query, policy).into_iter();
    let shown = shown.filter(|candidate| candidate.state == CandidateState::Passes);
    let shown: Vec<_> = shown.map(|candidate| (candidate.name, candidate.score)).collect();
    assert_eq!(shown, found, "{query:?} is shown otherwise");
}

#[track_caller]
fn check_emergency(queries: &[(&str, f32)]) {
    for (query, score) in queries {
        check(&emergency(), query, &wide(1, 0.0), &[("emergency", *score)]);
    }
}

fn names(index: &Index, query: &str, policy: &Policy) -> Vec<String> {
    names_and_scores(index, query, policy).into_iter().map(|(name, _)| name).collect()
}

/// Name and tools of the context that strategies lead to, with these tools there.
fn resolve(
    index: &Index,
    coordinator: &Coordinator,
    strategy: Strategy,
    tools: &[&str],
) -> Option<(String, Vec<String>)> {
    let resolution = coordinator.resolve(index, &[strategy], &|tool| tools.contains(&tool));
    resolution.resolved.map(|context| (context.name, context.tools))
}

fn by_query(query: &str) -> Strategy {
    Strategy::ByQuery(query.to_owned())
}

fn permissive() -> Coordinator {
    Coordinator { mode: ValidationMode::Permissive, ..Coordinator::default() }
}

#[test]
fn v01_gas_emergency_however_it_is_written() {
    check_emergency(&[
        ("gas emergency", 2.453_738_7),
        ("GAS, Emergency!", 2.453_738_7),
        ("gas-emergency", 2.453_738_7),
    ]);
}

#[test]
fn v02_gas_alone_passes_the_default_minimum() {
    check_emergency(&[("gas", 1.010_363), ("I smell gas", 1.010_363)]);
    check(&emergency(), "I smell gas", &Policy::default(), &[("emergency", 1.010_363)]);
}

#[test]
fn v03_repeats_count_again() {
    check_emergency(&[("gas gas", 2.020_726)]);
}

#[test]
fn v04_no_stemming() {
    check_emergency(&[("emergency", 1.443_375_7), ("emergencies", 0.721_687_85)]);
}

#[test]
fn v05_weak_words_stay_below_the_default_minimum() {
    check_emergency(&[("plumber", 0.577_350_26), ("leaks", 0.288_675_13), ("leak", 0.0)]);
    for query in ["plumber", "leaks", "leak"] {
        check(&emergency(), query, &Policy::default(), &[]);
    }
}

#[test]
fn v06_no_words_or_no_places_give_nothing() {
    for query in ["", "!!!"] {
        check(&emergency(), query, &wide(1, 0.0), &[]);
    }
    check(&emergency(), "gas", &wide(0, 0.0), &[]);
}

#[test]
fn v07_four_skills_ranked() {
    let expected = [("code_search", 5.5), ("secret", 3.889_087_4), ("empty-body", 2.5)];
    check(&four(), "search rust codebase", &wide(10, 0.1), &expected);
}

#[test]
fn v08_search_once_and_twice() {
    let once = [("code_search", 4.25), ("secret", 3.889_087_4), ("empty-body", 2.5)];
    check(&four(), "search", &wide(10, 0.1), &once);
    let twice = [("code_search", 8.5), ("secret", 7.778_175), ("empty-body", 5.0)];
    check(&four(), "search search", &wide(10, 0.1), &twice);
}

#[test]
fn v09_underscores_separate() {
    let expected = [("code_search", 8.5), ("secret", 3.889_087_4), ("empty-body", 2.5)];
    check(&four(), "code_search", &wide(10, 0.1), &expected);
    check(&four(), "release notes", &wide(10, 0.1), &[("release_notes", 9.192_389)]);
}

#[test]
fn v10_included_tags_ignore_case() {
    let policy = Policy { include_tags: vec!["SEARCH".to_owned()], ..wide(10, 0.1) };
    assert_eq!(names(&four(), "search", &policy), ["code_search", "secret"]);
}

#[test]
fn v11_excluded_tags_ignore_case() {
    let policy = Policy { exclude_tags: vec!["Code".to_owned()], ..wide(10, 0.1) };
    assert_eq!(names(&four(), "search", &policy), ["secret", "empty-body"]);
}

#[test]
fn v12_tags_alone_select_at_score_zero() {
    let tagged = |min_score| Policy { include_tags: vec!["search".to_owned()], ..wide(10, min_score) };
    check(&four(), "", &tagged(0.0), &[("code_search", 0.0), ("secret", 0.0)]);
    check(&four(), "", &tagged(0.1), &[]);
}

#[test]
fn v13_an_unknown_word_lets_all_through_at_minimum_zero() {
    let all = [("code_search", 0.0), ("empty-body", 0.0), ("release_notes", 0.0), ("secret", 0.0)];
    check(&four(), "zzz", &wide(10, 0.0), &all);
}

#[test]
fn v14_an_explicit_only_skill_is_scored_all_the_same() {
    check(&four(), "secret", &Policy::default(), &[("secret", 4.596_194_3)]);
}

#[test]
fn v15_ties_go_by_name_then_path() {
    let equal = |name: &str| skill(name, "same", "", "same body");
    let (a, b, c) = (equal("a"), equal("b"), equal("c"));
    let index = read(&[("z_a.md", &a), ("c.md", &c), ("b.md", &b), ("a.md", &a)]);
    let score = 2.474_873_8_f32;
    check(&index, "same", &wide(10, 0.0), &[("a", score), ("a", score), ("b", score), ("c", score)]);
    let found = adk::select(&index, "same", &wide(10, 0.0));
    let entries: Vec<_> = found.iter().map(|found| index.get(found.key).expect("a match is a skill")).collect();
    assert_eq!((&*entries[0].path, &*entries[1].path), (".skills/a.md", ".skills/z_a.md"));
    assert_eq!(entries[0].id, entries[1].id);
}

#[test]
fn v16_provenance_id_of_the_emergency_skill() {
    let tools = &|_: &str| true;
    let resolution = Coordinator::default().resolve(&emergency(), &[by_query("gas emergency")], tools);
    let context = resolution.resolved.expect("the emergency skill");
    assert_eq!(context.id, "emergency-927bfcea5cb1");
    assert_eq!(context.hash, "927bfcea5cb118db049f0ad2d9ad0737e122fe5e2fe18b61e01d562c742d32ee");
}

#[test]
fn v17_a_long_body_is_cut_and_marked() {
    let body = "You are an emergency dispatcher. Route calls for gas leaks and floods.";
    for (max_chars, written) in [
        (0, "\n[... truncated]".to_owned()),
        (10, "You are an\n[... truncated]".to_owned()),
        (69, format!("{}\n[... truncated]", &body[..69])),
        (70, body.to_owned()),
        (71, body.to_owned()),
    ] {
        let made = instruction::engineer("emergency", "Handle gas and water emergencies", body, max_chars, &[""; 0]);
        let heading = "# emergency\nHandle gas and water emergencies";
        let expected = format!("[skill:emergency]\n\n{heading}\n\n## Instructions\n{written}\n\n[/skill]");
        assert_eq!(made.text, expected);
        assert_eq!(made.truncated, max_chars < 70);
        assert_eq!((&made.text[made.heading], &made.text[made.tools]), (heading, ""));
        assert_eq!(made.text[made.body], written);
    }
}

#[test]
fn v17_the_limit_counts_characters_and_the_short_block_has_no_mark() {
    assert_eq!(instruction::engineer("x", "d", "日本語", 3, &[""; 0]).text.matches("日本語").count(), 1);
    assert_eq!(instruction::engineer("x", "d", "日本語", 2, &[""; 0]).text.matches("日本\n[... truncated]").count(), 1);
    let body = "You are an emergency dispatcher.";
    let block = instruction::prompt_block("emergency", body, 10);
    assert_eq!((block.text.as_str(), block.truncated), ("[skill:emergency]\nYou are an\n[/skill]", true));
    assert_eq!(&block.text[block.body], "You are an");
    assert_eq!(instruction::prompt_block("e", body, 32).text, format!("[skill:e]\n{body}\n[/skill]"));
}

#[test]
fn v18_strict_with_a_tool_missing_gives_none() {
    for strategy in [by_query("gas emergency"), Strategy::ByName("emergency".to_owned())] {
        assert_eq!(resolve(&emergency(), &Coordinator::default(), strategy, &["knowledge"]), None);
    }
}

#[test]
fn v19_permissive_names_only_what_is_there() {
    for (tools, line) in
        [(&["transfer_call"][..], "\n\nYou have access to the following tools: transfer_call.\n\n"), (&[], "\n\n")]
    {
        let available = |tool: &str| tools.contains(&tool);
        let context = permissive().resolve(&emergency(), &[by_query("gas emergency")], &available).resolved;
        let context = context.expect("permissive takes it");
        let expected = format!(
            "[skill:emergency]\n\n# emergency\nHandle gas and water emergencies{line}## Instructions\n\
             You are an emergency dispatcher. Route calls for gas leaks and floods.\n\n[/skill]"
        );
        assert_eq!((context.instruction, context.tools), (expected, tools.iter().map(ToString::to_string).collect()));
    }
}

/// Three skills of which the first two to rank or to come by name need a tool that is not there.
fn with_missing_tools() -> Index {
    read(&[
        ("gas-one.md", &skill("gas-one", "gas", "allowed-tools: [missing]\n", "gas")),
        ("two.md", &skill("two", "about gas", "tags: [fallback]\nallowed-tools: [there]\n", "gas in four words")),
        ("three.md", &skill("three", "other", "tags: [fallback]\nallowed-tools: [missing]\n", "nothing")),
    ])
}

#[test]
fn v20_only_candidates_within_top_k_are_tried() {
    let index = with_missing_tools();
    check(&index, "gas", &wide(3, 1.0), &[("gas-one", 7.5), ("two", 1.75)]);
    let coordinator = |top_k| Coordinator { policy: wide(top_k, 1.0), ..Coordinator::default() };
    assert_eq!(resolve(&index, &coordinator(1), by_query("gas"), &["there"]), None);
    let second = Some(("two".to_owned(), vec!["there".to_owned()]));
    assert_eq!(resolve(&index, &coordinator(2), by_query("gas"), &["there"]), second);
}

#[test]
fn v21_a_tag_tries_the_first_by_name_only() {
    let tag = || Strategy::ByTag("fallback".to_owned());
    assert_eq!(resolve(&with_missing_tools(), &Coordinator::default(), tag(), &["there"]), None);
    let resolution = permissive().resolve(&with_missing_tools(), &[tag()], &|tool| tool == "there");
    let context = resolution.resolved.expect("permissive takes the first");
    assert_eq!((context.name.as_str(), context.score.to_bits()), ("three", 0.0_f32.to_bits()));
}

#[test]
fn v22_names_are_exact_and_no_strategy_finds_nothing() {
    let coordinator = Coordinator::default();
    assert!(
        coordinator.resolve(&emergency(), &[Strategy::ByName("Emergency".to_owned())], &|_| true).resolved.is_none()
    );
    assert!(coordinator.resolve(&emergency(), &[], &|_| true).resolved.is_none());
}

#[test]
fn v23_ids_carry_the_normalised_name() {
    for (name, start) in [("My Skill_Name-1", "my-skill-name-1-"), ("a.b", "ab-"), ("日本", "skill-")] {
        let file = skill(name, "d", "", "b");
        let index = read(&[("x.md", &file)]);
        assert_eq!(index.entries().collect::<Vec<_>>(), [&entry_of(0, ".skills/x.md", &file)]);
        let resolution = Coordinator::default().resolve(&index, &[Strategy::ByName(name.to_owned())], &|_| true);
        let context = resolution.resolved.expect("found by name");
        assert_eq!(context.id, format!("{start}{}", &context.hash[..12]));
    }
}

#[test]
fn v24_everything_but_ascii_separates() {
    let index = read(&[("c.md", &skill("café-menü", "Größe und Wahl", "", "naïve 日本語 text"))]);
    let policy = wide(1, 0.1);
    check(&index, "café", &policy, &[("café-menü", 2.309_401)]);
    check(&index, "日本語", &policy, &[]);
    check(&index, "Größe", &policy, &[("café-menü", 2.886_751_4)]);
}
