//! `$ref` inside one schema, written out in place: a parameter table has no common definitions.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::gram::{Loss, marks::join};

/// Longest path at which a loss is named exactly; what lies deeper is named by where the path stopped.
const LONGEST_PATH: usize = 500;

/// Deepest nesting at which a reference is still written out.
const DEEPEST: usize = 100;

/// A schema without references, and what became of each.
pub(crate) struct Written {
    pub(crate) schema: Value,
    /// References written out where they stood.
    pub(crate) in_place: Vec<Loss>,
    /// References that go round, lead nowhere or grow beyond bounds: an object of any fields stands there.
    pub(crate) cut: Vec<Loss>,
}

/// How much is written out before references are no longer followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Values.
    values: usize,
    /// Bytes of their keys and texts.
    bytes: usize,
}

impl Budget {
    /// Of one schema, so that references that double each other end.
    pub(crate) const SCHEMA: Self = Self { values: 20_000, bytes: 2 << 20 };
    /// Of all schemas of a document together.
    pub(crate) const DOCUMENT: Self = Self { values: 500_000, bytes: 32 << 20 };

    /// Whether nothing more may be written out.
    pub(crate) fn is_spent(self) -> bool {
        self.values == 0 || self.bytes == 0
    }

    fn spend(&mut self, values: usize, bytes: usize) {
        self.values = self.values.saturating_sub(values);
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// `schema` without references into `root`. What it writes out is taken from `budget`, so that many schemas of one document
/// end too.
pub(crate) fn written_out(schema: &Value, root: &Value, budget: &mut Budget) -> Written {
    let most =
        Budget { values: Budget::SCHEMA.values.min(budget.values), bytes: Budget::SCHEMA.bytes.min(budget.bytes) };
    let mut writer = Writer {
        root,
        within: Vec::new(),
        left: most,
        spent: (0, 0),
        depth: 0,
        in_place: Vec::new(),
        cut: Vec::new(),
        named: HashSet::new(),
    };
    let schema = writer.value(schema, "");
    let (values, bytes) = writer.spent;
    budget.spend(values, bytes);
    Written { schema, in_place: writer.in_place, cut: writer.cut }
}

struct Writer<'a> {
    root: &'a Value,
    /// The references being written out, to see one that goes round.
    within: Vec<&'a str>,
    left: Budget,
    /// Values and bytes so far.
    spent: (usize, usize),
    depth: usize,
    in_place: Vec<Loss>,
    cut: Vec<Loss>,
    /// What has been named, so that each reference is named once, where it is met first.
    named: HashSet<String>,
}

impl<'a> Writer<'a> {
    fn value(&mut self, value: &'a Value, path: &str) -> Value {
        self.spend(1, value.as_str().map_or(0, str::len));
        self.depth += 1;
        let result = self.written(value, path);
        self.depth -= 1;
        result
    }

    fn spend(&mut self, values: usize, bytes: usize) {
        self.left.spend(values, bytes);
        self.spent = (self.spent.0.saturating_add(values), self.spent.1.saturating_add(bytes));
    }

    /// A copy of what holds no references.
    fn copy(&mut self, value: &Value) -> Value {
        let (values, bytes) = size(value);
        self.spend(values, bytes);
        value.clone()
    }

    fn written(&mut self, value: &'a Value, path: &str) -> Value {
        match value {
            Value::Object(map) => match map.get("$ref").and_then(Value::as_str) {
                Some(reference) => self.reference(reference, map, path),
                None => self.map(map, path),
            },
            Value::Array(items) => Value::Array(items.iter().map(|item| self.value(item, path)).collect()),
            other => other.clone(),
        }
    }

    fn map(&mut self, map: &'a Map<String, Value>, path: &str) -> Value {
        let mut result = Map::new();
        let is_whole = self.depth == 1;
        for (key, value) in map {
            self.spend(0, key.len());
            let value = match (key.as_str(), value) {
                // Definitions are taken where they are referred to; those of the whole schema are there once.
                ("$defs" | "definitions", value) if is_whole => value.clone(),
                // Samples of values hold no references.
                ("$defs" | "definitions" | "default" | "const" | "enum" | "examples", value) => self.copy(value),
                ("properties", Value::Object(properties)) => {
                    let named = properties.iter().map(|(name, value)| {
                        self.spend(0, name.len());
                        (name.clone(), self.value(value, &below(path, name)))
                    });
                    Value::Object(named.collect())
                }
                ("items", value) => self.value(value, &format!("{}[]", shortened(path))),
                (_, value) => self.value(value, path),
            };
            result.insert(key.clone(), value);
        }
        Value::Object(result)
    }

    fn reference(&mut self, reference: &'a str, beside: &'a Map<String, Value>, path: &str) -> Value {
        let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
        let problem = match target {
            None if reference.is_empty() || reference.starts_with('#') => Some("isn't defined in this schema"),
            None => Some("points outside this schema"),
            Some(_) if self.within.contains(&reference) => Some("refers to itself"),
            Some(_) if self.left.is_spent() => Some("would make the schema too large"),
            Some(_) if self.depth > DEEPEST => Some("would nest the schema too deeply"),
            Some(_) => None,
        };
        let mut result = match (problem, target) {
            (None, Some(target)) => {
                self.within.push(reference);
                let result = self.value(target, path);
                self.within.pop();
                let why = format!("`{reference}` is replaced by the definition it refers to");
                if self.named.insert(why.clone()) {
                    self.in_place.push(Loss::new(path, why));
                }
                result
            }
            (problem, _) => {
                let problem = problem.unwrap_or("isn't defined in this schema");
                let why = format!("`{reference}` {problem}, so it is replaced by an object with any fields");
                if self.named.insert(why.clone()) {
                    self.cut.push(Loss::new(path, why));
                }
                json!({ "type": "object" })
            }
        };
        if let Value::Object(result) = &mut result {
            for (key, value) in beside.iter().filter(|(key, _)| *key != "$ref") {
                self.spend(0, key.len());
                let value = self.copy(value);
                result.insert(key.clone(), value);
            }
        }
        result
    }
}

/// Values, and bytes of their keys and texts.
fn size(value: &Value) -> (usize, usize) {
    let add = |(values, bytes): (usize, usize), (more, of_them): (usize, usize)| (values + more, bytes + of_them);
    match value {
        Value::String(text) => (1, text.len()),
        Value::Array(items) => items.iter().map(size).fold((1, 0), add),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| add((0, key.len()), size(value)));
            entries.fold((1, 0), add)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => (1, 0),
    }
}

/// The path of a property; a path is written for each value, so it does not grow without an end.
fn below(path: &str, name: &str) -> String {
    if path.len() + name.len() > LONGEST_PATH { path.to_owned() } else { join(path, name) }
}

fn shortened(path: &str) -> &str {
    &path[..crate::finding::floor_boundary(path, path.len().min(LONGEST_PATH))]
}
