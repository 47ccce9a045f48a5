//! Where a library can go, each target one module behind [`Exporter`]: what it refuses, what it loses, the files, and how
//! they are read back.

pub mod light4j;
pub mod well_known;

mod adk;
mod agent_skills;
mod anthropic_tools;
mod bundle;
mod claude_plugin;
mod client_folder;
mod export;
mod folders;
mod loss;
mod mcp_tools;
mod openai_tools;
mod placing;
mod skill_zip;
mod target;
mod tool_list;
mod zipping;

pub use bundle::{AgentOut, Bundle, FileOut, Others, SkillOut, ToolField, ToolOut};
pub use export::{Export, Exporter, OutFile, Reader, Settings};
pub use loss::{Entity, EntityKind, Field, Limit, Loss, Reason, Refusal, Why};
pub use placing::{FileState, Placed, Plan};
pub use target::{Client, Target};

/// The module of a target; none for gram, which `studio_text::gram::carrier` writes and reads.
pub const fn exporter(target: Target) -> Option<&'static dyn Exporter> {
    Some(match target {
        Target::AgentSkills => &agent_skills::AgentSkills,
        Target::SkillZip => &skill_zip::SkillZip,
        Target::ClaudePlugin => &claude_plugin::ClaudePlugin,
        Target::ClientFolder => &client_folder::ClientFolder,
        Target::Adk => &adk::Adk,
        Target::WellKnown => &well_known::WellKnown,
        Target::Light4jSql => &light4j::Sql,
        Target::Light4jEvents => &light4j::Events,
        Target::Gram => return None,
        Target::OpenAiTools => &openai_tools::OpenAiTools,
        Target::AnthropicTools => &anthropic_tools::AnthropicTools,
        Target::McpTools => &mcp_tools::McpTools,
    })
}
