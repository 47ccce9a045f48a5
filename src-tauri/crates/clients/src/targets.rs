//! The clients among the targets that lint judges by.

use studio_model::Client;
use studio_text::Target;

/// The client a target is; none of one that is no client.
pub const fn client_of(target: Target) -> Option<Client> {
    match target {
        Target::ClaudeCode => Some(Client::ClaudeCode),
        Target::Codex => Some(Client::Codex),
        Target::Copilot => Some(Client::Copilot),
        Target::Gemini => Some(Client::Gemini),
        Target::Opencode => Some(Client::Opencode),
        Target::Qwen => Some(Client::Qwen),
        Target::Pi => Some(Client::Pi),
        Target::Kimi => Some(Client::Kimi),
        Target::AgentSkills | Target::Adk | Target::ClaudeUpload | Target::OpenAiUpload | Target::Light4j => None,
    }
}

/// The target that says what a client does with a skill; none of one that nothing is said of.
pub fn target_of(client: Client) -> Option<Target> {
    Target::CLIENTS.into_iter().find(|target| client_of(*target) == Some(client))
}
