//! `$ref` inside one schema, written out in place: a parameter table has no common definitions.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::gram::{Loss, marks::join};

/// Most values written out in one schema, so that references that double each other end.
pub(crate) const MOST: usize = 20_000;

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

/// `schema` without references into `root`. What it writes out is taken from `budget`, so that many schemas of one document
/// end too.
pub(crate) fn written_out(schema: &Value, root: &Value, budget: &mut usize) -> Written {
    let most = MOST.min(*budget);
    let mut writer = Writer {
        root,
        within: Vec::new(),
        left: most,
        depth: 0,
        in_place: Vec::new(),
        cut: Vec::new(),
        named: HashSet::new(),
    };
    let schema = writer.value(schema, "");
    *budget -= most - writer.left;
    Written { schema, in_place: writer.in_place, cut: writer.cut }
}

struct Writer<'a> {
    root: &'a Value,
    /// The references being written out, to see one that goes round.
    within: Vec<&'a str>,
    left: usize,
    depth: usize,
    in_place: Vec<Loss>,
    cut: Vec<Loss>,
    /// What has been named, so that each reference is named once, where it is met first.
    named: HashSet<String>,
}

impl<'a> Writer<'a> {
    fn value(&mut self, value: &'a Value, path: &str) -> Value {
        self.left = self.left.saturating_sub(1);
        self.depth += 1;
        let result = self.written(value, path);
        self.depth -= 1;
        result
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
        for (key, value) in map {
            let value = match (key.as_str(), value) {
                // Definitions are taken where they are referred to; samples of values hold no references.
                ("$defs" | "definitions" | "default" | "const" | "enum" | "examples", value) => value.clone(),
                ("properties", Value::Object(properties)) => {
                    let named =
                        properties.iter().map(|(name, value)| (name.clone(), self.value(value, &join(path, name))));
                    Value::Object(named.collect())
                }
                ("items", value) => self.value(value, &format!("{path}[]")),
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
            Some(_) if self.left == 0 => Some("would make the schema too large"),
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
                result.insert(key.clone(), value.clone());
            }
        }
        result
    }
}
