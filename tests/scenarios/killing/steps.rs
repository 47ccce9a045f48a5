//! `skillctl` killed at each step of an export, those of moving files among them: the next command finds the folder as it was or
//! as it was to be, says so where there was something to settle, and leaves nothing else.

use std::{collections::BTreeMap, fs, os::unix::process::ExitStatusExt as _, path::Path, process::Output};

use serde_json::json;
use studio_api::dto::{ExportTarget, PackContent, PackEdit, ToolEdit, ToolImplementation};

use crate::{
    harness::{Bench, skill},
    packing::{pack, target},
    toolbox::{edit_of, schema, tool},
};

/// Says at which step a program ends.
pub(super) const KILL_AT: &str = "SKILL_STUDIO_TEST_KILL_AT";
/// Steps from one kill to the next, where not each is asked for.
const STRIDE: usize = 23;
/// The same for what has few steps.
const SHORT_STRIDE: usize = 5;
/// Steps at which one that settles is killed.
const SETTLING: usize = 7;
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

/// Whether two folders hold the same, but for the moment when something was signed.
fn is_alike(one: &Tree, other: &Tree) -> bool {
    let mut both = one.iter().zip(other);
    one.len() == other.len()
        && both.all(|((name, bytes), (at, others))| name == at && (is_signature(name) || bytes == others))
}

fn is_signature(name: &str) -> bool {
    name.ends_with(".minisig")
}

/// A command that changes a folder.
struct Command {
    arguments: Vec<String>,
    folder: String,
    /// Steps from one kill to the next, where not each is asked for.
    stride: usize,
}

impl Command {
    /// What it makes of its folder where it comes to its end.
    fn run(&self, bench: &Bench) -> Tree {
        let ran = bench.skillctl(&self.arguments());
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        tree(&self.folder)
    }

    fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }
}

/// The same with what is there before and after it.
struct Case {
    command: Command,
    before: Tree,
    after: Tree,
}

impl Case {
    /// Kills the command at a step and looks at what the next ones make of it; at every other step one that settles is killed
    /// first, too. Gives how many were killed: none where the command came to its end.
    fn killed_at(&self, bench: &Bench, step: usize) -> u64 {
        let folder = &self.command.folder;
        restore(folder, &self.before);
        let ended = ended_at(bench, &self.command.arguments(), step);
        if ended.status.success() {
            assert!(is_alike(&tree(folder), &self.after), "{:?} is as it was to be", self.command.arguments);
            return 0;
        }
        assert_eq!(ended.status.signal(), Some(9), "{}", String::from_utf8_lossy(&ended.stderr));
        let left = tree(folder);
        // One that only reads.
        let reading = ["verify", folder.as_str()];
        let settling = (step % 2 == 1).then(|| ended_at(bench, &reading, step % SETTLING));
        let verified = bench.skillctl(&reading);
        let said = settling.iter().chain([&verified]).map(|one| String::from_utf8_lossy(&one.stderr).into_owned());
        let told: String = said.collect();
        let found = tree(folder);
        let names: Vec<&String> = found.keys().collect();
        let is_whole = is_alike(&found, &self.before) || is_alike(&found, &self.after);
        assert!(is_whole, "killed at {step}: {names:?}\n{told}");
        assert!(verified.status.success() || !names.iter().any(|name| is_signature(name)), "killed at {step}: {told}");
        let is_killed_too = settling.is_some_and(|settling| settling.status.signal() == Some(9));
        // Who is killed while it settles may have done it and not have said so.
        let is_told = is_killed_too || told.contains("was interrupted");
        assert!(is_told || !left.iter().any(is_begun), "killed at {step}: {told}");
        let left = left_over(Path::new(&bench.path("")));
        assert!(left.is_empty(), "killed at {step}: {left:?}");
        assert!(is_alike(&self.command.run(bench), &self.after), "the next one goes on after a kill at {step}");
        1 + u64::from(is_killed_too)
    }
}

/// Runs a command that is killed at a step, where it has so many.
fn ended_at(bench: &Bench, arguments: &[&str], step: usize) -> Output {
    bench.command(arguments).env(KILL_AT, step.to_string()).output().unwrap()
}

/// Whether this is a journal in which a change was begun.
fn is_begun((name, bytes): (&String, &Option<Vec<u8>>)) -> bool {
    name.ends_with("/journal") && bytes.as_ref().is_some_and(|bytes| bytes.ends_with(b"}\n"))
}

/// Whether a name is one that is there only for a while.
fn is_left(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with(TEMPORARY)) || name.starts_with("config/underway/")
}

/// What is there only for a while, and is there still.
pub(super) fn left_over(folder: &Path) -> Vec<String> {
    let (mut left, mut due) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(below) = due.pop() {
        for entry in fs::read_dir(below).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            left.extend(is_left(&name).then_some(name));
            due.extend(path.is_dir().then_some(path));
        }
    }
    left
}

