//! A signature cut into tokens. Every byte belongs to a token or is white space; nothing is refused here.

use crate::Span;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// One of `( ) [ ] { } ,`
    Mark(char),
    /// `:` or `::`
    Colon,
    /// `-->`
    Arrow,
    /// `==>`
    Curry,
    /// Something that was probably meant as an arrow, and which one was meant.
    NearArrow(&'static str),
    /// A bare word.
    Word(String),
    /// A name between backticks, unescaped.
    Name(String),
    /// A text between quotes, unescaped.
    Text(String),
    /// A quote or backtick that is never closed.
    Unclosed,
    /// A number as written.
    Number(String),
    /// Any other character.
    Other,
    /// The end of the text.
    End,
}

/// Longest first, so that a part of one is never taken for another.
const ARROWS: [(&str, Kind); 14] = [
    ("-->", Kind::Arrow),
    ("==>", Kind::Curry),
    ("--->", Kind::NearArrow("-->")),
    ("===>", Kind::NearArrow("==>")),
    ("->", Kind::NearArrow("-->")),
    ("=>", Kind::NearArrow("==>")),
    ("→", Kind::NearArrow("-->")),
    ("⟶", Kind::NearArrow("-->")),
    ("⇒", Kind::NearArrow("==>")),
    ("–>", Kind::NearArrow("-->")),
    ("—>", Kind::NearArrow("-->")),
    ("--", Kind::NearArrow("-->")),
    ("==", Kind::NearArrow("==>")),
    ("~>", Kind::NearArrow("-->")),
];

/// The tokens of `text`, the last one [`Kind::End`].
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        if next.is_whitespace() {
            at += next.len_utf8();
            continue;
        }
        let (kind, length) = token(&text[at..], next);
        found.push(Token { kind, span: Span::new(at, at + length) });
        at += length;
    }
    found.push(Token { kind: Kind::End, span: Span::at(text.len()) });
    found
}

fn token(rest: &str, first: char) -> (Kind, usize) {
    if let Some((arrow, kind)) = ARROWS.iter().find(|(arrow, _)| rest.starts_with(arrow)) {
        return (kind.clone(), arrow.len());
    }
    match first {
        '(' | ')' | '[' | ']' | '{' | '}' | ',' => (Kind::Mark(first), 1),
        ':' => (Kind::Colon, if rest.starts_with("::") { 2 } else { 1 }),
        '"' | '\'' | '`' => quoted(rest, first),
        '0'..='9' => number(rest),
        '-' if rest[1..].starts_with(|next: char| next.is_ascii_digit()) => number(rest),
        _ if starts_word(first) => {
            let length = word_length(rest);
            (Kind::Word(rest[..length].to_owned()), length)
        }
        _ => (Kind::Other, first.len_utf8()),
    }
}

fn starts_word(first: char) -> bool {
    first.is_alphabetic() || matches!(first, '_' | '$')
}

/// A hyphen belongs to a word only between two of its characters, so that `name-->` ends before the arrow.
fn word_length(rest: &str) -> usize {
    let mut length = 0;
    let mut characters = rest.chars().peekable();
    while let Some(next) = characters.next() {
        let is_inside = next.is_alphanumeric() || matches!(next, '_' | '$' | '.' | '@');
        let is_hyphen = next == '-' && characters.peek().is_some_and(|&after| after.is_alphanumeric() || after == '_');
        if !is_inside && !is_hyphen {
            break;
        }
        length += next.len_utf8();
    }
    length
}

fn number(rest: &str) -> (Kind, usize) {
    let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = usize::from(rest.starts_with('-'));
    length += digits(length);
    if rest[length..].starts_with('.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
    }
    if rest[length..].starts_with(['e', 'E']) {
        let sign = usize::from(rest[length + 1..].starts_with(['+', '-']));
        if digits(length + 1 + sign) > 0 {
            length += 1 + sign + digits(length + 1 + sign);
        }
    }
    (Kind::Number(rest[..length].to_owned()), length)
}

fn quoted(rest: &str, quote: char) -> (Kind, usize) {
    match unquote(rest) {
        Some((text, length)) if quote == '`' => (Kind::Name(text), length),
        Some((text, length)) => (Kind::Text(text), length),
        None => (Kind::Unclosed, rest.len()),
    }
}

/// The text of the quoted string `rest` begins with, and its length with both quotes. Gram's escapes, and JSON's `\u`.
pub(super) fn unquote(rest: &str) -> Option<(String, usize)> {
    let quote = rest.chars().next()?;
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, next)) = characters.next() {
        if next == quote {
            return Some((text, at + 1));
        }
        if next != '\\' {
            text.push(next);
            continue;
        }
        let (at, escaped) = characters.next()?;
        match escaped {
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'u' => match rest.get(at + 1..at + 5).and_then(code_unit) {
                Some(character) => {
                    text.push(character);
                    characters.nth(3);
                }
                None => text.push('u'),
            },
            other => text.push(other),
        }
    }
    None
}

fn code_unit(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}
