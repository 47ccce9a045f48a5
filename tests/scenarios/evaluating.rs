//! Labelled queries, runs over them, another wording tried and kept, overlaps, and what hosts cut.

use std::fs;

use studio_api::{
    ErrorCode,
    dto::{
        ChangeKind, Host, HostBudgets, HostEntry, HostState, InListState, NewQuery, Policy, QuerySource,
        RepeatedLabels, RunRequest, RunState, Scorer, SizeUnit, SkillWording, StudioEvent, WhatIfRequest,
    },
    lint_paths,
};

use crate::harness::{Bench, refused, skill, until};

const SET: &str = "port";

fn harbour() -> Bench {
    let bench = Bench::new();
    for (name, description, body) in [
        ("sail-boats", "Sails boats across the sea. Use when sailing.", "Hoist the mainsail."),
        ("bake-bread", "Bakes bread in an oven. Use when baking.", "Knead the dough."),
        ("mend-bikes", "Mends bicycles and their tyres. Use when cycling.", "Patch the tube."),
    ] {
        bench.write(&format!("skills/{name}/SKILL.md"), skill(name, description, "", body));
    }
    bench.import(&["skills"]);
    bench.wait_until_indexed().unwrap();
    bench
}

fn label(bench: &Bench, query: &str, expected: &[&str]) -> String {
    let expected = expected.iter().map(|&name| name.to_owned()).collect();
    let (set, query, source) = (SET.to_owned(), query.to_owned(), QuerySource::Written);
    bench.save_query(&NewQuery { id: None, set, query, expected, unwanted: Vec::new(), source }).unwrap().id
}

fn label_some(bench: &Bench) {
    label(bench, "sailing boats on the sea", &["sail-boats"]);
    label(bench, "baking bread in the oven", &["bake-bread"]);
    label(bench, "flat bicycles tyres", &["mend-bikes"]);
    label(bench, "ferry timetable please", &["sail-boats"]);
    label(bench, "quarterly tax return", &[]);
}

fn policy(scorer: Scorer) -> Policy {
    let min_score = if scorer == Scorer::Adk { 1.0 } else { 0.2 };
    Policy { top_k: 1, min_score, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

fn request(scorer: Scorer) -> RunRequest {
    let (host, label) = (Host::Standard, String::new());
    RunRequest { set: SET.to_owned(), scorer, policy: policy(scorer), host, seed: 7, limit: None, label }
}

/// Runs and waits; the run's id.
fn run(bench: &Bench, request: &RunRequest) -> String {
    let id = bench.start_run(request).unwrap();
    bench.events.wait_for(
        "the run's end",
        |event| matches!(event, StudioEvent::Run { run } if run.id == id && run.state != RunState::Running),
    );
    id
}

fn wording(bench: &Bench, name: &str) -> (String, SkillWording, u32) {
    let id = bench.row(name).id;
    let (wording, version) = (bench.get_skill_wording(&id).unwrap(), bench.get_skill(&id).unwrap().aggregate_version);
    (id, wording, version)
}

fn what_if(bench: &Bench, name: &str, description: &str, query: &str, scorer: Scorer) -> WhatIfRequest {
    let (skill_id, wording, _) = wording(bench, name);
    let wording = SkillWording { description: description.to_owned(), ..wording };
    let (query, set) = (query.to_owned(), Some(SET.to_owned()));
    WhatIfRequest { skill_id, wording, query, scorer, policy: policy(scorer), host: None, set, has_queries: true }
}

#[test]
fn labelled_queries_are_kept_once_and_strangers_are_marked() {
    let bench = harbour();
    let id = label(&bench, "  set sail ", &["sail-boats"]);
    assert_eq!(label(&bench, "set sail", &["sail-boats", "row-boats", "sail-boats", " "]), id);
    let kept = bench.list_queries(Some(SET)).unwrap();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].expected, ["sail-boats", "row-boats"]);
    assert_eq!(kept[0].unknown, ["row-boats"]);
    let sets = bench.list_query_sets().unwrap();
    assert_eq!((sets[0].queries, sets[0].in_scope, sets[0].unknown), (1, 1, 1));
    bench.rename_query_set(SET, "harbour").unwrap();
    assert!(refused(bench.rename_query_set("harbour", " "), ErrorCode::Invalid).contains("needs a name"));
    bench.delete_queries(&[id]).unwrap();
    assert!(bench.list_query_sets().unwrap().is_empty());
    refused(bench.delete_query_set("harbour"), ErrorCode::NotFound);
    refused(bench.delete_queries(&["seven".to_owned()]), ErrorCode::NotFound);
}

