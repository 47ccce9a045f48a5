//! Shells that somebody elsewhere types into, and programs that run what a file brings which was fetched.

use super::{
    Reader, Rule, names,
    unpacked::By,
    value::{Command, Origin, Value, Word},
};
use crate::scan::phrase::RUNS;

/// Options of `nc` that name the program it runs.
const RUN_BY: [&str; 6] = ["-e", "-c", "--exec", "--sh-exec", "-lve", "-le"];
/// Files that a program reads by itself where it stands, and runs.
const READ_BY: [(&str, &[&str]); 11] = [
    ("make", &["Makefile", "makefile", "GNUmakefile"]),
    ("gmake", &["Makefile", "makefile", "GNUmakefile"]),
    ("just", &["justfile", "Justfile"]),
    ("rake", &["Rakefile"]),
    ("task", &["Taskfile.yml"]),
    ("cmake", &["CMakeLists.txt"]),
    ("npm", &["package.json"]),
    ("pip", &["setup.py", "requirements.txt"]),
    ("docker", &["Dockerfile", "docker-compose.yml", "compose.yaml"]),
    ("vagrant", &["Vagrantfile"]),
    ("ansible-playbook", &["playbook.yml"]),
];

impl Reader<'_, '_> {
    /// Tells of a shell that answers somebody elsewhere.
    pub(super) fn listens(&mut self, name: &str, words: &[Word]) {
        let texts = || words.iter().map(|word| word.text.as_str());
        let is_told = match name {
            "nc" | "ncat" | "netcat" => {
                let named = texts().position(|text| RUN_BY.contains(&text) || text.starts_with("--exec="));
                named.is_some_and(|at| {
                    let program = words.get(at + 1).map_or("", |word| word.text.as_str());
                    program.split(['/', ' ']).any(names::is_interpreter)
                        || program.ends_with("cmd.exe")
                        || program.contains("sh")
                })
            }
            "socat" => texts().any(|text| {
                let upper = text.to_ascii_uppercase();
                (upper.starts_with("EXEC:") || upper.starts_with("SYSTEM:")) && text.contains("sh")
            }),
            _ => false,
        };
        if is_told {
            self.tell(Rule::RemoteCode, RUNS);
        }
    }

    /// `mkfifo`: what comes through it is not known.
    pub(super) fn pipes(&mut self, name: &str, words: &[Word]) {
        let is_pipe = name == "mkfifo" || name == "mknod" && words.last().is_some_and(|word| word.text == "p");
        for word in words.iter().filter(|word| is_pipe && !word.text.starts_with('-') && word.text != "p") {
            self.machine.put(&word.text, Value::of("", Origin::FETCHED));
        }
    }

    /// Tells of a program that is steered by a file nobody has read.
    pub(super) fn is_steered(&mut self, name: &str, words: &[Word]) {
        let Some((_, files)) = READ_BY.iter().find(|(program, _)| *program == name) else { return };
        let named = words.iter().position(|word| ["-f", "--file", "-P", "-r"].contains(&word.text.as_str()));
        let file = named.and_then(|at| words.get(at + 1)).map(|word| word.text.clone());
        let files = file.map_or_else(|| files.iter().map(|file| (*file).to_owned()).collect(), |file| vec![file]);
        let is_unread = |path: &String| self.file(path).is_some_and(|file| file.origin.has(Origin::UNREAD));
        if files.iter().any(is_unread) {
            self.tell(Rule::RemoteCode, RUNS);
        }
    }

    /// `powershell` and `cmd`: by the option before what is run.
    pub(super) fn windows(&mut self, name: &str, words: &[Word], input: &Value) {
        let option = |word: &Word| word.text.trim_start_matches(['-', '/']).to_ascii_lowercase();
        for (at, word) in words.iter().enumerate() {
            if !word.text.starts_with(['-', '/']) {
                continue;
            }
            let (option, rest) = (option(word), words.get(at + 1..).unwrap_or_default());
            let is_command = name == "cmd" && option == "k" || !option.is_empty() && "command".starts_with(&option);
            if is_command {
                let text: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
                if rest.iter().any(|word| word.whole.has(Origin::UNREAD)) {
                    self.tell(Rule::RemoteCode, RUNS);
                }
                rest.iter().take(1).for_each(|word| {
                    self.runs(word, By::Shell);
                });
                self.made(&text.join(" "), input.clone());
                return;
            }
            if !option.is_empty() && "file".starts_with(&option) {
                rest.iter().take(1).for_each(|word| {
                    self.runs(word, By::Shell);
                });
                return;
            }
        }
        if words.iter().all(|word| word.text.starts_with(['-', '/'])) && input.origin.has(Origin::UNREAD) {
            self.tell(Rule::RemoteCode, RUNS);
        }
    }

    /// `ForEach-Object { ... }`: a command that is given what is read under `$_`.
    pub(super) fn does_each(&mut self, words: &[Word], input: &Value) {
        let inner = words.iter().filter(|word| !["{", "}"].contains(&word.text.as_str()));
        let given = |word: &Word| {
            let mut word = word.clone();
            if word.text.contains("$_") {
                word.origin |= input.origin;
                word.whole |= input.origin;
            }
            word
        };
        let command = Command { words: inner.map(given).collect(), ..Command::default() };
        self.execute(command, Value::default());
    }

    /// What is put under a name of PowerShell: `$name = command`.
    pub(super) fn names_output(&mut self, words: &[Word], input: &Value) -> bool {
        let [name, sign, rest @ ..] = words else { return false };
        let is_assigned = sign.text == "=" && name.text.starts_with('$') && !rest.is_empty();
        if !is_assigned {
            return false;
        }
        let output = match rest {
            [only] if only.origin == Origin::NONE && !only.text.contains(['-', '(']) => {
                Value::of(&only.text, only.origin)
            }
            _ => {
                let command = Command { words: rest.to_vec(), ..Command::default() };
                self.execute(command, input.clone())
            }
        };
        let text = if output.text.is_empty() { name.text.clone() } else { output.text };
        self.machine.variables.insert(name.text[1..].to_owned(), Value { text, origin: output.origin });
        true
    }
}
