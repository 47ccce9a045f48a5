//! What a command does with what it is given.

use super::{
    Reader, Rule,
    destroys::DESTROYS,
    images, names, packages,
    unpacked::By,
    value::{Command, Origin, Value, Word},
};
use crate::scan::phrase::{RUNS, SENDS};

const INSTALLS: &str = "This installs a package from an address, where it can change at any time. Install it \
    from a registry, or compare its checksum first.";

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
        self.loads(name, words, input);
        self.follow(name, words, input);
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
            "psql" | "mysql" | "mariadb" | "sqlcmd" | "sqlite3" | "duckdb" | "mongosh" | "cypher-shell"
                if input.origin.has(Origin::FETCHED) && !self.is_of_dumps() =>
            {
                self.tell(Rule::RemoteCode, RUNS);
            }
            "get-filehash" => self.machine.is_checked(),
            _ => self.unpacks(name, words, input),
        }
    }

    /// Whether a text is about all that a database holds, which is brought back as it is.
    fn is_of_dumps(&self) -> bool {
        ["pg_dump", "mysqldump", "mariadb-dump", ".dump"].iter().any(|dump| self.text.contains(dump))
    }

    fn runs_files<'w>(&mut self, words: impl Iterator<Item = &'w Word>, by: By) {
        for word in words {
            if self.runs(word, by) {
                break;
            }
        }
    }
}
