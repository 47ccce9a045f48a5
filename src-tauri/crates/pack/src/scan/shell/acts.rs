//! What a command does with what it is given.

use super::{
    Reader, Rule,
    destroys::DESTROYS,
    names, packages,
    value::{Command, Origin, Value, Word},
};
use crate::scan::phrase::{RUNS, SENDS};

const INSTALLS: &str = "This installs a package from an address, where it can change at any time. Install it \
    from a registry, or compare its checksum first.";

/// Words before a command that only say how it is run, or when.
const BEFORE: [&str; 25] = [
    "sudo", "doas", "env", "nohup", "command", "exec", "time", "nice", "setsid", "timeout", "then", "do", "else", "if",
    "elif", "while", "until", "!", "$", "run", "run:", "-", "busybox", "builtin", "stdbuf",
];
/// Words that set variables.
const SETTERS: [&str; 6] = ["export", "local", "readonly", "declare", "typeset", "set"];

impl Reader<'_, '_> {
    /// What a command writes; what it does is told.
    pub(super) fn execute(&mut self, mut command: Command, piped: Value) -> Value {
        let input = command.input.take().unwrap_or(piped);
        let words = std::mem::take(&mut command.words);
        let from = self.after_assignments(&words, &input);
        let words = &words[from..];
        let output = match words.split_first() {
            Some((first, rest)) => {
                let name = names::program(&first.text);
                self.judge(first, &name, rest, &input);
                self.written_by(&name, rest, &command, &input)
            }
            None => input,
        };
        let Some(path) = command.output else { return output };
        if names::is_connection(&path) {
            let name = words.first().map(|first| names::program(&first.text)).unwrap_or_default();
            if names::is_shell(&name) {
                self.tell(Rule::RemoteCode, RUNS);
            } else if output.origin.has(Origin::SECRET) {
                self.tell(Rule::Exfiltration, SENDS);
            }
            return Value::default();
        }
        self.write(&path, words, output);
        Value::default()
    }

    /// Sets what is assigned, and passes over what only says how a command is run: where it begins.
    fn after_assignments(&mut self, words: &[Word], input: &Value) -> usize {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let name = names::program(&word.text);
            let rest = &words[at + 1..];
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
            } else if name == "for" && rest.get(1).is_some_and(|word| word.text == "in") {
                let mut value = Value::default();
                rest[2..].iter().for_each(|word| value.add(&Value::of(&word.text, word.origin)));
                self.machine.variables.insert(rest[0].text.clone(), value);
                return words.len();
            } else if name == "read" {
                for word in rest.iter().filter(|word| names::is_variable(&word.text)) {
                    self.machine.variables.insert(word.text.clone(), input.clone());
                }
                return words.len();
            } else if BEFORE.contains(&name.as_str()) && !is_itself(&name, rest) {
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
        let (name, value) = word.text.split_at(length);
        let (name, is_added) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
        let value = Value::of(value.strip_prefix('=').unwrap_or(value), word.origin);
        let known = self.machine.variables.entry(name.to_owned()).or_default();
        if is_added {
            known.add(&value);
        } else {
            *known = value;
        }
    }

    fn write(&mut self, path: &str, words: &[Word], mut output: Value) {
        if path == "/dev/null" {
            return;
        }
        if super::destroys::is_disk(path) {
            self.tell(Rule::Destruction, DESTROYS);
        }
        self.machine.put(path, output.clone());
        // What a program is told to write is part of what it writes.
        for word in words {
            output.push("\n");
            output.push(&word.text);
        }
        self.kept_to_run(path, &output);
    }

    /// Tells what a command does that one should know.
    fn judge(&mut self, first: &Word, name: &str, words: &[Word], input: &Value) {
        let is_path = first.text.contains(['/', '.']);
        if first.whole.has(Origin::UNREAD) || is_path && self.origin_of_file(&first.text).has(Origin::UNREAD) {
            self.tell(Rule::RemoteCode, RUNS);
        }
        self.follow(name, words, input);
        if packages::is_from_anywhere(name, words) {
            self.tell(Rule::RemoteCode, INSTALLS);
        }
        if self.sends(name, words, input) {
            self.tell(Rule::Exfiltration, SENDS);
        }
        if self.destroys(name, words, input) {
            self.tell(Rule::Destruction, DESTROYS);
        }
    }

