//! A prompt as a request in the protocols' own terms.

use genai::chat::{ChatMessage, ChatOptions, ChatRequest, ContentPart, MessageContent, Tool, ToolCall, ToolResponse};
use serde_json::{Value, json};
use studio_runtime::context::{ModelCall, Part, Piece, Prompt, Role, Tier};

use crate::Provider;

/// What a model reads in the place of an answer that never came: every protocol wants one for each call.
const UNANSWERED: &str = "This call wasn't made because the turn was stopped first.";

/// A request with what it is made with.
pub(super) struct Question {
    pub(super) request: ChatRequest,
    pub(super) options: ChatOptions,
    /// Fields that are added to its body.
    pub(super) more: Option<Value>,
}

impl Question {
    /// Ollama has the model read as much as it is told, a few thousand tokens otherwise, and cuts the rest silently.
    pub(super) fn hold(&mut self, provider: Provider, window: Option<u32>) {
        if let (Provider::Ollama, Some(window)) = (provider, window) {
            let more = self.more.get_or_insert_with(|| json!({}));
            more["options"] = json!({ "num_ctx": window });
        }
    }
}

/// A prompt with its tools as the protocol has them.
pub(super) fn native(prompt: &Prompt, provider: Provider) -> Question {
    let mut talk = Conversation { provider, messages: Vec::new(), open: Vec::new() };
    for turn in turns(prompt) {
        talk.add(turn);
    }
    talk.close();
    let mut request = ChatRequest::new(talk.messages);
    let system = prompt.system_text();
    if !system.is_empty() {
        request = request.with_system(system);
    }
    if !prompt.tools.is_empty() {
        let tool = |tool: &studio_runtime::context::Offered| {
            Tool::new(tool.name.as_str()).with_description(tool.description.as_str()).with_schema(tool.schema.clone())
        };
        request = request.with_tools(prompt.tools.iter().map(tool).collect::<Vec<_>>());
    }
    Question { request, options: ChatOptions::default(), more: None }
}

/// A message of a conversation.
#[derive(Debug, PartialEq)]
pub(super) enum Turn<'a> {
    User(String),
    Assistant { text: &'a str, calls: Vec<&'a ModelCall> },
    Answer { id: &'a str, text: &'a str },
}

/// The messages that the pieces of a prompt are.
pub(super) fn turns(prompt: &Prompt) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    let mut before = None;
    for piece in prompt.pieces.iter().filter(|piece| piece.role != Role::System) {
        match (piece.role, &piece.part, turns.last_mut()) {
            // What the runtime put before the user's words is one message with them.
            (Role::User, _, Some(Turn::User(said))) if matches!(before, Some(Tier::Body | Tier::File)) => {
                said.push_str(&piece.text);
            }
            (Role::User, ..) => turns.push(Turn::User(piece.text.clone())),
            (_, Part::Call { call }, Some(Turn::Assistant { calls, .. })) => calls.push(call),
            (_, Part::Call { call }, _) => turns.push(Turn::Assistant { text: "", calls: vec![call] }),
            (_, Part::Answer { id }, _) => turns.push(Turn::Answer { id, text: &piece.text }),
            (_, Part::Text, _) => turns.push(spoken(piece)),
        }
        before = Some(piece.tier);
    }
    turns
}

fn spoken(piece: &Piece) -> Turn<'_> {
    Turn::Assistant { text: &piece.text, calls: Vec::new() }
}

struct Conversation<'a> {
    provider: Provider,
    messages: Vec<ChatMessage>,
    /// Calls of the last reply, with their answers as far as there are any.
    open: Vec<(&'a ModelCall, Option<&'a str>)>,
}

impl<'a> Conversation<'a> {
    fn add(&mut self, turn: Turn<'a>) {
        if let Turn::Answer { id, text } = turn {
            if let Some((_, answer)) = self.open.iter_mut().find(|(call, answer)| call.id == id && answer.is_none()) {
                *answer = Some(text);
            }
            return;
        }
        self.close();
        match turn {
            Turn::User(text) => self.messages.push(ChatMessage::user(text)),
            Turn::Assistant { text, calls } => {
                let mut content = MessageContent::default();
                if !text.is_empty() {
                    content.push(text);
                }
                for call in &calls {
                    content.push(ContentPart::ToolCall(self.call(call)));
                }
                self.messages.push(ChatMessage::assistant(content));
                self.open = calls.into_iter().map(|call| (call, None)).collect();
            }
            Turn::Answer { .. } => {}
        }
    }