#[test]
fn empty_and_huge_queries_are_refused_in_words() {
    let bench = harbour();
    let put = |query: &str| {
        let (set, source) = (SET.to_owned(), QuerySource::default());
        let (query, expected, unwanted) = (query.to_owned(), Vec::new(), Vec::new());
        bench.save_query(&NewQuery { id: None, set, query, expected, unwanted, source })
    };
    assert!(refused(put(" \n"), ErrorCode::Invalid).contains("empty"));
    let huge = "sail ".repeat(20_001);
    assert!(refused(put(&huge), ErrorCode::Invalid).contains("limit is 100 KB"));
    for scorer in [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid] {
        assert!(refused(bench.score(&huge, scorer, &policy(scorer)), ErrorCode::Invalid).contains("101 KB"));
        let most = "sail ".repeat(20_000);
        assert_eq!(bench.score(&most, scorer, &policy(scorer)).unwrap().skills, 3);
        let empty = bench.score("", scorer, &policy(scorer)).unwrap();
        assert!(empty.candidates.iter().all(|candidate| candidate.reason.is_some()), "{scorer:?}");
    }
}

#[test]
fn files_of_queries_come_in_and_bad_lines_are_named() {
    let bench = harbour();
    let lines = "\u{feff}{\"query\": \"set sail\", \"expected\": [\"sail-boats\"]}\r\n\r\n{\"query\": oops}\n\
        {\"query\": \"\"}\n{\"query\": \"fly\", \"expected\": [\"fly-kites\"]}\n{\"query\": \"set sail\"}\n";
    let file = bench.write("mine.jsonl", lines);
    let import = bench.import_queries(file.to_str().unwrap(), None, RepeatedLabels::First).unwrap();
    assert_eq!((import.set.as_str(), import.format.as_str(), import.imported), ("mine", "jsonl", 2));
    let skipped: Vec<u32> =
        import.problems.iter().filter(|problem| problem.is_skipped).filter_map(|problem| problem.line).collect();
    assert!(skipped.starts_with(&[3, 4]), "{:?}", import.problems);
    let doubt = import.problems.iter().find(|problem| problem.line == Some(5)).unwrap();
    assert!(doubt.message.contains("“fly-kites” isn't a skill") && !doubt.is_skipped, "{}", doubt.message);
    let again = bench.import_queries(file.to_str().unwrap(), Some("mine"), RepeatedLabels::First).unwrap();
    assert_eq!((again.imported, again.duplicates), (0, 2));

    let evals =
        r#"{"skill_name": "bake-bread", "evals": [{"id": 1, "prompt": "bake me a loaf", "expected_output": "x"}]}"#;
    let file = bench.write("skills/bake-bread/evals/evals.json", evals);
    let import = bench.import_queries(file.to_str().unwrap(), Some("bread"), RepeatedLabels::First).unwrap();
    assert_eq!((import.format.as_str(), import.imported, import.problems.len()), ("evals", 1, 0));
    let triggers =
        r#"[{"query": "fix my wheel", "should_trigger": true}, {"query": "cook rice", "should_trigger": false}]"#;
    let file = bench.write("skills/mend-bikes/triggers.json", triggers);
    let import = bench.import_queries(file.to_str().unwrap(), Some("bikes"), RepeatedLabels::First).unwrap();
    assert_eq!((import.format.as_str(), import.imported), ("triggers", 2));
    let kept = bench.list_queries(Some("bikes")).unwrap();
    assert_eq!((kept[0].expected.as_slice(), kept[1].expected.len()), (&["mend-bikes".to_owned()][..], 0));
    assert_eq!(kept[1].unwanted, ["mend-bikes"]);
    refused(bench.import_queries(&bench.path("missing.jsonl"), None, RepeatedLabels::First), ErrorCode::File);
}

