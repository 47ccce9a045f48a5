//! JSON as people keep it in settings: with comments, trailing commas, and sometimes only the inside of an object.

use serde_json::Value;

use super::{
    Span,
    node::{Entry, Kind, MOST_VALUES, Node, TOO_LARGE},
};

/// Deepest nesting read.
const DEPTH: usize = 128;

type Read<T> = Result<T, (Span, String)>;

/// Reads JSON. Text that begins with a key and a colon is read as if braces stood around it.
pub(super) fn read(text: &str) -> Read<Node> {
    let at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reader = Reader { text, at, left: MOST_VALUES };
    let first = reader.value(0)?;
    let node = match (reader.peek()?, &first.kind) {
        (Some(':'), Kind::Scalar(Value::String(_))) => {
            reader.at = first.span.start;
            let entries = reader.entries(None, 0)?;
            Node { kind: Kind::Map(entries), span: Span::new(first.span.start, reader.at) }
        }
        _ => first,
    };
    match reader.peek()? {
        Some(_) => Err((
            reader.here(),
            "Unexpected text after the JSON. Remove it, or put everything into one object or list.".to_owned(),
        )),
        None => Ok(node),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Values that may still come.
    left: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Read<Node> {
        let left = self.left.checked_sub(1);
        self.left = left.ok_or_else(|| (self.here(), TOO_LARGE.to_owned()))?;
        if depth > DEPTH {
            return Err((self.here(), "This is nested too deeply to read.".to_owned()));
        }
        let next = self.peek()?;
        let start = self.at;
        let kind = match next {
            Some('{') => {
                self.at += 1;
                Kind::Map(self.entries(Some('}'), depth)?)
            }
            Some('[') => {
                self.at += 1;
                Kind::List(self.items(depth)?)
            }
            Some('"') => Kind::Scalar(Value::String(self.string()?)),
            Some(_) => Kind::Scalar(self.word()?),
            None => return Err((self.here(), "A value is missing at the end.".to_owned())),
        };
        Ok(Node { kind, span: Span::new(start, self.at) })
    }

    /// Entries up to `close`, or up to the end where there is none.
    fn entries(&mut self, close: Option<char>, depth: usize) -> Read<Vec<Entry>> {
        let mut entries = Vec::new();
        loop {
            let next = self.peek()?;
            if next == close {
                self.at += usize::from(next.is_some());
                return Ok(entries);
            }
            let start = self.at;
            if next != Some('"') {
                return Err(self.expected("a key in double quotes, or `}`"));
            }
            let key = self.string()?;
            let key_span = Span::new(start, self.at);
            if self.peek()? != Some(':') {
                return Err(self.expected("`:` after the key"));
            }
            self.at += 1;
            let value = self.value(depth + 1)?;
            entries.push(Entry { key, key_span, value });
            self.separator(close, "`,` or `}`")?;
        }
    }

    fn items(&mut self, depth: usize) -> Read<Vec<Node>> {
        let mut items = Vec::new();
        loop {
            if self.peek()? == Some(']') {
                self.at += 1;
                return Ok(items);
            }
            items.push(self.value(depth + 1)?);
            self.separator(Some(']'), "`,` or `]`")?;
        }
    }

    /// A comma, or the end, which is left for the caller.
    fn separator(&mut self, close: Option<char>, wanted: &str) -> Read<()> {
        match self.peek()? {
            Some(',') => {
                self.at += 1;
                Ok(())
            }
            next if next == close => Ok(()),
            _ => Err(self.expected(wanted)),
        }
    }

    fn string(&mut self) -> Read<String> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut end = start + 1;
        loop {
            match bytes.get(end) {
                Some(b'\\') => end += 2,
                Some(b'"') => break,
                Some(_) => end += 1,
                None => {
                    return Err((Span::new(start, self.text.len()), "Unclosed string.".to_owned()));
                }
            }
        }
        self.at = end + 1;
        let span = Span::new(start, self.at);
        let literal = span.of(self.text);
        // Raw line ends and tabs inside quotes are no JSON, but what was meant is plain.
        let parsed = serde_json::from_str(literal).or_else(|_| {
            let escaped = literal.replace('\r', "\\r").replace('\n', "\\n").replace('\t', "\\t");
            serde_json::from_str(&escaped)
        });
        parsed.map_err(|_| (span, "This string contains an escape or character that JSON doesn't allow.".to_owned()))
    }

    fn word(&mut self) -> Read<Value> {
        let rest = &self.text[self.at..];
        let length = rest.find(|next: char| next.is_whitespace() || ",:]}\"/#".contains(next)).unwrap_or(rest.len());
        let span = Span::new(self.at, self.at + length);
        match serde_json::from_str(&rest[..length]) {
            Ok(value) => {
                self.at += length;
                Ok(value)
            }
            Err(_) if length == 0 => Err(self.expected("a value")),
            // Not repeated: it may be a credential that lost its quotes.
            Err(_) => Err((span, "This isn't a JSON value. Put strings in double quotes.".to_owned())),
        }
    }

    /// The next character that is neither white space nor part of a comment.
    fn peek(&mut self) -> Read<Option<char>> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") || trimmed.starts_with('#') {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err((Span::new(self.at, self.text.len()), "Unclosed comment.".to_owned()));
                };
                self.at += length + 4;
            } else {
                return Ok(trimmed.chars().next());
            }
        }
    }

    fn here(&self) -> Span {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        Span::new(self.at, self.at + length)
    }

    fn expected(&self, wanted: &str) -> (Span, String) {
        let here = self.here();
        let found =
            if here.is_empty() { "the JSON ends here".to_owned() } else { format!("found `{}`", here.of(self.text)) };
        (here, format!("Expected {wanted}, but {found}."))
    }
}
