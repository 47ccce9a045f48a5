//! Fragments of ours as an author reads them.

use std::fmt::Display;

/// A text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A fragment as a sentence: with a capital letter, and a full stop where nothing ends it.
pub fn sentence(fragment: &str) -> String {
    let stop = if fragment.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{stop}", capitalised(fragment))
}

/// A whole number as English writes it: `1,024`.
pub fn grouped(number: impl Copy + Display) -> String {
    let digits = number.to_string();
    let mut written = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

/// So many of something: `1 skill`, `2,048 skills`.
pub fn plural(count: impl Copy + Display, one: &str, many: &str) -> String {
    let number = grouped(count);
    format!("{number} {}", if number == "1" { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::{capitalised, grouped, plural, sentence};

    #[test]
    fn one_is_singular_and_thousands_stand_apart() {
        for (count, expected) in [(0, "0 skills"), (1, "1 skill"), (2, "2 skills"), (3_000, "3,000 skills")] {
            assert_eq!(plural(count, "skill", "skills"), expected);
        }
    }

    #[test]
    fn thousands_stand_apart() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1_024, "1,024"), (12_345, "12,345"), (1_000_000, "1,000,000")]
        {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn a_fragment_becomes_a_sentence_once() {
        for (fragment, expected) in
            [("no such file", "No such file."), ("Was it saved?", "Was it saved?"), ("été", "Été."), ("", ".")]
        {
            assert_eq!(sentence(fragment), expected);
        }
        assert_eq!((capitalised("ßa"), capitalised("")), ("SSa".to_owned(), String::new()));
    }
}
