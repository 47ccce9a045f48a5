//! What a called tool answered, made into one value.

use std::time::Duration;

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;
use studio_runtime::{Answer, Failure};

/// The structured result where there is one, else its text, else its content as it came. An error of the tool's own is a
/// failure with the tool's words.
pub(super) fn answer(result: CallToolResult, log: String, outside: Option<Duration>) -> Result<Answer, Failure> {
    let is_error = result.is_error == Some(true);
    let value = match result.structured_content {
        Some(value) if !is_error => value,
        _ => content(&result.content),
    };
    if !is_error {
        return Ok(Answer { value, log, outside, ..Answer::default() });
    }
    let message = match value {
        Value::String(text) if text.trim().is_empty() => "The tool failed without a message.".to_owned(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    Err(Failure::Failed { message, log })
}

fn content(blocks: &[ContentBlock]) -> Value {
    let text = |block: &ContentBlock| match block {
        ContentBlock::Text(text) => Some(text.text.clone()),
        _ => None,
    };
    match blocks.iter().map(text).collect::<Option<Vec<String>>>() {
        Some(texts) => texts.join("\n").into(),
        // Content blocks have no keys but texts.
        None => serde_json::to_value(blocks).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_become_values_and_errors_failures() {
        let text = |text: &str| json!({"type": "text", "text": text});
        let image = json!({"type": "image", "data": "AAAA", "mimeType": "image/png"});
        let cases = [
            (json!({"content": [text("a")]}), Ok(json!("a"))),
            (json!({"content": [text("a"), text("b")]}), Ok(json!("a\nb"))),
            (json!({"content": [text("{}")], "structuredContent": {"x": 1}}), Ok(json!({"x": 1}))),
            (json!({"content": [], "structuredContent": null}), Ok(Value::Null)),
            (json!({"content": [text("a"), image]}), Ok(json!([text("a"), image]))),
            (json!({"content": [], "isError": false}), Ok(json!(""))),
            (json!({"content": [text("no such city")], "isError": true}), Err("no such city")),
            (json!({"content": [], "isError": true}), Err("The tool failed without a message.")),
        ];
        for (result, expected) in cases {
            let result_read = serde_json::from_value(result.clone()).unwrap();
            let found = answer(result_read, "log".to_owned(), None).map(|answer| answer.value);
            let expected = expected
                .map_err(|message: &str| Failure::Failed { message: message.to_owned(), log: "log".to_owned() });
            assert_eq!(found, expected, "{result}");
        }
    }
}
