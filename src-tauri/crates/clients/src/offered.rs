//! The tools that a client offers its model, in what it sent.

use serde_json::Value;
use studio_model::Client;

use crate::{known, recipe::Wire};

/// A tool as a client offers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedTool {
    /// Its name.
    pub name: String,
    /// The names of its parameters, by the alphabet; none where only its name is told, and the rest when the model asks.
    pub parameters: Option<Vec<String>>,
}

/// The tools that a client offers in a request, by the alphabet.
pub fn offered_tools(client: Client, wire: Wire, request: &Value) -> Vec<OfferedTool> {
    let mut tools = Vec::new();
    for tool in request["tools"].as_array().into_iter().flatten() {
        add(tool, &mut tools);
    }
    if wire == Wire::Responses {
        // Codex says them in the conversation.
        let items = request["input"].as_array().into_iter().flatten();
        for tool in items.filter_map(|item| item["tools"].as_array()).flatten() {
            add(tool, &mut tools);
        }
    }
    for piece in crate::pieces(wire, request) {
        let named = known(client).tools_by_name(&piece.text);
        let named = named.into_iter().filter(|name| tools.iter().all(|known| known.name != *name));
        let named: Vec<OfferedTool> =
            named.map(|name| OfferedTool { name: name.to_owned(), parameters: None }).collect();
        tools.extend(named);
    }
    tools.sort_by(|a, b| a.name.cmp(&b.name));
    tools
}

/// Adds a tool, or those in a group of them.
fn add(tool: &Value, tools: &mut Vec<OfferedTool>) {
    let groups = ["tools", "functionDeclarations"].into_iter().filter_map(|key| tool[key].as_array());
    let mut inner = groups.flatten().peekable();
    if inner.peek().is_some() {
        inner.for_each(|tool| add(tool, tools));
        return;
    }
    let tool = tool.get("function").unwrap_or(tool);
    // One that only stands for others, to be loaded later, is none.
    let is_offered = tool["defer_loading"] != true;
    let Some(name) = tool["name"].as_str().filter(|_| is_offered) else { return };
    let schemas = ["input_schema", "parameters", "parametersJsonSchema"].into_iter();
    let properties = schemas.filter_map(|key| tool[key]["properties"].as_object()).flatten();
    let mut parameters: Vec<String> = properties.map(|(name, _)| name.clone()).collect();
    parameters.sort_unstable();
    tools.push(OfferedTool { name: name.to_owned(), parameters: Some(parameters) });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn offered(client: Client, wire: Wire, request: &Value) -> Vec<(String, Option<String>)> {
        let joined = |tool: OfferedTool| (tool.name, tool.parameters.map(|names| names.join(" ")));
        offered_tools(client, wire, request).into_iter().map(joined).collect()
    }

    #[test]
    fn tools_are_read_as_each_wire_says_them() {
        let schema = json!({ "type": "object", "properties": { "path": {}, "limit": {} } });
        let with = |name: &str, key: &str| json!({ "name": name, key: schema });
        let read = ("read".to_owned(), Some("limit path".to_owned()));
        for (client, wire, request) in [
            (
                Client::Qwen,
                Wire::Chat,
                json!({ "tools": [{ "type": "function", "function": with("read", "parameters") }] }),
            ),
            (
                Client::Gemini,
                Wire::Gemini,
                json!({ "tools": [{ "functionDeclarations": [with("read", "parametersJsonSchema")] }] }),
            ),
            (Client::ClaudeCode, Wire::Messages, json!({ "tools": [with("read", "input_schema")] })),
            (
                Client::Codex,
                Wire::Responses,
                json!({ "input": [{ "type": "additional_tools", "tools": [{ "type": "namespace", "name": "functions",
                        "tools": [with("read", "parameters")] }] }] }),
            ),
        ] {
            assert_eq!(offered(client, wire, &request), std::slice::from_ref(&read), "{client:?}");
        }
        assert_eq!(offered(Client::Codex, Wire::Responses, &json!({})), []);
    }

    #[test]
    fn tools_that_are_only_named_are_told_without_parameters() {
        let text = "Words.\n\nThe following deferred tools are now available via ToolSearch. Ask first:\nWebFetch\nRead\n\nMore.";
        let request = json!({
            "tools": [{ "name": "Read", "input_schema": {} }, { "name": "Placeholder", "defer_loading": true }],
            "messages": [{ "role": "user", "content": [{ "type": "text", "text": text }] }],
        });
        let expected = [("Read".to_owned(), Some(String::new())), ("WebFetch".to_owned(), None)];
        assert_eq!(offered(Client::ClaudeCode, Wire::Messages, &request), expected);
        assert_eq!(offered(Client::Qwen, Wire::Messages, &request), expected[..1], "another says it otherwise");
    }
}
