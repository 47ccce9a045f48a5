//! One skill handed out by itself, without a pack.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::ExportLoss};

closed! {
    /// How one skill leaves the library.
    pub enum SkillExportWay {
        /// As a `.skill` file, for uploads.
        Archive = "archive",
        /// As its own folder in one that a client reads.
        ClientFolder = "client-folder",
    }
}

/// Where a skill can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillExportPlan {
    /// The path that is offered: a file, or a folder that gets the skill's folder.
    pub path: String,
    /// Folders of clients that are there, those of the library's client first; none for a file.
    pub folders: Vec<String>,
}

/// One skill, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillExportRequest {
    /// The skill's id.
    pub skill_id: String,
    /// As what.
    pub way: SkillExportWay,
    /// A file that ends in `.skill`, or the folder that gets the skill's folder; a full path.
    pub out: String,
    /// Whether files that differ are replaced.
    pub is_overwriting: bool,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillExport {
    /// The file, or the skill's folder.
    pub path: String,
    /// What is not in it as it is in the library.
    pub losses: Vec<ExportLoss>,
    /// Whether a draft is left out: what goes out is what was saved.
    pub has_draft: bool,
    /// Whether all of it was there already.
    pub is_unchanged: bool,
}
