//! The pieces of a text that are commands: a script, a fence, a span of code, a line that begins with a program, and
//! strings that a program in another language runs.

use std::ops::Range;

use super::{
    kinds::{SHELL_NAMES, is_shebang},
    pattern::patterns,
    sense::{Context, floor},
    shown::orders,
};

/// How much of a line is looked at before a place.
const LINE: usize = 4_000;

/// Endings of files that a shell reads, or that hold lines of one.
const SHELL_ENDINGS: [&str; 13] =
    ["sh", "bash", "zsh", "ksh", "fish", "command", "yml", "yaml", "dockerfile", "mk", "ps1", "bat", "cmd"];
/// Fences of PowerShell and its like.
const WINDOWS: [&str; 7] = ["powershell", "ps1", "pwsh", "ps", "bat", "cmd", "batch"];
/// Fences that hold something else. One without a language is read as shell.
const OTHER_LANGUAGES: [&str; 44] = [
    "python",
    "py",
    "javascript",
    "js",
    "typescript",
    "ts",
    "jsx",
    "tsx",
    "json",
    "jsonc",
    "json5",
    "html",
    "css",
    "sql",
    "rust",
    "go",
    "java",
    "markdown",
    "md",
    "toml",
    "xml",
    "diff",
    "properties",
    "ini",
    "cfg",
    "conf",
    "dotenv",
    "csharp",
    "cs",
    "cpp",
    "c",
    "kotlin",
    "swift",
    "ruby",
    "rb",
    "perl",
    "php",
    "lua",
    "r",
    "graphql",
    "mermaid",
    "http",
    "svelte",
    "vue",
];
/// Programs with which a line of prose may begin, where nothing marks it as code.
const BEGINNINGS: [&str; 41] = [
    "docker",
    "podman",
    "kubectl",
    "helm",
    "git",
    "perl",
    "ruby",
    "php",
    "pwsh",
    "powershell",
    "irm",
    "iwr",
    "uvx",
    "pipx",
    "cargo",
    "brew",
    "deno",
    "bunx",
    "pnpm",
    "chmod",
    "curl",
    "wget",
    "bash",
    "sh",
    "eval",
    "exec",
    "source",
    "sudo",
    "python3",
    "python",
    "npm",
    "npx",
    "pip",
    "pip3",
    "rm",
    "env",
    "printenv",
    "base64",
    "crontab",
    "tar",
    "echo",
];

patterns! {
    // Strings that a program runs: as an argument of what runs commands, or under a name for them.
    STRINGS = &strings();
}

