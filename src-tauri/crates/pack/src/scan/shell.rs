//! A small reader of shell, for what a script does rather than how it is spelled: quotes are joined, variables put in where
//! the same text sets them, and what a command reads is followed through pipes, files, substitutions and strings that are
//! run. It runs nothing, takes every way that a condition leaves open, and never fails.

mod acts;
mod arrays;
mod assigns;
mod blocks;
mod destroys;
mod documents;
mod each;
mod expand;
mod files;
mod functions;
mod images;
mod interpreters;
mod joined;
mod listens;
mod lists;
mod lost;
mod machine;
mod makefiles;
mod names;
mod nested;
mod outputs;
mod packages;
mod parameters;
mod persist;
mod playbooks;
mod redirects;
mod sends;
mod sinks;
mod sources;
mod texts;
mod transfers;
mod unguards;
mod unpacked;
mod value;

use std::ops::Range;

use super::{
    Hit, Rule,
    sense::{Context, floor},
};
use blocks::Block;
use machine::Machine;
use studio_text::Severity;
use value::{Command, Value, Word};

/// How deep commands in commands are followed.
const DEEPEST: usize = 6;
/// Longest command in a command, and longest quotation.
const LONGEST: usize = 32 * 1024;
/// Most words of a command; the rest is passed over.
const MOST_WORDS: usize = 1_000;
/// Most commands in commands of one text, a long one counted once for each part: what is hostile costs no more than that.
const MOST_NESTED: usize = 20_000;
const PART: usize = 256;

/// What commands of a text do that one should know.
pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    let mut machine = Machine::default();
    for piece in context.pieces() {
        machine.lost.clear();
        machine.is_windows = piece.is_windows;
        let text = &context.plain()[piece.span.clone()];
        let (unquoted, unblanked);
        // A fence in a quotation repeats its mark on each line.
        let text = if piece.is_in_quotation {
            unquoted = texts::without_marks(text);
            unquoted.as_str()
        } else {
            text
        };
        let text = if text.contains("{{") {
            unblanked = texts::without_blanks(text);
            unblanked.as_str()
        } else {
            text
        };
        Reader::new(text, Place::From(piece.span.start), &mut machine).run();
    }
    for (span, line) in texts::made(context) {
        machine.lost.clear();
        machine.is_windows = false;
        Reader::new(&line, Place::At(span), &mut machine).run();
    }
    let mut is_unpacked_told = false;
    let meant = machine.hits.into_iter().filter(|(_, span, message)| {
        // Everything that is done with what was unpacked is one finding.
        let is_known = *message == unpacked::RUNS_UNPACKED && is_unpacked_told;
        let is_meant = !is_known && context.is_command(span);
        is_unpacked_told |= is_meant && *message == unpacked::RUNS_UNPACKED;
        is_meant
    });
    let hit = |(rule, span, message): (Rule, Range<usize>, &'static str)| Hit {
        rule,
        severity: Severity::Warning,
        span,
        message: message.to_owned(),
    };
    meant.take(super::MOST + 1).map(hit).collect()
}

/// Where a text stands in the file that is scanned.
#[derive(Clone, Debug)]
enum Place {
    /// It is a piece of the file from here on.
    From(usize),
    /// It was put together; this place did it.
    At(Range<usize>),
}

/// Reads one text, a command after the other.
struct Reader<'a, 'm> {
    text: &'a str,
    place: Place,
    at: usize,
    depth: usize,
    machine: &'m mut Machine,
    /// What the next command reads.
    input: Value,
    /// Whether that is what another command writes.
    is_fed: bool,
    /// The blocks that are open, the whole text first.
    blocks: Vec<Block>,
    /// The block that the command closes.
    closed: Option<Block>,
    command: Command,
    /// The name of the function whose body follows.
    defined: Option<String>,
    /// Where the command begins.
    start: usize,
    /// Where reading goes on behind the line, after the texts that stand below it.
    below: Option<usize>,
}

impl<'a, 'm> Reader<'a, 'm> {
    fn new(text: &'a str, place: Place, machine: &'m mut Machine) -> Self {
        Self {
            text,
            place,
            at: 0,
            depth: 0,
            machine,
            input: Value::default(),
            is_fed: false,
            blocks: vec![Block::default()],
            closed: None,
            command: Command::default(),
            defined: None,
            start: 0,
            below: None,
        }
    }

