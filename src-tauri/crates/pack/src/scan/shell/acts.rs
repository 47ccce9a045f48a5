//! What a command does with what it is given.

use super::{
    Reader, Rule,
    destroys::DESTROYS,
    each::options,
    images, names, packages,
    unpacked::By,
    value::{Command, Origin, Value, Word},
};
use crate::scan::phrase::{RUNS, SENDS, UNGUARDS};

const INSTALLS: &str = "This installs a package from an address, where it can change at any time. Install it \
    from a registry, or compare its checksum first.";

/// Words before a command that only say how it is run, or when.
pub(super) const BEFORE: [&str; 33] = [
    "command:", "entrypoint:", "script:", "cmd:", "exec:", "shell:", "args:",
    "sudo", "doas", "env", "nohup", "command", "exec", "time", "nice", "setsid", "timeout", "then", "do", "else", "if",
    "elif", "while", "until", "!", "$", "run", "run:", "-", "busybox", "builtin", "stdbuf", "&",
];
/// Words that set variables.
const SETTERS: [&str; 6] = ["export", "local", "readonly", "declare", "typeset", "set"];

/// Variables with which certificates are no longer checked.
const UNCHECKED: [&str; 4] =
    ["NODE_TLS_REJECT_UNAUTHORIZED=0", "PYTHONHTTPSVERIFY=0", "GIT_SSL_NO_VERIFY=true", "GIT_SSL_NO_VERIFY=1"];

