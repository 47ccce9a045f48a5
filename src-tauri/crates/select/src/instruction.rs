//! The text an agent is given for a skill, byte for byte as adk-skill 0.6.0 writes it.

use std::ops::Range;

/// A text made from a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What enters the prompt.
    pub text: String,
    /// Whether the body was cut.
    pub truncated: bool,
    /// Bytes of `text` that hold the heading: name and description. Empty in a [`prompt_block`].
    pub heading: Range<usize>,
    /// Bytes of `text` that hold the line naming the tools; empty if there is none.
    pub tools: Range<usize>,
    /// Bytes of `text` that hold the body, with the mark of a cut.
    pub body: Range<usize>,
}

/// The mark that a body was cut.
const CUT: &str = "\n[... truncated]";

/// The full instruction: heading, tools (a line that is absent without active tools), and the body cut to
/// `max_chars` characters. Only the body counts towards the limit.
pub fn engineer(
    name: &str,
    description: &str,
    body: &str,
    max_chars: usize,
    active_tools: &[impl AsRef<str>],
) -> Instruction {
    let (kept, truncated) = cut(body, max_chars);
    let mut text = format!("[skill:{name}]\n\n");
    let heading = append(&mut text, &["# ", name, "\n", description]);
    let tools = tools_line(active_tools);
    text.push_str("\n\n");
    let tools = append(&mut text, &[&tools]);
    if !tools.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str("## Instructions\n");
    let body = append(&mut text, &[kept, if truncated { CUT } else { "" }]);
    text.push_str("\n\n[/skill]");
    Instruction { text, truncated, heading, tools, body }
}

/// The short block the injector puts before a user's message: no description, no tools, a cut without a mark.
pub fn prompt_block(name: &str, body: &str, max_chars: usize) -> Instruction {
    let (kept, truncated) = cut(body, max_chars);
    let mut text = format!("[skill:{name}]\n");
    let body = append(&mut text, &[kept]);
    text.push_str("\n[/skill]");
    Instruction { text, truncated, heading: 0..0, tools: 0..0, body }
}

fn tools_line(active_tools: &[impl AsRef<str>]) -> String {
    if active_tools.is_empty() {
        return String::new();
    }
    let names: Vec<_> = active_tools.iter().map(AsRef::as_ref).collect();
    format!("You have access to the following tools: {}.", names.join(", "))
}

/// The first `max_chars` characters, and whether there are more.
fn cut(body: &str, max_chars: usize) -> (&str, bool) {
    match body.char_indices().nth(max_chars) {
        Some((end, _)) => (&body[..end], true),
        None => (body, false),
    }
}

fn append(text: &mut String, parts: &[&str]) -> Range<usize> {
    let start = text.len();
    text.extend(parts.iter().copied());
    start..text.len()
}
