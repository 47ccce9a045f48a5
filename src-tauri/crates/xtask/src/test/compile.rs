//! One compilation of everything that tests wait for: clippy is the compiler, so that what is linted is what is run.
//!
//! Cargo knows what has to be compiled again. What is measured (`measures`, `judges`, the benchmarks) is no part of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::inputs::{Inputs, Snapshot};
use super::log::Log;
use super::packages::Packages;
use crate::workspace::FEATURES;
use crate::{Error, Workspace, process};

/// The programs of ours that tests start, and this tool: what only its tests use is found where it is compiled without
/// them.
const PROGRAMS: &[&str] = &["skill-studio", "skillctl", "world", "xtask"];

/// What came of a compilation.
#[derive(Default)]
pub(super) struct Compiled {
    /// Programs of tests, by package.
    tests: BTreeMap<String, Vec<TestProgram>>,
    /// Other programs, by name.
    pub(super) programs: BTreeMap<String, PathBuf>,
    /// What clippy and the compiler found, by package.
    findings: BTreeMap<String, usize>,
    /// What each package was compiled from, as cargo notes it.
    sources: BTreeSet<(String, PathBuf)>,
}

/// A program that holds tests.
#[derive(Clone)]
pub(super) struct TestProgram {
    pub(super) target: String,
    pub(super) path: PathBuf,
    /// Where its package lies, which is where cargo runs it.
    pub(super) folder: PathBuf,
}

/// What to compile.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// Every test, and the programs they start.
    Tests,
    /// What is run by hand: measurements, judges.
    Measures,
}

impl Goal {
    fn arguments(self) -> Vec<&'static str> {
        match self {
            Self::Tests => {
                ["build", "--tests"].into_iter().chain(PROGRAMS.iter().flat_map(|&name| ["--bin", name])).collect()
            }
            Self::Measures => {
                let targets = ["measures", "judges", "gram_syntax", "gram_structure"];
                let named = ["test", "--no-run", "--bin", "studio-bench"];
                named.into_iter().chain(targets.into_iter().flat_map(|name| ["--test", name])).collect()
            }
        }
    }
}

/// Compiles; fails where anything does not compile or clippy finds something, and knows all the same what there is.
pub(super) fn compile(
    workspace: &Workspace,
    packages: &Packages,
    goal: Goal,
    is_locked: bool,
    log: &mut Log,
) -> (Compiled, Result<(), Error>) {
    let mut compiled = Compiled::default();
    let mut cargo = match with_clippy(workspace) {
        Ok(cargo) => cargo,
        Err(error) => return (compiled, Err(error)),
    };
    cargo.args(goal.arguments());
    cargo.args(["--workspace", "--features", FEATURES, "--message-format", "json"]);
    // What does not depend on what cannot be compiled is compiled all the same.
    cargo.arg(if matches!(goal, Goal::Tests) { "--keep-going" } else { "--quiet" });
    if is_locked {
        cargo.arg("--locked");
    }
    let outcome = process::each_line(&mut cargo, |line| match serde_json::from_str::<Value>(line) {
        Ok(message) if message["reason"].is_string() => compiled.take_in(&message, packages, &workspace.root, log),
        _ => log.show(line),
    });
    let outcome = outcome.and_then(|()| match compiled.findings.values().sum() {
        0 => Ok(()),
        findings => {
            Err(Error::Linted { findings, packages: compiled.findings.keys().cloned().collect::<Vec<_>>().join(", ") })
        }
    });
    (compiled, outcome)
}

/// Cargo with clippy in the place of the compiler, for the packages of the workspace.
fn with_clippy(workspace: &Workspace) -> Result<Command, Error> {
    let sysroot = process::read(Command::new("rustc").args(["--print", "sysroot"]).current_dir(&workspace.root))?;
    let mut cargo = workspace.cargo();
    cargo.env("RUSTC_WORKSPACE_WRAPPER", Path::new(sysroot.trim()).join("bin/clippy-driver"));
    // Nothing is denied: what depends on a package with a finding is tested all the same.
    cargo.env("CLIPPY_ARGS", "").env("CARGO_TERM_PROGRESS_WHEN", "never");
    Ok(cargo)
}

impl Compiled {
    fn take_in(&mut self, message: &Value, packages: &Packages, root: &Path, log: &Log) {
        let Some(folder) = message["manifest_path"].as_str().and_then(|path| Path::new(path).parent()) else { return };
        let relative = folder.strip_prefix(root).map(|folder| format!("{}/", folder.display())).unwrap_or_default();
        let Some(package) = packages.names().find(|name| packages.folder(name) == Some(&relative)) else { return };
        if message["reason"] == "compiler-message" {
            let message = &message["message"];
            message["rendered"].as_str().unwrap_or_default().lines().for_each(|line| log.show(line));
            if message["level"] == "warning" || message["level"] == "error" {
                *self.findings.entry(package.to_owned()).or_default() += 1;
            }
            return;
        }
        self.note_sources(message, package);
        let Some(path) = message["executable"].as_str().map(PathBuf::from) else { return };
        let target = message["target"]["name"].as_str().unwrap_or_default().to_owned();
        if message["profile"]["test"] == true {
            let program = TestProgram { target, path, folder: folder.to_path_buf() };
            self.tests.entry(package.to_owned()).or_default().push(program);
        } else {
            self.programs.insert(target, path);
        }
    }

    /// The program that holds the tests of a target.
    pub(super) fn test(&self, package: &str, target: &str) -> Option<TestProgram> {
        self.tests.get(package)?.iter().find(|program| program.target == target).cloned()
    }

