//! The problems of the whole library, and the rules that find them.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{FixAction, Host, Severity},
};

closed! {
    /// How bad the author finds a rule.
    pub enum RuleLevel of studio_model::Level {
        /// Its findings are errors.
        Error = "error",
        /// They are warnings.
        Warning = "warning",
        /// They are hints.
        Info = "info",
        /// It is not applied.
        Off = "off",
    }
}

closed! {
    /// By what a problem is ignored.
    pub enum IgnoredBy {
        /// By itself.
        Problem = "problem",
        /// By its rule in the skill.
        Skill = "skill",
        /// By its rule in the skill's group.
        Group = "group",
        /// By its rule in the library.
        Library = "library",
    }
}

/// Where a rule is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RulePlace {
    /// In one skill.
    Skill {
        /// Skill id.
        skill_id: String,
    },
    /// In every skill of a group.
    Group {
        /// Its name.
        name: String,
    },
    /// In the whole library.
    Library,
}

/// A place that a rule is ignored in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RuleIgnored {
    /// Where.
    pub place: RulePlace,
    /// What that is called: the skill's or group's name; empty for the library.
    pub name: String,
    /// Why; may be empty.
    pub reason: String,
}

/// A rule as the author has set it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RuleSettings {
    /// Its code.
    pub code: String,
    /// What it means, in a few words.
    pub meaning: String,
    /// How bad its findings are at worst where the author says nothing.
    pub severity: Severity,
    /// What the author says.
    pub level: Option<RuleLevel>,
    /// Where it is ignored.
    pub ignored: Vec<RuleIgnored>,
}

/// Every problem, by skill, and what the rules behind them say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ProblemList {
    /// Skills with problems, by name.
    pub files: Vec<ProblemFile>,
    /// Tools, then agents with problems, by name.
    pub owners: Vec<ProblemOwner>,
    /// The rules that found something.
    pub rules: Vec<ProblemRule>,
}

/// What an agent client makes of the library's skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientProblems {
    /// The client.
    pub client: Host,
    /// The version that was measured.
    pub version: String,
    /// The day it was measured, as an ISO date.
    pub measured_on: String,
    /// Skills with problems, by name.
    pub files: Vec<ProblemFile>,
    /// The rules that found something.
    pub rules: Vec<ProblemRule>,
}

/// A skill with its problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ProblemFile {
    /// Skill id.
    pub skill_id: String,
    /// Skill name.
    pub skill: String,
    /// The group it is listed under.
    pub group: String,
    /// Whether it cannot be read.
    pub is_broken: bool,
    /// Whether there is a draft over its `SKILL.md`: until it is saved or discarded, nothing is fixed there.
    pub has_draft: bool,
    /// Whether a problem of it can be fixed, counts for the library's client and is not ignored: all those are fixed together.
    pub is_fixable: bool,
    /// Its problems, in the order of the text.
    pub problems: Vec<LibraryProblem>,
}

/// A tool or an agent with its problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ProblemOwner {
    /// Which of the two.
    pub kind: ProblemOwnerKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its problems, as its page says them.
    pub problems: Vec<OwnerProblem>,
}

/// What beside skills has problems of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ProblemOwnerKind {
    /// A tool.
    Tool,
    /// An agent.
    Agent,
}

/// A problem of a tool or an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct OwnerProblem {
    /// How bad it is.
    pub severity: Severity,
    /// Stable short name of the rule.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
    /// Why its rule is ignored in the library, possibly an empty text; none where it counts.
    pub ignored: Option<String>,
}

/// A problem as the list of all of them shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryProblem {
    /// How bad it is.
    pub severity: Severity,
    /// Stable short name of the rule.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
    /// What it is about; empty where that is the whole skill.
    pub subject: String,
    /// The file.
    pub path: String,
    /// First line, from 1.
    pub line: u32,
    /// First column in characters, from 1.
    pub column: u32,
    /// Line of its end.
    pub end_line: u32,
    /// Column of its end, exclusive.
    pub end_column: u32,
    /// Whether there is a repair for it.
    pub has_fix: bool,
    /// What would end it beyond an edit of the text.
    pub actions: Vec<FixAction>,
    /// Why it is ignored, possibly an empty text; none where it counts.
    pub ignored: Option<String>,
    /// By what it is ignored, where it is.
    pub ignored_by: Option<IgnoredBy>,
}

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ProblemRule {
    /// Its code.
    pub code: String,
    /// What it means, in a few words.
    pub meaning: String,
    /// The only targets that mind it; empty where all do.
    pub targets: Vec<String>,
    /// Why its findings have to be mended by hand where none of them has a fix.
    pub by_hand: String,
}
