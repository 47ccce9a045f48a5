//! Tests of this crate through its public functions, on real files in temporary folders.

mod archives;
mod corpus;
mod discovery;
mod files;
mod linked;
mod scan;
mod scan_deeds;
mod scan_set;
mod scan_veiled;
mod scan_weighed;
mod system_trash;
mod targets;
mod watching;

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use studio_pack::{Discovery, ImportFormat, Options, discover};
use studio_testkit::repository;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The shared test skills.
fn fixtures(path: &str) -> PathBuf {
    repository().join("fixtures/skills").join(path)
}

/// A temporary folder with these files in it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, content) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    root
}

/// The bytes of a zip with these entries; one that ends in `/` is a folder.
fn zip_bytes(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in entries {
        if path.ends_with('/') {
            writer.add_directory(*path, SimpleFileOptions::default()).unwrap();
        } else {
            writer.start_file(*path, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// `found` and `skipped` on a line each, with paths relative to `root`: what most tests compare.
fn summary(discovery: &Discovery, root: &Path) -> Vec<String> {
    let prefix = format!("{}/", root.display());
    let short = |path: &str| path.strip_prefix(&prefix).unwrap_or(path).to_owned();
    let found = discovery.found.iter().map(|skill| {
        let files: Vec<_> = skill.files.iter().map(|file| file.path.as_str()).collect();
        let label = format!("{} ({})", short(&skill.display_path), skill.group);
        if files.is_empty() { label } else { format!("{label}: {}", files.join(" ")) }
    });
    let skipped =
        discovery.skipped.iter().map(|skipped| format!("- {} {}", short(&skipped.path), skipped.reason.as_str()));
    found.chain(skipped).collect()
}

/// What is found in `path`.
fn look(path: &Path, format: Option<ImportFormat>) -> Discovery {
    discover(&[path.to_owned()], &Options { format, ..Options::default() }, &())
}
