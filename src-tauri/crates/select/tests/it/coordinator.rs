//! S4-01 to S4-17: the seed's requirements by id, and what stands beside its `None` (X-21).

use studio_select::{
    Coordinator, Index, Policy, Resolution, Strategy, StrategyState, ValidationMode, adk, instruction,
};

use crate::samples::{emergency, emergency_file, entry, entry_of, four, key, read, skill};

fn by_name(name: &str) -> Strategy {
    Strategy::ByName(name.to_owned())
}

fn by_query(query: &str) -> Strategy {
    Strategy::ByQuery(query.to_owned())
}

fn by_tag(tag: &str) -> Strategy {
    Strategy::ByTag(tag.to_owned())
}

fn resolve(coordinator: &Coordinator, index: &Index, strategies: &[Strategy], tools: &[&str]) -> Resolution {
    coordinator.resolve(index, strategies, &|tool| tools.contains(&tool))
}

fn taken(resolution: &Resolution) -> Option<&str> {
    resolution.resolved.as_ref().map(|context| context.name.as_str())
}

fn rejected(resolution: &Resolution) -> Vec<(&str, Option<f32>, &str)> {
    resolution.rejected.iter().map(|r| (r.name.as_str(), r.score, r.reason.as_str())).collect()
}

fn outcomes(resolution: &Resolution) -> Vec<(StrategyState, &str)> {
    resolution.strategies.iter().map(|outcome| (outcome.state, outcome.detail.as_str())).collect()
}

fn permissive() -> Coordinator {
    Coordinator { mode: ValidationMode::Permissive, ..Coordinator::default() }
}

fn top(top_k: usize) -> Coordinator {
    Coordinator { policy: Policy { top_k, ..Policy::default() }, ..Coordinator::default() }
}

/// Two skills on gas: the better one needs a tool the other does not.
fn two_on_gas() -> Index {
    read(&[
        ("gas-one.md", &skill("gas-one", "gas", "allowed-tools: [valve]\n", "gas")),
        ("two.md", &skill("two", "about gas", "", "gas in four words")),
    ])
}

#[test]
fn s4_01_select_validate_engineer_emit() {
    let resolution =
        resolve(&Coordinator::default(), &emergency(), &[by_query("gas emergency")], &["knowledge", "transfer_call"]);
    let context = resolution.resolved.expect("all tools are there");
    assert_eq!(context.key, key(0));
    assert_eq!(context.tools, ["knowledge", "transfer_call"]);
    assert_eq!(
        &context.instruction[context.tools_line.clone()],
        "You have access to the following tools: knowledge, transfer_call."
    );
    assert_eq!(&context.instruction[context.heading], "# emergency\nHandle gas and water emergencies");
    assert_eq!(context.instruction[context.body].chars().count(), 70);
}

#[test]
fn s4_02_no_instruction_names_a_tool_that_is_not_bound() {
    let names = ["knowledge", "transfer_call"];
    for available in [&names[..], &names[..1], &names[1..], &[]] {
        for coordinator in [Coordinator::default(), permissive()] {
            for strategy in [by_query("gas emergency"), by_name("emergency"), by_tag("plumber")] {
                let resolution = resolve(&coordinator, &emergency(), &[strategy], available);
                let Some(context) = resolution.resolved else { continue };
                assert!(context.tools.iter().all(|tool| available.contains(&tool.as_str())));
                for name in names {
                    let is_named = context.instruction[context.tools_line.clone()].contains(name);
                    assert_eq!(is_named, context.tools.iter().any(|tool| tool == name));
                }
            }
        }
    }
}

#[test]
fn s4_03_the_score_is_shown_with_its_parts() {
    let candidates = adk::explain(&emergency(), "the gas emergency", &Policy::default());
    let candidate = &candidates[0];
    assert!((candidate.score - 2.453_738_7).abs() < 1e-6);
    assert!((candidate.fields.sum() - candidate.score).abs() < 1e-5);
    let words: Vec<_> = candidate.words.iter().map(|word| (&*word.word, word.count)).collect();
    assert_eq!(words, [("gas", 1), ("emergency", 1)]);
}

