//! The files of the samples, which are part of the program.

use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use crate::{Error, ErrorCode};

pub(crate) static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../skills");

pub(crate) fn text(name: &str) -> Result<&'static str, Error> {
    SAMPLES.get_file(name).and_then(|file| file.contents_utf8()).ok_or_else(|| bad_sample(name, "it is not there"))
}

pub(crate) fn document<T: for<'de> Deserialize<'de>>(name: &str) -> Result<Vec<T>, Error> {
    parse(name, text(name)?)
}

pub(crate) fn lines<T: for<'de> Deserialize<'de>>(name: &str) -> Result<Vec<T>, Error> {
    text(name)?.lines().filter(|line| !line.trim().is_empty()).map(|line| parse(name, line)).collect()
}

pub(crate) fn parse<T: for<'de> Deserialize<'de>>(name: &str, text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|cause| bad_sample(name, &cause.to_string()))
}

/// The samples are part of the program and tested with it; an error in them is the program's own.
pub(crate) fn bad_sample(name: &str, why: &str) -> Error {
    Error::new(ErrorCode::Internal, format!("The sample library is damaged: {name}: {why}."))
}

/// `utilities-field-service` as a group: `Utilities field service`.
pub(crate) fn title(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().replace('-', " ")).unwrap_or_default();
    studio_model::capitalised(&name)
}

/// A skill as it ships.
pub(crate) struct SampleSkill {
    pub(crate) name: String,
    /// Each file by its path in the skill's folder.
    pub(crate) files: Vec<(String, &'static [u8])>,
}

/// Whether a skill's file is one to run.
pub(crate) fn is_program(path: &str) -> bool {
    path.starts_with("scripts/")
}

/// The skills that ship.
pub(crate) fn sample_skills() -> Vec<SampleSkill> {
    let skill = |folder: &'static Dir<'static>| {
        let mut files = Vec::new();
        collect_files(folder, folder.path(), &mut files);
        folder_name(folder).map(|name| SampleSkill { name, files })
    };
    SAMPLES.dirs().flat_map(Dir::dirs).filter_map(skill).collect()
}

pub(crate) fn folder_name(folder: &Dir<'_>) -> Option<String> {
    folder.path().file_name().map(|name| name.to_string_lossy().into_owned())
}

pub(crate) fn collect_files<'a>(folder: &'a Dir<'a>, root: &Path, found: &mut Vec<(String, &'a [u8])>) {
    for file in folder.files() {
        if let Ok(path) = file.path().strip_prefix(root) {
            found.push((path.to_string_lossy().replace('\\', "/"), file.contents()));
        }
    }
    for below in folder.dirs() {
        collect_files(below, root, found);
    }
}
