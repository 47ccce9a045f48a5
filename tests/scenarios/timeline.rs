//! What keeps work from being lost: drafts, versions, the trash.

use studio_api::{ErrorCode, Upkeep};
use studio_model::SkillDependency;
use studio_store::{Library, Options, unsaved};

use studio_api::dto::TrashKind;

use crate::harness::{AsItIsNow, Bench, refused, skill};

#[test]
fn drafts_are_kept_listed_and_discarded() {
    let bench = Bench::new();
    let stored = skill("one", "First. Use when first.", "", "Body.");
    let id = bench.add_skill("one", &stored).id;
    let typed = format!("{stored}typed");
    bench.save_draft(&id, "SKILL.md", &typed).unwrap();
    assert!(bench.row("one").has_draft);
    let drafts = bench.list_drafts().unwrap();
    assert_eq!(drafts.len(), 1);
    assert_eq!((&drafts[0].text, &drafts[0].stored, drafts[0].skill_name.as_str()), (&typed, &stored, "one"));
    assert_eq!(bench.get_file(&id, "SKILL.md").unwrap().draft.as_deref(), Some(typed.as_str()));

    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.list_drafts().unwrap()[0].text, typed, "a draft outlives the studio");
    bench.save_draft(&id, "SKILL.md", &stored).unwrap();
    assert!(bench.list_drafts().unwrap().is_empty(), "a text equal to the stored one needs no draft");
    assert!(!bench.row("one").has_draft);

    bench.save_draft(&id, "SKILL.md", &typed).unwrap();
    bench.delete_draft(&id, "SKILL.md").unwrap();
    assert_eq!(bench.get_file(&id, "SKILL.md").unwrap().draft, None);
    bench.save_draft(&id, "SKILL.md", &typed).unwrap();
    bench.save(&id, "SKILL.md", &typed);
    assert!(bench.list_drafts().unwrap().is_empty(), "saving ends the draft");
    refused(bench.save_draft(&id, "gone.md", "x"), ErrorCode::NotFound);
}

#[test]
fn a_draft_of_what_somebody_else_then_saved_is_no_draft() {
    let bench = Bench::new();
    let stored = skill("one", "First. Use when first.", "", "Body.");
    let id = bench.add_skill("one", &stored).id;
    let typed = format!("{stored}typed\n");
    bench.save_draft(&id, "SKILL.md", &typed).unwrap();
    let library = Library::open(bench.path("Test.db").as_ref(), &Options::new("other")).unwrap().0;
    let skill_id = id.parse().unwrap();
    let content = studio_store::SkillContent {
        name: "one".to_owned(),
        encoding: "utf-8".to_owned(),
        bytes: typed.clone().into_bytes(),
        ..studio_store::SkillContent::default()
    };
    let change = studio_store::SkillChange { content: Some(content), ..studio_store::SkillChange::default() };
    library.update_skill(skill_id, 1, &change).unwrap();
    assert!(bench.list_drafts().unwrap().is_empty());
    assert_eq!(bench.get_file(&id, "SKILL.md").unwrap().draft, None);
}

#[test]
fn versions_are_listed_read_labelled_and_restored() {
    let bench = Bench::new();
    let texts: Vec<String> =
        (0..4).map(|number| skill("one", &format!("Number {number}. Use when {number}."), "", "Body.")).collect();
    let id = bench.add_skill("one", &texts[0]).id;
    for text in &texts[1..] {
        bench.save(&id, "SKILL.md", text);
    }
    let versions = bench.list_versions(&id).unwrap();
    assert_eq!(versions.len(), 4);
    let reasons: Vec<&str> = versions.iter().map(|version| version.reason.as_str()).collect();
    assert_eq!(reasons, ["saved", "saved", "saved", "imported"]);
    assert!(versions.is_sorted_by(|a, b| a.aggregate_version > b.aggregate_version));
    assert!(versions.iter().all(|version| version.user == "tester" && version.path == "SKILL.md"));
    for (version, text) in versions.iter().rev().zip(&texts) {
        assert_eq!(bench.get_version(&version.id).unwrap(), *text);
    }
    bench.label_version(&versions[2].id, " shipped ").unwrap();
    assert_eq!(bench.list_versions(&id).unwrap()[2].label, "shipped");
    bench.save_draft(&id, "SKILL.md", "typed").unwrap();
    let detail = bench.restore_version(&versions[2].id).unwrap();
    assert_eq!(detail.description, "Number 1. Use when 1.");
    assert_eq!(bench.text(&id, "SKILL.md"), texts[1]);
    assert!(bench.list_drafts().unwrap().is_empty());
    let after = bench.list_versions(&id).unwrap();
    assert_eq!((after.len(), after[0].reason.as_str()), (5, "restored"));
    bench.label_version(&versions[2].id, "").unwrap();
    assert!(bench.list_versions(&id).unwrap().iter().all(|version| version.label.is_empty()));
}

