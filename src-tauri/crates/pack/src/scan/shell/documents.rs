//! Commands that stand in documents: scripts, hooks, servers and settings as JSON, packages that a list names by their
//! address.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::scan::{
    pattern::{find, has, patterns},
    sense::{Context, floor},
};

/// Longest document that is read, and most commands of one.
const LONGEST: usize = 512 * 1024;
const MOST: usize = 400;
/// How much of a command is looked for to find its place.
const BEGINNING: usize = 20;

patterns! {
    // Keys whose values are run.
    RUN = r"(?i)^(?:command|cmd|run|exec|script|shell|entrypoint|(?:\w*Command))$";
    // What holds scripts by their names, and packages by theirs.
    SCRIPTS = r"^(?:scripts|tasks)$";
    PACKAGES = r"(?i)^(?:\w*dependencies|overrides|resolutions)$";
    ADDRESS = r"(?i)^(?:git\+)?(?:https?|ssh|git)://";
    // Lists of packages of Python.
    REQUIREMENTS = r"(?i)(?:^|[/\\])(?:requirements|constraints)[\w.-]*\.(?:txt|in)$";
    REQUIRED = r"(?m)^[ \t]*(?:--?(?:extra-)?index-url[ =]|-i[ ]|-e[ ]|[\w.\[\],-]+[ \t]*@[ \t]*|(?:git\+)?https?://)[^\n\x23]*";
    AT_ADDRESS = r#"["']([\w.\[\],-]+\s*@\s*(?:git\+)?https?://[^"'\n]+)["']"#;
    // Where hooks for commits come from.
    REPOSITORY = r"(?m)^[ \t]*-[ \t]+repo:[ \t]*(https?://\S+)";
    // A program with its words as a list, as settings of clients have it.
    SERVERS = r#"(?s)["']?\b(?:command|cmd)["']?\s*[:=]\s*["']?([\w./-]+)["']?\s*,?\s*["']?args["']?\s*[:=]\s*\[([^\]]{1,2000})\]"#;
    WORDS = r#""((?:[^"\\\n]|\\.)*)""#;
    TRUSTED = r"(?m)^[ \t]*--trusted-host[ =]\S+";
}

/// The commands of a document as lines of shell, each with its place.
pub(super) fn commands(context: &Context<'_>) -> Vec<(Range<usize>, String)> {
    if has(&REQUIREMENTS, context.path) {
        return required(context.text);
    }
    if context.path.contains("pre-commit-config") {
        let found = REPOSITORY.as_ref().into_iter().flat_map(|regex| regex.captures_iter(context.text));
        let named = found.filter_map(|found| found.get(1)).take(MOST);
        return named.map(|named| (named.range(), format!("pip install 'git+{}'", named.as_str()))).collect();
    }
    if context.path.rsplit('.').next().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        let found = AT_ADDRESS.as_ref().into_iter().flat_map(|regex| regex.captures_iter(context.text));
        let named = found.filter_map(|found| found.get(1)).take(MOST);
        return named.map(|named| (named.range(), format!("pip install '{}'", named.as_str()))).collect();
    }
    if context.is_prose {
        return in_fences(context);
    }
    if !context.path.rsplit('.').next().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
        || context.text.len() > LONGEST
        || context.is_of_tests()
    {
        return Vec::new();
    }
    let Ok(document) = serde_json::from_str::<Value>(context.text) else { return Vec::new() };
    let mut lines = Vec::new();
    gather(&document, "", &mut lines);
    lines.truncate(MOST);
    lines.into_iter().map(|(said, line)| (place_of(context.text, &said), line)).collect()
}

