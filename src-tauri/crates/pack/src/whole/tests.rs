//! Changes of several files that end in the middle, seen by a process of their own for each place.

use std::{collections::BTreeMap, env, os::unix::process::ExitStatusExt as _, process::Command};

use super::*;

/// Names the folder a child of this test changes.
const FOLDER: &str = "SKILL_STUDIO_TEST_WHOLE_FOLDER";
/// Says at which place the child ends.
const KILL_AT: &str = "SKILL_STUDIO_TEST_KILL_AT";

/// Every file and folder below a folder, with what is in it.
fn all(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut due = vec![folder.to_owned()];
    while let Some(below) = due.pop() {
        for entry in fs::read_dir(below).unwrap().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            found.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), text);
            due.extend(entry.path().is_dir().then(|| entry.path()));
        }
    }
    found
}

/// A folder with what an earlier change wrote.
fn written() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [("a.md", "old a"), ("sub/b.md", "old b"), ("sub/gone.md", "goes"), ("empty/last.md", "goes")] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Another change of that folder, prepared.
fn prepared(folder: &Path) -> Whole {
    let mut change = Whole::begin(folder).unwrap();
    for (path, text) in [("a.md", "new a"), ("sub/b.md", "new b"), ("more/deep/c.md", "new c")] {
        change.put(path, text.as_bytes(), false).unwrap();
    }
    change.remove("sub/gone.md", &sha256_hex(b"goes"));
    change.remove("empty/last.md", &sha256_hex(b"goes"));
    change.remove("a.md", &sha256_hex(b"not what is there"));
    change
}

#[test]
fn a_change_is_whole_and_leaves_nothing_else() {
    let folder = written();
    prepared(folder.path()).carry_out().unwrap();
    let there: Vec<(PathBuf, String)> = all(folder.path()).into_iter().collect();
    let wanted = [
        ("a.md", "new a"),
        ("more", ""),
        ("more/deep", ""),
        ("more/deep/c.md", "new c"),
        ("sub", ""),
        ("sub/b.md", "new b"),
    ];
    assert_eq!(there, wanted.map(|(path, text)| (PathBuf::from(path), text.to_owned())));
    assert!(settle(folder.path()).is_empty());
}

/// What the child does.
const ROLE: &str = "SKILL_STUDIO_TEST_WHOLE_ROLE";

/// The child. Without a folder it is no test and does nothing.
#[test]
#[ignore = "run by the tests below, as a process of its own"]
fn child() {
    let [Ok(folder), Ok(role)] = [FOLDER, ROLE].map(env::var) else { return };
    match role.as_str() {
        "settle" => drop(settle(Path::new(&folder))),
        _ => prepared(Path::new(&folder)).carry_out().unwrap(),
    }
}

/// Has a child do something to a folder, and end at a place; says whether it got to its end.
fn done_until(role: &str, folder: &Path, place: usize) -> bool {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["whole::tests::child", "--exact", "--ignored"]);
    child.env(ROLE, role).env(FOLDER, folder).env(KILL_AT, place.to_string());
    let status = child.output().unwrap().status;
    assert!(status.success() || status.signal() == Some(9), "{status}");
    status.success()
}

#[test]
fn wherever_a_change_is_killed_it_is_whole_or_never_was() {
    if !cfg!(debug_assertions) {
        // There are no such places in a build without them.
        return;
    }
    let before = all(written().path());
    let after = {
        let folder = written();
        prepared(folder.path()).carry_out().unwrap();
        all(folder.path())
    };
    let mut told = Vec::new();
    for place in 0.. {
        let folder = written();
        if done_until("change", folder.path(), place) {
            assert_eq!(all(folder.path()), after);
            assert!(place > 20, "it has {place} places");
            break;
        }
        let settled = settle(folder.path());
        let found = all(folder.path());
        assert!(found == before || found == after, "killed at {place}: {found:?}");
        for Settled { how, .. } in settled {
            assert_eq!(&found, if how == SettledHow::Finished { &after } else { &before }, "killed at {place}");
            told.push(how);
        }
        assert!(settle(folder.path()).is_empty(), "killed at {place}: nothing is left to do");
        prepared(folder.path()).carry_out().unwrap();
        assert_eq!(all(folder.path()), after, "the next one goes on after a kill at {place}");
    }
    assert!(told.contains(&SettledHow::TakenBack) && told.contains(&SettledHow::Finished), "{told:?}");
    assert!(!told.contains(&SettledHow::Stuck), "{told:?}");
}

/// Leaves a change of a folder as a kill does right before it is done; gives its place.
fn left_moved(folder: &Path) -> PathBuf {
    let mut change = prepared(folder);
    for (number, step) in change.steps.iter().enumerate() {
        change.journal.add(&Line::Step { number, step: step.clone() }).unwrap();
    }
    change.journal.add(&Line::Moving).unwrap();
    change.steps.iter().enumerate().for_each(|(number, step)| change.move_one(number, step).unwrap());
    change.place
}