#[test]
fn a_file_that_repeats_a_query_comes_in_and_both_labels_count_when_the_author_says_so() {
    let bench = harbour();
    let file = bench.write(
        "port.jsonl",
        "{\"query\": \"set sail\", \"expected\": [\"sail-boats\"]}\n{\"query\": \"a loaf\", \"expected\": \"bake-bread\"}\n\
         {\"query\": \"set sail\", \"expected\": [\"mend-bikes\"]}\n{\"query\": \"a loaf\", \"expected\": \"bake-bread\"}\n",
    );
    let path = file.to_str().unwrap();
    let labels = |bench: &Bench| -> Vec<Vec<String>> {
        bench.list_queries(Some("port")).unwrap().into_iter().map(|query| query.expected).collect()
    };
    let import = bench.import_queries(path, None, RepeatedLabels::First).unwrap();
    assert_eq!((import.imported, import.repeated, import.conflicting, import.relabelled), (2, 2, 1, 0));
    assert!(import.problems.iter().all(|problem| !problem.is_skipped), "it is read: {:?}", import.problems);
    let said: Vec<&str> = import.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert!(
        said[0].contains("lines 1 and 3 with different expected skills (line 1: sail-boats; line 3: mend-bikes)"),
        "{said:?}"
    );
    assert!(said[1].contains("lines 2 and 4. It counts once."), "{said:?}");
    assert_eq!(labels(&bench), [["sail-boats"], ["bake-bread"]]);

    let again = bench.import_queries(path, None, RepeatedLabels::All).unwrap();
    assert_eq!((again.imported, again.duplicates, again.relabelled), (0, 2, 1));
    assert_eq!(labels(&bench), [vec!["sail-boats", "mend-bikes"], vec!["bake-bread"]]);
    bench.delete_query_set("port").unwrap();
    bench.import_queries(path, None, RepeatedLabels::All).unwrap();
    assert_eq!(labels(&bench), [vec!["sail-boats", "mend-bikes"], vec!["bake-bread"]], "also at once");
}

#[test]
fn runs_are_kept_compared_and_swept() {
    let bench = harbour();
    label_some(&bench);
    label(&bench, "fly a kite", &["fly-kites"]);
    let first = run(&bench, &request(Scorer::Bm25));
    let detail = bench.get_run(&first).unwrap();
    assert_eq!((detail.info.queries, detail.info.left_out, detail.info.skills), (5, 1, 3));
    let top1 = detail.info.metrics.top1.unwrap();
    assert_eq!((top1.hits, top1.of), (Some(3), 4), "{:?}", detail.results);
    assert!(top1.low <= top1.value && top1.value <= top1.high);
    let missed = detail.results.iter().find(|result| result.query.starts_with("ferry")).unwrap();
    assert!(!missed.is_right);
    let cell = detail.confusion.cells.iter().find(|cell| cell.queries.contains(&missed.id)).unwrap();
    assert_eq!(cell.expected.as_deref(), Some("sail-boats"));
    let again = bench.get_run(&run(&bench, &request(Scorer::Bm25))).unwrap();
    assert_eq!((&again.results, again.info.metrics), (&detail.results, detail.info.metrics), "the same every time");

    let (id, wording, version) = wording(&bench, "sail-boats");
    let better = SkillWording {
        description: "Sails boats across the sea: ferry, timetable. Use when sailing.".to_owned(),
        ..wording
    };
    bench.save_what_if(&id, &better, version).unwrap();
    bench.wait_until_indexed().unwrap();
    let second = run(&bench, &request(Scorer::Bm25));
    let compared = bench.compare_runs(&first, &second).unwrap();
    assert_eq!((compared.common, compared.fixed, compared.broken), (5, 1, 0), "{:?}", compared.changes);
    assert_eq!((compared.changes[0].id.as_str(), compared.changes[0].kind), (missed.id.as_str(), ChangeKind::Fixed));
    assert!((compared.p_value - 1.0).abs() < 1e-9);

    let sweep = bench.sweep_run(&second, 0.05).unwrap();
    assert_eq!(sweep.tuning_queries + sweep.held_out_queries, 5);
    assert_eq!(sweep.tuning.len(), sweep.held_out.len());
    assert!(sweep.pick.is_none() && sweep.withheld.is_some_and(|why| why.starts_with("Too few queries")));
    let picked = f64::from(sweep.tuning.last().unwrap().threshold);
    let infos = bench.set_threshold(Scorer::Bm25, Some(picked)).unwrap();
    let bm25 = infos.into_iter().find(|info| info.scorer == Scorer::Bm25).unwrap();
    assert!((f64::from(bm25.min_score) - picked).abs() < 1e-6);
    assert!(refused(bench.set_threshold(Scorer::Bm25, Some(f64::NAN)), ErrorCode::Invalid).contains("isn't a number"));
    bench.set_threshold(Scorer::Bm25, None).unwrap();

    bench.label_run(&second, " after ferries ").unwrap();
    assert_eq!(bench.list_runs().unwrap().runs.len(), 3);
    assert_eq!(bench.list_runs().unwrap().runs[0].request.label, "after ferries");
    bench.delete_run(&first).unwrap();
    refused(bench.get_run(&first), ErrorCode::NotFound);
}

