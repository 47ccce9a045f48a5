//! skill-creator's `evals/evals.json`, whole: prompts, what the answer should be like, files, and assertions.
//!
//! Ours: an assertion that is an object `{"type": "contains", "value": …}` (or `not_contains`) can be checked by a program;
//! anything else is for somebody to judge.

use serde_json::Value;

/// What was read of such a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvalFile {
    /// The skill it is about; empty where it does not say.
    pub skill_name: String,
    /// Its entries, in their order.
    pub entries: Vec<Eval>,
    /// What did not come in: the number of the entry, from 1, and why.
    pub skipped: Vec<(usize, String)>,
}

/// One entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Eval {
    /// Its id, or its number.
    pub id: String,
    /// What the user says.
    pub prompt: String,
    /// What the answer should be like, in words.
    pub expected_output: String,
    /// Files that belong to it.
    pub files: Vec<String>,
    /// What should hold of the answer.
    pub assertions: Vec<Assertion>,
}

/// Something that should hold of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assertion {
    /// It holds a text.
    Contains(String),
    /// It does not hold a text.
    NotContains(String),
    /// Somebody has to judge it.
    Judged(String),
}

/// Reads a file. What cannot be an entry is skipped and said; only a file that is none at all is an error.
pub fn read(text: &str) -> Result<EvalFile, String> {
    let value: Value = serde_json::from_str(text).map_err(|cause| cause.to_string())?;
    let Some(entries) = value.get("evals").and_then(Value::as_array) else {
        return Err("it has no “evals” list".to_owned());
    };
    let mut file = EvalFile { skill_name: word(&value["skill_name"]), ..EvalFile::default() };
    for (entry, number) in entries.iter().zip(1..) {
        let prompt = word(&entry["prompt"]);
        if prompt.trim().is_empty() {
            file.skipped.push((number, "It has no “prompt”.".to_owned()));
            continue;
        }
        let id = word(&entry["id"]);
        let listed = entry.get("assertions").or_else(|| entry.get("expectations")).and_then(Value::as_array);
        file.entries.push(Eval {
            id: if id.is_empty() { number.to_string() } else { id },
            prompt,
            expected_output: word(&entry["expected_output"]),
            files: entry["files"].as_array().into_iter().flatten().map(word).collect(),
            assertions: listed.into_iter().flatten().map(assertion).collect(),
        });
    }
    Ok(file)
}

fn assertion(value: &Value) -> Assertion {
    let text = || ["value", "text"].iter().find_map(|name| value.get(name)?.as_str()).map(str::to_owned);
    match (value.get("type").and_then(Value::as_str), text()) {
        (Some("contains"), Some(text)) => Assertion::Contains(text),
        (Some("not_contains"), Some(text)) => Assertion::NotContains(text),
        (_, Some(text)) => Assertion::Judged(text),
        (_, None) => Assertion::Judged(word(value)),
    }
}

/// A text as it is, anything else as JSON; empty for nothing.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole_and_what_is_no_entry_is_said() {
        let text = r#"{"skill_name":"pico","evals":[
            {"id":7,"prompt":"Extract","expected_output":"A table","files":["a.pdf"],
             "assertions":["Is polite",{"type":"contains","value":"PICO"},{"type":"not_contains","value":"sorry"},{"text":"Is short"}]},
            {"id":"x"}, {"prompt":"Again","expectations":["Good"]}]}"#;
        let file = read(text).unwrap();
        assert_eq!((file.skill_name.as_str(), file.entries.len()), ("pico", 2));
        assert_eq!(file.skipped, [(2, "It has no “prompt”.".to_owned())]);
        let first = &file.entries[0];
        assert_eq!(
            (first.id.as_str(), first.expected_output.as_str(), first.files[0].as_str()),
            ("7", "A table", "a.pdf")
        );
        let judged = |text: &str| Assertion::Judged(text.to_owned());
        assert_eq!(
            first.assertions,
            [
                judged("Is polite"),
                Assertion::Contains("PICO".to_owned()),
                Assertion::NotContains("sorry".to_owned()),
                judged("Is short")
            ]
        );
        assert_eq!((file.entries[1].id.as_str(), &file.entries[1].assertions), ("3", &vec![judged("Good")]));
        assert!(read("{").is_err() && read("[]").unwrap_err().contains("evals"));
    }
}
