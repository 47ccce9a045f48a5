//! Who works in a session: an agent, the model it is set up with, and what of it is not there.

use serde::{Deserialize, Serialize};

/// An agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentFacts {
    /// Its name.
    pub name: String,
    /// What its system prompt begins with.
    pub instruction: String,
    /// The model it is set up with; none for a client, which has none of its own, and in a session that was kept by an
    /// earlier version.
    #[serde(default)]
    pub model: Option<AgentModel>,
}

/// The model that an agent is set up with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentModel {
    /// Whose model it is.
    pub provider: String,
    /// Its name.
    pub name: String,
    /// Where its key is; empty where it needs none.
    pub key: String,
    /// How freely it chooses its words, from 0 to 2.
    pub temperature: f64,
    /// Tokens a reply may have; none for as many as usual.
    pub max_tokens: Option<u32>,
}

/// A skill that is the agent's and that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentSkill {
    /// Its name.
    pub skill: String,
    /// Why, as a sentence.
    pub why: String,
}