#[test]
fn s0_17_a_delete_that_others_depend_on_names_them() {
    let bench = Bench::new();
    let needed = bench.add_skill("needed", skill("needed", "Is needed. Use when needed.", "", "Body.")).id;
    let needing = bench.add_skill("needing", skill("needing", "Needs. Use when needing.", "", "Body.")).id;
    let library = Library::open(bench.path("Test.db").as_ref(), &Options::new("other")).unwrap().0;
    let dependency = SkillDependency {
        skill: needing.parse().unwrap(),
        depends_on: needed.parse().unwrap(),
        required: true,
        audit: unsaved(),
    };
    library.put_skill_dependency(&dependency).unwrap();
    drop(library);

    let uses = bench.get_skill(&needed).unwrap().uses;
    assert_eq!(uses.iter().map(|one| one.why.as_str()).collect::<Vec<_>>(), ["needing requires needed."]);
    bench.trash_now(TrashKind::Skill, &needed).unwrap();
    let both = [needed.clone(), needing.clone()];
    let report = bench.purge_now(TrashKind::Skill, &both).unwrap();
    assert_eq!(
        (report.deleted, report.kept),
        (0, vec!["needed is required by needing. Remove those links first.".to_owned()])
    );
    assert_eq!(bench.list_trash().unwrap().len(), 1);
    let live = bench.now(TrashKind::Skill, &needing).unwrap();
    assert_eq!(bench.delete_trashed(&[live]).unwrap().deleted, 0, "what is not in the trash is not deleted");
    bench.trash_now(TrashKind::Skill, &needing).unwrap();
    assert_eq!(bench.purge_now(TrashKind::Skill, &both).unwrap().deleted, 2);
    assert!(bench.list_trash().unwrap().is_empty() && bench.list_skills().unwrap().is_empty());
}

#[test]
fn the_trash_hides_a_skill_everywhere_and_gives_it_back_whole() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", skill("one", "Sails boats. Use when sailing.", "", "Body."));
    bench.write("one/notes.md", "notes");
    let id = bench.import(&["one"]).imported[0].id.clone();
    bench.wait_until_indexed().unwrap();
    bench.save_draft(&id, "notes.md", "typed").unwrap();
    let is_found = || {
        let search = |mode| {
            let query = "sailing".to_owned();
            bench.search_skills(&studio_api::dto::SearchRequest { query, mode, limit: 9, among: None }).unwrap().hits
        };
        let words = search(studio_api::dto::SearchMode::Words);
        let meaning = search(studio_api::dto::SearchMode::Meaning);
        let policy =
            studio_api::dto::Policy { top_k: 9, min_score: 0.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
        let scored = bench.score("sailing", studio_api::dto::Scorer::Adk, &policy).unwrap().candidates;
        assert!(words.len() == meaning.len() && words.len() == scored.len(), "{words:?} {meaning:?} {scored:?}");
        !words.is_empty()
    };
    assert!(is_found());
    bench.trash_now(TrashKind::Skill, &id).unwrap();
    assert!(!is_found() && bench.list_skills().unwrap().is_empty() && bench.list_drafts().unwrap().is_empty());
    assert_eq!(bench.list_trash().unwrap()[0].name, "one");
    bench.restore_now(TrashKind::Skill, &id).unwrap();
    bench.wait_until_indexed().unwrap();
    assert!(is_found());
    assert_eq!(bench.list_drafts().unwrap()[0].text, "typed");
    assert_eq!(bench.text(&id, "notes.md"), "notes");
    bench.trash_now(TrashKind::Skill, &id).unwrap();
    bench.purge_now(TrashKind::Skill, std::slice::from_ref(&id)).unwrap();
    assert!(!is_found() && bench.list_trash().unwrap().is_empty());
    refused(bench.get_skill(&id), ErrorCode::NotFound);
}
