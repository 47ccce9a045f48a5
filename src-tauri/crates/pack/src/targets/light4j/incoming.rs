//! What rows hold for an import, as plain values.

use serde_json::Value;
use studio_model::{AccessLevel, Agent, Parameter, Tool};

use crate::FoundSkill;

/// What rows hold for an import.
#[derive(Clone, Debug, Default)]
pub struct Incoming {
    /// The skills, parents before what stands below them.
    pub skills: Vec<FoundSkill>,
    /// The tools with their parameters.
    pub tools: Vec<ToolIn>,
    /// The agents with their skills.
    pub agents: Vec<AgentIn>,
    /// Which skill may use which tool.
    pub links: Vec<LinkIn>,
    /// Which skill needs which.
    pub needs: Vec<NeedIn>,
    /// Which skill stands below which; both as in [`FoundSkill::display_path`].
    pub parents: Vec<(String, String)>,
    /// What could not be taken.
    pub problems: Vec<RowProblem>,
}

/// A row, or a part of one, that could not be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProblem {
    /// Line from 1, where the format has lines.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
}

impl RowProblem {
    pub(super) fn new(line: Option<u32>, message: String) -> Self {
        Self { line, message }
    }
}

/// A tool that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolIn {
    /// Its row; its version is the library's to give. It may bear another name than in the rows.
    pub tool: Tool,
    /// Its name in the rows.
    pub own_name: String,
    /// Its parameters in their order.
    pub parameters: Vec<Parameter>,
    /// What it is beside the tools that the library has.
    pub beside: Beside,
}

/// What a name of a tool is to a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// No tool has it.
    Free,
    /// A tool that is specified alike.
    Same,
    /// Another tool.
    Another,
}

/// What a tool that was read is beside those that the library has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A new one.
    New,
    /// The library's own, specified alike.
    Shared,
    /// A new one by another name: the library's tool of its name is another.
    Renamed,
}

/// An agent that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentIn {
    /// Its row; its version is the library's to give.
    pub agent: Agent,
    /// Its skills.
    pub skills: Vec<AssignedIn>,
}

/// A skill an agent has.
#[derive(Clone, Debug, PartialEq)]
pub struct AssignedIn {
    /// As in [`FoundSkill::display_path`].
    pub skill: String,
    /// Higher loads first within one sequence.
    pub priority: i64,
    /// Lower loads first.
    pub sequence_id: i64,
    /// Free settings.
    pub config: Value,
}

/// A tool a skill may use.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkIn {
    /// As in [`FoundSkill::display_path`].
    pub skill: String,
    /// The tool's name.
    pub tool: String,
    /// What the skill may do with it.
    pub access: AccessLevel,
    /// Free settings.
    pub config: Value,
}

/// A skill that another one needs; both as in [`FoundSkill::display_path`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeedIn {
    /// The skill that needs.
    pub skill: String,
    /// What it needs.
    pub needs: String,
    /// Whether it cannot work without.
    pub required: bool,
}
