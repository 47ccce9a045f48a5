//! What a model is sent: pieces of text, each with the tier it counts to and what it comes from.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;

use super::ModelCall;

/// What of the context a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// The agent's instruction and what the runtime says of itself.
    System,
    /// Names and descriptions of skills.
    Catalogue,
    /// Instructions of skills.
    Body,
    /// Files of skills.
    File,
    /// Schemas of tools.
    ToolSchema,
    /// What user and model said.
    Conversation,
    /// What tools answered.
    ToolResult,
}

impl Tier {
    /// All of them, in the order they are shown in.
    pub const ALL: [Self; 7] =
        [Self::System, Self::Catalogue, Self::Body, Self::File, Self::ToolSchema, Self::Conversation, Self::ToolResult];
}

/// Who says a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The runtime.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool.
    Tool,
}

/// What a piece comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// The agent.
    Agent,
    /// The runtime's own words.
    Runtime,
    /// A skill.
    Skill {
        /// Its name.
        skill: String,
    },
    /// A file of a skill.
    File {
        /// The skill.
        skill: String,
        /// The file.
        path: String,
    },
    /// A tool.
    Tool {
        /// Its name.
        tool: String,
    },
    /// A component.
    Component {
        /// Its key.
        key: String,
    },
    /// The user.
    User,
    /// The model.
    Model,
}

/// A part of what is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Who says it.
    pub role: Role,
    /// What it counts to.
    pub tier: Tier,
    /// What it comes from.
    pub origin: Origin,
    /// The text, as it counts.
    pub text: String,
    /// What a protocol with messages of its own for calls and answers makes of it.
    #[serde(default)]
    pub part: Part,
}

/// What a piece is in a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Part {
    /// Words.
    #[default]
    Text,
    /// A call that the model asked for.
    Call {
        /// The call.
        call: ModelCall,
    },
    /// The answer to a call.
    Answer {
        /// The call it answers.
        id: String,
    },
}

impl Piece {
    /// A piece of the system prompt.
    pub fn system(tier: Tier, origin: Origin, text: impl Into<String>) -> Self {
        Self { role: Role::System, tier, origin, text: text.into(), part: Part::Text }
    }
}

/// A tool as the model is offered it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offered {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// JSON Schema of its arguments.
    pub schema: Value,
    /// Whether the runtime brings it itself.
    pub is_own: bool,
}

impl Offered {
    /// The tool as its text counts: name, description and schema in compact JSON.
    pub fn text(&self) -> String {
        json!({ "name": self.name, "description": self.description, "parameters": self.schema }).to_string()
    }
}

/// What a model is sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// The text, in its order.
    pub pieces: Vec<Piece>,
    /// The tools it may call, in their order.
    pub tools: Vec<Offered>,
}

impl Prompt {
    /// Everything that counts: each text with its tier and origin, the tools' among them.
    pub fn counted(&self) -> impl Iterator<Item = (Tier, Origin, Cow<'_, str>)> {
        let pieces =
            self.pieces.iter().map(|piece| (piece.tier, piece.origin.clone(), Cow::Borrowed(piece.text.as_str())));
        let tools = self.tools.iter().map(|tool| {
            let origin = Origin::Tool { tool: tool.name.clone() };
            (Tier::ToolSchema, origin, Cow::Owned(tool.text()))
        });
        pieces.chain(tools)
    }

    /// What the runtime says before the conversation: the system prompt as one text.
    pub fn system_text(&self) -> String {
        let parts = self.pieces.iter().filter(|piece| piece.role == Role::System).map(|piece| piece.text.as_str());
        parts.collect()
    }

    /// The whole of it as one text, for reading: the pieces as they are, then a line for each tool.
    pub fn text(&self) -> String {
        self.counted().map(|(.., text)| text).collect()
    }
}