    /// Answers every call of the last reply, in its order.
    fn close(&mut self) {
        let answers: Vec<ToolResponse> = std::mem::take(&mut self.open)
            .into_iter()
            .map(|(call, answer)| {
                ToolResponse::new(call.id.as_str(), answer.unwrap_or(UNANSWERED)).with_fn_name(call.name.as_str())
            })
            .collect();
        match self.provider {
            // Several answers in one message are the last one there.
            Provider::Ollama => self.messages.extend(answers.into_iter().map(ChatMessage::from)),
            _ if answers.is_empty() => {}
            _ => self.messages.push(ChatMessage::from(answers)),
        }
    }

    fn call(&self, call: &ModelCall) -> ToolCall {
        let arguments: Option<Value> = serde_json::from_str(&call.arguments).ok();
        let takes_text = matches!(self.provider, Provider::OpenAi | Provider::OpenAiResponses);
        let fn_arguments = match arguments {
            Some(arguments) if arguments.is_object() => arguments,
            // As it was written, where the protocol has a text; the answer says what is wrong with it.
            _ if takes_text => Value::String(call.arguments.clone()),
            _ => json!({}),
        };
        ToolCall { call_id: call.id.clone(), fn_name: call.name.clone(), fn_arguments, thought_signatures: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use studio_runtime::context::Origin;

    fn piece(role: Role, tier: Tier, text: &str, part: Part) -> Piece {
        Piece { role, tier, origin: Origin::Model, text: text.to_owned(), part }
    }

    fn call(id: &str, arguments: &str) -> Part {
        Part::Call { call: ModelCall { id: id.to_owned(), name: "look".to_owned(), arguments: arguments.to_owned() } }
    }

    fn talk() -> Prompt {
        let said = |role, text| piece(role, Tier::Conversation, text, Part::Text);
        Prompt {
            pieces: vec![
                Piece::system(Tier::System, Origin::Agent, "Be kind."),
                piece(Role::User, Tier::Body, "[skill]\n\n", Part::Text),
                piece(Role::User, Tier::File, "[files]\n\n", Part::Text),
                said(Role::User, "Hello"),
                said(Role::Assistant, "Let me look."),
                piece(Role::Assistant, Tier::Conversation, "look({})", call("1", "{}")),
                piece(Role::Assistant, Tier::Conversation, "look(what)", call("2", "what")),
                piece(Role::Tool, Tier::ToolResult, "seen", Part::Answer { id: "1".to_owned() }),
                said(Role::User, "Well?"),
            ],
            tools: Vec::new(),
        }
    }

    #[test]
    fn pieces_become_the_messages_they_were() {
        let prompt = talk();
        let turns = turns(&prompt);
        assert_eq!(turns[0], Turn::User("[skill]\n\n[files]\n\nHello".to_owned()));
        assert!(matches!(&turns[1], Turn::Assistant { text: "Let me look.", calls } if calls.len() == 2), "{turns:?}");
        assert_eq!(turns[2..], [Turn::Answer { id: "1", text: "seen" }, Turn::User("Well?".to_owned())]);
    }

    #[test]
    fn every_call_is_answered_and_arguments_are_what_a_protocol_takes() {
        let prompt = talk();
        let request = native(&prompt, Provider::OpenAi).request;
        assert_eq!(request.system.as_deref(), Some("Be kind."));
        let answers = request.messages[2].content.tool_responses();
        assert_eq!(answers.iter().map(|one| one.content.as_str()).collect::<Vec<_>>(), ["seen", UNANSWERED]);
        assert_eq!(request.messages[1].content.tool_calls()[1].fn_arguments, json!("what"));
        let request = native(&prompt, Provider::Anthropic).request;
        assert_eq!(request.messages[1].content.tool_calls()[1].fn_arguments, json!({}));
        assert_eq!(native(&prompt, Provider::Ollama).request.messages.len(), 5);
    }
}
