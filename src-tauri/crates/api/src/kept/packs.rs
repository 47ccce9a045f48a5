//! Packs and their exports, as the library keeps them.

use serde::{Deserialize, Serialize};

use super::{
    Kept,
    clients::{Client, NAMED},
    mirror,
    runs::{Metric, Scorer},
};
use crate::dto;

mirror! {
    /// Where a pack is written.
    #[serde(rename_all = "kebab-case")]
    enum Target of dto::ExportTarget {
        AgentSkills,
        SkillZip,
        ClaudePlugin,
        ClientFolder,
        Adk,
        WellKnown,
        #[serde(rename = "light4j-sql")]
        Light4jSql,
        #[serde(rename = "light4j-events")]
        Light4jEvents,
        Gram,
        #[serde(rename = "openai-tools")]
        OpenAiTools,
        AnthropicTools,
        McpTools,
    }
}

mirror! {
    /// What is checked.
    #[serde(rename_all = "kebab-case")]
    enum Gate of dto::PackGate { Accuracy, Errors, Secrets, PhantomTools }
}

mirror! {
    /// How a gate went.
    #[serde(rename_all = "kebab-case")]
    enum State of dto::GateState { Passed, Failed, NotRun }
}

mirror! {
    /// What goes along.
    struct Along of dto::PackAlong { required_skills: bool, tools: bool, agents: bool, queries: bool }
}

mirror! {
    /// A target with its settings.
    struct Place of dto::PackTarget {
        target: Target,
        client: Option<Client>,
        plugin: Option<String>,
        folder: String,
    }
}

mirror! {
    /// How strictly it is checked.
    struct Gates of dto::PackGates {
        enforced: Vec<Gate>,
        min_accuracy: Option<u32>,
        scorer: Scorer,
        query_set: Option<String>,
    }
}

mirror! {
    /// What a pack is made of.
    struct Content of dto::PackContent {
        skills: Vec<String>,
        along: Along,
        targets: Vec<Place>,
        version: String,
        gates: Gates,
    }
}

impl Kept for Content {
    const FORMAT: u32 = NAMED;
}

mirror! {
    /// The figures of the accuracy gate.
    struct Accuracy of dto::GateAccuracy {
        now: Metric,
        before: Option<Metric>,
        before_version: Option<String>,
        asked_for: Option<u32>,
    }
}

mirror! {
    /// A gate that was overridden.
    struct Override of dto::GateOverride { gate: Gate, reason: String }
}

mirror! {
    /// A target that was written.
    struct Written of dto::PackExportTarget { target: Place, files: u32, bytes: u32, manifest_sha256: String }
}

/// How a gate went; the places are those of that day, and not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Result {
    pub(crate) gate: Gate,
    pub(crate) state: State,
    pub(crate) is_holding: bool,
    pub(crate) message: String,
    pub(crate) count: u32,
    pub(crate) accuracy: Option<Accuracy>,
}

/// An export that was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Export {
    pub(crate) version: String,
    pub(crate) out: String,
    pub(crate) key_id: Option<String>,
    pub(crate) targets: Vec<Written>,
    pub(crate) gates: Vec<Result>,
    pub(crate) overrides: Vec<Override>,
    /// What names each error that lint found, so that the next export can tell new ones.
    pub(crate) errors: Vec<String>,
}

impl Kept for Export {
    const FORMAT: u32 = NAMED;
}

impl super::Mirror<dto::GateResult> for Result {
    fn of(shown: &dto::GateResult) -> Self {
        Self {
            gate: Gate::of(&shown.gate),
            state: State::of(&shown.state),
            is_holding: shown.is_holding,
            message: shown.message.clone(),
            count: shown.count,
            accuracy: Option::of(&shown.accuracy),
        }
    }

    fn shown(self) -> dto::GateResult {
        dto::GateResult {
            gate: self.gate.shown(),
            state: self.state.shown(),
            is_holding: self.is_holding,
            message: self.message,
            count: self.count,
            accuracy: self.accuracy.shown(),
            places: Vec::new(),
        }
    }
}
