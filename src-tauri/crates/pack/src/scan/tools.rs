//! Tools that a skill asks for without the limits they could have.

use studio_text::{Severity, SkillDocument};

use super::{Hit, Rule};

/// Tools that run commands: without a pattern of commands, they run any.
const SHELLS: [&str; 5] = ["bash", "shell", "powershell", "terminal", "run_shell_command"];
/// Patterns that leave nothing out.
const ALL: [&str; 4] = ["*", "*:*", ":*", "**"];

pub(super) fn hits(text: &str) -> Vec<Hit> {
    let document = SkillDocument::read(text);
    let Some(field) = document.field("allowed-tools") else { return Vec::new() };
    let items = document.allowed_tools();
    let mut from = field.value.span.start;
    let mut hits = Vec::new();
    for item in items.into_iter().filter(|item| is_broad(item)) {
        let start = place(text, item, from..field.value.span.end).unwrap_or(field.value.span.start);
        from = start;
        let message = match item {
            "*" => "This skill allows every tool. List only the ones it needs.".to_owned(),
            item => format!(
                "This skill allows any command ({item}). Limit it to the commands it needs, such as Bash(git:*)."
            ),
        };
        hits.push(Hit {
            rule: Rule::BroadTools,
            severity: Severity::Warning,
            span: start..start + item.len(),
            message,
        });
    }
    hits
}

fn is_broad(item: &str) -> bool {
    let (name, pattern) = match item.split_once('(') {
        Some((name, pattern)) => (name, Some(pattern.trim_end_matches(')').trim())),
        None => (item, None),
    };
    item == "*" || SHELLS.contains(&name.to_lowercase().as_str()) && pattern.is_none_or(|all| ALL.contains(&all))
}

/// Where an item stands as a word of its own.
fn place(text: &str, item: &str, within: std::ops::Range<usize>) -> Option<usize> {
    let within_text = text.get(within.clone())?;
    let is_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '(');
    within_text
        .match_indices(item)
        .find(|(at, _)| is_end(within_text[at + item.len()..].chars().next()))
        .map(|(at, _)| within.start + at)
}
