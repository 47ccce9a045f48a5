//! What must be there before a tool can be carried out.

use crate::{Error, ErrorCode, dto::ToolImplementation};

/// Least and most memory a script may be given, in MB.
const MEMORY_MB: std::ops::RangeInclusive<u32> = 16..=16_384;

/// What must be there for a way of carrying a tool out.
pub(crate) fn check_implementation(implementation: &ToolImplementation) -> Result<(), Error> {
    let invalid = |message: &str| Err(Error::new(ErrorCode::Invalid, message));
    match implementation {
        ToolImplementation::McpServer { server, .. } if server.trim().is_empty() => {
            invalid("Choose the server that offers this tool.")
        }
        ToolImplementation::Rest { url, .. } if url.trim().is_empty() => {
            invalid("A REST tool needs a URL, such as https://host/path/{{id}}.")
        }
        ToolImplementation::Rest { url, .. } if !url.starts_with("http://") && !url.starts_with("https://") => {
            invalid("The URL of a REST tool must start with https:// or http://.")
        }
        ToolImplementation::Java { class, .. } if class.trim().is_empty() => {
            invalid("A Java tool needs a fully qualified class name, such as com.example.Tools.")
        }
        ToolImplementation::Python { memory_mb, .. }
        | ToolImplementation::Javascript { memory_mb, .. }
        | ToolImplementation::Java { memory_mb, .. }
            if !MEMORY_MB.contains(memory_mb) =>
        {
            invalid("The memory limit must be between 16 and 16,384 MB.")
        }
        _ => Ok(()),
    }
}