fn strings() -> String {
    let calls = r"\b(?:os\.system|os\.popen|subprocess\.\w+|check_output|check_call|getoutput|popen|execSync|spawnSync|exec|spawn|system|shell_exec|passthru)\s*\(\s*[frb]{0,2}";
    let shells = r#"["'](?:/bin/)?(?:ba|z)?sh["']\s*,\s*\[?\s*["']-\w*c["']\s*,\s*[frb]{0,2}"#;
    let names = r#""(?:command|cmd|run|script|(?:pre|post)?install|prepare)"\s*:\s*"#;
    format!(r#"(?:{calls}|{shells}|{names})(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)"#)
}

/// A piece of a text that is read as shell.
pub(super) struct Piece {
    pub(super) span: Range<usize>,
    /// Whether it stands in a quotation, each line of which begins with its mark.
    pub(super) is_in_quotation: bool,
    /// Whether it is PowerShell.
    pub(super) is_windows: bool,
}

impl Piece {
    const fn of(span: Range<usize>) -> Self {
        Self { span, is_in_quotation: false, is_windows: false }
    }
}

impl Context<'_> {
    /// All pieces, in the order of the text.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        if !self.is_prose {
            return if self.is_shell_file() {
                let is_windows =
                    [".ps1", ".bat", ".cmd"].iter().any(|ending| self.path.to_ascii_lowercase().ends_with(ending));
                vec![Piece { is_windows, ..Piece::of(0..self.text.len()) }]
            } else {
                self.strings(0..self.text.len())
            };
        }
        let mut pieces = self.lines();
        for span in self.code() {
            let (first_line, before) = self.line_with(span.start);
            let opening = before.trim_start_matches([' ', '\t', '>']);
            if !opening.starts_with("```") && !opening.starts_with("~~~") {
                // A word alone is a name, unless it is a file that is run.
                let inner = self.text[span.start..span.end].trim_matches(['`', ' ']);
                if inner.contains(char::is_whitespace)
                    || inner.starts_with("./") && orders(before)
                    || inner.contains(['|', '$', ';', '('])
                {
                    pieces.push(Piece::of(span.start..span.end));
                }
                continue;
            }
            let language = opening.trim_start_matches(['`', '~']).trim().to_ascii_lowercase();
            let language = language.split([' ', '{', ',', ':']).next().unwrap_or_default();
            if OTHER_LANGUAGES.contains(&language) {
                pieces.extend(self.strings(span.start..span.end));
            } else {
                let is_in_quotation = self.text[first_line..].trim_start_matches([' ', '\t']).starts_with('>');
                let is_windows = WINDOWS.contains(&language);
                pieces.push(Piece { span: span.start..span.end, is_in_quotation, is_windows });
            }
        }
        pieces.sort_by_key(|piece| piece.span.start);
        pieces
    }

    /// Where the line of a place begins, and the line up to that place; a monstrous one in part.
    pub(super) fn line_with(&self, at: usize) -> (usize, &str) {
        let from = floor(self.text, at.saturating_sub(LINE));
        let start = self.text[from..at].rfind('\n').map_or(from, |end| from + end + 1);
        (start, &self.text[start..at])
    }

    /// Whether a shell of Unix reads the whole file.
    pub(super) fn is_shell(&self) -> bool {
        !self.is_prose && self.is_shell_file() && !self.path.to_ascii_lowercase().ends_with(".ps1")
    }

    /// Whether it is commands of Windows, of which the reader of shell knows little.
    pub(super) fn is_batch(&self) -> bool {
        let path = self.path.to_ascii_lowercase();
        path.rsplit('.').next().is_some_and(|ending| ["bat", "cmd"].contains(&ending))
    }

    fn is_shell_file(&self) -> bool {
        let name = self.path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let first = self.text.lines().next().unwrap_or_default();
        SHELL_ENDINGS.contains(&ending) || SHELL_NAMES.contains(&name.as_str()) || is_shebang(first)
    }

    /// Lines of prose that begin with a program, with those they go on in.
    fn lines(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let goes_on = pieces.last().is_some_and(|last: &Piece| {
                last.span.end == start && self.text[last.span.clone()].trim_end_matches(['\r', '\n']).ends_with('\\')
            });
            if goes_on {
                pieces.last_mut().into_iter().for_each(|last| last.span.end = at);
                continue;
            }
            let inner = line.trim_start_matches(|letter: char| " \t>*+-$".contains(letter));
            let word = inner.split([' ', '\n']).next().unwrap_or_default();
            let begin = start + line.len() - inner.len();
            if BEGINNINGS.contains(&word) && !self.is_code(&(begin..begin)) {
                pieces.push(Piece::of(begin..at));
            }
        }
        pieces
    }

    fn strings(&self, within: Range<usize>) -> Vec<Piece> {
        let Some(regex) = STRINGS.as_ref() else { return Vec::new() };
        let strings = regex.captures_iter(&self.text[within.clone()]);
        let string = |found: regex::Captures<'_>| (1..=3).find_map(|at| found.get(at)).map(|string| string.range());
        let moved = |range: Range<usize>| Piece::of(within.start + range.start..within.start + range.end);
        strings.filter_map(string).map(moved).collect()
    }
}
