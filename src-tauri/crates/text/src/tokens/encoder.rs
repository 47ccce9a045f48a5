//! The encoder, which counts a word it has met before without encoding it again.
//!
//! The encoding takes a text apart by a pattern and encodes each part by itself. Most parts of a text have been met before:
//! taking it apart is what counting costs. The pattern looks ahead in one place, which only a slow matcher can do; without
//! that place a fast one does it, and what it meant is done here.

use parking_lot::Mutex;
use regex_automata::{
    Anchored, Input,
    meta::{Cache, Regex},
};
use rustc_hash::FxHashMap;
use tiktoken_rs::{CoreBPE, O200K_BASE_PAT_STR};

/// Blanks that no word follows: of those before a word, the last one belongs to the word.
const LOOKS_AHEAD: &str = r"\s+(?!\S)|";
/// Most parts whose counts are kept, and the longest of them in bytes: they take about 2 MB.
const MOST_KNOWN: usize = 30_000;
const LONGEST_KNOWN: usize = 32;

pub(super) struct Encoder {
    bpe: CoreBPE,
    pattern: Regex,
    /// What each of those who counted at the same time has counted.
    rests: Mutex<Vec<Memory>>,
}

/// What somebody who counts has met.
struct Memory {
    cache: Cache,
    known: FxHashMap<Box<str>, u32>,
}

/// Counts for one at a time.
pub(super) struct Counter<'a> {
    encoder: &'a Encoder,
    memory: Memory,
}

impl Encoder {
    pub(super) fn new() -> Self {
        let pattern = O200K_BASE_PAT_STR.replace(LOOKS_AHEAD, "");
        Self {
            bpe: tiktoken_rs::o200k_base().expect("the encoding is part of the program"),
            pattern: Regex::new(&pattern).expect("its pattern is part of the program, too"),
            rests: Mutex::default(),
        }
    }

    /// Lends a counter, whose memory is kept for the next one.
    pub(super) fn lend<R>(&self, work: impl FnOnce(&mut Counter<'_>) -> R) -> R {
        let kept = self.rests.lock().pop();
        let fresh = || Memory { cache: self.pattern.create_cache(), known: FxHashMap::default() };
        let mut counter = Counter { encoder: self, memory: kept.unwrap_or_else(fresh) };
        let done = work(&mut counter);
        self.rests.lock().push(counter.memory);
        done
    }
}

impl Counter<'_> {
    /// Number of tokens in a text.
    pub(super) fn count(&mut self, text: &str) -> usize {
        let (mut at, mut tokens) = (0, 0);
        while at < text.len() {
            let end = self.part_end(text, at);
            tokens += self.count_part(&text[at..end]);
            at = end;
        }
        tokens
    }

    /// Where the part that starts at `at` ends.
    fn part_end(&mut self, text: &str, at: usize) -> usize {
        let input = Input::new(text).range(at..).anchored(Anchored::Yes);
        let found = self.encoder.pattern.search_half_with(&mut self.memory.cache, &input);
        // The pattern has a part for every character there is.
        let end = found.map_or(text.len(), |found| found.offset());
        match text[at..end].chars().next_back() {
            // Only blanks end with one that is no line break. Another character follows, which is none.
            Some(last) if last.is_whitespace() && !matches!(last, '\r' | '\n') && end < text.len() => {
                if at + last.len_utf8() < end { end - last.len_utf8() } else { end }
            }
            _ => end,
        }
    }

    fn count_part(&mut self, part: &str) -> usize {
        if let Some(tokens) = self.memory.known.get(part) {
            return *tokens as usize;
        }
        // Taken apart by its own pattern, a part is one part again.
        let tokens = self.encoder.bpe.count_ordinary(part);
        if part.len() <= LONGEST_KNOWN {
            if self.memory.known.len() >= MOST_KNOWN {
                self.memory.known.clear();
            }
            self.memory.known.insert(part.into(), tokens as u32);
        }
        tokens
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    static ENCODER: LazyLock<Encoder> = LazyLock::new(Encoder::new);

    fn assert_same(text: &str) {
        let counted = ENCODER.lend(|counter| counter.count(text));
        assert_eq!(counted, ENCODER.bpe.count_ordinary(text), "{text:?}");
    }

    #[test]
    fn the_place_that_looks_ahead_is_where_it_was() {
        assert_eq!(O200K_BASE_PAT_STR.matches(LOOKS_AHEAD).count(), 1);
        assert!(O200K_BASE_PAT_STR.ends_with(&format!("{LOOKS_AHEAD}\\s+")), "blanks come last");
    }

    #[test]
    fn every_sort_of_text_has_as_many_tokens_as_the_encoder_says() {
        for text in [
            "",
            " ",
            "   ",
            "   word",
            "\t\tword",
            " \u{3000} word",
            "a \n\n  b",
            "a  \r\n\tb   ",
            "\u{2028}x\u{85} y",
            "It's HERE'S we'll DON'T \u{17f}'\u{17f}",
            "snake_case camelCase SHOUTING12345 3.14159 1_000",
            "fn main() { println!(\"hello\"); } // ok///\n\n",
            "緊急対応 مهارة 🧯🔥 e\u{301}a\u{300} ǅ ʰ",
            "-----\n=====\r\n| a | b |\n",
            "<|endoftext|>",
        ] {
            assert_same(text);
            assert_same(&text.repeat(3));
        }
    }

    #[test]
    fn parts_that_were_met_before_have_the_same_count_again() {
        ENCODER.lend(|counter| {
            let text = "antidisestablishmentarianism and antidisestablishmentarianism, xqzj! ".repeat(50);
            let (first, second) = (counter.count(&text), counter.count(&text));
            assert_eq!((first, second), (ENCODER.bpe.count_ordinary(&text), first));
            // More than are kept.
            let many = (0..2 * MOST_KNOWN).map(|number| format!(" w{number}x")).collect::<Vec<_>>().concat();
            assert_eq!(counter.count(&many), ENCODER.bpe.count_ordinary(&many));
            assert!(counter.memory.known.len() <= MOST_KNOWN);
        });
    }

    proptest! {
        #[test]
        fn whatever_the_text_it_has_as_many_tokens(text in ".{0,200}") {
            assert_same(&text);
        }

        #[test]
        fn whatever_the_blanks_it_has_as_many_tokens(text in "([ \t\n\r\u{a0}\u{3000}\u{85}]{0,4}[a-cA-C0-9'.,/é中!]{0,3}){0,40}") {
            assert_same(&text);
        }
    }
}
