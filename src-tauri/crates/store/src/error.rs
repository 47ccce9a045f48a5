//! The one error of this crate. Messages are fragments that fit after "failed to …:".

use std::path::PathBuf;

/// What can go wrong with a library or an index.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not an `SQLite` database.
    #[error("{} isn't a library: the file isn't an SQLite database", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file is an `SQLite` database of some other program.
    #[error("{} isn't a library: it is another program's database", path.display())]
    NotALibrary {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer version of the studio; nothing in it was touched.
    #[error("{} was saved by a newer version of Skill Studio (format {found}; this version supports up to {supported})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format this version knows.
        supported: i64,
    },
    /// The file is a library, but its content does not hold together.
    #[error("{} is damaged: {detail}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the check found first.
        detail: String,
    },
    /// The file is a library with something in it that would act by itself and that no version of the studio made;
    /// nothing of it was asked, and nothing in it was touched.
    #[error("{} contains database code that isn't part of a Skill Studio library: {}", path.display(), what.join(", "))]
    Strange {
        /// The file.
        path: PathBuf,
        /// What that is: its kind and name.
        what: Vec<String>,
    },
    /// The file or its folder cannot be written.
    #[error("{} can't be written: the file or its folder is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Nothing in the file can be read as part of a library; it stays as it is.
    #[error("no library data could be read from {}", path.display())]
    NothingToSalvage {
        /// The file.
        path: PathBuf,
    },
    /// The path does not lead to the file that is open any more; nothing was written.
    #[error("{} {displacement}", path.display())]
    Displaced {
        /// Where the file was opened.
        path: PathBuf,
        /// What became of it.
        displacement: crate::Displacement,
    },
    /// There is no room left on the disk; the change was not made.
    #[error("not enough disk space for {}", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// Another process held the file for longer than a write waits.
    #[error("{} is in use by another process", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// Who gave the rows stopped; nothing was written.
    #[error("the change was canceled")]
    Stopped,
    /// There is no such row.
    #[error("{entity} {id} not found")]
    NotFound {
        /// What was looked for: `skill`, `tool`, `file`…
        entity: &'static str,
        /// Its id, name or path.
        id: String,
    },
    /// The row has changed since it was read; nothing was written.
    #[error("{entity} {id} has changed since it was read (version {expected}, now {found})")]
    Stale {
        /// What was to be written.
        entity: &'static str,
        /// Its id.
        id: String,
        /// The `aggregate_version` the caller had read; 0 for a row meant to be new.
        expected: i64,
        /// The one in the library.
        found: i64,
    },
    /// The row cannot be deleted, because others depend on it.
    #[error("{entity} {id} is required by {}", by.join(", "))]
    Referenced {
        /// What was to be deleted.
        entity: &'static str,
        /// Its id.
        id: String,
        /// Who depends on it, by name.
        by: Vec<String>,
    },
    /// The change would close a circle.
    #[error("{relation} would create a cycle: {}", names.join(" → "))]
    Cycle {
        /// `parent` or `dependency`.
        relation: &'static str,
        /// The names along the circle, the first one again at its end.
        names: Vec<String>,
    },
    /// The name belongs to another row already.
    #[error("{entity} {name} already exists")]
    Taken {
        /// What was to be written.
        entity: &'static str,
        /// The name or path.
        name: String,
    },
    /// A value that its column does not take.
    #[error("{entity} {name}: {reason}")]
    Invalid {
        /// What was to be written.
        entity: &'static str,
        /// Its name.
        name: String,
        /// The field and what is wrong with it.
        reason: studio_model::Invalid,
    },
    /// A link names a skill, tool or agent that is not in the library.
    #[error("{entity} {id} refers to an item that isn't in the library")]
    Dangling {
        /// What was to be written.
        entity: &'static str,
        /// Its id.
        id: String,
    },
    /// An agent that can load nothing.
    #[error("agent {agent} has no active skills")]
    NoActiveSkills {
        /// The agent's name.
        agent: String,
    },
    /// A vector of another length than the index was opened with.
    #[error("the embedding of {id} has {found} dimensions instead of {expected}")]
    Dimension {
        /// The entity, or `query`.
        id: String,
        /// Dimensions of the index.
        expected: usize,
        /// Dimensions given.
        found: usize,
    },
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Its reason.
        source: std::io::Error,
    },
    /// The migration of an older file stopped; the file is as it was.
    #[error("{} couldn't be upgraded to the current format: {source}", path.display())]
    Migration {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: rusqlite::Error,
    },
    /// Any other answer of `SQLite`.
    #[error("{}: {source}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// The answer.
        source: rusqlite::Error,
    },
}
