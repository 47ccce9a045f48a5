//! The tables with their columns, in the order they are filled in.

/// One of light-4j's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Table {
    Agent,
    Skill,
    Tool,
    Parameter,
    AgentSkill,
    SkillTool,
    Dependency,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Id,
    Text,
    Json,
    Truth,
    Whole,
    Decimal,
    Vector,
}

use Holds::{Decimal, Id, Json, Text, Truth, Vector, Whole};

/// What every row ends with.
const AUDIT: [(&str, Holds); 4] =
    [("aggregate_version", Whole), ("active", Truth), ("update_ts", Text), ("update_user", Text)];

const PARAMETER: [(&str, Holds); 9] = [
    ("param_id", Id),
    ("tool_id", Id),
    ("name", Text),
    ("param_type", Text),
    ("required", Truth),
    ("default_value", Json),
    ("description", Text),
    ("validation_schema", Json),
    ("order_index", Whole),
];

impl Table {
    /// Every table, in the order that foreign keys ask for.
    pub(super) const ALL: [Self; 7] =
        [Self::Agent, Self::Skill, Self::Tool, Self::Parameter, Self::AgentSkill, Self::SkillTool, Self::Dependency];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent_definition_t",
            Self::Skill => "skill_t",
            Self::Tool => "tool_t",
            Self::Parameter => "tool_param_t",
            Self::AgentSkill => "agent_skill_t",
            Self::SkillTool => "skill_tool_t",
            Self::Dependency => "skill_dependency_t",
        }
    }

    /// The aggregate its events are of.
    pub(super) const fn aggregate(self) -> &'static str {
        match self {
            Self::Agent => "AgentDefinition",
            Self::Skill => "Skill",
            Self::Tool => "Tool",
            Self::Parameter => "ToolParam",
            Self::AgentSkill => "AgentSkill",
            Self::SkillTool => "SkillTool",
            Self::Dependency => "SkillDependency",
        }
    }

    /// The columns of its key beside `host_id`.
    pub(super) const fn key(self) -> &'static [&'static str] {
        match self {
            Self::Agent => &["agent_def_id"],
            Self::Skill => &["skill_id"],
            Self::Tool => &["tool_id"],
            Self::Parameter => &["param_id"],
            Self::AgentSkill => &["agent_def_id", "skill_id"],
            Self::SkillTool => &["skill_id", "tool_id"],
            Self::Dependency => &["skill_id", "depends_on_skill_id"],
        }
    }

    /// Every column in order.
    pub(super) fn columns(self) -> impl Iterator<Item = (&'static str, Holds)> {
        [("host_id", Id)].into_iter().chain(self.own().iter().copied()).chain(AUDIT)
    }

    const fn own(self) -> &'static [(&'static str, Holds)] {
        match self {
            Self::Agent => &[
                ("agent_def_id", Id),
                ("agent_name", Text),
                ("model_provider", Text),
                ("model_name", Text),
                ("api_key_ref", Text),
                ("temperature", Decimal),
                ("max_tokens", Whole),
            ],
            Self::Skill => &[
                ("skill_id", Id),
                ("parent_skill_id", Id),
                ("name", Text),
                ("description", Text),
                ("content_markdown", Text),
                ("description_embedding", Vector),
                ("version", Text),
            ],
            Self::Tool => &[
                ("tool_id", Id),
                ("name", Text),
                ("description", Text),
                ("implementation_type", Text),
                ("implementation_class", Text),
                ("mcp_server_name", Text),
                ("api_endpoint", Text),
                ("api_method", Text),
                ("script_content", Text),
                ("description_embedding", Vector),
                ("version", Text),
            ],
            Self::Parameter => &PARAMETER,
            Self::AgentSkill => {
                &[("agent_def_id", Id), ("skill_id", Id), ("config", Json), ("priority", Whole), ("sequence_id", Whole)]
            }
            Self::SkillTool => &[("skill_id", Id), ("tool_id", Id), ("config", Json), ("access_level", Text)],
            Self::Dependency => &[("skill_id", Id), ("depends_on_skill_id", Id), ("required", Truth)],
        }
    }
}

/// A column as events name it: `parent_skill_id` → `parentSkillId`.
pub(super) fn camel(column: &str) -> String {
    let mut name = String::with_capacity(column.len());
    let mut is_start = false;
    for c in column.chars() {
        match c {
            '_' => is_start = true,
            c if is_start => {
                name.push(c.to_ascii_uppercase());
                is_start = false;
            }
            c => name.push(c),
        }
    }
    name
}