#[test]
fn runs_tell_how_they_go_and_can_be_cancelled() {
    let bench = harbour();
    label_some(&bench);
    let done = bench.model.texts().len();
    bench.model.hold_after(done + 2);
    let id = bench.start_run(&request(Scorer::Hybrid)).unwrap();
    until("two queries embedded", || bench.model.texts().len() == done + 2);
    bench.cancel_activity(&id).unwrap();
    bench.model.release();
    bench.events.wait_for(
        "the cancelled run",
        |event| matches!(event, StudioEvent::Run { run } if run.id == id && run.state == RunState::Cancelled),
    );
    assert!(bench.list_runs().unwrap().runs.is_empty(), "nothing of it is kept");
    let nothing = RunRequest { set: "no such set".to_owned(), ..request(Scorer::Adk) };
    assert!(refused(bench.start_run(&nothing), ErrorCode::Invalid).contains("no queries to run"));
}

#[test]
fn another_wording_moves_ranks_without_being_kept() {
    let bench = harbour();
    label_some(&bench);
    bench.model.forget();
    for scorer in [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid] {
        let description = "Bakes ferry timetable bread. Use when baking bread in the oven.";
        let asked = what_if(&bench, "bake-bread", description, "ferry timetable", scorer);
        until("vectors of the labelled queries", || bench.ask_what_if(&asked).unwrap().waiting == 0);
        let report = bench.ask_what_if(&asked).unwrap();
        let (before, after) = (report.before.unwrap(), report.after.unwrap());
        assert!(after.score > before.score && after.rank == 1, "{scorer:?}: {before:?} {after:?}");
        assert_eq!(report.report.candidates[0].name, "bake-bread");
        assert_eq!(report.labelled, 5);
        if scorer == Scorer::Adk {
            let flip = report.flips.iter().find(|flip| flip.query.starts_with("ferry")).unwrap();
            assert_eq!((flip.before.as_deref(), flip.after.as_deref()), (None, Some("bake-bread")));
            assert_eq!(flip.kind, ChangeKind::Other, "wrong before, wrong after");
        }
        let unlabelled = bench.ask_what_if(&WhatIfRequest { has_queries: false, ..asked }).unwrap();
        assert_eq!((unlabelled.labelled, unlabelled.flips.len()), (0, 0));
        let stored = bench.score("ferry timetable", scorer, &policy(scorer)).unwrap();
        let own = stored.candidates.iter().find(|candidate| candidate.name == "bake-bread").unwrap();
        assert_eq!(own.score.to_bits(), before.score.to_bits(), "{scorer:?}: the library is as it was");
    }
}

