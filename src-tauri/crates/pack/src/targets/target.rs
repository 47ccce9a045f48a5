//! The closed set of targets.

/// Where a library, or a part of it, can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Folders of the Agent Skills standard.
    AgentSkills,
    /// `.skill` archives for uploads.
    SkillZip,
    /// A Claude plugin that is its own marketplace.
    ClaudePlugin,
    /// The folder an agent client reads skills from.
    ClientFolder,
    /// `.skills` of a project of adk-rust.
    Adk,
    /// `.well-known/agent-skills` of a website.
    WellKnown,
    /// SQL for light-4j's tables.
    Light4jSql,
    /// `CloudEvents` for light-4j's importer.
    Light4jEvents,
    /// Agents and tool specifications in gram.
    Gram,
    /// Tools as `OpenAI`'s models are given them.
    OpenAiTools,
    /// Tools as Anthropic's models are given them.
    AnthropicTools,
    /// Tools as an MCP server lists them.
    McpTools,
}

impl Target {
    /// Every target, in the order they are offered.
    pub const ALL: [Self; 12] = [
        Self::AgentSkills,
        Self::SkillZip,
        Self::ClaudePlugin,
        Self::ClientFolder,
        Self::Adk,
        Self::WellKnown,
        Self::Light4jSql,
        Self::Light4jEvents,
        Self::Gram,
        Self::OpenAiTools,
        Self::AnthropicTools,
        Self::McpTools,
    ];

    /// Its stable name, as the command line spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AgentSkills => "agent-skills",
            Self::SkillZip => "skill-zip",
            Self::ClaudePlugin => "claude-plugin",
            Self::ClientFolder => "client-folder",
            Self::Adk => "adk",
            Self::WellKnown => "well-known",
            Self::Light4jSql => "light4j-sql",
            Self::Light4jEvents => "light4j-events",
            Self::Gram => "gram",
            Self::OpenAiTools => "openai-tools",
            Self::AnthropicTools => "anthropic-tools",
            Self::McpTools => "mcp-tools",
        }
    }

    /// The target a stable name stands for.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.as_str() == name)
    }

    /// Its name at the beginning of a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Self::AgentSkills => "The Agent Skills standard",
            Self::SkillZip => "A .skill archive",
            Self::ClaudePlugin => "A Claude plugin",
            Self::ClientFolder => "A client's folder",
            Self::Adk => "adk",
            Self::WellKnown => "A well-known index",
            Self::Light4jSql | Self::Light4jEvents => "light-4j",
            Self::Gram => "Gram",
            Self::OpenAiTools => "OpenAI's tool list",
            Self::AnthropicTools => "Anthropic's tool list",
            Self::McpTools => "MCP's tool list",
        }
    }
}
