//! Searching by words and by meaning, and the vectors that are made in the background.

use std::fs;

use studio_api::{
    Upkeep,
    dto::{
        ActivityKind, CandidateState, EmbeddingState, Policy, Scorer, SearchMode, SearchRequest, SearchResult,
        StudioEvent, TrashKind,
    },
};

use crate::harness::{AsItIsNow, Bench, skill, until};

fn add_skills(bench: &Bench) {
    for (name, description) in [
        ("sail-boats", "Sails boats across the sea. Use when sailing."),
        ("bake-bread", "Bakes bread in an oven. Use when baking."),
        ("mend-bikes", "Mends bicycles and their tyres. Use when cycling."),
    ] {
        bench.write(&format!("skills/{name}/SKILL.md"), skill(name, description, "", "Body text."));
    }
    bench.import(&["skills"]);
}

/// Every skill's texts were given to the model, and none twice.
fn assert_each_was_read_once(bench: &Bench) {
    let mut texts = bench.model.texts();
    for name in ["sail boats", "bake bread", "mend bikes"] {
        assert!(texts.iter().any(|text| text.starts_with(&format!("{name}: "))), "{texts:?}");
    }
    let all = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), all, "{texts:?}");
}

fn is_ready(bench: &Bench) -> bool {
    bench.get_embedding_status().is_ok_and(|status| status.state == EmbeddingState::Ready)
}

fn request(query: &str, mode: SearchMode) -> SearchRequest {
    SearchRequest { query: query.to_owned(), mode, limit: 50, among: None }
}

fn search(bench: &Bench, query: &str, mode: SearchMode) -> SearchResult {
    bench.search_skills(&request(query, mode)).unwrap()
}

fn first_by_meaning(bench: &Bench, query: &str) -> String {
    search(bench, query, SearchMode::Meaning).hits.first().map(|hit| hit.name.clone()).unwrap_or_default()
}

