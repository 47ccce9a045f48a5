//! What the recorder answers: a word, or one call of a tool and then a word, as each wire has it.

use hyper::Method;
use serde_json::{Value, json};
use studio_clients::Wire;

const WORD: &str = "Done.";
const CALL_ID: &str = "call_1";
const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

/// An answer.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) body: String,
    /// Whether it ends the client's turn: it asked with tools, and was given a word.
    pub(super) is_last_word: bool,
}

impl Reply {
    /// To a request; what the model is to call is taken once it was called.
    pub(super) fn to(method: &Method, path: &str, body: Option<&Value>, call: &mut Option<(String, Value)>) -> Self {
        let plain =
            |status, value: Value| Self { status, content_type: JSON, body: value.to_string(), is_last_word: false };
        let path = path.split('?').next().unwrap_or(path);
        if path.ends_with("/models") {
            return plain(200, json!({"object": "list", "data": [{"id": "capture", "object": "model"}]}));
        }
        if path.ends_with("/count_tokens") {
            return plain(200, json!({"input_tokens": 10}));
        }
        if path.ends_with(":countTokens") {
            return plain(200, json!({"totalTokens": 10}));
        }
        let (Some(wire), Some(body), &Method::POST) = (wire_of(path), body, method) else {
            return plain(404, json!({"error": {"message": "not found", "type": "not_found_error"}}));
        };
        let has_tools = has_tools(wire, body);
        let call = if has_tools { call.take() } else { None };
        let is_streamed = match wire {
            Wire::Gemini => path.ends_with(":streamGenerateContent"),
            Wire::Responses => body["stream"] != json!(false),
            Wire::Messages | Wire::Chat => body["stream"] == json!(true),
        };
        let schema = &body["generationConfig"]["responseJsonSchema"];
        let word = if schema.is_object() { example(schema).to_string() } else { WORD.to_owned() };
        let answer = Answer { call: call.as_ref(), model: body["model"].as_str().unwrap_or("capture"), word: &word };
        let body = match (wire, is_streamed) {
            (Wire::Messages, true) => answer.messages_streamed(),
            (Wire::Messages, false) => answer.message(true).to_string(),
            (Wire::Responses, true) => answer.responses_streamed(),
            (Wire::Responses, false) => answer.response().to_string(),
            (Wire::Chat, true) => answer.chat_streamed(),
            (Wire::Chat, false) => answer.chat().to_string(),
            (Wire::Gemini, true) => events(&[(None, answer.gemini())]),
            (Wire::Gemini, false) => answer.gemini().to_string(),
        };
        let content_type = if is_streamed { EVENTS } else { JSON };
        Self { status: 200, content_type, body, is_last_word: has_tools && call.is_none() }
    }
}

/// The least that fits a schema: who asks for JSON asks again and again until he gets some.
fn example(schema: &Value) -> Value {
    let kind = schema["type"].as_str().unwrap_or_default().to_ascii_lowercase();
    match kind.as_str() {
        "object" => {
            let properties = schema["properties"].as_object();
            properties.into_iter().flatten().map(|(key, value)| (key.clone(), example(value))).collect()
        }
        "array" => json!([]),
        "integer" | "number" => json!(1),
        "boolean" => json!(false),
        _ => schema["enum"].get(0).cloned().unwrap_or_else(|| json!(WORD)),
    }
}

/// What is spoken at an address.
fn wire_of(path: &str) -> Option<Wire> {
    let ends = |end| path.ends_with(end);
    match () {
        () if ends("/messages") => Some(Wire::Messages),
        () if ends("/responses") => Some(Wire::Responses),
        () if ends("/chat/completions") => Some(Wire::Chat),
        () if ends(":generateContent") || ends(":streamGenerateContent") => Some(Wire::Gemini),
        () => None,
    }
}

/// Whether a request is of the conversation, not one aside: it offers tools. Codex offers them elsewhere, and asks nothing
/// aside.
pub(crate) fn has_tools(wire: Wire, body: &Value) -> bool {
    wire == Wire::Responses || body["tools"].as_array().is_some_and(|tools| !tools.is_empty())
}

/// Events as a server sends them.
fn events(events: &[(Option<&str>, Value)]) -> String {
    let event = |(name, data): &(Option<&str>, Value)| match name {
        Some(name) => format!("event: {name}\ndata: {data}\n\n"),
        None => format!("data: {data}\n\n"),
    };
    events.iter().map(event).collect()
}

/// Events that say their name themselves, too.
fn named(all: &[Value]) -> String {
    all.iter().map(|data| events(&[(data["type"].as_str(), data.clone())])).collect()
}

