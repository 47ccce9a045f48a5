//! The model of a session, whoever it is.

use crate::{
    Stop,
    context::{Cap, FailureKind, ModelCall, Prompt, Usage},
};

/// Answers prompts. Called on the session's thread; may block, and ends soon after its stop was asked for.
pub trait ChatModel: Send + Sync {
    /// Whether what it may take allows for one more question; if not, the cap that stands in the way.
    fn may_ask(&self, prompt: &Prompt) -> Result<(), Cap> {
        let _ = prompt;
        Ok(())
    }

    /// Its answer. `heard` is given the words as they come, where they come bit by bit.
    fn reply(&self, request: &ModelRequest<'_>, heard: &mut dyn FnMut(&str)) -> Result<ModelReply, ModelError>;
}

/// What a model is asked.
#[derive(Clone, Copy, Debug)]
pub struct ModelRequest<'a> {
    /// What it is sent.
    pub prompt: &'a Prompt,
    /// How often a model was asked in this session, this time included.
    pub turn: usize,
    /// Asks it to end early.
    pub stop: &'a Stop,
}

/// What a model answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelReply {
    /// What it says.
    pub text: String,
    /// The tools it calls, in its order.
    pub calls: Vec<ModelCall>,
    /// Tokens it counted.
    pub usage: Usage,
    /// The most tokens a reply may have, where it ended because of them.
    pub cut_at: Option<u32>,
}

/// Why a model did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It was asked to end.
    #[error("The model was stopped.")]
    Stopped,
    /// It failed.
    #[error("{message}")]
    Failed {
        /// What kind of failure it is.
        kind: FailureKind,
        /// What happened, as a whole sentence.
        message: String,
    },
}
