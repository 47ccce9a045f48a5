//! Finding and replacing text in files.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::TextRange;

/// How what is looked for is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FindOptions {
    /// Whether upper and lower case differ.
    pub is_case_sensitive: bool,
    /// Whether only whole words count.
    pub is_whole_word: bool,
    /// Whether it is a regular expression.
    pub is_regex: bool,
}

/// Where to look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FindScope {
    /// In every skill.
    Library,
    /// In the skills of a group.
    Group {
        /// Its name.
        name: String,
    },
    /// In these skills.
    Skills {
        /// Their ids.
        ids: Vec<String>,
    },
}

/// What is looked for in files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FindRequest {
    /// As typed.
    pub query: String,
    /// How it is read.
    pub options: FindOptions,
    /// Where.
    pub scope: FindScope,
    /// Whether other files than `SKILL.md` are looked through too.
    pub has_bundled_files: bool,
    /// What matches would become, for a preview.
    pub replacement: Option<String>,
    /// How many matches are wanted at most.
    pub limit: u32,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FindMatch {
    /// Where it stands in the text, as an editor holds it.
    pub range: TextRange,
    /// Its line, from 1.
    pub line: u32,
    /// What is shown of that line.
    pub text: String,
    /// The match in what is shown.
    pub shown: TextRange,
    /// What it would become; none where nothing is to be replaced.
    pub replacement: Option<String>,
}

/// The matches of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FindFile {
    /// The skill.
    pub skill_id: String,
    /// Its name.
    pub skill: String,
    /// Path within the skill.
    pub path: String,
    /// Hash of the file as it was searched.
    pub hash: String,
    /// Whether there is unsaved text over it, which is not searched.
    pub has_draft: bool,
    /// Its matches, in order.
    pub matches: Vec<FindMatch>,
}

/// What was found in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FindResult {
    /// The files with the first matches, as many as were wanted.
    pub files: Vec<FindFile>,
    /// Matches that are listed.
    pub shown: u32,
    /// Matches in all.
    pub total: u32,
    /// Files with matches in all.
    pub total_files: u32,
    /// Why what is looked for cannot be read, where it cannot.
    pub problem: Option<String>,
}

/// The matches of one file that are to be replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ReplaceFile {
    /// The skill.
    pub skill_id: String,
    /// Path within the skill.
    pub path: String,
    /// Hash of the file as it was searched.
    pub hash: String,
    /// Where the matches start.
    pub starts: Vec<u32>,
}

/// What is to be replaced by what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ReplaceRequest {
    /// What was looked for.
    pub query: String,
    /// How it was read.
    pub options: FindOptions,
    /// What matches become; `$1` stands for a group of a regular expression.
    pub replacement: String,
    /// Where.
    pub files: Vec<ReplaceFile>,
}
