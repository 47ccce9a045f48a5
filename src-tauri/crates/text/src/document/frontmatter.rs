//! Where a text's frontmatter starts and ends.

use crate::Span;

/// The parts of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// How the frontmatter is delimited.
    pub(super) delimiters: Delimiters,
    /// Between the delimiters.
    pub(super) yaml: Span,
    /// After the closing delimiter's line.
    pub(super) rest: Span,
}

/// How a frontmatter is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiters {
    /// There is none.
    Absent,
    /// `---` on the first line and again below.
    Closed {
        /// The opening line, without its end.
        open: Span,
        /// The closing line, without its end.
        close: Span,
    },
    /// `---` on the first line only.
    Open {
        /// The opening line, without its end.
        open: Span,
    },
}

/// Finds the frontmatter. Blank lines and comments above it are passed over; an indented `---` closes only if no other does.
pub(super) fn split(text: &str) -> Parts {
    let absent = Parts { delimiters: Delimiters::Absent, yaml: Span::at(0), rest: Span::new(0, text.len()) };
    let first = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut lines = Lines { text, at: after_comments(text, first) };
    let Some((open, yaml_start)) = lines.by_ref().find(|(line, _)| !is_blank(line.of(text))) else { return absent };
    if open.of(text).trim() != "---" {
        return absent;
    }
    let mut indented = None;
    for (line, next) in lines {
        let content = line.of(text);
        if !content.contains("---") || content.trim() != "---" {
            continue;
        }
        if content.starts_with('-') {
            return closed(text, open, line, yaml_start, next);
        }
        indented.get_or_insert((line, next));
    }
    if let Some((line, next)) = indented {
        return closed(text, open, line, yaml_start, next);
    }
    let yaml = Span::new(yaml_start, unterminated_end(text, yaml_start));
    Parts { delimiters: Delimiters::Open { open }, yaml, rest: Span::new(yaml.end, text.len()) }
}

/// Where the text goes on behind comments of HTML that it begins with; where it begins, if it begins with none.
fn after_comments(text: &str, first: usize) -> usize {
    let mut at = first;
    loop {
        let rest = text[at..].trim_start();
        let Some(end) = rest.strip_prefix("<!--").and_then(|inside| inside.find("-->")) else { return at };
        at = text.len() - rest.len() + "<!--".len() + end + "-->".len();
    }
}

fn closed(text: &str, open: Span, close: Span, start: usize, next: usize) -> Parts {
    let yaml = Span::new(start, close.start);
    Parts { delimiters: Delimiters::Closed { open, close }, yaml, rest: Span::new(next, text.len()) }
}

/// Without a closing line the frontmatter ends where a reader would say it does: at a blank line or a heading.
fn unterminated_end(text: &str, start: usize) -> usize {
    let is_end = |line: &str| is_blank(line) || line.starts_with("# ") || line.starts_with("## ");
    Lines { text, at: start }.find(|(line, _)| is_end(line.of(text))).map_or(text.len(), |(line, _)| line.start)
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// The lines of a text from an offset on: each without its end, and where the next one starts. LF, CRLF and a lone CR
/// end a line.
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl Iterator for Lines<'_> {
    type Item = (Span, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let bytes = &self.text.as_bytes()[start..];
        if bytes.is_empty() {
            return None;
        }
        let length = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len());
        let end_length = match bytes[length..] {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        self.at = start + length + end_length;
        Some((Span::new(start, start + length), self.at))
    }
}
