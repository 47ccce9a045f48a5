//! What discovery is asked and what it answers: plain values, nothing of how they are found.

use std::path::PathBuf;
use std::time::SystemTime;

use crate::limits::Limits;

/// How to look at the chosen paths.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the paths hold; `None` finds skill folders, archives and adk's flat files by themselves.
    pub format: Option<ImportFormat>,
    /// Caps.
    pub limits: Limits,
    /// How much is read.
    pub contents: Contents,
    /// The author's home folder. What they linked there, right in a client's folder, to a skill elsewhere in it comes in
    /// from its real place; without a home folder no link is followed out.
    pub home: Option<PathBuf>,
    /// Whether a link at which clients find a skill is read in its place, as one that follows links reads it: for who asks
    /// what a client makes of a folder. What else is behind links stays there.
    pub is_for_client: bool,
}

/// How much of what is found is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// Skill files and all their other files.
    #[default]
    All,
    /// Skill files; of the others on disk only the names, so that they come with empty content.
    SkillFiles,
    /// The names of all files on disk, and what tells whether one is a skill; [`FoundSkill::read`] reads the rest. For
    /// who goes through more skills than fit into memory.
    Names,
}

/// What the author says the paths hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    /// Folders with a `SKILL.md`, nothing else.
    AgentSkills,
    /// Archives, whatever their extension; of a folder the `.skill` and `.zip` files in it.
    SkillZip,
    /// Just what adk-rust reads in a project's folder: every `.md` under its `.skills` and `.claude/skills`, and
    /// convention files (`AGENTS.md`, …).
    Adk,
}

impl ImportFormat {
    /// Every format, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::AgentSkills, Self::SkillZip, Self::Adk];

    /// The name the command line uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AgentSkills => "agent-skills",
            Self::SkillZip => "skill-zip",
            Self::Adk => "adk",
        }
    }

    /// The format with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }
}

/// Who watches a discovery and may stop it. Called from several threads, often: answer quickly.
pub trait Watcher: Sync {
    /// `done` of `total` (unknown while folders are still being listed) things are done; `path` is at hand.
    fn progress(&self, done: usize, total: Option<usize>, path: &str);
    /// Whether to stop as soon as possible.
    fn is_cancelled(&self) -> bool;
}

/// Nobody watches.
impl Watcher for () {
    fn progress(&self, _done: usize, _total: Option<usize>, _path: &str) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Every skill file under the chosen paths: found, or skipped with its reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// In the order of the chosen paths, then by path, those in archives after those on disk.
    pub found: Vec<FoundSkill>,
    /// In the same order.
    pub skipped: Vec<Skipped>,
    /// Whether the watcher stopped it; what had been found by then is there.
    pub is_cancelled: bool,
}

/// What makes a file a skill file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillKind {
    /// `SKILL.md` in a folder of its own.
    Folder,
    /// One `.md` file: adk's flat form, or a file the author chose.
    Flat,
    /// `AGENTS.md`, `CLAUDE.md` and their like, as adk-rust reads them.
    Convention,
}

/// One skill, read as far as was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSkill {
    /// What makes it a skill.
    pub kind: SkillKind,
    /// The skill file's path as the author knows it; inside an archive `a.zip/name/SKILL.md`.
    pub display_path: String,
    /// A label to group it under in a list: the nearest telling folder above it.
    pub group: String,
    /// The on-disk folder that is this skill's own, absolute; `None` for single files and from archives.
    pub folder: Option<PathBuf>,
    /// The on-disk skill file, absolute; `None` from archives.
    pub skill_file: Option<PathBuf>,
    /// The skill file's own name.
    pub file_name: String,
    /// Name of the folder that is this skill's own; `None` for single files and for a skill at an archive's root.
    pub folder_name: Option<String>,
    /// The skill file's content.
    pub bytes: Vec<u8>,
    /// Its other files, by path; those of skills nested in its folder are not among them.
    pub files: Vec<FoundFile>,
    /// Bytes all its files had when they were listed.
    pub listed: u64,
}

impl FoundSkill {
    /// Where clients find its skill file: in its folder, though the file there may be a link; `None` from archives.
    #[must_use]
    pub fn place(&self) -> Option<PathBuf> {
        let in_folder = self.folder.as_ref().map(|folder| folder.join(&self.file_name));
        in_folder.or_else(|| self.skill_file.clone())
    }

    /// Whether the file there is a link, read where it leads.
    #[must_use]
    pub fn is_at_link(&self) -> bool {
        self.folder.is_some() && self.skill_file != self.place()
    }

