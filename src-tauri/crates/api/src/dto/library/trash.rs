//! The trash: what lies in it, and what depends on what goes there.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Host, MapNodeKind};

/// Kinds of things that can be moved to the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TrashKind {
    /// A skill.
    Skill,
    /// A tool.
    Tool,
    /// An agent.
    Agent,
    /// A server.
    Server,
    /// A component of an agent.
    Component,
    /// A pack.
    Pack,
    /// A link of two of them.
    Link,
}

/// One thing as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
pub struct TrashRef {
    /// What it is.
    pub kind: TrashKind,
    /// Its id; a link's key on the map.
    pub id: String,
    /// Row version it was read at.
    pub aggregate_version: u32,
}

/// One line of the trash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TrashItem {
    /// What lies there.
    pub item: TrashRef,
    /// Its name; for a component with its agent, for a link what it says, as in "tours requires bikes".
    pub name: String,
    /// What it is for, where it says so.
    pub description: String,
    /// When it was moved there, RFC 3339.
    pub trashed_at: String,
    /// A name to restore it under, where its own belongs to another one by now.
    pub free_name: Option<String>,
}

/// What happens when others depend on what is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum WhenNeeded {
    /// It stays, and they are named.
    Refuse,
    /// It goes, and they say that it is missing.
    Trash,
}

/// What becomes of the folders of linked skills that go to the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FoldersOnDisk {
    /// They stay, and clients go on loading them.
    Keep,
    /// They go to the system's trash, and come back with their skills.
    Trash,
}

/// Where a linked skill lies on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FolderOnDisk {
    /// Skill id.
    pub skill_id: String,
    /// Absolute path: the skill's folder, or its file where the folder belongs to others too.
    pub path: String,
    /// The client that keeps its own skills there, and loads this one as long as it is there.
    pub client: Option<Host>,
    /// Whether it can go to the system's trash with its skill.
    pub is_movable: bool,
    /// Why it can't, as a sentence; none where it can.
    pub stays: Option<String>,
}

/// Something that depends on something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Dependent {
    /// What it is.
    pub kind: MapNodeKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it depends, as a sentence.
    pub why: String,
}

/// What became of a delete for good.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PurgeReport {
    /// How many are gone.
    pub deleted: u32,
    /// What stays, each with the reason as a sentence.
    pub kept: Vec<String>,
}
