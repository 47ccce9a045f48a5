//! Bounds on nesting and number, put to work before anything builds a tree: elements beyond them lose their tags and keep
//! their text.

use pulldown_cmark::{CowStr, Event};

/// Elements without content, and those that the next of their kind ends: they nest nothing.
const FLAT: &[&str] = &[
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option", "p",
    "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track", "wbr",
];

/// Passes events on, but for the starts and ends of elements that are too deep, or more than are kept.
pub(super) struct ElementLimit {
    depth: usize,
    elements: usize,
    /// Open elements of the markdown, each with whether it was passed on.
    open: Vec<bool>,
    /// Open tags of the author's own HTML, likewise.
    tags: Vec<bool>,
    was_too_deep: bool,
    were_too_many: bool,
}

impl ElementLimit {
    /// At most `depth` levels and `elements` in all.
    pub(super) fn new(depth: usize, elements: usize) -> Self {
        Self { depth, elements, open: Vec::new(), tags: Vec::new(), was_too_deep: false, were_too_many: false }
    }

    /// Whether something was too deep.
    pub(super) fn was_too_deep(&self) -> bool {
        self.was_too_deep
    }

    /// Whether there were more elements.
    pub(super) fn were_too_many(&self) -> bool {
        self.were_too_many
    }

    /// The event, if it is to be shown.
    pub(super) fn keep<'a>(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        match event {
            Event::Start(_) => {
                let is_kept = self.fits(self.open.len()) && self.takes_one();
                self.open.push(is_kept);
                is_kept.then_some(event)
            }
            Event::End(_) => self.open.pop().unwrap_or(true).then_some(event),
            Event::Code(code) => Some(if self.takes_one() { Event::Code(code) } else { Event::Text(code) }),
            Event::HardBreak | Event::Rule => Some(if self.takes_one() { event } else { Event::SoftBreak }),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => self.takes_one().then_some(event),
            Event::Html(html) => Some(Event::Html(self.keep_tags(html))),
            Event::InlineHtml(html) => Some(Event::InlineHtml(self.keep_tags(html))),
            other => Some(other),
        }
    }

    fn fits(&mut self, depth: usize) -> bool {
        let fits = depth < self.depth;
        self.was_too_deep |= !fits;
        fits
    }

    fn takes_one(&mut self) -> bool {
        let takes = self.elements > 0;
        self.elements = self.elements.saturating_sub(1);
        self.were_too_many |= !takes;
        takes
    }

    /// A piece of HTML without its tags that are too deep.
    fn keep_tags<'a>(&mut self, html: CowStr<'a>) -> CowStr<'a> {
        let mut kept = String::new();
        let mut copied_to = 0;
        let mut rest = 0;
        while let Some(at) = html[rest..].find('<').map(|at| at + rest) {
            let end = html[at..].find('>').map_or(html.len(), |end| at + end + 1);
            if !self.keeps_tag(&html[at..end]) {
                kept.push_str(&html[copied_to..at]);
                copied_to = end;
            }
            rest = end;
        }
        if copied_to == 0 {
            return html;
        }
        kept.push_str(&html[copied_to..]);
        CowStr::from(kept)
    }

    fn keeps_tag(&mut self, tag: &str) -> bool {
        let is_end = tag.starts_with("</");
        let name = &tag[if is_end { 2 } else { 1 }..];
        let length = name.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(name.len());
        let name = &name[..length];
        if name.is_empty() {
            return true;
        }
        if tag.ends_with("/>") || FLAT.iter().any(|flat| flat.eq_ignore_ascii_case(name)) {
            return is_end || self.takes_one();
        }
        if is_end {
            return self.tags.pop().unwrap_or(true);
        }
        let is_kept = self.fits(self.open.len() + self.tags.len()) && self.takes_one();
        self.tags.push(is_kept);
        is_kept
    }
}

/// How much of a text comes before a line that opens more quotes and lists than may be nested: the parser looks at all
/// that are open for each further line.
pub(super) fn flat_length(markdown: &str, most: usize) -> usize {
    let mut at = 0;
    for line in markdown.split_inclusive('\n') {
        if opened_by(line, most) > most {
            return at;
        }
        at += line.len();
    }
    at
}

/// How many quotes and lists the start of a line opens; counting ends above `most`.
fn opened_by(line: &str, most: usize) -> usize {
    let bytes = line.as_bytes();
    let (mut at, mut opened) = (0, 0);
    while opened <= most {
        at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        match bytes.get(at + digits) {
            Some(b'>') if digits == 0 => {}
            Some(b'-' | b'*' | b'+') if digits == 0 && is_space(bytes.get(at + 1)) => {}
            Some(b'.' | b')') if digits > 0 && is_space(bytes.get(at + digits + 1)) => {}
            _ => break,
        }
        at += digits + 1;
        opened += 1;
    }
    opened
}

fn is_space(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b' ' | b'\t'))
}
