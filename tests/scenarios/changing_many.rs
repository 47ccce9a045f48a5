//! Many skills changed as one set: fixed, undone, redone, by name where one cannot be, and after a restart.

use studio_api::{
    Upkeep,
    dto::{ChangeReport, ChangeSetKind, RefusalReason},
};

use crate::harness::{Bench, skill};

const CODE: &str = "yaml-unquoted-colon";

/// A skill file whose description cannot be read for its colon.
fn broken(name: &str) -> String {
    skill(name, "Use this: when it is asked for.", "", "Do it.")
}

/// Three linked skills with the same problem, and one without. Gives the ids of the three.
fn three() -> (Bench, Vec<String>) {
    let bench = Bench::new();
    for name in ["one", "two", "three"] {
        bench.write(&format!("{name}/SKILL.md"), broken(name));
    }
    bench.write("fine/SKILL.md", skill("fine", "Does fine things. Use when fine is asked for.", "", "Do it."));
    bench.link(&["one", "two", "three", "fine"]);
    let ids = ["one", "two", "three"].map(|name| bench.row(name).id).to_vec();
    (bench, ids)
}

fn on_disk(bench: &Bench, name: &str) -> String {
    String::from_utf8(bench.read(&format!("{name}/SKILL.md"))).unwrap()
}

fn refused(report: &ChangeReport) -> Vec<(&str, &str, RefusalReason)> {
    report.refused.iter().map(|one| (one.skill.as_str(), one.path.as_str(), one.reason)).collect()
}

#[test]
fn all_of_a_kind_are_fixed_as_one_set_in_the_library_and_on_disk() {
    let (bench, ids) = three();
    assert_eq!(bench.row("one").errors, 1);
    let preview = bench.preview_fix(Some(CODE), &ids[0]).unwrap();
    assert_eq!((preview.fixes, preview.has_draft), (1, false));
    assert_eq!(preview.before, broken("one"));
    assert!(preview.after.contains("description: \"Use this: when it is asked for.\""), "{}", preview.after);
    bench.events.clear();

    let report = bench.fix_all(Some(CODE), &ids).unwrap();
    assert_eq!((report.done, refused(&report)), (3, vec![]));
    let set = report.set.unwrap();
    assert_eq!((set.kind, set.changes, set.skills, set.undone), (ChangeSetKind::Fix, 3, 3, 0));
    assert!(set.title.starts_with("Fixed 3 skills: "), "{}", set.title);
    let files = bench.list_changed_files(&set.id).unwrap();
    assert!(files.iter().all(|file| !file.is_undone && ids.contains(&file.skill_id)), "{files:?}");
    assert_eq!(files.len(), 3);
    assert_eq!(bench.list_change_sets().unwrap(), [set]);
    for name in ["one", "two", "three"] {
        assert_eq!(bench.row(name).errors, 0, "{name}");
        assert_eq!(on_disk(&bench, name), bench.text(&bench.row(name).id, "SKILL.md"));
    }
    assert_eq!(on_disk(&bench, "one"), preview.after);
    assert_eq!(bench.list_versions(&ids[0]).unwrap()[0].reason.as_str(), "fixed");
    assert_eq!(bench.list_versions(&bench.row("fine").id).unwrap().len(), 1, "what has no such problem is not touched");
}

#[test]
fn everything_that_has_a_fix_is_fixed_in_the_chosen_skills_but_what_is_ignored() {
    let (bench, ids) = three();
    let bare = "Say what time it is.\n";
    bench.write("bare/SKILL.md", bare);
    bench.link(&["bare"]);
    let bare_id = bench.row("bare").id;
    let files = bench.list_problems().unwrap().files;
    let of_two = files.iter().find(|file| file.skill == "two").unwrap();
    for problem in &of_two.problems {
        bench.ignore_problem(&ids[1], &problem.code, &problem.subject, "meant so").unwrap();
    }
    let preview = bench.preview_fix(None, &bare_id).unwrap();
    assert_ne!(preview.after, bare);

    let chosen = [ids[0].clone(), ids[1].clone(), bare_id.clone()];
    let report = bench.fix_all(None, &chosen).unwrap();
    assert_eq!((report.done, refused(&report)), (2, vec![]));
    let set = report.set.unwrap();
    assert_eq!(set.title, "Fixed 2 skills");
    assert_eq!(bench.row("one").errors, 0);
    assert_eq!(bench.text(&bare_id, "SKILL.md"), preview.after);
    assert_eq!((on_disk(&bench, "two"), on_disk(&bench, "three")), (broken("two"), broken("three")));

    assert_eq!(bench.undo_change_set(&set.id).unwrap().done, 2);
    assert_eq!((on_disk(&bench, "one"), on_disk(&bench, "bare")), (broken("one"), bare.to_owned()));
}

