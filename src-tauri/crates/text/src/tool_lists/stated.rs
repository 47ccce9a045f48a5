//! What a list said of a tool, in the list's own words: what the studio has no place of its own for is kept so, goes out again
//! to whoever writes lists in that form, and is what an export is held to.

use serde_json::{Map, Value};

/// Keys of an entry that a tool has a place of its own for, or that only say what the entry is.
const OWN: [&str; 7] = ["name", "description", "inputSchema", "input_schema", "parameters", "type", "function"];

/// The form of an entry by the key its schema stands under.
const FORMS: [(&str, Source); 3] =
    [("inputSchema", Source::Mcp), ("input_schema", Source::Anthropic), ("parameters", Source::OpenAi)];

/// Where an MCP server says what a call does to the world.
pub const ANNOTATIONS: &str = "annotations";

/// Of the annotations, those that an effect says otherwise.
const HINTS: [&str; 3] = ["readOnlyHint", "destructiveHint", "idempotentHint"];

/// Whose form an entry has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `parameters`
    OpenAi,
    /// `input_schema`
    Anthropic,
    /// `inputSchema`
    Mcp,
}

impl Source {
    /// Its stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Mcp => "mcp",
        }
    }
}

/// A part of a tool that its list said something of, and an author can say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedPart {
    /// What it is called.
    Name,
    /// When and how to use it.
    Description,
    /// What it takes.
    Schema,
    /// What a call does to the world.
    Effect,
}

/// The entry itself, or what its wrapper holds.
pub fn body(entry: &Value) -> Option<&Map<String, Value>> {
    let outer = entry.as_object()?;
    Some(outer.get("function").and_then(Value::as_object).unwrap_or(outer))
}

/// Whose form an entry has; none where it has no schema.
pub fn form(entry: &Value) -> Option<Source> {
    let body = body(entry)?;
    FORMS.into_iter().find_map(|(key, source)| body.contains_key(key).then_some(source))
}

/// A text of an entry.
pub fn text<'a>(entry: &'a Value, key: &str) -> Option<&'a str> {
    body(entry)?.get(key)?.as_str()
}

/// The schema of an entry, where it is one.
pub fn schema(entry: &Value) -> Option<&Value> {
    let body = body(entry)?;
    FORMS.into_iter().find_map(|(key, _)| body.get(key)).filter(|schema| schema.is_object())
}

/// What a server hints that a call does; none where it says nothing of it.
pub fn hint(entry: &Value, key: &str) -> Option<bool> {
    body(entry)?.get(ANNOTATIONS)?.get(key)?.as_bool()
}

/// What an entry says beyond name, description and schema. That a mode is off says nothing.
pub fn extras(entry: &Value) -> Vec<(&str, &Value)> {
    let outer = entry.as_object().filter(|outer| outer.get("function").is_some_and(Value::is_object));
    let all = outer.into_iter().flatten().chain(body(entry).into_iter().flatten());
    let says = |(key, value): &(&String, &Value)| {
        let is_off = key.as_str() == "strict" && **value == Value::Bool(false);
        !OWN.contains(&key.as_str()) && !value.is_null() && !is_off
    };
    all.filter(says).map(|(key, value)| (key.as_str(), value)).collect()
}

/// Annotations without what an effect says.
pub fn beside_effect(annotations: &Value) -> Value {
    let mut beside = annotations.clone();
    if let Some(beside) = beside.as_object_mut() {
        for hint in HINTS {
            beside.shift_remove(hint);
        }
    }
    beside
}

/// An entry without what somebody has said otherwise since; none where nothing is left of it.
pub fn without(mut entry: Value, parts: &[StatedPart]) -> Option<Value> {
    let is_wrapped = entry.get("function").is_some_and(Value::is_object);
    let body = if is_wrapped { entry.get_mut("function")?.as_object_mut()? } else { entry.as_object_mut()? };
    for part in parts {
        match part {
            StatedPart::Name => {
                body.shift_remove("name");
            }
            StatedPart::Description => {
                body.shift_remove("description");
            }
            StatedPart::Schema => {
                // The key stays: it says whose form the entry has.
                for (key, _) in FORMS {
                    body.entry(key).and_modify(|schema| *schema = Value::Null);
                }
            }
            StatedPart::Effect => {
                if let Some(annotations) = body.get_mut(ANNOTATIONS) {
                    *annotations = beside_effect(annotations);
                }
            }
        }
    }
    (!body.is_empty()).then_some(entry)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Source, StatedPart, extras, form, hint, schema, text, without};

    #[test]
    fn what_has_no_place_of_its_own_is_found_in_either_form() {
        let mcp = json!({ "name": "a", "title": "A", "inputSchema": {}, "annotations": { "readOnlyHint": false }, "_meta": null });
        assert_eq!(extras(&mcp), [("title", &json!("A")), ("annotations", &json!({ "readOnlyHint": false }))]);
        assert_eq!((form(&mcp), hint(&mcp, "readOnlyHint")), (Some(Source::Mcp), Some(false)));
        let openai = json!({ "type": "function", "function": { "name": "a", "strict": true, "parameters": {} } });
        assert_eq!(extras(&openai), [("strict", &json!(true))]);
        assert_eq!(
            (form(&openai), text(&openai, "name"), schema(&openai)),
            (Some(Source::OpenAi), Some("a"), Some(&json!({})))
        );
        let off = json!({ "type": "function", "name": "a", "strict": false, "parameters": {} });
        assert_eq!(extras(&off), []);
    }

    #[test]
    fn what_an_author_says_otherwise_is_not_the_list_s_any_more() {
        let entry = json!({
            "name": "a", "description": "d", "inputSchema": {}, "title": "A",
            "annotations": { "readOnlyHint": true, "openWorldHint": true },
        });
        let parts = [StatedPart::Description, StatedPart::Schema, StatedPart::Effect];
        let left = without(entry, &parts).expect("something is left");
        let expected =
            json!({ "name": "a", "inputSchema": null, "title": "A", "annotations": { "openWorldHint": true } });
        assert_eq!(left, expected);
        assert_eq!((form(&left), schema(&left)), (Some(Source::Mcp), None));
        assert_eq!(without(json!({ "name": "a" }), &[StatedPart::Name]), None);
    }
}
