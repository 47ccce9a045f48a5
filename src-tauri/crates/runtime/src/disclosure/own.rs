//! Tools that a runtime brings itself: activating a skill, reading a file.

use serde_json::{Value, json};

use crate::context::Offered;

/// A tool that takes the name of a skill, one of `names`.
pub(crate) fn of_skill(name: &str, description: &str, argument: &str, names: &[&str]) -> Offered {
    let schema = json!({
        "type": "object",
        "properties": { argument: { "type": "string", "enum": names } },
        "required": [argument],
        "additionalProperties": false,
    });
    Offered { name: name.to_owned(), description: description.to_owned(), schema, is_own: true }
}

/// A tool that takes one text, which may be anything.
pub(crate) fn of_text(name: &str, description: &str, argument: &str, about: &str) -> Offered {
    let schema = json!({
        "type": "object",
        "properties": { argument: { "type": "string", "description": about } },
        "required": [argument],
    });
    Offered { name: name.to_owned(), description: description.to_owned(), schema, is_own: true }
}

/// A tool that takes nothing.
pub(crate) fn of_nothing(name: &str, description: &str) -> Offered {
    let schema = json!({ "type": "object", "properties": {} });
    Offered { name: name.to_owned(), description: description.to_owned(), schema, is_own: true }
}

/// A text among the arguments; empty where it is not there.
pub(crate) fn text<'a>(arguments: &'a Value, name: &str) -> &'a str {
    arguments.get(name).and_then(Value::as_str).unwrap_or_default()
}
