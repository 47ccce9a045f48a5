//! Tools that a skill needs: what Codex drops of them, and what it cannot install.

use super::{
    Judge,
    reading::{Taken, Tool},
};
use crate::{Finding, Fix, Span, code, near};

/// The kinds of tools that Codex does something with: servers it offers to install, and variables it looks for.
const TYPES: [&str; 2] = ["mcp", "env_var"];

/// How a server is reached, and the key that says where it is; the first where nothing is said.
const TRANSPORTS: [(&str, &str); 2] = [("streamable_http", "url"), ("stdio", "command")];

/// Judges every tool.
pub(super) fn check(judge: &mut Judge<'_>) {
    let reading = judge.reading;
    for tool in &reading.tools {
        let subject = match tool.taken("value") {
            Taken::Text(value) => format!("dependencies.tools: {value}"),
            _ => "dependencies.tools".to_owned(),
        };
        let finding = without(tool).or_else(|| unusable(tool));
        judge.findings.extend(finding.map(|finding| finding.about(&subject)));
    }
}

/// Where a tool is told of as a whole.
fn place_of(tool: &Tool<'_>) -> Span {
    tool.entries.first().map_or(tool.span, |entry| entry.key_span)
}

fn span_of(tool: &Tool<'_>, key: &str) -> Span {
    tool.entry(key).map_or_else(|| place_of(tool), |entry| entry.value.span)
}

fn finding(span: Span, message: String) -> Finding {
    code::finding(code::OPENAI_YAML_TOOL, span, message)
}

/// What a tool must have and has not.
fn without(tool: &Tool<'_>) -> Option<Finding> {
    ["type", "value"].into_iter().find_map(|key| match tool.taken(key) {
        Taken::Text(_) => None,
        Taken::Nothing => {
            Some(finding(place_of(tool), format!("This tool has no `{key}`, so Codex drops it. Write one.")))
        }
        Taken::Empty => {
            Some(finding(span_of(tool, key), format!("The `{key}` is empty, so Codex drops the tool. Write one.")))
        }
        Taken::TooLong(length, most) => {
            let message = format!(
                "The `{key}` has {length} characters, where Codex takes {most} at most: it drops the tool. Shorten it."
            );
            Some(finding(span_of(tool, key), message))
        }
    })
}

/// What keeps Codex from doing anything with a tool.
fn unusable(tool: &Tool<'_>) -> Option<Finding> {
    let Taken::Text(kind) = tool.taken("type") else { return None };
    if kind == "env_var" {
        return None;
    }
    if !kind.eq_ignore_ascii_case("mcp") {
        let [server, variable] = TYPES;
        let message =
            format!("Codex does nothing with a tool of the type `{kind}`. It knows `{server}` and `{variable}`.");
        return Some(meant(finding(span_of(tool, "type"), message), &kind, TYPES));
    }
    let [default, other] = TRANSPORTS.map(|(name, _)| name);
    let transport = match tool.taken("transport") {
        Taken::Text(transport) => transport,
        Taken::Nothing | Taken::Empty | Taken::TooLong(..) => default.to_owned(),
    };
    let Some((name, key)) = TRANSPORTS.into_iter().find(|(name, _)| transport.eq_ignore_ascii_case(name)) else {
        let message = format!(
            "Codex knows no transport `{transport}`, so it cannot install this server. Use `{default}` or `{other}`."
        );
        return Some(meant(finding(span_of(tool, "transport"), message), &transport, [default, other]));
    };
    if matches!(tool.taken(key), Taken::Text(_)) {
        return None;
    }
    let message = format!("Codex cannot install this server: its transport `{name}` needs a `{key}`. Write one.");
    Some(finding(place_of(tool), message))
}

/// Offers the name that is a slip away.
fn meant(finding: Finding, written: &str, names: [&'static str; 2]) -> Finding {
    let fix = near::closest(written, names).map(|name| Fix::one(format!("Change to `{name}`"), finding.span, name));
    Finding { fix, ..finding }
}
