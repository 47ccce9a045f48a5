//! What of the machine decides how a step ends: the compiler, the system's packages, variables that tests read, and each
//! program a step starts.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use sha2::{Digest as _, Sha256};

use crate::{Error, Workspace, process};

/// What was found out of the machine; programs are looked at once.
pub(super) struct Machine {
    always: String,
    programs: Mutex<HashMap<&'static str, String>>,
}

impl Machine {
    /// The system's packages are taken as one: which of their libraries a test reaches, nobody lists.
    pub(super) fn look(workspace: &Workspace) -> Result<Self, Error> {
        let compiler = process::read(Command::new("rustc").arg("-vV").current_dir(&workspace.root))?;
        let packages = Command::new("dpkg-query").args(["-W", "-f", "${Package} ${Version}\n"]).output();
        let packages = packages.map(|output| output.stdout).unwrap_or_default();
        let variables: BTreeMap<OsString, OsString> = env::vars_os().filter(|(name, _)| decides(name)).collect();
        Ok(Self::of(&format!("{compiler}{variables:?}{}", hex::encode(Sha256::digest(packages)))))
    }

    pub(super) fn of(always: &str) -> Self {
        Self { always: always.to_owned(), programs: Mutex::default() }
    }

    /// What every step depends on.
    pub(super) fn always(&self) -> &str {
        &self.always
    }

    /// What tells one version of a program from another: what it says of itself, and its file, since some say nothing and
    /// some only start another.
    pub(super) fn program(&self, name: &'static str) -> String {
        let mut known = self.programs.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.entry(name).or_insert_with(|| version(name)).clone()
    }
}

/// Whether a variable of the environment says how something is compiled, or to a test how much it does and with what.
fn decides(variable: &OsStr) -> bool {
    let Some(name) = variable.to_str() else { return false };
    let is_known = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "JAVA_HOME"].contains(&name);
    is_known || ["SKILL_STUDIO_", "STUDIO_"].iter().any(|ours| name.starts_with(ours))
}

fn version(name: &str) -> String {
    let file = found(name).and_then(|path| fs::read(path).ok()).map(|bytes| hex::encode(Sha256::digest(bytes)));
    let said = Command::new(name).arg("--version").stdin(Stdio::null()).output();
    let said = said.map(|output| [output.stdout, output.stderr].concat()).unwrap_or_default();
    format!("{file:?} {}", hex::encode(Sha256::digest(said)))
}

/// The folder of the version manager whose script stands in a program's place, where one does. Which version it starts the
/// program says itself.
pub(super) fn manager_of(name: &str) -> Option<PathBuf> {
    let path = found(name)?;
    let is_script = fs::read(&path).ok()?.starts_with(b"#!");
    let folder = path.parent()?.parent()?.to_path_buf();
    (is_script && folder.file_name()?.to_str()?.starts_with('.')).then_some(folder)
}

/// Where a program lies that is started by name.
fn found(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_tests_read_are_part_of_the_machine_and_others_are_not() {
        for (name, expected) in [
            ("RUSTFLAGS", true),
            ("JAVA_HOME", true),
            ("SKILL_STUDIO_FUZZ_SECONDS", true),
            ("STUDIO_ATTACK_ROUNDS", true),
            ("HOME", false),
            ("MY_STUDIO_", false),
        ] {
            assert_eq!(decides(OsStr::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn a_program_has_a_version_and_one_that_is_not_there_another() {
        let machine = Machine::of("");
        assert!(machine.program("sh").contains("Some"));
        assert!(machine.program("there-is-no-such-program").contains("None"));
        assert_eq!(machine.program("sh"), machine.program("sh"));
        assert_eq!(manager_of("sh"), None);
    }
}
