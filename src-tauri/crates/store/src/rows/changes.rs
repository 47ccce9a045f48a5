//! Shapes for changes of many skills at once that are undone as one.

use std::fmt;

use studio_model::SkillId;
use uuid::Uuid;

use super::SkillChange;

/// The id of a set of changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChangeSetId(pub Uuid);

impl fmt::Display for ChangeSetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl fmt::Debug for ChangeSetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChangeSetId({})", self.0)
    }
}

impl std::str::FromStr for ChangeSetId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::parse_str(text).map(Self)
    }
}

/// What a set of changes was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Problems were fixed.
    Fix,
    /// Text was replaced in files.
    Replace,
    /// Tags were added or removed.
    Tag,
    /// Skills were moved to another group.
    Move,
    /// Skills were moved to the trash, or out of it.
    Trash,
    /// Skills were moved to the trash, and their linked folders to the system's.
    TrashWithFolders,
    /// Samples were brought up to date.
    Sample,
}

impl ChangeKind {
    /// Every kind.
    pub const ALL: [Self; 7] =
        [Self::Fix, Self::Replace, Self::Tag, Self::Move, Self::Trash, Self::TrashWithFolders, Self::Sample];

    /// Its name in the library.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fix => "fix",
            Self::Replace => "replace",
            Self::Tag => "tag",
            Self::Move => "move",
            Self::Trash => "trash",
            Self::TrashWithFolders => "trash-with-folders",
            Self::Sample => "sample",
        }
    }

    /// The kind of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// What of a skill an item of a set is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeAspect {
    /// A file: before and after are the hashes of its contents, none where there was no file.
    File,
    /// The group: before and after are its names.
    Group,
    /// Whether it is active: `1`, or `0` in the trash.
    Active,
}

impl ChangeAspect {
    /// Every aspect.
    pub const ALL: [Self; 3] = [Self::File, Self::Group, Self::Active];

    /// Its name in the library.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Group => "group",
            Self::Active => "active",
        }
    }

    /// The aspect of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aspect| aspect.as_str() == name)
    }
}

/// One thing a set changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeItem {
    /// Its place in the set.
    pub index: u32,
    /// The skill.
    pub skill: SkillId,
    /// The skill's name now.
    pub skill_name: String,
    /// What of the skill.
    pub aspect: ChangeAspect,
    /// The file; empty where it is about none.
    pub path: String,
    /// As it was.
    pub before: Option<String>,
    /// As it became.
    pub after: Option<String>,
    /// Whether it was taken back.
    pub is_undone: bool,
}

/// A set of changes, without its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSetRow {
    /// Its id.
    pub id: ChangeSetId,
    /// What it was made for.
    pub kind: ChangeKind,
    /// What it did, in a few words.
    pub title: String,
    /// When, RFC 3339.
    pub created_at: String,
    /// Items in it.
    pub items: u32,
    /// Skills it changed.
    pub skills: u32,
    /// Items that were taken back.
    pub undone: u32,
}

/// What a new set is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewChangeSet<'a> {
    /// What it is made for.
    pub kind: ChangeKind,
    /// What it does, in a few words.
    pub title: &'a str,
}

/// What happens to one skill of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum SkillStep {
    /// Its document, group or files change. Renaming a file is no part of a set: put and delete it.
    Update(Box<SkillChange>),
    /// It goes to the trash (`false`), or comes back.
    SetActive(bool),
}

/// One skill's part of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeStep {
    /// The skill.
    pub skill: SkillId,
    /// Row version it was read at.
    pub expected: i64,
    /// What happens to it.
    pub step: SkillStep,
}

/// What became of a new set.
#[derive(Debug)]
pub struct AppliedSet {
    /// The set; none where every step was refused.
    pub id: Option<ChangeSetId>,
    /// What became of each step, in their order.
    pub outcomes: Vec<Result<(), crate::Error>>,
}
