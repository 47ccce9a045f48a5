//! Rust files: a header in each module, lints switched off only with a reason, and commands that stay shims.

use super::tree::SourceFile;
use super::{Finding, by_line};

/// Lines of a command, from its first to its closing brace.
const LONGEST_COMMAND: usize = 15;

pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    if !file.is("rs") || file.is_in("fixtures") {
        return Vec::new();
    }
    let mut findings = by_line(file, bare_allow);
    findings.extend(missing_header(file));
    if file.is_in("src-tauri/src/commands") {
        findings.extend(long_commands(file));
    }
    findings
}

fn missing_header(file: &SourceFile) -> Option<Finding> {
    let message = "the module has no `//!` header that says what it is responsible for".to_owned();
    (!file.text.starts_with("//! ")).then(|| Finding { path: file.path.clone(), line: 1, message })
}

fn bare_allow(line: &str) -> Option<String> {
    let line = line.trim_start();
    (line.starts_with("#[allow(") || line.starts_with("#![allow("))
        .then(|| "use `#[expect(lint, reason = \"…\")]` instead of `allow`".to_owned())
}

fn long_commands(file: &SourceFile) -> Vec<Finding> {
    let lines: Vec<&str> = file.text.lines().collect();
    let finding = |(start, line): (usize, &&str)| {
        let (indent, name) = function(line)?;
        // rustfmt puts the closing brace of a body alone, at the function's own indent.
        let closing = format!("{}}}", " ".repeat(indent));
        let length = lines[start..].iter().position(|line| *line == closing)? + 1;
        let message = format!("`{name}` has {length} lines; a command takes at most {LONGEST_COMMAND}");
        let is_one_line = line.trim_end().ends_with('}');
        (length > LONGEST_COMMAND && !is_one_line).then(|| Finding {
            path: file.path.clone(),
            line: start + 1,
            message,
        })
    };
    lines.iter().enumerate().filter_map(finding).collect()
}

/// Indent and name of the function that a line opens.
fn function(line: &str) -> Option<(usize, &str)> {
    let indent = line.len() - line.trim_start().len();
    let (before, rest) = line.trim_start().split_once("fn ")?;
    let is_signature =
        before.split_whitespace().all(|word| word.starts_with("pub") || word == "async" || word == "const");
    let name = rest.split(['(', '<']).next()?;
    is_signature.then_some((indent, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(path: &str, text: &str) -> Vec<String> {
        check(&SourceFile::new(path, text)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn modules_need_a_header() {
        assert!(messages("src-tauri/src/lib.rs", "//! Opens the window.\n").is_empty());
        assert!(messages("fixtures/broken.rs", "fn main() {}\n").is_empty());
        assert!(messages("a.rs", "use std::fs;\n//! late\n")[0].starts_with("a.rs:1: the module has no `//!` header"));
    }

    #[test]
    fn lints_are_not_switched_off_silently() {
        let found = messages("a.rs", "//! A.\n\n    #[allow(dead_code)]\nfn a() {}\n// in words: #[allow(x)]\n");
        assert_eq!(found, ["a.rs:3: use `#[expect(lint, reason = \"…\")]` instead of `allow`"]);
    }

    #[test]
    fn commands_stay_short() {
        let body = |lines: usize| {
            format!("//! C.\n\npub async fn save(\n    id: Id,\n) {{\n{}}}\n", "    x();\n".repeat(lines))
        };
        assert!(messages("src-tauri/src/commands/a.rs", &body(11)).is_empty());
        let found = messages("src-tauri/src/commands/a.rs", &body(12));
        assert_eq!(found, ["src-tauri/src/commands/a.rs:3: `save` has 16 lines; a command takes at most 15"]);
        assert!(messages("src-tauri/src/events.rs", &body(40)).is_empty());
    }
}
