//! `skillctl` killed at each step of an export, those of moving files among them: the next command finds the folder as it was or
//! as it was to be, says so where there was something to settle, and leaves nothing else.

use std::{collections::BTreeMap, fs, os::unix::process::ExitStatusExt as _, path::Path};

use studio_api::dto::{ExportTarget, PackContent, PackEdit};

use super::{KILLS, TELL_EVERY};
use crate::{
    harness::{Bench, skill},
    packing::{pack, target},
};

/// Says at which step a program ends.
const KILL_AT: &str = "SKILL_STUDIO_TEST_KILL_AT";
/// Steps from one kill to the next, where not each is asked for.
const STRIDE: usize = 23;
/// How all names begin that are there only for a while.
const TEMPORARY: &str = ".skill-studio-";

/// What is below a folder, by path; folders have no bytes.
type Tree = BTreeMap<String, Option<Vec<u8>>>;

fn tree(folder: &str) -> Tree {
    let mut found = Tree::new();
    let mut due = vec![Path::new(folder).to_owned()];
    while let Some(below) = due.pop() {
        for entry in fs::read_dir(below).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            found.insert(name, fs::read(&path).ok());
            due.extend(path.is_dir().then_some(path));
        }
    }
    found
}

fn restore(folder: &str, tree: &Tree) {
    let _was_none = fs::remove_dir_all(folder);
    for (name, bytes) in tree {
        let path = Path::new(folder).join(name);
        fs::create_dir_all(if bytes.is_some() { path.parent().unwrap() } else { &path }).unwrap();
        if let Some(bytes) = bytes {
            fs::write(path, bytes).unwrap();
        }
    }
}

/// A command that changes a folder, with what is there before and after it.
struct Case {
    arguments: Vec<String>,
    folder: String,
    before: Tree,
    after: Tree,
}

impl Case {
    fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    /// Kills the command at a step and looks at what the next ones make of it. False where it came to its end first.
    fn killed_at(&self, bench: &Bench, step: usize) -> bool {
        restore(&self.folder, &self.before);
        let ended = bench.command(&self.arguments()).env(KILL_AT, step.to_string()).output().unwrap();
        if ended.status.success() {
            assert!(tree(&self.folder) == self.after, "{:?} is as it was to be", self.arguments);
            return false;
        }
        assert_eq!(ended.status.signal(), Some(9), "{}", String::from_utf8_lossy(&ended.stderr));
        let left = tree(&self.folder);
        // One that only reads.
        let told = String::from_utf8_lossy(&bench.skillctl(&["verify", &self.folder]).stderr).into_owned();
        let found = tree(&self.folder);
        let names: Vec<&String> = found.keys().collect();
        assert!(found == self.before || found == self.after, "killed at {step}: {names:?}\n{told}");
        let is_begun = |(name, bytes): (&String, &Option<Vec<u8>>)| {
            name.ends_with("/journal") && bytes.as_ref().is_some_and(|bytes| bytes.ends_with(b"}\n"))
        };
        assert!(!left.iter().any(is_begun) || told.contains("was interrupted"), "killed at {step}: {told}");
        let everywhere = tree(&bench.path(""));
        let left: Vec<&String> = everywhere.keys().filter(|name| is_left(name)).collect();
        assert!(left.is_empty(), "killed at {step}: {left:?}");
        let next = bench.skillctl(&self.arguments());
        assert!(next.status.success(), "killed at {step}: {}", String::from_utf8_lossy(&next.stderr));
        assert!(tree(&self.folder) == self.after, "the next one goes on after a kill at {step}");
        true
    }
}

/// Whether a name is one that is there only for a while.
fn is_left(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with(TEMPORARY)) || name.starts_with("config/underway/")
}

/// Packs and exports that replace what is there, and ones whose folder is not there yet.
fn cases(bench: &Bench) -> Vec<Case> {
    // The command line finds its own folders through links.
    fs::create_dir_all(bench.path("config")).unwrap();
    for name in ["tides", "winds", "moons"] {
        bench.write(&format!("src/{name}/SKILL.md"), skill(name, "Reads tables.", "", "Body."));
        bench.write(&format!("src/{name}/references/{name}.md"), "More.");
    }
    bench.import(&["src"]);
    let first = pack(bench, vec![target(ExportTarget::AgentSkills, "skills"), target(ExportTarget::SkillZip, "zips")]);
    let library = bench.path("Test.db");
    let pack_words = |folder: &str| words(&["--library", &library, "pack", "write", "harbour", "--out", folder]);
    let export_words = |folder: &str| {
        words(&["--library", &library, "export", "--target", "agent-skills", "--out", folder, "--overwrite"])
    };
    let at = |name: &str| bench.path(name);
    bench.write("sent/notes.md", "Somebody's own.");
    let packed = run(bench, &pack_words(&at("packed")), &at("packed"));
    let sent = run(bench, &export_words(&at("sent")), &at("sent"));

    let only = bench.list_skills().unwrap().into_iter().filter(|row| row.name != "moons").map(|row| row.id);
    let content = PackContent { skills: only.collect(), ..first.content.clone() };
    let (id, aggregate_version) = (Some(first.id.clone()), first.aggregate_version);
    bench.save_pack(&PackEdit { id, aggregate_version, name: first.name.clone(), content }).unwrap();
    bench.save(&bench.row("tides").id, "SKILL.md", &skill("tides", "Reads tables.", "", "Another body."));
    let case = |arguments: Vec<String>, folder: &str, before: Tree| {
        let folder = at(folder);
        restore(&folder, &before);
        let after = run(bench, &arguments, &folder);
        assert!(after != before, "{arguments:?}");
        Case { arguments, folder, before, after }
    };
    vec![
        case(pack_words(&at("packed")), "packed", packed),
        case(export_words(&at("sent")), "sent", sent),
        case(pack_words(&at("deep/fresh")), "deep/fresh", Tree::new()),
    ]
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// What a command that comes to its end makes of a folder.
fn run(bench: &Bench, arguments: &[String], folder: &str) -> Tree {
    let ran = bench.skillctl(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    tree(folder)
}

#[test]
fn an_export_that_is_killed_at_any_step_is_whole_or_never_was() {
    if !cfg!(debug_assertions) {
        studio_testkit::leave_out("a release build can't be killed at a step");
        return;
    }
    let bench = Bench::new();
    let cases = cases(&bench);
    let asked: Option<u64> = std::env::var(KILLS).ok().and_then(|number| number.parse().ok());
    let stride = if asked.is_some() { 1 } else { STRIDE };
    let mut kills = 0;
    loop {
        for case in &cases {
            let before = kills;
            for step in (0..).step_by(stride) {
                if !case.killed_at(&bench, step) {
                    break;
                }
                kills += 1;
                if kills % TELL_EVERY == 0 {
                    studio_testkit::tell(&format!("{kills} kills at steps of exports: 0 lost, 0 half, 0 left over"));
                }
            }
            assert!(kills > before, "{:?} was never killed", case.arguments);
        }
        if kills >= asked.unwrap_or_default() {
            break;
        }
    }
    studio_testkit::tell(&format!("{kills} kills at steps of exports: 0 lost, 0 half, 0 left over"));
}