    /// Follows a command into what it runs, and keeps in mind what it leaves behind.
    fn follow(&mut self, name: &str, words: &[Word], input: &Value) {
        match name {
            _ if names::is_interpreter(name) => self.interpreted(name, words, input),
            "eval" => {
                if words.iter().any(|word| word.whole.has(Origin::UNREAD)) {
                    self.tell(Rule::RemoteCode, RUNS);
                }
                let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                self.made(&text.join(" "), Value::default());
            }
            "source" | "." | "dpkg" | "rpm" | "installer" | "start-process" | "msiexec" => self.runs_file(words),
            "xargs" => self.each(words, input),
            "find" => {
                let exec = words.iter().position(|word| word.text.starts_with("-exec"));
                let found = words.iter().fold(Origin::NONE, |origin, word| origin | self.origin_of_file(&word.text));
                let found = Value::of("", found);
                if let Some(at) = exec {
                    self.each(&words[at + 1..], &found);
                }
            }
            "tar" | "zip" | "7z" => self.packed(words),
            "cp" | "mv" | "install" | "ln" => self.moved(words),
            "tee" => {
                for word in words.iter().filter(|word| !word.text.starts_with('-')) {
                    self.write(&word.text, &[], input.clone());
                }
            }
            "crontab" | "at" | "batch" => self.scheduled(words, input),
            "git" if words.first().is_some_and(|word| word.text == "config") => self.configured(&words[1..]),
            "cd" | "pushd" => self.machine.folder = words.first().map(|word| word.text.clone()).unwrap_or_default(),
            "gpg" if words.iter().any(|word| word.text == "--verify") => self.machine.is_checked(),
            "gpgv" | "minisign" | "cosign" | "slsa-verifier" | "signify" => self.machine.is_checked(),
            _ => {}
        }
    }

    /// `sh`, `python` and their like: a program as a word, in a file, or as what is read.
    fn interpreted(&mut self, name: &str, words: &[Word], input: &Value) {
        let is_shell = names::is_shell(name);
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let text = word.text.as_str();
            if matches!(text, "-" | "-s" | "/dev/stdin") {
                break;
            }
            if !text.starts_with(['-', '+']) {
                self.runs_file(std::slice::from_ref(word));
                return;
            }
            let letters = if text.starts_with("--") { "" } else { &text[1..] };
            if is_shell && letters == "n" {
                // It is looked at, and not run.
                return;
            }
            if letters.contains('c') || !is_shell && letters.contains(['e', 'm', 'p', 'n', 'r']) {
                words.get(at).into_iter().for_each(|program| self.programmed(is_shell, program, input));
                return;
            }
            // The name of a setting follows.
            at += usize::from(is_shell && letters.ends_with('o'));
        }
        if input.origin.has(Origin::UNREAD) {
            self.tell(Rule::RemoteCode, RUNS);
        } else if is_shell && !input.text.is_empty() {
            self.made(&input.text, Value::default());
        }
    }

    fn programmed(&mut self, is_shell: bool, program: &Word, input: &Value) {
        if program.whole.has(Origin::UNREAD) {
            self.tell(Rule::RemoteCode, RUNS);
        }
        if is_shell {
            self.made(&program.text, input.clone());
        }
    }

    fn runs_file(&mut self, words: &[Word]) {
        let is_unread =
            |word: &Word| word.whole.has(Origin::UNREAD) || self.origin_of_file(&word.text).has(Origin::UNREAD);
        if words.iter().any(is_unread) {
            self.tell(Rule::RemoteCode, RUNS);
        }
    }

    /// `xargs`: a command that is given what is read.
    fn each(&mut self, words: &[Word], input: &Value) {
        let skipped = options(words, "xargs");
        let Some((first, rest)) = words.get(skipped..).and_then(<[Word]>::split_first) else { return };
        let name = names::program(&first.text);
        let is_whole = rest.last().is_none_or(|last| last.text == "{}" || last.text.starts_with('-'));
        if names::is_shell(&name) && input.origin.has(Origin::UNREAD) && is_whole {
            self.tell(Rule::RemoteCode, RUNS);
        }
        let mut given: Vec<Word> = rest.to_vec();
        given.push(Word { text: "{}".to_owned(), origin: input.origin, ..Word::default() });
        if self.sends(&name, &given, input) {
            self.tell(Rule::Exfiltration, SENDS);
        }
        if (name == "rm" || name == "shred") && input.origin.has(Origin::LISTED) {
            self.tell(Rule::Destruction, DESTROYS);
        }
    }
}

/// Whether a word that mostly stands before a command is one itself here.
fn is_itself(name: &str, rest: &[Word]) -> bool {
    match name {
        "env" => rest.iter().all(|word| word.text.starts_with('-')),
        "command" => rest.first().is_some_and(|word| word.text.eq_ignore_ascii_case("-v")),
        _ => false,
    }
}

/// How many words the options before a command take.
fn options(words: &[Word], name: &str) -> usize {
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
