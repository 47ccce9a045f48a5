//! The files in which clients keep the MCP servers that an author set up: those of the user, and those of a project.
//!
//! Each is what the client's documentation names; `text` reads what stands in it.

use studio_model::Client;
use studio_text::tool_lists::Language;

/// A file of settings with servers in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct McpSettings {
    /// The client whose it is.
    pub client: Client,
    /// Its path, below the home folder or the project's.
    pub path: &'static str,
    /// How it is written.
    pub language: Language,
    /// The key under which the servers stand.
    pub key: &'static str,
    /// What else stands in it.
    pub beside: Beside,
}

/// What stands in a file beside its servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Other settings.
    Settings,
    /// All that the client keeps: its history, so that the file may be large, and servers of projects by their folders.
    State,
    /// Nothing, so that the servers may stand there without the key, as plugins have them.
    Nothing,
}

const fn toml(client: Client, path: &'static str, key: &'static str) -> McpSettings {
    McpSettings { language: Language::Toml, ..json(client, path, key) }
}

const fn json(client: Client, path: &'static str, key: &'static str) -> McpSettings {
    McpSettings { client, path, language: Language::Json, key, beside: Beside::Settings }
}

/// The key that most clients have taken over.
const COMMON: &str = "mcpServers";

/// Those in the user's home folder.
pub const USER_MCP_SETTINGS: &[McpSettings] = &[
    McpSettings { beside: Beside::State, ..json(Client::ClaudeCode, ".claude.json", COMMON) },
    toml(Client::Codex, ".codex/config.toml", "mcp_servers"),
    json(Client::Copilot, ".copilot/mcp-config.json", COMMON),
    json(Client::Gemini, ".gemini/settings.json", COMMON),
    json(Client::Opencode, ".config/opencode/opencode.json", "mcp"),
    json(Client::Opencode, ".config/opencode/opencode.jsonc", "mcp"),
    json(Client::Cursor, ".cursor/mcp.json", COMMON),
    json(Client::VsCode, ".config/Code/User/mcp.json", "servers"),
    json(Client::VsCode, "Library/Application Support/Code/User/mcp.json", "servers"),
    json(Client::Qwen, ".qwen/settings.json", COMMON),
    json(Client::Kimi, ".kimi-code/mcp.json", COMMON),
    json(Client::Antigravity, ".gemini/config/mcp_config.json", COMMON),
    json(Client::Antigravity, ".gemini/antigravity/mcp_config.json", COMMON),
];

/// Those in a project's folder.
pub const PROJECT_MCP_SETTINGS: &[McpSettings] = &[
    McpSettings { beside: Beside::Nothing, ..json(Client::ClaudeCode, ".mcp.json", COMMON) },
    toml(Client::Codex, ".codex/config.toml", "mcp_servers"),
    json(Client::Copilot, ".github/mcp.json", COMMON),
    json(Client::Gemini, ".gemini/settings.json", COMMON),
    json(Client::Opencode, "opencode.json", "mcp"),
    json(Client::Opencode, "opencode.jsonc", "mcp"),
    json(Client::Opencode, ".opencode/opencode.json", "mcp"),
    json(Client::Opencode, ".opencode/opencode.jsonc", "mcp"),
    json(Client::VsCode, ".vscode/mcp.json", "servers"),
    json(Client::Cursor, ".cursor/mcp.json", COMMON),
    json(Client::Qwen, ".qwen/settings.json", COMMON),
    json(Client::Kimi, ".kimi-code/mcp.json", COMMON),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_file_is_looked_at_once_and_lies_below_the_folder() {
        for files in [USER_MCP_SETTINGS, PROJECT_MCP_SETTINGS] {
            let paths: HashSet<&str> = files.iter().map(|file| file.path).collect();
            assert_eq!(paths.len(), files.len());
            assert!(paths.iter().all(|path| !path.starts_with('/') && !path.contains("..")));
        }
    }
}
