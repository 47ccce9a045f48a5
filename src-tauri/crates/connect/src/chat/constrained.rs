//! Tools for models that know none: they are described in words, and the reply is held to a JSON Schema that lets it call one
//! of them or answer.

use std::fmt::Write as _;

use genai::chat::{ChatMessage, ChatOptions, ChatRequest, JsonSpec};
use serde_json::{Value, json};
use studio_runtime::context::{ModelCall, Prompt};

use super::request::{Question, Turn, turns};
use crate::Provider;

const RULES: &str = "You reply with one JSON object. To call a tool, reply {\"next\": {\"tool\": \"<name>\", \
                     \"arguments\": {…}}}; you are then told its result. To answer the user, reply {\"next\": {\"answer\": \
                     \"<text>\"}}. Call one tool at a time. Answer once you have what you need.\n\nTools:\n";

/// A prompt with its tools in words.
pub(super) fn question(prompt: &Prompt, provider: Provider) -> Question {
    let mut system = prompt.system_text();
    if !system.is_empty() {
        system.push_str("\n\n");
    }
    system.push_str(RULES);
    for tool in &prompt.tools {
        // A text takes whatever is written to it.
        let _ = writeln!(system, "- {}: {} Arguments: {}", tool.name, tool.description, tool.schema);
    }
    let request = ChatRequest::new(messages(prompt)).with_system(system);
    let schema = schema(prompt);
    let plain = ChatOptions::default();
    let (options, more) = match provider {
        Provider::Anthropic | Provider::OpenAiResponses => {
            (plain.with_response_format(JsonSpec::new("next_step", schema)), None)
        }
        Provider::Ollama => (plain, Some(json!({ "format": schema }))),
        // As it is: made to fit a stricter dialect, what may be left out would have to be there.
        Provider::OpenAi | Provider::Mock => {
            let format = json!({ "type": "json_schema", "json_schema": { "name": "next_step", "schema": schema } });
            (plain, Some(json!({ "response_format": format })))
        }
    };
    Question { request, options, more }
}

fn messages(prompt: &Prompt) -> Vec<ChatMessage> {
    let mut messages = Vec::new();
    let mut names: Vec<(&str, &str)> = Vec::new();
    for turn in turns(prompt) {
        match turn {
            Turn::User(text) => messages.push(ChatMessage::user(text)),
            Turn::Assistant { text, calls } => {
                if calls.is_empty() {
                    messages.push(ChatMessage::assistant(json!({ "next": { "answer": text } }).to_string()));
                }
                for call in calls {
                    names.push((&call.id, &call.name));
                    let arguments: Value =
                        serde_json::from_str(&call.arguments).unwrap_or_else(|_| call.arguments.clone().into());
                    let said = json!({ "next": { "tool": call.name, "arguments": arguments } });
                    messages.push(ChatMessage::assistant(said.to_string()));
                }
            }
            Turn::Answer { id, text } => {
                let name = names.iter().rev().find(|(call, _)| *call == id).map_or("", |(_, name)| name);
                messages.push(ChatMessage::user(format!("Result of {name}:\n{text}")));
            }
        }
    }
    messages
}

/// Whether the last two calls were one and the same: small models repeat themselves for as long as they may.
fn repeats_itself(prompt: &Prompt) -> bool {
    let turns = turns(prompt);
    let since = turns.iter().rev().take_while(|turn| !matches!(turn, Turn::User(_)));
    let mut calls = since.filter_map(|turn| match turn {
        Turn::Assistant { calls, .. } => calls.last().map(|call| (&call.name, &call.arguments)),
        Turn::User(_) | Turn::Answer { .. } => None,
    });
    calls.next().zip(calls.next()).is_some_and(|(last, before)| last == before)
}

/// What a reply is held to: a call of a tool or an answer; only an answer where the model repeats itself.
fn schema(prompt: &Prompt) -> Value {
    let object = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    let tools = if repeats_itself(prompt) { &[] } else { prompt.tools.as_slice() };
    let mut next: Vec<Value> = tools
        .iter()
        .map(|tool| {
            let name = json!({ "type": "string", "enum": [tool.name] });
            object(json!({ "tool": name, "arguments": tool.schema }), json!(["tool", "arguments"]))
        })
        .collect();
    next.push(object(json!({ "answer": { "type": "string" } }), json!(["answer"])));
    object(json!({ "next": { "anyOf": next } }), json!(["next"]))
}

