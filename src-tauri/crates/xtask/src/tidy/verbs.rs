//! A command begins with what it does, and one verb means one thing.

use super::tree::SourceFile;
use super::{Finding, by_line};

/// Where commands are declared, a line each.
const FILE: &str = "src-tauri/src/bindings.rs";

/// What a command may begin with. What gives back is `get` for one thing and `list` for many; what is kept is `save`d, a
/// value that is always there `set`; `trash` can be restored, `delete` cannot, and `remove` takes a part out of what stays.
const VERBS: &[&str] = &[
    "accept",
    "analyze",
    "answer",
    "apply",
    "ask",
    "bind",
    "call",
    "cancel",
    "check",
    "choose",
    "close",
    "compact",
    "compare",
    "continue",
    "convert",
    "count",
    "create",
    "delete",
    "dismiss",
    "duplicate",
    "edit",
    "estimate",
    "explain",
    "fetch",
    "find",
    "fix",
    "fork",
    "get",
    "hold",
    "ignore",
    "implement",
    "import",
    "judge",
    "label",
    "link",
    "list",
    "load",
    "move",
    "open",
    "pause",
    "plan",
    "preview",
    "pull",
    "push",
    "read",
    "redo",
    "refresh",
    "refuse",
    "relink",
    "remove",
    "rename",
    "repeat",
    "replace",
    "report",
    "resolve",
    "respell",
    "restore",
    "resume",
    "reveal",
    "revoke",
    "run",
    "salvage",
    "save",
    "say",
    "score",
    "search",
    "set",
    "simulate",
    "split",
    "start",
    "step",
    "stop",
    "suggest",
    "sweep",
    "tag",
    "test",
    "trash",
    "trust",
    "undo",
    "unlink",
    "update",
    "verify",
    "write",
];

pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    if file.path.to_str() == Some(FILE) { by_line(file, verbless) } else { Vec::new() }
}

fn verbless(line: &str) -> Option<String> {
    let (class, path) = line.trim().split_once("(commands::")?;
    if !class.chars().all(char::is_alphabetic) {
        return None;
    }
    let (_, command) = path.split_once("::")?;
    let command = command.split([' ', ':', ')']).next().unwrap_or_default();
    let verb = command.split('_').next().unwrap_or_default();
    let message = || format!("`{command}` doesn't start with a verb from tidy/verbs.rs");
    (!VERBS.contains(&verb)).then(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_without_a_verb_is_found() {
        let lines = "aside(commands::map::get_map),\n aside(commands::asking::question $r),\n\
            action(commands::map::put_link),\nmod other;\n//! `x(commands::map::put_link)`";
        let found: Vec<_> = check(&SourceFile::new(FILE, lines)).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [2, 3]);
        assert!(check(&SourceFile::new("src-tauri/src/other.rs", lines)).is_empty());
    }
}
