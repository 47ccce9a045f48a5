//! What a client's model sees of the library, to the letter, and what is suggested to ask first.

use std::collections::BTreeSet;

use studio_api::{
    ErrorCode,
    dto::{
        Candidate, ClientView, Host, HostBudgets, HostState, NewQuery, Policy, QuerySource, Scorer, SkillWording,
        ViewedSkill, WhatIfReport, WhatIfRequest,
    },
};

use crate::harness::{Bench, refused, skill};

const SAILING: &str = "Sails boats across the sea. Use when sailing.";

fn harbour() -> Bench {
    let bench = Bench::new();
    for (name, description, extra) in [
        ("sail-boats", SAILING, ""),
        ("bake-bread", "Bakes bread in an oven. Use for a loaf of bread or a pizza.", ""),
        ("drop-anchor", "Drops the anchor.", "disable-model-invocation: true\n"),
    ] {
        let path = format!("proj/.claude/skills/{name}/SKILL.md");
        let text = format!("---\nname: {name}\ndescription: {description}\n{extra}---\n\n# Steps\n");
        bench.write(&path, text);
    }
    bench.write("proj/.claude/skills/moor/SKILL.md", skill("moor", "Moors <boats> & ships.", "", "Tie it."));
    bench.import(&["proj"]);
    bench
}

fn text(view: &ClientView) -> String {
    view.parts.iter().map(|part| part.text.as_str()).collect()
}

fn listed(view: &ClientView) -> Vec<&ViewedSkill> {
    view.parts.iter().filter_map(|part| part.skill.as_ref()).collect()
}

#[test]
fn a_client_is_seen_to_the_letter() {
    let bench = harbour();
    let view = bench.get_client_view(Host::ClaudeCode).unwrap();
    assert_eq!(
        text(&view),
        format!(
            "\n\nThe following skills are available for use with the Skill tool:\n\n\
             - bake-bread: Bakes bread in an oven. Use for a loaf of bread or a pizza.\n\
             - moor: Moors &lt;boats&gt; & ships.\n- sail-boats: {SAILING}\n"
        )
    );
    let hidden: Vec<_> = view.missing.iter().map(|entry| (entry.name.as_str(), entry.state)).collect();
    assert_eq!(hidden, [("drop-anchor", HostState::Hidden)]);
    assert!(view.missing[0].why.is_some(), "{view:?}");
    assert!(view.tokens > 0 && view.version.is_some(), "{view:?}");
    let copilot = text(&bench.get_client_view(Host::Copilot).unwrap());
    assert!(copilot.contains("<description>Moors &lt;boats&gt; &amp; ships.</description>"), "{copilot}");
}

#[test]
fn no_client_leaves_a_skill_unsaid_and_all_is_as_its_list_says() {
    let bench = harbour();
    for &host in Host::ALL {
        let (view, list) = (bench.get_client_view(host).unwrap(), bench.get_host_list(host).unwrap());
        assert_eq!((view.unit, view.whole, view.shown), (list.unit, list.whole, list.shown), "{host}");
        assert_eq!((view.budget, &view.rule, &view.version), (list.budget, &list.rule, &list.version), "{host}");
        let there: Vec<&str> = listed(&view).into_iter().map(|skill| skill.skill_id.as_str()).collect();
        let missing: Vec<&str> = view.missing.iter().map(|entry| entry.skill_id.as_str()).collect();
        let all: BTreeSet<&str> = there.iter().chain(&missing).copied().collect();
        let expected: BTreeSet<&str> = list.entries.iter().map(|entry| entry.skill_id.as_str()).collect();
        assert_eq!(all, expected, "{host}");
        assert_eq!(there.len() + missing.len(), expected.len(), "{host}: each once");
        for part in &view.parts {
            let Some(skill) = &part.skill else { continue };
            assert!(part.text.contains(&skill.name), "{host}: {part:?}");
        }
    }
    assert!(bench.get_client_view(Host::Adk).unwrap().parts.is_empty(), "it lists nothing");
}

#[test]
fn what_falls_off_a_list_is_told_with_how_much() {
    let bench = harbour();
    let before = bench.get_client_view(Host::ClaudeCode).unwrap();
    let small = HostBudgets { claude_budget: Some(110), claude_bundled: 0, ..HostBudgets::default() };
    bench.set_host_budgets(small).unwrap();
    let view = bench.get_client_view(Host::ClaudeCode).unwrap();
    assert!(text(&view).ends_with("- sail-boats\n"), "{}", text(&view));
    let last = listed(&view).pop().unwrap().clone();
    assert_eq!((last.state, last.lost_chars as usize), (HostState::NameOnly, SAILING.chars().count()));
    assert_eq!(listed(&view)[0].lost_chars, 0, "the first finds room");
    assert!(view.tokens < before.tokens && view.shown < before.shown && view.whole == before.whole);
}

