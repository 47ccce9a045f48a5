//! Finds the machine's JDK.

use std::{
    collections::HashMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{LazyLock, Mutex, PoisonError},
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
    /// The one `JAVA_HOME` names, or the one on the path.
    pub(super) fn find() -> Result<Self, Failure> {
        let named = env::var_os("JAVA_HOME").map(PathBuf::from).filter(|home| home.join("bin/javac").exists());
        let home = named.or_else(on_path).and_then(|home| home.canonicalize().ok()).ok_or_else(|| missing(""))?;
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        let version = match found.get(&home) {
            Some(version) => version.clone(),
            None => found.entry(home.clone()).or_insert(version(&home).ok_or_else(|| missing(""))?).clone(),
        };
        if major(&version).is_none_or(|major| major < OLDEST) {
            return Err(missing(&format!(" This machine has {version}.")));
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
        "Java tools need a JDK ({OLDEST} or newer), with its compiler.{found} Install one, for example with apt-get \
         install default-jdk-headless, or set JAVA_HOME."
    );
    Failure::Unavailable { message }
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn versions_of_all_times_are_read() {
        for (said, number) in [("javac 17.0.15", 17), ("javac 21", 21), ("javac 25-ea", 25), ("javac 1.8.0_402", 1)] {
            assert_eq!(major(said), Some(number));
        }
        assert_eq!(major("gcc 12"), None);
    }
}
