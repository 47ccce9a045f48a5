//! How a file of labelled queries is laid out, which form it has, and what stands in its path.

use std::path::Path;

use serde_json::Value;

/// A form labelled queries come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A query and the names expected, a line each.
    Jsonl,
    /// skill-creator's `evals.json`.
    Evals,
    /// skill-creator's trigger set.
    Triggers,
}

impl Format {
    /// Its name: `jsonl`, `evals` or `triggers`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Evals => "evals",
            Self::Triggers => "triggers",
        }
    }
}

/// How the text is laid out.
pub(super) enum Shape {
    /// One JSON value a line.
    Lines,
    /// One JSON value.
    Document(Result<Value, serde_json::Error>),
}

/// Whether each line stands for itself is seen from the first: an object that is closed where its line ends. An array, or
/// an object over several lines, is one document, unless the file's name says it is lines.
pub(super) fn shape(path: &str, text: &str) -> Shape {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_named_lines = ["jsonl", "ndjson"].iter().any(|name| extension.eq_ignore_ascii_case(name));
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let whole = serde_json::from_str::<Value>(text);
    let is_document = match &whole {
        Ok(Value::Array(_)) => true,
        Ok(Value::Object(object)) => object.contains_key("evals") || !is_named_lines && !object.contains_key("query"),
        Ok(_) => false,
        Err(_) => {
            !is_named_lines
                && (first == "{" || first.starts_with('[') || !is_closed(first) && text.contains("\"evals\""))
        }
    };
    if is_document { Shape::Document(whole) } else { Shape::Lines }
}

fn is_closed(line: &str) -> bool {
    line.starts_with('{') && line.ends_with('}')
}

/// Whether a file is named after what triggers a skill.
pub(super) fn is_of_triggers(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    ["trigger", "activation", "routing"].iter().any(|word| name.contains(word))
}

/// The skill whose folder holds a file, where its path names one.
pub(super) fn folder_skill(path: &str) -> Option<String> {
    let mut folders = path.rsplit(['/', '\\']).skip(1).filter(|folder| !folder.is_empty() && *folder != ".");
    let is_about = |folder: &&str| !["evals", "eval", "evaluations", "tests", "triggers"].contains(folder);
    folders.find(is_about).map(str::to_owned)
}