#[test]
fn s4_04_the_default_policy() {
    let expected = Policy { top_k: 1, min_score: 1.0, include_tags: vec![], exclude_tags: vec![] };
    assert_eq!(Policy::default(), expected);
    assert_eq!(Coordinator::default().policy, expected);
}

#[test]
fn s4_05_eight_thousand_characters_of_the_body() {
    assert_eq!(Coordinator::default().max_instruction_chars, 8000);
    for (length, is_cut) in [(8000, false), (8001, true)] {
        let body = "é".repeat(length);
        let index = read(&[("long.md", &skill("long", "d", "", &body))]);
        let context =
            resolve(&Coordinator::default(), &index, &[by_name("long")], &[]).resolved.expect("found by name");
        assert_eq!((context.truncated, context.instruction.matches('é').count()), (is_cut, 8000));
        assert_eq!(context.instruction.contains("\n[... truncated]\n\n[/skill]"), is_cut);
    }
}

#[test]
fn s4_06_strict_is_the_default() {
    assert_eq!(ValidationMode::default(), ValidationMode::Strict);
    assert_eq!(Coordinator::default().mode, ValidationMode::Strict);
}

#[test]
fn s4_07_strict_tries_the_next_within_top_k() {
    let one = resolve(&top(1), &two_on_gas(), &[by_query("gas")], &[]);
    assert_eq!(taken(&one), None);
    let two = resolve(&top(2), &two_on_gas(), &[by_query("gas")], &[]);
    assert_eq!(taken(&two), Some("two"));
    assert_eq!(
        rejected(&two),
        [("gas-one", Some(7.5), r#"Skill 'gas-one' requires tools not in registry: ["valve"]"#)]
    );
    assert_eq!(outcomes(&two), [(StrategyState::Won, "“two” scores 1.75.")]);
}

#[test]
fn s4_08_permissive_shows_what_it_left_out() {
    let context = resolve(&permissive(), &emergency(), &[by_query("gas emergency")], &["transfer_call"]).resolved;
    let context = context.expect("permissive takes it");
    assert_eq!((context.tools, context.omitted), (vec!["transfer_call".to_owned()], vec!["knowledge".to_owned()]));
    assert!(!context.instruction.contains("knowledge"));
}

#[test]
fn s4_09_by_name_skips_scoring_but_validates() {
    let all = ["knowledge", "transfer_call"];
    let context = resolve(&Coordinator::default(), &emergency(), &[by_name("emergency")], &all).resolved;
    assert_eq!(context.expect("all tools are there").score.to_bits(), f32::MAX.to_bits());
    let resolution = resolve(&Coordinator::default(), &emergency(), &[by_name("emergency")], &["knowledge"]);
    assert_eq!(taken(&resolution), None);
    let reason = r#"Skill 'emergency' requires tools not in registry: ["transfer_call"]"#;
    assert_eq!(rejected(&resolution), [("emergency", None, reason)]);
    assert_eq!(
        outcomes(&resolution),
        [(StrategyState::Failed, "“emergency” was found, but tools it requires are missing.")]
    );
}

#[test]
fn s4_09_of_several_with_one_name_the_first_by_path() {
    let same = |body: &str| skill("twin", "d", "", body);
    let index = read(&[("b/x.md", &same("second")), ("a/x.md", &same("first")), ("c/x.md", &same("third"))]);
    let resolution = resolve(&Coordinator::default(), &index, &[by_name("twin")], &[]);
    assert_eq!(resolution.resolved.as_ref().map(|context| context.path.as_str()), Some(".skills/a/x.md"));
    let reason = "Another skill with this name comes first: .skills/a/x.md.";
    assert_eq!(rejected(&resolution), [("twin", None, reason), ("twin", None, reason)]);
}

#[test]
fn s4_10_by_query_is_the_whole_pipeline() {
    for query in ["gas", "plumber", "", "emergency gas gas"] {
        let resolution =
            resolve(&Coordinator::default(), &emergency(), &[by_query(query)], &["knowledge", "transfer_call"]);
        let best = adk::select(&emergency(), query, &Policy::default()).first().map(|found| (found.key, found.score));
        assert_eq!(resolution.resolved.map(|context| (context.key, context.score)), best, "{query:?}");
    }
}

#[test]
fn s4_11_by_tag_overrides_all_of_the_policy_but_the_excluded_tags() {
    let coordinator = |excluded: &[&str]| Coordinator {
        policy: Policy {
            top_k: 0,
            min_score: 9.0,
            include_tags: vec!["no such tag".to_owned()],
            exclude_tags: excluded.iter().map(ToString::to_string).collect(),
        },
        ..Coordinator::default()
    };
    let tagged = resolve(&coordinator(&[]), &four(), &[by_tag("SEARCH")], &[]);
    assert_eq!(taken(&tagged), Some("code_search"));
    let detail = "“code_search” is the first skill with the tag “SEARCH” in alphabetical order.";
    assert_eq!(outcomes(&tagged), [(StrategyState::Won, detail)]);
    let behind = "Of the skills with this tag, only the first in alphabetical order is selected: “code_search”.";
    assert_eq!(rejected(&tagged)[0], ("secret", Some(0.0), behind));
    assert_eq!(taken(&resolve(&coordinator(&["code"]), &four(), &[by_tag("search")], &[])), Some("secret"));
    let none = resolve(&coordinator(&["search"]), &four(), &[by_tag("search")], &[]);
    assert_eq!(outcomes(&none), [(StrategyState::Failed, "No skill with the tag “search” can be selected.")]);
}

#[test]
fn s4_12_the_first_strategy_that_succeeds_wins_and_is_named() {
    let strategies = [by_name("nobody"), by_query("quantum"), by_tag("plumber"), by_name("emergency")];
    let resolution = resolve(&permissive(), &emergency(), &strategies, &[]);
    assert_eq!(resolution.resolved.as_ref().map(|context| &context.strategy), Some(&strategies[2]));
    let expected = [
        (StrategyState::Failed, "No skill is named “nobody”."),
        (StrategyState::Failed, "No skill was picked. “emergency”: Scored 0.00, below the 1.00 threshold."),
        (StrategyState::Won, "“emergency” is the first skill with the tag “plumber” in alphabetical order."),
        (StrategyState::NotTried, "“emergency” was already found."),
    ];
    assert_eq!(outcomes(&resolution), expected);
    assert_eq!(rejected(&resolution), []);
}

#[test]
fn s4_13_each_context_carries_its_provenance() {
    let context = resolve(&permissive(), &emergency(), &[by_query("gas")], &[]).resolved.expect("gas passes");
    assert_eq!(context.id, "emergency-927bfcea5cb1");
    assert!(context.hash.starts_with("927bfcea5cb1") && context.hash.len() == 64);
    assert_eq!((context.path.as_str(), context.score.to_bits()), (".skills/emergency.md", 1.010_363_f32.to_bits()));
}

#[test]
fn s4_14_the_instruction_is_byte_exact() {
    let made = instruction::engineer("dup", "dup tools", "body", 8000, &["yes", "yes", "yes"]);
    let expected = "[skill:dup]\n\n# dup\ndup tools\n\nYou have access to the following tools: yes, yes, yes.\n\n\
                    ## Instructions\nbody\n\n[/skill]";
    assert_eq!(made.text, expected);
}

#[test]
fn s4_14_repeated_tools_stay_repeated() {
    let index = read(&[("dup.md", &skill("dup", "dup tools", "allowed-tools: [yes, no, yes, no]\n", "body"))]);
    let context = resolve(&permissive(), &index, &[by_name("dup")], &["yes"]).resolved.expect("permissive takes it");
    assert_eq!((context.tools.join(" "), context.omitted.join(" ")), ("yes yes".to_owned(), "no no".to_owned()));
    let strict = resolve(&Coordinator::default(), &index, &[by_name("dup")], &["yes"]);
    assert_eq!(rejected(&strict)[0].2, r#"Skill 'dup' requires tools not in registry: ["no", "no"]"#);
}

#[test]
fn s4_15_a_skill_without_tools_has_no_tools_line() {
    let index = read(&[("emergency.md", &emergency_file(&[]))]);
    let context =
        resolve(&Coordinator::default(), &index, &[by_query("gas")], &["knowledge"]).resolved.expect("gas passes");
    assert!(context.tools.is_empty() && context.omitted.is_empty() && context.tools_line.is_empty());
    assert!(!context.instruction.contains("tools"));
}

#[test]
fn s4_16_allowed_tools_are_read_from_the_files_list() {
    let path = ".skills/emergency.md";
    let entry = entry_of(0, path, &emergency_file(&["knowledge", "transfer_call"]));
    assert_eq!(entry.allowed_tools, ["knowledge", "transfer_call"]);
    assert!(studio_text::adk::is_discovered(path));
    assert_eq!(emergency().get(key(0)), Some(&entry), "our reading and the crate's make the same entry");
    let spaced = skill("spaced", "d", "allowed-tools: knowledge transfer_call\n", "b");
    assert!(studio_text::adk::parse(path, &spaced).is_err(), "a string is no list");
}

mod s4_17_the_seeds_six_tests {
    use super::*;

    /// The emergency skill with these tools, with the blank line the seed's tests leave before the closing mark.
    fn setup(tools: &[&str]) -> Index {
        read(&[("emergency.md", &emergency_file(tools).replace("\n---\n", "\n\n---\n"))])
    }

    fn lenient(mode: ValidationMode) -> Coordinator {
        let policy = Policy { top_k: 1, min_score: 0.1, ..Policy::default() };
        Coordinator { policy, mode, ..Coordinator::default() }
    }

    #[test]
    fn s4_17_build_context_scores_and_resolves_tools() {
        let index = setup(&["knowledge", "transfer_call"]);
        let coordinator = lenient(ValidationMode::Strict);
        let resolution = resolve(&coordinator, &index, &[by_query("gas emergency")], &["knowledge", "transfer_call"]);
        let context = resolution.resolved.expect("a context");
        assert_eq!(context.tools.len(), 2);
        for part in ["[skill:emergency]", "knowledge, transfer_call", "emergency dispatcher"] {
            assert!(context.instruction.contains(part), "{part}");
        }
    }

    #[test]
    fn s4_17_strict_mode_rejects_missing_tools() {
        let index = setup(&["knowledge", "nonexistent_tool"]);
        let coordinator = lenient(ValidationMode::Strict);
        assert_eq!(taken(&resolve(&coordinator, &index, &[by_query("gas emergency")], &["knowledge"])), None);
    }

    #[test]
    fn s4_17_permissive_mode_binds_available_tools() {
        let index = setup(&["knowledge", "nonexistent_tool"]);
        let coordinator = lenient(ValidationMode::Permissive);
        let resolution = resolve(&coordinator, &index, &[by_query("gas emergency")], &["knowledge"]);
        assert_eq!(resolution.resolved.expect("a context").tools, ["knowledge"]);
    }

    #[test]
    fn s4_17_build_context_by_name_bypasses_scoring() {
        let resolution =
            resolve(&Coordinator::default(), &setup(&["knowledge"]), &[by_name("emergency")], &["knowledge"]);
        let context = resolution.resolved.expect("a context");
        assert_eq!(context.tools.len(), 1);
        assert!(context.instruction.contains("[skill:emergency]"));
    }

    #[test]
    fn s4_17_no_tools_skill_returns_empty_active_tools() {
        let coordinator = lenient(ValidationMode::Strict);
        let context =
            resolve(&coordinator, &setup(&[]), &[by_query("gas emergency")], &[]).resolved.expect("a context");
        assert!(context.tools.is_empty());
        assert!(context.instruction.contains("emergency dispatcher"));
    }

    #[test]
    fn s4_17_resolve_cascades_through_strategies() {
        let index = setup(&["knowledge"]);
        for strategies in [
            &[by_name("emergency")][..],
            &[by_query("gas emergency")],
            &[by_tag("plumber")],
            &[by_name("nonexistent"), by_tag("plumber")],
        ] {
            assert_eq!(taken(&resolve(&Coordinator::default(), &index, strategies, &["knowledge"])), Some("emergency"));
        }
    }
}

#[test]
fn x_21_beside_none_stands_every_rejected_candidate() {
    let mut index = two_on_gas();
    let mut broken = entry(7, "torn", "");
    broken.broken = Some("its frontmatter never ends.".to_owned());
    index.upsert(broken);
    index.upsert(entry(8, "weak", "gas gasworks"));
    let mut internal = entry(9, "internal", "gas");
    internal.tags = vec!["Internal".to_owned()];
    index.upsert(internal);
    let mut coordinator = top(1);
    coordinator.policy.min_score = 2.0;
    coordinator.policy.exclude_tags = vec!["internal".to_owned()];

    let resolution = resolve(&coordinator, &index, &[by_query("gas"), by_name("torn")], &[]);
    assert_eq!(taken(&resolution), None);
    let expected = [
        ("gas-one", Some(7.5), r#"Skill 'gas-one' requires tools not in registry: ["valve"]"#),
        ("weak", Some(2.5), "Ranked 2nd; only the top result is used."),
        ("two", Some(1.75), "Below the 2.00 threshold."),
        ("internal", None, "Excluded by tag: “Internal”."),
        ("torn", None, "It can't be read: its frontmatter never ends."),
    ];
    assert_eq!(rejected(&resolution), expected);
    let details = [
        (StrategyState::Failed, "“gas-one” was found, but tools it requires are missing."),
        (StrategyState::Failed, "“torn” can't be read."),
    ];
    assert_eq!(outcomes(&resolution), details);
}

#[test]
fn x_21_each_failure_says_why() {
    let nothing = Index::new();
    for (index, strategy, expected) in [
        (&nothing, by_query("gas"), "There are no skills."),
        (&emergency(), by_name("Emergency"), "No skill is named “Emergency”. Did you mean “emergency”?"),
        (
            &emergency(),
            by_query("日本語"),
            "The query has no words to score. Words are ASCII letters and digits in adk-skill 0.6.0; since 1.0.0, any other \
             letter is a word, too.",
        ),
        (&emergency(), by_query("plumber"), "No skill was picked. “emergency”: Scored 0.58, below the 1.00 threshold."),
        (&four(), by_tag("none"), "No skill with the tag “none” can be selected."),
    ] {
        let resolution = resolve(&Coordinator::default(), index, &[strategy], &[]);
        assert_eq!(outcomes(&resolution), [(StrategyState::Failed, expected)]);
    }
}

#[test]
fn x_21_those_behind_the_winner_are_told_so() {
    let resolution = resolve(&top(2), &two_on_gas(), &[by_query("gas")], &["valve"]);
    assert_eq!(taken(&resolution), Some("gas-one"));
    assert_eq!(rejected(&resolution), [("two", Some(1.75), "“gas-one” ranks higher and was selected.")]);
}

#[test]
fn of_many_rejected_skills_the_closest_are_told_and_all_are_counted() {
    let index: Index = (0..30).map(|number| entry(number, &format!("gas-{number:02}"), "Handles gas")).collect();
    let strategies = [Strategy::ByTag("none".to_owned()), Strategy::ByQuery("gas".to_owned())];
    let all = Coordinator::default().resolve(&index, &strategies, &|_| true);
    let few = Coordinator { most_rejected: 4, ..Coordinator::default() }.resolve(&index, &strategies, &|_| true);
    assert_eq!((all.rejected.len(), all.rejected_in_all), (29, 29));
    assert_eq!((few.rejected.len(), few.rejected_in_all), (4, 29));
    assert_eq!(few.rejected, all.rejected[..4]);
    assert_eq!((few.resolved, few.strategies), (all.resolved, all.strategies));
}
