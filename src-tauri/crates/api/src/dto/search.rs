//! Finding skills and actions by what is typed.

use serde::{Deserialize, Serialize};
use specta::Type;

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

/// Why a skill is found: the furthest from its name that any of the words was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SearchField {
    /// Its name.
    Name,
    /// Its description.
    Description,
    /// Its tags.
    Tags,
    /// Its instructions.
    Body,
    /// Another file of it.
    File,
    /// What it is about.
    Meaning,
}

/// One skill found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SearchHit {
    /// Skill id.
    pub id: String,
    /// Skill name.
    pub name: String,
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
}

/// What is looked for in the palette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PaletteRequest {
    /// As typed.
    pub query: String,
    /// The actions that can be done.
    pub actions: Vec<PaletteAction>,
    /// Whether skills are looked for too.
    pub skills: bool,
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
    /// A skill.
    Skill {
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
