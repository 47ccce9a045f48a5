//! The packages of the workspace: what each is compiled from, and what its tests read and start beside that.
//!
//! What is compiled follows from cargo's own metadata. What a test opens while it runs nobody can read off a manifest: it
//! is listed here, and `cargo xtask test --traced` holds the list against what is really opened.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::inputs::Inputs;
use crate::{Error, Workspace, process};

/// What every compilation reads. xtask decides how anything is run.
const ALWAYS: &[&str] = &["Cargo.toml", "Cargo.lock", ".cargo/", "src-tauri/crates/xtask/"];

/// What a package takes in when it is compiled, outside its own folder.
const TAKEN_IN: &[(&str, &[&str])] = &[
    ("studio-api", &["skills/"]),
    // The interface; its pictures are for readers of the README.
    (WINDOW, &["ui/"]),
];
/// Of what is taken in, what does not matter after all.
const LEFT_OUT: &[&str] = &["ui/docs/"];
const WINDOW: &str = "skill-studio";

/// What the tests of a package read while they run, and the programs of ours they start.
pub(super) struct Reads {
    pub(super) paths: &'static [&'static str],
    pub(super) starts: &'static [&'static str],
}

/// What starts the database server that is shared by the tests of a run; all else of it is `studio-testkit`'s.
const WORLD: &str = "tests/world/";

/// The same for each package, by its name.
const READ: &[(&str, Reads)] = &[
    ("studio-api", Reads { paths: &["fixtures/kept/"], starts: &[] }),
    ("studio-clients", Reads { paths: &["fixtures/clients/"], starts: &[] }),
    ("studio-store", Reads { paths: &["fixtures/libraries/"], starts: &[] }),
    ("studio-pack", Reads { paths: &["fixtures/skills/", "fixtures/scan/"], starts: &[] }),
    (
        "studio-connect",
        Reads { paths: &["fixtures/servers/", "skills/", "src-tauri/crates/api/samples/"], starts: &[] },
    ),
    ("skillctl", Reads { paths: &["README.md", "fixtures/", "skills/", WORLD], starts: &[] }),
    ("studio-bridge", Reads { paths: &["fixtures/"], starts: &["skillctl"] }),
];

/// Programs that tests of crates find by name, all of them: which of them a crate reaches through others, nobody lists.
const PROGRAMS: &[&str] = &[
    "bwrap",
    "cp",
    "git",
    "java",
    "javac",
    "kill",
    "mkfifo",
    "node",
    "python3",
    "sh",
    "sleep",
    "umount",
    "Xvfb",
    "WebKitWebDriver",
];

/// What cargo says of the packages.
pub(super) struct Packages {
    /// By name: the folder, relative to the root and ending in `/`, and the packages it uses.
    known: BTreeMap<String, Package>,
}

struct Package {
    folder: String,
    uses: Vec<String>,
    tests_use: Vec<String>,
    /// Targets that hold tests which are run.
    tested: Vec<String>,
}

impl Packages {
    pub(super) fn read(workspace: &Workspace) -> Result<Self, Error> {
        let mut command = workspace.cargo();
        let answer = process::read(command.args(["metadata", "--no-deps", "--format-version", "1"]))?;
        let metadata: Value = serde_json::from_str(&answer)
            .map_err(|error| Error::UnexpectedAnswer { command: process::text(&command), answer: error.to_string() })?;
        Ok(Self::of(&metadata, &workspace.root))
    }

    pub(super) fn of(metadata: &Value, root: &Path) -> Self {
        let packages = metadata["packages"].as_array().into_iter().flatten();
        Self {
            known: packages
                .filter_map(|package| Some((package["name"].as_str()?.to_owned(), read(package, root)?)))
                .collect(),
        }
    }

    /// Names of all packages.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }

    /// The targets of a package that hold tests.
    pub(super) fn tested(&self, package: &str) -> &[String] {
        self.known.get(package).map_or(&[], |package| &package.tested)
    }

    pub(super) fn folder(&self, package: &str) -> Option<&str> {
        self.known.get(package).map(|package| package.folder.as_str())
    }

    /// What the programs of a package are compiled from.
    pub(super) fn compiled_from(&self, package: &str) -> Inputs {
        self.inputs(package, &[])
    }

    /// What the tests of a package are compiled from, read and start.
    pub(super) fn tested_with(&self, package: &str) -> Inputs {
        let tests_use = self.known.get(package).map(|package| package.tests_use.clone()).unwrap_or_default();
        let mut inputs = self.inputs(package, &tests_use);
        if let Some((_, reads)) = READ.iter().find(|(name, _)| *name == package) {
            self.add(&mut inputs, reads);
        }
        inputs.programs = PROGRAMS.to_vec();
        inputs
    }

    /// Adds what else a test reads, and the programs it starts with all they are made of.
    pub(super) fn add(&self, inputs: &mut Inputs, reads: &Reads) {
        inputs.paths.extend(reads.paths.iter().map(|&path| path.to_owned()));
        for program in reads.starts {
            inputs.paths.extend(self.compiled_from(program).paths);
        }
    }

