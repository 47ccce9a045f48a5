//! The lengths the seed's columns allow, and the check for them; what a call of a tool may be given.

use crate::{STANDARD_DESCRIPTION, grouped};

/// Longest name of a skill, tool, agent, user or MCP server, in characters.
pub const MAX_NAME: usize = 126;
/// Longest description of a skill. The seed's column holds 500; the Agent Skills standard allows 1,024, and the store takes that.
pub const MAX_DESCRIPTION: usize = STANDARD_DESCRIPTION;
/// Longest version text of a skill or tool.
pub const MAX_VERSION: usize = 20;
/// Longest name of a tool's parameter.
pub const MAX_PARAMETER_NAME: usize = 255;
/// Longest fully qualified class name of a Java tool.
pub const MAX_IMPLEMENTATION_CLASS: usize = 500;
/// Longest URL of a REST tool.
pub const MAX_API_ENDPOINT: usize = 1024;
/// Longest HTTP method of a REST tool.
pub const MAX_API_METHOD: usize = 10;
/// Longest time a call of a tool may be given, in seconds.
pub const MAX_TIMEOUT_S: u32 = 3_600;
/// Most times a call of a tool is tried again.
pub const MAX_RETRIES: u32 = 10;

/// A value that a column cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// Which field, as its column is named.
    pub field: &'static str,
    /// What is wrong, as a fragment that fits after the field's name.
    pub problem: String,
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.field, self.problem)
    }
}

impl std::error::Error for Invalid {}

/// Checks that `text` has at most `max` characters.
pub fn check_length(field: &'static str, text: &str, max: usize) -> Result<(), Invalid> {
    let length = text.chars().count();
    if length <= max {
        return Ok(());
    }
    let problem = format!("has {} characters; the limit is {}", grouped(length), grouped(max));
    Err(Invalid { field, problem })
}
