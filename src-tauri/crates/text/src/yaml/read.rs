//! Strict YAML to a tree, within a budget that no hostile input outgrows.

use std::collections::HashMap;

use serde_saphyr::granit_parser::{
    ErrorKind, Event, Options, Parser, ScalarStyle as Written, ScanError, Span as Marks, StrInput, StructureStyle,
};

use super::{ScalarStyle, Value, ValueKind};
use crate::{Span, finding::floor_boundary};

/// Deepest nesting of lists and maps.
const MAX_DEPTH: usize = 48;

/// How large a document may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Most values, those of aliases counted at each use.
    nodes: usize,
    /// Longest text that is parsed at all, in bytes.
    length: usize,
}

impl Budget {
    /// Enough for any frontmatter.
    const FRONTMATTER: Self = Self { nodes: 10_000, length: 1 << 20 };

    /// For a document of so many values, each of which may have a key.
    pub(crate) const fn document(values: usize) -> Self {
        Self { nodes: 2 * values, length: 32 << 20 }
    }
}

/// Why YAML could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// It is not YAML: the parser's words and the offset where it gave up.
    Syntax { message: String, at: usize },
    /// More values than the budget, aliases counted at each use.
    TooLarge { at: usize },
    /// Nested deeper than the budget.
    TooDeep { at: usize },
    /// A second document follows.
    SecondDocument { at: usize },
}

/// What reading found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The one document's value; none where there is only white space and comments.
    pub(crate) root: Option<Value>,
    /// Where anchors, aliases and tags stand: what simple readers do not know.
    pub(crate) references: Vec<Span>,
}

/// Reads one YAML document of a frontmatter's size. `offset` is added to every span.
pub(crate) fn read(yaml: &str, offset: usize) -> Result<Tree, ReadError> {
    read_within(yaml, offset, Budget::FRONTMATTER)
}

/// Reads one YAML document within a budget.
pub(crate) fn read_within(yaml: &str, offset: usize, budget: Budget) -> Result<Tree, ReadError> {
    if yaml.len() > budget.length {
        return Err(ReadError::TooLarge { at: offset });
    }
    let mut options = Options::default();
    options.set_emit_comments(false);
    options.emit_anchor_events = true;
    let parser = Parser::new_from_str_with_options(yaml, options);
    Builder { yaml, offset, budget, open: Vec::new(), anchors: HashMap::new(), nodes: 0, tree: Tree::default() }
        .build(parser)
}

struct Builder<'a> {
    yaml: &'a str,
    offset: usize,
    budget: Budget,
    open: Vec<Open>,
    /// Finished anchored values by the parser's anchor id.
    anchors: HashMap<usize, (Value, usize)>,
    nodes: usize,
    tree: Tree,
}

/// A list or map whose end has not been seen.
struct Open {
    start: usize,
    is_flow: bool,
    is_map: bool,
    anchor: usize,
    items: Vec<Value>,
}

