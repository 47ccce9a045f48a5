//! Files that are no library, or no longer a whole one: refused with a clear message, and nothing in them touched.

use std::fs;

use studio_api::{
    ErrorCode, Upkeep,
    dto::{CheckStatus, NoticeCode},
};
use studio_store::{Library, Options};

use crate::harness::{Bench, refused, skill};

#[test]
fn what_is_no_library_is_refused_and_left_alone() {
    let bench = Bench::new();
    bench.add_skill("one", skill("one", "First. Use when first.", "", "Body."));
    let newer = bench.path("Newer.db");
    drop(Library::open(newer.as_ref(), &Options::new("tester")).unwrap());
    let mut bytes = fs::read(&newer).unwrap();
    // `user_version`, the format, stands at 60 in the header of an SQLite file.
    bytes[60..64].copy_from_slice(&999_u32.to_be_bytes());
    fs::write(&newer, bytes).unwrap();
    bench.write("Text.db", "this is a shopping list");
    bench.write("Half.db", b"SQLite format 3\0");
    for (name, code) in [
        ("Text.db", ErrorCode::NotALibrary),
        ("Newer.db", ErrorCode::NewerLibrary),
        ("Half.db", ErrorCode::NotALibrary),
        ("Nowhere.db", ErrorCode::NotFound),
    ] {
        let before = fs::read(bench.path(name)).ok();
        let message = refused(bench.open_library(&bench.path(name)), code);
        assert!(message.contains(&bench.path(name)), "{message}");
        assert_eq!(fs::read(bench.path(name)).ok(), before, "{name} is as it was");
        assert_eq!(bench.row("one").name, "one", "the open library stays open");
    }
    let taken = refused(bench.create_library(&bench.path("Text.db"), true), ErrorCode::Invalid);
    assert!(taken.contains("already exists"), "{taken}");
    assert_eq!(bench.row("one").name, "one");
}

#[test]
fn a_library_that_cannot_be_opened_at_the_start_is_the_first_thing_said() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    refused(bench.get_library(), ErrorCode::NoLibrary);
    bench.write("Text.db", "this is a shopping list");
    bench.open_at_start(Some(bench.path("Text.db").as_ref()), false);
    refused(bench.get_library(), ErrorCode::NotALibrary);
    bench.create_library(&bench.path("Test.db"), false).unwrap();
    assert_eq!(bench.get_library().unwrap().skills, 0);
}

#[test]
fn a_damaged_library_is_salvaged_and_its_original_kept() {
    let bench = Bench::new();
    for number in 0..40 {
        let body = format!("Body {number}. {}", "It is long enough to fill some pages. ".repeat(80));
        let name = format!("skill-{number}");
        bench.add_skill(&name, skill(&name, "One of many. Use when many.", "", &body));
    }
    let path = bench.get_library().unwrap().path;
    let bench = bench.reopen(Upkeep::OnDemand);
    bench.create_library(&bench.path("Other.db"), false).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let page = 4096;
    // Whole pages, so that the structure breaks and not only some text.
    for damaged in [bytes.len() / page / 2, bytes.len() / page / 2 + 3] {
        bytes[damaged * page..(damaged + 1) * page].iter_mut().for_each(|byte| *byte ^= 0x5A);
    }
    fs::write(&path, &bytes).unwrap();
    let message = refused(bench.open_library(&path), ErrorCode::DamagedLibrary);
    assert!(message.contains("Recovering"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), bytes, "a refused file is as it was");

    let info = bench.salvage_library(&path).unwrap();
    assert!(info.skills >= 20, "{} of 40 skills were rescued", info.skills);
    assert_eq!(info.notices[0].code, NoticeCode::Salvaged);
    let kept = info.notices[0].message.rsplit("kept as ").next().unwrap().trim_end_matches('.');
    assert_eq!(fs::read(kept).unwrap(), bytes, "the original is kept");
    for row in bench.list_skills().unwrap() {
        assert!(bench.text(&row.id, "SKILL.md").contains("long enough"));
    }
    let report = bench.get_salvage_report().unwrap().unwrap();
    assert_eq!(report.kept, kept);
    let skills = report.tables.iter().find(|table| table.name == "Skills").unwrap();
    assert_eq!((skills.before, skills.rescued + skills.repaired >= info.skills), (40, true), "{report:#?}");
    let doctor = bench.doctor();
    let told = doctor.iter().find(|check| check.name == "rescue").unwrap();
    assert!(told.message.starts_with(&report.summary), "{told:?}");
    assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{:?}", bench.doctor()[0]);
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.get_library().unwrap().skills, info.skills);
}

