//! A skill's other files: made, moved and taken away, in the library and in the linked folder.

use std::path::Path;

use studio_api::ErrorCode;

use crate::harness::{Bench, refused, skill};

fn paths(detail: &studio_api::dto::SkillDetail) -> Vec<&str> {
    detail.files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn files_are_made_moved_and_taken_away_in_both_places() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", skill("one", "First. Use when first.", "", "See [notes](references/notes.md)."));
    let id = bench.link(&["one"]).imported[0].id.clone();
    assert_eq!(bench.row("one").warnings, 1, "the link leads nowhere yet");

    let detail = bench.create_file(&id, " references\\notes.md ").unwrap();
    assert_eq!(paths(&detail), ["SKILL.md", "references/notes.md"]);
    assert_eq!(bench.read("one/references/notes.md"), b"");
    assert_eq!(bench.row("one").warnings, 0, "findings follow the files");
    bench.save(&id, "references/notes.md", "Notes.\n");
    assert_eq!(bench.read("one/references/notes.md"), b"Notes.\n");

    bench.save_draft(&id, "references/notes.md", "Notes, typed on.\n").unwrap();
    let detail = bench.rename_file(&id, "references/notes.md", "more/facts.md").unwrap();
    assert_eq!(paths(&detail), ["SKILL.md", "more/facts.md"]);
    assert_eq!(bench.read("one/more/facts.md"), b"Notes.\n");
    assert!(!Path::new(&bench.path("one/references/notes.md")).exists());
    assert_eq!(bench.get_file(&id, "more/facts.md").unwrap().draft.as_deref(), Some("Notes, typed on.\n"));

    let detail = bench.remove_file(&id, "more/facts.md").unwrap();
    assert_eq!(paths(&detail), ["SKILL.md"]);
    assert!(!Path::new(&bench.path("one/more/facts.md")).exists());
    assert!(bench.list_drafts().unwrap().is_empty());
    let deleted =
        bench.list_versions(&id).unwrap().into_iter().find(|version| version.reason.as_str() == "deleted").unwrap();
    let detail = bench.restore_version(&deleted.id).unwrap();
    assert_eq!(paths(&detail), ["SKILL.md", "more/facts.md"]);
    assert_eq!(bench.text(&id, "more/facts.md"), "Notes.\n");
    assert_eq!(bench.read("one/more/facts.md"), b"Notes.\n");
    assert!(bench.get_outside_change(&id, "more/facts.md").unwrap().is_none());
}

#[test]
fn no_path_leads_out_of_the_folder_or_over_another_file() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", skill("one", "First. Use when first.", "", "Body."));
    bench.write("one/notes.md", "notes");
    let id = bench.link(&["one"]).imported[0].id.clone();
    // Came into the folder a moment ago; the library does not know it yet.
    bench.write("one/unseen.md", "unseen");
    bench.write("outside.md", "outside");
    for path in [
        "",
        " ",
        "/etc/passwd",
        "../outside.md",
        "a/../../outside.md",
        "./x.md",
        "a//b.md",
        "a/",
        "..\\outside.md",
        "nul\0.md",
        "two\nlines.md",
        "SKILL.md",
        "skill.md",
        "notes.md",
        "unseen.md",
    ] {
        refused(bench.create_file(&id, path), ErrorCode::Invalid);
        refused(bench.rename_file(&id, "notes.md", path), ErrorCode::Invalid);
    }
    for path in ["SKILL.md", "Skill.MD"] {
        refused(bench.rename_file(&id, path, "other.md"), ErrorCode::Invalid);
        refused(bench.remove_file(&id, path), ErrorCode::Invalid);
    }
    for path in ["gone.md", "../outside.md", "/etc/passwd"] {
        refused(bench.remove_file(&id, path), ErrorCode::NotFound);
        refused(bench.get_file(&id, path), ErrorCode::NotFound);
        refused(bench.rename_file(&id, path, "fresh.md"), ErrorCode::NotFound);
    }
    assert_eq!(bench.read("outside.md"), b"outside");
    assert_eq!(bench.read("one/unseen.md"), b"unseen");
    assert_eq!(bench.read("one/notes.md"), b"notes");
}

#[test]
fn files_of_a_single_file_skill_stay_out_of_the_shared_folder() {
    let bench = Bench::new();
    bench.write("p/.skills/tea.md", skill("tea", "Steeps tea. Use when thirsty.", "", "Body."));
    bench.write("p/.skills/coffee.md", skill("coffee", "Brews. Use when tired.", "", "Body."));
    bench.link(&["p"]);
    let tea = bench.row("tea").id;
    bench.save(&tea, "SKILL.md", &skill("tea", "Steeps. Use when thirsty.", "", "Body."));
    assert!(String::from_utf8(bench.read("p/.skills/tea.md")).unwrap().contains("Steeps. "));
    bench.create_file(&tea, "coffee.md").unwrap();
    bench.save(&tea, "coffee.md", "Not that coffee.\n");
    bench.remove_file(&tea, "coffee.md").unwrap();
    assert!(String::from_utf8(bench.read("p/.skills/coffee.md")).unwrap().contains("Brews."), "another skill's file");
}

#[cfg(unix)]
#[test]
fn an_executable_file_stays_one() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new();
    bench.write("one/SKILL.md", skill("one", "First. Use when first.", "", "Body."));
    let script = bench.write("one/scripts/run.sh", "#!/bin/sh\n");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let id = bench.link(&["one"]).imported[0].id.clone();
    bench.save(&id, "scripts/run.sh", "#!/bin/sh\necho\n");
    bench.rename_file(&id, "scripts/run.sh", "scripts/walk.sh").unwrap();
    let mode = std::fs::metadata(bench.path("one/scripts/walk.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
}
