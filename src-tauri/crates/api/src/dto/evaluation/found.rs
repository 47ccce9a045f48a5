//! Files of labelled queries that lie beside skills.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::QueryFormat};

closed! {
    /// How a file of queries stands to what was imported of it.
    pub enum FoundEvalsState {
        /// It was not imported yet.
        New = "new",
        /// It was imported as it is now.
        Imported = "imported",
        /// It was imported, and has changed since.
        Changed = "changed",
        /// It was imported as it is now, by an earlier version that misread labels in it; to import it again corrects them.
        Misread = "misread",
    }
}

/// A file of labelled queries that lies beside skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FoundEvals {
    /// Names it; an import is told this.
    pub key: String,
    /// Name of the skill in whose folder it lies, or whose name a file outside of one bears.
    pub skill: Option<String>,
    /// Where it lies: from the skill's folder, or the whole path outside of one.
    pub path: String,
    /// What it is.
    pub format: QueryFormat,
    /// Queries that can be taken.
    pub queries: u32,
    /// Entries that cannot.
    pub skipped: u32,
    /// Why no query can be taken, where none can.
    pub problem: Option<String>,
    /// The set its queries go to: its skill's name, where it has one.
    pub set: String,
    /// How it stands to what was imported.
    pub state: FoundEvalsState,
}
