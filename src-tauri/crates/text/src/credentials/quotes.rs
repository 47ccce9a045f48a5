//! Quotes in what is written in one line: a command with its arguments, a list of pairs.

/// A text cut at a separator that stands in no quotes; at each one where quotes are left open.
pub(super) fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut open) = (Vec::new(), 0, None);
    for (at, letter) in text.char_indices() {
        match open {
            Some(quote) if letter == quote => open = None,
            None if letter == separator => {
                parts.push(&text[start..at]);
                start = at + letter.len_utf8();
            }
            None if matches!(letter, '"' | '\'') => open = Some(letter),
            Some(_) | None => {}
        }
    }
    if open.is_some() {
        return text.split(separator).collect();
    }
    parts.push(&text[start..]);
    parts
}

/// The quote around a text, empty where there is none, and what is within.
pub(super) fn unquoted(text: &str) -> (&str, &str) {
    let within = |quote: &'static str| Some((quote, text.strip_prefix(quote)?.strip_suffix(quote)?));
    within("\"").or_else(|| within("'")).unwrap_or(("", text))
}

#[cfg(test)]
mod tests {
    use super::{split_outside, unquoted};

    #[test]
    fn what_stands_in_quotes_is_one() {
        assert_eq!(split_outside("a='b;c';d=\"e';\";", ';'), ["a='b;c'", "d=\"e';\"", ""]);
        assert_eq!(split_outside("it's so; and", ';'), ["it's so", " and"]);
        assert_eq!(split_outside("", ' '), [""]);
        assert_eq!(unquoted("'a b'"), ("'", "a b"));
        for text in ["", "\"", "'a", "a\"", "a"] {
            assert_eq!(unquoted(text), ("", text));
        }
    }
}
