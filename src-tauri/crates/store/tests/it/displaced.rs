//! The open library moved, deleted, replaced or taken away with its drive: nothing that was acknowledged is lost, and
//! whatever stands at its path is left alone.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use studio_model::SkillId;
use studio_store::{Displacement, Error, Library};
use studio_testkit::{Drive, SkillBuilder, TempLibrary};

/// How often each is tried.
const TIMES: usize = 20;

fn open(path: &Path) -> Library {
    Library::open(path, &TempLibrary::options()).unwrap().0
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// An open library in a folder of its own, and the names of the skills it has acknowledged.
struct Opened {
    folder: tempfile::TempDir,
    path: PathBuf,
    library: Library,
    acknowledged: Vec<String>,
}

impl Opened {
    /// A library with some skills, of which none, some or all are in its log only.
    fn new(round: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::at(folder, "library.db", round)
    }

    fn at(folder: tempfile::TempDir, name: &str, round: usize) -> Self {
        let path = folder.path().join(name);
        let mut opened = Self { library: open(&path), folder, path, acknowledged: Vec::new() };
        for number in 0..round % 4 {
            opened.write(&format!("early-{number}")).unwrap();
        }
        if round.is_multiple_of(3) {
            // Two looks without a write in between bring the log into the file.
            opened.library.look();
            opened.library.look();
        }
        opened.write("late").unwrap();
        opened
    }

    fn write(&mut self, name: &str) -> Result<(), Error> {
        self.library.create_skill(&SkillBuilder::new(name).file("notes.md", &"x".repeat(9000)).build())?;
        self.acknowledged.push(name.to_owned());
        Ok(())
    }

    /// Writing is refused and named, as often as it is tried, and reading goes on.
    fn is_displaced(&mut self) -> Displacement {
        let mut seen = Vec::new();
        for _ in 0..3 {
            let Err(Error::Displaced { displacement, path }) = self.write("refused") else {
                panic!("it was written");
            };
            assert_eq!(path, self.path);
            seen.push(displacement);
        }
        assert_eq!(self.library.look().as_ref(), Some(&seen[0]));
        assert_holds(&self.library, &self.acknowledged);
        seen.remove(0)
    }

    /// What is open holds everything, and so does a copy of it.
    fn is_rescued(&self) {
        let copy = self.folder.path().join("copy.db");
        self.library.save_copy(&copy).unwrap();
        assert_holds(&open(&copy), &self.acknowledged);
        fs::remove_file(copy).unwrap();
    }
}

fn assert_holds(library: &Library, names: &[String]) {
    let mut found: Vec<String> = library.list_skills().unwrap().into_iter().map(|row| row.name).collect();
    let mut names = names.to_vec();
    names.sort();
    found.sort();
    assert_eq!(found, names);
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

#[test]
fn a_library_that_is_moved_is_followed_with_all_it_acknowledged() {
    for round in 0..TIMES {
        let mut opened = Opened::new(round);
        let to = opened.folder.path().join("elsewhere.db");
        fs::rename(&opened.path, &to).unwrap();
        assert_eq!(opened.is_displaced(), Displacement::Moved { to: Some(to.clone()) });
        opened.is_rescued();
        assert!(opened.library.let_go_if_at(&to).unwrap());
        assert!(matches!(opened.library.list_skills().unwrap_err(), Error::Displaced { .. }), "it was let go");
        assert_holds(&open(&to), &opened.acknowledged);
        drop(opened.library);
        assert_holds(&open(&to), &opened.acknowledged);
        for side in ["", "-wal", "-shm"] {
            assert!(!beside(&opened.path, side).exists(), "nothing is left at the old place");
        }
    }
}

#[test]
fn a_library_whose_folder_is_moved_is_followed() {
    for round in 0..TIMES {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        let mut opened = Opened::at(folder, "a/library.db", round);
        fs::rename(opened.folder.path().join("a"), opened.folder.path().join("b")).unwrap();
        let to = opened.folder.path().join("b/library.db");
        assert_eq!(opened.is_displaced(), Displacement::Moved { to: Some(to.clone()) });
        opened.is_rescued();
        assert!(opened.library.let_go_if_at(&to).unwrap());
        assert_holds(&open(&to), &opened.acknowledged);
    }
}

#[test]
fn a_library_that_comes_back_is_not_written_to_before_it_is_opened_anew() {
    let mut opened = Opened::new(1);
    let to = opened.folder.path().join("elsewhere.db");
    fs::rename(&opened.path, &to).unwrap();
    opened.is_displaced();
    fs::rename(&to, &opened.path).unwrap();
    assert_eq!(opened.is_displaced(), Displacement::Moved { to: Some(opened.path.clone()) });
    assert!(opened.library.let_go_if_at(&opened.path).unwrap());
    assert_holds(&open(&opened.path), &opened.acknowledged);
}

#[test]
fn a_library_that_is_deleted_is_still_there_to_be_copied() {
    for round in 0..TIMES {
        let mut opened = Opened::new(round);
        fs::remove_file(&opened.path).unwrap();
        if round % 2 == 0 {
            fs::remove_file(beside(&opened.path, "-wal")).unwrap();
            fs::remove_file(beside(&opened.path, "-shm")).unwrap();
        }
        assert_eq!(opened.is_displaced(), Displacement::Deleted);
        opened.is_rescued();
        // Also where it was.
        opened.library.save_copy(&opened.path).unwrap();
        assert_holds(&open(&opened.path), &opened.acknowledged);
        drop(opened.library);
        assert_holds(&open(&opened.path), &opened.acknowledged);
    }
}

#[test]
fn what_takes_the_place_of_a_library_is_not_touched() {
    for round in 0..TIMES {
        let mut opened = Opened::new(round);
        let (other, names) = another(opened.folder.path());
        let bytes = fs::read(&other).unwrap();
        if round % 2 == 0 {
            fs::rename(&opened.path, opened.folder.path().join("old.db")).unwrap();
        }
        fs::rename(&other, &opened.path).unwrap();
        let displacement = opened.is_displaced();
        let moved_to = (round % 2 == 0).then(|| opened.folder.path().join("old.db"));
        assert_eq!(displacement, Displacement::Replaced { moved_to });
        opened.is_rescued();
        assert!(
            matches!(opened.library.save_copy(&opened.path), Err(Error::Busy { .. })),
            "it would go over the other"
        );
        assert!(!opened.library.let_go_if_at(&opened.path).unwrap(), "it is another file");
        assert_eq!(fs::read(&opened.path).unwrap(), bytes);
        let new = open(&opened.path);
        assert_holds(&new, &names);
        drop(opened.library);
        new.create_skill(&SkillBuilder::new("newest").build()).unwrap();
        drop(new);
        assert_holds(&open(&opened.path), &["newest".to_owned(), names[0].clone()]);
    }
}

/// Another library, closed, with the one skill it holds.
fn another(folder: &Path) -> (PathBuf, Vec<String>) {
    let path = folder.join("another.db");
    let library = open(&path);
    library.create_skill(&SkillBuilder::new("of-the-other").build()).unwrap();
    (path, vec!["of-the-other".to_owned()])
}

#[test]
fn a_copy_written_over_an_open_library_is_noticed() {
    let mut opened = Opened::new(0);
    let copy = opened.folder.path().join("restored.db");
    opened.library.save_copy(&copy).unwrap();
    for number in 0..30 {
        opened.write(&format!("more-{number}")).unwrap();
        opened.library.look();
        opened.library.look();
    }
    // As `cp` does: the same file, with other content.
    fs::copy(&copy, &opened.path).unwrap();
    let Err(Error::Displaced { displacement, .. }) = opened.write("refused") else { panic!("it was written") };
    assert_eq!(displacement, Displacement::Overwritten);
}

#[test]
fn what_is_written_over_an_open_library_is_left_as_it_is_found() {
    for round in 0..TIMES {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        drop(open(&path));
        // An earlier state of it, or another library.
        let (source, names) = if round % 2 == 0 {
            let earlier = folder.path().join("earlier.db");
            fs::copy(&path, &earlier).unwrap();
            (earlier, Vec::new())
        } else {
            another(folder.path())
        };
        let mut opened = Opened::at(folder, "library.db", round);
        opened.write("folded").unwrap();
        opened.library.look();
        opened.library.look();
        if round % 3 > 0 {
            opened.write("in the log").unwrap();
        }
        // As `cp` does: the same file, with other content.
        fs::copy(&source, &path).unwrap();
        let written = fs::read(&source).unwrap();
        if round % 5 > 0 {
            for _ in 0..2 {
                let Err(Error::Displaced { displacement, .. }) = opened.write("refused") else {
                    panic!("round {round}: it was written");
                };
                assert_eq!(displacement, Displacement::Overwritten, "round {round}");
            }
            assert!(opened.library.is_overwritten());
        }
        assert!(fs::read(&path).unwrap() == written, "round {round}: while it is open");
        if round % 4 == 1 && round % 5 > 0 {
            assert!(opened.library.let_go_if_at(&path).unwrap(), "it can be opened as it is");
        }
        drop(opened.library);
        assert!(fs::read(&path).unwrap() == written, "round {round}: once it is closed");
        assert_holds(&open(&path), &names);
    }
}

type Read = fn(&Library, SkillId) -> Result<(), Error>;

/// What is asked of a library, each in another table.
const READ: [(&str, Read); 10] = [
    ("the library", |library, _| library.info().map(drop)),
    ("counts", |library, _| library.counts().map(drop)),
    ("skills", |library, _| library.list_skills().map(drop)),
    ("a skill", |library, id| library.get_skill(id).map(drop)),
    ("a file", |library, id| library.read_file(id, "notes.md").map(drop)),
    ("the texts", |library, _| library.visit_skills(drop)),
    ("versions", |library, id| library.list_versions(id).map(drop)),
    ("findings", |library, _| library.list_findings().map(drop)),
    ("a setting", |library, _| library.get_setting("nothing").map(drop)),
    ("a copy", |library, _| library.save_copy(&library.path().with_file_name("copy.db"))),
];

#[test]
fn nothing_is_read_of_a_file_that_was_written_over_an_open_library() {
    for (round, (what, read)) in
        READ.into_iter().enumerate().flat_map(|(at, read)| [(at * 2, read), (at * 2 + 1, read)])
    {
        let folder = tempfile::tempdir().unwrap();
        let (source, _) = another(folder.path());
        let mut opened = Opened::at(folder, "library.db", round);
        let id = opened.library.list_skills().unwrap()[0].id;
        if round % 2 == 0 {
            // What was read before is kept in memory, and would be answered from there.
            read(&opened.library, id).unwrap();
            let _none = fs::remove_file(opened.folder.path().join("copy.db"));
        }
        for _ in 0..2 {
            opened.library.look();
        }
        if round % 3 > 0 {
            opened.write("in the log").unwrap();
        }
        run(Command::new("cp").arg(&source).arg(&opened.path));
        for time in 0..2 {
            let Err(Error::Displaced { displacement, path }) = read(&opened.library, id) else {
                panic!("{what} was read in round {round}, time {time}")
            };
            assert_eq!((displacement, path), (Displacement::Overwritten, opened.path.clone()), "{what}, round {round}");
        }
        assert!(!opened.folder.path().join("copy.db").exists(), "no copy is of two libraries");
        assert!(fs::read(&opened.path).unwrap() == fs::read(&source).unwrap(), "{what}: it stays as it is found");
    }
}

#[test]
fn a_library_that_another_program_writes_is_read_on() {
    let mut opened = Opened::new(3);
    let id = opened.library.list_skills().unwrap()[0].id;
    for user in 0..5 {
        python(&format!("db.execute(\"UPDATE skill_t SET update_user = '{user}'\")\ndb.close()"), &opened.path);
        python("db.execute('PRAGMA wal_checkpoint(TRUNCATE)')", &opened.path);
        for (what, read) in READ.into_iter().filter(|(what, _)| *what != "a copy") {
            assert!(read(&opened.library, id).is_ok(), "{what}");
        }
        opened.write(&format!("after-{user}")).unwrap();
        opened.library.look();
    }
    assert!(!opened.library.is_overwritten());
    assert_holds(&opened.library, &opened.acknowledged);
}

#[test]
fn a_log_that_was_put_aside_is_not_lost_to_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, earlier) = (folder.path().join("library.db"), folder.path().join("earlier.db"));
    drop(open(&path));
    fs::copy(&path, &earlier).unwrap();
    for _ in 0..2 {
        let library = open(&path);
        for name in ["folded", "in-the-log"] {
            library.create_skill(&SkillBuilder::new(name).file("notes.md", &"x".repeat(9000)).build()).unwrap();
            if name == "folded" {
                library.look();
                library.look();
            }
        }
        fs::copy(&earlier, &path).unwrap();
    }
    assert!([".displaced-wal", ".displaced-2-wal"].iter().all(|end| beside(&path, end).exists()));
}

