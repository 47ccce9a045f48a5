//! Sharing: what stands how, what a push or pull did, what a server still needs.

mod connection;
mod requests;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::closed::closed;

pub use connection::{SharedLibraryInfo, SharingConnection, SharingServer, SharingSummary};
pub use requests::{DisputedField, FieldAnswer, FieldChoice, PullRequest, SharedRef, SharingAnswer, SharingDispute};

closed! {
    /// What is shared as one.
    pub enum SharedKind {
        /// An MCP server.
        Server = "server",
        /// A tool with its parameters.
        Tool = "tool",
        /// A skill with its files and links.
        Skill = "skill",
        /// An agent with what it is given.
        Agent = "agent",
    }
}

closed! {
    /// How something stands that is here, on the server, or on both.
    pub enum SharingState {
        /// Here and there alike.
        Current = "current",
        /// Changed on the server since both sides last agreed.
        UpdateAvailable = "update_available",
        /// Changed here since then.
        LocallyModified = "locally_modified",
        /// Changed on both sides, and not alike.
        BothChanged = "both_changed",
        /// On the server only.
        NotInstalled = "not_installed",
        /// Here only.
        NotShared = "not_shared",
    }
}

closed! {
    /// Whose side counts where both changed the same.
    pub enum SharingSide {
        /// What is here.
        Mine = "mine",
        /// What is on the server.
        Theirs = "theirs",
    }
}

/// Where a library is shared through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingPlace {
    /// Address of the database; its password may be named as `secret://name`.
    pub address: String,
    /// Name or tenant of the library there; none for the only one, or for this one's own.
    pub library: Option<String>,
}

/// Something that is shared, or could be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharedThing {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id here; the one it would have, where it is not here.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it stands.
    pub state: SharingState,
    /// Its row version here; 0 where it is not here.
    pub local_version: u32,
    /// Its row version there; 0 where it is not there.
    pub remote_version: u32,
    /// Who changed it there last; empty where it is not there.
    pub changed_by: String,
    /// When, RFC 3339; empty where it is not there.
    pub changed_at: String,
}

/// How a library stands to the one on a server, as was seen last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingStatus {
    /// Address of the database, without a password.
    pub address: String,
    /// Host and port, as people call it.
    pub server: String,
    /// The library's name there.
    pub library: String,
    /// The newest push that was seen.
    pub revision: u32,
    /// When somebody looked last, RFC 3339.
    pub seen_at: String,
    /// Whether this user has allowed to connect there.
    pub is_allowed: bool,
    /// All that is here or there, by kind and name.
    pub things: Vec<SharedThing>,
}

/// Both sides changed the same thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingConflict {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its name.
    pub name: String,
    /// Its id here.
    pub id: String,
    /// Its row version here; 0 where it was deleted here.
    pub local_version: u32,
    /// Its row version there.
    pub remote_version: u32,
    /// The fields both sides changed, as JSON pointers; none where one side deleted it.
    pub fields: Vec<String>,
}

closed! {
    /// Why something was left alone.
    pub enum SharingSkip {
        /// Another program wrote it in light-4j's tables.
        WrittenElsewhere = "written_elsewhere",
        /// Somebody is typing in it here.
        UnsavedChanges = "unsaved_changes",
        /// It changed on the server in that very moment.
        Moved = "moved",
        /// It names something that is neither here nor there.
        Incomplete = "incomplete",
        /// It cannot be stored here.
        Refused = "refused",
    }
}

/// Something that was left alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingSkipped {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its name.
    pub name: String,
    /// Why.
    pub code: SharingSkip,
    /// The same in words, and what to do.
    pub message: String,
}

/// What the other side cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingLoss {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its name.
    pub name: String,
    /// The field.
    pub field: String,
    /// What becomes of it, and why.
    pub why: String,
}

/// Something that a pull moves to the trash here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingTrashed {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its name.
    pub name: String,
}

/// What a push or a pull did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SharingReport {
    /// Address of the database, without a password.
    pub address: String,
    /// The library's name there.
    pub library: String,
    /// The revision of the library there.
    pub revision: u32,
    /// What was created on the other side.
    pub created: u32,
    /// What was changed there, deletions among them.
    pub updated: u32,
    /// Changes of both sides that were merged here; push them to share them.
    pub merged: u32,
    /// What was alike, or has nothing to be brought over.
    pub unchanged: u32,
    /// What a pull moved to the trash here, counted in `updated` too.
    pub trashed: Vec<SharingTrashed>,
    /// Whether that is more than a pull moves there without being told to.
    pub is_trashing_many: bool,
    /// What both sides changed. A push with a conflict changes nothing; a pull brings in the rest.
    pub conflicts: Vec<SharingConflict>,
    /// What was left alone.
    pub skipped: Vec<SharingSkipped>,
    /// What light-4j's tables cannot hold of what was pushed. The studio's own tables hold it.
    pub losses: Vec<SharingLoss>,
}

/// One step that a database still needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SetUpStep {
    /// Its number.
    pub version: u32,
    /// What it does.
    pub title: String,
    /// The statements, as they would be carried out.
    pub sql: String,
}

/// What a database still needs, and the roles its administrator may create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SetUpPlan {
    /// Address of the database, without a password.
    pub address: String,
    /// The steps that are still to be done; none where it is ready.
    pub steps: Vec<SetUpStep>,
    /// The statements that create roles with the least rights.
    pub roles: String,
}

/// Something on the server whose description means nearly the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RemoteHit {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id there.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Cosine of the angle between both.
    pub score: f64,
    /// How it stands here, as was seen last.
    pub state: SharingState,
}
