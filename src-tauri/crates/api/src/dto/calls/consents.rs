//! What the author is asked to allow, and what was allowed.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::NamedValue};

closed! {
    /// What the author is asked to allow.
    pub enum ConsentKind {
        /// A server that is started or dialled.
        Server = "server",
        /// A tool that runs.
        Tool = "tool",
        /// A secret that is sent somewhere; one secret may go to several places.
        Secret = "secret",
        /// A key whose packs are told as somebody's.
        Key = "key",
        /// A database that the library is shared through.
        Database = "database",
        /// What is said in sessions and queries, with the skills they are about, sent to a chat model without a key.
        Model = "model",
        /// An address that a tool's requests, or an MCP server's, go to without any secret.
        Network = "network",
        /// A folder whose files sessions read with the reading tool of a client.
        Folder = "folder",
    }
}

/// What would run, for the author to allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ConsentRequest {
    /// Names the request; covers all that is asked.
    pub hash: String,
    /// What it is.
    pub kind: ConsentKind,
    /// Name of the server, tool, secret or chat model; an address without its scheme; an environment variable with its `$`;
    /// host, port and name of a database; whose key it is; a folder, as it really is.
    pub subject: String,
    /// Program and arguments, or the address of a server or database. For a secret or a chat model the one place that is
    /// sent to, for a key its public half, for a folder the library whose sessions read it and who is told what is read.
    pub argv: Vec<String>,
    /// The arguments allowed before, where it was.
    pub previous_argv: Option<Vec<String>>,
    /// Working folder.
    pub cwd: Option<String>,
    /// Environment: names, and which secret each comes from (`secret://name`); other values are not shown.
    pub environment: Vec<NamedValue>,
    /// What confines it; for a database that nothing is encrypted to, what that means.
    pub sandbox: String,
    /// What is not as it was when it was allowed, as words; empty for a first time.
    pub changed: Vec<String>,
}

/// Something the author allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ConsentInfo {
    /// Names the request.
    pub hash: String,
    /// What it is.
    pub kind: ConsentKind,
    /// Name of the server, tool or secret.
    pub subject: String,
    /// Program and arguments, or where the secret goes.
    pub argv: Vec<String>,
    /// When, RFC 3339.
    pub granted_at: String,
}
