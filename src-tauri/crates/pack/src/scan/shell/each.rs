//! Commands that others run: what stands before them, and what `xargs` and `find` give them.

use super::{
    Reader, Rule,
    destroys::DESTROYS,
    names,
    value::{Origin, Value, Word},
};
use crate::scan::phrase::{RUNS, SENDS};

impl Reader<'_, '_> {
    /// `xargs`: a command that is given what is read.
    pub(super) fn each(&mut self, words: &[Word], input: &Value) {
        let skipped = options(words, "xargs");
        let Some((first, rest)) = words.get(skipped..).and_then(<[Word]>::split_first) else { return };
        let name = names::program(&first.text);
        let is_whole = rest.last().is_none_or(|last| last.text == "{}" || last.text.starts_with('-'));
        if names::is_shell(&name) && input.origin.has(Origin::UNREAD) && is_whole {
            self.tell(Rule::RemoteCode, RUNS);
        }
        let given = given_each(words, input);
        if names::is_shell(&name) && given.iter().any(|word| word.text.starts_with('-') && word.text.ends_with('c')) {
            self.interpreted(&name, &given[1..], &Value::default());
        }
        self.loses(&name, &given[1..]);
        if self.sends(&name, &given[1..], input) {
            self.tell(Rule::Exfiltration, SENDS);
        }
        if ["rm", "shred", "srm", "unlink", "truncate"].contains(&name.as_str()) && input.origin.has(Origin::LISTED) {
            self.tell(Rule::Destruction, DESTROYS);
        }
    }
}

/// The command of `xargs` with what it is given: a line of what is read, where nothing says which.
pub(super) fn given_each(words: &[Word], input: &Value) -> Vec<Word> {
    let mut given: Vec<Word> = words.get(options(words, "xargs")..).unwrap_or_default().to_vec();
    let line = input.text.lines().next().filter(|line| !line.is_empty()).unwrap_or("$()");
    for word in &mut given {
        if word.text.contains("{}") {
            word.text = word.text.replace("{}", line);
            word.origin |= input.origin;
        }
    }
    given.push(Word { text: line.to_owned(), origin: input.origin, ..Word::default() });
    given
}

/// How many words the options before a command take.
pub(super) fn options(words: &[Word], name: &str) -> usize {
    let taking: &[&str] = match name {
        "sudo" | "doas" => &["-u", "-g", "--user", "--group"],
        "env" => &["-u", "-C"],
        "nice" => &["-n"],
        "timeout" => &["-k", "-s", "--signal"],
        "xargs" => &["-I", "-P", "-L", "-d", "-n", "-s", "-a"],
        _ => &[],
    };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let text = word.text.as_str();
        let is_time = name == "timeout" && text.starts_with(|letter: char| letter.is_ascii_digit());
        if !(is_time || text.starts_with('-') && text.len() > 1) {
            break;
        }
        at += 1 + usize::from(taking.contains(&text));
    }
    at
}

/// Whether a word that mostly stands before a command is one itself here.
pub(super) fn is_itself(name: &str, rest: &[Word]) -> bool {
    match name {
        "env" => rest.iter().all(|word| word.text.starts_with('-')),
        "command" => rest.first().is_some_and(|word| word.text.eq_ignore_ascii_case("-v")),
        _ => false,
    }
}
