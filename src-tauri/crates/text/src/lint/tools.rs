//! Tools a skill names: whether they exist, and what was meant where a slip is likely.

use std::collections::HashSet;

use super::{Linter, code};
use crate::{FieldEdit, Finding, Fix, Severity, Span, TextEdit, near};

/// Tools the known hosts bring along (Claude Code, Copilot, Codex, Gemini CLI, Cursor); they need not be in a library.
pub(super) const HOST_TOOLS: [&str; 49] = [
    "Agent",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Edit",
    "EnterPlanMode",
    "ExitPlanMode",
    "Glob",
    "Grep",
    "KillShell",
    "LS",
    "LSP",
    "ListMcpResources",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "Read",
    "ReadMcpResource",
    "SendMessage",
    "Skill",
    "SlashCommand",
    "Task",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Write",
    "apply_patch",
    "ask_user",
    "codebase",
    "edit",
    "fetch",
    "glob",
    "google_web_search",
    "grep",
    "list_directory",
    "read",
    "read_file",
    "replace",
    "run_shell_command",
    "search",
    "search_file_content",
    "shell",
    "sql",
    "update_plan",
    "view_image",
    "web_fetch",
    "write_file",
];

/// Judges `allowed-tools` and, where tools are known, the identifiers the body names in backticks.
pub(super) fn check(linter: &mut Linter<'_>, code_spans: &[Span]) {
    check_repeated(linter);
    let Some(known) = linter.context.tools else { return };
    check_allowed(linter, known);
    check_mentions(linter, known, code_spans);
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
    let message = format!("`{repeated}` is allowed twice; adk names it twice in the prompt. Keep one.");
    let fix = Fix { title: "Remove the repeats".to_owned(), edits };
    linter.push(code::finding(code::DUPLICATE_TOOL, field.value.span, message).with_fix(fix));
}

fn check_allowed(linter: &mut Linter<'_>, known: &HashSet<&str>) {
    let document = linter.document;
    let Some(field) = document.field("allowed-tools") else { return };
    let items = document.allowed_tools();
    let mut from = field.value.span.start;
    for (at, item) in items.iter().enumerate() {
        let span = place(document.text(), Span::new(from, field.value.span.end), item);
        from = span.end;
        let name = item.split('(').next().unwrap_or(item).trim();
        if known.contains(item) || known.contains(name) || HOST_TOOLS.contains(&name) || is_remote(name) {
            continue;
        }
        let near = near::closest(name, sorted(known)).or_else(|| near::closest(name, HOST_TOOLS));
        let message = match near {
            Some(near) => format!("There is no tool `{name}`. Did you mean `{near}`?"),
            None => format!(
                "There is no tool `{name}` in this library: a strict runtime will not load the skill. Add the tool, or \
                 take it out."
            ),
        };
        let mut finding = code::finding(code::UNKNOWN_TOOL, span, message);
        if let Some(near) = near {
            let mut items: Vec<String> = items.iter().map(ToString::to_string).collect();
            items[at] = item.replacen(name, near, 1);
            let edits = document.edit(&FieldEdit::SetItems { key: field.key.clone(), items });
            finding = finding.with_fix(Fix { title: format!("Replace by `{near}`"), edits });
        }
        linter.push(finding);
    }
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
fn sorted<'a>(known: &HashSet<&'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = known.iter().copied().collect();
    names.sort_unstable();
    names
}

fn check_mentions(linter: &mut Linter<'_>, known: &HashSet<&str>, code_spans: &[Span]) {
    let document = linter.document;
    let names = sorted(known);
    let allowed: HashSet<&str> = document.allowed_tools().into_iter().collect();
    let mut judged: HashSet<&str> = HashSet::new();
    for span in code_spans {
        let name = span.of(document.text());
        if linter.is_full() {
            return;
        }
        let is_settled = known.contains(name) || allowed.contains(name) || HOST_TOOLS.contains(&name);
        if is_settled || !is_tool_like(name) || !judged.insert(name) {
            continue;
        }
        let Some(near) = near::closest(name, names.iter().copied()) else {
            if is_called_a_tool(document.text(), *span) {
                let message = format!(
                    "The text calls `{name}` a tool, and there is none of that name. Add the tool, or name the one you mean."
                );
                let finding = code::finding(code::UNKNOWN_TOOL, *span, message);
                linter.push(Finding { severity: Severity::Warning, ..finding });
            }
            continue;
        };
        let places = code_spans.iter().filter(|other| other.of(document.text()) == name);
        let edits = places.map(|place| TextEdit::new(*place, near)).collect();
        let message = format!("There is no tool `{name}`. Did you mean `{near}`?");
        let finding = Finding { severity: Severity::Warning, ..code::finding(code::UNKNOWN_TOOL, *span, message) };
        linter.push(finding.with_fix(Fix { title: format!("Replace by `{near}`"), edits }));
    }
}

/// Characters looked at on either side of a name.
const AROUND: usize = 24;

/// Whether the words around a name in backticks say that it is a tool to be called: ``call `x` ``, `` `x` tool``.
fn is_called_a_tool(text: &str, span: Span) -> bool {
    let before: String = text[..span.start].chars().rev().take(AROUND).collect();
    let before: String = before.chars().rev().collect::<String>().to_ascii_lowercase();
    let before = before.trim_end_matches('`').trim_end();
    let before = before.strip_suffix(" the").unwrap_or(before);
    let after: String = text[span.end..].chars().take(AROUND).collect::<String>().to_ascii_lowercase();
    let after = after.trim_start_matches('`').trim_start();
    ["call", "calls", "calling", "invoke", "invokes", "tool"].iter().any(|word| {
        before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(|last: char| last.is_ascii_alphanumeric()))
    }) || ["tool", "tools"].iter().any(|word| {
        after.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|first: char| first.is_ascii_alphanumeric()))
    })
}

/// Whether a word in backticks can be a tool's name: an identifier of several words, or a long one.
fn is_tool_like(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_identifier = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let has_words = bytes.iter().skip(1).any(|byte| matches!(byte, b'_' | b'-') || byte.is_ascii_uppercase());
    is_identifier && (4..=64).contains(&bytes.len()) && (has_words || bytes.len() >= 8)
}