/// What a reply says: words, or a call; or why it says neither.
pub(super) fn read(text: &str) -> Result<(String, Vec<ModelCall>), String> {
    let value: Value = serde_json::from_str(text.trim()).map_err(|_| text.to_owned())?;
    let next = value.get("next").unwrap_or(&value);
    if let Some(answer) = next["answer"].as_str() {
        return Ok((answer.to_owned(), Vec::new()));
    }
    let Some(name) = next["tool"].as_str() else { return Err(text.to_owned()) };
    let arguments = next.get("arguments").map_or_else(|| "{}".to_owned(), Value::to_string);
    Ok((String::new(), vec![ModelCall { id: String::new(), name: name.to_owned(), arguments }]))
}

#[cfg(test)]
mod tests {
    use studio_runtime::{
        ArgumentCheck,
        context::{Offered, Origin, Part, Piece, Role, Tier},
    };

    use super::*;

    #[test]
    fn a_reply_is_a_call_or_an_answer() {
        let call = |text: &str| read(text).unwrap().1;
        assert_eq!(call("{\"next\":{\"tool\":\"add\",\"arguments\":{\"a\":1}}}")[0].arguments, "{\"a\":1}");
        assert_eq!(call(" {\"tool\":\"add\"}\n")[0].arguments, "{}");
        assert_eq!(read("{\"next\":{\"answer\":\"Two.\"}}").unwrap(), ("Two.".to_owned(), Vec::new()));
        for bad in ["Two.", "{\"next\":{}}", "{\"next\":{\"tool\":\"add\",\"argu", "[]", "3"] {
            assert_eq!(read(bad).unwrap_err(), bad);
        }
    }

    /// Two calls of a tool, answered.
    fn twice(first: &str, second: &str) -> Vec<Piece> {
        let piece = |role, part| {
            let (tier, origin) = (Tier::Conversation, Origin::Model);
            Piece { role, tier, origin, text: String::new(), part }
        };
        let call = |id: &str, arguments: &str| {
            let (id, name, arguments) = (id.to_owned(), "add".to_owned(), arguments.to_owned());
            let answer = Part::Answer { id: id.clone() };
            [piece(Role::Assistant, Part::Call { call: ModelCall { id, name, arguments } }), piece(Role::Tool, answer)]
        };
        let user = piece(Role::User, Part::Text);
        [user].into_iter().chain(call("1", first)).chain(call("2", second)).collect()
    }

    #[test]
    fn the_schema_admits_a_call_of_each_tool_and_an_answer_and_nothing_else() {
        let schema_of = json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "required": ["a"] });
        let (name, description) = ("add".to_owned(), "Adds.".to_owned());
        let tools = vec![Offered { name, description, schema: schema_of, is_own: false }];
        let prompt = Prompt { pieces: Vec::new(), tools };
        let check = ArgumentCheck::new(&schema(&prompt));
        assert!(check.schema_problem().is_none());
        for (text, is_valid) in [
            (json!({ "next": { "tool": "add", "arguments": { "a": 1 } } }), true),
            (json!({ "next": { "answer": "Two." } }), true),
            (json!({ "next": { "tool": "sub", "arguments": {} } }), false),
            (json!({ "next": { "tool": "add", "arguments": { "a": "x" } } }), false),
            (json!({ "answer": "Two." }), false),
        ] {
            assert_eq!(check.problems_of("It is", &text).is_empty(), is_valid, "{text}");
        }
        let prompt = Prompt { pieces: twice("{\"a\":1}", "{\"a\":2}"), ..prompt };
        assert_eq!(schema(&prompt)["properties"]["next"]["anyOf"].as_array().map(Vec::len), Some(2));
        let prompt = Prompt { pieces: twice("{\"a\":1}", "{\"a\":1}"), ..prompt };
        let only = &schema(&prompt)["properties"]["next"]["anyOf"];
        assert_eq!((only.as_array().map(Vec::len), &only[0]["required"]), (Some(1), &json!(["answer"])));
        let question = question(&prompt, Provider::Ollama);
        assert!(question.request.system.unwrap().contains("- add: Adds. Arguments: {\"type\":\"object\""));
        assert_eq!(question.more.unwrap()["format"]["required"], json!(["next"]));
    }
}
