//! Servers: how they are reached, and what they offered when they were last asked.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Kept, mirror,
    tools::{Effect, NamedValue},
    under,
};
use crate::dto;

mirror! {
    /// What a confined server may reach.
    struct Sandbox of dto::ServerSandbox {
        read: Vec<String>,
        write: Vec<String>,
        #[serde(rename = "network")]
        allow_network: bool,
    }
}

mirror! {
    /// How a server is reached. The first studios knew no sandbox.
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Transport of dto::ServerTransport {
        Stdio {
            command: String,
            args: Vec<String>,
            env: Vec<NamedValue>,
            cwd: String,
            #[serde(default)]
            sandbox: Option<Sandbox>,
        },
        Http { url: String, headers: Vec<NamedValue>, allow_private: bool },
    }
}

impl Kept for Transport {}

/// A tool as its server described it when it was last asked. The first studios kept no hints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OfferedTool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) schema: Value,
    #[serde(default)]
    pub(crate) read_only: Option<bool>,
    #[serde(default)]
    pub(crate) destructive: Option<bool>,
    /// What it said it does when it was first seen, or when the author took over what it says.
    #[serde(default)]
    pub(crate) agreed: Option<Effect>,
    /// All it said of itself, as its server listed it; the first studios kept only the fields above.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub(crate) stated: Value,
}

/// What a server offered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct OfferedTools {
    /// Its tools, in its order.
    pub(crate) tools: Vec<OfferedTool>,
}

impl Kept for OfferedTools {
    fn upgraded(value: Value, _from: u32) -> Value {
        under("tools", value)
    }
}