#[test]
fn what_was_tried_is_what_is_kept_then() {
    let bench = harbour();
    label_some(&bench);
    for scorer in [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid] {
        let description = format!("Sails ferries with a {scorer:?} timetable. Use when sailing: always.");
        let asked = what_if(&bench, "sail-boats", &description, "ferry timetable", scorer);
        let tried = bench.ask_what_if(&asked).unwrap();
        let version = bench.get_skill(&asked.skill_id).unwrap().aggregate_version;
        let detail = bench.save_what_if(&asked.skill_id, &asked.wording, version).unwrap();
        assert_eq!(detail.aggregate_version, version + 1);
        bench.wait_until_indexed().unwrap();
        let kept = bench.score("ferry timetable", scorer, &policy(scorer)).unwrap();
        let scores = |candidates: &[studio_api::dto::Candidate]| -> Vec<(String, u32)> {
            candidates.iter().map(|candidate| (candidate.name.clone(), candidate.score.to_bits())).collect()
        };
        assert_eq!(scores(&tried.report.candidates), scores(&kept.candidates), "{scorer:?}");
        refused(bench.save_what_if(&asked.skill_id, &asked.wording, version - 1), ErrorCode::Stale);
    }
    let (id, wording, version) = wording(&bench, "sail-boats");
    bench.save_draft(&id, "SKILL.md", "typing").unwrap();
    assert!(refused(bench.save_what_if(&id, &wording, version), ErrorCode::Stale).contains("unsaved changes"));
    bench.delete_draft(&id, "SKILL.md").unwrap();
    let everything = SkillWording {
        name: "sail-ships".to_owned(),
        description: "Two lines: \"quoted\",\nand # more.".to_owned(),
        tags: vec!["sea".to_owned(), "a: b".to_owned()],
        body: "# Ships\n\nHoist.".to_owned(),
    };
    bench.save_what_if(&id, &everything, version).unwrap();
    assert_eq!(bench.get_skill_wording(&id).unwrap(), everything);
    let taken = SkillWording { name: "bake-bread".to_owned(), ..everything };
    assert!(bench.save_what_if(&id, &taken, version + 1).is_err());
}

#[test]
fn a_skills_standing_is_explained_with_what_would_move_it() {
    let bench = harbour();
    for scorer in [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid] {
        let limits = policy(scorer);
        let id = bench.row("sail-boats").id;
        let told = bench.explain_skill("sailing boats on the sea", scorer, &limits, &id, None, None).unwrap();
        assert_eq!(told.candidate.rank, 1, "{scorer:?}");
        assert!((told.to_threshold - (told.candidate.score - limits.min_score)).abs() < 1e-6);
        assert!(told.to_rival.unwrap() > 0.0);
        assert!(!told.counterfactuals.is_empty(), "{scorer:?}");
        for other in &told.counterfactuals {
            assert!(other.sentence.starts_with("Without “") && other.sentence.ends_with('.'), "{}", other.sentence);
            assert!(other.rank >= 1 && other.score < told.candidate.score + 0.2);
        }
        let field = told.candidate.fields;
        let sum = field.name + field.description + field.tags + field.body;
        assert!((sum - told.candidate.score).abs() < 1e-4, "{scorer:?}: parts sum to the score");
        let far = bench.row("bake-bread").id;
        let told = bench.explain_skill("sailing boats on the sea", scorer, &limits, &far, None, None).unwrap();
        assert_eq!(told.rival.unwrap().name, "sail-boats");
        if scorer != Scorer::Embedding {
            assert!(told.rival_words.contains(&"boats".to_owned()), "{scorer:?}: {:?}", told.rival_words);
            // With another wording of it, all that is told is of that wording.
            let stored = bench.get_skill_wording(&far).unwrap();
            let wording = SkillWording { description: "Repairs boats at sea. Use when sailing.".to_owned(), ..stored };
            let told =
                bench.explain_skill("sailing boats on the sea", scorer, &limits, &far, Some(&wording), None).unwrap();
            assert!(told.shared_words.contains(&"boats".to_owned()), "{scorer:?}: {:?}", told.shared_words);
            assert!(!told.rival_words.contains(&"boats".to_owned()), "{scorer:?}: {:?}", told.rival_words);
            assert!(!told.counterfactuals.is_empty(), "{scorer:?}");
        }
    }
}

