//! Tools and skills named in texts, and who uses them.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::TextRange;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum NamedKind {
    /// A skill of the library.
    Skill,
    /// A tool of the library.
    Tool,
    /// A tool that hosts bring themselves.
    HostTool,
    /// A tool that the text uses and nobody has.
    MissingTool,
}

/// What a name in a text stands for, as a card shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NamedEntity {
    /// Where the name stands.
    pub range: TextRange,
    /// What it stands for.
    pub kind: NamedKind,
    /// Id of the skill or tool; empty for any other.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its description, or why it is missing.
    pub description: String,
    /// A tool's signature; empty for any other.
    pub signature: String,
    /// A skill's tokens in all.
    pub tokens: Option<u32>,
    /// What is wrong with it, where something is.
    pub problem: Option<String>,
}

/// How something is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UseKind {
    /// An agent loads the skill.
    Assigned,
    /// An agent is given the tool.
    Given,
    /// An agent has a component with the tool.
    Component,
    /// A skill is linked to the tool.
    Linked,
    /// A skill depends on the skill.
    Depends,
    /// A skill is a child of the skill.
    Child,
    /// A tool needs the tool.
    Needs,
    /// A text names it.
    Mentioned,
}

/// What uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UserKind {
    /// An agent.
    Agent,
    /// A skill.
    Skill,
    /// A tool.
    Tool,
}

/// One use of a tool or skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct EntityUse {
    /// How.
    pub how: UseKind,
    /// By what.
    pub kind: UserKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// For a mention: the file; empty otherwise.
    pub path: String,
    /// For a mention: the line, from 1.
    pub line: u32,
    /// For a mention: what is shown of that line.
    pub text: String,
    /// For a mention: the name in what is shown.
    pub shown: TextRange,
    /// For a mention: the name in the file.
    pub range: TextRange,
}

/// Everything that uses a tool or skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct EntityUses {
    /// What is used.
    pub name: String,
    /// Links first, then mentions by skill and file.
    pub uses: Vec<EntityUse>,
}
