//! Programs that run what they are given: as a word, in a file, or as what they read.

use super::{
    Reader, Rule, names,
    unpacked::By,
    value::{Origin, Value, Word},
};
use crate::scan::{flow, phrase::RUNS, programs};

impl Reader<'_, '_> {
    /// `sh`, `python` and their like: a program as a word, in a file, or as what is read.
    pub(super) fn interpreted(&mut self, name: &str, words: &[Word], input: &Value) {
        let is_shell = names::is_shell(name);
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let text = word.text.as_str();
            if matches!(text, "-" | "-s" | "/dev/stdin") {
                break;
            }
            if !text.starts_with(['-', '+']) {
                self.runs(word, if is_shell { By::Shell } else { By::Language });
                return;
            }
            // Modules and folders are named before the program.
            let is_named =
                !is_shell && text.len() > 3 && ["-M", "-I", "-r", "-W"].iter().any(|start| text.starts_with(start));
            let letters = if text.starts_with("--") || is_named { "" } else { &text[1..] };
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
        } else {
            self.programs(&input.text);
        }
    }

    fn programmed(&mut self, is_shell: bool, program: &Word, input: &Value) {
        if program.whole.has(Origin::UNREAD) {
            self.tell(Rule::RemoteCode, RUNS);
        }
        if is_shell {
            self.made(&program.text, input.clone());
        } else {
            self.programs(&program.text);
        }
    }

    /// `printf -v name`: what would be put out is the value of a name.
    pub(super) fn prints(&mut self, words: &[Word]) {
        let Some(name) = words.get(1) else { return };
        let mut value = Value::default();
        for word in words.get(3..).unwrap_or_default() {
            value.add(&Value::of(&word.text, word.origin | word.whole));
        }
        self.machine.variables.insert(name.text.clone(), value);
    }

    /// A program in another language that stands in a word or below.
    fn programs(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        for path in flow::fetched_files(text) {
            self.machine.put(&path, Value::of("", Origin::FETCHED));
        }
        for (rule, message) in programs::embedded(text) {
            self.tell(rule, message);
        }
    }
}
