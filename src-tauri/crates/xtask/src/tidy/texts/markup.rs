//! What is read of a component of Svelte: its text, its attributes, and the literals of its code.

use std::iter::repeat_n;
use std::mem;

use super::Found;
use super::script::{self, Reader};

/// Attributes of several words that nobody reads.
const UNREAD: [&str; 6] = ["class", "d", "points", "style", "transform", "viewBox"];

pub(super) fn of(text: &str) -> Vec<Found> {
    let mut markup = Markup { reader: Reader::new(text, 1), said: String::new(), line: 1 };
    markup.read();
    markup.reader.found
}

struct Markup<'a> {
    reader: Reader<'a>,
    /// The text since the last tag.
    said: String,
    /// Where that begins.
    line: usize,
}

impl<'a> Markup<'a> {
    fn read(&mut self) {
        while !self.reader.rest.is_empty() {
            if self.reader.rest.starts_with("<!--") {
                self.end();
                self.reader.take_past("-->");
            } else if is_tag(self.reader.rest) {
                self.end();
                self.element();
            } else if self.reader.rest.starts_with('{') {
                self.braces();
            } else {
                self.text();
            }
        }
        self.end();
    }

    /// A tag; code and styles with all that is within.
    fn element(&mut self) {
        let name = self.tag();
        if name == "script" {
            let line = self.reader.line;
            let code = self.reader.take_past("</script>");
            self.reader.found.extend(script::of(code, line));
        } else if name == "style" {
            self.reader.take_past("</style>");
        }
    }

    /// One tag; gives the name of what it opens.
    fn tag(&mut self) -> &'a str {
        self.reader.take(1);
        let name = self.name();
        while let Some(letter) = self.reader.rest.chars().next() {
            match letter {
                '>' => {
                    self.reader.take(1);
                    break;
                }
                '{' => {
                    self.reader.take(1);
                    self.reader.code();
                }
                '/' | '=' => drop(self.reader.letter()),
                _ if letter.is_whitespace() => drop(self.reader.letter()),
                _ => self.attribute(),
            }
        }
        name
    }

    fn name(&mut self) -> &'a str {
        let rest = self.reader.rest;
        let is_end = |letter: char| letter.is_whitespace() || matches!(letter, '=' | '/' | '>' | '{');
        self.reader.take(rest.find(is_end).unwrap_or(rest.len()))
    }

    fn attribute(&mut self) {
        let name = self.name();
        if !self.reader.rest.starts_with('=') {
            return;
        }
        self.reader.take(1);
        if self.reader.rest.starts_with(['"', '\'']) {
            let line = self.reader.line;
            let value = self.value();
            if !UNREAD.contains(&name) {
                self.reader.keep(line, value);
            }
        } else if self.reader.rest.starts_with('{') {
            self.reader.take(1);
            self.reader.code();
        } else {
            self.name();
        }
    }

    /// A value in quotes.
    fn value(&mut self) -> String {
        let quote = self.reader.letter();
        let mut value = String::new();
        while let Some(letter) = self.reader.letter().filter(|letter| Some(*letter) != quote) {
            if letter == '{' {
                self.reader.code();
                value.push_str("{}");
            } else {
                value.push(letter);
            }
        }
        value
    }

    /// What is put into the text, or a block, which parts it.
    fn braces(&mut self) {
        self.begin();
        self.reader.take(1);
        let line = self.reader.line;
        if is_block(self.reader.rest) {
            self.end();
            self.reader.take(1);
            self.reader.code();
        } else {
            self.reader.code();
            self.said.push_str("{}");
            self.said.extend(repeat_n('\n', self.reader.line - line));
        }
    }

    fn text(&mut self) {
        self.begin();
        let rest = self.reader.rest;
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest[first..].find(['<', '{']).map_or(rest.len(), |more| first + more);
        let text = self.reader.take(length);
        self.said.push_str(text);
    }

    fn begin(&mut self) {
        if self.said.is_empty() {
            self.line = self.reader.line;
        }
    }

    fn end(&mut self) {
        let content = mem::take(&mut self.said);
        if content.contains(char::is_alphabetic) {
            self.reader.found.push(Found { line: self.line, content });
        }
    }
}

/// Whether what a brace opens says how the rest is shown, or ends that.
fn is_block(rest: &str) -> bool {
    let is_comment = rest.starts_with("//") || rest.starts_with("/*");
    rest.starts_with(['#', ':', '/', '@']) && !is_comment
}

fn is_tag(rest: &str) -> bool {
    let after = rest.strip_prefix('<').and_then(|rest| rest.chars().next());
    after.is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(usize, String)> {
        let blanks = |content: &str| content.chars().take_while(|letter| letter.is_whitespace()).collect::<String>();
        let line = |found: &Found| found.line + blanks(&found.content).matches('\n').count();
        of(text).iter().map(|found| (line(found), found.content.trim().to_owned())).collect()
    }

    #[test]
    fn text_attributes_and_code_are_read() {
        let text = "<!-- not this -->\n<script lang=\"ts\">\n  const a = 'in code';\n</script>\n\
                    <p class=\"not this\" data-tip=\"a {kind ? 'first one' : 'x'} tip\" {onclick} label={`the ${n}`}>\n\
                    Ledger</p>\n{#if a < b}{n} skills{:else}none{/if} left {/* it's */ c}\n<style>\n  .a b { margin: 0; }\n</style>\n";
        let expected = [
            (3, "in code"),
            (5, "first one"),
            (5, "a {} tip"),
            (5, "the {}"),
            (6, "Ledger"),
            (7, "{} skills"),
            (7, "none"),
            (7, "left {}"),
        ];
        assert_eq!(said(text), expected.map(|(line, content)| (line, content.to_owned())));
    }

    #[test]
    fn lines_are_counted_through_what_is_put_in() {
        let found = of("<p>One {f(\n  x,\n)} and\ntwo</p>");
        assert_eq!(found, [Found { line: 1, content: "One {}\n\n and\ntwo".to_owned() }]);
    }
}