/// Packs and exports that replace what is there, beside what is somebody else's, and one whose folder is not there yet.
fn cases(bench: &Bench) -> Vec<Case> {
    // The command line finds its own folders through links.
    fs::create_dir_all(bench.path("config")).unwrap();
    for name in ["tides", "winds", "moons"] {
        bench.write(&format!("src/{name}/SKILL.md"), skill(name, "Reads tables.", "", "Body."));
        bench.write(&format!("src/{name}/references/{name}.md"), "More.");
    }
    bench.import(&["src"]);
    let far = json!({ "type": "object", "properties": { "far": { "type": "boolean" } } });
    bench.save_tool(&tool("look", schema(&far), ToolImplementation::None)).unwrap();
    let first = pack(bench, vec![target(ExportTarget::AgentSkills, "skills"), target(ExportTarget::SkillZip, "zips")]);
    for folder in ["sent", "one", "rows", "lists", "project"] {
        bench.write(&format!("{folder}/notes.md"), "Somebody's own.");
    }
    bench.write("project/.claude/settings.json", "{}");
    bench.write("project/.claude/skills/own/SKILL.md", skill("own", "Somebody's own.", "", "Body."));
    let commands = commands(bench);
    let before: Vec<Tree> = commands.iter().map(|command| command.run(bench)).collect();

    let only = bench.list_skills().unwrap().into_iter().filter(|row| row.name != "moons").map(|row| row.id);
    let content = PackContent { skills: only.collect(), ..first.content.clone() };
    let (id, aggregate_version) = (Some(first.id.clone()), first.aggregate_version);
    bench.save_pack(&PackEdit { id, aggregate_version, name: first.name.clone(), content }).unwrap();
    bench.save(&bench.row("tides").id, "SKILL.md", &skill("tides", "Reads tables.", "", "Another body."));
    let look = edit_of(&bench.get_tool(&bench.list_tools().unwrap().remove(0).id).unwrap());
    bench.save_tool(&ToolEdit { description: "Looks far. Use when it is far.".to_owned(), ..look }).unwrap();
    let fresh =
        Command { arguments: pack_words(bench, "deep/fresh"), folder: bench.path("deep/fresh"), stride: STRIDE };
    let all = commands.into_iter().zip(before).chain([(fresh, Tree::new())]);
    let case = |(command, before): (Command, Tree)| {
        restore(&command.folder, &before);
        let after = command.run(bench);
        assert!(!is_alike(&after, &before), "{:?}", command.arguments);
        Case { command, before, after }
    };
    all.map(case).collect()
}

/// Each with a folder of its own.
fn commands(bench: &Bench) -> Vec<Command> {
    let library = bench.path("Test.db");
    let export = |out: &str, more: &[&str]| {
        let out = bench.path(out);
        words(&[&["--library", &library, "export", "--out", &out, "--overwrite", "--target"][..], more].concat())
    };
    let all = [
        ("packed", STRIDE, pack_words(bench, "packed")),
        ("sent", STRIDE, export("sent", &["agent-skills"])),
        ("one", SHORT_STRIDE, export("one/tides.skill", &["skill-zip", "tides"])),
        ("rows", SHORT_STRIDE, export("rows/rows.sql", &["light4j-sql"])),
        ("lists", SHORT_STRIDE, export("lists/tools.json", &["mcp-tools"])),
        ("project", SHORT_STRIDE, export("project", &["client-folder", "--client", "claude-code"])),
        ("signed", SHORT_STRIDE, export("signed", &["agent-skills", "--sign"])),
    ];
    all.map(|(folder, stride, arguments)| Command { arguments, folder: bench.path(folder), stride }).into()
}

fn pack_words(bench: &Bench, folder: &str) -> Vec<String> {
    words(&["--library", &bench.path("Test.db"), "pack", "write", "harbour", "--out", &bench.path(folder)])
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn an_export_that_is_killed_at_any_step_is_whole_or_never_was() {
    if !cfg!(debug_assertions) {
        studio_testkit::leave_out("a release build can't be killed at a step");
        return;
    }
    let bench = Bench::new();
    let cases = cases(&bench);
    let asked = super::asked();
    let mut kills = 0;
    loop {
        for case in &cases {
            let before = kills;
            for step in (0..).step_by(if asked.is_some() { 1 } else { case.command.stride }) {
                let killed = case.killed_at(&bench, step);
                if killed == 0 {
                    break;
                }
                kills += killed;
            }
            assert!(kills > before, "{:?} was never killed", case.command.arguments);
        }
        if kills >= asked.unwrap_or_default() {
            break;
        }
        studio_testkit::tell(&format!("{kills} kills at steps of exports so far: 0 lost, 0 half, 0 left over"));
    }
    super::tell_all(kills, "at steps of exports");
}
