//! Where a new library is put: a name or a path, as an author types it, made into the one file that is written.

use std::path::{Component, Path, PathBuf, is_separator};

use crate::{Config, Error, ErrorCode, Studio, dto::LibraryPlace};

/// Ends the name of every library.
const EXTENSION: &str = "db";
/// The name of a library for which only a folder was given.
const NAME: &str = "Library.db";

impl Studio {
    /// Where a library would be written that is asked for under this name or path, and why it cannot be, where it
    /// cannot. Writes nothing.
    pub fn get_library_place(&self, typed: &str) -> LibraryPlace {
        match self.new_library_path(typed) {
            Ok(path) => LibraryPlace { path: path.display().to_string(), problem: None },
            Err(error) => LibraryPlace { path: String::new(), problem: Some(error.message) },
        }
    }

    /// The file of a new library: in the documents (else the home folder) unless a folder is named, `~` for the home
    /// folder, with its extension.
    pub(crate) fn new_library_path(&self, typed: &str) -> Result<PathBuf, Error> {
        let path = resolve(&self.shared.config, typed)?;
        if path.exists() {
            let message = format!("{} already exists. Open it, or choose another name.", path.display());
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        Ok(path)
    }
}

fn resolve(config: &Config, typed: &str) -> Result<PathBuf, Error> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(Error::new(ErrorCode::Invalid, "Enter a name or a path, such as skills.db."));
    }
    if typed.chars().any(char::is_control) {
        return Err(Error::new(ErrorCode::Invalid, "A path can't contain line breaks or control characters."));
    }
    let path = tidy(&full(config, typed)?);
    let is_folder = typed.ends_with(is_separator) || typed == "~" || path.is_dir();
    Ok(if is_folder { path.join(NAME) } else { with_extension(path) })
}

/// A typed path from the root of the disk.
fn full(config: &Config, typed: &str) -> Result<PathBuf, Error> {
    let missing = || {
        let message = "No home folder found. Enter the full path, such as /srv/skills.db.";
        Error::new(ErrorCode::Invalid, message)
    };
    if let Some(rest) = typed.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(is_separator)) {
        let home = config.home_dir.as_ref().ok_or_else(missing)?;
        return Ok(home.join(rest.trim_start_matches(is_separator)));
    }
    if Path::new(typed).is_absolute() {
        return Ok(PathBuf::from(typed));
    }
    Ok(config.documents_dir.as_ref().or(config.home_dir.as_ref()).ok_or_else(missing)?.join(typed))
}

/// The path without `.` and `..`.
fn tidy(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut tidied, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(tidied.pop()),
            other => tidied.push(other),
        }
        tidied
    })
}

fn with_extension(path: PathBuf) -> PathBuf {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION)) {
        return path;
    }
    let mut named = path.into_os_string();
    named.push(".");
    named.push(EXTENSION);
    named.into()
}
