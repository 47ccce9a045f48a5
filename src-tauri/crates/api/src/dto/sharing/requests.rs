//! What is asked of a pull, and what somebody decided where both sides changed the same.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{SharedKind, SharingSide};
use crate::dto::Merge;

/// One thing that is shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
pub struct SharedRef {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id here or there.
    pub id: String,
}

/// How to pull.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PullRequest {
    /// Whose side counts where both changed the same.
    pub prefer: Option<SharingSide>,
    /// Only these, with what they name; none for everything.
    pub only: Option<Vec<SharedRef>>,
    /// Only says what would be.
    pub is_dry_run: bool,
    /// How many things its author lets go to the trash. More of them, where they are more than a few, end it before anything
    /// is changed.
    pub most_trashed: u32,
}

/// A field that both sides changed differently.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct DisputedField {
    /// Where it stands, as a JSON pointer.
    pub field: String,
    /// What is here, as text; none where it was taken away.
    pub mine: Option<String>,
    /// What is on the server; none where it was taken away.
    pub theirs: Option<String>,
    /// The merge of a text.
    pub merge: Option<Merge>,
}

/// Something that both sides changed, for somebody to decide.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct SharingDispute {
    /// What it is.
    pub thing: SharedRef,
    /// Its name.
    pub name: String,
    /// Hash of what is on the server; empty where it was deleted there.
    pub their_hash: String,
    /// Whether it was deleted here.
    pub is_deleted_here: bool,
    /// Whether it was deleted on the server.
    pub is_deleted_there: bool,
    /// Who changed it there.
    pub changed_by: String,
    /// When, RFC 3339.
    pub changed_at: String,
    /// The fields both changed differently; none where one side deleted it, or where all can be merged.
    pub fields: Vec<DisputedField>,
}

/// What becomes of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldChoice {
    /// What is here.
    Mine,
    /// What is on the server.
    Theirs,
    /// A text that was merged.
    Merged {
        /// The text, its lines ending with `\n`.
        text: String,
    },
}

/// What becomes of one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FieldAnswer {
    /// The field, as a JSON pointer.
    pub field: String,
    /// What becomes of it.
    pub choice: FieldChoice,
}

/// What somebody decided about a thing that both sides changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingAnswer {
    /// What it is about.
    pub thing: SharedRef,
    /// Hash of what was on the server when it was decided.
    pub their_hash: String,
    /// Field by field.
    pub fields: Vec<FieldAnswer>,
}