    /// The same for tests that start programs of ours: without them they would find those of an earlier run.
    pub(super) fn test_that_starts(&self, programs: &[&str], package: &str, target: &str) -> Option<TestProgram> {
        let are_there = programs.iter().all(|name| self.programs.contains_key(*name));
        self.test(package, target).filter(|_| are_there)
    }

    /// Beside each thing it makes the compiler notes the files it was made of.
    fn note_sources(&mut self, message: &Value, package: &str) {
        for made in message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str).map(Path::new) {
            let name = made.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            for name in [name.as_str(), name.trim_start_matches("lib")] {
                let note = made.with_file_name(format!("{name}.d"));
                if note.is_file() {
                    self.sources.insert((package.to_owned(), note));
                }
            }
        }
    }

    /// Files of the repository that a package was compiled from though its inputs lack them.
    pub(super) fn unlisted(&self, packages: &Packages, snapshot: &Snapshot, root: &Path) -> Vec<String> {
        let mut found = BTreeSet::new();
        for (package, note) in &self.sources {
            let inputs: Inputs = packages.tested_with(package);
            let text = std::fs::read_to_string(note).unwrap_or_default();
            for path in sources_in(&text).filter_map(|path| relative(Path::new(&path), root)) {
                if snapshot.has(&path) && !inputs.have(&path) {
                    found.insert(format!("{package} is compiled from {path}"));
                }
            }
        }
        found.into_iter().collect()
    }
}

/// The sources in a compiler's note, `made: source source\ with\ space …`.
fn sources_in(note: &str) -> impl Iterator<Item = String> {
    let lines = note.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).flat_map(|(_, sources)| {
        sources.replace("\\ ", "\0").split(' ').map(|path| path.replace('\0', " ")).collect::<Vec<_>>()
    })
}

/// A path of the repository, without `..` in it.
pub(super) fn relative(path: &Path, root: &Path) -> Option<String> {
    let mut plain = PathBuf::new();
    for part in root.join(path).components() {
        match part {
            std::path::Component::ParentDir => drop(plain.pop()),
            std::path::Component::CurDir => {}
            part => plain.push(part),
        }
    }
    Some(plain.strip_prefix(root).ok()?.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn packages() -> Packages {
        let metadata =
            json!({"packages": [{"name": "studio-text", "manifest_path": "/r/text/Cargo.toml", "dependencies": []}]});
        Packages::of(&metadata, Path::new("/r"))
    }

    #[test]
    fn programs_and_findings_are_taken_from_cargos_messages() {
        let (mut compiled, packages, log) = (Compiled::default(), packages(), Log::new("compile"));
        for message in [
            json!({"reason": "compiler-artifact", "manifest_path": "/r/text/Cargo.toml", "target": {"name": "it"},
                   "profile": {"test": true}, "executable": "/t/it-1", "filenames": ["/t/it-1"]}),
            json!({"reason": "compiler-artifact", "manifest_path": "/r/text/Cargo.toml", "target": {"name": "textctl"},
                   "profile": {"test": false}, "executable": "/t/textctl", "filenames": ["/t/textctl"]}),
            json!({"reason": "compiler-message", "manifest_path": "/r/text/Cargo.toml",
                   "message": {"level": "warning", "rendered": "warning: unused\n"}}),
            json!({"reason": "compiler-message", "manifest_path": "/elsewhere/Cargo.toml", "message": {"level": "warning"}}),
        ] {
            compiled.take_in(&message, &packages, Path::new("/r"), &log);
        }
        assert_eq!(compiled.tests["studio-text"][0].path, Path::new("/t/it-1"));
        assert_eq!(compiled.programs["textctl"], Path::new("/t/textctl"));
        assert!(compiled.test_that_starts(&["textctl"], "studio-text", "it").is_some());
        assert!(compiled.test_that_starts(&["otherctl"], "studio-text", "it").is_none(), "it is an earlier run's");
        assert_eq!(compiled.findings, BTreeMap::from([("studio-text".to_owned(), 1)]));
    }

    #[test]
    fn a_compilers_note_is_read_and_its_paths_made_plain() {
        let note = "/t/it-1: text/src/lib.rs text/../skills/a\\ b.json\n\ntext/src/lib.rs:\n# env-dep:X=a: b\n";
        let paths: Vec<_> = sources_in(note).filter_map(|path| relative(Path::new(&path), Path::new("/r"))).collect();
        assert_eq!(paths, ["text/src/lib.rs", "skills/a b.json"]);
        assert_eq!(relative(Path::new("/usr/lib/x"), Path::new("/r")), None);
    }

    #[test]
    fn what_a_package_is_compiled_from_and_does_not_list_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace { root: folder.path().to_path_buf() };
        process::read(Command::new("git").args(["init", "--quiet"]).current_dir(&workspace.root)).unwrap();
        for path in ["text/src/lib.rs", "elsewhere/table.json"] {
            let path = workspace.root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let manifest = workspace.root.join("text/Cargo.toml");
        let package = json!({"name": "studio-text", "manifest_path": manifest, "dependencies": []});
        let packages = Packages::of(&json!({"packages": [package]}), &workspace.root);
        let note = workspace.root.join("it-1.d");
        std::fs::write(&note, "it-1: text/src/lib.rs text/../elsewhere/table.json /usr/lib/x.rs\n").unwrap();
        let sources = BTreeSet::from([("studio-text".to_owned(), note)]);
        let compiled = Compiled { sources, ..Compiled::default() };
        let snapshot = Snapshot::take(&workspace).unwrap();
        let told = compiled.unlisted(&packages, &snapshot, &workspace.root);
        assert_eq!(told, ["studio-text is compiled from elsewhere/table.json"]);
    }
}
