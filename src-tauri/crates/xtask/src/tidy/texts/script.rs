//! String literals of TypeScript that a person reads. What a template puts in is code again, and looked into.

use super::{Found, is_read};

/// What in code begins something else, or ends it.
const SPECIAL: [char; 6] = ['\'', '"', '`', '/', '{', '}'];

/// A slash after these begins a regular expression, and divides nothing.
const BEFORE_PATTERN: [char; 18] =
    ['(', ',', '=', ':', '[', '!', '&', '|', '?', '{', ';', '+', '-', '*', '%', '<', '>', '^'];
const WORDS_BEFORE_PATTERN: [&str; 4] = ["return", "typeof", "case", "if"];

/// Before words that an action is found by beside its label, whatever people call it.
const SEARCHED: &str = "words:";

/// Before a name that is shown to programmers.
const NAME: &str = "Symbol(";

/// Of code that begins in a line.
pub(super) fn of(text: &str, line: usize) -> Vec<Found> {
    let mut reader = Reader::new(text, line);
    while !reader.rest.is_empty() {
        reader.code();
    }
    reader.found
}

/// Goes through a text, and keeps what of it is read.
pub(super) struct Reader<'a> {
    whole: &'a str,
    pub(super) rest: &'a str,
    /// Where the rest begins, counted from 1.
    pub(super) line: usize,
    pub(super) found: Vec<Found>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(whole: &'a str, line: usize) -> Self {
        Self { whole, rest: whole, line, found: Vec::new() }
    }

    /// Goes on by so many bytes, which it gives.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Goes on to what ends something and past it, or to the end; gives what stands before.
    pub(super) fn take_past(&mut self, end: &str) -> &'a str {
        let Some(at) = self.rest.find(end) else { return self.take(self.rest.len()) };
        let before = self.take(at);
        self.take(end.len());
        before
    }

    pub(super) fn letter(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.take(letter.len_utf8());
        Some(letter)
    }

    /// Keeps a literal, if it is read.
    pub(super) fn keep(&mut self, line: usize, content: String) {
        if is_read(&content) {
            self.found.push(Found { line, content });
        }
    }

    /// Code, up to the brace that closes what was opened before it and past that, or to the end.
    pub(super) fn code(&mut self) {
        let mut depth = 0_usize;
        while let Some(at) = self.rest.find(SPECIAL) {
            self.take(at);
            if self.rest.starts_with("//") {
                self.take_past("\n");
            } else if self.rest.starts_with("/*") {
                self.take_past("*/");
            } else if self.rest.starts_with('/') && self.is_before_pattern() {
                self.pattern();
            } else if self.rest.starts_with(['\'', '"', '`']) {
                self.literal();
            } else {
                match self.take(1) {
                    "{" => depth += 1,
                    "}" if depth == 0 => return,
                    "}" => depth -= 1,
                    _ => {}
                }
            }
        }
        self.take(self.rest.len());
    }

    /// What was read so far.
    fn before(&self) -> &'a str {
        self.whole[..self.whole.len() - self.rest.len()].trim_end()
    }

    fn is_before_pattern(&self) -> bool {
        let before = self.before();
        before.is_empty()
            || before.ends_with(BEFORE_PATTERN)
            || WORDS_BEFORE_PATTERN.iter().any(|word| before.ends_with(*word))
    }

    /// A regular expression.
    fn pattern(&mut self) {
        self.take(1);
        let mut is_class = false;
        while let Some(letter) = self.letter() {
            match letter {
                '\\' => drop(self.letter()),
                '[' => is_class = true,
                ']' => is_class = false,
                '/' if !is_class => return,
                // It was none.
                '\n' => return,
                _ => {}
            }
        }
    }

    /// A literal in quotes, or a template.
    fn literal(&mut self) {
        let (line, before) = (self.line, self.before());
        let Some(quote) = self.letter() else { return };
        let mut content = String::new();
        while let Some(letter) = self.letter() {
            match letter {
                '\\' => {
                    self.letter();
                    content.push(' ');
                }
                '$' if quote == '`' && self.rest.starts_with('{') => {
                    self.take(1);
                    self.code();
                    content.push_str("{}");
                }
                // It was none.
                '\n' if quote != '`' => return,
                _ if letter == quote => break,
                _ => content.push(letter),
            }
        }
        let is_searched = before.ends_with(SEARCHED) && !content.contains(char::is_uppercase);
        if !is_searched && !before.ends_with(NAME) {
            self.keep(line, content);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(usize, String)> {
        of(text, 1).into_iter().map(|found| (found.line, found.content)).collect()
    }

    #[test]
    fn literals_and_templates_are_read_with_what_is_put_in() {
        let text = "// not this one\nconst a = 'no skill';\nconst b = `${n ? `an inner ${x}` : \"one more\"} left`;\n\
                    /* nor 'this one' */ const c = { label: 'Ledger', id: 'ledger' };";
        let expected = [(2, "no skill"), (3, "an inner {}"), (3, "one more"), (3, "{} left"), (4, "Ledger")];
        assert_eq!(said(text), expected.map(|(line, content)| (line, content.to_owned())));
    }

    #[test]
    fn quotes_within_patterns_begin_nothing() {
        let text = "const a = /['\"/]+'/g.test(b) && c / 2;\nconst d = 'after it' / 2;";
        assert_eq!(said(text), [(2, "after it".to_owned())]);
        let text = "let b = 'no end\nconst c = \"it\\'s over\";";
        assert_eq!(said(text), [(2, "it s over".to_owned())]);
    }

    #[test]
    fn words_that_are_searched_and_names_are_not_read() {
        let text =
            "a({ label: 'Run it all', words: 'what if again' }, Symbol('bench form'));\nb = { words: 'What if' };";
        assert_eq!(said(text), [(1, "Run it all".to_owned()), (2, "What if".to_owned())]);
    }
}
