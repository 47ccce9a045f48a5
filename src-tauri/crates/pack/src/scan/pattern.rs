//! How the scan's patterns are made: there are some two hundred, and what each takes up is kept as long as the program runs.

use std::{ops::Range, sync::LazyLock};

use regex::{Regex, RegexBuilder};

/// A pattern that is made when it is first asked for; none where it can't be, which a test of each file finds.
pub(super) type Pattern = LazyLock<Option<Regex>>;

/// The patterns of a file, a row each, and the test that each is one.
macro_rules! patterns {
    ($($reach:vis $name:ident = $text:expr;)+) => {
        $(
            $reach static $name: $crate::scan::pattern::Pattern =
                std::sync::LazyLock::new(|| $crate::scan::pattern::pattern($text));
        )+

        #[cfg(test)]
        #[test]
        fn every_pattern_is_one() {
            $(assert!($name.is_some(), "{}", stringify!($name));)+
        }
    };
}
pub(super) use patterns;

/// Bytes that each keeps of what it worked out, on every thread.
const MOST_KEPT: usize = 256 * 1024;

/// The letters of a word, in a class.
const WORD: &str = "0-9A-Za-z_";
/// What stands between words, in a class.
const BLANK: &str = r" \t\r\n\x0b\x0c\x{a0}";

/// A pattern. `\w`, `\s` and `\b` mean the words of programs and of English, unless the pattern itself has letters of others: those
/// of every script take up a hundred times as much.
pub(super) fn pattern(text: &str) -> Option<Regex> {
    let is_of_others = text.chars().any(|letter| !letter.is_ascii() && letter.is_alphabetic());
    let text = if is_of_others { text.to_owned() } else { plain(text) };
    RegexBuilder::new(&text).dfa_size_limit(MOST_KEPT).build().ok()
}

/// Whether a pattern stands in a text.
pub(super) fn has(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|regex| regex.is_match(text))
}

/// Where it first stands there.
pub(super) fn find(pattern: &Pattern, text: &str) -> Option<Range<usize>> {
    pattern.as_ref()?.find(text).map(|found| found.range())
}

fn plain(text: &str) -> String {
    let (mut plain, mut is_in_class) = (String::with_capacity(text.len()), false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            is_in_class = letter == '[' || is_in_class && letter != ']';
            plain.push(letter);
            continue;
        }
        match (letters.next(), is_in_class) {
            (Some('w'), true) => plain.push_str(WORD),
            (Some('w'), false) => plain.extend(["[", WORD, "]"]),
            (Some('W'), false) => plain.extend(["[^", WORD, "]"]),
            (Some('d'), true) => plain.push_str("0-9"),
            (Some('d'), false) => plain.push_str("[0-9]"),
            (Some('s'), true) => plain.push_str(BLANK),
            (Some('s'), false) => plain.extend(["[", BLANK, "]"]),
            (Some('S'), false) => plain.extend(["[^", BLANK, "]"]),
            (Some('b'), false) => plain.push_str(r"(?-u:\b)"),
            (next, _) => plain.extend(['\\'].into_iter().chain(next)),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{pattern, plain};

    #[test]
    fn words_are_plain_where_a_pattern_is() {
        assert_eq!(
            plain(r"\bcurl\s+[\w.]*\W\d\[\w\\w"),
            r"(?-u:\b)curl[ \t\r\n\x0b\x0c\x{a0}]+[0-9A-Za-z_.]*[^0-9A-Za-z_][0-9]\[[0-9A-Za-z_]\\w"
        );
        let found = |text: &str, within: &str| pattern(text).is_some_and(|regex| regex.is_match(within));
        assert!(found(r"(?i)\bnever\b", "Never!") && !found(r"\bnever\b", "nevermore"));
        assert!(found(r"\bне\b", "я не знаю") && !found(r"\bне\b", "нет"));
    }
}