#[test]
fn a_skill_is_asked_for_in_its_own_words_until_queries_are_labelled_with_it() {
    let bench = harbour();
    let id = bench.row("bake-bread").id;
    let suggested = bench.suggest_queries(Some(&id), 5).unwrap();
    assert!(!suggested.is_empty() && suggested.iter().all(|one| one.skill == "bake-bread"), "{suggested:?}");
    assert!(suggested[0].query.contains("bread"), "{suggested:?}");
    assert_eq!(bench.suggest_queries(Some(&id), 1).unwrap(), suggested[..1]);
    let anchor = bench.suggest_queries(Some(&bench.row("drop-anchor").id), 5).unwrap();
    assert!(anchor.iter().any(|one| one.query.to_lowercase().contains("anchor")), "each has one: {anchor:?}");

    let (set, query) = ("calls".to_owned(), "A loaf for Sunday".to_owned());
    let expected = vec!["bake-bread".to_owned()];
    bench
        .save_query(&NewQuery { id: None, set, query, expected, unwanted: Vec::new(), source: QuerySource::Written })
        .unwrap();
    let labelled = bench.suggest_queries(Some(&id), 5).unwrap();
    assert_eq!(labelled.iter().map(|one| one.query.as_str()).collect::<Vec<_>>(), ["A loaf for Sunday"]);

    let all = bench.suggest_queries(None, 9).unwrap();
    let skills: BTreeSet<&str> = all.iter().map(|one| one.skill.as_str()).collect();
    assert_eq!(skills.len(), all.len(), "a skill once: {all:?}");
    assert!(skills.contains("bake-bread"), "{all:?}");
    assert!(bench.suggest_queries(None, 1).unwrap().len() == 1 && bench.suggest_queries(Some("nobody"), 1).is_err());
}

const QUERY: &str = "ferry across the sea";

fn policy() -> Policy {
    Policy { top_k: 1, min_score: 0.0, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

fn tried(bench: &Bench, description: &str, host: Option<Host>) -> WhatIfReport {
    let skill_id = bench.row("sail-boats").id;
    let stored = bench.get_skill_wording(&skill_id).unwrap();
    let wording = SkillWording { description: description.to_owned(), ..stored };
    let (query, scorer, policy) = (QUERY.to_owned(), Scorer::Bm25, policy());
    let request = WhatIfRequest { skill_id, wording, query, scorer, policy, host, set: None, has_queries: false };
    bench.ask_what_if(&request).unwrap()
}

#[test]
fn another_wording_is_tried_and_explained_as_the_client_would_show_it() {
    let bench = harbour();
    let scores = |candidates: &[Candidate]| -> Vec<(String, u32)> {
        candidates.iter().map(|candidate| (candidate.name.clone(), candidate.score.to_bits())).collect()
    };
    let id = bench.row("sail-boats").id;
    for host in [Host::ClaudeCode, Host::Codex, Host::Copilot] {
        let column = bench.score_as_seen(QUERY, Scorer::Bm25, &policy(), Some(host), None).unwrap();
        let same = tried(&bench, SAILING, Some(host));
        assert_eq!(scores(&same.report.candidates), scores(&column.candidates), "{host}: as it is");
        let better = tried(&bench, "Sails a ferry across the sea. Use when sailing.", Some(host));
        assert!(better.after.unwrap().score > same.before.unwrap().score, "{host}");
        let told = bench.explain_skill(QUERY, Scorer::Bm25, &policy(), &id, None, Some(host)).unwrap();
        let own = column.candidates.iter().find(|candidate| candidate.name == "sail-boats").unwrap();
        assert_eq!(told.candidate.score.to_bits(), own.score.to_bits(), "{host}: what is explained is what is shown");
    }
    let hidden = bench.row("drop-anchor").id;
    let told = bench.explain_skill(QUERY, Scorer::Bm25, &policy(), &hidden, None, Some(Host::ClaudeCode));
    assert!(refused(told, ErrorCode::NotFound).contains("Claude Code"));

    // Of a description that finds no room its words are worth nothing, whatever they are.
    let small = HostBudgets { claude_budget: Some(110), claude_bundled: 0, ..HostBudgets::default() };
    bench.set_host_budgets(small).unwrap();
    let long = tried(&bench, "Sails a ferry across the sea, and back again over the sea.", Some(Host::ClaudeCode));
    assert_eq!(long.after.unwrap().score.to_bits(), long.before.unwrap().score.to_bits());
    let whole = tried(&bench, "Sails a ferry across the sea, and back again over the sea.", None);
    assert!(whole.after.unwrap().score > whole.before.unwrap().score, "all of it is scored where nothing is cut");
}
