//! What a server said, as far as it is worth keeping: the last lines, cut, without secrets.

use parking_lot::{Mutex, MutexGuard};
use std::{collections::VecDeque, time::SystemTime};

use crate::secrets::{Mask, Secret};

/// Lines that are kept.
const MOST_LINES: usize = 1_000;

/// Bytes of a line that are kept.
pub(super) const MOST_BYTES: usize = 2_048;

/// Lines that are handed on with a call's answer.
const MOST_SAID_LINES: usize = 40;

/// One line of a server's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// When it came.
    pub at: SystemTime,
    /// Where it came from.
    pub stream: LogStream,
    /// The line.
    pub text: String,
}

/// Where a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogStream {
    /// The server's standard error.
    Stderr,
    /// The protocol: log messages, and what is none of the protocol's.
    Protocol,
    /// The studio itself.
    Studio,
}

/// The last lines of a server.
#[derive(Debug)]
pub(super) struct Journal {
    kept: Mutex<Kept>,
    mask: Mask,
}

#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<LogLine>,
    /// Lines there ever were.
    count: usize,
}

impl Journal {
    pub(super) fn new(secrets: Vec<String>) -> Self {
        let secrets: Vec<Secret> = secrets.into_iter().map(Secret::new).collect();
        Self { kept: Mutex::default(), mask: Mask::new(&secrets) }
    }

    pub(super) fn add(&self, stream: LogStream, text: &str) {
        let text = cut(&self.clean(&plain(text)), MOST_BYTES);
        let mut kept = self.kept();
        if kept.lines.len() == MOST_LINES {
            kept.lines.pop_front();
        }
        kept.lines.push_back(LogLine { at: SystemTime::now(), stream, text });
        kept.count += 1;
    }

    pub(super) fn lines(&self) -> Vec<LogLine> {
        self.kept().lines.iter().cloned().collect()
    }

    /// Lines there were so far.
    pub(super) fn count(&self) -> usize {
        self.kept().count
    }

    /// What the server said after the first `count` lines, if not too long ago and not too much of it.
    pub(super) fn said_since(&self, count: usize) -> String {
        let kept = self.kept();
        let new = kept.lines.iter().rev().take(kept.count.saturating_sub(count).min(MOST_SAID_LINES)).rev();
        let said = new.filter(|line| line.stream != LogStream::Studio).map(|line| line.text.as_str());
        said.collect::<Vec<_>>().join("\n")
    }

    /// What the server said last on standard error that is more than white space.
    pub(super) fn last_words(&self) -> Option<String> {
        let kept = self.kept();
        let mut said = kept.lines.iter().rev().filter(|line| line.stream == LogStream::Stderr);
        said.find(|line| !line.text.trim().is_empty()).map(|line| cut(line.text.trim(), 300))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock()
    }

    /// The text without what is secret.
    pub(super) fn clean(&self, text: &str) -> String {
        self.mask.text(text)
    }
}

/// The text without colours and other orders to a terminal.
fn plain(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' && letters.next_if_eq(&'[').is_some() {
            letters.by_ref().find(|last| ('@'..='~').contains(last));
        } else if letter == '\t' || !letter.is_control() {
            plain.push(letter);
        }
    }
    plain
}

/// The beginning of a text, with a mark where more followed.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{}…", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_cut_and_without_secrets() {
        let journal = Journal::new(vec!["hunter2-hunter2".to_owned()]);
        for number in 0..1_500 {
            journal.add(LogStream::Stderr, &format!("{number} with hunter2-hunter2"));
        }
        journal.add(LogStream::Stderr, " \u{1b}[1;31m \u{1b}[0m\u{7} ");
        journal.add(LogStream::Studio, &"ä".repeat(5_000));
        let lines = journal.lines();
        assert_eq!((lines.len(), lines[0].text.as_str()), (1_000, "502 with ••••"));
        assert!(lines[999].text.len() <= MOST_BYTES + 3 && lines[999].text.ends_with('…'));
        assert_eq!(journal.last_words().as_deref(), Some("1499 with ••••"));
        assert_eq!(journal.said_since(1_499), "1499 with ••••\n   ");
        assert_eq!(journal.said_since(0).lines().count(), 39);
        assert_eq!(journal.said_since(journal.count()), "");
    }
}
