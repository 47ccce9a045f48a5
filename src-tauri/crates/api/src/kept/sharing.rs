//! What is shared through a server, as it stands there: whole, exact, and the same text from whichever library it comes. Ids
//! are those of the server. Rows, versions and findings are not in it: each library has its own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Kept, tools::Snapshot};

/// A file of a skill; its bytes stand apart, by hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SharedFile {
    pub(crate) sha256: String,
    #[serde(default)]
    pub(crate) is_executable: bool,
}

/// A tool a skill is linked to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedGrant {
    pub(crate) access: String,
    pub(crate) config: Value,
}

/// A skill with its files and links.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedSkill {
    /// Hash of its `SKILL.md`.
    pub(crate) document: String,
    pub(crate) group: String,
    pub(crate) parent: Option<String>,
    /// By path.
    pub(crate) files: BTreeMap<String, SharedFile>,
    /// By id.
    pub(crate) tools: BTreeMap<String, SharedGrant>,
    /// By id, whether each is required.
    pub(crate) requires: BTreeMap<String, bool>,
}

impl Kept for SharedSkill {
    const FORMAT: u32 = 1;
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedTool {
    pub(crate) tool: Snapshot,
}

impl Kept for SharedTool {
    const FORMAT: u32 = 1;
}

/// A server. What it may do on a computer is allowed there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedServer {
    pub(crate) name: String,
    pub(crate) is_enabled: bool,
    pub(crate) transport: Value,
}

impl Kept for SharedServer {
    const FORMAT: u32 = 1;
}

/// A skill of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedAssignment {
    pub(crate) priority: i64,
    pub(crate) sequence_id: i64,
    pub(crate) config: Value,
}

/// A component of an agent, told by its name: its id is each library's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedComponent {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) prompt: String,
    pub(crate) state_schema: Option<Value>,
    pub(crate) initial_state: Value,
    pub(crate) tools: Vec<String>,
}

/// An agent with what it is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedAgent {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) instruction: String,
    pub(crate) model_provider: String,
    pub(crate) model_name: String,
    pub(crate) api_key_ref: Option<String>,
    pub(crate) temperature: f64,
    pub(crate) max_tokens: Option<i64>,
    /// By id.
    pub(crate) skills: BTreeMap<String, SharedAssignment>,
    /// In the author's order.
    pub(crate) tools: Vec<String>,
    /// In the author's order.
    pub(crate) components: Vec<SharedComponent>,
}

impl Kept for SharedAgent {
    const FORMAT: u32 = 1;
}
