//! What is to go out: a part of a library as plain values.

use std::collections::HashMap;

use serde_json::Value;
use studio_model::{
    AccessLevel, Agent, AgentSkill, Component, HostId, Parameter, Skill, SkillDependency, SkillId, SkillTool, Tool,
    ToolId,
};
use studio_text::{SkillDocument, decode};

/// A part of a library that is to go out. Links may lead to what is no part of it.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The tenant.
    pub host: HostId,
    /// What the library is called.
    pub name: String,
    /// By name.
    pub skills: Vec<SkillOut>,
    /// By name.
    pub tools: Vec<ToolOut>,
    /// By name.
    pub agents: Vec<AgentOut>,
    /// Which skill may use which tool.
    pub skill_tools: Vec<SkillTool>,
    /// Which skill needs which.
    pub dependencies: Vec<SkillDependency>,
    /// Names of skills and tools of the library that are no part of this, for links that lead there.
    pub others: Others,
}

/// What links may lead to beside a bundle.
#[derive(Clone, Debug, Default)]
pub struct Others {
    /// Names of skills.
    pub skills: HashMap<SkillId, String>,
    /// Names of tools.
    pub tools: HashMap<ToolId, String>,
}

/// A skill that is to go out.
#[derive(Clone, Debug)]
pub struct SkillOut {
    /// Its row.
    pub skill: Skill,
    /// Its `SKILL.md` exactly as written.
    pub bytes: Vec<u8>,
    /// Its other files, by path.
    pub files: Vec<FileOut>,
    /// The vector of its description, where there is one.
    pub vector: Option<Vec<f32>>,
}

impl SkillOut {
    /// Its file as read.
    pub(crate) fn document(&self) -> SkillDocument {
        SkillDocument::read(&decode::decode(&self.bytes).text)
    }
}

/// Another file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileOut {
    /// Path within the skill, with `/`.
    pub path: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Whether its owner may run it.
    pub is_executable: bool,
}

/// A tool that is to go out.
#[derive(Clone, Debug)]
pub struct ToolOut {
    /// Its row.
    pub tool: Tool,
    /// Its parameters in their order.
    pub parameters: Vec<Parameter>,
    /// The JSON Schema a model is sent.
    pub schema: Value,
    /// What a call does to the world.
    pub effect: AccessLevel,
    /// The same, where its author or its server said so; none where it only follows from how it is carried out.
    pub stated_effect: Option<AccessLevel>,
    /// What the list it came with said of it and nobody has said otherwise since: `studio_text::tool_lists::stated`.
    pub stated: Option<Value>,
    /// What it is beyond the seed's columns, where that is not what an import sets anyway.
    pub details: Vec<(ToolField, String)>,
    /// The vector of its description, where there is one.
    pub vector: Option<Vec<f32>>,
}

/// A field of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ToolField {
    /// What it is called.
    Name,
    /// When and how to use it.
    Description,
    /// The type signature it was written as.
    Signature,
    /// The schema it was written as.
    Schema,
    /// How it is carried out.
    Implementation,
    /// The author's version text.
    Version,
    /// How its server is reached.
    Server,
    /// Its name at its server.
    ServerTool,
    /// Headers of a request.
    Headers,
    /// Query parameters of a request.
    Query,
    /// Body of a request.
    Body,
    /// Whether a request may reach private addresses.
    PrivateAddresses,
    /// Method of a Java class.
    Method,
    /// Folders and jars of a Java class.
    ClassPath,
    /// Whether a script may reach the network.
    Network,
    /// Most memory of a script.
    Memory,
    /// What a call does to the world.
    Effect,
    /// Longest time of a call.
    Timeout,
    /// How often a failed call is tried again.
    Retries,
    /// The tools it needs.
    Needs,
}

impl ToolField {
    /// As reports name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
            Self::Signature => "signature",
            Self::Schema => "schema",
            Self::Implementation => "implementation",
            Self::Version => "version",
            Self::Server => "server",
            Self::ServerTool => "server_tool",
            Self::Headers => "headers",
            Self::Query => "query",
            Self::Body => "body",
            Self::PrivateAddresses => "allow_private",
            Self::Method => "method",
            Self::ClassPath => "class_path",
            Self::Network => "allow_network",
            Self::Memory => "memory_mb",
            Self::Effect => "effect",
            Self::Timeout => "timeout_s",
            Self::Retries => "retries",
            Self::Needs => "depends_on",
        }
    }
}

/// An agent that is to go out.
#[derive(Clone, Debug)]
pub struct AgentOut {
    /// Its row.
    pub agent: Agent,
    /// Its skills.
    pub skills: Vec<AgentSkill>,
    /// The tools it is given by itself.
    pub tools: Vec<ToolId>,
    /// Its components.
    pub components: Vec<Component>,
}

impl Bundle {
    /// The skill of an id, where it is part of this.
    pub(crate) fn skill(&self, id: SkillId) -> Option<&SkillOut> {
        self.skills.iter().find(|skill| skill.skill.id == id)
    }

    /// The tool of an id, where it is part of this.
    pub(crate) fn tool(&self, id: ToolId) -> Option<&ToolOut> {
        self.tools.iter().find(|tool| tool.tool.id == id)
    }

    /// What a skill is called, part of this or not.
    pub(crate) fn skill_name(&self, id: SkillId) -> &str {
        let beside = || self.others.skills.get(&id).map(String::as_str);
        self.skill(id).map(|skill| skill.skill.name.as_str()).or_else(beside).unwrap_or("a skill in the trash")
    }

    /// What a tool is called, part of this or not.
    pub(crate) fn tool_name(&self, id: ToolId) -> &str {
        let beside = || self.others.tools.get(&id).map(String::as_str);
        self.tool(id).map(|tool| tool.tool.name.as_str()).or_else(beside).unwrap_or("a tool in the trash")
    }

    /// The links of a skill to its tools.
    pub(crate) fn tools_of(&self, skill: SkillId) -> impl Iterator<Item = &SkillTool> {
        self.skill_tools.iter().filter(move |link| link.skill == skill)
    }

    /// What a skill needs.
    pub(crate) fn needs_of(&self, skill: SkillId) -> impl Iterator<Item = &SkillDependency> {
        self.dependencies.iter().filter(move |link| link.skill == skill)
    }
}
