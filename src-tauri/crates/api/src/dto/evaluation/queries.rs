//! Labelled queries, and what a file of them came to.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::closed::closed;

/// Where a labelled query came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QuerySource {
    /// The author wrote it.
    #[default]
    Written,
    /// It was asked in the playground.
    Playground,
    /// The studio proposed it.
    Proposed,
    /// A file it was imported from.
    File {
        /// The file's name; for one that was found beside skills, what names it among those.
        name: String,
    },
}

impl QuerySource {
    /// As the library keeps it: a word of ours, or the file's name.
    pub(crate) fn kept(&self) -> String {
        match self {
            Self::Written => "written".to_owned(),
            Self::Playground => "playground".to_owned(),
            Self::Proposed => "proposed".to_owned(),
            Self::File { name } => name.clone(),
        }
    }

    /// What the library keeps.
    pub(crate) fn of_kept(text: &str) -> Self {
        match text {
            "written" | "" => Self::Written,
            "playground" => Self::Playground,
            "proposed" => Self::Proposed,
            name => Self::File { name: name.to_owned() },
        }
    }
}

/// A query with the skills it should wake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LabelledQuery {
    /// Its id.
    pub id: String,
    /// The set it belongs to.
    pub set: String,
    /// What a user says.
    pub query: String,
    /// Names of skills that would be right; empty where none should fire, or only is said which must not.
    pub expected: Vec<String>,
    /// Names of skills that must not fire. Where nothing is expected beside them, any other may, or none.
    #[serde(default)]
    pub unwanted: Vec<String>,
    /// Where it came from.
    pub source: QuerySource,
    /// Names among its labels that no skill of the library has.
    pub unknown: Vec<String>,
}

impl LabelledQuery {
    /// Whether runs leave it out: it expects a skill that the library does not have. One that must not fire may be missing.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        self.expected.iter().any(|name| self.unknown.contains(name))
    }
}

/// A labelled query to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NewQuery {
    /// The one to replace; a new one where none is named.
    pub id: Option<String>,
    /// The set it belongs to.
    pub set: String,
    /// What a user says.
    pub query: String,
    /// Names of skills that would be right; empty where none should fire, or only is said which must not.
    pub expected: Vec<String>,
    /// Names of skills that must not fire. Where nothing is expected beside them, any other may, or none.
    #[serde(default)]
    pub unwanted: Vec<String>,
    /// Where it came from.
    pub source: QuerySource,
}

/// A set of labelled queries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QuerySet {
    /// Its name.
    pub name: String,
    /// Queries in it.
    pub queries: u32,
    /// Those that should wake a skill.
    pub in_scope: u32,
    /// Those that name a skill the library does not have; runs leave out the ones that expect it.
    pub unknown: u32,
}

/// A line of an imported file that could not be taken, or was taken with a doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QueryProblem {
    /// Line in the file, from 1; none where it concerns the whole file.
    pub line: Option<u32>,
    /// What is wrong and what to do.
    pub message: String,
    /// Whether the query was left out.
    pub is_skipped: bool,
}

/// Which labels count where a file repeats a query with different ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RepeatedLabels {
    /// Those of the first line.
    #[default]
    First,
    /// All of them: any of the skills named is right.
    All,
}

closed! {
    /// What a file of labelled queries is.
    pub enum QueryFormat {
        /// A query and the names expected, a line each.
        Jsonl = "jsonl",
        /// skill-creator's `evals.json`.
        Evals = "evals",
        /// skill-creator's trigger set.
        Triggers = "triggers",
    }
}

/// What importing labelled queries came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QueryImport {
    /// The set they went into.
    pub set: String,
    /// What the file is.
    pub format: QueryFormat,
    /// Queries new in the set.
    pub imported: u32,
    /// Queries the set already had, word for word.
    pub duplicates: u32,
    /// Queries the set already had, which now have the labels of every line.
    pub relabelled: u32,
    /// Queries the file holds more than once; each is named among the problems.
    pub repeated: u32,
    /// Those of them whose lines have different labels.
    pub conflicting: u32,
    /// What could not be taken, or only with a doubt.
    pub problems: Vec<QueryProblem>,
}