#[test]
fn a_set_is_undone_and_redone_after_a_restart() {
    let (bench, ids) = three();
    let id = bench.fix_all(Some(CODE), &ids).unwrap().set.unwrap().id;
    let fixed = on_disk(&bench, "two");
    let bench = bench.reopen(Upkeep::OnDemand);

    let report = bench.undo_change_set(&id).unwrap();
    assert_eq!((report.done, refused(&report)), (3, vec![]));
    assert_eq!(report.set.unwrap().undone, 3);
    assert_eq!(on_disk(&bench, "two"), broken("two"));
    assert_eq!(bench.row("two").errors, 1);
    assert_eq!(bench.list_versions(&ids[1]).unwrap()[0].reason.as_str(), "undone");

    let bench = bench.reopen(Upkeep::OnDemand);
    let again = bench.redo_change_set(&id).unwrap();
    assert_eq!((again.done, again.set.unwrap().undone), (3, 0));
    assert_eq!(on_disk(&bench, "two"), fixed);
    assert_eq!(bench.redo_change_set(&id).unwrap().done, 0, "there is nothing left to do again");
}

#[test]
fn a_file_that_moved_on_is_named_and_the_others_are_undone() {
    let (bench, ids) = three();
    let id = bench.fix_all(Some(CODE), &ids).unwrap().set.unwrap().id;
    let edited = bench.text(&ids[0], "SKILL.md").replace("Do it.", "Do it twice.");
    bench.save(&ids[0], "SKILL.md", &edited);
    let typed = bench.text(&ids[1], "SKILL.md").replace("Do it.", "Not saved.");
    bench.save_draft(&ids[1], "SKILL.md", &typed).unwrap();

    let report = bench.undo_change_set(&id).unwrap();
    assert_eq!(report.done, 1);
    let reasons = [("one", "SKILL.md", RefusalReason::ChangedSince), ("two", "SKILL.md", RefusalReason::HasDraft)];
    assert_eq!(refused(&report), reasons);
    assert_eq!(report.set.unwrap().undone, 1);
    assert_eq!(on_disk(&bench, "one"), edited);
    assert_eq!(on_disk(&bench, "three"), broken("three"));

    // What was in the way is gone: the rest follows.
    bench.delete_draft(&ids[1], "SKILL.md").unwrap();
    let rest = bench.undo_change_set(&id).unwrap();
    assert_eq!((rest.done, rest.set.unwrap().undone), (1, 2));
    assert_eq!(on_disk(&bench, "two"), broken("two"));
}

#[test]
fn a_change_outside_is_not_written_over() {
    let (bench, ids) = three();
    bench.save_draft(&ids[2], "SKILL.md", "typed").unwrap();
    bench.write("three/SKILL.md", "changed by another editor");
    bench.write("two/SKILL.md", broken("two").replace("Do it.", "Changed by another editor."));
    let report = bench.fix_all(Some(CODE), &ids).unwrap();
    assert_eq!(on_disk(&bench, "three"), "changed by another editor");
    let reasons: Vec<_> = refused(&report).into_iter().map(|(skill, _, reason)| (skill, reason)).collect();
    // `two` was planned on the text before it was taken over.
    assert_eq!(reasons, [("two", RefusalReason::ChangedSince), ("three", RefusalReason::HasDraft)]);
    let report = bench.fix_all(Some(CODE), &ids[1..2]).unwrap();
    assert_eq!((report.done, refused(&report)), (1, vec![]));
    assert!(on_disk(&bench, "two").contains("Changed by another editor."));
}

#[test]
fn a_fix_says_whose_name_is_taken_and_gives_it_to_no_other() {
    let bench = Bench::new();
    for name in ["log-trimmer", "Log Trimmer", "Schön", "schon."] {
        bench.write(&format!("own/{name}/SKILL.md"), skill(name, "Trims logs. Use for long logs.", "", "Trim."));
    }
    bench.link(&["own"]);
    let id = |name: &str| bench.row(name).id;
    let preview = bench.preview_fix(Some("name-format"), &id("Log Trimmer")).unwrap();
    assert!(preview.after.contains("name: log-trimmer-2\n"), "{}", preview.after);
    assert_eq!(
        preview.notes,
        [
            "Another skill is already named `log-trimmer`, so this one is named `log-trimmer-2`.",
            "The folder is still named `Log Trimmer`. You can rename it to `log-trimmer-2` from the skill's problems."
        ]
    );
    let text = bench.text(&id("Log Trimmer"), "SKILL.md");
    let analysis = bench.analyze(&id("Log Trimmer"), "SKILL.md", &text).unwrap();
    let offered = analysis.findings.into_iter().find(|finding| finding.code == "name-format").unwrap().fix.unwrap();
    assert_eq!(offered.title, "Name it `log-trimmer-2` (another skill is named `log-trimmer`)");

    let ids = ["Log Trimmer", "Schön", "schon."].map(id).to_vec();
    let report = bench.fix_all(Some("name-format"), &ids).unwrap();
    assert_eq!((report.done, refused(&report)), (2, vec![("schon.", "SKILL.md", RefusalReason::Refused)]));
    assert_eq!(report.refused[0].message, "Another of these skills gets the name schon. Fix this one by itself.");
    assert_eq!((bench.row("log-trimmer-2").id, bench.row("schon").id), (ids[0].clone(), ids[1].clone()));
    assert_eq!(bench.fix_all(Some("name-format"), &ids[2..]).unwrap().done, 1);
    assert_eq!(bench.row("schon-2").id, ids[2]);
}