impl Reader<'_, '_> {
    /// What a command writes; what it does is told.
    pub(super) fn execute(&mut self, mut command: Command, piped: Value) -> Value {
        let input = command.input.take().unwrap_or(piped);
        let words = std::mem::take(&mut command.words);
        let from = self.after_assignments(&words, &input);
        let words = &words[from..];
        if self.names_output(words, &input) {
            return Value::default();
        }
        let output = match words.split_first() {
            Some((first, rest)) => {
                if let Some(output) = self.called(words, &input) {
                    output
                } else {
                    let name = names::program(&first.text);
                    self.judge(first, &name, rest, &input);
                    self.written_by(&name, rest, &command, &input)
                }
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

    fn write(&mut self, path: &str, words: &[Word], mut output: Value) {
        if path == "/dev/null" {
            return;
        }
        if super::destroys::is_disk(path) {
            self.tell(Rule::Destruction, DESTROYS);
        }
        let mut kept = output.clone();
        if kept.text.is_empty() {
            for word in words {
                kept.push(&word.text);
                kept.push("\n");
            }
        }
        // What is written under a condition may as well not be.
        if self.is_conditional() {
            kept.origin |= self.origin_of_file(path).without(Origin::SECRET);
        }
        self.machine.put(path, kept);
        // What a program is told to write is part of what it writes.
        for word in words {
            output.push("\n");
            output.push(&word.text);
        }
        self.kept_to_run(path, &output);
    }

    /// Tells what a command does that one should know.
    fn judge(&mut self, first: &Word, name: &str, words: &[Word], input: &Value) {
        if first.text.contains(['/', '.']) {
            self.runs(first, By::Itself);
        } else if first.whole.has(Origin::UNREAD) && !self.machine.is_windows {
            self.tell(Rule::RemoteCode, RUNS);
        } else {
            self.runs_by_name(&first.text);
        }
        self.follow(name, words, input);
        self.loads(name, words, input);
        let is_package = |word: &Word| packages::is_package(&word.text) && self.is_unread_file(word);
        if packages::is_from_anywhere(name, words) || packages::installs(name, words) && words.iter().any(is_package) {
            self.tell(Rule::RemoteCode, INSTALLS);
        }
        if packages::runs_from_anywhere(name, words) || images::runs_image_of_anybody(name, words) {
            self.tell(Rule::RemoteCode, RUNS);
        }
        self.unguards(name, words);
        self.listens(name, words);
        self.pipes(name, words);
        self.is_steered(name, words);
        self.loses(name, words);
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
            "powershell" | "cmd" => self.windows(name, words, input),
            "pwsh" if words.iter().any(|word| word.text.len() > 2 && word.text.starts_with('-')) => {
                self.windows(name, words, input);
            }
            _ if names::is_interpreter(name) => self.interpreted(name, words, input),
            "eval" => {
                if words.iter().any(|word| word.whole.has(Origin::UNREAD)) {
                    self.tell(Rule::RemoteCode, RUNS);
                }
                let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                self.made(&text.join(" "), Value::default());
            }
            "trap" => {
                let text = words.first().map(|word| word.text.clone()).unwrap_or_default();
                self.made(&text, Value::default());
            }
            "source" | "." => self.runs_files(words.iter().take(1), By::Shell),
            "foreach-object" | "%" => self.does_each(words, input),
            "alias" => self.aliased(words),
            "shift" => self.shifted(),
            "xargs" => self.each(words, input),
            "find" => {
                let exec = words.iter().position(|word| word.text.starts_with("-exec"));
                let found = words.iter().fold(Origin::NONE, |origin, word| origin | self.origin_of_file(&word.text));
                let found = Value::of("", found);
                if exec.is_some() {
                    self.edits_found(words);
                }
                if let Some(at) = exec {
                    self.each(&words[at + 1..], &found);
                }
            }
            _ => self.follow_files(name, words, input),
        }
    }

    /// The same of commands that are about files, settings and repositories.
    fn follow_files(&mut self, name: &str, words: &[Word], input: &Value) {
        match name {
            "dpkg" | "rpm" | "installer" | "start-process" | "msiexec" | "apt" | "apt-get" | "dnf" | "yum" => {
                let is_file = |word: &&Word| word.text.contains('.') || word.whole.has(Origin::UNREAD);
                self.runs_files(words.iter().filter(is_file), By::Language);
            }
            "printf" if words.first().is_some_and(|word| word.text == "-v") => self.prints(words),
            "schtasks"
            | "register-scheduledtask"
            | "new-scheduledtaskaction"
            | "reg"
            | "sc"
            | "new-service"
            | "new-itemproperty"
            | "set-itemproperty" => self.registers(words),
            "claude" | "codex" | "gemini" | "copilot" if words.iter().any(|word| word.text == "mcp") => {
                self.adds_server(words);
            }
            "sed" | "perl" if words.iter().any(|word| word.text.starts_with("-i") || word.text == "--in-place") => {
                self.edits(words);
            }
            "tar" | "zip" | "7z" => {
                self.packed(words);
                self.unpacks(name, words, input);
            }
            "gunzip" | "gzip" | "unxz" | "xz" | "bunzip2" | "zstd" | "unzstd" => self.inflates(words),
            "cp" | "mv" | "install" | "ln" | "copy-item" | "move-item" | "copy" | "move" => self.moved(words),
            "tee" => {
                for word in words.iter().filter(|word| !word.text.starts_with('-')) {
                    self.write(&word.text, &[], input.clone());
                }
            }
            "crontab" | "at" | "batch" => self.scheduled(words, input),
            "git" if words.first().is_some_and(|word| word.text == "config") => self.configured(&words[1..]),
            "git" | "gh" | "hg" | "svn" => {
                self.adds(words);
                self.versioned(name, words);
            }
            "cd" | "pushd" | "set-location" => self.goes_to(words),
            "gpg" if words.iter().any(|word| word.text == "--verify") => self.machine.is_checked(),
            "gpgv" | "minisign" | "cosign" | "slsa-verifier" | "signify" => self.machine.is_checked(),
            _ => self.follow_more(name, words, input),
        }
    }

    /// The same of commands that build, show, compare and unpack files.
    fn follow_more(&mut self, name: &str, words: &[Word], input: &Value) {
        match name {
            "add" if words.len() > 1 => self.added(words),
            "make" | "gmake" | "$()" | "just" | "invoke" | "rake" | "ansible-playbook" | "java" => {
                // What is unpacked is built by its own rules.
                if words.iter().any(|word| self.is_unread_file(word)) {
                    self.tell(Rule::RemoteCode, RUNS);
                }
            }
            "less" | "more" | "vim" | "vi" | "nano" | "emacs" | "view" => self.looks_at(words),
            "get-filehash" => self.machine.is_checked(),
            _ => self.unpacks(name, words, input),
        }
    }

    fn runs_files<'w>(&mut self, words: impl Iterator<Item = &'w Word>, by: By) {
        for word in words {
            if self.runs(word, by) {
                break;
            }
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
