//! MCP servers: how they are reached, how they are, and what they offer.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{ConsentRequest, Difference, NamedValue, SpecProblem},
};

/// How a server is reached. Secrets stand as `secret://name`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ServerTransport {
    /// A program that is started and spoken to over its standard streams.
    Stdio {
        /// Program.
        command: String,
        /// Arguments; never read by a shell.
        args: Vec<String>,
        /// Environment beside the few variables every program gets.
        env: Vec<NamedValue>,
        /// Working folder; empty for the user's home.
        cwd: String,
        /// What it is confined to; none runs it with the user's permissions.
        #[serde(default)]
        sandbox: Option<ServerSandbox>,
    },
    /// A server on the network.
    Http {
        /// Address.
        url: String,
        /// Headers.
        headers: Vec<NamedValue>,
        /// Whether the address may be private or this machine.
        allow_private: bool,
    },
}

/// What a confined server may reach beside the system's programs and a home folder of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ServerSandbox {
    /// Files and folders it may read.
    pub read: Vec<String>,
    /// Folders it may write to, too.
    pub write: Vec<String>,
    /// Whether it may use the network.
    pub allow_network: bool,
}

/// A server to be created (without id), changed, or tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ServerEdit {
    /// Server id; none creates one.
    pub id: Option<String>,
    /// Row version it was read at; 0 for a new one.
    pub aggregate_version: u32,
    /// Name tools refer to.
    pub name: String,
    /// How it is reached.
    pub transport: ServerTransport,
    /// Whether it is started when one of its tools is called.
    pub is_enabled: bool,
}

/// How a server is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ServerState {
    /// Not running; nothing wrong.
    #[default]
    Stopped,
    /// On its way.
    Starting,
    /// Running.
    Running,
    /// The author must allow it first.
    NeedsConsent,
    /// It ended, or never came up.
    Failed,
    /// Tools name it, but nothing says how it is reached.
    Unknown,
}

/// A server as its page opens it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ServerDetail {
    /// Server id; the name of one that is only named by tools.
    pub id: String,
    /// Name.
    pub name: String,
    /// Row version; 0 for one that is only named by tools.
    pub aggregate_version: u32,
    /// How it is reached; none for one that is only named by tools.
    pub transport: Option<ServerTransport>,
    /// Whether it is started when one of its tools is called.
    pub is_enabled: bool,
    /// How it is.
    pub state: ServerState,
    /// What to know about that, as a sentence; empty where there is nothing.
    pub message: String,
    /// Time of its last answer to a ping, in microseconds.
    pub ping_us: Option<u32>,
    /// How it names itself, with its version.
    pub info: String,
    /// How often it was started again after it ended by itself.
    pub restarts: u32,
    /// What it offered when it was last asked.
    pub tools: Vec<ServerTool>,
    /// When that was, RFC 3339.
    pub checked_at: Option<String>,
    /// What the author must allow first.
    pub consent: Option<ConsentRequest>,
}

/// One tool a server offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ServerTool {
    /// Name there.
    pub name: String,
    /// Description there.
    pub description: String,
    /// JSON Schema there, as text.
    pub schema: String,
    /// The tool of the library that stands for it.
    pub tool_id: Option<String>,
    /// In what the library's tool differs from it.
    pub drift: Vec<Difference>,
}

/// What came of trying a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ServerTest {
    /// How it is.
    pub state: ServerState,
    /// What happened, as a sentence.
    pub message: String,
    /// How it names itself.
    pub info: String,
    /// What it offers.
    pub tools: Vec<ServerTool>,
    /// What it said beside.
    pub log: Vec<LogLine>,
    /// What the author must allow first.
    pub consent: Option<ConsentRequest>,
    /// Time until its tools were listed, in milliseconds.
    pub elapsed_ms: u32,
}

closed! {
    /// Where a line of a log comes from.
    pub enum LogStream {
        /// What the server wrote beside the protocol.
        Stderr = "stderr",
        /// What was said over the protocol.
        Protocol = "protocol",
        /// What the studio did.
        Studio = "studio",
    }
}

/// One line of a server's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LogLine {
    /// When, RFC 3339.
    pub written_at: String,
    /// Where it comes from.
    pub stream: LogStream,
    /// The line.
    pub text: String,
}

/// Servers read out of pasted `mcpServers` JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ServerImport {
    /// The servers.
    pub servers: Vec<ServerEdit>,
    /// Names of secrets that were found in the text; their values are kept aside until the servers are stored.
    pub secrets: Vec<String>,
    /// What could not be read.
    pub problems: Vec<SpecProblem>,
}

closed! {
    /// What keeps the secrets.
    pub enum SecretStore {
        /// The keychain of the system.
        Keychain = "keychain",
        /// An encrypted file.
        Vault = "vault",
    }
}

/// What is known of the secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SecretList {
    /// What keeps them.
    pub kind: SecretStore,
    /// Where they are kept, as a sentence.
    pub place: String,
    /// The secrets, never with their values.
    pub secrets: Vec<SecretInfo>,
}

/// One secret, without its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SecretInfo {
    /// Name; elsewhere it is written `secret://name`.
    pub name: String,
    /// Whether there is a value; false for one that is only referred to.
    pub is_set: bool,
    /// Names of the tools, servers and agents that refer to it.
    pub used_by: Vec<String>,
}
