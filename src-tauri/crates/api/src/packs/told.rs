//! What `studio_pack` says of an export, as screens and pipelines are told.

use studio_pack::targets::{Client, FileState, Loss, Placed, Refusal, Target};

use crate::dto::{ExportClient, ExportFile, ExportFileState, ExportLoss, ExportRefusal, ExportTarget};

/// The target a request names.
pub(super) const fn target(target: ExportTarget) -> Target {
    match target {
        ExportTarget::AgentSkills => Target::AgentSkills,
        ExportTarget::SkillZip => Target::SkillZip,
        ExportTarget::ClaudePlugin => Target::ClaudePlugin,
        ExportTarget::ClientFolder => Target::ClientFolder,
        ExportTarget::Adk => Target::Adk,
        ExportTarget::WellKnown => Target::WellKnown,
        ExportTarget::Light4jSql => Target::Light4jSql,
        ExportTarget::Light4jEvents => Target::Light4jEvents,
        ExportTarget::Gram => Target::Gram,
        ExportTarget::OpenAiTools => Target::OpenAiTools,
        ExportTarget::AnthropicTools => Target::AnthropicTools,
        ExportTarget::McpTools => Target::McpTools,
    }
}

/// The client a request names.
pub(super) const fn client(client: ExportClient) -> Client {
    match client {
        ExportClient::Claude => Client::Claude,
        ExportClient::Codex => Client::Codex,
        ExportClient::Agents => Client::Agents,
        ExportClient::Gemini => Client::Gemini,
        ExportClient::Copilot => Client::Copilot,
        ExportClient::Cursor => Client::Cursor,
    }
}

pub(super) fn loss(loss: &Loss, target: Target) -> ExportLoss {
    ExportLoss { entity: loss.entity.to_string(), field: loss.field.to_string(), why: loss.sentence(target) }
}

pub(super) fn refusal(refusal: &Refusal) -> ExportRefusal {
    ExportRefusal { entity: refusal.entity.to_string(), code: refusal.code().to_owned(), message: refusal.sentence() }
}

pub(super) fn file(placed: &Placed) -> ExportFile {
    ExportFile {
        path: placed.path.display().to_string(),
        bytes: u32::try_from(placed.file.bytes.len()).unwrap_or(u32::MAX),
        sha256: studio_store::sha256_hex(&placed.file.bytes),
        state: match placed.state {
            FileState::Created => ExportFileState::Created,
            FileState::Changed => ExportFileState::Changed,
            FileState::Unchanged => ExportFileState::Unchanged,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{ExportClient, ExportFileState, ExportTarget, client, target};

    #[test]
    fn both_sides_have_the_same_names() {
        for one in ExportTarget::ALL {
            assert_eq!(target(*one).as_str(), one.as_str());
        }
        assert_eq!(ExportTarget::ALL.len(), studio_pack::targets::Target::ALL.len());
        for one in ExportClient::ALL {
            assert_eq!(client(*one).as_str(), one.as_str());
        }
        assert_eq!(ExportFileState::ALL.len(), 3);
    }
}
