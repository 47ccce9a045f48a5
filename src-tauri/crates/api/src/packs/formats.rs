//! Formats beyond folders, archives and tool lists that skills come in from.

use std::path::{Path, PathBuf};

use studio_pack::{
    Discovery,
    targets::{Target, well_known},
};

use crate::{
    Error, Studio,
    base::{named::read_named, paths::expanded},
    dto::{ImportReport, RowFormat},
};

impl RowFormat {
    pub(super) const fn target(self) -> Target {
        match self {
            Self::Light4jSql => Target::Light4jSql,
            Self::Light4jEvents => Target::Light4jEvents,
            Self::WellKnown => Target::WellKnown,
        }
    }

    /// The format a file is in, by its name and how it begins; none where it is none of these.
    pub fn detect(path: &Path) -> Option<Self> {
        if well_known::is_index(path) {
            return Some(Self::WellKnown);
        }
        let extension = path.extension()?.to_string_lossy().to_lowercase();
        match extension.as_str() {
            "sql" => Some(Self::Light4jSql),
            "json" => {
                let bytes = read_named(path).ok()?;
                let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
                beginning.contains("\"specversion\"").then_some(Self::Light4jEvents)
            }
            _ => None,
        }
    }
}

impl RowFormat {
    /// The one format that all of these are in.
    pub(crate) fn of_all(paths: &[PathBuf]) -> Option<Self> {
        let mut formats = paths.iter().map(|path| Self::detect(path));
        let first = formats.next()??;
        formats.all(|other| other == Some(first)).then_some(first)
    }
}

impl Studio {
    /// The same from where screens name the files; see [`Studio::import_from`].
    pub fn import_rows_of(&self, paths: &[String], format: RowFormat) -> Result<ImportReport, Error> {
        let paths: Vec<_> = paths.iter().map(|path| expanded(path)).collect();
        self.import_from(&paths, format)
    }

    /// Imports what other systems keep: skills, and where they have them tools, agents and links. What is there under the
    /// same name stays. Rows of all files come in together, or nothing of them does.
    pub fn import_from(&self, paths: &[PathBuf], format: RowFormat) -> Result<ImportReport, Error> {
        if format != RowFormat::WellKnown {
            return self.import_rows(paths, format.target());
        }
        let mut all = Discovery::default();
        for read in paths.iter().map(|path| well_known::read_index(path)) {
            all.found.extend(read.found);
            all.skipped.extend(read.skipped);
        }
        self.import_found(all)
    }
}
