//! What can go wrong with a server, in words that name it and say what to do. Nothing secret is repeated.

use std::{path::PathBuf, time::Duration};

use studio_model::sentence;
use studio_runtime::Failure;

/// Why a server could not be started, or did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum McpError {
    /// The studio itself lacks what it takes.
    #[error("Can't connect to MCP servers on this computer ({cause})")]
    NoRuntime {
        /// What the system said.
        cause: String,
    },
    /// The command is not on this machine.
    #[error("the program `{command}` of the MCP server “{server}” wasn't found{}; {}", looked_in(.searched),
            remedy(.command))]
    NoProgram {
        /// The server.
        server: String,
        /// The program.
        command: String,
        /// The folders that were searched, as in `PATH`.
        searched: String,
    },
    /// The folder it should start in is none.
    #[error("the working directory {} of the MCP server “{server}” doesn't exist", .folder.display())]
    NoFolder {
        /// The server.
        server: String,
        /// The folder.
        folder: PathBuf,
    },
    /// The system refused to start it.
    #[error("couldn't start `{command}` of the MCP server “{server}”: {cause}")]
    NotStarted {
        /// The server.
        server: String,
        /// The program.
        command: String,
        /// What the system said.
        cause: String,
    },
    /// It is to be confined, and cannot be.
    #[error("the MCP server “{server}” wasn't started because it can't be sandboxed as configured: {cause}")]
    NotConfined {
        /// The server.
        server: String,
        /// What is in the way.
        cause: String,
    },
    /// It did not greet in time.
    #[error("the MCP server “{server}” didn't complete the handshake within {} s; check that it's an MCP server and \
            needs no input, or increase its timeout{}", .limit.as_secs_f64(), last_words(.said))]
    SlowStart {
        /// The server.
        server: String,
        /// How long was waited.
        limit: Duration,
        /// Its last line on standard error.
        said: String,
    },
    /// It is not running any more.
    #[error("{}", fragment(.message))]
    Ended {
        /// How it ended, as a sentence.
        message: String,
    },
    /// The caller did not want to wait any longer.
    #[error("the MCP server “{server}” was canceled")]
    Stopped {
        /// The server.
        server: String,
    },
    /// No answer came in time.
    #[error("the MCP server “{server}” didn't respond within {} s", .limit.as_secs_f64())]
    TimedOut {
        /// The server.
        server: String,
        /// How long was waited.
        limit: Duration,
    },
    /// The address cannot be one.
    #[error("the URL of the MCP server “{server}” is invalid: {cause}")]
    BadAddress {
        /// The server.
        server: String,
        /// What is wrong with it.
        cause: String,
    },
    /// A header cannot be sent.
    #[error("the header “{header}” of the MCP server “{server}” can't be sent: {cause}")]
    BadHeader {
        /// The server.
        server: String,
        /// Its name.
        header: String,
        /// What is wrong with it.
        cause: String,
    },
    /// Nobody listens there.
    #[error(
        "the MCP server “{server}” can't be reached at {address} ({cause}); check the URL and that the server is \
         running"
    )]
    Unreachable {
        /// The server.
        server: String,
        /// Where.
        address: String,
        /// What the connection said.
        cause: String,
    },
    /// It wants another key, or any.
    #[error("the MCP server “{server}” at {address} denied access (status {status}); check its Authorization header")]
    KeyRefused {
        /// The server.
        server: String,
        /// Where.
        address: String,
        /// HTTP status.
        status: u16,
    },
    /// There is something, but no MCP server at that path.
    #[error("no MCP server “{server}” found at {address} (status 404); the path is often /mcp")]
    NotThere {
        /// The server.
        server: String,
        /// Where.
        address: String,
    },
    /// What answers does not speak the protocol, or has trouble of its own.
    #[error("the MCP server “{server}” at {address} sent an invalid response: {said}")]
    BadAnswer {
        /// The server.
        server: String,
        /// Where.
        address: String,
        /// What was wrong.
        said: String,
    },
    /// The server answered with an error.
    #[error("the MCP server “{server}” returned an error: {message} (code {code})")]
    Refused {
        /// The server.
        server: String,
        /// The protocol's code.
        code: i32,
        /// What it said.
        message: String,
    },
    /// The server answered something else than what was asked for.
    #[error("the MCP server “{server}” didn't respond with {wanted}{}", in_brackets(.said))]
    Garbage {
        /// The server.
        server: String,
        /// What was asked for.
        wanted: &'static str,
        /// What is known of the answer.
        said: String,
    },
    /// It lists more tools than anybody could use.
    #[error("the MCP server “{server}” lists too many tools (over {most} {unit}); none were added")]
    TooMany {
        /// The server.
        server: String,
        /// How many are allowed.
        most: usize,
        /// Of what.
        unit: &'static str,
    },
}

impl From<McpError> for Failure {
    fn from(error: McpError) -> Self {
        let message = sentence(&error.to_string());
        match error {
            McpError::Stopped { .. } => Self::Stopped,
            McpError::TimedOut { limit, .. } => Self::TimedOut { limit },
            McpError::Refused { .. } => Self::Failed { message, log: String::new() },
            McpError::Garbage { .. } | McpError::BadAnswer { .. } => Self::Garbage { message, log: String::new() },
            _ => Self::Unavailable { message },
        }
    }
}

/// A sentence of ours without its capital letter and its full stop.
fn fragment(sentence: &str) -> String {
    let rest = sentence.strip_suffix('.').unwrap_or(sentence);
    rest.strip_prefix("The ").map_or_else(|| rest.to_owned(), |rest| format!("the {rest}"))
}

fn looked_in(searched: &str) -> String {
    if searched.is_empty() { String::new() } else { format!(" (PATH is {searched})") }
}

fn last_words(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(" (last line on standard error: {said})") }
}

fn in_brackets(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(" ({said})") }
}

/// What to do about a program that is not there.
fn remedy(command: &str) -> &'static str {
    match command {
        "npx" | "node" | "npm" => "install Node.js (https://nodejs.org)",
        "uvx" | "uv" => "install uv (https://docs.astral.sh/uv)",
        "python" | "python3" | "pip" | "pipx" => "install Python (https://www.python.org)",
        "docker" => "install Docker (https://docs.docker.com/get-docker)",
        "bunx" | "bun" => "install Bun (https://bun.sh)",
        "deno" => "install Deno (https://deno.com)",
        "java" => "install a Java runtime (https://adoptium.net)",
        _ => "check the spelling, install it, or enter its full path",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_fragments_and_failures_are_sentences() {
        let gone = McpError::Ended { message: "The MCP server “a” was stopped.".to_owned() };
        assert_eq!(gone.to_string(), "the MCP server “a” was stopped");
        let message = "The MCP server “a” was stopped.".to_owned();
        assert_eq!(Failure::from(gone), Failure::Unavailable { message });
        let absent = |command: &str, searched: &str| McpError::NoProgram {
            server: "a".to_owned(),
            command: command.to_owned(),
            searched: searched.to_owned(),
        };
        assert_eq!(
            Failure::from(absent("npx", "/bin")).to_string(),
            "The program `npx` of the MCP server “a” wasn't found (PATH is /bin); install Node.js (https://nodejs.org)."
        );
        assert!(absent("./x", "").to_string().contains("check the spelling"));
        let limit = Duration::from_secs(2);
        let slow = McpError::TimedOut { server: "a".to_owned(), limit };
        assert_eq!(Failure::from(slow), Failure::TimedOut { limit });
    }
}
