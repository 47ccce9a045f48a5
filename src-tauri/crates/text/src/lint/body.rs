//! One pass over the instructions: their size, and where their links, code spans and fences stand.

use studio_model::{STANDARD_BODY_LINES, STANDARD_BODY_TOKENS};

use super::{Linter, code, size};
use crate::Span;

/// How far the end of a link or code span is looked for, which keeps hostile lines linear.
const WINDOW: usize = 4_096;

/// Longest tag of HTML that is read.
const LONGEST_TAG: usize = 1_024;

/// What the pass found. Fenced code holds neither links nor code spans.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The destinations of links and images, without brackets and titles.
    pub(super) links: Vec<Span>,
    /// The contents of code spans.
    pub(super) code_spans: Vec<Span>,
    /// What stands in fences, each from its first line on to the end of its last.
    pub(super) fences: Vec<Span>,
    /// No closing parenthesis stands between where one was last looked for and here.
    unclosed_to: usize,
    lines: usize,
    /// Where the first line too many starts.
    overflow: Option<usize>,
}

/// Reads the body once.
pub(super) fn scan(text: &str, body: Span) -> Scan {
    let mut scan = Scan::default();
    let mut fence: Option<(u8, usize)> = None;
    let mut at = body.start;
    let bytes = &text.as_bytes()[..body.end];
    while at < body.end {
        if scan.lines == STANDARD_BODY_LINES - 1 {
            scan.overflow = Some(at);
        }
        scan.lines += 1;
        let first = at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count();
        let run = fence_run(&bytes[first..]);
        match (fence, run) {
            (None, Some(opened)) => {
                fence = Some(opened);
                let start = line_end(bytes, at);
                scan.fences.push(Span::new(start, start));
            }
            (Some((mark, length)), Some((other, run))) if mark == other && run >= length => fence = None,
            (Some(_), _) => scan.grow_fence(line_end(bytes, at)),
            _ => {}
        }
        at = if fence.is_some() || run.is_some() { line_end(bytes, at) } else { scan.line(bytes, first) };
        at += if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 };
    }
    scan.written_as_html(bytes, body.start);
    scan
}

