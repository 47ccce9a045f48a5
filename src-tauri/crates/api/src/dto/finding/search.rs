//! Finding skills, tools, agents, servers and actions by what is typed.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FoundKind {
    /// A skill.
    Skill,
    /// A tool.
    Tool,
    /// An agent.
    Agent,
    /// An MCP server.
    Server,
}

impl FoundKind {
    /// Every kind, in the order in which equals stand.
    pub const ALL: [Self; 4] = [Self::Skill, Self::Tool, Self::Agent, Self::Server];
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// Names and words.
    Words,
    /// Nearest vectors.
    Meaning,
}

/// What is looked for among skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SearchRequest {
    /// As typed; words in quotes are looked for in a row.
    pub query: String,
    /// How.
    pub mode: SearchMode,
    /// How many hits are wanted at most.
    pub limit: u32,
    /// The skills that come into question; all where none are named.
    pub among: Option<Vec<String>>,
}

/// A part of a text, in UTF-16 units, end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct TextRange {
    /// Where it starts.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
}

/// Why something is found: the furthest from its name that any of the words was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SearchField {
    /// Its name.
    Name,
    /// Its description.
    Description,
    /// Its tags; a tool's server or kind, an agent's model.
    Tags,
    /// Its instructions; a tool's parameters, a server's tools.
    Body,
    /// Another file of a skill.
    File,
    /// What it is about.
    Meaning,
}

/// One thing found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SearchHit {
    /// What it is.
    pub kind: FoundKind,
    /// Its id; a server's name, where tools only name it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How its description begins, on one line.
    pub description: String,
    /// Why.
    pub field: SearchField,
    /// The parts of the name that fit.
    pub name_ranges: Vec<TextRange>,
    /// The passage that fits, on one line; empty where the name alone does, and for meaning.
    pub passage: String,
    /// The parts of the passage that fit.
    pub passage_ranges: Vec<TextRange>,
    /// The file the passage is of; empty for any other field.
    pub path: String,
    /// For meaning: the cosine, at most 1.
    #[specta(type = specta_typescript::Number)]
    pub score: f64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SearchResult {
    /// The best, best first; as many as were wanted.
    pub hits: Vec<SearchHit>,
    /// How many there are.
    pub total: u32,
}

/// An action as the palette knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PaletteAction {
    /// What it is called.
    pub label: String,
    /// Further words it is found by.
    pub words: String,
    /// How many others were done since it was; none where that was not lately.
    pub used: Option<u32>,
}

/// What is looked for in the palette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PaletteRequest {
    /// As typed.
    pub query: String,
    /// The actions that can be done.
    pub actions: Vec<PaletteAction>,
    /// What else is looked for.
    pub kinds: Vec<FoundKind>,
    /// How many hits are wanted at most.
    pub limit: u32,
}

/// One thing the palette offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PaletteHit {
    /// An action.
    Action {
        /// Its place in the request.
        index: u32,
        /// The parts of its label that fit.
        ranges: Vec<TextRange>,
    },
    /// A skill, tool, agent or server.
    Found {
        /// It, and why.
        hit: SearchHit,
    },
}

/// What the palette offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct PaletteResult {
    /// The best, best first; as many as were wanted.
    pub hits: Vec<PaletteHit>,
    /// How many there are.
    pub total: u32,
}

/// What is looked for among everything, by words and by meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FindThingsRequest {
    /// As typed; words in quotes are looked for in a row.
    pub query: String,
    /// What is looked for.
    pub kinds: Vec<FoundKind>,
    /// How many hits are wanted at most.
    pub limit: u32,
}

/// What means nearly the same as what was typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct FoundThings {
    /// The best, best first.
    pub hits: Vec<SearchHit>,
    /// How many there are.
    pub total: u32,
    /// Why nothing was found by meaning and what to do, where the model is missing.
    pub hint: Option<String>,
}
