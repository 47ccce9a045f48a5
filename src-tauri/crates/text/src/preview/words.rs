//! A bound on the length of words, which a page can break nowhere: what is over is left out.

use pulldown_cmark::{CowStr, Event, TagEnd};

/// Between these a line may be broken anywhere.
const FIRST_IDEOGRAPH: char = '\u{2E80}';

/// Passes events on, but for the rest of words that are too long. A word may go through several elements.
pub(super) struct WordLimit {
    most: usize,
    /// Bytes of the word so far.
    length: usize,
    has_dropped: bool,
}

impl WordLimit {
    pub(super) fn new(most: usize) -> Self {
        Self { most, length: 0, has_dropped: false }
    }

    /// Whether a word was too long.
    pub(super) fn has_dropped(&self) -> bool {
        self.has_dropped
    }

    pub(super) fn keep<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::Text(text) => Event::Text(self.shorten(text)),
            Event::Code(code) => Event::Code(self.shorten(code)),
            Event::SoftBreak | Event::HardBreak | Event::Rule => {
                self.length = 0;
                event
            }
            Event::End(end) if !is_within_words(end) => {
                self.length = 0;
                event
            }
            other => other,
        }
    }

    fn shorten<'a>(&mut self, text: CowStr<'a>) -> CowStr<'a> {
        let mut kept = String::new();
        let mut copied_to = 0;
        for (at, character) in text.char_indices() {
            if character.is_whitespace() || character >= FIRST_IDEOGRAPH {
                self.length = 0;
                continue;
            }
            self.length += character.len_utf8();
            if self.length > self.most {
                kept.push_str(&text[copied_to..at]);
                copied_to = at + character.len_utf8();
            }
        }
        if copied_to == 0 {
            return text;
        }
        self.has_dropped = true;
        kept.push_str(&text[copied_to..]);
        CowStr::from(kept)
    }
}

const fn is_within_words(end: TagEnd) -> bool {
    matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}
