//! What is checked before a pack is written.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{FixAction, Metric},
};

closed! {
    /// What is checked before a pack is written.
    pub enum PackGate {
        /// The best skill is right for its labelled queries as often as at the best export of this major version, and as often
        /// as was asked for.
        Accuracy = "accuracy",
        /// Lint finds no error that the last export did not have.
        Errors = "errors",
        /// No secret is written out in what goes out.
        Secrets = "secrets",
        /// Every tool that a skill names is there.
        PhantomTools = "phantom-tools",
    }
}

closed! {
    /// How a gate went.
    pub enum GateState {
        /// Nothing stands against the export.
        Passed = "passed",
        /// Something does.
        Failed = "failed",
        /// It could not be checked.
        NotRun = "not-run",
    }
}

/// How a gate of a pack went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct GateResult {
    /// Which.
    pub gate: PackGate,
    /// How it went.
    pub state: GateState,
    /// Whether it holds the pack back: it is enforced, and failed, or could not be checked though there was something to
    /// check.
    pub is_holding: bool,
    /// What was found, or why nothing was checked, as a sentence.
    pub message: String,
    /// How many stand against the export: errors that are new, secrets, tools that are missing.
    pub count: u32,
    /// The figures of the accuracy gate, where it ran.
    pub accuracy: Option<GateAccuracy>,
    /// Where, at most a hundred of them.
    pub places: Vec<GatePlace>,
}

/// The figures of the accuracy gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct GateAccuracy {
    /// Share of labelled queries whose first choice is right.
    pub now: Metric,
    /// The same at the best export of this major version, back to the last one whose accuracy was accepted by overriding this
    /// gate; none where there is none.
    pub before: Option<Metric>,
    /// The version of that export.
    pub before_version: Option<String>,
    /// Least share that was asked for, in per cent.
    pub asked_for: Option<u32>,
}

/// A place that a gate complains of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GatePlace {
    /// The skill's id; none where it is of none.
    pub skill_id: Option<String>,
    /// What it is of, such as `skill tides`.
    pub entity: String,
    /// The file; empty where it is of none.
    pub path: String,
    /// Line from 1, where known.
    pub line: Option<u32>,
    /// Column from 1, where known.
    pub column: Option<u32>,
    /// Stable name of the rule.
    pub code: String,
    /// What it is about, as lint names it; empty where that is the whole skill.
    pub subject: String,
    /// What is wrong and what to do.
    pub message: String,
    /// Whether lint has a repair for it, which `preview_fix` and `fix_all` make.
    pub has_fix: bool,
    /// What would end it beyond an edit of the text, for `apply_fix_action`.
    pub actions: Vec<FixAction>,
}

/// A gate that an author overrides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GateOverride {
    /// Which.
    pub gate: PackGate,
    /// Why; not empty.
    pub reason: String,
}
