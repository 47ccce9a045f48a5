//! Lists of tools as others write them: MCP client settings, descriptions of APIs, curl lines, tool lists for models.
//!
//! Every reader is pure and takes what it can: one bad entry never costs the others. What it could not take, or took
//! otherwise than written, is a [`Problem`] with its place. Values that look like credentials are taken out: a reference
//! (`secret://name`) stands in their place, and the value is handed back apart, to be stored where secrets are stored.
//! Nothing here is carried out, looked up or fetched.

pub mod curl;
pub mod manifests;
pub mod mcp_servers;
pub mod model_tools;
pub mod openapi;
pub mod plugins;
pub mod rules;
pub mod stated;

mod json;
mod node;
mod notes;
mod nothing;
mod percent;
mod reading;

use crate::{Severity, Span, gram::ToolParameter};

pub use notes::Problem;
pub use nothing::why_nothing;
pub use reading::Language;

/// A request with places for parameters.
///
/// A place is `{{parameter}}`, in the path, the query, a header or the body; in a JSON body a text that is exactly
/// `"{{parameter}}"` stands for the parameter's JSON value. `secret://name` stands for a stored secret.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestDraft {
    /// Letters, digits, hyphens and underscores, at most 64.
    pub name: String,
    /// What it does, as far as the source says.
    pub description: String,
    /// In capitals.
    pub method: String,
    /// The address, without query.
    pub url_template: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Names and values; one whose parameter is absent is left out.
    pub query: Vec<(String, String)>,
    /// What is sent.
    pub body: Option<String>,
    /// The parameters that have a place.
    pub parameters: Vec<ToolParameter>,
    /// Names of the secrets the draft refers to.
    pub secrets: Vec<String>,
}

/// The words of a command line, as a plain POSIX shell parts them; none where a quote is never closed.
pub fn words(text: &str) -> Option<Vec<String>> {
    shlex::split(text)
}

/// The place of a parameter.
fn placeholder(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

/// A text in letters, digits and `also`; other runs become one underscore.
fn sanitized(text: &str, also: &[char]) -> String {
    let mut result = String::with_capacity(text.len());
    for next in text.chars() {
        if next.is_ascii_alphanumeric() || also.contains(&next) {
            result.push(next);
        } else if !result.ends_with('_') {
            result.push('_');
        }
    }
    let trimmed = result.trim_matches('_');
    if trimmed.is_empty() { "value".to_owned() } else { trimmed.to_owned() }
}
