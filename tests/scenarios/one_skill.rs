//! One skill goes out by itself: a `.skill` file, or its folder in a client's.

use std::fs;

use studio_api::{
    ErrorCode,
    dto::{ImportOutcome, SkillExportRequest, SkillExportWay},
};

use crate::harness::{Bench, refused, skill};

/// A bench with one skill that is tested, and its id.
fn tides() -> (Bench, String) {
    let bench = Bench::new();
    bench.write("in/tides/evals/evals.json", "{}");
    bench.write("in/tides/references/moon.md", "# Moon\n");
    bench.write("in/tides/SKILL.md", skill("tides", "Reads tide tables. Use when sailing.", "", "Ask the moon."));
    bench.import(&["in"]);
    let id = bench.row("tides").id;
    (bench, id)
}

fn to(id: &str, way: SkillExportWay, out: String) -> SkillExportRequest {
    SkillExportRequest { skill_id: id.to_owned(), way, out, is_overwriting: false }
}

#[test]
fn a_skill_becomes_a_file_for_uploads_and_replaces_another_only_when_it_may() {
    let (bench, id) = tides();
    let offer = bench.plan_skill_export(&id, SkillExportWay::Archive).unwrap();
    assert!(offer.path.ends_with("/tides.skill") && offer.folders.is_empty(), "{offer:?}");
    let request = to(&id, SkillExportWay::Archive, bench.path("out/tides.skill"));
    let written = bench.save_skill_export(&request).unwrap();
    assert_eq!((written.path.as_str(), written.has_draft, written.is_unchanged), (request.out.as_str(), false, false));
    let losses: Vec<_> = written.losses.iter().map(|loss| (loss.field.as_str(), loss.why.as_str())).collect();
    assert_eq!(losses, [("file evals/evals.json", "evals/ isn't included in uploads.")]);
    assert_eq!(fs::read_dir(bench.path("out")).unwrap().count(), 1, "nothing lies beside it");
    assert!(bench.save_skill_export(&request).unwrap().is_unchanged);
    let other = Bench::new();
    let report = other.import_paths(std::slice::from_ref(&request.out), false).unwrap();
    assert_eq!((report.imported.len(), report.imported[0].outcome), (1, ImportOutcome::Added));

    // The command line writes the same bytes.
    let ran = bench.skillctl(&["export", "tides", "--target", "skill-zip", "--to", &bench.path("cli/tides.skill")]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(bench.read("cli/tides.skill"), bench.read("out/tides.skill"));

    let text = bench.text(&id, "SKILL.md");
    bench.save_draft(&id, "SKILL.md", &format!("{text}\nA draft.\n")).unwrap();
    let same = bench.save_skill_export(&request).unwrap();
    assert!(same.is_unchanged && same.has_draft, "what is saved goes out: {same:?}");
    bench.save(&id, "SKILL.md", &format!("{text}\nMore.\n"));
    let before = bench.read("out/tides.skill");
    let message = refused(bench.save_skill_export(&request), ErrorCode::WouldOverwrite);
    assert!(message.starts_with(&request.out), "{message}");
    assert_eq!(bench.read("out/tides.skill"), before);
    bench.save_skill_export(&SkillExportRequest { is_overwriting: true, ..request.clone() }).unwrap();
    assert_ne!(bench.read("out/tides.skill"), before);
    let unnamed = to(&id, SkillExportWay::Archive, bench.path("out/tides"));
    assert!(refused(bench.save_skill_export(&unnamed), ErrorCode::Invalid).contains(".skill"));
}

#[test]
fn what_uploads_refuse_is_said_before_a_place_is_asked_for() {
    let bench = Bench::new();
    bench.write("in/log/SKILL.md", skill("Log Trimmer", "Trims logs. Use when a log is long.", "", "Trim."));
    bench.import(&["in"]);
    let id = bench.row("Log Trimmer").id;
    let message = refused(bench.plan_skill_export(&id, SkillExportWay::Archive), ErrorCode::Invalid);
    assert!(message.starts_with("Not exported. "), "{message}");
    let request = to(&id, SkillExportWay::Archive, bench.path("out/log.skill"));
    assert_eq!(refused(bench.save_skill_export(&request), ErrorCode::Invalid), message);
    assert!(!fs::exists(bench.path("out")).unwrap());
}

#[test]
fn a_skill_is_copied_into_the_folder_of_a_client_or_any_other() {
    let (bench, id) = tides();
    let way = SkillExportWay::ClientFolder;
    assert_eq!(bench.plan_skill_export(&id, way).unwrap().folders, Vec::<String>::new());
    for folder in [".codex/skills", ".copilot/skills"] {
        fs::create_dir_all(bench.path(&format!("home/{folder}"))).unwrap();
    }
    let offer = bench.plan_skill_export(&id, way).unwrap();
    assert_eq!(offer.folders.len(), 2, "those that are there: {offer:?}");
    assert_eq!(offer.path, offer.folders[0]);
    // Copilot's own folder of a project is another than that of the home.
    for out in ["home/.copilot/skills", "plain"] {
        let written = bench.save_skill_export(&to(&id, way, bench.path(out))).unwrap();
        assert_eq!(written.path, bench.path(&format!("{out}/tides")));
        assert_eq!(bench.read(&format!("{out}/tides/SKILL.md")), bench.text(&id, "SKILL.md").into_bytes());
        assert!(fs::exists(bench.path(&format!("{out}/tides/evals/evals.json"))).unwrap(), "a client's folder has all");
        assert_eq!(fs::read_dir(bench.path(out)).unwrap().count(), 1);
    }
    bench.write("plain/tides/SKILL.md", "Mine.\n");
    bench.write("plain/tides/references/moon.md", "Mine.\n");
    let again = to(&id, way, bench.path("plain"));
    let message = refused(bench.save_skill_export(&again), ErrorCode::WouldOverwrite);
    assert!(message.ends_with("and 1 more file already exist and are different."), "{message}");
    assert_eq!(bench.read("plain/tides/SKILL.md"), b"Mine.\n");
}