#[test]
fn a_library_that_is_only_touched_is_written_on() {
    let mut opened = Opened::new(2);
    opened.library.look();
    opened.library.look();
    fs::File::options().append(true).open(&opened.path).unwrap().set_modified(std::time::SystemTime::now()).unwrap();
    opened.write("after").unwrap();
    assert!(!opened.library.is_overwritten());
    assert_holds(&opened.library, &opened.acknowledged);
}

#[test]
fn a_link_that_leads_elsewhere_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().join("real.db");
    drop(open(&real));
    std::os::unix::fs::symlink(&real, folder.path().join("library.db")).unwrap();
    let mut opened = Opened::at(folder, "library.db", 1);
    let (other, names) = another(opened.folder.path());
    fs::remove_file(&opened.path).unwrap();
    std::os::unix::fs::symlink(&other, &opened.path).unwrap();
    assert_eq!(opened.is_displaced(), Displacement::Replaced { moved_to: Some(real.clone()) });
    assert_holds(&open(&other), &names);
    assert!(opened.library.let_go_if_at(&real).unwrap());
    assert_holds(&open(&real), &opened.acknowledged);
}

/// What a file would hold after the program was killed now: what stands under its name, with the log beside it.
fn after_a_kill(opened: &Opened) -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    // By another program: to close a file takes away this one's locks on it.
    let mut copied = Command::new("cp");
    copied.arg(&opened.path).args([beside(&opened.path, "-wal")].iter().filter(|log| log.exists())).arg(folder.path());
    assert!(copied.status().unwrap().success());
    let library = open(&path);
    (folder, library)
}

