//! Servers, tools and agents that come in together.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{AgentDetail, AgentDraft, ServerDetail, ServerEdit, SpecProblem, ToolDraft, ToolEdit, ToolInfo},
};

closed! {
    /// What pasted text can be.
    pub enum PastedFormat {
        /// A curl command.
        Curl = "curl",
        /// Agents and tool specifications in gram.
        Gram = "gram",
        /// `mcpServers`, as clients keep them.
        McpServers = "mcp-servers",
        /// Tools as an MCP server lists them.
        McpTools = "mcp-tools",
        /// Tools as `OpenAI`'s models are given them.
        OpenaiTools = "openai-tools",
        /// Tools as Anthropic's models are given them.
        AnthropicTools = "anthropic-tools",
        /// An `OpenAPI` document.
        Openapi = "openapi",
    }
}

/// What was read out of pasted text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolImport {
    /// What it was; none where nothing was recognised.
    pub format: Option<PastedFormat>,
    /// The tools in it.
    pub tools: Vec<ToolDraft>,
    /// The servers in it.
    pub servers: Vec<ServerEdit>,
    /// The agents in it.
    pub agents: Vec<AgentDraft>,
    /// Names of secrets that were found in the text; their values are kept aside until the tools are stored.
    pub secrets: Vec<String>,
    /// What could not be read.
    pub problems: Vec<SpecProblem>,
}

/// What an import stores, all of it or nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolboxEdit {
    /// Servers; those with an id take the place of what is there.
    pub servers: Vec<ServerEdit>,
    /// Tools, which may name the servers.
    pub tools: Vec<ToolEdit>,
    /// Agents, given tools of the library or of this import, by name.
    pub agents: Vec<AgentDraft>,
}

/// What an import stored.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Toolbox {
    /// The servers, in their order.
    pub servers: Vec<ServerDetail>,
    /// The tools, by name.
    pub tools: Vec<ToolInfo>,
    /// The agents, in their order.
    pub agents: Vec<AgentDetail>,
}
