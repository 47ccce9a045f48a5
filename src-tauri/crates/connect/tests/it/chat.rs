//! Chat models as others play them: every protocol, and every way it breaks.

mod aimock;
mod llmock;

use std::time::{Duration, Instant};

use serde_json::json;
use studio_connect::{Answered, Ask, Chat, ModelSpec, Patience, Provider, ToolCalling};
use studio_runtime::{
    Stop,
    context::{ModelCall, Offered, Origin, Part, Piece, Prompt, Role, Tier},
};
use studio_testkit::{ModelServer, PATIENCE};

/// The providers whose protocol goes over the wire.
const REMOTE: [Provider; 4] = [Provider::OpenAi, Provider::OpenAiResponses, Provider::Anthropic, Provider::Ollama];

fn chat(server: &ModelServer, provider: Provider, path: &str) -> Chat {
    let spec = ModelSpec { provider, model: "small".to_owned(), base_url: Some(server.url(path)), key: None };
    Chat::open(&spec, PATIENCE).unwrap()
}

fn ask() -> Ask {
    Ask {
        calling: ToolCalling::Native,
        is_streamed: true,
        most_output: 1000,
        temperature: None,
        window: None,
        patience: Patience::default(),
    }
}

fn piece(role: Role, text: &str, part: Part) -> Piece {
    let tier = if role == Role::Tool { Tier::ToolResult } else { Tier::Conversation };
    Piece { role, tier, origin: Origin::Model, text: text.to_owned(), part }
}

/// What a user says, with a tool to answer it by.
fn prompt(text: &str) -> Prompt {
    let schema = json!({ "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] });
    let (name, description) = ("weather".to_owned(), "Tells the weather.".to_owned());
    let system = Piece::system(Tier::System, Origin::Agent, "Be kind.");
    let tools = vec![Offered { name, description, schema, is_own: false }];
    Prompt { pieces: vec![system, piece(Role::User, text, Part::Text)], tools }
}

/// The prompt after the model has called tools and was answered.
fn answered(mut prompt: Prompt, calls: &[ModelCall], answer: &str) -> Prompt {
    let asked = calls.iter().map(|call| piece(Role::Assistant, "", Part::Call { call: call.clone() }));
    let told = calls.iter().map(|call| piece(Role::Tool, answer, Part::Answer { id: call.id.clone() }));
    prompt.pieces.extend(asked.chain(told));
    prompt
}

fn converse(chat: &Chat, prompt: &Prompt, ask: &Ask) -> (Answered, String) {
    let mut heard = String::new();
    let answered = chat.converse(prompt, ask, &Stop::new(), &mut |text| heard.push_str(text));
    (answered, heard)
}
