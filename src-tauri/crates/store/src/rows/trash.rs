//! Shapes for the trash.

use uuid::Uuid;

/// Kinds of things that can lie in the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrashKind {
    /// A skill.
    Skill,
    /// A tool.
    Tool,
    /// An agent.
    Agent,
    /// A server.
    Server,
    /// A component of an agent.
    Component,
    /// A pack.
    Pack,
    /// Agent → skill.
    AgentSkill,
    /// Skill → tool.
    SkillTool,
    /// Skill → skill it depends on.
    SkillDependency,
    /// Tool → tool it needs.
    ToolNeed,
    /// Agent → tool it is given.
    AgentTool,
}

impl TrashKind {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Skill,
        Self::Tool,
        Self::Agent,
        Self::Server,
        Self::Component,
        Self::Pack,
        Self::AgentSkill,
        Self::SkillTool,
        Self::SkillDependency,
        Self::ToolNeed,
        Self::AgentTool,
    ];

    /// Its name in queries.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skill => "skill",
            Self::Tool => "tool",
            Self::Agent => "agent",
            Self::Server => "server",
            Self::Component => "component",
            Self::Pack => "pack",
            Self::AgentSkill => "agent_skill",
            Self::SkillTool => "skill_tool",
            Self::SkillDependency => "skill_dependency",
            Self::ToolNeed => "tool_need",
            Self::AgentTool => "agent_tool",
        }
    }

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// One thing that lies in the trash, or may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrashKey {
    /// What it is.
    pub kind: TrashKind,
    /// Its id; the start of a link.
    pub id: Uuid,
    /// The end of a link; none for anything else.
    pub to: Option<Uuid>,
}

/// One line of the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrashRow {
    /// What lies there.
    pub key: TrashKey,
    /// Row version.
    pub aggregate_version: i64,
    /// Its name; that of a link's start.
    pub name: String,
    /// The name of a link's end, and of a component's agent; empty for anything else.
    pub to_name: String,
    /// What it is for, where it says so.
    pub description: String,
    /// When it was moved there, RFC 3339.
    pub trashed_at: String,
}

/// What became of a delete for good.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// What is gone.
    pub gone: Vec<TrashKey>,
    /// What stays because others need it, with their names.
    pub needed: Vec<(TrashKey, Vec<String>)>,
    /// What is not in the trash any more, or was changed since it was read.
    pub moved_on: Vec<TrashKey>,
}
