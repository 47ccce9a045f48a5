//! A drive that is full: what is typed is refused with the reason and not half kept, what was saved stays whole, and
//! saving goes on where there is room again.

use std::{fs, path::Path};

use studio_api::{ErrorCode, Upkeep, dto::CheckStatus};
use studio_testkit::Drive;

use crate::harness::{Bench, refused, saved, skill};

/// Room for a library, its log and little more.
const SIZE: &str = "6m";

/// A small drive, where whoever tests may mount one.
struct SmallDrive<'a> {
    at: &'a Path,
    _drive: Drive<'a>,
}

impl<'a> SmallDrive<'a> {
    fn mount(at: &'a Path) -> Option<Self> {
        fs::create_dir_all(at).unwrap();
        Drive::mount(at, Some(SIZE)).map(|drive| Self { at, _drive: drive })
    }

    /// Leaves no byte of room.
    fn fill(&self) {
        let mut size = 1 << 20;
        let mut filling = Vec::new();
        while size > 0 {
            filling.resize(filling.len() + size, 0_u8);
            if fs::write(self.at.join("filling"), &filling).is_err() {
                filling.truncate(filling.len() - size);
                size /= 2;
            }
        }
        // What was written of the last try stays, which is all that fits.
    }

    fn make_room(&self) {
        fs::remove_file(self.at.join("filling")).unwrap();
    }
}

fn text(body: &str) -> String {
    skill("one", "First. Use when first.", "", body)
}

#[test]
fn a_full_disk_refuses_saves_drafts_and_imports_and_costs_nothing_that_was_saved() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    let folder = bench.path("drive");
    let Some(drive) = SmallDrive::mount(folder.as_ref()) else { return };
    let library = bench.path("drive/Full.db");
    bench.create_library(&library, false).unwrap();
    let id = bench.add_skill("drive/linked/one", text("Saved.")).id;
    bench.save(&id, "SKILL.md", &text("Saved, too."));
    drive.fill();

    let long = text(&"It is long enough to need a page of its own. ".repeat(20_000));
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    for _ in 0..5 {
        let message = refused(bench.save_file(&id, "SKILL.md", &long, version, None), ErrorCode::File);
        assert!(message.contains("Full.db") && message.contains("ot enough disk space"), "{message}");
        let message = refused(bench.save_draft(&id, "SKILL.md", &long), ErrorCode::File);
        assert!(message.contains("ot enough disk space"), "{message}");
    }
    let many = bench.path("many");
    for number in 0..60 {
        let body = "It is long enough to fill some pages. ".repeat(800);
        let name = format!("many-{number}");
        bench.write(&format!("many/{name}/SKILL.md"), skill(&name, "One of many. Use when many.", "", &body));
    }
    let imported = bench.import_paths(&[many], false);
    assert!(imported.is_err(), "{imported:?}");
    assert_eq!(bench.text(&id, "SKILL.md"), text("Saved, too."), "reading goes on");
    assert_eq!(bench.list_skills().unwrap().len(), 1, "no import is half there");
    assert!(bench.list_drafts().unwrap().is_empty(), "no draft is half there");
    let rows = bench.skillctl(&["doctor", "--library", &library]);
    assert_ne!(rows.status.code(), Some(2), "{}", String::from_utf8_lossy(&rows.stderr));

    drive.make_room();
    let detail = saved(bench.save_file(&id, "SKILL.md", &long, version, None).unwrap());
    assert!(detail.aggregate_version > version);
    assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{:?}", bench.doctor()[0]);
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.text(&id, "SKILL.md"), long);
    drop(bench);
    drop(drive);
}

#[test]
fn a_linked_file_on_a_full_disk_stays_as_it_was_and_is_written_when_there_is_room() {
    let bench = Bench::new();
    let folder = bench.path("drive");
    let Some(drive) = SmallDrive::mount(folder.as_ref()) else { return };
    bench.write("drive/one/SKILL.md", text("Base."));
    let id = bench.link(&["drive/one"]).imported[0].id.clone();
    drive.fill();
    let mine = text(&"Mine. ".repeat(50_000));
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    let message = refused(bench.save_file(&id, "SKILL.md", &mine, version, None), ErrorCode::File);
    assert!(message.contains("The change was saved in the library") && message.contains("SKILL.md"), "{message}");
    assert_eq!(bench.read("drive/one/SKILL.md"), text("Base.").into_bytes(), "the file is whole");
    let left = fs::read_dir(bench.path("drive/one")).unwrap().count();
    assert_eq!(left, 1, "nothing is left beside it");
    assert_eq!(bench.text(&id, "SKILL.md"), mine, "the library has what was saved");
    drive.make_room();
    let bench = bench.reopen(Upkeep::InBackground);
    crate::harness::until("the file to be written", || bench.read("drive/one/SKILL.md") == mine.as_bytes());
    drop(bench);
    drop(drive);
}
