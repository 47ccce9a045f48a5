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
    let mut characters = name.chars();
    let first = characters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}", characters.as_str())
}