impl Builder<'_> {
    fn build<'a>(mut self, parser: Parser<'a, StrInput<'a>>) -> Result<Tree, ReadError> {
        let mut documents = 0;
        for next in parser {
            let (event, marks) = next.map_err(|error| self.syntax(&error))?;
            let span = self.span(marks);
            match event {
                Event::DocumentStart(..) => {
                    documents += 1;
                    if documents > 1 {
                        return Err(ReadError::SecondDocument { at: span.start });
                    }
                }
                Event::Scalar(text, written, anchor, tag) => {
                    let mut style = scalar_style(written);
                    if style == ScalarStyle::Plain && tag.is_some_and(|tag| tag.is_yaml_core_schema_tag("str")) {
                        style = ScalarStyle::SingleQuoted;
                    }
                    self.note_tag(marks);
                    self.count(1, span.start)?;
                    // The parser says `~` where nothing stands.
                    let is_absent = span.is_empty() && style == ScalarStyle::Plain;
                    let text = if is_absent { String::new() } else { text.into_owned() };
                    let value = Value { kind: ValueKind::Text { text, style }, span: self.with_header(span, style) };
                    self.keep_anchor(anchor, &value)?;
                    self.close(value);
                }
                Event::SequenceStart(style, anchor, _) => self.open(marks, style, anchor, false)?,
                Event::MappingStart(style, anchor, _) => self.open(marks, style, anchor, true)?,
                Event::SequenceEnd | Event::MappingEnd => self.finish(span)?,
                Event::Alias(id) => self.alias(id, span)?,
                Event::Anchor(..) => self.tree.references.push(span),
                _ => {}
            }
        }
        Ok(self.tree)
    }

    fn syntax(&self, error: &ScanError) -> ReadError {
        let at = error.marker().byte_offset().unwrap_or(self.yaml.len()).min(self.yaml.len());
        let at = self.offset + floor_boundary(self.yaml, at);
        match error.kind() {
            ErrorKind::RecursionLimitExceeded => ReadError::TooDeep { at },
            _ => ReadError::Syntax { message: error.info(), at },
        }
    }

    /// A span of the whole text, without the line ends a block scalar's marks include.
    fn span(&self, marks: Marks) -> Span {
        let range = marks.byte_range().unwrap_or(0..0);
        let end = range.start + self.yaml[range.clone()].trim_end().len();
        Span::new(range.start, end.max(range.start)).shifted(self.offset)
    }

    /// A block scalar's span with its `|` or `>`, which the parser's marks leave out.
    fn with_header(&self, span: Span, style: ScalarStyle) -> Span {
        let header = match style {
            ScalarStyle::Literal => '|',
            ScalarStyle::Folded => '>',
            ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => return span,
        };
        let start = self.yaml[..span.start - self.offset].rfind(header).map_or(span.start, |at| at + self.offset);
        Span::new(start, span.end.max(start + 1))
    }

    fn note_tag(&mut self, marks: Marks) {
        if let Some(tag) = marks.tag_span() {
            let span = self.span(tag);
            self.tree.references.push(span);
        }
    }

    fn count(&mut self, nodes: usize, at: usize) -> Result<(), ReadError> {
        self.nodes += nodes;
        if self.nodes > self.budget.nodes { Err(ReadError::TooLarge { at }) } else { Ok(()) }
    }

    fn open(&mut self, marks: Marks, style: StructureStyle, anchor: usize, is_map: bool) -> Result<(), ReadError> {
        let start = self.span(marks).start;
        self.note_tag(marks);
        self.count(1, start)?;
        if self.open.len() >= MAX_DEPTH {
            return Err(ReadError::TooDeep { at: start });
        }
        let is_flow = style == StructureStyle::Flow;
        self.open.push(Open { start, is_flow, is_map, anchor, items: Vec::new() });
        Ok(())
    }

    fn finish(&mut self, end: Span) -> Result<(), ReadError> {
        let Some(Open { start, is_flow, is_map, anchor, items }) = self.open.pop() else { return Ok(()) };
        // A block collection's end mark stands at the next token, so its last child says where it ends.
        let last = items.last().map_or(start, |item| item.span.end);
        let span = Span::new(start, if is_flow { end.end.max(last) } else { last.max(start) });
        let kind =
            if is_map { ValueKind::Map { entries: pairs(items), is_flow } } else { ValueKind::List { items, is_flow } };
        let value = Value { kind, span };
        self.keep_anchor(anchor, &value)?;
        self.close(value);
        Ok(())
    }

    fn alias(&mut self, id: usize, span: Span) -> Result<(), ReadError> {
        self.tree.references.push(span);
        // Counted before it is copied, or a bomb would go off while it is measured. An alias inside the value it names
        // has no finite tree and reads as nothing.
        self.count(self.anchors.get(&id).map_or(1, |(_, weight)| *weight), span.start)?;
        let mut value = self.anchors.get(&id).map_or_else(|| Value::plain("", span), |(value, _)| value.clone());
        value.span = span;
        self.close(value);
        Ok(())
    }

    /// Keeps a copy for the aliases, which costs what one of them would: anchors may stand in each other.
    fn keep_anchor(&mut self, anchor: usize, value: &Value) -> Result<(), ReadError> {
        if anchor != 0 {
            let weight = weight(value);
            self.count(weight, value.span.start)?;
            self.anchors.insert(anchor, (value.clone(), weight));
        }
        Ok(())
    }

    fn close(&mut self, value: Value) {
        match self.open.last_mut() {
            Some(parent) => parent.items.push(value),
            None => self.tree.root = Some(value),
        }
    }
}

/// What a copy of a value costs of the budget: its values, long texts more than once.
fn weight(value: &Value) -> usize {
    match &value.kind {
        ValueKind::Text { text, .. } => 1 + text.len() / 64,
        ValueKind::List { items, .. } => 1 + items.iter().map(weight).sum::<usize>(),
        ValueKind::Map { entries, .. } => {
            1 + entries.iter().map(|(key, value)| weight(key) + weight(value)).sum::<usize>()
        }
    }
}

fn pairs(items: Vec<Value>) -> Vec<(Value, Value)> {
    let mut entries = Vec::with_capacity(items.len() / 2);
    let mut items = items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        entries.push((key, value));
    }
    entries
}

fn scalar_style(written: Written) -> ScalarStyle {
    match written {
        Written::Plain => ScalarStyle::Plain,
        Written::SingleQuoted => ScalarStyle::SingleQuoted,
        Written::DoubleQuoted => ScalarStyle::DoubleQuoted,
        Written::Literal => ScalarStyle::Literal,
        Written::Folded => ScalarStyle::Folded,
    }
}