#[test]
fn overlaps_are_listed_and_stay_dismissed_until_a_description_changes() {
    let bench = harbour();
    bench.add_skill("bake-cake", skill("bake-cake", "Bakes bread and cake in an oven. Use when baking.", "", "Mix."));
    bench.wait_until_indexed().unwrap();
    let report = bench.list_overlaps(Some(0.3)).unwrap();
    let pair = &report.pairs[0];
    assert_eq!((pair.a.as_str(), pair.b.as_str(), pair.is_dismissed), ("bake-bread", "bake-cake", false));
    assert!(pair.shared_terms.iter().any(|term| term == "oven"), "{:?}", pair.shared_terms);
    assert_eq!(report.matrix.len(), report.names.len());
    let (a, b) = (pair.a_id.clone(), pair.b_id.clone());
    bench.dismiss_overlap(&b, &a, true).unwrap();
    assert!(bench.list_overlaps(Some(0.3)).unwrap().pairs[0].is_dismissed);
    let text = bench.text(&b, "SKILL.md").replace("bread and cake", "cake and bread");
    bench.save(&b, "SKILL.md", &text);
    bench.wait_until_indexed().unwrap();
    assert!(!bench.list_overlaps(Some(0.3)).unwrap().pairs[0].is_dismissed, "it says something else now");
    bench.dismiss_overlap(&a, &b, true).unwrap();
    bench.dismiss_overlap(&a, &b, false).unwrap();
    assert!(!bench.list_overlaps(Some(0.3)).unwrap().pairs[0].is_dismissed);
    assert!(bench.list_overlaps(Some(1.0)).unwrap().pairs.is_empty());
}

#[test]
fn near_misses_are_proposed_for_the_samples() {
    let bench = Bench::with_samples();
    bench.wait_until_indexed().unwrap();
    let proposals = bench.list_near_misses(None, 12).unwrap();
    assert!(!proposals.is_empty());
    for proposal in &proposals {
        assert_ne!(proposal.skill, proposal.neighbour);
        assert!(proposal.query.split_whitespace().count() >= 2, "{}", proposal.query);
    }
    let id = bench.row("gas-emergency").id;
    assert!(bench.list_near_misses(Some(&id), 5).unwrap().iter().all(|proposal| proposal.skill == "gas-emergency"));
}

#[test]
fn hosts_cut_the_list_by_their_own_rules_and_scores_follow() {
    let bench = harbour();
    for host in Host::ALL.iter().copied().filter(|host| *host != Host::Adk) {
        let whole = bench.get_host_list(host).unwrap();
        assert!(whole.entries.iter().all(|entry| entry.state == HostState::Whole), "{host}: {whole:?}");
        let is_documented = matches!(host, Host::VsCode | Host::Cursor | Host::Antigravity);
        let was_run = !is_documented && host != Host::Standard;
        assert_eq!((whole.version.is_some(), whole.measured_on.is_some()), (was_run, was_run), "{host}");
        assert_eq!(whole.rule.starts_with("Not measured. "), is_documented, "{host}: {}", whole.rule);
    }
    // A context so small that Codex has room for its own skills' names and a few words of each description, and a limit
    // of Claude Code's that holds one description.
    let small = HostBudgets {
        context_tokens: Some(6_500),
        claude_budget: Some(100),
        claude_bundled: 0,
        ..HostBudgets::default()
    };
    assert_eq!(bench.set_host_budgets(small).unwrap(), small);
    let codex = bench.get_host_list(Host::Codex).unwrap();
    assert_eq!((codex.unit, codex.budget), (SizeUnit::Tokens, Some(130)));
    assert!(codex.entries.iter().any(|entry| entry.state == HostState::Shortened), "{codex:?}");
    let claude = bench.get_host_list(Host::ClaudeCode).unwrap();
    assert!(claude.shown <= 101, "{claude:?}");
    let states: Vec<_> = claude.entries.iter().map(|entry| (entry.name.as_str(), entry.state)).collect();
    assert_eq!(states[0], ("bake-bread", HostState::Whole));
    assert_eq!(states[2], ("sail-boats", HostState::NameOnly), "the first in the list find room first");
    let score = |host| {
        let report =
            bench.score_as_seen("across the sea", Scorer::Bm25, &policy(Scorer::Bm25), Some(host), None).unwrap();
        report.candidates.into_iter().find(|candidate| candidate.name == "sail-boats").unwrap().score
    };
    assert!(score(Host::Standard) > 0.0);
    assert!(score(Host::ClaudeCode).abs() < f32::EPSILON, "its description is gone");
    assert_eq!(score(Host::Adk).to_bits(), score(Host::Standard).to_bits());
    let none = HostBudgets { claude_chars_per_token: 0, ..small };
    refused(bench.set_host_budgets(none), ErrorCode::Invalid);
    label(&bench, "across the sea", &["sail-boats"]);
    let seen = RunRequest { host: Host::ClaudeCode, ..request(Scorer::Bm25) };
    assert!(!bench.get_run(&run(&bench, &seen)).unwrap().results[0].is_right);
    assert!(bench.get_run(&run(&bench, &request(Scorer::Bm25))).unwrap().results[0].is_right);
}

