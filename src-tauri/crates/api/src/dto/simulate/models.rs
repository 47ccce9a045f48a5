//! Who answers in a session, what that may take, and what goes over the wire for it.

use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;
use studio_runtime::context::Event;

use crate::dto::{ModelSettings, NamedValue};

/// Who answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SimulatedModel {
    /// Nobody: skills are picked by the default scorer, tools are filled in from the message.
    #[default]
    Mock,
    /// A list of replies, as JSON text.
    Scripted {
        /// The text.
        replies: String,
    },
    /// The replies of a session that was simulated before.
    Recorded {
        /// Its events.
        events: Vec<Event>,
    },
    /// A chat model.
    Real {
        /// Where it is, and how it is asked.
        settings: Box<ModelSettings>,
        /// What the session may take.
        cap: SpendingCap,
    },
}

/// What a session with a chat model may take; none for as much as it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpendingCap {
    /// Tokens read and written in all.
    pub max_tokens: Option<u32>,
    /// Cents.
    pub max_cents: Option<u32>,
}

/// What a session is about to send, before anything is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SimulationCost {
    /// The model's own name.
    pub model: String,
    /// Where it goes.
    pub address: String,
    /// Estimated tokens of the first question, before the user's words.
    pub first_tokens: u32,
    /// What they cost in US dollars, where prices are set.
    #[specta(type = Option<Number>)]
    pub first_dollars: Option<f64>,
    /// Tokens a reply may have.
    pub most_output: u32,
    /// Why it cannot be asked, where it cannot.
    pub unavailable: Option<String>,
}

/// What repeating a session would take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RepeatCost {
    /// Tokens of all runs, where each takes as many as the session did.
    pub tokens: u32,
    /// What they cost in US dollars, where prices are set.
    #[specta(type = Option<Number>)]
    pub dollars: Option<f64>,
    /// Tokens of all runs at most: each stops at its cap; none where there is no cap.
    pub most_tokens: Option<u32>,
    /// Dollars of all runs at most; none where there is no cap.
    #[specta(type = Option<Number>)]
    pub most_dollars: Option<f64>,
}

/// A request to a model and its answer, as they went over the wire. A variable stands for the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModelExchange {
    /// Where it went.
    pub url: String,
    /// The request's headers.
    pub request_headers: Vec<NamedValue>,
    /// The request's body, as it was sent.
    pub request_body: String,
    /// HTTP status; none where nothing was answered.
    pub status: Option<u16>,
    /// The answer's headers.
    pub response_headers: Vec<NamedValue>,
    /// The answer's body, as it came.
    pub response_body: String,
    /// Bytes of the answer's body in all; more than there is of it where it was too long to keep.
    pub response_bytes: u32,
    /// Microseconds it took.
    pub elapsed_us: u32,
    /// The request as a command line.
    pub curl: String,
}
