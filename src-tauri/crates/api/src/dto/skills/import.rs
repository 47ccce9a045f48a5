//! What an import would do, and what it did.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::RowFormat};

/// What importing some paths would do; nothing is written yet.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Type)]
pub struct ImportPreview {
    /// The folder or archive around everything that was found, without a `/` at its end; empty where there is none.
    pub folder: String,
    /// Every skill file found that can be imported.
    pub items: Vec<ImportItem>,
    /// Every skill file found that cannot, with its reason.
    pub skipped: Vec<Skipped>,
    /// The format of the paths, where it is none of skills in folders and archives: `import_rows` brings these in, whole.
    pub format: Option<RowFormat>,
    /// Whether all of it lies where clients keep the author's own skills: a copy of those would be a second one.
    #[serde(default)]
    pub is_own: bool,
}

/// One skill an import would bring.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct ImportItem {
    /// Name.
    pub name: String,
    /// The start of its description, empty where there is none.
    pub description: String,
    /// Path of its skill file, as the author would recognise it (inside an archive: `a.zip/…`). Names it in a request.
    pub path: String,
    /// The group it would be listed under.
    pub group: String,
    /// What it is to the library.
    pub state: ImportState,
    /// The skill that is identical to it, has its name, or was imported from its file; none where there is none.
    pub twin: Option<ImportTwin>,
    /// Whether it is imported unless the author says otherwise, when it is copied.
    pub is_copied: bool,
    /// The same when folders are linked.
    pub is_linked: bool,
    /// How many files come with it.
    pub files: u32,
    /// What is wrong with it, worst first.
    pub problem: Option<String>,
    /// Whether it cannot be read and is imported as the text it is.
    pub is_broken: bool,
}

/// What a skill that was found is to the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ImportState {
    /// Nothing there has its name or content.
    New,
    /// It was imported from this file before, which changed since; the library's skill did not.
    Update,
    /// It was imported from this file before, and both changed since.
    Differs,
    /// It is linked to this file already, and both are the same.
    Same,
    /// The library has the very same skill, without a link.
    Unlinked,
    /// The very same skill is in the library, or was found at another path.
    Identical,
    /// Another skill has its name; both are kept.
    SameName,
}

/// The other skill of two that are identical or have one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportTwin {
    /// Whether it is in the library; otherwise it was found in the same import.
    pub is_stored: bool,
    /// Its name.
    pub name: String,
    /// Where it was found; of a stored one the file it is linked to, or its group.
    pub path: String,
}

/// What to import of some paths, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportRequest {
    /// Folders, skill files and archives.
    pub paths: Vec<String>,
    /// Paths of the skills to import, as the preview gave them; none imports what the preview would choose.
    pub chosen: Option<Vec<String>>,
    /// Whether skills stay linked to their files: saving one writes there.
    pub is_linked: bool,
    /// The group to list all of them under; none keeps the preview's.
    pub group: Option<String>,
}

closed! {
    /// Why something was not imported.
    pub enum SkipReason {
        /// Nothing at this path.
        NotFound = "not-found",
        /// Cannot be read.
        Unreadable = "unreadable",
        /// Not a skill file, folder or archive.
        Unsupported = "unsupported",
        /// No skill here.
        NoSkill = "no-skill",
        /// Too large.
        TooLarge = "too-large",
        /// Too many files.
        TooManyFiles = "too-many-files",
        /// A symbolic link.
        Symlink = "symlink",
        /// A link at which clients find a skill that lies elsewhere.
        LinkedSkill = "linked-skill",
        /// A symbolic link in a circle.
        SymlinkLoop = "symlink-loop",
        /// Not an ordinary file.
        SpecialFile = "special-file",
        /// In a folder of fetched or built files.
        IgnoredFolder = "ignored-folder",
        /// A second skill file in one folder.
        SecondSkillFile = "second-skill-file",
        /// Another file has the same path.
        SameName = "same-name",
        /// Found before.
        Duplicate = "duplicate",
        /// Where adk does not look.
        AdkNotSearched = "adk-not-searched",
        /// A damaged archive.
        ArchiveDamaged = "archive-damaged",
        /// An archive with a path that leads out of it.
        ArchiveUnsafePath = "archive-unsafe-path",
        /// An archive with links or devices.
        ArchiveSpecialEntry = "archive-special-entry",
        /// An encrypted archive.
        ArchiveEncrypted = "archive-encrypted",
        /// An archive with two entries of one path.
        ArchiveCollision = "archive-collision",
        /// An archive that is too large.
        ArchiveTooLarge = "archive-too-large",
        /// An archive of an unknown kind.
        ArchiveUnsupported = "archive-unsupported",
        /// Identical to another skill.
        Identical = "identical",
        /// Changed here and in the folder since it was imported.
        Differs = "differs",
        /// The library cannot store it.
        Refused = "refused",
        /// Changed on disk meanwhile.
        Changed = "changed",
        /// A problem in the text.
        ListProblem = "list-problem",
        /// The name is taken.
        NameTaken = "name-taken",
    }
}