/// The same of settings that a page shows to be written down.
fn in_fences(context: &Context<'_>) -> Vec<(Range<usize>, String)> {
    let mut all = Vec::new();
    for span in context.code().iter().filter(|span| context.is_fence(span.start)).take(MOST) {
        let inner = &context.text[span.start..span.end];
        let server = SERVERS.as_ref().into_iter().flat_map(|regex| regex.captures_iter(inner));
        let lines = server.filter_map(|found| {
            let (command, words) = (found.get(1)?.as_str(), found.get(2)?.as_str());
            let words = WORDS.as_ref()?.captures_iter(words).filter_map(|found| found.get(1));
            let words = words.map(|word| format!("'{}'", word.as_str().replace('\'', "")));
            let place = found.get(0)?.range();
            let line = format!("{command} {}", words.collect::<Vec<_>>().join(" "));
            Some((span.start + place.start..span.start + place.end, line))
        });
        all.extend(lines.take(MOST));
    }
    all.truncate(MOST);
    all
}

/// Packages of Python that a list names by their address, as if they were installed one by one.
fn required(text: &str) -> Vec<(Range<usize>, String)> {
    let trusted = find(&TRUSTED, text).map(|place| text[place].trim().to_owned()).unwrap_or_default();
    let lines = REQUIRED.as_ref().into_iter().flat_map(|regex| regex.find_iter(text));
    let line = |found: regex::Match<'_>| {
        let said = found.as_str().trim();
        let said = if said.starts_with('-') { said.to_owned() } else { format!("'{}'", said.replace('\'', "")) };
        (found.range(), format!("pip install {trusted} {said}"))
    };
    lines.map(line).take(MOST).collect()
}

/// What is run: as it is written, and as a line of shell.
fn gather(value: &Value, within: &str, lines: &mut Vec<(String, String)>) {
    match value {
        Value::Object(values) => {
            if let Some(line) = with_words(values) {
                lines.push(line);
            }
            for (key, value) in values {
                match value {
                    Value::String(text) if has(&RUN, key) || has(&SCRIPTS, within) => {
                        lines.push((text.clone(), text.clone()));
                    }
                    Value::String(text) if has(&PACKAGES, within) && has(&ADDRESS, text) => {
                        lines.push((text.clone(), format!("npm install '{}'", text.replace('\'', ""))));
                    }
                    _ => gather(value, key, lines),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, within, lines)),
        _ => {}
    }
}

/// A command with its words as a list.
fn with_words(values: &Map<String, Value>) -> Option<(String, String)> {
    let command = values.get("command").or_else(|| values.get("cmd"))?.as_str()?;
    let mut words = values.get("args")?.as_array()?.iter().filter_map(Value::as_str);
    let quoted = words.clone().map(|word| format!("'{}'", word.replace('\'', r"'\''")));
    let last = words.next_back()?.to_owned();
    Some((last, format!("{command} {}", quoted.collect::<Vec<_>>().join(" "))))
}

fn place_of(text: &str, said: &str) -> Range<usize> {
    let written = serde_json::to_string(said).unwrap_or_default();
    let inner = written.trim_matches('"');
    let beginning = &inner[..floor(inner, BEGINNING)];
    let at = text.find(beginning).unwrap_or_default();
    at..floor(text, at + inner.len()).max(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Vec<String> {
        commands(&Context::new(text, path)).into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn what_a_document_runs_is_a_line_of_shell() {
        let text = r#"{"scripts": {"a": "sh \"x y\""}, "hooks": [{"type": "command", "command": "ls"}],
            "mcpServers": {"a": {"command": "npx", "args": ["-y", "https://tides.example/a.tgz"]}},
            "dependencies": {"a": "^1.0.0", "b": "https://tides.example/b.tgz"}}"#;
        let mut lines = of("package.json", text);
        lines.sort();
        assert_eq!(
            lines,
            [
                "ls",
                "npm install 'https://tides.example/b.tgz'",
                "npx",
                "npx '-y' 'https://tides.example/a.tgz'",
                "sh \"x y\""
            ]
        );
        let text = "requests==2.32.3\ntide @ http://tides.example/t.tar.gz\n--index-url http://tides.example/simple\n";
        assert_eq!(
            of("requirements-dev.txt", text),
            [
                "pip install  'tide @ http://tides.example/t.tar.gz'",
                "pip install  --index-url http://tides.example/simple"
            ]
        );
    }
}
