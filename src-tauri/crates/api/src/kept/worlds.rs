//! What an agent was when a session of it began.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use studio_runtime::context;

use super::{
    Kept,
    clients::{Client, NAMED},
    mirror,
};
use crate::dto;

mirror! {
    /// An agent.
    struct Agent of context::AgentFacts { name: String, instruction: String }
}

mirror! {
    /// Another skill that a skill names.
    struct Requirement of context::Requirement { skill: String, is_required: bool }
}

mirror! {
    /// A file of a skill.
    struct File of context::FileFacts { path: String, text: Option<String> }
}

mirror! {
    /// What adk-rust reads of a skill. The first sessions kept nothing of it.
    #[derive(Default)]
    struct Adk of context::AdkFacts { tags: Vec<String>, tools: Vec<String>, dropped: Option<String> }
}

mirror! {
    /// A skill.
    struct Skill of context::SkillFacts {
        name: String,
        is_assigned: bool,
        display_name: String,
        description: String,
        triggers: Vec<String>,
        capabilities: Vec<String>,
        direction: String,
        body: String,
        #[serde(default)]
        file: String,
        files: Vec<File>,
        tools: Vec<String>,
        requires: Vec<Requirement>,
        location: String,
        on_activate: String,
        on_deactivate: String,
        #[serde(default)]
        adk: Adk,
    }
}

mirror! {
    /// A tool.
    struct Tool of context::ToolFacts { name: String, description: String, schema: Value }
}

mirror! {
    /// A component of an agent.
    struct Component of context::ComponentFacts {
        key: String,
        prompt: String,
        state: Value,
        tools: Vec<String>,
        is_late: bool,
    }
}

mirror! {
    /// A skill as a client lists it.
    struct Listed of context::ListedSkill {
        skill: String,
        description: String,
        #[serde(default)]
        path: Option<String>,
        #[serde(default)]
        called: Option<String>,
        #[serde(default)]
        is_users: bool,
        #[serde(default)]
        line: Option<String>,
    }
}

mirror! {
    /// Everything a session can come to.
    struct World of context::World {
        agent: Agent,
        skills: Vec<Skill>,
        tools: Vec<Tool>,
        components: Vec<Component>,
        given: Vec<String>,
        listing: Option<Vec<Listed>>,
        #[serde(default)]
        inputs: Vec<File>,
    }
}

mirror! {
    /// What became of a description in a client's list.
    #[serde(rename_all = "snake_case")]
    enum HostState of dto::HostState { Whole, Shortened, NameOnly, Absent, Hidden, Refused }
}

mirror! {
    /// A skill that is not listed whole.
    struct Cut of dto::CutSkill { skill: String, state: HostState }
}

mirror! {
    /// What a client's budget did to the list.
    struct Listing of dto::SimulationListing {
        host: Client,
        #[serde(default)]
        version: String,
        #[serde(default)]
        measured_on: String,
        rule: String,
        cut: Vec<Cut>,
        cut_tokens: u32,
        #[serde(default)]
        is_captured: bool,
    }
}

/// The world of an agent, with the ids of its tools and skills by name. Texts with the same content are the same world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AgentWorld {
    pub(crate) world: World,
    pub(crate) tools: BTreeMap<String, String>,
    pub(crate) skills: BTreeMap<String, String>,
    /// What carries the calls of tools out, in a few words.
    pub(crate) handlers: BTreeMap<String, String>,
    pub(crate) listing: Option<Listing>,
}

impl Kept for AgentWorld {
    const FORMAT: u32 = NAMED;
}
