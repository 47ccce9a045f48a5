//! Exports as they are asked for and told, one target at a time.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{ExportLoss, Host},
};

closed! {
    /// Where a library can be exported to.
    pub enum ExportTarget {
        /// Folders of the Agent Skills standard.
        AgentSkills = "agent-skills",
        /// `.skill` archives for uploads.
        SkillZip = "skill-zip",
        /// A Claude plugin that is its own marketplace.
        ClaudePlugin = "claude-plugin",
        /// The folder an agent client reads skills from.
        ClientFolder = "client-folder",
        /// `.skills` of a project of adk-rust.
        Adk = "adk",
        /// `.well-known/agent-skills` of a website.
        WellKnown = "well-known",
        /// SQL for light-4j's tables.
        Light4jSql = "light4j-sql",
        /// Events for light-4j's importer.
        Light4jEvents = "light4j-events",
        /// Agents and tool specifications in gram.
        Gram = "gram",
        /// Tools as `OpenAI`'s models are given them.
        OpenAiTools = "openai-tools",
        /// Tools as Anthropic's models are given them.
        AnthropicTools = "anthropic-tools",
        /// Tools as an MCP server lists them.
        McpTools = "mcp-tools",
    }
}

closed! {
    /// A format that another system keeps skills in, often with tools, agents and links.
    pub enum RowFormat {
        /// SQL of light-4j's tables.
        Light4jSql = "light4j-sql",
        /// Events of light-4j.
        Light4jEvents = "light4j-events",
        /// A website's index with digests.
        WellKnown = "well-known",
    }
}

closed! {
    /// How a file that is to be written stands to the disk.
    pub enum ExportFileState {
        /// There is nothing yet.
        Created = "created",
        /// There is something else.
        Changed = "changed",
        /// It is there already.
        Unchanged = "unchanged",
    }
}

/// What is to be exported, and where to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportRequest {
    /// The target.
    pub target: ExportTarget,
    /// A folder, or a file where the export is one; a full path.
    pub out: String,
    /// Whose folder is written, for that target.
    pub client: Option<Host>,
    /// Names or ids of skills; with none the whole library goes out.
    pub skills: Vec<String>,
    /// Names or ids of agents, for gram; with none all of them go out.
    pub agents: Vec<String>,
    /// What a plugin is called.
    pub name: Option<String>,
    /// Whether files that differ are replaced.
    pub is_overwriting: bool,
}

/// What an export writes, loses and refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportPlan {
    /// The files, by path.
    pub files: Vec<ExportFile>,
    /// What the target does not hold as it is.
    pub losses: Vec<ExportLoss>,
    /// What must be mended first: while there is any, nothing is written.
    pub refused: Vec<ExportRefusal>,
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportFile {
    /// Where it goes.
    pub path: String,
    /// Its size.
    pub bytes: u32,
    /// Its content's hash, hex.
    pub sha256: String,
    /// What is there before.
    pub state: ExportFileState,
}

/// Something a target refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportRefusal {
    /// What it is about, such as `skill tides`.
    pub entity: String,
    /// Stable name of the rule.
    pub code: String,
    /// What is wrong and what to do.
    pub message: String,
}

/// Something that is other after an export was read back, without the export saying so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportDifference {
    /// What it is about, such as `skill tides`.
    pub entity: String,
    /// Which field.
    pub field: String,
    /// What it was; none where there was nothing.
    pub before: Option<String>,
    /// What it is; none where there is nothing.
    pub after: Option<String>,
}