#[test]
fn where_a_host_cuts_a_description_is_told_in_the_file() {
    let bench = Bench::new();
    let text = skill("one", "Does one thing at a time. Use when one is asked for.", "", "Do it.");
    let id = bench.add_skill("one", &text).id;
    let shown = |host| bench.get_skill_in_list(&id, host).unwrap();
    let whole = shown(Host::ClaudeCode).unwrap();
    assert_eq!((whole.state, whole.shown_chars, whole.whole_chars, whole.cut_at), (InListState::Whole, 52, 52, None));
    bench.set_host_budgets(HostBudgets { claude_entry_chars: 20, ..HostBudgets::default() }).unwrap();
    let cut = shown(Host::ClaudeCode).unwrap();
    assert_eq!((cut.state, cut.shown_chars, cut.whole_chars), (InListState::Shortened, 19, 52));
    let before = &text[..cut.cut_at.unwrap() as usize];
    assert!(before.ends_with("Does one thing at a"), "{before:?}");
    assert!(cut.rule.contains("20 characters"), "{}", cut.rule);
    assert_eq!((shown(Host::Standard), shown(Host::Adk)), (None, None), "they cut no list");
    bench.save(&id, "SKILL.md", &text.replace("\n---\n\n", "\ndisable-model-invocation: true\n---\n\n"));
    let hidden = shown(Host::ClaudeCode).unwrap();
    assert_eq!((hidden.state, hidden.cut_at), (InListState::Hidden, None));
    assert!(hidden.why.is_some_and(|why| why.contains("disable-model-invocation")));

    // As lint has it of the same file, the text that is shown is none of it.
    let broken = format!("<!-- Kept by the pilots. -->\n{text}");
    bench.save(&id, "SKILL.md", &broken);
    let codes: Vec<String> = bench
        .analyze_for_client(&id, &broken, Host::ClaudeCode)
        .unwrap()
        .into_iter()
        .map(|finding| finding.code)
        .collect();
    let other = shown(Host::ClaudeCode).unwrap();
    assert_eq!((other.state, other.shown_chars, other.cut_at), (InListState::OtherText, 0, None), "{codes:?}");
    assert!(codes.contains(&"client-cut".to_owned()), "{codes:?}");
}

