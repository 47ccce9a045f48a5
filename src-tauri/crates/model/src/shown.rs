//! Other people's texts on a terminal and in one line of a screen: nothing in them moves the cursor, forges a line, or
//! turns round how the rest is read.

use std::{borrow::Cow, fmt::Write as _};

/// A text of several lines with what nobody sees made visible: control characters (but for line ends and tabs) and
/// characters that override the direction of writing, as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") {
        return text.split("\r\n").map(visible).collect::<Vec<_>>().join("\r\n").into();
    }
    replaced(text, |letter| if is_unseen(letter) { Shown::Escaped } else { Shown::AsItIs })
}

/// The same on one line: each break and tab is a space, so that no text looks like two.
pub fn one_line(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| match letter {
        '\r' => Shown::Nothing,
        '\n' | '\t' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Shown::Space,
        letter if is_unseen(letter) => Shown::Escaped,
        _ => Shown::AsItIs,
    })
}

/// Whether a terminal or a line of text would obey a character instead of showing it.
pub const fn is_unseen(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Controls; embeddings, overrides and isolates. Marks of direction change no other text, and scripts need them.
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => false,
    }
}

enum Shown {
    AsItIs,
    Nothing,
    Space,
    Escaped,
}

fn replaced(text: &str, shown: impl Fn(char) -> Shown) -> Cow<'_, str> {
    let Some(first) = text.char_indices().find(|(_, letter)| !matches!(shown(*letter), Shown::AsItIs)) else {
        return Cow::Borrowed(text);
    };
    let mut plain = text[..first.0].to_owned();
    for letter in text[first.0..].chars() {
        match shown(letter) {
            Shown::AsItIs => plain.push(letter),
            Shown::Nothing => {}
            Shown::Space => plain.push(' '),
            Shown::Escaped => {
                let _infallible = write!(plain, "\\u{{{:x}}}", u32::from(letter));
            }
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::{one_line, visible};

    #[test]
    fn nothing_of_a_text_is_obeyed() {
        for (text, in_lines, in_one) in [
            ("plain é 漢 👩\u{200D}🚒", "plain é 漢 👩\u{200D}🚒", "plain é 漢 👩\u{200D}🚒"),
            ("a\r\nb\tc\rd", "a\r\nb\tc\\u{d}d", "a b cd"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{9b}31m", "\\u{9b}31m", "\\u{9b}31m"),
            ("a\u{202e}b\u{2066}c\u{2029}d", "a\\u{202e}b\\u{2066}c\u{2029}d", "a\\u{202e}b\\u{2066}c d"),
        ] {
            assert_eq!((visible(text).as_ref(), one_line(text).as_ref()), (in_lines, in_one));
        }
    }
}
