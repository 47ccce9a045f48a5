//! Commands that stand together: braces, loops and conditions read one input and have one output. A loop is read again for
//! each value it goes through, since one round finds what another left behind.

use std::ops::Range;

use super::{
    MOST_NESTED, Reader,
    assigns::BEFORE,
    names,
    value::{Command, Value, Word},
};

/// Most values of a loop that are gone through one by one; the rest is taken together.
const MOST_VALUES: usize = 8;
/// Most bytes of a text that are read again.
const MOST_AGAIN: usize = 512 * 1024;
/// Most blocks in blocks, and most words before one that opens.
const MOST_OPEN: usize = 200;
const MOST_BEFORE: usize = 4;

/// Commands between two words, or all of a text.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// What its commands read.
    pub(super) given: Value,
    /// What they wrote.
    pub(super) written: Value,
    /// The word that closes it; none where it is all of a text.
    end: &'static str,
    /// What is read again.
    body: Range<usize>,
    /// What a loop goes through, and under which name.
    values: Option<(String, Vec<Value>)>,
    /// The function whose body it is.
    function: Option<String>,
    /// How much had been told when it began.
    told: usize,
}

impl Block {
    /// A whole text with what it reads.
    pub(super) fn whole(given: Value) -> Self {
        Self { given, ..Self::default() }
    }
}

impl Reader<'_, '_> {
    /// Opens or closes a block, where the word that was just read does.
    pub(super) fn open_or_close(&mut self) {
        if self.begins_function_named() {
            self.open("}");
            self.command = Command::default();
            return;
        }
        let Some((last, before)) = self.command.words.split_last() else { return };
        let is_before = |word: &Word| BEFORE.contains(&names::program(&word.text).as_str());
        if last.text.len() > 6 || before.len() > MOST_BEFORE || !before.iter().all(is_before) {
            return;
        }
        let (word, is_first) = (last.text.clone(), before.is_empty());
        match word.as_str() {
            "{" => {
                self.open("}");
                self.command = Command::default();
            }
            "for" | "select" | "while" | "until" => self.open("done"),
            "if" => self.open("fi"),
            "case" => self.open("esac"),
            "}" | "done" | "fi" | "esac" if is_first => self.close(&word),
            _ => {}
        }
    }

    /// `function name {`.
    fn begins_function_named(&mut self) -> bool {
        let is_so = match self.command.words.as_slice() {
            [word, _, brace] => word.text == "function" && brace.text == "{",
            _ => false,
        };
        if is_so {
            self.command.words.pop();
        }
        is_so && self.begins_function()
    }

    fn open(&mut self, end: &'static str) {
        if self.blocks.len() < MOST_OPEN {
            let given = self.input.clone();
            let function = if end == "}" { self.defined.take() } else { None };
            let told = self.machine.hits.len();
            self.blocks.push(Block { given, end, body: self.at..self.at, function, told, ..Block::default() });
        }
    }

    /// Closes the innermost block that ends so, with what was left open in it.
    fn close(&mut self, end: &str) {
        let Some(at) = self.blocks.iter().rposition(|block| block.end == end) else { return };
        let mut open = self.blocks.split_off(at).into_iter();
        let Some(mut block) = open.next() else { return };
        open.for_each(|inner| block.written.add(&inner.written));
        block.body.end = self.start;
        if let Some(name) = block.function.take() {
            let body = self.text.get(block.body.clone()).unwrap_or_default().to_owned();
            let is_told = self.machine.hits.len() > block.told;
            self.define(name, body, is_told);
            // It puts out nothing before it is called.
            block.written = Value::default();
        }
        self.closed = Some(block);
        self.command = Command::default();
        self.command.words.push(Word { text: "cat".to_owned(), ..Word::default() });
    }

    /// Whether what stands here is done only under a condition.
    pub(super) fn is_conditional(&self) -> bool {
        self.blocks.iter().any(|block| block.end == "fi" || block.end == "esac")
    }

    /// What a loop goes through.
    pub(super) fn goes_through(&mut self, name: &str, mut values: Vec<Value>) {
        if values.len() > MOST_VALUES {
            let mut rest = Value::default();
            for value in values.split_off(MOST_VALUES - 1) {
                rest.add(&value);
                rest.push("\n");
            }
            values.push(rest);
        }
        self.machine.variables.insert(name.to_owned(), values.first().cloned().unwrap_or_default());
        let at = self.at;
        if let Some(block) = self.blocks.last_mut().filter(|block| block.end == "done") {
            block.body.start = at;
            block.values = Some((name.to_owned(), values));
        }
    }

    /// A command that puts out what a closed block wrote, after the rounds that are left of it: with each further value,
    /// with what is redirected into it, and once more for what the first round left behind.
    pub(super) fn finished(&mut self, block: Block, mut command: Command) -> Command {
        let Block { given, mut written, end, body, values, .. } = block;
        let is_given = command.input.is_some();
        let given = command.input.take().unwrap_or(given);
        let text = self.text;
        let text = text.get(body.clone()).unwrap_or_default();
        let (name, values) = values.unwrap_or_default();
        let mut rounds: Vec<Option<Value>> = values.into_iter().skip(1).map(Some).collect();
        // What is read a second time only for what it does writes nothing more.
        let is_written = is_given || !rounds.is_empty();
        if rounds.is_empty() && (is_given || end == "done") {
            rounds.push(None);
        }
        for value in rounds {
            self.machine.again += text.len();
            if self.machine.again > MOST_AGAIN || self.machine.nested > MOST_NESTED / 2 {
                break;
            }
            if let Some(value) = value {
                self.machine.variables.insert(name.clone(), value);
            }
            let output = self.nested(text, body.start, given.clone());
            if is_written {
                written.add(&output);
            } else {
                written.origin |= output.origin;
            }
        }
        command.input = Some(written);
        command
    }
}
