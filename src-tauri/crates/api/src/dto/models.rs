//! Chat models as screens and pipelines have them.

use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

use crate::closed::closed;

closed! {
    /// Whose chat model is asked.
    #[derive(Default)]
    pub enum ModelProvider {
        /// Answers by words, offline.
        #[default]
        Mock = "mock",
        /// `OpenAI`, and every server that speaks its protocol.
        OpenAi = "openai",
        /// The responses of `OpenAI`, its newer protocol.
        OpenAiResponses = "openai-responses",
        /// Anthropic.
        Anthropic = "anthropic",
        /// Ollama on this machine.
        Ollama = "ollama",
    }
}

closed! {
    /// How a model is offered tools.
    #[derive(Default)]
    pub enum ModelToolCalls {
        /// As its protocol has them.
        #[default]
        Native = "native",
        /// In words, its reply held to a JSON Schema.
        Constrained = "constrained",
    }
}

/// A chat model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct ModelSettings {
    /// What it is called here; empty for its own name.
    pub name: String,
    /// Whose model.
    pub provider: ModelProvider,
    /// Model name.
    pub model: String,
    /// Address of the server, where it is not the provider's own.
    pub base_url: String,
    /// Name of the environment variable that holds the key.
    pub key_variable: String,
    /// Name of the secret that is the key; before an environment variable.
    pub secret: String,
    /// Tokens of its context window; 0 where not known.
    pub window_tokens: u32,
    /// Tokens a reply may have in a session; 0 for as many as usual.
    pub max_output: u32,
    /// How it is offered tools.
    pub tool_calls: ModelToolCalls,
    /// Whether its replies come whole, not bit by bit.
    pub is_unstreamed: bool,
    /// Dollars a million tokens in; 0 where not known.
    #[specta(type = Number)]
    pub input_price: f64,
    /// Dollars a million tokens out; 0 where not known.
    #[specta(type = Number)]
    pub output_price: f64,
}

/// The chat models of a library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct ModelList {
    /// All of them, by name.
    pub models: Vec<ModelSettings>,
    /// Name of the one that picks skills; empty for the mock.
    pub picks: String,
}

/// What asking a model for every query would take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ModelCost {
    /// Calls that have no answer kept.
    pub calls: u32,
    /// Calls answered from what is kept.
    pub cached: u32,
    /// Estimated tokens in, all calls.
    pub input_tokens: u32,
    /// Estimated tokens out, all calls, at most.
    pub output_tokens: u32,
    /// Estimated price in US dollars, where prices are set.
    #[specta(type = Option<Number>)]
    pub dollars: Option<f64>,
    /// The model asked.
    pub model: String,
    /// Why it cannot be asked, where it cannot.
    pub unavailable: Option<String>,
}