struct Answer<'a> {
    call: Option<&'a (String, Value)>,
    model: &'a str,
    word: &'a str,
}

impl Answer<'_> {
    fn block(&self) -> Value {
        match self.call {
            Some((name, arguments)) => json!({"type": "tool_use", "id": CALL_ID, "name": name, "input": arguments}),
            None => json!({"type": "text", "text": WORD}),
        }
    }

    fn stop_reason(&self) -> &'static str {
        if self.call.is_some() { "tool_use" } else { "end_turn" }
    }

    fn message(&self, is_whole: bool) -> Value {
        let (content, reason) =
            if is_whole { (json!([self.block()]), json!(self.stop_reason())) } else { (json!([]), Value::Null) };
        json!({"id": "msg_1", "type": "message", "role": "assistant", "model": self.model, "content": content,
               "stop_reason": reason, "stop_sequence": null, "usage": {"input_tokens": 10, "output_tokens": 1}})
    }

    fn messages_streamed(&self) -> String {
        let (start, delta) = match self.call {
            Some((name, arguments)) => (
                json!({"type": "tool_use", "id": CALL_ID, "name": name, "input": {}}),
                json!({"type": "input_json_delta", "partial_json": arguments.to_string()}),
            ),
            None => (json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": WORD})),
        };
        named(&[
            json!({"type": "message_start", "message": self.message(false)}),
            json!({"type": "content_block_start", "index": 0, "content_block": start}),
            json!({"type": "content_block_delta", "index": 0, "delta": delta}),
            json!({"type": "content_block_stop", "index": 0}),
            json!({"type": "message_delta", "delta": {"stop_reason": self.stop_reason(), "stop_sequence": null},
                   "usage": {"output_tokens": 2}}),
            json!({"type": "message_stop"}),
        ])
    }

    fn item(&self) -> Value {
        match self.call {
            Some((name, arguments)) => {
                json!({"type": "function_call", "id": "item_1", "call_id": CALL_ID, "name": name,
                                               "arguments": arguments.to_string(), "status": "completed"})
            }
            None => json!({"type": "message", "id": "item_1", "role": "assistant", "status": "completed",
                           "content": [{"type": "output_text", "text": WORD, "annotations": []}]}),
        }
    }

    fn response(&self) -> Value {
        json!({"id": "resp_1", "object": "response", "status": "completed", "model": self.model, "output": [self.item()],
               "usage": {"input_tokens": 10, "input_tokens_details": null, "output_tokens": 2,
                         "output_tokens_details": null, "total_tokens": 12}})
    }

    fn responses_streamed(&self) -> String {
        named(&[
            json!({"type": "response.created", "response": {"id": "resp_1"}}),
            json!({"type": "response.output_item.done", "output_index": 0, "item": self.item()}),
            json!({"type": "response.completed", "response": self.response()}),
        ])
    }

    fn said(&self) -> Value {
        match self.call {
            Some((name, arguments)) => json!({"role": "assistant", "content": null, "tool_calls": [
                {"index": 0, "id": CALL_ID, "type": "function",
                 "function": {"name": name, "arguments": arguments.to_string()}}]}),
            None => json!({"role": "assistant", "content": WORD}),
        }
    }

    fn finish_reason(&self) -> &'static str {
        if self.call.is_some() { "tool_calls" } else { "stop" }
    }

    fn chat(&self) -> Value {
        json!({"id": "chat_1", "object": "chat.completion", "created": 1, "model": self.model,
               "choices": [{"index": 0, "message": self.said(), "finish_reason": self.finish_reason()}],
               "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}})
    }

    fn chat_streamed(&self) -> String {
        let chunk = |choices: Value, usage: Value| {
            json!({"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": self.model,
                   "choices": choices, "usage": usage})
        };
        let choice = |delta: Value, reason: Value| json!([{"index": 0, "delta": delta, "finish_reason": reason}]);
        let usage = json!({"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12});
        let all = [
            (None, chunk(choice(self.said(), Value::Null), Value::Null)),
            (None, chunk(choice(json!({}), json!(self.finish_reason())), Value::Null)),
            (None, chunk(json!([]), usage)),
        ];
        events(&all) + "data: [DONE]\n\n"
    }

    fn gemini(&self) -> Value {
        let part = match self.call {
            Some((name, arguments)) => json!({"functionCall": {"name": name, "args": arguments}}),
            None => json!({"text": self.word}),
        };
        json!({"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
               "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 2, "totalTokenCount": 12},
               "modelVersion": self.model})
    }
}
