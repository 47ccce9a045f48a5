//! Programs and variables that run or load a file they are given, though they are no interpreters by name: what nobody has
//! read is run by them as well.

use super::{
    MOST_NESTED, Reader, Rule,
    unpacked::By,
    value::{Origin, Value, Word},
};
use crate::scan::{
    pattern::{has, patterns},
    phrase::RUNS,
};

const RENEWS: &str = "This replaces what an agent is told with what it downloads, which nobody has read. Remove it, or \
    ship the text with the skill.";

/// Each with the options behind which the file stands; none where any word may be it.
const LOADERS: [(&str, &[&str]); 68] = [
    ("psql", &["-f", "--file"]),
    ("sqlcmd", &["-i"]),
    ("mongosh", &["-f", "--file"]),
    ("jupyter", &[]),
    ("papermill", &[]),
    ("streamlit", &[]),
    ("code", &["--install-extension"]),
    ("docker", &["-i", "--input"]),
    ("awk", &["-f", "--file"]),
    ("gawk", &["-f", "--file"]),
    ("mawk", &["-f"]),
    ("sed", &["-f", "--file"]),
    ("vim", &["-S", "-u", "-s"]),
    ("nvim", &["-S", "-u", "-l"]),
    ("vi", &["-S", "-u"]),
    ("emacs", &["-l", "--load", "--script"]),
    ("gdb", &["-x", "--command"]),
    ("lldb", &["-s", "--source"]),
    ("tclsh", &[]),
    ("expect", &[]),
    ("rscript", &[]),
    ("julia", &[]),
    ("octave", &[]),
    ("luajit", &[]),
    ("guile", &[]),
    ("racket", &[]),
    ("sbcl", &["--load", "--script"]),
    ("swift", &[]),
    ("kotlin", &[]),
    ("groovy", &[]),
    ("scala", &[]),
    ("elixir", &[]),
    ("escript", &[]),
    ("dotnet", &[]),
    ("mono", &[]),
    ("wine", &[]),
    ("wscript", &[]),
    ("cscript", &[]),
    ("mshta", &[]),
    ("rundll32", &[]),
    ("regsvr32", &[]),
    ("call", &[]),
    ("import-module", &[]),
    ("ipmo", &[]),
    ("add-type", &["-Path", "-path", "-LiteralPath"]),
    ("insmod", &[]),
    ("apk", &[]),
    ("pacman", &["-U"]),
    ("snap", &[]),
    ("adb", &[]),
    ("sbatch", &[]),
    ("kubectl", &["-f", "--filename"]),
    ("helm", &[]),
    ("docker-compose", &["-f", "--file"]),
    ("terraform", &[]),
    ("direnv", &[]),
    ("osascript", &[]),
    ("ts-node", &[]),
    ("tsx", &[]),
    ("pytest", &["-c", "-p"]),
    ("uv", &[]),
    ("pipx", &[]),
    ("nix-build", &[]),
    ("nix-shell", &[]),
    ("gradle", &["-b", "-I", "--init-script"]),
    ("mvn", &["-f", "-s"]),
    ("entrypoint", &[]),
    ("cmd", &[]),
];
/// Programs that open a file by what it is, which is no harm to a table or a picture.
const OPENERS: [&str; 7] = ["open", "xdg-open", "start", "invoke-item", "ii", "explorer", "start-process"];
/// Most parts of a variable that are asked.
const MOST_PARTS: usize = 20;
/// Variables that name a file which other programs run or load.
const VARIABLES: [&str; 14] = [
    "BASH_ENV",
    "ENV",
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "PYTHONSTARTUP",
    "PYTHONPATH",
    "NODE_OPTIONS",
    "RUBYOPT",
    "PERL5OPT",
    "JAVA_TOOL_OPTIONS",
    "PROMPT_COMMAND",
    "GIT_SSH_COMMAND",
    "LUA_INIT",
    "ZDOTDIR",
];
/// Folders in which programs are found by their names.
const FOLDERS: [&str; 8] =
    ["~/.local/bin", "$HOME/.local/bin", "~/bin", "$HOME/bin", "/usr/local/bin", "/usr/bin", "/opt/bin", "/bin"];
/// Programs of Windows that write what they are given into a file.
const WRITERS: [&str; 5] = ["set-content", "add-content", "out-file", "tee-object", "sc"];

patterns! {
    // What is run when it is opened.
    PROGRAM = r"(?i)\.(?:exe|msi|bat|cmd|ps1|psm1|sh|command|app|dmg|pkg|jar|vbs|vbe|wsf|hta|scr|appimage|run|deb|rpm|lnk|reg)$";
    // What an agent is told.
    TOLD = r"(?i)(?:^|[/\\])(?:CLAUDE(?:\.local)?|AGENTS|GEMINI|SKILL|copilot-instructions)\.md$|(?:^|[/\\])\.(?:cursor|windsurf|cline)rules$|[/\\]\.(?:claude|codex|cursor|gemini|agents|windsurf)[/\\](?:rules|commands|agents|skills|hooks)[/\\]";
}

