//! A word someone looks for as an FTS5 expression, and texts as words that FTS5 can find.
//!
//! FTS5's tokenizer takes a run of Chinese, Japanese or Korean signs for one word, and passes over signs such as emoji.
//! An invisible space (U+200B) around the former makes every sign a word, so that a run in a query is a phrase; the
//! latter are written as a word made of their number.

use std::fmt::Write as _;

const INVISIBLE: char = '\u{200B}';

/// The FTS5 expression for one word or phrase, within `columns`; none where it holds nothing that could be found. A word
/// of the text that starts with the last word of the phrase counts. Every word is quoted, so that nothing in it can be an
/// operator.
pub(super) fn phrase_query(phrase: &str, columns: &str) -> Option<String> {
    let spaced = separate(&phrase.to_lowercase());
    let words: Vec<&str> = spaced.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    // Of one letter, nearly every text has a word.
    if let [only] = words[..]
        && only.len() < 2
    {
        return None;
    }
    let is_open = spaced.ends_with(|sign: char| sign.is_alphanumeric() || sign == INVISIBLE);
    let prefix = if is_open { "*" } else { "" };
    (!words.is_empty()).then(|| format!("{{{columns}}} : \"{}\"{prefix}", words.join(" ")))
}

/// Makes a word of every CJK sign and of every emoji.
pub(super) fn separate(text: &str) -> String {
    let mut separated = String::with_capacity(text.len());
    for sign in text.chars() {
        if is_cjk(sign) {
            separated.extend([INVISIBLE, sign, INVISIBLE]);
        } else if is_picture(sign) {
            let number = u32::from(sign);
            // Writing to a text cannot fail.
            let _ = write!(separated, " u{number:x}x ");
        } else {
            separated.push(sign);
        }
    }
    separated
}

/// Han, kana, Hangul and their extensions.
fn is_cjk(sign: char) -> bool {
    matches!(sign,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{30FF}' | '\u{3105}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Arrows, signs and emoji, without the lines that tables are drawn with.
fn is_picture(sign: char) -> bool {
    matches!(sign, '\u{2190}'..='\u{24FF}' | '\u{2580}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}