fn policy() -> Policy {
    Policy { top_k: 3, min_score: 0.1, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

#[test]
fn words_are_found_and_no_query_is_an_error() {
    let bench = Bench::new();
    add_skills(&bench);
    let names = |query: &str| -> Vec<String> {
        search(&bench, query, SearchMode::Words).hits.into_iter().map(|hit| hit.name).collect()
    };
    assert_eq!(names("boats"), ["sail-boats"]);
    assert_eq!(names("bread oven"), ["bake-bread"]);
    for odd in [
        "",
        " ",
        "\"",
        "\"\"",
        "'",
        "*",
        "(",
        ")",
        "AND",
        "OR",
        "NOT",
        "NEAR",
        "NEAR(",
        "a AND",
        "name:",
        "name:x",
        "-x",
        "^x",
        "x*",
        "{x}",
        "[x]",
        "a:b:c",
        "--",
        ";",
        "\\",
        "%",
        "\0",
        "日本語",
        "🎉",
        "a\nb",
        "x\" OR \"y",
        "+",
        "~",
        &"long ".repeat(5_000),
        &"x".repeat(100_000),
    ] {
        for mode in [SearchMode::Words, SearchMode::Meaning] {
            bench.search_skills(&request(odd, mode)).unwrap_or_else(|error| panic!("{odd:?}: {error}"));
        }
        for scorer in [Scorer::Adk, Scorer::Embedding] {
            bench.score(odd, scorer, &policy()).unwrap();
        }
    }
}

#[test]
fn s0_19_meaning_finds_the_nearest() {
    let bench = Bench::new();
    add_skills(&bench);
    bench.wait_until_indexed().unwrap();
    assert_each_was_read_once(&bench);
    for (query, name) in [("boats on the sea", "sail-boats"), ("bread", "bake-bread"), ("bicycles", "mend-bikes")] {
        assert_eq!(first_by_meaning(&bench, query), name);
        let report = bench.score(query, Scorer::Embedding, &policy()).unwrap();
        assert_eq!((report.candidates[0].name.as_str(), report.unavailable), (name, None));
    }
    assert!(search(&bench, "  ", SearchMode::Meaning).hits.is_empty());
}

#[test]
fn only_what_changed_is_embedded_again() {
    let bench = Bench::new();
    add_skills(&bench);
    bench.wait_until_indexed().unwrap();
    let id = bench.row("bake-bread").id;

    bench.model.forget();
    bench.save(&id, "SKILL.md", &skill("bake-bread", "Bakes bread in an oven. Use when baking.", "", "Other body."));
    bench.wait_until_indexed().unwrap();
    assert!(bench.model.texts().is_empty(), "the instructions are no part of the meaning: {:?}", bench.model.texts());
    let report = bench.score("bread", Scorer::Embedding, &policy()).unwrap();
    assert!(report.candidates.iter().all(|one| one.state != CandidateState::NotIndexed), "{:?}", report.candidates);

    let bench = bench.reopen(Upkeep::OnDemand);
    bench.wait_until_indexed().unwrap();
    assert!(bench.model.texts().is_empty(), "vectors outlive the studio: {:?}", bench.model.texts());
    bench.save(&id, "SKILL.md", &skill("bake-bread", "Bakes rolls. Use when baking.", "", "Other body."));
    bench.wait_until_indexed().unwrap();
    let read = bench.model.texts();
    assert!(!read.is_empty() && read.iter().all(|text| text.contains("rolls")), "{read:?}");
    assert_eq!(first_by_meaning(&bench, "rolls"), "bake-bread");
}

#[test]
fn what_comes_back_from_the_trash_is_not_read_again_and_is_found_by_nobody_meanwhile() {
    let bench = Bench::new();
    add_skills(&bench);
    bench.wait_until_indexed().unwrap();
    let ids: Vec<String> = ["bake-bread", "mend-bikes"].map(|name| bench.row(name).id).into();
    bench.model.forget();
    let report = bench.trash_skills_now(&ids).unwrap();
    assert_ne!(first_by_meaning(&bench, "bread"), "bake-bread");
    bench.undo_change_set(&report.set.unwrap().id).unwrap();
    bench.wait_until_indexed().unwrap();
    assert_eq!(first_by_meaning(&bench, "bread"), "bake-bread");
    let is_read = |text: &String| text.starts_with("bake bread") || text.starts_with("mend bikes");
    assert!(!bench.model.texts().iter().any(is_read), "{:?}", bench.model.texts());

    // After a restart too, one by one, and all that is listed.
    bench.trash_skills_now(&ids).unwrap();
    let bench = bench.reopen(Upkeep::OnDemand);
    bench.wait_until_indexed().unwrap();
    bench.restore_now(TrashKind::Skill, &ids[0]).unwrap();
    let left: Vec<_> = bench.list_trash().unwrap().into_iter().map(|line| line.item).collect();
    bench.restore_items(&left).unwrap();
    bench.wait_until_indexed().unwrap();
    assert!(!bench.model.texts().iter().any(is_read), "{:?}", bench.model.texts());

    // What was deleted for good is read as anything new.
    let text = bench.text(&ids[0], "SKILL.md");
    bench.trash_skills_now(&ids[..1]).unwrap();
    bench.purge_now(TrashKind::Skill, &ids[..1]).unwrap();
    bench.add_skill("bake-bread", text);
    bench.wait_until_indexed().unwrap();
    assert!(bench.model.texts().iter().any(is_read));
}

#[test]
fn an_index_that_is_lost_is_made_again() {
    for is_damaged in [false, true] {
        let bench = Bench::new();
        add_skills(&bench);
        bench.wait_until_indexed().unwrap();
        let draft = bench.row("bake-bread").id;
        bench.save_draft(&draft, "SKILL.md", "typed").unwrap();
        let folder = bench.path("cache/index");
        let bench = {
            let bench = bench.reopen(Upkeep::OnDemand);
            bench.create_library(&bench.path("Other.db"), false).unwrap();
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if is_damaged { fs::write(&path, "damaged").unwrap() } else { fs::remove_file(&path).unwrap() }
            }
            bench.open_library(&bench.path("Test.db")).unwrap();
            bench
        };
        bench.wait_until_indexed().unwrap();
        assert_each_was_read_once(&bench);
        assert_eq!(first_by_meaning(&bench, "boats"), "sail-boats");
        assert_eq!(search(&bench, "boats", SearchMode::Words).hits.len(), 1);
        assert_eq!(bench.list_drafts().unwrap().len(), 1);
        assert_eq!(bench.list_skills().unwrap().len(), 3);
    }
}

#[test]
fn nothing_is_ready_before_it_was_looked_for_what_lacks_a_vector() {
    let bench = Bench::new();
    add_skills(&bench);
    let standing = || bench.get_embedding_status().map(|status| (status.state, status.indexed, status.total)).unwrap();
    assert_eq!(standing(), (EmbeddingState::Loading, 0, 3));
    bench.wait_until_indexed().unwrap();
    assert_eq!(standing(), (EmbeddingState::Ready, 3, 3));
}

#[test]
fn the_background_reports_can_be_paused_and_goes_on() {
    let bench = Bench::live();
    bench.model.hold_after(1);
    add_skills(&bench);
    until("some text to be embedded", || bench.model.texts().len() == 1);
    let status = bench.get_embedding_status().unwrap();
    assert!(status.indexed < status.total && status.total == 3, "{status:?}");

    // What the status line's button names is the activity the events tell of.
    let activities = || -> Vec<_> {
        let told = bench.events.all().into_iter().filter_map(|event| match event {
            StudioEvent::Activity { activity } if activity.kind == ActivityKind::Embed => Some(activity),
            _ => None,
        });
        told.collect()
    };
    until("the activity to be told", || !activities().is_empty());
    // Whoever hears of it has heard before that not everything is ready.
    let events = bench.events.all();
    let begun = events
        .iter()
        .position(|event| matches!(event, StudioEvent::Activity { activity } if activity.kind == ActivityKind::Embed));
    assert!(events[..begun.unwrap()].iter().any(|event| {
        matches!(event, StudioEvent::Embedding { status } if status.state != EmbeddingState::Ready && status.total == 3)
    }));
    bench.cancel_activity(&activities().last().unwrap().id).unwrap();
    until("the pause", || bench.get_embedding_status().is_ok_and(|status| status.state == EmbeddingState::Paused));
    bench.model.release();
    until("the activity to end", || activities().iter().any(|activity| activity.is_finished));
    assert!(bench.get_embedding_status().unwrap().hint.is_some());

    bench.resume_embedding().unwrap();
    until("every vector", || is_ready(&bench));
    assert_eq!(bench.get_embedding_status().unwrap().indexed, 3);
    assert_eq!(first_by_meaning(&bench, "bicycles"), "mend-bikes");
    bench.events.wait_for("the end to be told", |event| {
        matches!(event, StudioEvent::Embedding { status } if status.state == EmbeddingState::Ready && status.indexed == 3)
    });
}

#[test]
fn however_often_the_library_changes_one_activity_is_told_at_a_time() {
    let bench = Bench::live();
    bench.model.hold_after(1);
    add_skills(&bench);
    until("some text to be embedded", || bench.model.texts().len() == 1);
    // Another import stops what is made and begins anew; a skill that is saved is made beside it.
    bench.write("more/row-boats/SKILL.md", skill("row-boats", "Rows boats. Use when rowing.", "", "Body text."));
    bench.import(&["more"]);
    let id = bench.row("bake-bread").id;
    bench.save(&id, "SKILL.md", &skill("bake-bread", "Bakes rolls. Use when baking.", "", "Body text."));

    let running = || {
        let mut running = std::collections::BTreeSet::new();
        let mut most = 0;
        for event in bench.events.all() {
            let StudioEvent::Activity { activity } = event else { continue };
            if activity.kind != ActivityKind::Embed {
                continue;
            }
            if activity.is_finished {
                running.remove(&activity.id)
            } else {
                running.insert(activity.id)
            };
            most = most.max(running.len());
        }
        (running.len(), most)
    };
    assert_eq!(running(), (1, 1));
    // A library that is closed takes what it was at with it.
    bench.create_library(&bench.path("Other.db"), false).unwrap();
    bench.model.release();
    until("the activity to end", || running() == (0, 1));
}

#[test]
fn a_new_skill_is_indexed_without_being_asked() {
    let bench = Bench::live();
    until("an empty library to be ready", || is_ready(&bench));
    add_skills(&bench);
    until("every vector", || is_ready(&bench) && bench.get_embedding_status().is_ok_and(|status| status.indexed == 3));
    assert_eq!(first_by_meaning(&bench, "boats"), "sail-boats");
    bench.trash_now(TrashKind::Skill, &bench.row("sail-boats").id).unwrap();
    assert_ne!(first_by_meaning(&bench, "boats"), "sail-boats");
    assert_eq!(bench.get_embedding_status().unwrap().total, 2);
}