    /// Reads all of it; what it writes.
    fn run(mut self) -> Value {
        self.input = self.blocks.first().map(|whole| whole.given.clone()).unwrap_or_default();
        self.runs_beside();
        while let Some(byte) = self.byte(0) {
            self.step(byte);
        }
        self.end(false);
        let mut all = Value::default();
        self.blocks.iter().for_each(|block| all.add(&block.written));
        all
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn step(&mut self, byte: u8) {
        match (byte, self.byte(1)) {
            (b' ' | b'\t' | b'\r', _) => self.at += 1,
            (b'\\' | b'`', Some(b'\n')) => self.at += 2,
            (b'<', Some(b'#')) if self.machine.is_windows => {
                self.at = self.text[self.at..].find("#>").map_or(self.text.len(), |length| self.at + length + 2);
            }
            // A pipe goes on in the next line.
            (b'\n', _) if self.is_fed && self.command.words.is_empty() && self.below.is_none() => self.at += 1,
            (b'\n', _) => {
                self.end(false);
                self.at = self.below.take().unwrap_or(self.at + 1);
            }
            (b'#', _) => self.at = self.line_end(),
            (b'&', Some(b'>')) | (b'<' | b'>', _) if !self.is_substitution(byte) => self.redirect(1),
            (b'0'..=b'9', Some(b'<' | b'>')) => {
                self.at += 1;
                self.redirect(byte - b'0');
            }
            (b'|', Some(b'|')) | (b'&', Some(b'&')) | (b';', Some(b';')) => {
                self.end(false);
                self.at += 2;
            }
            (b'|', next) => {
                self.end(true);
                self.at += if next == Some(b'&') { 2 } else { 1 };
            }
            (b';' | b'&' | b')', _) => {
                self.end(false);
                self.at += 1;
            }
            (b'(', _) => self.group(),
            _ => {
                if self.command.words.is_empty() {
                    self.start = self.at;
                }
                let word = self.word();
                for word in word.split() {
                    self.push(word);
                }
            }
        }
    }

    fn line_end(&self) -> usize {
        self.text[self.at..].find('\n').map_or(self.text.len(), |length| self.at + length)
    }

    fn is_substitution(&self, byte: u8) -> bool {
        matches!(byte, b'<' | b'>') && self.byte(1) == Some(b'(')
    }

    /// A part in parentheses is a text of its own; a pair of them after a name begins a function.
    fn group(&mut self) {
        let Some(end) = self.closing(self.at + 1, b'(', b')') else {
            self.end(false);
            self.at += 1;
            return;
        };
        let inner = &self.text[self.at + 1..end];
        if self.is_array(inner) {
            self.at = end + 1;
            return;
        }
        // A string of PowerShell is no command.
        if self.machine.is_windows && inner.trim_start().starts_with(['"', '\'']) {
            self.at = end + 1;
            return;
        }
        if inner.trim().is_empty() {
            self.begins_function();
            self.command = Command::default();
            self.at = end + 1;
            return;
        }
        self.start = self.at;
        let input = self.input.clone();
        let output = self.nested(inner, self.at + 1, input);
        self.at = end + 1;
        self.command = Command { input: Some(output), ..Command::default() };
        self.command.words.push(Word { text: "cat".to_owned(), ..Word::default() });
    }

    fn push(&mut self, word: Word) {
        if self.command.words.len() < MOST_WORDS {
            self.command.words.push(word);
            self.open_or_close();
        }
    }

    /// Ends a command, and sees what it does.
    fn end(&mut self, is_piped: bool) {
        let is_fed = std::mem::replace(&mut self.is_fed, is_piped);
        let command = Command { is_piped, is_fed, ..std::mem::take(&mut self.command) };
        let command = match self.closed.take() {
            Some(block) => self.finished(block, command),
            None => command,
        };
        let is_empty = command.words.is_empty() && command.output.is_none();
        let input = std::mem::take(&mut self.input);
        let output = if is_empty { Value::default() } else { self.execute(command, input) };
        if is_piped {
            self.input = output;
        } else if let Some(block) = self.blocks.last_mut() {
            self.input = block.given.clone();
            block.written.add(&output);
        }
    }

    /// Where the command stands.
    fn here(&self) -> Range<usize> {
        match &self.place {
            Place::From(start) => start + self.start..start + self.at.max(self.start),
            Place::At(place) => place.clone(),
        }
    }

    fn tell(&mut self, rule: Rule, message: &'static str) {
        let hit = (rule, self.here(), message);
        if self.machine.hits.len() < 4 * super::MOST && !self.machine.hits.contains(&hit) {
            self.machine.hits.push(hit);
        }
    }
}
