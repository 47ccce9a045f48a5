//! What is pushed: a thing as its authors wrote it, and the rows light-4j reads of it.

use serde_json::Value;
use studio_model::{Agent, Parameter, SharedKind, Skill, Tool};
use uuid::Uuid;

/// One thing to be pushed.
#[derive(Clone, Debug, PartialEq)]
pub struct PushItem {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id there.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// As its authors wrote it.
    pub content: String,
    /// Hash of that.
    pub sha256: String,
    /// The row version there that both sides last agreed on; 0 where it was never there.
    pub expected: i64,
    /// Who changed it here.
    pub user: String,
    /// Its row as light-4j reads it; none where it is to be deleted.
    pub row: Option<Row>,
}

/// What light-4j reads of a thing. Ids are those of the server.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// It knows no such thing.
    None,
    /// A skill.
    Skill {
        /// Its row.
        skill: Box<Skill>,
        /// What its description means.
        vector: Option<Vec<f32>>,
        /// What it is linked to.
        links: SkillLinks,
    },
    /// A tool.
    Tool {
        /// Its row.
        tool: Box<Tool>,
        /// What it takes.
        parameters: Vec<Parameter>,
        /// What its description means.
        vector: Option<Vec<f32>>,
    },
    /// An agent.
    Agent {
        /// Its row.
        agent: Box<Agent>,
        /// The skills it has.
        links: AgentLinks,
    },
}

/// What a skill is linked to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkillLinks {
    /// Tools, with access and settings.
    pub tools: Vec<(Uuid, &'static str, Value)>,
    /// Skills, and whether each is required.
    pub requires: Vec<(Uuid, bool)>,
}

/// The skills of an agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentLinks {
    /// Skill, priority, place in the order, settings.
    pub skills: Vec<(Uuid, i32, i32, Value)>,
}
