//! The file as Codex reads it: the values of keys it knows, and what makes it pass over all of them.

use super::{
    Policy,
    shape::{Holds, Key, Product, ROOT},
};
use crate::{Span, Value, ValueKind, near, yaml::Kind};

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Reading<'a> {
    /// Values of keys that hold no further keys, but for those of tools; in the order of the text.
    pub(super) entries: Vec<Entry<'a>>,
    pub(super) tools: Vec<Tool<'a>>,
    pub(super) unknown: Vec<Unknown<'a>>,
    pub(super) faults: Vec<Fault<'a>>,
    products: Vec<Product>,
}

/// A value of the type that its key holds, or nothing.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// The key with those above it, as `policy.products`.
    pub(super) path: String,
    pub(super) name: &'static str,
    pub(super) holds: Holds,
    pub(super) key_span: Span,
    pub(super) value: &'a Value,
}

/// What Codex makes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// There is none.
    Nothing,
    /// It takes this.
    Text(String),
    /// It drops it for being empty.
    Empty,
    /// It drops it for having so many characters, where so many are the most.
    TooLong(usize, usize),
}

impl Entry<'_> {
    /// What Codex makes of the text: of white space it keeps single blanks.
    pub(super) fn taken(&self) -> Taken {
        let Some(text) = self.text() else { return Taken::Nothing };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = text.chars().count();
        match self.holds {
            _ if text.is_empty() => Taken::Empty,
            Holds::Text(most) if length > most => Taken::TooLong(length, most),
            _ => Taken::Text(text),
        }
    }

    /// The text as it is written; none where nothing is.
    pub(super) fn text(&self) -> Option<&str> {
        self.value.text().filter(|_| !self.value.is_null())
    }
}

/// An item of `dependencies.tools`.
#[derive(Debug)]
pub(super) struct Tool<'a> {
    pub(super) span: Span,
    pub(super) entries: Vec<Entry<'a>>,
}

impl<'a> Tool<'a> {
    pub(super) fn entry(&self, name: &str) -> Option<&Entry<'a>> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    pub(super) fn taken(&self, name: &str) -> Taken {
        self.entry(name).map_or(Taken::Nothing, Entry::taken)
    }
}

/// A key that Codex does not know.
#[derive(Debug)]
pub(super) struct Unknown<'a> {
    pub(super) path: String,
    pub(super) name: &'a str,
    pub(super) span: Span,
    /// The key that was meant, where a slip explains the difference and the key is missing.
    pub(super) meant: Option<&'static str>,
}

/// Why Codex passes over the whole file.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    /// The key with those above it.
    pub(super) path: String,
    pub(super) span: Span,
    pub(super) kind: FaultKind<'a>,
}

