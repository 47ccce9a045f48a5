//! Classes of our own, the launcher's first of all, compiled once for each JDK.

use std::{
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

/// The folder the launcher's classes are in.
pub(super) fn compiled(jdk: &Jdk, cache: &Path) -> Result<PathBuf, Failure> {
    classes("launcher", &SOURCES, jdk, cache)
}

/// The folder the classes of these sources are in; they are compiled first where they are not there yet.
pub(super) fn classes(name: &str, sources: &[(&str, &str)], jdk: &Jdk, cache: &Path) -> Result<PathBuf, Failure> {
    let folder = cache.join(format!("{name}-{}", key(sources, &jdk.version)));
    if !folder.is_dir() {
        compile(sources, jdk, cache, &folder).map_err(|error| not_compiled(&error))?;
    }
    Ok(folder)
}

/// Compiles beside, then moves in one step: another call or program may do the same at the same time.
fn compile(sources: &[(&str, &str)], jdk: &Jdk, cache: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(cache)?;
    let work = tempfile::tempdir_in(cache)?;
    let mut paths = Vec::new();
    for (name, text) in sources {
        let path = work.path().join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, text)?;
        paths.push(path);
    }
    let classes = work.path().join("classes");
    let mut command = Command::new(jdk.javac());
    command
        .args(["-nowarn", "-parameters", "-encoding", "UTF-8", "-d"])
        .arg(&classes)
        .args(&paths)
        .stdin(Stdio::null());
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
fn key(sources: &[(&str, &str)], version: &str) -> String {
    let texts = sources.iter().flat_map(|(name, text)| [*name, *text]).chain([version]);
    let hash = texts.fold(Sha256::new(), sha2::Digest::chain_update);
    hex::encode(&hash.finalize()[..8])
}

fn not_compiled(error: &io::Error) -> Failure {
    Failure::Unavailable { message: format!("The JDK couldn't compile the Java tool launcher: {error}") }
}
