//! YAML as a tree with byte spans: what frontmatter values are made of.

mod read;
mod write;

use crate::Span;

pub(crate) use read::{Budget, ReadError, read, read_within};
pub(crate) use write::{block_scalar, double_quoted, fits_single_quotes, flow_scalar, line_scalar, single_quoted};

/// One YAML document as a strict reader has it: its value, or none where there is none; an error where it is not YAML.
pub fn read_yaml(text: &str) -> Result<Option<Value>, NotYaml> {
    read(text, 0).map(|tree| tree.root).map_err(|_| NotYaml)
}

/// Where a text has the first character that YAML does not allow.
pub fn control_character(text: &str) -> Option<usize> {
    text.find(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{85}'))
}

/// A text that is not YAML to a strict reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotYaml;

/// What a value is under YAML 1.2's core schema.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'a> {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(serde_json::Number),
    /// A text.
    Text(&'a str),
    /// A list.
    List,
    /// A map.
    Map,
}

/// A YAML value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub kind: ValueKind,
    /// Where it stands in the whole text; of an alias, where the alias stands.
    pub span: Span,
}

/// The shapes of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// Any scalar as its author wrote it: booleans and numbers stay text.
    Text {
        /// The text, unescaped and unfolded.
        text: String,
        /// How it is written.
        style: ScalarStyle,
    },
    /// A list.
    List {
        /// Its items.
        items: Vec<Value>,
        /// Whether it is written `[a, b]`.
        is_flow: bool,
    },
    /// A map, in the order written.
    Map {
        /// Its entries; a key may stand twice.
        entries: Vec<(Value, Value)>,
        /// Whether it is written `{a: b}`.
        is_flow: bool,
    },
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarStyle {
    /// Without quotes.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

impl Value {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            ValueKind::Text { text, .. } => Some(text),
            ValueKind::List { .. } | ValueKind::Map { .. } => None,
        }
    }

    /// The items of a list.
    pub fn items(&self) -> Option<&[Value]> {
        match &self.kind {
            ValueKind::List { items, .. } => Some(items),
            ValueKind::Text { .. } | ValueKind::Map { .. } => None,
        }
    }

    /// The entries of a map.
    pub fn entries(&self) -> Option<&[(Value, Value)]> {
        match &self.kind {
            ValueKind::Map { entries, .. } => Some(entries),
            ValueKind::Text { .. } | ValueKind::List { .. } => None,
        }
    }

    /// Whether it is nothing: empty, `~` or `null`, without quotes.
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, ValueKind::Text { text, style: ScalarStyle::Plain } if is_null(text))
    }

    /// Whether a YAML 1.2 reader takes it for a string.
    pub fn is_string(&self) -> bool {
        match &self.kind {
            ValueKind::Text { text, style } => *style != ScalarStyle::Plain || plain_to_json(text).is_string(),
            ValueKind::List { .. } | ValueKind::Map { .. } => false,
        }
    }

    /// Whether readers of every version of YAML take it for a string: `yes` is one to some, and true to others.
    pub fn is_string_to_all(&self) -> bool {
        match &self.kind {
            ValueKind::Text { text, style } => *style != ScalarStyle::Plain || write::is_text_to_all(text),
            ValueKind::List { .. } | ValueKind::Map { .. } => false,
        }
    }

    /// Whether it is written without quotes.
    pub fn is_plain(&self) -> bool {
        self.style() == Some(ScalarStyle::Plain)
    }

    /// What it is under YAML 1.2's core schema.
    pub fn kind(&self) -> Kind<'_> {
        match &self.kind {
            ValueKind::Text { text, style: ScalarStyle::Plain } => match plain_to_json(text) {
                serde_json::Value::Null => Kind::Null,
                serde_json::Value::Bool(is_so) => Kind::Bool(is_so),
                serde_json::Value::Number(number) => Kind::Number(number),
                _ => Kind::Text(text),
            },
            ValueKind::Text { text, .. } => Kind::Text(text),
            ValueKind::List { .. } => Kind::List,
            ValueKind::Map { .. } => Kind::Map,
        }
    }

    /// The entries of a map by the text of their keys, and none of anything else.
    pub fn into_entries(self) -> Vec<(String, Value)> {
        match self.kind {
            ValueKind::Map { entries, .. } => entries.into_iter().map(|(key, value)| (key.key_text(), value)).collect(),
            ValueKind::Text { .. } | ValueKind::List { .. } => Vec::new(),
        }
    }

    /// As JSON, with YAML 1.2's core schema for plain scalars; of a repeated key the last stands.
    pub fn to_json(&self) -> serde_json::Value {
        self.json(Self::key_text)
    }

    fn json(&self, key_text: fn(&Self) -> String) -> serde_json::Value {
        match &self.kind {
            ValueKind::Text { text, style: ScalarStyle::Plain } => plain_to_json(text),
            ValueKind::Text { text, .. } => serde_json::Value::String(text.clone()),
            ValueKind::List { items, .. } => items.iter().map(|item| item.json(key_text)).collect(),
            ValueKind::Map { entries, .. } => {
                entries.iter().map(|(key, value)| (key_text(key), value.json(key_text))).collect()
            }
        }
    }

    pub(crate) fn style(&self) -> Option<ScalarStyle> {
        match self.kind {
            ValueKind::Text { style, .. } => Some(style),
            ValueKind::List { .. } | ValueKind::Map { .. } => None,
        }
    }

    pub(crate) fn plain(text: &str, span: Span) -> Self {
        Self { kind: ValueKind::Text { text: text.to_owned(), style: ScalarStyle::Plain }, span }
    }

    /// A key as text; a key that is itself a list or map becomes its JSON. Keys of that kind within it are left out: each
    /// level would double the text of those below.
    pub(crate) fn key_text(&self) -> String {
        let within = |key: &Self| key.text().unwrap_or("…").to_owned();
        self.text().map_or_else(|| self.json(within).to_string(), str::to_owned)
    }
}

pub(crate) fn is_null(plain: &str) -> bool {
    matches!(plain, "" | "~" | "null" | "Null" | "NULL")
}

/// A plain scalar under YAML 1.2's core schema. Numbers JSON cannot hold stay text.
pub(crate) fn plain_to_json(plain: &str) -> serde_json::Value {
    use serde_json::Value as Json;
    match plain {
        _ if is_null(plain) => Json::Null,
        "true" | "True" | "TRUE" => Json::Bool(true),
        "false" | "False" | "FALSE" => Json::Bool(false),
        _ => number(plain).map_or_else(|| Json::String(plain.to_owned()), Json::Number),
    }
}

fn number(plain: &str) -> Option<serde_json::Number> {
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    if let Some(digits) = unsigned.strip_prefix("0x") {
        return i64::from_str_radix(digits, 16).ok().filter(|_| unsigned.len() == plain.len()).map(Into::into);
    }
    if let Some(digits) = unsigned.strip_prefix("0o") {
        return i64::from_str_radix(digits, 8).ok().filter(|_| unsigned.len() == plain.len()).map(Into::into);
    }
    let starts_as_number = unsigned.starts_with(|c: char| c.is_ascii_digit())
        || (unsigned.starts_with('.') && unsigned[1..].starts_with(|c: char| c.is_ascii_digit()));
    if !starts_as_number || unsigned.contains(|c: char| !matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-')) {
        return None;
    }
    if unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        let plain = plain.strip_prefix('+').unwrap_or(plain);
        return plain.parse::<i64>().map(Into::into).or_else(|_| plain.parse::<u64>().map(Into::into)).ok();
    }
    plain.parse::<f64>().ok().and_then(serde_json::Number::from_f64)
}