/// A client lists what it reads, under the names and with the texts it reads, and lint says the same of it.
#[test]
fn a_host_lists_what_it_reads_of_imperfect_files_and_lint_says_the_same() {
    let bench = Bench::new();
    for (file, text) in [
        ("crane-plan/SKILL.md", "---\nname: Crane Plan\ndescription: Plans the crane.\n---\n\n# Steps\n"),
        ("fog-horn/SKILL.md", "\n---\nname: fog-horn\ndescription: Sounds the horn.\n---\n\n# Steps\n"),
        ("harbour-log/SKILL.md", "---\ndescription: Keeps the log.\n---\n\n# Steps\n"),
        ("lock-gate/SKILL.md", "---\nname: lock-gate\ndescription: Opens the lock.\n---\n\n# Steps\n"),
        ("pilot-call/skill.md", "---\nname: pilot-call\ndescription: Calls the pilot.\n---\n\n# Steps\n"),
        (
            "rope-check/SKILL.md",
            "---\nname: rope-check\ndescription: Checks ropes.\nargument-hint: [rope]\n---\n\n# Steps\n",
        ),
    ] {
        bench.write(&format!("proj/.claude/skills/{file}"), text);
    }
    bench.import(&["proj"]);
    let listed = |host| -> Vec<(String, String)> {
        let list = bench.get_host_list(host).unwrap();
        let is_there = |entry: &&HostEntry| !matches!(entry.state, HostState::Hidden | HostState::Refused);
        list.entries.iter().filter(is_there).map(|entry| (entry.name.clone(), entry.shown.clone())).collect()
    };
    let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    };
    let (crane, log) = ("Plans the crane.", "Keeps the log.");
    let (lock, rope) = (("lock-gate", "Opens the lock."), ("rope-check", "Checks ropes."));
    assert_eq!(
        listed(Host::ClaudeCode),
        owned(&[("crane-plan", crane), ("fog-horn", "---"), ("harbour-log", log), lock, rope])
    );
    assert_eq!(listed(Host::Codex), owned(&[("Crane Plan", crane), ("harbour-log", log), lock, rope]));
    assert_eq!(listed(Host::Copilot), owned(&[("Crane-Plan", crane), ("harbour-log", log), lock]));
    for (host, target) in [(Host::ClaudeCode, "claude-code"), (Host::Codex, "codex"), (Host::Copilot, "copilot")] {
        let linted = lint_paths(&[bench.path("proj").into()], Some(target), None, &[]).unwrap();
        let dropped = linted.findings.iter().filter(|found| found.finding.code == "client-dropped").count();
        let refused = bench.get_host_list(host).unwrap().entries;
        let refused = refused.iter().filter(|entry| entry.state == HostState::Refused && entry.why.is_some()).count();
        assert_eq!(dropped, refused, "{target}: {:#?}", linted.findings);
    }
}

#[test]
fn charts_are_written_whole_to_the_file_that_is_named() {
    let bench = harbour();
    let path = bench.path("charts/sweep.svg");
    assert_eq!(bench.save_export(&path, "<svg/>", false).unwrap(), path);
    assert_eq!(bench.read("charts/sweep.svg"), b"<svg/>");
    bench.save_export(&bench.path("charts/sweep.png"), "iVBORw==", true).unwrap();
    assert_eq!(bench.read("charts/sweep.png"), [0x89, b'P', b'N', b'G']);
    assert!(refused(bench.save_export(&bench.path("run.sh"), "rm", false), ErrorCode::Invalid).contains(".svg"));
    refused(bench.save_export(&path, "not base64 !", true), ErrorCode::Invalid);
    bench.write("plain", "a file");
    refused(bench.save_export(&bench.path("plain/below.svg"), "<svg/>", false), ErrorCode::File);
    assert_eq!(fs::read_dir(bench.path("charts")).unwrap().count(), 2, "nothing half-written is left");
}

#[test]
fn where_a_query_came_from_is_kept_and_a_file_is_named() {
    let bench = Bench::new();
    let set = "calls".to_owned();
    for (query, source) in [
        ("one", QuerySource::Written),
        ("two", QuerySource::Playground),
        ("three", QuerySource::Proposed),
        ("four", QuerySource::File { name: "calls.jsonl".to_owned() }),
    ] {
        let (query, set) = (query.to_owned(), set.clone());
        let new = NewQuery { id: None, set, query, expected: Vec::new(), unwanted: Vec::new(), source: source.clone() };
        assert_eq!(bench.save_query(&new).unwrap().source, source);
    }
    bench.write("more.jsonl", "{\"query\": \"five\", \"expected\": []}\n");
    bench.import_queries(&bench.path("more.jsonl"), Some(&set), RepeatedLabels::First).unwrap();
    let sources: Vec<_> = bench.list_queries(Some(&set)).unwrap().into_iter().map(|query| query.source).collect();
    assert!(sources.contains(&QuerySource::File { name: "more.jsonl".to_owned() }), "{sources:?}");
    assert!(sources.contains(&QuerySource::Proposed));
}
