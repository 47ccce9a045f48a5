//! The library as agent hosts list it to their models.

use crate::closed::closed;
use serde::{Deserialize, Serialize};
use specta::Type;

closed! {
    /// An agent client: who lists the library's skills to a model, and whose folders skills lie in.
    pub enum Host of studio_model::Client {
        /// Any client that follows the Agent Skills standard: everything is listed whole.
        Standard = "agent-skills",
        /// Claude Code.
        ClaudeCode = "claude-code",
        /// Codex.
        Codex = "codex",
        /// GitHub Copilot CLI.
        Copilot = "copilot",
        /// Gemini CLI.
        Gemini = "gemini",
        /// opencode.
        Opencode = "opencode",
        /// Qwen Code.
        Qwen = "qwen",
        /// Kimi Code.
        Kimi = "kimi",
        /// pi.
        Pi = "pi",
        /// VS Code Chat.
        VsCode = "vscode",
        /// Cursor.
        Cursor = "cursor",
        /// Antigravity.
        Antigravity = "antigravity",
        /// adk-rust, which lists nothing: it selects one skill itself.
        Adk = "adk",
    }
}

/// What decides how hosts cut their list, beside the skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct HostBudgets {
    /// Tokens of the model's context window; what each host takes for granted where it is not set.
    pub context_tokens: Option<u32>,
    /// Characters Claude Code takes a token of the model for.
    pub claude_chars_per_token: u32,
    /// Share of the context Claude Code gives the list, in thousandths.
    pub claude_per_mille: u32,
    /// Columns Claude Code gives the list, whatever the model; as the model has it where it is not set.
    pub claude_budget: Option<u32>,
    /// Characters Claude Code shows of one entry.
    pub claude_entry_chars: u32,
    /// Columns of the descriptions of Claude Code's own skills.
    pub claude_bundled: u32,
    /// Share of the context Codex gives the list, in thousandths.
    pub codex_per_mille: u32,
}

closed! {
    /// What the size of a list is counted in.
    pub enum SizeUnit {
        /// Unicode scalar values.
        Characters = "characters",
        /// Columns of a terminal.
        Columns = "columns",
        /// Tokens, taken for four bytes each.
        Tokens = "tokens",
    }
}

/// The library as a host's model sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HostList {
    /// The host.
    pub host: Host,
    /// The version of the host that was measured; none where none was.
    pub version: Option<String>,
    /// The day it was measured, as an ISO date; none where it was not.
    pub measured_on: Option<String>,
    /// Skills in the order of the list, also those that are not in it.
    pub entries: Vec<HostEntry>,
    /// What the sizes are counted in.
    pub unit: SizeUnit,
    /// Size of the whole list.
    pub whole: u32,
    /// Size of what is shown.
    pub shown: u32,
    /// How large it may be; none where the host has no limit.
    pub budget: Option<u32>,
    /// How the host cuts, in a sentence.
    pub rule: String,
}

/// A skill in a host's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HostEntry {
    /// Skill id.
    pub skill_id: String,
    /// What the host calls it; its name where the host does not list it.
    pub name: String,
    /// The description as shown; empty where it was dropped.
    pub shown: String,
    /// Characters of the whole description.
    pub whole_chars: u32,
    /// What became of it.
    pub state: HostState,
    /// Why the host hides it or does not read it, as the end of a sentence.
    pub why: Option<String>,
}

closed! {
    /// What became of a description in a host's list.
    pub enum HostState {
        /// Shown whole.
        Whole = "whole",
        /// Its end is cut.
        Shortened = "shortened",
        /// Only the name is shown.
        NameOnly = "name_only",
        /// Not in the list: there was no room.
        Absent = "absent",
        /// Not in the list: its frontmatter hides it from the model.
        Hidden = "hidden",
        /// Not in the list: the host does not find or read its file.
        Refused = "refused",
    }
}

/// A key of a skill's frontmatter, and what clients make of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FrontmatterKey {
    /// What it comes to, at whom.
    pub effects: Vec<KeyEffectAt>,
    /// Whether the Agent Skills standard has it.
    pub is_standard: bool,
    /// The key.
    pub key: String,
    /// What it says, as a sentence; empty where no documentation has it.
    pub meaning: String,
}

/// The clients at which a key comes to the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct KeyEffectAt {
    /// The clients.
    pub clients: Vec<Host>,
    /// What the key comes to.
    pub effect: KeyEffect,
}

