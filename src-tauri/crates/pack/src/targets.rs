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
mod difference;
mod export;
mod folders;
mod leading;
mod loss;
mod mcp_tools;
mod openai_tools;
mod outcome;
mod placing;
mod proof;
mod refusal;
mod skill_zip;
mod target;
mod tool_list;
mod uploads;
mod zipping;

use studio_text::Target as Rules;

pub use bundle::{AgentOut, Bundle, FileOut, Others, SkillOut, ToolField, ToolOut};
pub use client_folder::{folder_of, has_folder};
pub use difference::{Difference, unnamed};
pub use export::{Export, Exporter, OutFile, Reader, Settings, Stopped};
pub use loss::{Entity, EntityKind, Field, Loss, Why};
pub use placing::{FileState, Leaving, Placed, Plan};
pub use proof::{unproven, unproven_at};
pub use refusal::{Limit, Reason, Refusal};
pub use target::Target;
pub use uploads::upload_problems;

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

/// What a name stands for where something is checked: an export target or a set of rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Skills by these rules.
    Skills(&'static [Rules]),
    /// Lists of tools; models read the names where the target is theirs.
    Tools(Target),
}

/// What is checked for a name of [`checked_names`].
pub fn checked(name: &str) -> Option<Checked> {
    // Clients are known by the names of earlier versions, too.
    let client = studio_model::Client::parse(name).map(studio_model::Client::as_str);
    let name = client.unwrap_or(name);
    if let Some(target) = Target::parse(name) {
        let is_list = matches!(target, Target::Gram | Target::OpenAiTools | Target::AnthropicTools | Target::McpTools);
        let rules = exporter(target).map(Exporter::rules).unwrap_or_default();
        return Some(if is_list { Checked::Tools(target) } else { Checked::Skills(rules) });
    }
    let named = |rules: &Rules| rules.as_str() == name;
    if let Some(at) = Rules::ALL.iter().position(named) {
        return Some(Checked::Skills(&Rules::ALL[at..=at]));
    }
    let at = Rules::CLIENTS.iter().position(named)?;
    Some(Checked::Skills(&Rules::CLIENTS[at..=at]))
}

/// Every name that something can be checked for.
pub fn checked_names() -> impl Iterator<Item = &'static str> {
    let targets = Target::ALL.into_iter().map(Target::as_str);
    let rules =
        Rules::ALL.into_iter().chain(Rules::CLIENTS).map(Rules::as_str).filter(|name| Target::parse(name).is_none());
    targets.chain(rules)
}