impl Reader<'_, '_> {
    /// Tells of what is run by a program that loads it, and keeps in mind what the programs of Windows write.
    pub(super) fn loads(&mut self, name: &str, words: &[Word], input: &Value) {
        if WRITERS.contains(&name) {
            self.written_by_windows(words, input);
        }
        if name == "bitsadmin" && words.iter().any(|word| super::names::is_remote(&word.text)) {
            words.last().into_iter().for_each(|last| self.machine.put(&last.text, Value::of("", Origin::FETCHED)));
        }
        if name == "set" && words.first().is_some_and(|word| word.text == "--") {
            self.given_words(&words[1..]);
        }
        if name == "parallel"
            && (input.origin.has(Origin::UNREAD) || words.iter().any(|word| word.whole.has(Origin::UNREAD)))
        {
            self.tell(Rule::RemoteCode, RUNS);
        }
        if name == "direnv" && self.file(".envrc").is_some_and(|file| file.origin.has(Origin::UNREAD)) {
            self.tell(Rule::RemoteCode, RUNS);
        }
        let is_opener = OPENERS.contains(&name);
        let options = LOADERS.iter().find(|(program, _)| *program == name).map(|(_, options)| *options);
        let Some(options) = options.or_else(|| is_opener.then_some(&[][..])) else { return };
        let mut was_option = options.is_empty();
        for word in words {
            let text = word.text.trim_matches(['[', ']', ',', '"']);
            let attached =
                options.iter().find_map(|option| text.strip_prefix(option)).map(|rest| rest.trim_start_matches('='));
            let file = attached.filter(|rest| !rest.is_empty()).unwrap_or(text);
            let is_given = was_option || attached.is_some_and(|rest| !rest.is_empty());
            was_option = options.is_empty() || options.contains(&text);
            let is_run = !is_opener || has(&PROGRAM, file);
            let file = Word { text: file.to_owned(), ..word.clone() };
            if is_given && is_run && !text.starts_with('-') && self.runs(&file, By::Language) {
                break;
            }
        }
    }

    fn written_by_windows(&mut self, words: &[Word], input: &Value) {
        let is_named = |word: &Word| {
            ["-path", "-filepath", "-literalpath"].iter().any(|name| word.text.eq_ignore_ascii_case(name))
        };
        let named = words.iter().position(is_named).and_then(|at| words.get(at + 1));
        let path = named.or_else(|| words.iter().find(|word| !word.text.starts_with('-')));
        if let Some(path) = path.filter(|_| input.origin.has(Origin::UNREAD)) {
            self.machine.put(&path.text, input.clone());
        }
    }

    /// Tells of a variable that makes other programs load what nobody has read.
    pub(super) fn loads_by_variable(&mut self, name: &str, value: &Value) {
        if name != "PATH" && !VARIABLES.contains(&name) {
            return;
        }
        self.machine.nested += 1;
        if self.machine.nested > MOST_NESTED {
            return;
        }
        if name == "PATH" {
            let parts = value.text.split(':').filter(|part| part.contains('/')).take(MOST_PARTS);
            let parts: Vec<&str> = parts.collect();
            for part in parts {
                self.runs(&Word { text: format!("{part}/x"), ..Word::default() }, By::Itself);
            }
        }
        if !VARIABLES.contains(&name) {
            return;
        }
        let mut parts = value.text.split([' ', '=', ':', ',']).filter(|part| part.len() > 2).take(MOST_PARTS);
        let is_unread = parts.any(|part| {
            let within = format!("{}/", part.trim_end_matches('/'));
            self.is_unread_file(&Word { text: part.to_owned(), ..Word::default() })
                || self
                    .machine
                    .files
                    .iter()
                    .any(|(path, file)| path.starts_with(&within) && file.origin.has(Origin::UNREAD))
        });
        if is_unread || value.origin.has(Origin::UNREAD) {
            self.tell(Rule::RemoteCode, RUNS);
        }
    }

    /// Tells of a program that was fetched into a folder of programs, where its name is enough.
    pub(super) fn runs_by_name(&mut self, name: &str) {
        let is_unread = |folder: &&str| {
            let file = self.machine.files.get(&format!("{folder}/{name}"));
            file.is_some_and(|file| file.origin.has(Origin::UNREAD))
        };
        if FOLDERS.iter().any(is_unread) {
            self.tell(Rule::RemoteCode, RUNS);
        }
    }

    /// Tells of what is fetched into a place from which it is run or obeyed later.
    pub(super) fn fetched_to_run(&mut self, path: &str) {
        if has(&TOLD, path) {
            self.tell(Rule::RemoteCode, RENEWS);
        } else {
            self.kept_to_run(path, &Value::of("", Origin::FETCHED));
        }
    }
}
