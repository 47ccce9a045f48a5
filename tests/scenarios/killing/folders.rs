//! The folder of a linked skill is given another name, goes to the system's trash and comes back from it, and the studio is
//! killed at each step of that: it is whole and where the library says, and nothing else is left.

use std::{fs, os::unix::process::ExitStatusExt as _, path::Path};

use serde_json::{Value, json};
use studio_api::{
    Upkeep,
    dto::{FoldersOnDisk, NoticeCode, TrashKind, TrashRef, WhenNeeded},
};

use super::{Writer, command, found_by, run, say, steps, text};
use crate::harness::{Events, Model, start};

const NAME: &str = "named";
/// The folder around that of the skill.
const OWN: &str = "own";
/// Names that its folder has in turn.
const NAMES: [&str; 2] = ["first", "second"];
/// The system's trash.
const TRASH: &str = "home/.local/share/Trash";

/// What is done to the folder, and what the next studio says where it was killed at the moment of moving it.
const ACTS: [(&str, &str); 4] = [
    ("rename", "It has its name back"),
    ("trash", "1 folder was still to be moved, and is now"),
    ("undo", "In the trash again with their skills: 1 folder"),
    ("restore", "Moved back with their skills: 1 folder"),
];

impl Writer<'_> {
    /// Does one thing to the folder, or says where it is.
    pub(super) fn carry_out(&self, act: &str) {
        let studio = self.studio;
        match act {
            "where" => {
                let row = studio.list_skills().unwrap().into_iter().find(|row| row.name == NAME);
                let folder = row.map(|row| studio.get_skill(&row.id).unwrap().link.unwrap().folder);
                let notices = studio.get_library().unwrap().notices.into_iter();
                let told = notices.filter(|notice| notice.code == NoticeCode::InterruptedWrite);
                let told: Vec<String> = told.map(|notice| notice.message).collect();
                say(&format!("state {}", json!({ "folder": folder, "told": told })));
            }
            "rename" => {
                let id = self.id(NAME);
                let folder = studio.get_skill(&id).unwrap().link.unwrap().folder;
                let is_first = folder.ends_with(NAMES[0]);
                studio.rename_skill_folder(&id, NAMES[usize::from(is_first)]).unwrap();
            }
            "trash" => {
                let row = self.row(NAME);
                let item = TrashRef { kind: TrashKind::Skill, id: row.id, aggregate_version: row.aggregate_version };
                let report = studio.trash_skills(&[item], WhenNeeded::Trash, FoldersOnDisk::Trash).unwrap();
                assert!(report.done == 1 && report.refused.is_empty(), "{report:?}");
            }
            "undo" => {
                let newest = studio.list_change_sets().unwrap().remove(0);
                let report = studio.undo_change_set(&newest.id).unwrap();
                assert!(report.done == 1 && report.refused.is_empty(), "{report:?}");
            }
            "restore" => {
                let line = studio.list_trash().unwrap().remove(0);
                studio.restore_item(&line.item, None).unwrap();
            }
            other => panic!("nobody does {other}"),
        }
    }
}

/// Where a fresh process finds the folder: its path, where its skill is not in the trash, and what that process told.
struct Found {
    folder: Option<String>,
    told: String,
}

/// Has a fresh process look, and holds what is on the disk to what it says.
fn looked(folder: &Path, when: &str) -> Found {
    let state = found_by(folder, "Test.db", "where");
    let told: Vec<&str> = state["told"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let found = Found { folder: state["folder"].as_str().map(str::to_owned), told: told.join("\n") };
    let [own, lying, notes] =
        [OWN, &format!("{TRASH}/files"), &format!("{TRASH}/info")].map(|at| names(&folder.join(at)));
    let place = if let Some(path) = &found.folder {
        let name = path.rsplit('/').next().unwrap_or_default();
        assert_eq!((own, lying, notes), (vec![name.to_owned()], Vec::new(), Vec::new()), "{when}: it is in its place");
        Path::new(path).to_owned()
    } else {
        assert_eq!((own.len(), lying.len()), (0, 1), "{when}: {own:?}, {lying:?}: it is in the trash");
        assert_eq!(notes, [format!("{}.trashinfo", lying[0])], "{when}: its note is");
        folder.join(TRASH).join("files").join(&lying[0])
    };
    assert_eq!(fs::read_to_string(place.join("SKILL.md")).unwrap(), text(NAME, 0), "{when}");
    assert_eq!(steps::left_over(folder), Vec::<String>::new(), "{when}");
    found
}

/// Names in a folder, which need not be there.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Has the folder be where an act finds it, from where it is.
fn ready(folder: &Path, act: &str, found: Found) -> Found {
    let before = match (act, &found.folder) {
        ("rename" | "trash", None) => "restore",
        ("undo" | "restore", Some(_)) => "trash",
        _ => return found,
    };
    assert!(run(folder, "Test.db", before).wait_with_output().unwrap().status.success(), "{before} before {act}");
    looked(folder, &format!("before {act}"))
}

#[test]
fn a_folder_that_is_moved_is_where_the_library_says_whenever_the_studio_is_killed() {
    if !cfg!(debug_assertions) {
        studio_testkit::leave_out("a release build can't be killed at a step");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join(OWN).join(NAMES[0]);
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("SKILL.md"), text(NAME, 0)).unwrap();
    {
        let studio = start(folder.path(), Upkeep::OnDemand, &Events::default(), &Model::default());
        studio.create_library(folder.path().join("Test.db").to_str().unwrap(), false).unwrap();
        studio.import_paths(&[own.to_str().unwrap().to_owned()], true).unwrap();
    }
    let mut found = looked(folder.path(), "at first");
    let mut kills = 0;
    loop {
        for (act, said) in ACTS {
            let mut told = String::new();
            for step in 0.. {
                let before = ready(folder.path(), act, found);
                let child =
                    command(folder.path(), "Test.db", act).env(steps::KILL_AT, step.to_string()).output().unwrap();
                found = looked(folder.path(), &format!("{act}, killed at {step}"));
                if child.status.success() {
                    assert_ne!(before.folder, found.folder, "{act} is done");
                    break;
                }
                assert_eq!(child.status.signal(), Some(9), "{act}: {}", String::from_utf8_lossy(&child.stderr));
                told.push_str(&found.told);
                kills += 1;
            }
            assert!(told.contains(said), "{act} is killed at the moment of moving: {told}");
        }
        if kills >= super::asked().unwrap_or_default() {
            break;
        }
    }
    super::tell_all(kills, "at steps of moving folders");
}