#[test]
fn a_rescue_that_was_killed_before_its_end_has_the_log_again() {
    let opened = Opened::new(3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let mut copied = Command::new("cp");
    assert!(copied.args([&opened.path, &beside(&opened.path, "-wal")]).arg(folder.path()).status().unwrap().success());
    // The damaged file has its second name, and its log that alone.
    let kept = beside(&path, ".damaged-2026-11-29T14-32-54Z");
    fs::hard_link(&path, &kept).unwrap();
    fs::rename(beside(&path, "-wal"), beside(&kept, "-wal")).unwrap();
    Library::salvage(&path, &TempLibrary::options()).unwrap();
    assert_holds(&open(&path), &opened.acknowledged);
    assert!(!kept.exists() && !beside(&kept, "-wal").exists());
}

/// Another program, with a `SQLite` of its own.
fn python(script: &str, path: &Path) -> String {
    let script = format!("import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], isolation_level=None)\n{script}");
    let ran = Command::new("python3").args(["-c", &script]).arg(path).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_library_is_written_on_where_another_program_was_stopped_while_it_brought_the_log_in() {
    let mut opened = Opened::new(3);
    opened.library.look();
    // The first page comes first, and takes the counter of changes along.
    let first = "
log = open(sys.argv[1] + '-wal', 'rb').read()
frames = [log[at:at + 4120] for at in range(32, len(log), 4120)]
first = [frame[24:] for frame in frames if frame[8:16] == frames[0][8:16] and int.from_bytes(frame[:4], 'big') == 1]
open(sys.argv[1], 'r+b').write(first[-1])";
    python(first, &opened.path);
    opened.write("after").unwrap();
    assert!(!opened.library.is_overwritten());
    assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
}

#[test]
fn what_is_acknowledged_is_kept_where_the_log_is_removed() {
    for round in 0..TIMES {
        let mut opened = Opened::new(round);
        let [log, index] = ["-wal", "-shm"].map(|side| beside(&opened.path, side));
        match round % 4 {
            0 => fs::remove_file(&log).unwrap(),
            1 => [&log, &index].into_iter().for_each(|side| fs::remove_file(side).unwrap()),
            2 => {
                fs::remove_file(&log).unwrap();
                fs::write(&log, "").unwrap();
            }
            _ => fs::remove_file(&index).unwrap(),
        }
        if round % 3 == 0 {
            // Whoever looks keeps what was acknowledged before.
            assert_eq!(opened.library.look(), None);
            assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
        }
        for number in 0..3 {
            opened.write(&format!("after-{number}")).unwrap();
            assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
        }
        // Others read and write it meanwhile.
        let count = "print(db.execute('SELECT count(*) FROM skill_t').fetchone()[0])";
        assert_eq!(python(count, &opened.path), opened.acknowledged.len().to_string());
        python("db.execute(\"UPDATE skill_t SET update_user = 'another'\")", &opened.path);
        opened.write("last").unwrap();
        assert_holds(&opened.library, &opened.acknowledged);
        let (path, names) = (opened.path.clone(), opened.acknowledged.clone());
        drop(opened.library);
        assert_holds(&open(&path), &names);
    }
}

#[test]
fn a_log_that_was_removed_while_a_library_is_open_twice_costs_nothing() {
    let mut opened = Opened::new(1);
    let second = open(&opened.path);
    fs::remove_file(beside(&opened.path, "-wal")).unwrap();
    for number in 0..3 {
        opened.write(&format!("after-{number}")).unwrap();
        assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
        assert_holds(&second, &opened.acknowledged);
    }
}

#[test]
fn what_another_program_wrote_where_the_log_was_removed_is_left_alone() {
    for round in 0..TIMES {
        let mut opened = Opened::new(3);
        opened.library.look();
        opened.library.look();
        opened.write("only in the log").unwrap();
        for side in ["-wal", "-shm"] {
            fs::remove_file(beside(&opened.path, side)).unwrap();
        }
        let ends = if round % 2 == 0 { "db.close()" } else { "import os; os.kill(os.getpid(), 9)" };
        let script =
            format!("db.execute(\"UPDATE skill_t SET update_user = 'another'\")\nprint('written', flush=True)\n{ends}");
        let script = format!("import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], isolation_level=None)\n{script}");
        let ran = Command::new("python3").args(["-c", &script]).arg(&opened.path).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stdout).trim(), "written");
        assert_eq!(opened.is_displaced(), Displacement::Replaced { moved_to: None });
        opened.is_rescued();
        let path = opened.path.clone();
        let (kept, _folder) = (opened.acknowledged.clone(), opened.folder);
        drop(opened.library);
        let theirs = open(&path);
        assert_holds(&theirs, &kept[..kept.len() - 1]);
        let users = "print(db.execute('SELECT DISTINCT update_user FROM skill_t').fetchall())";
        assert_eq!(python(users, &path), "[('another',)]");
    }
}

