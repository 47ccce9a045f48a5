//! Texts as judges show them, so that they can be held against the library's.

/// Every run of white space as one blank: clients put descriptions on lines of their own making.
pub(super) fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without the sequences that move a terminal's cursor or colour it.
pub(super) fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\u{1B}' {
            plain.push(c);
        } else if rest.next() == Some('[') {
            // Parameters, then the letter that ends it.
            rest.by_ref().find(char::is_ascii_alphabetic);
        }
    }
    plain
}

/// As Python's `html.escape` writes it.
pub(super) fn escaped(text: &str) -> String {
    let pairs = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#x27;")];
    pairs.into_iter().fold(text.to_owned(), |text, (plain, escaped)| text.replace(plain, escaped))
}

#[cfg(test)]
mod tests {
    use super::{escaped, one_blank, without_escapes};

    #[test]
    fn what_a_terminal_is_told_is_taken_out() {
        assert_eq!(without_escapes("\u{1B}[38;5;250mone\u{1B}[0m \u{1B}[?25ltwo"), "one two");
        assert_eq!(one_blank(" a\n  b\t c "), "a b c");
        assert_eq!(escaped("<a href='b'>&\"</a>"), "&lt;a href=&#x27;b&#x27;&gt;&amp;&quot;&lt;/a&gt;");
    }
}