    /// Bytes of its files that are in memory.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len() + self.files.iter().map(|file| file.bytes.len()).sum::<usize>()
    }
}

/// Another file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// Path relative to the skill's folder, with `/`; what is not UTF-8 in it is replaced.
    pub path: String,
    /// Where it is read from, absolute and without links; `None` from archives.
    pub on_disk: Option<PathBuf>,
    /// Content.
    pub bytes: Vec<u8>,
    /// Whether its owner may run it.
    pub is_executable: bool,
    /// When it was last changed, where the source says so reliably.
    pub modified: Option<SystemTime>,
}

/// Why something is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// Nothing at this path.
    NotFound,
    /// Cannot be read.
    Unreadable,
    /// Not a skill file, folder or archive.
    Unsupported,
    /// No skill here.
    NoSkill,
    /// Too large.
    TooLarge,
    /// Too many files.
    TooManyFiles,
    /// A symbolic link.
    Symlink,
    /// A link at which clients find a skill that lies elsewhere.
    LinkedSkill,
    /// A symbolic link in a circle.
    SymlinkLoop,
    /// Not an ordinary file.
    SpecialFile,
    /// In a folder of fetched or built files.
    IgnoredFolder,
    /// A second skill file in one folder.
    SecondSkillFile,
    /// Another file has the same path.
    SameName,
    /// Found before.
    Duplicate,
    /// Where adk does not look.
    AdkNotSearched,
    /// A damaged archive.
    ArchiveDamaged,
    /// An archive with a path that leads out of it.
    ArchiveUnsafePath,
    /// An archive with links or devices.
    ArchiveSpecialEntry,
    /// An encrypted archive.
    ArchiveEncrypted,
    /// An archive with two entries of one path.
    ArchiveCollision,
    /// An archive that is too large.
    ArchiveTooLarge,
    /// An archive of an unknown kind.
    ArchiveUnsupported,
}

impl SkipReason {
    /// Its stable short name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::Unreadable => "unreadable",
            Self::Unsupported => "unsupported",
            Self::NoSkill => "no-skill",
            Self::TooLarge => "too-large",
            Self::TooManyFiles => "too-many-files",
            Self::Symlink => "symlink",
            Self::LinkedSkill => "linked-skill",
            Self::SymlinkLoop => "symlink-loop",
            Self::SpecialFile => "special-file",
            Self::IgnoredFolder => "ignored-folder",
            Self::SecondSkillFile => "second-skill-file",
            Self::SameName => "same-name",
            Self::Duplicate => "duplicate",
            Self::AdkNotSearched => "adk-not-searched",
            Self::ArchiveDamaged => "archive-damaged",
            Self::ArchiveUnsafePath => "archive-unsafe-path",
            Self::ArchiveSpecialEntry => "archive-special-entry",
            Self::ArchiveEncrypted => "archive-encrypted",
            Self::ArchiveCollision => "archive-collision",
            Self::ArchiveTooLarge => "archive-too-large",
            Self::ArchiveUnsupported => "archive-unsupported",
        }
    }

    /// The reason in a few words; the same for everything that has it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::NotFound => "nothing at this path",
            Self::Unreadable => "can't be read",
            Self::Unsupported => "not a skill file, folder or archive",
            Self::NoSkill => "no skill here",
            Self::TooLarge => "too large",
            Self::TooManyFiles => "too many files",
            Self::Symlink => "a symbolic link",
            Self::LinkedSkill => "a link to a skill elsewhere",
            Self::SymlinkLoop => "a circular symbolic link",
            Self::SpecialFile => "not a regular file",
            Self::IgnoredFolder => "in a folder of downloaded or built files",
            Self::SecondSkillFile => "a second skill file in one folder",
            Self::SameName => "another file has the same path",
            Self::Duplicate => "already found",
            Self::AdkNotSearched => "where adk doesn't look",
            Self::ArchiveDamaged => "a damaged archive",
            Self::ArchiveUnsafePath => "an archive with a path that points outside it",
            Self::ArchiveSpecialEntry => "an archive with links or devices",
            Self::ArchiveEncrypted => "an encrypted archive",
            Self::ArchiveCollision => "an archive with two entries for one path",
            Self::ArchiveTooLarge => "an archive that is too large",
            Self::ArchiveUnsupported => "an unsupported archive format",
        }
    }
}

/// Something that is not imported, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The path as the author knows it.
    pub path: String,
    /// Why.
    pub reason: SkipReason,
    /// What is wrong and what to do, in a sentence or two.
    pub message: String,
    /// The skill file a link leads to, absolute and without links, which may be chosen, too; none for all else.
    pub leads_to: Option<PathBuf>,
}
