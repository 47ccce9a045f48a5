//! Finds the machine's JDK.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
};

use studio_runtime::Failure;

use crate::sandbox::find_program;

/// The oldest version whose Java the launcher is written in.
const OLDEST: u32 = 17;

/// A JDK that answers.
#[derive(Clone, Debug)]
pub(super) struct Jdk {
    home: PathBuf,
    /// What its compiler says of itself.
    pub(super) version: String,
}

/// What was found at each path. Asking starts a whole machine.
static FOUND: LazyLock<Mutex<HashMap<PathBuf, String>>> = LazyLock::new(Mutex::default);

impl Jdk {
    /// The one whose `java` is chosen, else the one `JAVA_HOME` names, or the one on the path.
    pub(super) fn find(chosen: Option<&Path>) -> Result<Self, Failure> {
        if let Some(java) = chosen {
            return Self::of(java);
        }
        Self::among(env::var_os("JAVA_HOME").map(PathBuf::from), on_path)
    }

    fn of(java: &Path) -> Result<Self, Failure> {
        let home = java.canonicalize().ok().and_then(|java| Some(java.parent()?.parent()?.to_path_buf()));
        let home = home.filter(|home| home.join("bin/javac").exists()).ok_or_else(|| {
            let message = format!(
                "{} isn't part of a JDK: no compiler found next to it. Choose another one in Settings > Interpreters.",
                java.display()
            );
            Failure::Unavailable { message }
        })?;
        Self::among(Some(home), || None)
    }

    fn among(named: Option<PathBuf>, on_path: impl FnOnce() -> Option<PathBuf>) -> Result<Self, Failure> {
        let named = named.filter(|home| home.join("bin/javac").exists());
        let home = named.or_else(on_path).and_then(|home| home.canonicalize().ok()).ok_or_else(|| missing(""))?;
        let mut found = FOUND.lock();
        let version = match found.get(&home) {
            Some(version) => version.clone(),
            None => found.entry(home.clone()).or_insert(version(&home).ok_or_else(|| missing(""))?).clone(),
        };
        if major(&version).is_none_or(|major| major < OLDEST) {
            return Err(missing(&format!(" This computer has {version}.")));
        }
        Ok(Self { home, version })
    }

    pub(super) fn java(&self) -> PathBuf {
        self.home.join("bin/java")
    }

    pub(super) fn javac(&self) -> PathBuf {
        self.home.join("bin/javac")
    }

    /// What it reads beside the system's own folders. Some systems keep its settings apart.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let settings = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
        let is_of_java = |path: &PathBuf| path.file_name().is_some_and(|it| it.to_string_lossy().starts_with("java"));
        settings.filter(is_of_java).chain([self.home.clone()]).collect()
    }
}

fn on_path() -> Option<PathBuf> {
    let compiler = find_program("javac")?.canonicalize().ok()?;
    Some(compiler.parent()?.parent()?.to_path_buf())
}

fn version(home: &Path) -> Option<String> {
    let mut command = Command::new(home.join("bin/javac"));
    let answer = command.arg("-version").stdin(Stdio::null()).output().ok()?;
    // The oldest say it on standard error.
    let said = if answer.stdout.is_empty() { answer.stderr } else { answer.stdout };
    String::from_utf8(said).ok()?.lines().find(|line| line.starts_with("javac ")).map(String::from)
}

/// Of `javac 17.0.15` 17, of `javac 1.8.0_402` 1.
fn major(version: &str) -> Option<u32> {
    let number = version.strip_prefix("javac ")?;
    number.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

fn missing(found: &str) -> Failure {
    let message = format!(
        "Java tools need a JDK ({OLDEST} or newer), including its compiler.{found} Install one, for example with apt-get \
         install default-jdk-headless, or set JAVA_HOME."
    );
    Failure::Unavailable { message }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use studio_testkit::repository;
    use tempfile::TempDir;

    use super::{Jdk, major};

    /// A JDK whose compiler says this of itself, or nothing, on one of its two outputs.
    fn jdk(output: &str, version: &str) -> TempDir {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("bin")).unwrap();
        let compiler = repository().join("src-tauri/crates/connect/tests/it/java/javac.sh");
        symlink(compiler, home.path().join("bin/javac")).unwrap();
        fs::write(home.path().join(output), version).unwrap();
        home
    }

    fn said(named: Option<&TempDir>, on_path: Option<&TempDir>) -> String {
        let home = |jdk: &TempDir| jdk.path().to_path_buf();
        match Jdk::among(named.map(home), || on_path.map(home)) {
            Ok(jdk) => jdk.version,
            Err(failure) => failure.to_string(),
        }
    }

    #[test]
    fn versions_of_all_times_are_read() {
        for (said, number) in [("javac 17.0.15", 17), ("javac 21", 21), ("javac 25-ea", 25), ("javac 1.8.0_402", 1)] {
            assert_eq!(major(said), Some(number));
        }
        assert_eq!(major("gcc 12"), None);
    }

    #[test]
    fn without_a_jdk_it_is_said_how_to_get_one() {
        let nowhere = tempfile::tempdir().unwrap();
        let silent = jdk("out", "");
        for (named, on_path) in [(None, None), (Some(&nowhere), None), (Some(&silent), None), (None, Some(&silent))] {
            assert_eq!(
                said(named, on_path),
                "Java tools need a JDK (17 or newer), including its compiler. Install one, for example with apt-get install \
                 default-jdk-headless, or set JAVA_HOME."
            );
        }
    }

    #[test]
    fn one_that_is_too_old_is_named() {
        for (output, version) in [("out", "javac 16.0.2"), ("out", "javac 11.0.24"), ("err", "javac 1.8.0_402")] {
            let old = jdk(output, version);
            let said = said(Some(&old), None);
            assert!(
                said.contains(&format!("including its compiler. This computer has {version}. Install one")),
                "{said}"
            );
        }
    }

    #[test]
    fn the_one_that_is_chosen_is_taken_or_said_to_be_none() {
        let chosen = jdk("out", "javac 21.0.7");
        let java = chosen.path().join("bin/java");
        fs::write(&java, "").unwrap();
        assert_eq!(Jdk::find(Some(&java)).unwrap().version, "javac 21.0.7");
        let bare = tempfile::tempdir().unwrap();
        let said = Jdk::find(Some(&bare.path().join("bin/java"))).unwrap_err().to_string();
        assert!(said.contains("isn't part of a JDK: no compiler found next to it."), "{said}");
    }

    #[test]
    fn the_one_that_is_named_comes_before_the_one_on_the_path() {
        let [named, on_path] = ["javac 17", "javac 21.0.7"].map(|version| jdk("out", version));
        assert_eq!(said(Some(&named), Some(&on_path)), "javac 17");
        assert_eq!(said(None, Some(&on_path)), "javac 21.0.7");
        let nowhere = tempfile::tempdir().unwrap();
        assert_eq!(said(Some(&nowhere), Some(&on_path)), "javac 21.0.7", "one that is not there is passed over");
    }
}
