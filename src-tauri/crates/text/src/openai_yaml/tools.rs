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
            Some(finding(place_of(tool), format!("Codex ignores this tool because it has no `{key}`. Add one.")))
        }
        Taken::Empty => {
            Some(finding(span_of(tool, key), format!("Codex ignores this tool because its `{key}` is empty. Add one.")))
        }
        Taken::TooLong(length, most) => {
            let message = format!(
                "Codex ignores this tool because its `{key}` has {length} characters (at most {most} allowed). Shorten it."
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
        let message = format!("Codex ignores tools of type `{kind}`. Use `{server}` or `{variable}`.");
        return Some(meant(finding(span_of(tool, "type"), message), &kind, TYPES));
    }
    let [default, other] = TRANSPORTS.map(|(name, _)| name);
    let transport = match tool.taken("transport") {
        Taken::Text(transport) => transport,
        Taken::Nothing | Taken::Empty | Taken::TooLong(..) => default.to_owned(),
    };
    let Some((name, key)) = TRANSPORTS.into_iter().find(|(name, _)| transport.eq_ignore_ascii_case(name)) else {
        let message =
            format!("Codex can't install this server: unknown transport `{transport}`. Use `{default}` or `{other}`.");
        return Some(meant(finding(span_of(tool, "transport"), message), &transport, [default, other]));
    };
    if matches!(tool.taken(key), Taken::Text(_)) {
        return None;
    }
    let message = format!("Codex can't install this server: its transport `{name}` requires a `{key}`. Add one.");
    Some(finding(place_of(tool), message))
}

/// Offers the name that is a slip away.
fn meant(finding: Finding, written: &str, names: [&'static str; 2]) -> Finding {
    let fix = near::closest(written, names).map(|name| Fix::one(format!("Change to `{name}`"), finding.span, name));
    Finding { fix, ..finding }
}
