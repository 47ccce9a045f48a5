//! Shapes for the folders skills are linked to or were imported from.

use studio_model::SkillId;

/// The folder a new skill is linked to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewLink {
    /// Absolute path of the folder.
    pub folder: String,
    /// Its skill file, relative to the folder (mostly `SKILL.md`).
    pub skill_file: String,
    /// Its files as they were read.
    pub files: Vec<SyncedFile>,
}

/// Where a skill was imported from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Absolute path of the folder the author chose.
    pub root: String,
    /// The skill file relative to it, `/` between parts.
    pub path: String,
}

/// An active skill with its place on disk, without its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedSkill {
    /// Skill id.
    pub id: SkillId,
    /// Name.
    pub name: String,
    /// Group.
    pub group: String,
    /// Row version: another one where anything of its texts changed.
    pub aggregate_version: i64,
    /// Folder and skill file it is linked to.
    pub linked_file: Option<(String, String)>,
    /// Where it was imported from; none where it was made here or came from an archive.
    pub origin: Option<Origin>,
}

/// A folder skills were imported from, and how they stand to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootRow {
    /// Absolute path.
    pub root: String,
    /// Active skills that were imported from it.
    pub skills: u32,
    /// Those that are linked.
    pub linked: u32,
    /// Those linked whose files changed outside, which is not taken over yet.
    pub changed: u32,
    /// Those linked whose file is gone.
    pub missing: u32,
    /// Those whose link is held, which count as linked nowhere else.
    pub held: u32,
}

/// How a skill stands to the folder it is linked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkStatus {
    /// It is linked to none, and was imported from none.
    #[default]
    None,
    /// It was imported from one, and is not linked to it.
    Unlinked,
    /// Library and folder agree.
    Linked,
    /// A file changed outside, and the change is not taken over.
    Changed,
    /// Its file was gone when last looked for.
    Missing,
    /// The link is held: its folder is not followed on this computer.
    Held,
}

impl LinkStatus {
    /// Whether there is a link that can be cut.
    pub const fn is_linked(self) -> bool {
        matches!(self, Self::Linked | Self::Changed | Self::Missing | Self::Held)
    }

    /// Whether a save writes to the folder.
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Linked | Self::Changed)
    }
}

/// The folder a skill is linked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderLink {
    /// The skill.
    pub skill: SkillId,
    /// Absolute path of the folder.
    pub folder: String,
    /// Its skill file, relative to the folder.
    pub skill_file: String,
    /// Whether the folder was gone when last looked for.
    pub is_missing: bool,
    /// Each of its files as library and folder last agreed on it.
    pub files: Vec<SyncedFile>,
}

/// A link that is neither read nor written, because nobody said on this computer that its folder is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldLink {
    /// The skill.
    pub skill: SkillId,
    /// Absolute path of the folder.
    pub folder: String,
    /// Its skill file, relative to the folder.
    pub skill_file: String,
}

/// A linked file as library and folder last agreed on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncedFile {
    /// Path within the skill (`SKILL.md` for the skill file, whatever its name on disk).
    pub path: String,
    /// SHA-256, hex.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
    /// Modification time, milliseconds since 1970.
    pub mtime_ms: i64,
    /// Whether the file on disk has changed since and the change is not taken over.
    pub is_changed_outside: bool,
}
