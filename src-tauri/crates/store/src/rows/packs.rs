//! Shapes for packs and their exports.

use studio_model::Audit;
use uuid::Uuid;

/// A pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackRow {
    /// Pack id.
    pub id: Uuid,
    /// Name; unique among those in use.
    pub name: String,
    /// What it is made of, as the use-case wrote it.
    pub content: String,
    /// Row version and state.
    pub audit: Audit,
}

/// An export of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackExportRow {
    /// Its id.
    pub id: Uuid,
    /// The pack.
    pub pack: Uuid,
    /// When it was written, RFC 3339.
    pub made_at: String,
    /// What is known of it, as the use-case wrote it.
    pub kept: String,
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFileRow {
    /// Folder of its target within the pack.
    pub folder: String,
    /// Path within it.
    pub path: String,
    /// Hash of its content, hex.
    pub sha256: String,
    /// Its size.
    pub bytes: u64,
    /// Whether its text is kept.
    pub has_text: bool,
}

/// Something of a scan that an author found harmless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanDismissal {
    /// Covers the text.
    pub key: String,
    /// What was looked for.
    pub rule: String,
    /// Why it was dismissed.
    pub note: String,
}
