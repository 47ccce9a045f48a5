//! Calls that a skill's fences show as JSON: `{"tool": "send_mail", "arguments": {…}}`.

use serde_json::{Map, Value};

use super::look::Look;
use crate::Span;

/// No call that a skill shows is longer, in bytes.
const LONGEST: usize = 4_096;
/// Keys of the tool that is called.
const NAMES: [&str; 4] = ["tool", "tool_name", "toolName", "name"];
/// Keys of what it is given.
const ARGUMENTS: [&str; 4] = ["arguments", "args", "input", "tool_input"];

/// The names of tools that a text's fences call, each with its place.
pub(super) fn of_fences<'a>(text: &'a str, fences: &[Span]) -> Vec<(&'a str, Span)> {
    fences.iter().flat_map(|fence| of_fence(text, *fence)).collect()
}

fn of_fence(text: &str, fence: Span) -> Vec<(&str, Span)> {
    let written = fence.of(text);
    if written.len() > LONGEST || !written.trim_start().starts_with(['{', '[']) {
        return Vec::new();
    }
    let called: Vec<String> = match serde_json::from_str::<Value>(written) {
        Ok(Value::Object(call)) => called(&call).into_iter().collect(),
        Ok(Value::Array(calls)) => calls.iter().filter_map(Value::as_object).filter_map(called).collect(),
        _ => Vec::new(),
    };
    let place = |name: String| {
        let start = fence.start + written.find(&format!("\"{name}\""))? + 1;
        let span = Span::new(start, start + name.len());
        Some((span.of(text), span))
    };
    called.into_iter().filter_map(place).collect()
}

/// The tool that an object calls: one with a name and its arguments, and nothing else.
fn called(call: &Map<String, Value>) -> Option<String> {
    let value = |keys: [&str; 4]| keys.into_iter().find_map(|key| call.get(key));
    let name = value(NAMES)?.as_str()?;
    let is_call = call.len() == 2 && value(ARGUMENTS)?.is_object();
    let is_name = matches!(Look::of(name), Some(Look::Snake | Look::Camel | Look::Remote));
    (is_call && is_name).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::of_fences;
    use crate::Span;

    #[test]
    fn only_a_name_with_its_arguments_is_a_call() {
        for (fence, expected) in [
            (r#"{"tool": "send_mail", "arguments": {"to": "ann"}}"#, &["send_mail"][..]),
            (r#"{"name": "sendMail", "input": {}}"#, &["sendMail"]),
            (r#"[{"tool": "a_tool", "args": {}}, {"tool": "b_tool", "args": {}}]"#, &["a_tool", "b_tool"]),
            (r#"{"type": "tool_use", "name": "get_weather", "input": {}}"#, &[]),
            (r#"{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "greet_all", "arguments": {}}}"#, &[]),
            (r#"{"name": "my-package", "input": {}}"#, &[]),
            (r#"{"name": "my_package", "version": "1"}"#, &[]),
            (r#"{"tool": "send_mail", "arguments": {"#, &[]),
        ] {
            let called: Vec<&str> =
                of_fences(fence, &[Span::new(0, fence.len())]).iter().map(|(name, _)| *name).collect();
            assert_eq!(called, expected, "{fence}");
        }
    }
}