/// The kinds of such faults.
#[derive(Clone, Copy, Debug)]
pub(super) enum FaultKind<'a> {
    /// The value is not what the key holds.
    Type(Holds, &'a Value),
    /// An item is not what the key's list holds.
    Item(Holds, &'a Value),
    /// A key is itself a list or map.
    Key(&'a Value),
    /// The key stands above already.
    Twice,
    /// It is no product.
    Product(&'a str),
}

impl<'a> Reading<'a> {
    /// The reading of the file's first level.
    pub(super) fn of(entries: &'a [(Value, Value)]) -> Self {
        let mut reading = Self::default();
        reading.take_all(entries, ROOT, "");
        reading
    }

    /// Who may see the skill.
    pub(super) fn policy(&self) -> Policy {
        let is_off =
            |entry: &Entry<'_>| matches!(entry.holds, Holds::Switch) && entry.value.kind() == Kind::Bool(false);
        if !self.faults.is_empty() {
            Policy::Open
        } else if !self.products.is_empty() && !self.products.contains(&Product::Codex) {
            Policy::OtherProducts
        } else if self.entries.iter().any(is_off) {
            Policy::OnlyForPeople
        } else {
            Policy::Open
        }
    }

    pub(super) fn entry(&self, path: &str) -> Option<&Entry<'a>> {
        self.entries.iter().find(|entry| entry.path == path)
    }

    fn take_all(&mut self, entries: &'a [(Value, Value)], known: &'static [Key], above: &str) {
        for entry in self.known(entries, known, above) {
            self.take(entry);
        }
    }

    /// The entries of a map whose keys are known; what else it has is noted.
    fn known(&mut self, entries: &'a [(Value, Value)], known: &'static [Key], above: &str) -> Vec<Entry<'a>> {
        let path_of = |name: &str| if above.is_empty() { name.to_owned() } else { format!("{above}.{name}") };
        let is_missing = |name: &&str| !entries.iter().any(|(key, _)| key.text() == Some(*name));
        let missing: Vec<&'static str> = known.iter().map(|key| key.name).filter(is_missing).collect();
        let mut found: Vec<Entry<'a>> = Vec::new();
        for (key, value) in entries {
            let span = key.span;
            let Some(name) = key.text() else {
                self.faults.push(Fault { path: above.to_owned(), span, kind: FaultKind::Key(key) });
                continue;
            };
            let path = path_of(name);
            match known.iter().find(|known| known.name == name) {
                None => {
                    let meant = near::closest(name, missing.iter().copied());
                    self.unknown.push(Unknown { path, name, span, meant });
                }
                Some(known) if found.iter().any(|entry| entry.name == known.name) => {
                    self.faults.push(Fault { path, span, kind: FaultKind::Twice });
                }
                Some(known) => {
                    found.push(Entry { path, name: known.name, holds: known.holds, key_span: span, value });
                }
            }
        }
        found
    }

    fn take(&mut self, entry: Entry<'a>) {
        let value = entry.value;
        match entry.holds {
            Holds::Keys(keys) => match value.entries() {
                Some(entries) => self.take_all(entries, keys, &entry.path),
                None if value.is_null() => {}
                None => self.wrong(&entry),
            },
            Holds::Text(_) | Holds::Icon | Holds::Color if value.text().is_some() => self.entries.push(entry),
            Holds::Switch if matches!(value.kind(), Kind::Null | Kind::Bool(_)) => self.entries.push(entry),
            Holds::Text(_) | Holds::Icon | Holds::Color | Holds::Switch => self.wrong(&entry),
            Holds::Products => {
                self.take_products(&entry);
                self.entries.push(entry);
            }
            Holds::Tools(keys) => self.take_tools(&entry, keys),
        }
    }

    fn take_products(&mut self, list: &Entry<'a>) {
        for item in self.items(list) {
            let read = item.text().ok_or(FaultKind::Item(list.holds, item));
            let read = read.and_then(|name| Product::parse(name).ok_or(FaultKind::Product(name)));
            match read {
                Ok(product) => self.products.push(product),
                Err(kind) => self.faults.push(Fault { path: list.path.clone(), span: item.span, kind }),
            }
        }
    }

    fn take_tools(&mut self, list: &Entry<'a>, keys: &'static [Key]) {
        for item in self.items(list) {
            let entries: &'a [(Value, Value)] = match &item.kind {
                ValueKind::Map { entries, .. } => entries.as_slice(),
                _ if is_absent(item) => &[],
                _ => {
                    let kind = FaultKind::Item(list.holds, item);
                    self.faults.push(Fault { path: list.path.clone(), span: item.span, kind });
                    continue;
                }
            };
            let known = self.known(entries, keys, &list.path);
            let (texts, others): (Vec<_>, Vec<_>) = known.into_iter().partition(|entry| entry.value.text().is_some());
            for entry in &others {
                self.wrong(entry);
            }
            // Of one with a wrong value nothing more is to be said.
            if others.is_empty() {
                self.tools.push(Tool { span: item.span, entries: texts });
            }
        }
    }

    /// The items of a list; none, and a fault, of what is no list.
    fn items(&mut self, entry: &Entry<'a>) -> &'a [Value] {
        let value = entry.value;
        if let Some(items) = value.items() {
            return items;
        }
        if !is_absent(value) {
            self.wrong(entry);
        }
        &[]
    }

    fn wrong(&mut self, entry: &Entry<'a>) {
        let kind = FaultKind::Type(entry.holds, entry.value);
        self.faults.push(Fault { path: entry.path.clone(), span: entry.value.span, kind });
    }
}

/// Whether nothing is written at all: that is an empty list or map to Codex, and `null` is none.
fn is_absent(value: &Value) -> bool {
    value.is_plain() && value.text() == Some("")
}
