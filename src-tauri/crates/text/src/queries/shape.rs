//! How a file of labelled queries is laid out, and what stands in its values and path.

use std::path::Path;

use serde_json::Value;

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

/// The skill whose folder holds a file, where its path names one.
pub(super) fn folder_skill(path: &str) -> Option<String> {
    let mut folders = path.rsplit(['/', '\\']).skip(1).filter(|folder| !folder.is_empty() && *folder != ".");
    let is_about = |folder: &&str| !["evals", "eval", "tests", "triggers"].contains(folder);
    folders.find(is_about).map(str::to_owned)
}

/// The names in `expected`.
pub(super) fn names(expected: &Value) -> Result<Vec<String>, &'static str> {
    const NO_NAMES: &str = "“expected” is neither a list of skill names, nor one name, nor null.";
    let listed = match expected {
        Value::Null => &[],
        Value::String(_) => std::slice::from_ref(expected),
        Value::Array(names) => names.as_slice(),
        _ => return Err(NO_NAMES),
    };
    let mut found: Vec<String> = Vec::with_capacity(listed.len());
    for name in listed {
        let name = name.as_str().ok_or(NO_NAMES)?.trim();
        if name.is_empty() {
            return Err("A name in “expected” is empty; write [] where no skill should fire.");
        }
        if !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    Ok(found)
}
