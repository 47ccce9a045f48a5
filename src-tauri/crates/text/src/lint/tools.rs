//! Tools a skill's `allowed-tools` names: whether they exist, and what was meant where a slip is likely.

use std::{collections::HashSet, sync::LazyLock};

use studio_model::Client;

use super::{KnownTools, Linter, SkillsFor, code};
use crate::{FieldEdit, Fix, Severity, Span, near};

/// The tools that agent clients bring along: they need not be in a library.
static HOST_TOOLS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| host_tools().collect());

/// Their names, client by client.
fn host_tools() -> impl Iterator<Item = &'static str> {
    Client::ALL.into_iter().flat_map(names_of)
}

fn names_of(client: Client) -> impl Iterator<Item = &'static str> {
    let own = client.own_tools().iter().map(|tool| tool.name);
    own.chain(client.other_tool_names().iter().copied())
}

/// Whether an agent client brings a tool of this name along.
pub(super) fn is_of_host(name: &str) -> bool {
    HOST_TOOLS.contains(name)
}

/// The sentence about a tool that other clients bring along, and not the one that the skills are for.
pub(super) fn of_others(name: &str, client: Client) -> String {
    let owners = Client::ALL.into_iter().filter(|owner| owner.brings_tool(name)).map(Client::label);
    let owners = owners.collect::<Vec<_>>().join(", ");
    format!("`{name}` is a tool in {owners}. {} has no tool with this name.", client.label())
}

impl KnownTools {
    /// Whether a name is that of a tool which the skills' client brings along. Where they are for all clients, a tool of the
    /// library stands for itself, unless the skills lie in the folders of a client that has one of its name.
    pub(super) fn is_brought(&self, name: &str) -> bool {
        match self.skills_for {
            SkillsFor::Only(client) => client.brings_tool(name),
            SkillsFor::Mainly(client) if client.brings_tool(name) => true,
            SkillsFor::Mainly(_) | SkillsFor::All => is_of_host(name) && !self.names.contains(name),
        }
    }

    /// Whether a client has a tool whose name a tool of the library has too.
    pub fn share_names_with_clients(&self) -> bool {
        self.names.iter().any(|name| is_of_host(name))
    }
}

/// Judges `allowed-tools`: what stands there twice and, where tools are known, what does not exist.
pub(super) fn check(linter: &mut Linter<'_>) {
    check_repeated(linter);
    if let Some(known) = linter.context.tools {
        check_allowed(linter, known);
    }
}

fn check_repeated(linter: &mut Linter<'_>) {
    let document = linter.document;
    let Some(field) = document.field("allowed-tools") else { return };
    let mut unique: Vec<&str> = Vec::new();
    let mut repeated = None;
    let mut seen = HashSet::new();
    for item in document.allowed_tools() {
        if seen.insert(item) { unique.push(item) } else { repeated = repeated.or(Some(item)) }
    }
    let Some(repeated) = repeated else { return };
    let items = unique.into_iter().map(str::to_owned).collect();
    let edits = document.edit(&FieldEdit::SetItems { key: field.key.clone(), items });
    let message = format!("`allowed-tools` lists `{repeated}` twice. Remove one.");
    let fix = Fix { title: "Remove duplicates".to_owned(), edits };
    linter.push(code::finding(code::DUPLICATE_TOOL, field.value.span, message).about(repeated).with_fix(fix));
}

fn check_allowed(linter: &mut Linter<'_>, known: &KnownTools) {
    let document = linter.document;
    let Some(field) = document.field("allowed-tools") else { return };
    let items = document.allowed_tools();
    let mut from = field.value.span.start;
    for (at, item) in items.iter().enumerate() {
        let span = place(document.text(), Span::new(from, field.value.span.end), item);
        from = span.end;
        let name = studio_model::tool_of_item(item);
        if known.names.contains(*item) || known.names.contains(name) || known.is_brought(name) || is_remote(name) {
            continue;
        }
        let not_of = match known.skills_for {
            SkillsFor::Only(client) if is_of_host(name) => Some(client),
            _ => None,
        };
        let near = near::closest(name, sorted(&known.names)).or_else(|| match known.skills_for {
            SkillsFor::Only(client) => near::closest(name, names_of(client)),
            SkillsFor::Mainly(_) | SkillsFor::All => near::closest(name, host_tools()),
        });
        let message = match (near, not_of) {
            (Some(near), _) => format!("Unknown tool `{name}`. Did you mean `{near}`?"),
            (None, Some(client)) => of_others(name, client),
            (None, None) => format!(
                "Unknown tool `{name}`. Create it, or remove it from `allowed-tools`: a strict runtime won't load this skill."
            ),
        };
        let mut finding = code::finding(code::UNKNOWN_TOOL, span, message).about(name);
        // What another client has is perhaps listed for that one.
        if not_of.is_some() {
            finding = finding.with_severity(Severity::Warning);
        }
        if let Some(near) = near {
            let mut items: Vec<String> = items.iter().map(ToString::to_string).collect();
            items[at] = item.replacen(name, near, 1);
            let edits = document.edit(&FieldEdit::SetItems { key: field.key.clone(), items });
            finding = finding.with_fix(Fix { title: format!("Replace with `{near}`"), edits });
        }
        linter.push(finding);
    }
}

/// Whether a name is that of a tool which hosts bring along, or which a server of theirs offers.
pub fn is_host_tool(name: &str) -> bool {
    is_of_host(name) || is_remote(name)
}

/// Tools of MCP servers and patterns: their names are not the library's to know.
fn is_remote(name: &str) -> bool {
    name.starts_with("mcp__") || name.contains(['/', '*', ':', '.']) || name.contains(char::is_whitespace)
}

/// Where `item` stands within `span`; the whole where it is written with escapes.
fn place(text: &str, span: Span, item: &str) -> Span {
    span.of(text).find(item).map_or(span, |at| Span::new(span.start + at, span.start + at + item.len()))
}

/// Sets have no order of their own, and of two equally close names always the same shall be offered.
pub(super) fn sorted(known: &HashSet<String>) -> Vec<&str> {
    let mut names: Vec<&str> = known.iter().map(String::as_str).collect();
    names.sort_unstable();
    names
}