/// Judges the size of the body.
pub(super) fn check(linter: &mut Linter<'_>, scan: &Scan) {
    let document = linter.document;
    let span = document.body_span();
    if span.is_empty() {
        if document.frontmatter_span().is_some() {
            let message = "This skill has no instructions. Write what the agent should do below the frontmatter.";
            linter.push(code::finding(code::BODY_EMPTY, span, message));
        }
        return;
    }
    let Some(targets) = linter.strict_targets() else { return };
    if let Some(at) = scan.overflow {
        let message = format!(
            "Body is {} lines long and exceeds the recommended {STANDARD_BODY_LINES} lines. Move details into separate files.",
            studio_model::grouped(scan.lines)
        );
        linter.push(code::finding(code::BODY_LINES, Span::at(at), message).with_targets(targets));
    }
    // Without a number: it is guessed here, and the exact one stands beside the text.
    if size::has_tokens(document.body(), STANDARD_BODY_TOKENS) {
        let message = "Body exceeds the recommended 5,000 tokens. Move details into separate files.";
        linter.push(code::finding(code::BODY_TOKENS, Span::at(span.start), message).with_targets(targets));
    }
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

/// The mark and length of a code fence that starts here.
fn fence_run(bytes: &[u8]) -> Option<(u8, usize)> {
    let mark = *bytes.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = bytes.iter().take_while(|byte| **byte == mark).count();
    if length < 3 {
        return None;
    }
    // Backticks that close on the same line are a code span.
    let rest = &bytes[length..];
    let line = &rest[..line_end(rest, 0).min(WINDOW)];
    (mark == b'~' || !line.contains(&b'`')).then_some((mark, length))
}

impl Scan {
    /// Takes one more line into the fence that is open.
    fn grow_fence(&mut self, end: usize) {
        if let Some(fence) = self.fences.last_mut() {
            fence.end = end;
        }
    }

    /// Reads one line and returns where it ends.
    fn line(&mut self, bytes: &[u8], mut at: usize) -> usize {
        let mut is_definition = bytes.get(at) == Some(&b'[');
        let mut end = line_end(bytes, at);
        loop {
            // What was passed over may have reached into a later line.
            if at > end {
                end = line_end(bytes, at.min(bytes.len()));
            }
            // Only these mean something outside fences.
            let Some(next) = memchr::memchr3(b'\\', b'`', b']', &bytes[at.min(end)..end]) else {
                return end;
            };
            at += next;
            match bytes[at] {
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
                b'`' => at = self.code_span(bytes, at),
                b']' if bytes.get(at + 1) == Some(&b'(') => at = self.link(bytes, at + 2),
                b']' if is_definition => {
                    is_definition = false;
                    if bytes[at + 1..].starts_with(b": ") {
                        let end = line_end(bytes, at);
                        self.destination(bytes, at + 3, end);
                        return end;
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// Passes over a code span and notes it; over its backticks alone where none close it on the line.
    fn code_span(&mut self, bytes: &[u8], at: usize) -> usize {
        let run = bytes[at..].iter().take_while(|byte| **byte == b'`').count();
        let start = at + run;
        let limit = (start + WINDOW).min(bytes.len());
        let mut end = start;
        while end < limit && !matches!(bytes[end], b'\n' | b'\r') {
            if bytes[end] != b'`' {
                end += 1;
                continue;
            }
            let closing = bytes[end..].iter().take_while(|byte| **byte == b'`').count();
            if closing == run {
                self.code_spans.push(Span::new(start, end));
                return end + run;
            }
            end += closing;
        }
        start
    }

    /// Reads `destination "title")` and returns where reading goes on.
    fn link(&mut self, bytes: &[u8], start: usize) -> usize {
        let limit = (start + WINDOW).min(bytes.len());
        // What was looked through without finding one is not looked through again for each link that starts in it.
        let unseen = start.max(self.unclosed_to).min(limit);
        if !bytes[unseen..limit].contains(&b')') {
            self.unclosed_to = limit;
            return start;
        }
        let mut depth = 0_usize;
        for end in start..limit {
            match bytes[end] {
                b'\n' | b'\r' => break,
                b'(' => depth += 1,
                b')' if depth == 0 => {
                    self.destination(bytes, start, end);
                    return end + 1;
                }
                b')' => depth -= 1,
                _ => {}
            }
        }
        start
    }

    /// Notes where images and links lead that are written as HTML, outside fences and code spans.
    fn written_as_html(&mut self, bytes: &[u8], start: usize) {
        for (tag, attribute) in [("<img ", " src="), ("<a ", " href=")] {
            self.attributes(bytes, start, tag, attribute);
        }
    }

    fn attributes(&mut self, bytes: &[u8], start: usize, tag: &str, attribute: &str) {
        for at in memchr::memmem::find_iter(&bytes[start.min(bytes.len())..], tag) {
            let at = start + at;
            let tag = &bytes[at..(at + LONGEST_TAG).min(bytes.len())];
            let tag = &tag[..memchr::memchr(b'>', tag).unwrap_or(tag.len())];
            let from = memchr::memmem::find(tag, attribute.as_bytes()).map(|from| from + attribute.len());
            let Some(from) = from else { continue };
            let quote = tag.get(from).copied().filter(|byte| matches!(byte, b'"' | b'\''));
            let length = quote.and_then(|quote| memchr::memchr(quote, &tag[from + 1..])).unwrap_or_default();
            if length > 0 && !self.is_shown(at) {
                self.links.push(Span::new(at + from + 1, at + from + 1 + length));
            }
        }
    }

    /// Whether what stands at a place is shown: in a fence or a code span.
    fn is_shown(&self, at: usize) -> bool {
        let is_in = |spans: &[Span]| {
            let next = spans.partition_point(|span| span.end <= at);
            spans.get(next).is_some_and(|span| span.start <= at)
        };
        is_in(&self.fences) || is_in(&self.code_spans)
    }

    /// Notes a destination: what stands in angle brackets, else the first word.
    fn destination(&mut self, bytes: &[u8], start: usize, end: usize) {
        let start = start + bytes[start..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let source = &bytes[start..end];
        let (start, length) = if source.first() == Some(&b'<') {
            let length = source.iter().position(|byte| *byte == b'>').unwrap_or(source.len());
            (start + 1, length.saturating_sub(1))
        } else {
            (start, source.iter().position(u8::is_ascii_whitespace).unwrap_or(source.len()))
        };
        if length > 0 {
            self.links.push(Span::new(start, start + length));
        }
    }
}
