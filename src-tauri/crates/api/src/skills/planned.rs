//! What should change of a skill, with what it was read at.

use studio_model::SkillId;
use studio_store::FileContent;
use studio_text::decode::{Encoding, decode, encode};

use crate::skills::line_endings;

/// One thing to change.
#[derive(Clone, Debug)]
pub(crate) struct PlannedChange {
    pub(crate) skill: SkillId,
    pub(crate) plan: Plan,
}

/// What to change of a skill. `read` is what it was when that was decided: a skill that has moved on since is left alone.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    /// A file's whole new content; `read` is the hash of the content it replaces, none where there is no file.
    Put { path: String, bytes: Vec<u8>, is_executable: bool, read: Option<String> },
    /// No file any more.
    Delete { path: String, read: String },
    /// The name of its group.
    Group { name: String, read: String },
    /// In the trash, or not; `read` is the row version it was read at, where that was.
    SetActive { active: bool, read: Option<i64> },
}

impl Plan {
    /// A stored file with another text, as an editor holds it: in the encoding and with the line ends the file has.
    pub(crate) fn text(stored: &FileContent, text: &str) -> Self {
        let bytes = line_endings::encode_like(&stored.bytes, text);
        let (path, is_executable) = (stored.path.clone(), stored.is_executable);
        Self::Put { path, bytes, is_executable, read: Some(stored.sha256.clone()) }
    }

    /// The same, with a file's content stored as UTF-8 and nothing before it.
    pub(crate) fn stored_as_utf8(self) -> Self {
        match self {
            Self::Put { path, bytes, is_executable, read } => {
                let bytes = encode(&decode(&bytes).text, Encoding::Utf8);
                Self::Put { path, bytes, is_executable, read }
            }
            other => other,
        }
    }

    /// The file it is about; empty where it is about none.
    pub(crate) fn path(&self) -> &str {
        match self {
            Self::Put { path, .. } | Self::Delete { path, .. } => path,
            Self::Group { .. } | Self::SetActive { .. } => "",
        }
    }
}
