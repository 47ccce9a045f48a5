//! Steps of the map that can be undone, as they are kept with the library.
//!
//! A screen writes them and carries them out; here is only what they look like, so that those of an earlier version are
//! brought up to date before a screen sees them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Kept;

/// One step.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum MapStep {
    /// A link was drawn, changed or removed.
    Link { label: String, before: Option<Box<StepLink>>, after: Option<Box<StepLink>>, replaced: Option<Box<StepLink>> },
    /// Nodes were moved; each one's places in the order of the keys.
    Move { label: String, keys: Vec<String>, before: Vec<Option<StepPoint>>, after: Vec<Option<StepPoint>> },
    /// A set of changes of many skills.
    Changes { label: String, set: String },
    /// A tool was renamed in texts, as the first versions did it.
    Rename { label: String, texts: Vec<StepText> },
}

/// A link as it was read.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepLink {
    key: String,
    from: String,
    to: String,
    aggregate_version: u32,
    #[serde(flatten)]
    facts: StepFacts,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum StepFacts {
    Assigned { priority: i32, sequence: i32, config: String },
    Uses { access: String, tool_version: Option<u32>, config: String },
    Depends { is_required: bool },
    Parent,
    Needs,
    Given,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepPoint {
    x: f64,
    y: f64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepText {
    id: String,
    before: String,
    after: String,
}

impl Kept for MapStep {
    /// Links of format 1 had a field for everything a link of any kind may say.
    fn upgraded(mut value: Value, _from: u32) -> Value {
        for field in ["before", "after", "replaced"] {
            if let Some(Value::Object(link)) = value.get_mut(field) {
                slimmed(link);
            }
        }
        value
    }
}

fn slimmed(link: &mut Map<String, Value>) {
    let required = link.remove("required").unwrap_or_default();
    let kind = link.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
    let own: &[&str] = match kind.as_str() {
        "assigned" => &["priority", "sequence", "config"],
        "uses" => &["access", "tool_version", "config"],
        _ => &[],
    };
    let common = ["key", "kind", "from", "to", "aggregate_version"];
    link.retain(|field, _| common.contains(&field.as_str()) || own.contains(&field.as_str()));
    if kind == "depends" {
        link.insert("is_required".to_owned(), Value::Bool(required.as_bool().unwrap_or_default()));
    }
}
