//! Exports of a pack that were written.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{GateOverride, GateResult, LineCounts, PackFileChange, PackTarget, UnreadableRow};

/// An export of a pack that was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct PackExport {
    /// Its id.
    pub id: String,
    /// The pack's version then.
    pub version: String,
    /// When it was written, RFC 3339.
    pub made_at: String,
    /// The folder it was written to.
    pub out: String,
    /// Id of the key its manifests were signed with; none where they were not.
    pub key_id: Option<String>,
    /// Target by target.
    pub targets: Vec<PackExportTarget>,
    /// How the gates went.
    pub gates: Vec<GateResult>,
    /// Gates that were overridden, and why.
    pub overrides: Vec<GateOverride>,
}

/// A target of an export that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackExportTarget {
    /// The target as the pack had it.
    pub target: PackTarget,
    /// How many files it had, with the manifest.
    pub files: u32,
    /// How large they were together.
    pub bytes: u32,
    /// Hash of the manifest, hex.
    pub manifest_sha256: String,
}

/// The exports of a pack.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct PackHistory {
    /// Those that can be read, newest first.
    pub exports: Vec<PackExport>,
    /// Those that cannot.
    pub unreadable: Vec<UnreadableRow>,
}

/// A file that is other in another export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackExportChange {
    /// Folder of its target within the pack.
    pub folder: String,
    /// Path within it, with `/`.
    pub path: String,
    /// How it stands to the earlier export.
    pub change: PackFileChange,
    /// How many lines differ; none where its text was not kept.
    pub lines: Option<LineCounts>,
}

/// A file that is to be compared, of two exports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackExportFileRequest {
    /// The earlier export.
    pub before: String,
    /// The later export.
    pub after: String,
    /// Folder of its target within the pack.
    pub folder: String,
    /// Path within it, with `/`.
    pub path: String,
}
