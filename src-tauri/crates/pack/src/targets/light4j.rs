//! light-4j: rows of its tables, as SQL for `PostgreSQL` with pgvector and as `CloudEvents` for its importer.
//!
//! Both are made of the same rows, and both are read into them.

mod assemble;
mod cell;
mod events;
mod incoming;
mod losses;
mod read_events;
mod read_sql;
mod rows;
mod sql;
mod table;

use std::path::Path;

use studio_text::Target as Rules;

use super::{
    bundle::Bundle,
    export::{Export, Exporter, OutFile, Reader, Settings, Stopped},
    target::Target,
};
use crate::found::Watcher;
use crate::regular::read_regular;

pub use incoming::{AgentIn, AssignedIn, Beside, Incoming, Known, LinkIn, NeedIn, RowProblem, ToolIn};

/// The tables, as the seed defines them.
pub const SCHEMA_SQL: &str = include_str!("light4j/schema.sql");

/// Indexes for the search by meaning, beside the tables.
pub const VECTOR_INDEXES_SQL: &str = include_str!("light4j/vectors.sql");

/// Largest file that is read.
const LARGEST: u64 = 256 * 1024 * 1024;

/// SQL.
pub(super) struct Sql;

impl Exporter for Sql {
    fn target(&self) -> Target {
        Target::Light4jSql
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::Light4j]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let mut out = export(bundle, watcher, "light4j.sql", sql::write)?;
        out.losses.extend(losses::of_vectors(bundle));
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Rows
    }
}

/// `CloudEvents`.
pub(super) struct Events;

impl Exporter for Events {
    fn target(&self) -> Target {
        Target::Light4jEvents
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::Light4j]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        export(bundle, watcher, "light4j-events.json", events::write)
    }

    fn reader(&self) -> Reader {
        Reader::Rows
    }
}

fn export(
    bundle: &Bundle,
    watcher: &dyn Watcher,
    file: &str,
    write: impl Fn(&[rows::Row]) -> String,
) -> Result<Export, Stopped> {
    let mut out = Export { is_one_file: true, ..Export::default() };
    losses::find(bundle, watcher, &mut out)?;
    let rows = rows::of(bundle, &mut out);
    Stopped::by(watcher)?;
    out.files.push(OutFile::new(file, write(&rows)));
    Ok(out.sorted())
}

/// Why a file cannot be read as rows of light-4j's tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The file system said no.
    #[error("The file can't be read: failed to {0}.")]
    File(String),
    /// It is no text.
    #[error("The file isn't UTF-8 text.")]
    NotText,
    /// It is not what it is said to be.
    #[error("Line {line}, column {column}: {message}")]
    Syntax {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// There is no row of any of the tables.
    #[error("{0}")]
    Empty(&'static str),
}

/// Reads what [`Target::Light4jSql`] or [`Target::Light4jEvents`] hold.
pub fn read(target: Target, path: &Path) -> Result<Incoming, Unreadable> {
    read_beside(target, path, &nobody)
}

/// The same beside the tools of a library: `known` says what a name is there to a tool that was read. Rows mean a tool by its
/// id, so one that is another than the library's of its name comes by a name of its own.
pub fn read_beside(
    target: Target,
    path: &Path,
    known: &dyn Fn(&str, &ToolIn) -> Known,
) -> Result<Incoming, Unreadable> {
    let bytes = read_regular(path, LARGEST).map_err(|error| Unreadable::File(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| Unreadable::NotText)?;
    assembled(target, &text, &path.to_string_lossy(), known)
}

/// A library without tools.
fn nobody(_: &str, _: &ToolIn) -> Known {
    Known::Free
}

/// The same of a text. `shown` is what its parts are named after.
pub fn read_text(target: Target, text: &str, shown: &str) -> Result<Incoming, Unreadable> {
    assembled(target, text, shown, &nobody)
}

fn assembled(
    target: Target,
    text: &str,
    shown: &str,
    known: &dyn Fn(&str, &ToolIn) -> Known,
) -> Result<Incoming, Unreadable> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let (rows, problems) = match target {
        Target::Light4jEvents => read_events::read(text)?,
        _ => read_sql::read(text)?,
    };
    Ok(assemble::of(&rows, problems, shown, known))
}
