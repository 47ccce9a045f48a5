//! What somebody who helps is told: how it goes, and nothing an author wrote.

use std::{fs, path::Path, time::Duration};

use studio_api::{ErrorCode, PageEnd};

use crate::harness::{Bench, skill};

#[test]
fn a_report_says_how_it_goes_and_holds_no_text_of_a_skill() {
    let bench = Bench::new();
    let library = bench.path("home/own.db");
    fs::create_dir_all(bench.path("home")).unwrap();
    bench.create_library_at(Path::new(&library), false).unwrap();
    let text = skill("volcano", "Erupts on quiet sundays.", "", "Only the author knows of this lava.");
    bench.add_skill("volcano", &text);
    bench.note_command("list_skills", Duration::from_millis(3), None);
    bench.note_command("import_paths", Duration::from_millis(1_700), None);
    bench.note_command("save_file", Duration::ZERO, Some(ErrorCode::Stale));
    bench.note_page_end(PageEnd::OutOfMemory);

    let report = bench.get_diagnostics();
    for said in [
        "Skill Studio ",
        "Library: skills 1, tools 0",
        "~/own.db is OK",
        "opened ~/own.db",
        "a command was slow name=\"import_paths\" ms=1700",
        "a command failed name=\"save_file\" code=Stale",
        "the process of a page ended why=OutOfMemory",
    ] {
        assert!(report.contains(said), "{said}: {report}");
    }
    let log = fs::read_to_string(bench.path("data/studio.log")).unwrap();
    for hidden in ["volcano", "sundays", "lava", "list_skills"] {
        assert!(!report.contains(hidden) && !log.contains(hidden), "{hidden}: {report}");
    }

    let told = bench.skillctl(&["--library", &library, "doctor", "--diagnostics", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    let told = document["diagnostics"].as_str().unwrap();
    assert!(told.contains("code=Stale") && !told.contains("lava"), "the command line reads the same log: {told}");
}
