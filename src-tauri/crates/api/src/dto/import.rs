//! What an import would do, and what it did.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What importing some paths would do; nothing is written yet.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Type)]
pub struct ImportPreview {
    /// Every skill file found that can be imported.
    pub items: Vec<ImportItem>,
    /// Every skill file found that cannot, with its reason.
    pub skipped: Vec<Skipped>,
}

/// One skill an import would bring.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct ImportItem {
    /// Name.
    pub name: String,
    /// Description, empty where there is none.
    pub description: String,
    /// Path of its skill file, as the author would recognise it (inside an archive: `a.zip/…`).
    pub path: String,
    /// `new`, `update` (the same linked file, changed), `same`, or `duplicate` (the name is taken; both are kept).
    pub action: String,
    /// How many files come with it.
    pub files: u32,
    /// What was read around, worst first.
    pub problem: Option<String>,
    /// Whether it comes in unreadable, to be mended as text.
    pub is_broken: bool,
}

/// A skill file or path that was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Skipped {
    /// Path.
    pub path: String,
    /// Stable short name of the reason.
    pub code: String,
    /// What, where, what to do.
    pub message: String,
    /// Line from 1, where known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[specta(optional)]
    pub line: Option<u32>,
    /// Column from 1, where known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[specta(optional)]
    pub column: Option<u32>,
}

/// What an import did.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Type)]
pub struct ImportReport {
    /// What came in.
    pub imported: Vec<ImportedItem>,
    /// What did not, with its reason.
    pub skipped: Vec<Skipped>,
    /// What was read around, one a line of text.
    pub warnings: Vec<Skipped>,
    /// Whether it was cancelled; what had come in by then stays.
    pub cancelled: bool,
}

/// Something that came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportedItem {
    /// `skill`, `tool` or `agent`.
    pub kind: String,
    /// Name.
    pub name: String,
    /// Id in the library.
    pub id: String,
    /// Where it came from.
    pub path: String,
}
