//! How a tool is carried out, and what a call does to the world.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::closed::closed;

/// A name with a value: a header, a query parameter, an environment variable. Secrets stand as `secret://name`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NamedValue {
    /// Name.
    pub name: String,
    /// Value, a template where one is allowed.
    pub value: String,
}

/// How a tool is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ToolImplementation {
    /// Described only; no call can be made.
    None,
    /// A tool of an MCP server.
    McpServer {
        /// Name of the server.
        server: String,
        /// Name of the tool there.
        tool: String,
    },
    /// A direct HTTP call; `{{parameter}}` stands for an argument.
    Rest {
        /// `GET`, `POST`…
        method: String,
        /// Address, a template in path and query.
        url: String,
        /// Headers, templates.
        headers: Vec<NamedValue>,
        /// Query parameters, templates.
        query: Vec<NamedValue>,
        /// Body, a template; empty sends the arguments nothing else uses.
        body: String,
        /// Whether it may reach private and loopback addresses.
        allow_private: bool,
    },
    /// A Python script in a sandbox.
    Python {
        /// The script.
        script: String,
        /// Whether it may reach the network.
        allow_network: bool,
        /// Most memory, in MB.
        memory_mb: u32,
    },
    /// A JavaScript script in a sandbox.
    Javascript {
        /// The script.
        script: String,
        /// Most memory, in MB.
        memory_mb: u32,
    },
    /// A method of a class on this machine.
    Java {
        /// Fully qualified name of the class.
        class: String,
        /// Name of the method; empty finds it by its `@Tool` annotation.
        method: String,
        /// Folders and jars.
        class_path: Vec<String>,
        /// Whether it may reach the network.
        allow_network: bool,
        /// Most memory, in MB.
        memory_mb: u32,
    },
}

closed! {
    /// Ways a tool is carried out.
    pub enum ImplementationKind {
        /// A method of a class on this machine.
        Java = "java",
        /// A tool of an MCP server.
        McpServer = "mcp_server",
        /// A direct HTTP call.
        Rest = "rest",
        /// A Python script in a sandbox.
        Python = "python",
        /// A JavaScript script in a sandbox.
        Javascript = "javascript",
    }
}

/// What a call does to the world: a skill needs at least that access to make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ToolEffect {
    /// Looks only.
    Read,
    /// Changes something.
    Write,
    /// Runs something.
    Execute,
}
