//! The text of one file, understood: its findings, its frontmatter, its tokens, its preview.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Severity, TextEdit};

/// Everything the editor shows about a text, from one pass over it.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Analysis {
    /// Problems, in the order of the text.
    pub findings: Vec<Finding>,
    /// The frontmatter as read; absent for files other than `SKILL.md`.
    pub frontmatter: Option<Frontmatter>,
    /// Estimated tokens of this text.
    pub tokens: Tokens,
    /// Sanitised HTML of the body.
    pub preview: String,
    /// What the preview leaves out, where it is not the whole.
    pub preview_cut: Option<PreviewCut>,
}

/// What a preview leaves out of a monstrous text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PreviewCut {
    /// All behind its start.
    Long {
        /// Bytes that are shown.
        shown: u32,
        /// Bytes of the whole.
        total: u32,
    },
    /// Elements nested deeper than this.
    Deep {
        /// The levels that are kept.
        levels: u32,
    },
    /// The tags of elements behind so many.
    Many {
        /// The elements that are kept.
        elements: u32,
    },
    /// The rest of words longer than this.
    Wide {
        /// The bytes of a word that are kept.
        bytes: u32,
    },
}

/// A problem in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Stable short name, such as `name-format`.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
    /// First line and column, counted from 1.
    pub start: Position,
    /// End, exclusive.
    pub end: Position,
    /// Start as a UTF-16 offset into the text, as editors count.
    pub from: u32,
    /// End as a UTF-16 offset, exclusive.
    pub to: u32,
    /// The targets it concerns, of those that were asked about; empty where it concerns all.
    pub targets: Vec<String>,
    /// What it is about; empty where that is the whole skill.
    pub subject: String,
    /// A safe repair.
    pub fix: Option<Fix>,
    /// What else would end it, beyond this text.
    pub actions: Vec<FixAction>,
    /// Why the author ignores it, possibly an empty text; none where it counts.
    pub ignored: Option<String>,
}

/// What ends a problem without an edit of its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FixAction {
    /// Adds the missing tool to the library.
    CreateTool {
        /// Its name.
        name: String,
    },
    /// Adds the missing file to the skill.
    CreateFile {
        /// Its path within the skill.
        path: String,
    },
    /// Links the skill to a tool of the library.
    LinkTool {
        /// The tool's name.
        name: String,
    },
    /// Takes the skill's link to a tool away.
    UnlinkTool {
        /// The tool's name.
        name: String,
    },
    /// Gives the skill a name no other has.
    RenameSkill {
        /// The free name.
        name: String,
    },
    /// Gives the folder that the skill is linked to the skill's name.
    RenameFolder {
        /// The name it gets.
        name: String,
        /// The name it has.
        folder: String,
    },
    /// Stores the file as UTF-8, with no mark before its text.
    SaveAsUtf8,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// A repair of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Fix {
    /// What it does, as a button says it.
    pub title: String,
    /// The changes, in ascending order, not overlapping.
    pub edits: Vec<TextEdit>,
}

/// Estimated tokens of the tiers of disclosure (o200k, an estimate for other vendors).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Tokens {
    /// Name and description: what every session pays.
    pub description: u32,
    /// Instructions: what a chosen skill costs.
    pub body: u32,
    /// The skill's other files: on demand.
    pub files: u32,
}

/// Frontmatter as a form shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Frontmatter {
    /// The fields in the order they stand in the text.
    pub fields: Vec<FieldValue>,
    /// UTF-16 offset where the body starts.
    pub body_from: u32,
    /// Why the block cannot be shown as a form, where it cannot.
    pub unreadable: Option<String>,
    /// What the skill says of itself in `metadata`, those parts it has.
    pub definition: Vec<DefinitionValue>,
}

/// A part of a skill's definition, an entry of `metadata`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DefinitionPart {
    /// `display-name`: what people read in place of the name.
    DisplayName,
    /// `capabilities`: what the skill can do, separated by commas.
    Capabilities,
    /// `work-direction`: how to go about the work.
    WorkDirection,
    /// `on-activate`: what happens when the skill is activated.
    OnActivate,
    /// `on-deactivate`: what happens when it is deactivated.
    OnDeactivate,
}

/// A part of a definition as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DefinitionValue {
    /// Which part.
    pub part: DefinitionPart,
    /// Its text.
    pub text: String,
}

/// One key of the frontmatter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct FieldValue {
    /// The key as written.
    pub key: String,
    /// The value as one text (scalars) or empty.
    pub text: String,
    /// The items (lists; for `allowed-tools` also those of a string) or empty.
    pub items: Vec<String>,
    /// How the value is written.
    pub form: FieldForm,
    /// Line of the key, from 1.
    pub line: u32,
}

/// How a frontmatter value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FieldForm {
    /// A scalar.
    Text,
    /// A list.
    List,
    /// A map; shown read-only in the form.
    Map,
}

/// A change made in the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FrontmatterEdit {
    /// Sets a scalar; adds the key where it is missing.
    SetText {
        /// The key.
        key: String,
        /// The new value.
        value: String,
    },
    /// Sets a list, keeping the form it is written in (YAML list, flow list, string).
    SetItems {
        /// The key.
        key: String,
        /// The new items.
        items: Vec<String>,
    },
    /// Takes the key out.
    Remove {
        /// The key.
        key: String,
    },
    /// Sets a part of the definition in `metadata`; an empty value takes it out.
    SetDefinition {
        /// Which part.
        part: DefinitionPart,
        /// The new value.
        value: String,
    },
}
