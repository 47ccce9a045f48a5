//! What a session should come to, kept to be run again.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{ConsentRequest, SimulationSetup, UnreadableRow};

/// What is said to an agent, and what should come of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationCase {
    /// Its id; empty for one that is not kept yet.
    pub id: String,
    /// What it is about.
    pub name: String,
    /// What it is run with.
    pub setup: SimulationSetup,
    /// What the user says, one message after the other.
    pub messages: Vec<String>,
    /// Skills that should come into the context.
    pub expected_skills: Vec<String>,
    /// Tools that should be carried out.
    pub expected_tools: Vec<String>,
    /// What the answer should hold.
    pub expected_text: Option<String>,
    /// JSON Schema that the answer should fit, as JSON text.
    pub expected_schema: Option<String>,
    /// Tokens that no prompt should exceed.
    pub max_tokens: Option<u32>,
    /// What else should hold, as it was imported.
    pub assertions: Vec<CaseAssertion>,
    /// What the answer should be like, in words, as it was imported. Nobody checks it.
    pub expected_output: String,
    /// Files it was imported with that were not found among those of its skill: the session goes without them.
    pub missing_files: Vec<String>,
    /// What came of it when it was run last.
    pub last: Option<SimulationCaseResult>,
}

/// Something that should hold of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CaseAssertion {
    /// It holds a text.
    Contains {
        /// The text.
        text: String,
    },
    /// It does not hold a text.
    NotContains {
        /// The text.
        text: String,
    },
    /// Somebody has to judge it; it is kept and not checked.
    Judged {
        /// What was written.
        text: String,
    },
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationCaseResult {
    /// Whether all that is checked held.
    pub is_passed: bool,
    /// What did not, a sentence each.
    pub failures: Vec<String>,
    /// Everything that was checked, in the order of the case.
    pub checks: Vec<CaseCheck>,
    /// Names of the skills that came into the context, in their order.
    pub skills: Vec<String>,
    /// Names of the tools that were carried out, in call order.
    pub tools: Vec<String>,
    /// How many assertions nobody checked.
    pub unchecked: u32,
    /// Tokens of the largest prompt.
    pub most_tokens: u32,
    /// What the model said last.
    pub answer: String,
    /// When it was run, RFC 3339.
    pub ran_at: String,
}

/// One thing that was expected, and whether it held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CaseCheck {
    /// What was expected.
    pub expected: CaseExpectation,
    /// What came instead, as a sentence; none where it held.
    pub why: Option<String>,
}

/// Something a program can check of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CaseExpectation {
    /// Every message is answered.
    Answered,
    /// A skill comes into the context.
    Skill {
        /// Its name.
        name: String,
    },
    /// A tool is carried out.
    Tool {
        /// Its name.
        name: String,
    },
    /// The answer holds a text.
    Contains {
        /// The text.
        text: String,
    },
    /// The answer does not hold a text.
    NotContains {
        /// The text.
        text: String,
    },
    /// The answer fits a JSON Schema.
    Schema,
    /// No prompt has more tokens than these.
    Tokens {
        /// The most.
        most: u32,
    },
}

/// The cases, beside those that cannot be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationCases {
    /// The cases, the oldest first.
    pub cases: Vec<SimulationCase>,
    /// Those that cannot be read.
    pub unreadable: Vec<UnreadableRow>,
}

/// A case that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationCaseRun {
    /// The case, with what came of it; as it was before where it was not run to its end.
    pub case: SimulationCase,
    /// What the author has to allow before it can be.
    pub asks: Option<ConsentRequest>,
}

/// What an `evals.json` holds, before it comes in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationCaseFile {
    /// The skill it is about; empty where it does not say.
    pub skill: String,
    /// Names of the agents that have that skill.
    pub agents: Vec<String>,
    /// Its entries, in their order.
    pub entries: Vec<SimulationCaseEntry>,
    /// Entries that will not come in, with the reason.
    pub skipped: Vec<UnreadableRow>,
    /// Files of its entries that were not found among those of the skill.
    pub missing: Vec<MissingInput>,
}

/// A file that a case was to be given and that was not found among those of its skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct MissingInput {
    /// The name of the case.
    pub case: String,
    /// The file, as it was named.
    pub file: String,
}

/// An entry of an `evals.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationCaseEntry {
    /// What the case is named.
    pub name: String,
    /// What the user says.
    pub prompt: String,
    /// What should hold of the answer.
    pub assertions: Vec<CaseAssertion>,
    /// What the answer should be like, in words; empty where it does not say.
    pub expected_output: String,
    /// Files that belong to it.
    pub files: Vec<String>,
}

/// What came of a file of cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationCaseImport {
    /// The cases that are kept now.
    pub cases: Vec<SimulationCase>,
    /// How many of them took the place of one that was imported before.
    pub updated: u32,
    /// Entries that did not come in, with the reason.
    pub skipped: Vec<UnreadableRow>,
    /// Files that the cases go without.
    pub missing: Vec<MissingInput>,
}
