//! What the script host is told: the words it is started with, and what it is to allow.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{SYSTEM, Sandbox};

/// First argument of a program of ours that is to be the script host.
pub(crate) const SCRIPT_HOST: &str = "--script-host";

/// Second argument: start another program, inside Landlock where there are rules, and stay until all of it is gone.
pub(crate) const KEEP: &str = "keep";

/// Second argument: inside Bubblewrap, add Landlock and become another program.
pub(crate) const ENTER: &str = "enter";

/// Second argument: evaluate JavaScript.
pub(crate) const JAVASCRIPT: &str = "javascript";

/// How the host begins what it says for itself.
pub(crate) const SCRIPT_HOST_SAYS: &str = "script host: ";

/// What confines a program beside Landlock and the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Beside {
    /// Namespaces: its network is its own unless it is allowed ours.
    Bubblewrap,
    /// Nothing else.
    Nothing,
}

/// What the host is told to allow.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Rules {
    /// What confines beside Landlock, if anything does.
    pub(super) beside: Beside,
    /// Whether the network may be reached.
    pub(super) network: bool,
    /// Files and folders that may be read.
    pub(super) read: Vec<String>,
    /// Files and folders that may be written to.
    pub(super) write: Vec<String>,
}

impl Rules {
    /// What a sandbox allows a program that runs in `folder`, and beside it to read and to write what else there is.
    pub(super) fn of(sandbox: &Sandbox, folder: &Path, beside: Beside, read: &[&Path], write: &[&Path]) -> Self {
        let system = SYSTEM.map(Path::new);
        let read = texts(sandbox.readable().chain(system).chain([folder]).chain(read.iter().copied()));
        let write = texts(sandbox.write.iter().map(AsRef::as_ref).chain(write.iter().copied()));
        Self { beside, network: sandbox.network, read, write }
    }

    /// As an argument of the host.
    pub(super) fn argument(&self) -> String {
        serde_json::json!(self).to_string()
    }
}

/// Paths that are text. Others are not allowed: they would be lost on the way to the host.
fn texts<'a>(paths: impl Iterator<Item = &'a Path>) -> Vec<String> {
    paths.filter_map(|path| path.to_str().map(String::from)).collect()
}
