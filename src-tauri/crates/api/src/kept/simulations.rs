//! Simulated sessions, as the library keeps them: what each was set up with, and what happened in it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use studio_runtime::context;

use super::{
    Kept,
    adk::AdkSettings,
    clients::{Client, NAMED},
    mirror,
};
use crate::dto;

/// The format since which sessions go either of adk-rust's ways, may ask an agent's own model, and say what is missing.
pub(crate) const WHOLE: u32 = NAMED + 1;

mirror! {
    /// The runtime.
    #[serde(rename_all = "kebab-case")]
    enum Runtime of dto::SimulatedRuntime { AgentSkills, AgentLib, LightGenai, Adk, Everything }
}

mirror! {
    /// What an active skill does to the tools of components.
    #[serde(rename_all = "snake_case")]
    enum ComponentTools of dto::ComponentTools { OnlySkills, Always }
}

mirror! {
    /// Who answers.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Model of dto::SimulationModel {
        Mock,
        Scripted { replies: String },
        Recorded { id: String },
        Agent { max_tokens: Option<u32>, max_cents: Option<u32> },
        Real { name: String, max_tokens: Option<u32>, max_cents: Option<u32> },
    }
}

mirror! {
    /// How often a client has used a skill.
    struct Uses of dto::SkillUses { skill: String, uses: u32 }
}

mirror! {
    /// A skill as it was.
    struct AtVersion of dto::SkillAtVersion { skill: String, version: u32 }
}

mirror! {
    /// A file of a skill, as an input.
    struct Input of dto::SimulationInput { skill: String, path: String }
}

mirror! {
    /// An entry of a list that was captured.
    struct CapturedLine of dto::CapturedLine { name: String, line: String, location: Option<String> }
}

mirror! {
    /// A list of skills as an installed client sent it.
    struct Captured of dto::CapturedListing {
        client: Client,
        version: String,
        window_tokens: Option<u32>,
        uses: Vec<Uses>,
        lines: Vec<CapturedLine>,
        names: Vec<String>,
    }
}

mirror! {
    /// The skills of a session without an agent.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Skills of dto::SimulatedSkills { All, Group { name: String }, Some { names: Vec<String> } }
}

mirror! {
    /// What a session is started with. The first ones kept no counts of uses, no versions, no input files, no settings of
    /// adk-rust and no captured list, and all of them had an agent.
    struct Setup of dto::SimulationSetup {
        agent: String,
        runtime: Runtime,
        components: ComponentTools,
        #[serde(default)]
        adk: AdkSettings,
        model: Model,
        tool_library: Option<String>,
        max_iterations: u32,
        window_tokens: u32,
        host: Client,
        without: Vec<String>,
        #[serde(default)]
        uses: Option<Vec<Uses>>,
        #[serde(default)]
        versions: Vec<AtVersion>,
        #[serde(default)]
        inputs: Vec<Input>,
        #[serde(default)]
        captured: Option<Captured>,
        #[serde(default)]
        skills: Option<Skills>,
        #[serde(default)]
        reads: Option<String>,
    }
}

/// A session's beginning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Begun {
    /// What it was started with.
    pub(crate) setup: Setup,
    /// The model in a few words.
    pub(crate) model: String,
    /// Questions that were asked before its model took over.
    pub(crate) asked_before: u32,
    /// The folders whose files the sessions that it parted from could read.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) read_before: BTreeSet<String>,
}

impl Kept for Begun {
    const FORMAT: u32 = WHOLE;
}

mirror! {
    /// Why a turn is over.
    #[serde(rename_all = "snake_case")]
    enum EndReason of context::EndReason { Answered, Completed, TooManyIterations, ModelFailed, CapReached, Cancelled }
}

/// How a session stands, for the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub(crate) title: String,
    pub(crate) agent: String,
    pub(crate) messages: u32,
    pub(crate) steps: u32,
    pub(crate) most_tokens: u32,
    pub(crate) ended: Option<EndReason>,
    pub(crate) problem: Option<String>,
}

impl Kept for Standing {}

mirror! {
    /// Where a tool comes from.
    #[serde(rename_all = "snake_case")]
    enum ToolSource of context::ToolSource { Component, Skill, Global }
}

mirror! {
    /// A tool in the tool set.
    struct ToolState of context::ToolState { name: String, source: ToolSource, owner: String, is_enabled: bool }
}

mirror! {
    /// A call that a model asks for.
    struct ModelCall of context::ModelCall { id: String, name: String, arguments: String }
}

mirror! {
    /// Tokens a model counted.
    struct Usage of context::Usage {
        input: Option<u32>,
        output: Option<u32>,
        #[serde(default)]
        is_estimated: bool,
    }
}

mirror! {
    /// What a run may take.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Cap of context::Cap {
        Tokens { most: u32, spent: u32, next: u32 },
        Dollars { most: f64, spent: f64, next: f64 },
    }
}

mirror! {
    /// Why a model did not answer.
    #[serde(rename_all = "snake_case")]
    enum FailureKind of context::FailureKind { Empty, Unreachable, Refused, Garbage, TooLong, TimedOut }
}

mirror! {
    /// Something the author should know.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Warning of context::Warning {
        UnknownTool { skill: String, tool: String },
        GlobalTool { skill: String, tool: String },
        ActiveSkill { skill: String },
        MissingOptional { skill: String, needs: String },
        ReplyCut { most: u32 },
        ToolLeftOut { skill: String, tool: String },
        SkillAbsent { skill: String, why: String },
    }
}

mirror! {
    /// What of a loaded skill is attached again.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Remains of context::Remains { Whole, Beginning { tokens: u32 }, Nothing }
}

mirror! {
    /// A skill that was loaded before the conversation was compacted.
    struct CompactedSkill of context::CompactedSkill { skill: String, tokens: u32, remains: Remains, text: String }
}

mirror! {
    /// What of the context something is.
    #[serde(rename_all = "snake_case")]
    enum Tier of context::Tier { System, Catalogue, Body, File, ToolSchema, Conversation, ToolResult }
}

mirror! {
    /// Something that happened.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Event of context::Event {
        ToolsChanged { tools: Vec<ToolState> },
        ComponentRegistered { key: String },
        SkillRemoved { skill: String },
        UserSaid { text: String },
        SkillInjected { skill: String, text: String, tools: Vec<String>, score: f32 },
        NothingSelected { reasons: Vec<String> },
        SkillActivated { skill: String, required_by: Option<String> },
        SkillDeactivated { skill: String },
        FileRead { skill: String, path: String },
        ModelAsked { iteration: u32 },
        ModelReplied { text: String, calls: Vec<ModelCall>, usage: Usage },
        ModelFailed { failure: FailureKind, message: String },
        CapReached { cap: Cap },
        ToolAnswered {
            id: String,
            name: String,
            content: String,
            is_error: bool,
            is_carried_out: bool,
            tier: Tier,
            elapsed_us: u32,
        },
        ComponentChanged {
            key: String,
            call: Option<String>,
            before: serde_json::Value,
            after: serde_json::Value,
        },
        Compacted { rule: String, skills: Vec<CompactedSkill>, tokens_before: u32, tokens_after: u32 },
        Warned { warning: Warning },
        Ended { reason: EndReason },
    }
}

impl Kept for Event {
    const FORMAT: u32 = WHOLE;
}
