//! Skills, tools, agents and servers with all that is known of them, as pipelines read them.

use serde::Serialize;
use serde_json::Value;

use crate::dto::{AgentInfo, AgentLoad, ServerDetail, SkillDetail, ToolEffect, ToolMetrics, ToolUse};

/// What every row carries beside its own content and version.
#[derive(Clone, Debug, Serialize)]
pub struct RowState {
    /// The tenant it belongs to.
    pub host_id: String,
    /// Whether it is in use; false for a deleted one.
    pub active: bool,
    /// Time of the last change, RFC 3339.
    pub update_ts: String,
    /// Who made it.
    pub update_user: String,
}

/// The vector in a row. Its numbers say nothing to a reader; that it is there, and how long it is, does.
#[derive(Clone, Debug, Serialize)]
pub struct DescriptionVector {
    /// How many numbers it has.
    pub dimensions: usize,
    /// The model that makes them.
    pub model: String,
}

/// A skill with the text of its file and all it is linked to.
#[derive(Clone, Debug, Serialize)]
pub struct WholeSkill {
    /// What the editor opens.
    #[serde(flatten)]
    pub detail: SkillDetail,
    /// The rest of its row.
    #[serde(flatten)]
    pub row: RowState,
    /// `SKILL.md` as stored.
    pub text: String,
    /// Its instructions: the text without the frontmatter.
    pub content_markdown: String,
    /// The group it is shown in.
    pub group: String,
    /// Name of the skill it stands below.
    pub parent: Option<String>,
    /// The tools it is linked to: `{tool, access_level, config}`.
    pub skill_tools: Vec<Value>,
    /// The skills it depends on: `{skill, required}`.
    pub depends_on: Vec<Value>,
    /// The vector of its name and description, where there is one.
    pub description_embedding: Option<DescriptionVector>,
    /// What the file says of the skill in `metadata`.
    pub definition: SkillDefinition,
}

/// What a skill says of itself beyond the standard's keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkillDefinition {
    /// Shown instead of the name.
    pub display_name: Option<String>,
    /// What it can do.
    pub capabilities: Vec<String>,
    /// How to go about the work.
    pub work_direction: Option<String>,
    /// What happens when it is activated.
    pub on_activate: Option<String>,
    /// What happens when it is deactivated.
    pub on_deactivate: Option<String>,
}

/// A tool with its specification as calls use it, and how it is carried out.
#[derive(Clone, Debug, Serialize)]
pub struct WholeTool {
    /// Tool id.
    pub id: String,
    /// Name.
    pub name: String,
    /// When and how to use it.
    pub description: String,
    /// The author's version text.
    pub version: String,
    /// Row version.
    pub aggregate_version: u32,
    /// SHA-256 of all that is written of it, hex.
    pub hash: String,
    /// The rest of its row.
    #[serde(flatten)]
    pub row: RowState,
    /// How it is carried out: `{type, …}`, or null.
    pub implementation: Value,
    /// What a call does to the world.
    pub effect: ToolEffect,
    /// What the list it came with said of it and nobody has said otherwise since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated: Option<Value>,
    /// Longest time of a call, in seconds.
    pub timeout_s: u32,
    /// How often a call that failed on the way is tried again.
    pub retries: u32,
    /// In the order of the tool's list.
    pub parameters: Vec<Value>,
    /// Its gram type signature; empty where none can say it.
    pub signature: String,
    /// The JSON Schema that calls use and a model is sent: as written, or as it follows.
    pub input_schema: Value,
    /// Names of the tools it needs.
    pub depends_on: Vec<String>,
    /// The skills that may use it.
    pub used_by: Vec<ToolUse>,
    /// What came of its calls.
    pub metrics: Vec<ToolMetrics>,
    /// The vector of its name and description, where there is one.
    pub description_embedding: Option<DescriptionVector>,
}

/// An agent with what it is told, what it loads and how its model is run.
#[derive(Clone, Debug, Serialize)]
pub struct WholeAgent {
    /// What lists show of it.
    #[serde(flatten)]
    pub info: AgentInfo,
    /// What it is for.
    pub description: Option<String>,
    /// Its system prompt.
    pub instruction: String,
    /// Who offers the model.
    pub model_provider: String,
    /// The model.
    pub model_name: String,
    /// Where the key is kept, never the key itself.
    pub api_key_ref: Option<String>,
    /// The model's temperature.
    pub temperature: f64,
    /// Most tokens of an answer.
    pub max_tokens: Option<i64>,
    /// What it loads, in that order: skills, their tools, those tools' parameters.
    pub load: Vec<AgentLoad>,
    /// What is wrong with it, as sentences: what of it, and of what it loads, lies in the trash, too.
    pub problems: Vec<String>,
    /// Why it loads nothing, where that is so.
    pub load_error: Option<String>,
    /// Row version.
    pub aggregate_version: u32,
    /// The rest of its row.
    #[serde(flatten)]
    pub row: RowState,
    /// Its skills with what is set for each: `{skill, sequence_id, priority, config}`.
    pub assignments: Vec<Value>,
    /// Names of the tools it is given.
    pub tools: Vec<String>,
    /// Its components: `{id, name, description, prompt, state_schema, initial_state, tools, aggregate_version}`.
    pub components: Vec<Value>,
}

/// A server with its row.
#[derive(Clone, Debug, Serialize)]
pub struct WholeServer {
    /// What its page opens.
    #[serde(flatten)]
    pub detail: ServerDetail,
    /// The rest of its row; none for a server that is only named by tools.
    #[serde(flatten)]
    pub row: Option<RowState>,
}
