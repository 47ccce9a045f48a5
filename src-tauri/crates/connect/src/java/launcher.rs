//! The launcher's classes, compiled once for each JDK.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use sha2::{Digest as _, Sha256};
use studio_runtime::Failure;

use super::jdk::Jdk;

const SOURCES: [(&str, &str); 4] = [
    ("Launcher.java", include_str!("../../java/Launcher.java")),
    ("JsonReader.java", include_str!("../../java/JsonReader.java")),
    ("JsonWriter.java", include_str!("../../java/JsonWriter.java")),
    ("Convert.java", include_str!("../../java/Convert.java")),
];

/// The folder the classes are in; they are compiled first where they are not there yet.
pub(super) fn compiled(jdk: &Jdk, cache: &Path) -> Result<PathBuf, Failure> {
    let folder = cache.join(format!("launcher-{}", key(&jdk.version)));
    if !folder.is_dir() {
        compile(jdk, cache, &folder).map_err(|error| not_compiled(&error))?;
    }
    Ok(folder)
}

/// Compiles beside, then moves in one step: another call or program may do the same at the same time.
fn compile(jdk: &Jdk, cache: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(cache)?;
    let work = tempfile::tempdir_in(cache)?;
    let sources = SOURCES.map(|(name, _)| work.path().join(name));
    for (path, (_, text)) in sources.iter().zip(SOURCES) {
        fs::write(path, text)?;
    }
    let classes = work.path().join("classes");
    let mut command = Command::new(jdk.javac());
    command.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(&classes).args(&sources).stdin(Stdio::null());
    let answer = command.output()?;
    if !answer.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&answer.stderr).into_owned()));
    }
    match fs::rename(&classes, folder) {
        Err(_) if folder.is_dir() => Ok(()),
        moved => moved,
    }
}

/// Sixteen letters that change with the sources and the JDK.
fn key(version: &str) -> String {
    let texts = SOURCES.iter().map(|(_, text)| *text).chain([version]);
    let hash = texts.fold(Sha256::new(), sha2::Digest::chain_update);
    hash.finalize().iter().take(8).fold(String::new(), |mut key, byte| {
        write!(key, "{byte:02x}").expect("a string takes all");
        key
    })
}

fn not_compiled(error: &io::Error) -> Failure {
    Failure::Unavailable { message: format!("The JDK could not compile what starts Java tools: {error}") }
}