closed! {
    /// What a client makes of a key of the frontmatter.
    pub enum KeyEffect {
        /// It reads it, and drops a skill without it.
        Needs = "needs",
        /// It reads it.
        Reads = "reads",
        /// It hides the skill from its model where the key is set.
        Hides = "hides",
        /// It hides the skill from its model until a file was read that fits.
        HoldsBack = "holds_back",
        /// It reads it, and drops the skill where it does not know the value.
        Drops = "drops",
        /// It passes over it.
        Ignores = "ignores",
    }
}

/// What an agent client puts before its model of the library's skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientView {
    /// The client.
    pub host: Host,
    /// The version of the client that was measured; none where none was.
    pub version: Option<String>,
    /// The day it was measured, as an ISO date; none where it was not.
    pub measured_on: Option<String>,
    /// The list as it is sent, part by part; empty where no skill is in it.
    pub parts: Vec<ViewPart>,
    /// Skills that are not in it.
    pub missing: Vec<HostEntry>,
    /// What the sizes are counted in.
    pub unit: SizeUnit,
    /// Size of the list if nothing were cut.
    pub whole: u32,
    /// Size of what is shown.
    pub shown: u32,
    /// How large it may be; none where the client has no limit.
    pub budget: Option<u32>,
    /// Estimated tokens of the list as it is sent.
    pub tokens: u32,
    /// How the client cuts, in a sentence.
    pub rule: String,
}

/// A part of a client's list as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ViewPart {
    /// Its text, with its line ends.
    pub text: String,
    /// Whose entry it is; none for what the client writes around the entries.
    pub skill: Option<ViewedSkill>,
}

/// A skill that a client lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ViewedSkill {
    /// Skill id.
    pub skill_id: String,
    /// What the client calls it.
    pub name: String,
    /// What became of its description.
    pub state: HostState,
    /// Characters of its description that are not shown.
    pub lost_chars: u32,
}

/// What is known of an agent client, for whoever offers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClientInfo {
    /// How what is said of it is known.
    pub evidence: ClientEvidence,
    /// Whether one of its own tools reads files, which a session without an agent can then really do.
    pub has_reading_tool: bool,
    /// How it lists skills, in a few words.
    pub hint: String,
    /// Whether its model sees less than every description in full, where there are many and long ones.
    pub is_cut: bool,
    /// Whether skills can be checked for it.
    pub is_linted: bool,
    /// What people call it.
    pub label: String,
    /// Its stable name.
    pub name: Host,
    /// What earlier versions called it: still read, never written.
    pub old_names: Vec<String>,
    /// The program that is run to see what it sends; none where it cannot be.
    pub program: Option<String>,
    /// Folders of a project it reads skills from, the one an export writes first.
    pub project_folders: Vec<String>,
    /// Folders of the user's home it reads skills from.
    pub user_folders: Vec<String>,
    /// Tokens of the context of the model it uses by itself, where its list depends on that.
    pub window_tokens: Option<u32>,
}

/// How what is said of an agent client is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClientEvidence {
    /// It was run.
    Measured {
        /// The day, as an ISO date.
        on: String,
        /// Its version.
        version: String,
    },
    /// It was not run: its documentation says so.
    Documented {
        /// The day the documentation was read, as an ISO date.
        on: String,
        /// The address of the documentation.
        source: String,
    },
    /// There is nothing to measure.
    Agreed,
}

#[cfg(test)]
mod tests {
    use studio_model::Client;

    use super::Host;

    #[test]
    fn a_host_is_a_client_under_its_name_and_is_read_under_its_old_ones() {
        assert!(Host::ALL.iter().map(|host| host.noun()).eq(Client::ALL), "in one order");
        for client in Client::ALL {
            let host = Host::from(client);
            assert_eq!((host.noun(), host.as_str()), (client, client.as_str()));
            assert_eq!(serde_json::to_value(host).unwrap(), client.as_str(), "it is written under the new name");
            for name in client.old_names().iter().copied().chain([client.as_str()]) {
                assert_eq!(Host::parse(name), Some(host), "{name}");
                assert_eq!(serde_json::from_value::<Host>(name.into()).unwrap(), host, "{name}");
            }
        }
        let unknown = serde_json::from_value::<Host>("clippy".into()).unwrap_err().to_string();
        assert!(unknown.contains("unknown variant `clippy`") && unknown.contains("`agent-skills`"), "{unknown}");
    }
}