/// A skill file or path that was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Skipped {
    /// Path.
    pub path: String,
    /// The reason.
    pub code: SkipReason,
    /// The reason in a few words, the same for every path with this code.
    pub title: String,
    /// What, where, what to do.
    pub message: String,
    /// Line from 1, where known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[specta(optional)]
    pub line: Option<u32>,
    /// Column from 1, where known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[specta(optional)]
    pub column: Option<u32>,
    /// The skill file that a link in a client's folder leads to: imported, too, where the author chooses it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[specta(optional)]
    pub leads_to: Option<String>,
}

/// What is wrong with something that was imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportWarning {
    /// Path.
    pub path: String,
    /// Stable short name of the finding.
    pub code: String,
    /// The finding in a few words, the same for every path with this code.
    pub title: String,
    /// What, where, what to do.
    pub message: String,
    /// Line from 1, where known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[specta(optional)]
    pub line: Option<u32>,
    /// Column from 1, where known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[specta(optional)]
    pub column: Option<u32>,
}

/// What an import did.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Type)]
pub struct ImportReport {
    /// What is in the library now.
    pub imported: Vec<ImportedItem>,
    /// What could not be imported, or was not because the library has it, with its reason.
    pub skipped: Vec<Skipped>,
    /// What is wrong with those imported, the worst of each.
    pub warnings: Vec<ImportWarning>,
    /// How many of those imported cannot be read until somebody mends their text.
    pub unreadable: u32,
    /// How many the author had not chosen.
    pub not_chosen: u32,
    /// Whether it was cancelled; what was stored by then stays.
    pub is_cancelled: bool,
}

impl ImportReport {
    /// Takes in what a further import did.
    pub fn add(&mut self, more: Self) {
        let Self { imported, skipped, warnings, unreadable, not_chosen, is_cancelled } = more;
        self.imported.extend(imported);
        self.skipped.extend(skipped);
        self.warnings.extend(warnings);
        self.unreadable += unreadable;
        self.not_chosen += not_chosen;
        self.is_cancelled |= is_cancelled;
    }
}

closed! {
    /// Kinds of what can be imported.
    pub enum ImportedKind {
        /// A skill.
        Skill = "skill",
        /// A tool.
        Tool = "tool",
        /// A server.
        Server = "server",
        /// An agent.
        Agent = "agent",
    }
}

impl ImportedKind {
    /// Why something does not come in whose name another one has, with what to do.
    pub(crate) fn taken(self, name: &str) -> String {
        let article = match self {
            Self::Skill | Self::Tool | Self::Server => "A",
            Self::Agent => "An",
        };
        format!("{article} {} named {name} already exists. Rename one of them to import it.", self.as_str())
    }
}

/// Something that was imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportedItem {
    /// What it is.
    pub kind: ImportedKind,
    /// Name.
    pub name: String,
    /// Id in the library.
    pub id: String,
    /// Where it came from.
    pub path: String,
    /// What the import did with it.
    pub outcome: ImportOutcome,
}

/// What an import did with a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ImportOutcome {
    /// It is new in the library.
    Added,
    /// The library's skill has the file's content now.
    Updated,
    /// The library's skill is linked to the file now.
    Linked,
    /// The library had it already, as it is.
    Unchanged,
}

#[cfg(test)]
mod tests {
    use super::ImportReport;

    #[test]
    fn what_a_further_import_did_is_added_whole() {
        let mut report = ImportReport { unreadable: 1, not_chosen: 2, ..ImportReport::default() };
        report.add(ImportReport { unreadable: 3, not_chosen: 4, is_cancelled: true, ..ImportReport::default() });
        report.add(ImportReport::default());
        assert_eq!((report.unreadable, report.not_chosen, report.is_cancelled), (4, 6, true));
    }
}