    fn inputs(&self, package: &str, more: &[String]) -> Inputs {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = std::iter::once(package).chain(more.iter().map(String::as_str)).collect();
        while let Some(name) = open.pop() {
            let Some(known) = self.known.get(name) else { continue };
            if reached.insert(name) {
                open.extend(known.uses.iter().map(String::as_str));
            }
        }
        let folders = reached.iter().filter_map(|name| self.folder(name));
        let taken_in = TAKEN_IN.iter().filter(|(name, _)| reached.contains(name)).flat_map(|(_, paths)| *paths);
        // Cargo reads every manifest, whatever is compiled.
        let manifests = self.known.values().map(|package| format!("{}Cargo.toml", package.folder));
        let mut paths: Vec<String> =
            ALWAYS.iter().copied().chain(folders).chain(taken_in.copied()).map(str::to_owned).collect();
        paths.extend(manifests);
        let mut except: Vec<String> = LEFT_OUT.iter().map(|&path| path.to_owned()).collect();
        except.extend(self.nested_in(&reached));
        Inputs { paths, except, programs: Vec::new() }
    }

    /// Folders of packages that lie in the folder of one that was reached, and were not reached themselves: the window's
    /// folder holds all crates.
    fn nested_in(&self, reached: &BTreeSet<&str>) -> Vec<String> {
        let folders: Vec<&str> = reached.iter().filter_map(|name| self.folder(name)).collect();
        let is_within = |folder: &str| folders.iter().any(|outer| folder.starts_with(outer));
        let others = self.known.iter().filter(|(name, _)| !reached.contains(name.as_str()) && *name != "xtask");
        others.filter(|(_, package)| is_within(&package.folder)).map(|(_, package)| package.folder.clone()).collect()
    }
}

fn read(package: &Value, root: &Path) -> Option<Package> {
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let folder = manifest.parent()?.strip_prefix(root).ok()?;
    let (mut uses, mut tests_use) = (Vec::new(), Vec::new());
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        // Those of the workspace have a path and no source.
        let Some(name) = dependency["name"].as_str().filter(|_| dependency["path"].is_string()) else { continue };
        let list = if dependency["kind"] == "dev" { &mut tests_use } else { &mut uses };
        list.push(name.to_owned());
    }
    let targets = package["targets"].as_array().into_iter().flatten().filter(|target| target["test"] == true);
    let tested = targets.filter_map(|target| target["name"].as_str()).map(str::to_owned).collect();
    Some(Package { folder: format!("{}/", folder.display()), uses, tests_use, tested })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn packages() -> Packages {
        let dependency = |name: &str, kind: Option<&str>| json!({"name": name, "kind": kind, "path": "/r/x"});
        let package = |name: &str, folder: &str, dependencies: Vec<Value>| json!({"name": name, "manifest_path": format!("/r/{folder}/Cargo.toml"), "dependencies": dependencies});
        let metadata = json!({"packages": [
            package("skill-studio", "src-tauri", vec![dependency("studio-api", None)]),
            package("studio-api", "src-tauri/crates/api", vec![dependency("studio-pack", None), json!({"name": "serde", "kind": null})]),
            package("studio-pack", "src-tauri/crates/pack", vec![dependency("studio-testkit", Some("dev"))]),
            package("studio-testkit", "src-tauri/crates/testkit", vec![]),
            package("studio-text", "src-tauri/crates/text", vec![dependency("studio-testkit", Some("dev"))]),
            package("xtask", "src-tauri/crates/xtask", vec![]),
        ]});
        Packages::of(&metadata, Path::new("/r"))
    }

    #[test]
    fn a_crate_is_tested_with_what_it_uses_and_not_with_what_uses_it() {
        let inputs = packages().tested_with("studio-pack");
        for (path, expected) in [
            ("src-tauri/crates/pack/src/lib.rs", true),
            ("src-tauri/crates/testkit/src/lib.rs", true),
            ("fixtures/skills/edges/a/SKILL.md", true),
            ("fixtures/scan/index.json", true),
            ("Cargo.lock", true),
            ("src-tauri/crates/text/Cargo.toml", true),
            ("src-tauri/crates/xtask/src/main.rs", true),
            ("src-tauri/crates/api/src/lib.rs", false),
            ("src-tauri/crates/text/src/lib.rs", false),
            ("src-tauri/src/main.rs", false),
            ("ui/src/main.ts", false),
        ] {
            assert_eq!(inputs.have(path), expected, "{path}");
        }
    }

    #[test]
    fn who_is_tested_on_the_shared_server_is_tested_again_when_it_is_started_otherwise() {
        let inputs = |package: &str| packages().tested_with(package);
        assert!(inputs("skillctl").have("tests/world/main.rs") && !inputs("skillctl").have("tests/scenarios/main.rs"));
        assert!(!inputs("studio-connect").have("tests/world/main.rs"));
    }

    #[test]
    fn the_windows_folder_does_not_bring_in_the_crates_below_it() {
        let inputs = packages().tested_with("skill-studio");
        for (path, expected) in [
            ("src-tauri/src/main.rs", true),
            ("src-tauri/crates/api/src/lib.rs", true),
            ("src-tauri/crates/pack/src/lib.rs", true),
            ("skills/agents.json", true),
            ("ui/src/main.ts", true),
            ("ui/docs/map-dark.png", false),
            ("src-tauri/crates/text/src/lib.rs", false),
        ] {
            assert_eq!(inputs.have(path), expected, "{path}");
        }
    }
}
