//! What stands before a command: variables that are set, and words that only say how it is run, or when.

use super::{
    Reader, Rule,
    each::{is_itself, options},
    names,
    value::{Value, Word},
};
use crate::scan::phrase::UNGUARDS;

/// Words before a command that only say how it is run, or when.
pub(super) const BEFORE: [&str; 33] = [
    "command:",
    "entrypoint:",
    "script:",
    "cmd:",
    "exec:",
    "shell:",
    "args:",
    "sudo",
    "doas",
    "env",
    "nohup",
    "command",
    "exec",
    "time",
    "nice",
    "setsid",
    "timeout",
    "then",
    "do",
    "else",
    "if",
    "elif",
    "while",
    "until",
    "!",
    "$",
    "run",
    "run:",
    "-",
    "busybox",
    "builtin",
    "stdbuf",
    "&",
];
/// Words that set variables.
const SETTERS: [&str; 6] = ["export", "local", "readonly", "declare", "typeset", "set"];

/// Variables with which certificates are no longer checked.
const UNCHECKED: [&str; 4] =
    ["NODE_TLS_REJECT_UNAUTHORIZED=0", "PYTHONHTTPSVERIFY=0", "GIT_SSL_NO_VERIFY=true", "GIT_SSL_NO_VERIFY=1"];

impl Reader<'_, '_> {
    /// Sets what is assigned, and passes over what only says how a command is run: where it begins.
    pub(super) fn after_assignments(&mut self, words: &[Word], input: &Value) -> usize {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let name = names::program(&word.text);
            let rest = &words[at + 1..];
            if self.machine.functions.contains_key(&word.text) {
                return at;
            }
            if word.assigns.is_some() {
                self.assign(word);
            } else if SETTERS.contains(&name.as_str()) {
                if rest.iter().all(|word| word.assigns.is_none()) {
                    return at;
                }
                for word in rest {
                    self.assign(word);
                }
                return words.len();
            } else if (name == "for" || name == "select") && rest.get(1).is_some_and(|word| word.text == "in") {
                let values = rest[2..].iter().map(|word| Value::of(&word.text, word.origin)).collect();
                self.goes_through(&rest[0].text, values);
                return words.len();
            } else if ["read", "mapfile", "readarray"].contains(&name.as_str()) {
                self.reads(rest, input);
                return words.len();
            } else if BEFORE.contains(&name.as_str())
                && !(name == "run" && word.text.contains('/'))
                && !is_itself(&name, rest)
            {
                at += options(rest, &name);
            } else {
                return at;
            }
            at += 1;
        }
        words.len()
    }

    fn assign(&mut self, word: &Word) {
        let Some(length) = word.assigns else { return };
        if UNCHECKED.contains(&word.text.as_str()) {
            self.tell(Rule::Persistence, UNGUARDS);
        }
        let (name, value) = word.text.split_at(length);
        let (name, is_added) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
        let value = Value::of(value.strip_prefix('=').unwrap_or(value), word.origin);
        self.loads_by_variable(name, &value);
        self.keep_element(name, &value);
        let known = self.machine.variables.entry(name.to_owned()).or_default();
        if is_added {
            known.add(&value);
        } else {
            *known = value;
        }
    }

    /// Variables that are read: what is not known of them has their name.
    fn reads(&mut self, words: &[Word], input: &Value) {
        for word in words.iter().filter(|word| names::is_variable(&word.text)) {
            let text = if input.text.is_empty() { format!("${}", word.text) } else { input.text.clone() };
            self.machine.variables.insert(word.text.clone(), Value { text, origin: input.origin });
        }
    }
}