#[test]
fn who_settles_and_is_killed_leaves_it_to_the_next() {
    if !cfg!(debug_assertions) {
        return;
    }
    let before = all(written().path());
    for place in 0.. {
        let folder = written();
        left_moved(folder.path());
        let is_settled = done_until("settle", folder.path(), place);
        drop(settle(folder.path()));
        assert_eq!(all(folder.path()), before, "killed at {place}");
        if is_settled {
            assert!(place > 5, "it has {place} places");
            break;
        }
    }
}

#[test]
fn a_change_that_is_at_work_is_left_alone() {
    let folder = written();
    let change = prepared(folder.path());
    assert!(settle(folder.path()).is_empty());
    assert!(change.place.is_dir());
    change.carry_out().unwrap();
}

#[test]
fn what_somebody_writes_while_a_change_is_prepared_is_not_replaced() {
    for (path, is_new) in [("a.md", false), ("sub/gone.md", false), ("more/deep/c.md", true)] {
        let (folder, mut before) = (written(), all(written().path()));
        let change = prepared(folder.path());
        fs::write(folder.path().join(path), "somebody's own").unwrap();
        assert!(matches!(change.carry_out(), Err(Error::ChangedMeanwhile { .. })), "{path}");
        before.insert(path.into(), "somebody's own".to_owned());
        if is_new {
            before.extend(["more", "more/deep"].map(|made| (PathBuf::from(made), String::new())));
        }
        assert_eq!(all(folder.path()), before);
    }
}

#[test]
fn two_names_of_one_file_are_not_written_over_each_other() {
    let folder = written();
    std::os::unix::fs::symlink("a.md", folder.path().join("other.md")).unwrap();
    let mut change = Whole::begin(folder.path()).unwrap();
    change.put("a.md", b"one", false).unwrap();
    change.put("other.md", b"another", false).unwrap();
    change.carry_out().unwrap_err();
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).unwrap(), "old a");
}

#[test]
fn what_cannot_be_put_back_now_is_kept_until_it_can() {
    let (folder, elsewhere, before) = (written(), tempfile::tempdir().unwrap(), all(written().path()));
    let place = left_moved(folder.path());
    let (sub, moved) = (folder.path().join("sub"), elsewhere.path().join("sub"));
    fs::rename(&sub, &moved).unwrap();
    std::os::unix::fs::symlink(&moved, &sub).unwrap();
    assert_eq!(settle(folder.path())[0].how, SettledHow::Stuck);
    assert_eq!(fs::read_to_string(place.join("old-1")).unwrap(), "old b", "it is nowhere else");
    fs::remove_file(&sub).unwrap();
    fs::rename(&moved, &sub).unwrap();
    assert_eq!(settle(folder.path())[0].how, SettledHow::TakenBack);
    assert_eq!(all(folder.path()), before);
}

#[test]
fn a_journal_that_lacks_a_step_is_left_alone() {
    let folder = written();
    let place = left_moved(folder.path());
    let journal = fs::read_to_string(place.join("journal")).unwrap();
    let lacking: String = journal.split_inclusive('\n').filter(|line| !line.contains("\"number\":1,")).collect();
    assert_ne!(journal, lacking);
    fs::write(place.join("journal"), lacking).unwrap();
    assert!(settle(folder.path()).is_empty());
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).unwrap(), "new a", "not what another file was");
    assert!(place.join("old-1").exists());
}

#[test]
fn a_folder_that_went_since_comes_back_with_what_was_in_it() {
    let (folder, before) = (written(), all(written().path()));
    left_moved(folder.path());
    fs::remove_dir_all(folder.path().join("sub")).unwrap();
    assert_eq!(settle(folder.path())[0].how, SettledHow::TakenBack);
    assert_eq!(all(folder.path()), before);
}

#[test]
fn a_folder_that_somebody_else_locks_is_written_all_the_same() {
    let folder = written();
    let others = fs::File::open(folder.path()).unwrap();
    others.lock().unwrap();
    prepared(folder.path()).carry_out().unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).unwrap(), "new a");
}

#[test]
fn what_was_changed_since_stays_and_what_came_with_somebodys_files_is_not_believed() {
    let (folder, mut before) = (written(), all(written().path()));
    let place = left_moved(folder.path());
    fs::write(folder.path().join("a.md"), "mine").unwrap();
    let copied = folder.path().join(format!("{TEMPORARY_PREFIX}{PLACE}copied"));
    fs::create_dir(&copied).unwrap();
    for entry in fs::read_dir(&place).unwrap().flatten() {
        fs::copy(entry.path(), copied.join(entry.file_name())).unwrap();
    }
    fs::write(copied.join("old-1"), "evil").unwrap();
    let settled = settle(folder.path());
    assert_eq!(settled.iter().map(|one| (one.how, one.files)).collect::<Vec<_>>(), [(SettledHow::TakenBack, 5)]);
    assert!(!place.exists() && copied.join("old-1").exists(), "what is not of this machine is left alone");
    fs::remove_dir_all(copied).unwrap();
    before.insert("a.md".into(), "mine".to_owned());
    assert_eq!(all(folder.path()), before);
}