/// What can be written over the log of an open library, or over its index, by programs that know of neither.
const OVERWRITTEN: [fn(&Overwriting<'_>); 8] = [
    |over| over.empty("-wal"),
    |over| over.copy(&beside(&over.another.path, "-wal"), "-wal"),
    |over| over.copy(&over.earlier("-wal"), "-wal"),
    |over| over.replace(&beside(&over.another.path, "-wal"), "-wal"),
    |over| over.empty("-shm"),
    |over| over.copy(&beside(&over.another.path, "-shm"), "-shm"),
    |over| over.copy(&over.earlier("-shm"), "-shm"),
    |over| {
        over.copy(&over.earlier("-wal"), "-wal");
        over.copy(&over.earlier("-shm"), "-shm");
    },
];

struct Overwriting<'a> {
    path: &'a Path,
    /// Another library, open, with changes in its log.
    another: &'a Opened,
    /// Where the sides are as they were earlier.
    before: &'a Path,
}

impl Overwriting<'_> {
    fn earlier(&self, side: &str) -> PathBuf {
        beside(&self.before.join("library.db"), side)
    }

    fn empty(&self, side: &str) {
        run(Command::new("truncate").args(["-s", "0"]).arg(beside(self.path, side)));
    }

    fn copy(&self, from: &Path, side: &str) {
        run(Command::new("cp").arg(from).arg(beside(self.path, side)));
    }

    /// As programs do that write beside and rename.
    fn replace(&self, from: &Path, side: &str) {
        let beside_it = beside(self.path, ".part");
        run(Command::new("cp").arg(from).arg(&beside_it));
        fs::rename(beside_it, beside(self.path, side)).unwrap();
    }
}

