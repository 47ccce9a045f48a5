//! The patterns of a gram document, as far as agents and specifications need them.

use serde_json::{Map, Value};

use crate::{
    Span,
    gram::{Problem, token::unquote},
};

/// Deepest nesting read.
const DEPTH: usize = 64;

/// `[identifier:Label {…} | elements]`
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    pub(super) identifier: Option<String>,
    pub(super) labels: Vec<String>,
    pub(super) record: Vec<Property>,
    pub(super) elements: Vec<Element>,
    pub(super) span: Span,
}

/// A property of a record.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) key: String,
    pub(super) value: Value,
    pub(super) span: Span,
}

/// What stands inside a pattern.
#[derive(Clone, Debug)]
pub(super) enum Element {
    Pattern(Pattern),
    /// Nodes and relationships, not looked into.
    Path(Span),
    Reference(String, Span),
}

/// A walk over a gram text. Each step is an error where the text is not gram.
pub(super) struct Scan<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

type Step<T> = Result<T, Problem>;

impl<'a> Scan<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character that is neither white space nor part of a comment.
    pub(super) fn peek(&mut self) -> Option<char> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/**") && !rest.starts_with("/**/") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else {
                return rest.chars().next();
            }
        }
    }

    pub(super) fn take(&mut self, mark: char) -> bool {
        let is_there = self.peek() == Some(mark);
        if is_there {
            self.at += mark.len_utf8();
        }
        is_there
    }

    pub(super) fn here(&self) -> Span {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Span::new(self.at, self.at + length)
    }

    fn expected<T>(&mut self, what: &str) -> Step<T> {
        let found = match self.peek() {
            Some(next) => format!("found `{next}`"),
            None => "the document ends here".to_owned(),
        };
        Err(Problem { span: self.here(), message: format!("Expected {what}, but {found}.") })
    }

    pub(super) fn pattern(&mut self, depth: usize) -> Step<Pattern> {
        let mut pattern = Pattern { span: Span::at(self.at), ..Pattern::default() };
        if depth > DEPTH {
            return Err(Problem { span: self.here(), message: "Patterns are nested too deeply here.".to_owned() });
        }
        if !self.take('[') {
            return self.expected("`[`");
        }
        if !matches!(self.peek(), Some(':' | '{' | '|' | ']')) {
            pattern.identifier = Some(self.name("a name")?);
        }
        while self.take(':') {
            self.take(':');
            pattern.labels.push(self.name("a label")?);
        }
        if self.peek() == Some('{') {
            pattern.record = self.record(depth + 1)?;
        }
        if self.take('|') {
            loop {
                pattern.elements.push(self.element(depth + 1)?);
                if !self.take(',') {
                    break;
                }
            }
        }
        if !self.take(']') {
            return self.expected("`]`");
        }
        pattern.span.end = self.at;
        Ok(pattern)
    }

    fn element(&mut self, depth: usize) -> Step<Element> {
        match self.peek() {
            Some('[') => self.pattern(depth).map(Element::Pattern),
            Some('(') => self.path().map(Element::Path),
            _ => {
                let start = self.at;
                let name = self.name("a pattern or the name of one")?;
                Ok(Element::Reference(name, Span::new(start, self.at)))
            }
        }
    }

    /// A bare name, one between backticks, or a number.
    fn name(&mut self, what: &str) -> Step<String> {
        if self.peek() == Some('`') || self.peek() == Some('"') {
            return self.string();
        }
        let rest = self.rest();
        let is_inside = |next: char| next.is_alphanumeric() || matches!(next, '_' | '.' | '@' | '-');
        let length = rest.find(|next| !is_inside(next)).unwrap_or(rest.len());
        if length == 0 {
            return self.expected(what);
        }
        self.at += length;
        Ok(rest[..length].to_owned())
    }

    fn string(&mut self) -> Step<String> {
        let start = self.at;
        if let Some(fenced) = self.rest().strip_prefix("```") {
            // What stands behind the fence on its line is a tag; the content begins on the next.
            let content = fenced.find('\n').map_or(fenced.len(), |end| end + 1);
            let Some(length) = fenced[content..].find("```") else { return self.unclosed(start) };
            self.at += 3 + content + length + 3;
            return Ok(fenced[content..content + length].to_owned());
        }
        match unquote(self.rest()) {
            Some((text, length)) => {
                self.at += length;
                Ok(text)
            }
            None => self.unclosed(start),
        }
    }

    fn unclosed<T>(&self, start: usize) -> Step<T> {
        let span = Span::new(start, self.text.len());
        Err(Problem { span, message: "The quote opened here is never closed.".to_owned() })
    }

    pub(super) fn record(&mut self, depth: usize) -> Step<Vec<Property>> {
        let mut properties = Vec::new();
        self.take('{');
        if self.take('}') {
            return Ok(properties);
        }
        loop {
            self.peek();
            let start = self.at;
            let key = self.name("a property's name")?;
            if !self.take(':') {
                return self.expected("`:`");
            }
            self.take(':');
            let value = self.value(depth + 1)?;
            properties.push(Property { key, value, span: Span::new(start, self.at) });
            if self.take('}') {
                return Ok(properties);
            }
            if !self.take(',') {
                return self.expected("`,` or `}`");
            }
        }
    }

    fn value(&mut self, depth: usize) -> Step<Value> {
        if depth > DEPTH {
            return Err(Problem { span: self.here(), message: "Values are nested too deeply here.".to_owned() });
        }
        match self.peek() {
            Some('"' | '\'' | '`') => self.string().map(Value::String),
            Some('[') => {
                self.at += 1;
                let mut items = Vec::new();
                while !self.take(']') {
                    items.push(self.value(depth + 1)?);
                    if !self.take(',') && self.peek() != Some(']') {
                        return self.expected("`,` or `]`");
                    }
                }
                Ok(Value::Array(items))
            }
            Some('{') => {
                let entries = self.record(depth + 1)?.into_iter().map(|property| (property.key, property.value));
                Ok(Value::Object(entries.collect::<Map<_, _>>()))
            }
            _ => self.word(),
        }
    }

    /// A number, a truth value, or a symbol, which reads as text; ranges and measurements stay as they are written.
    fn word(&mut self) -> Step<Value> {
        let word = self.name("a value")?;
        if self.rest().starts_with('`') {
            return self.string().map(Value::String);
        }
        Ok(serde_json::from_str(&word).ok().filter(|value: &Value| !value.is_null()).unwrap_or(Value::String(word)))
    }

    /// Nodes in round brackets with arrows between them.
    pub(super) fn path(&mut self) -> Step<Span> {
        let start = self.at;
        loop {
            self.balanced('(', ')')?;
            let end = self.at;
            if !matches!(self.peek(), Some('-' | '=' | '~' | '<')) {
                return Ok(Span::new(start, end));
            }
            while matches!(self.peek(), Some('-' | '=' | '~' | '<' | '>' | '[')) {
                if self.rest().starts_with('[') { self.balanced('[', ']')? } else { self.at += 1 }
            }
            if self.peek() != Some('(') {
                return self.expected("a node in parentheses");
            }
        }
    }

    /// From `open` to its `close`, whatever stands between, but for what stands in quotes.
    fn balanced(&mut self, open: char, close: char) -> Step<()> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(next) = self.peek() {
            if matches!(next, '"' | '\'' | '`') {
                self.string()?;
                continue;
            }
            self.at += next.len_utf8();
            if next == open {
                depth += 1;
            } else if next == close {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Ok(());
                }
            }
        }
        let span = Span::new(start, start + open.len_utf8());
        Err(Problem { span, message: format!("Missing closing `{close}`.") })
    }
}
