//! What a client put before its model, as it is kept.

use std::{collections::BTreeMap, ffi::OsString, path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};
use studio_model::Client;

/// What to capture.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whose list.
    pub client: Client,
    /// A folder of skills, or a project with the client's own folders; none: only the author's own skills.
    pub folder: Option<PathBuf>,
    /// The author's home folder, whose skills, plugins' skills, use counts and settings are copied; none: nothing of it.
    pub home: Option<PathBuf>,
    /// The client's program; none: the one that is found.
    pub program: Option<PathBuf>,
    /// Folders in which it is looked for, in a text of the form that `PATH` has; none: on the PATH.
    pub search: Option<OsString>,
    /// A skill to load, by the name the client has for it, with what is said after its name. Some clients run commands
    /// that stand in it.
    pub activate: Option<(String, String)>,
    /// How long the client may take.
    pub limit: Duration,
}

/// What a client put before its model.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Capture {
    /// The client's stable name.
    pub client: String,
    /// The version it says it has.
    pub version: String,
    /// The model it asked for, where it names one.
    pub model: Option<String>,
    /// Tokens of the context it says that model has.
    pub window: Option<u32>,
    /// How often it had used skills before, by the names it has for them, as far as the copied settings say.
    #[serde(default)]
    pub uses: BTreeMap<String, u32>,
    /// How long it ran.
    pub milliseconds: u64,
    /// Everything it sent.
    pub requests: Vec<CapturedRequest>,
    /// The texts of the request with the list.
    pub pieces: Vec<CapturedPiece>,
    /// The list; none where it sent none.
    pub list: Option<CapturedList>,
    /// The tools it offers, by the alphabet.
    #[serde(default)]
    pub tools: Vec<CapturedTool>,
    /// What it tried to reach beside its model; all of it was blocked.
    pub outward: Vec<String>,
    /// Whether such tries can be named on this machine.
    pub names_outward: bool,
}

/// A tool that a client offers its model.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CapturedTool {
    /// Its name.
    pub name: String,
    /// The names of its parameters, by the alphabet; none where the client tells only its name.
    pub parameters: Option<Vec<String>>,
}

/// A request, without its body.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CapturedRequest {
    /// GET, POST or another.
    pub method: String,
    /// Its address.
    pub path: String,
    /// Characters of its body.
    pub chars: usize,
}

/// A text of a request.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CapturedPiece {
    /// Who says it.
    pub role: String,
    /// What is said.
    pub text: String,
    /// Whether the list stands in it.
    pub is_list: bool,
    /// Whether it came in with the skill that was loaded.
    pub is_loaded: bool,
}

/// A list as it was sent.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CapturedList {
    /// Who says it.
    pub role: String,
    /// What stands before the first entry, in the same text.
    pub before: String,
    /// Its entries.
    pub entries: Vec<CapturedEntry>,
    /// Names that are listed without an entry.
    pub names: Vec<String>,
    /// What stands after the last entry.
    pub after: String,
}

/// An entry of a list as it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CapturedEntry {
    /// What it is called.
    pub name: String,
    /// All of it.
    pub line: String,
    /// Where it says it is from.
    pub location: Option<String>,
}
