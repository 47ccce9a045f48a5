//! Why nothing was captured.

use std::path::PathBuf;

use studio_model::{Client, plural};
use studio_runtime::Failure;

/// Why nothing was captured.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// Nobody knows how to start this client so that it can be recorded.
    #[error("Capturing {} isn't supported.", .0.label())]
    NotKnown(Client),
    /// The program is not there.
    #[error(
        "{} isn't installed: `{program}` wasn't found on PATH. Install it ({install}).",
        .client.label()
    )]
    NotInstalled {
        /// Which client.
        client: Client,
        /// The name of its program.
        program: &'static str,
        /// The command that installs it.
        install: String,
    },
    /// What was named is no program.
    #[error("Can't start {}: it isn't an executable file.", .0.display())]
    NoProgram(PathBuf),
    /// The client runs with Node.js, which is missing or too old.
    #[error("{} needs Node.js {needed} or newer, but {found}. Put a newer version first on PATH.", .client.label())]
    Node {
        /// Which client.
        client: Client,
        /// The oldest major version.
        needed: u32,
        /// What is there, as the middle of a sentence.
        found: String,
    },
    /// It loads skills with another program, which is missing.
    #[error("{} uses `{program}` to load a skill, but it wasn't found on PATH. Install it, or compare without loading.", .client.label())]
    NoHelper {
        /// Which client.
        client: Client,
        /// The other program.
        program: &'static str,
    },
    /// It is older than anything that was tried.
    #[error(
        "{} {version} is too old to capture; {oldest} or newer is required. Update it ({install}).",
        .client.label()
    )]
    TooOld {
        /// Which client.
        client: Client,
        /// Its version.
        version: String,
        /// The oldest that can be.
        oldest: &'static str,
        /// The command that installs its newest version.
        install: String,
    },
    /// It sent nothing in its time.
    #[error("{} didn't send a request within {seconds} s and was stopped. {}", .client.label(), quoted(.said))]
    Hangs {
        /// Which client.
        client: Client,
        /// How long it had.
        seconds: u64,
        /// What it said.
        said: String,
    },
    /// It ended without asking a model.
    #[error("{} exited without sending a request to its model{}. {}", .client.label(), tried(.outward), quoted(.said))]
    NoRequest {
        /// Which client.
        client: Client,
        /// What it tried to reach instead.
        outward: Vec<String>,
        /// What it said.
        said: String,
    },
    /// What it sent is not what this client sends.
    #[error(
        "`{}` sent {}, but none was a model request from {} with tools. Is it a different program with the same name?",
        .program.display(),
        plural(*.requests, "request", "requests"),
        .client.label()
    )]
    Other {
        /// Which client.
        client: Client,
        /// Its program.
        program: PathBuf,
        /// How many came.
        requests: usize,
    },
    /// The skills can't be copied.
    #[error("{}: {cause}", .path.display())]
    Folder {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        cause: String,
    },
    /// The sandbox does not run it.
    #[error(transparent)]
    Sandbox(#[from] Failure),
    /// What the recorder said can't be read.
    #[error("The recorder exited without a result. {}", quoted(.0))]
    Recorder(String),
    /// A folder could not be made.
    #[error("Couldn't create the folder for the capture: {0}.")]
    Io(#[from] std::io::Error),
}

fn quoted(said: &str) -> String {
    let said = said.trim();
    if said.is_empty() { "It printed no output.".to_owned() } else { format!("Output: {said}") }
}

fn tried(tried: &[String]) -> String {
    if tried.is_empty() {
        String::new()
    } else {
        format!("; it tried to connect to {}, which was blocked", tried.join(", "))
    }
}