/// By another program: to close a file takes away this one's locks on it.
fn run(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}

/// An open library whose log was written over, with changes in it that are in no file.
fn written_over(overwrite: fn(&Overwriting<'_>), round: usize) -> Opened {
    let another = Opened::new(3);
    let mut opened = Opened::new(round);
    let before = tempfile::tempdir().unwrap();
    for side in ["-wal", "-shm"] {
        run(Command::new("cp").arg(beside(&opened.path, side)).arg(before.path()));
    }
    opened.write("later").unwrap();
    overwrite(&Overwriting { path: &opened.path, another: &another, before: before.path() });
    opened
}

#[test]
fn what_is_acknowledged_is_kept_where_the_log_is_written_over() {
    for (way, overwrite) in OVERWRITTEN.into_iter().enumerate() {
        for round in 0..6 {
            let mut opened = written_over(overwrite, round);
            match round % 3 {
                // Whoever looks keeps what was acknowledged before, and so does who reads.
                0 => assert_eq!(opened.library.look(), None, "way {way}"),
                1 => assert_holds(&opened.library, &opened.acknowledged),
                _ => {}
            }
            if round % 3 < 2 {
                assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
            }
            for number in 0..3 {
                opened.write(&format!("after-{number}")).unwrap();
                assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
            }
            let count = "print(db.execute('SELECT count(*) FROM skill_t').fetchone()[0])";
            assert_eq!(python(count, &opened.path), opened.acknowledged.len().to_string(), "way {way}");
            python("db.execute(\"UPDATE skill_t SET update_user = 'another'\")", &opened.path);
            opened.write("last").unwrap();
            assert!(!opened.library.is_overwritten());
            let (path, names) = (opened.path.clone(), opened.acknowledged.clone());
            drop(opened.library);
            assert_holds(&open(&path), &names);
        }
    }
}

#[test]
fn what_is_acknowledged_is_kept_where_a_log_is_put_in_place_with_its_index() {
    let ways: [fn(&Overwriting<'_>); 2] = [
        |over| {
            over.replace(&beside(&over.another.path, "-wal"), "-wal");
            over.replace(&beside(&over.another.path, "-shm"), "-shm");
        },
        |over| {
            over.replace(&over.earlier("-wal"), "-wal");
            over.replace(&over.earlier("-shm"), "-shm");
        },
    ];
    for overwrite in ways {
        let mut opened = written_over(overwrite, 3);
        for number in 0..3 {
            opened.write(&format!("after-{number}")).unwrap();
            assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
        }
        assert!(beside(&opened.path, ".displaced-wal").exists());
        let (path, names) = (opened.path.clone(), opened.acknowledged.clone());
        drop(opened.library);
        assert_holds(&open(&path), &names);
    }
}

#[test]
fn a_library_that_is_closed_once_its_log_was_written_over_is_whole() {
    for overwrite in OVERWRITTEN {
        let opened = written_over(overwrite, 1);
        let (path, names) = (opened.path.clone(), opened.acknowledged.clone());
        drop(opened.library);
        assert_holds(&open(&path), &names);
    }
}

#[test]
fn a_log_that_is_written_over_while_a_library_is_open_twice_costs_nothing() {
    for overwrite in OVERWRITTEN {
        let mut opened = Opened::new(1);
        let second = open(&opened.path);
        let (another, before) = (Opened::new(3), tempfile::tempdir().unwrap());
        for side in ["-wal", "-shm"] {
            run(Command::new("cp").arg(beside(&opened.path, side)).arg(before.path()));
        }
        opened.write("later").unwrap();
        assert_eq!(second.look(), None);
        overwrite(&Overwriting { path: &opened.path, another: &another, before: before.path() });
        for number in 0..3 {
            opened.write(&format!("after-{number}")).unwrap();
            assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
            assert_holds(&second, &opened.acknowledged);
        }
    }
}

#[test]
fn what_is_put_into_an_empty_log_is_taken_out_again() {
    let another = Opened::new(3);
    let mut opened = Opened::new(3);
    opened.library.look();
    opened.library.look();
    let log = beside(&opened.path, "-wal");
    assert_eq!(fs::metadata(&log).unwrap().len(), 0);
    run(Command::new("cp").arg(beside(&another.path, "-wal")).arg(&log));
    assert_eq!(opened.library.look(), None);
    assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
    opened.write("after").unwrap();
    assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
}

#[test]
fn a_log_is_brought_in_before_it_is_too_long_and_still_followed() {
    let mut opened = Opened::new(0);
    let log = beside(&opened.path, "-wal");
    let mut longest = 0;
    for number in 0..60 {
        let text = "long ".repeat(40_000);
        let name = format!("long-{number}");
        opened.library.create_skill(&SkillBuilder::new(&name).file("notes.md", &text).build()).unwrap();
        opened.acknowledged.push(name);
        longest = longest.max(fs::metadata(&log).unwrap().len());
    }
    assert!(longest < 6 * 1024 * 1024, "{longest}");
    run(Command::new("truncate").args(["-s", "0"]).arg(&log));
    opened.write("after").unwrap();
    assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
}

/// Another program that reads a library until it is ended.
struct Reader(std::process::Child);

impl Reader {
    fn of(path: &Path) -> Self {
        let script = "
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute('BEGIN')
db.execute('SELECT count(*) FROM skill_t').fetchone()
print('reading', flush=True)
sys.stdin.read()";
        let mut python = Command::new("python3");
        let mut child =
            python.args(["-c", script]).arg(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "reading");
        Self(child)
    }

    fn end(mut self) {
        drop(self.0.stdin.take());
        self.0.wait().unwrap();
    }
}

/// A library with one change that is longer than what is remembered of a log.
fn long(is_read: bool) -> (Opened, Option<Reader>) {
    let mut opened = Opened::new(3);
    for _ in 0..2 {
        opened.library.look();
    }
    opened.write("in the log").unwrap();
    // What somebody reads stays in the log.
    let reader = is_read.then(|| Reader::of(&opened.path));
    let text = "many words ".repeat(1_800_000);
    opened.library.create_skill(&SkillBuilder::new("long").file("notes.md", &text).build()).unwrap();
    opened.acknowledged.push("long".to_owned());
    (opened, reader)
}

#[test]
fn a_log_that_cannot_be_put_back_is_told_and_never_brought_into_the_file() {
    let another = Opened::new(3);
    let (mut opened, reader) = long(true);
    reader.unwrap().end();
    run(Command::new("cp").arg(beside(&another.path, "-wal")).arg(beside(&opened.path, "-wal")));
    let file = |opened: &Opened| {
        let copy = opened.folder.path().join("as-it-is");
        run(Command::new("cp").arg(&opened.path).arg(&copy));
        fs::read(copy).unwrap()
    };
    let written = file(&opened);
    for _ in 0..2 {
        let Err(Error::Displaced { displacement, .. }) = opened.write("refused") else { panic!("it was written") };
        assert_eq!(displacement, Displacement::LogOverwritten);
    }
    assert!(opened.library.is_overwritten(), "no copy of it is whole");
    assert!(matches!(opened.library.list_skills(), Err(Error::Displaced { .. })), "what is read is of both");
    assert!(opened.library.let_go_if_at(&opened.path).unwrap(), "it can be opened as it is");
    assert!(file(&opened) == written);
    assert!(beside(&opened.path, ".displaced-wal").exists());
}

#[test]
fn a_log_that_is_in_the_file_already_may_be_written_over() {
    let another = Opened::new(3);
    let (mut opened, _) = long(false);
    run(Command::new("cp").arg(beside(&another.path, "-wal")).arg(beside(&opened.path, "-wal")));
    opened.write("after").unwrap();
    assert_holds(&after_a_kill(&opened).1, &opened.acknowledged);
}

/// A drive that is taken away while the library on it is open, where whoever tests may mount one.
#[test]
fn a_library_whose_drive_is_gone_is_still_there_to_be_copied() {
    for round in 0..TIMES {
        let folder = tempfile::tempdir().unwrap();
        let drive = folder.path().join("drive");
        fs::create_dir(&drive).unwrap();
        let Some(mounted) = Drive::mount(&drive, None) else { return };
        let mut opened = Opened::at(folder, "drive/library.db", round);
        mounted.take_away();
        assert_eq!(opened.is_displaced(), Displacement::Unreachable);
        // A drive of somebody else's at the same place, whose files may have the same numbers.
        let _others = Drive::mount(&drive, None).unwrap();
        let names = (round % 2 == 0).then(|| {
            let (other, names) = another(&drive);
            fs::rename(other, &opened.path).unwrap();
            names
        });
        assert_eq!(opened.is_displaced(), Displacement::Unreachable);
        opened.is_rescued();
        drop(opened.library);
        if let Some(names) = names {
            assert_holds(&open(&opened.path), &names);
        }
    }
}
