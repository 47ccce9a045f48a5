//! Shapes for tools as they are edited and run: their details, servers, libraries, kept calls and counts.

use serde_json::{Map, Value};
use studio_model::{AccessLevel, Audit, Parameter, SkillId, Tool, ToolId};
use uuid::Uuid;

/// A tool with everything that is saved together with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolRecord {
    /// The row of `tool_t`.
    pub tool: Tool,
    /// Its active parameters, by `order_index`.
    pub parameters: Vec<Parameter>,
    /// What it is beyond that.
    pub detail: ToolDetailRow,
}

/// What a tool is beyond the seed's columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolDetailRow {
    /// The form that is written by hand: `signature`, `parameters` or `schema`.
    pub spec_source: String,
    /// The signature as written.
    pub signature: String,
    /// How a signature is written.
    pub dialect: String,
    /// The whole JSON Schema, where that is the source.
    pub schema: Option<Value>,
    /// What its implementation needs beyond the columns of `tool_t`.
    pub settings: Value,
    /// What a call does to the world, where the author says so.
    pub effect: Option<AccessLevel>,
    /// Longest time of a call, in seconds; at least one.
    pub timeout_s: u32,
    /// How often a call that failed on the way is tried again.
    pub retries: u32,
    /// The tools it needs, in the author's order.
    pub depends_on: Vec<ToolId>,
}

impl Default for ToolDetailRow {
    fn default() -> Self {
        Self {
            spec_source: "parameters".to_owned(),
            signature: String::new(),
            dialect: "arrow".to_owned(),
            schema: None,
            settings: Value::Object(Map::new()),
            effect: None,
            timeout_s: 30,
            retries: 0,
            depends_on: Vec::new(),
        }
    }
}

/// A tool as it was at one row version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolVersionRow {
    /// Version id.
    pub id: Uuid,
    /// Row version it stood at.
    pub aggregate_version: i64,
    /// Time, RFC 3339.
    pub created_ts: String,
    /// Who.
    pub user: String,
    /// What happened.
    pub reason: String,
    /// The whole tool, as the use-case wrote it.
    pub snapshot: Value,
}

/// An MCP server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerRow {
    /// Server id.
    pub id: Uuid,
    /// Name tools refer to; unique in the library.
    pub name: String,
    /// How it is reached, as the use-case wrote it.
    pub transport: Value,
    /// Whether it is started when one of its tools is called.
    pub is_enabled: bool,
    /// Row version and state.
    pub audit: Audit,
}

/// What a server offered when it was last asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerCheck {
    /// When that was, RFC 3339.
    pub checked_ts: String,
    /// How it names itself.
    pub info: String,
    /// Its tools, as the use-case wrote them.
    pub tools: Value,
}

/// A library of implementations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolLibraryRow {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub description: String,
    /// Names of the tools it implements, in order.
    pub tools: Vec<String>,
}

/// One tool of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryToolRow {
    /// Name.
    pub name: String,
    /// Description as the implementation has it.
    pub description: String,
    /// JSON Schema as the implementation has it.
    pub schema: Value,
    /// How it is carried out, as the use-case wrote it.
    pub behaviour: Value,
}

/// A kept call with what it should give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCaseRow {
    /// Case id.
    pub id: Uuid,
    /// The tool.
    pub tool: ToolId,
    /// What the author calls it.
    pub name: String,
    /// Arguments as the author wrote them.
    pub arguments: String,
    /// What it should give, as the use-case wrote it.
    pub expected: Value,
    /// How it went last, as the use-case wrote it.
    pub last: Option<Value>,
}

/// What came of a tool's calls in the name of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallCount {
    /// The tool.
    pub tool: ToolId,
    /// The skill in whose name; none for the test bench and pipelines.
    pub skill: Option<SkillId>,
    /// Calls.
    pub calls: u32,
    /// How many of them had no result.
    pub failed: u32,
    /// Time of all of them, in microseconds.
    pub total_us: u64,
    /// Time of the last one, RFC 3339.
    pub last_ts: String,
}

/// A skill as an agent is to have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssignedSkill {
    /// The skill.
    pub skill: SkillId,
    /// Higher loads first within one sequence.
    pub priority: i64,
    /// Lower loads first.
    pub sequence_id: i64,
    /// Free settings of this assignment.
    pub config: Value,
}