#[test]
fn an_older_library_is_brought_up_to_date() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    let old = bench.write("Old.db", fs::read(crate::harness::fixtures().join("libraries/v1.db")).unwrap());
    let info = bench.open_library(old.to_str().unwrap()).unwrap();
    assert!(info.skills > 0);
    assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{:?}", bench.doctor()[0]);
}

#[test]
fn libraries_are_switched_and_remembered() {
    let bench = Bench::new();
    bench.add_skill("one", skill("one", "First. Use when first.", "", "Body."));
    bench.set_setting("theme", "dark").unwrap();
    bench.create_library(&bench.path("Second.db"), false).unwrap();
    assert!(bench.list_skills().unwrap().is_empty());
    assert_eq!(bench.get_setting("theme").unwrap(), None);
    bench.add_skill("two", skill("two", "Second. Use when second.", "", "Body."));
    let recent = |bench: &Bench| -> Vec<String> {
        bench.list_recent_libraries().unwrap().into_iter().map(|library| library.name).collect()
    };
    assert_eq!(recent(&bench), ["Second", "Test"]);
    bench.open_library(&bench.path("Test.db")).unwrap();
    assert_eq!(recent(&bench), ["Test", "Second"]);
    assert_eq!(bench.list_skills().unwrap().len(), 1);
    assert_eq!(bench.get_setting("theme").unwrap().as_deref(), Some("dark"));
    assert_eq!(bench.row("one").name, "one");
    let bench = bench.reopen(Upkeep::OnDemand);
    fs::remove_file(bench.path("Second.db")).unwrap();
    assert_eq!(recent(&bench), ["Test"], "what is gone is not offered");
}

#[test]
fn the_command_line_rescues_a_damaged_library_and_refuses_any_other_file() {
    let bench = Bench::new();
    for number in 0..40 {
        let body = "It is long enough to fill some pages. ".repeat(80);
        let name = format!("skill-{number}");
        bench.add_skill(&name, skill(&name, "One of many. Use when many.", "", &body));
    }
    let path = bench.get_library().unwrap().path;
    let bench = bench.reopen(Upkeep::OnDemand);
    bench.create_library(&bench.path("Other.db"), false).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 4096 / 2 * 4096;
    bytes[middle..middle + 4096].fill(0);
    fs::write(&path, &bytes).unwrap();
    let refused = bench.skillctl(&["doctor", "--library", &path]);
    assert_eq!(refused.status.code(), Some(2));
    let rescued = bench.skillctl(&["doctor", "--salvage", "--json", "--library", &path]);
    assert_ne!(rescued.status.code(), Some(2), "{}", String::from_utf8_lossy(&rescued.stderr));
    let told: serde_json::Value = serde_json::from_slice(&rescued.stdout).unwrap();
    let check = told["checks"].as_array().unwrap().iter().find(|check| check["name"] == "rescue").unwrap().clone();
    assert!(check["message"].as_str().unwrap().contains("This library was damaged."), "{check}");

    let key = bench.write("id_ed25519", "-----BEGIN OPENSSH PRIVATE KEY-----\n".repeat(400));
    let refused = bench.skillctl(&["doctor", "--salvage", "--library", key.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("o library data could be read") && said.contains("id_ed25519"), "{said}");
    assert_eq!(fs::read(&key).unwrap(), "-----BEGIN OPENSSH PRIVATE KEY-----\n".repeat(400).into_bytes());
}
