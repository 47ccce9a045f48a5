//! `$ref` inside one schema, written out in place: a parameter table has no common definitions.

use serde_json::{Map, Value, json};

use crate::gram::{Loss, marks::join};

/// Most values written out, so that references that double each other end.
const MOST: usize = 20_000;

/// The schema without references to itself. Each reference is named; one that goes round, leads nowhere or grows beyond
/// bounds is cut off.
pub(super) fn written_out(schema: &Value, losses: &mut Vec<Loss>) -> Value {
    let mut writer = Writer { root: schema, within: Vec::new(), left: MOST, losses };
    writer.value(schema, "")
}

struct Writer<'a> {
    root: &'a Value,
    /// The references being written out, to see one that goes round.
    within: Vec<&'a str>,
    left: usize,
    losses: &'a mut Vec<Loss>,
}

impl<'a> Writer<'a> {
    fn value(&mut self, value: &'a Value, path: &str) -> Value {
        self.left = self.left.saturating_sub(1);
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
            None if reference.starts_with('#') => Some("leads nowhere"),
            None => Some("leads out of this schema"),
            Some(_) if self.within.contains(&reference) => Some("goes round"),
            Some(_) if self.left == 0 => Some("would make the schema too large"),
            Some(_) => None,
        };
        let (mut result, why) = match (problem, target) {
            (None, Some(target)) => {
                self.within.push(reference);
                let result = self.value(target, path);
                self.within.pop();
                (result, format!("`{reference}` is written out in place: it means the same"))
            }
            (problem, _) => {
                let problem = problem.unwrap_or("leads nowhere");
                (json!({ "type": "object" }), format!("`{reference}` {problem}: an object of any fields stands there"))
            }
        };
        let loss = Loss::new(path, why);
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
        if let Value::Object(result) = &mut result {
            for (key, value) in beside.iter().filter(|(key, _)| *key != "$ref") {
                result.insert(key.clone(), value.clone());
            }
        }
        result
    }
}
