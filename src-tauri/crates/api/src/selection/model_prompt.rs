//! What a chat model is asked with, and what its answers mean in it.

use studio_model::SkillId;
use studio_select::evaluate as measure;
use studio_store::sha256_hex;

use crate::selection::{
    asked::Label,
    model_answer::{self, Pick},
};

/// What a model is shown of the library.
pub(crate) struct Prompt {
    pub(crate) system: String,
    /// The skills listed, in the list's order.
    pub(crate) keys: Vec<SkillId>,
    pub(crate) names: Vec<String>,
    /// All an answer depends on but the query.
    pub(crate) seed: String,
}

impl Prompt {
    /// What an answer is kept under.
    pub(crate) fn key(&self, query: &str) -> String {
        sha256_hex(format!("{} {query}", self.seed).as_bytes())
    }

    /// The answer nobody needs to be asked for.
    pub(crate) fn evident(&self, query: &str) -> Option<&'static str> {
        (self.names.is_empty() || query.trim().is_empty()).then_some("NONE")
    }

    pub(crate) fn picked(&self, pick: &Pick) -> Option<(SkillId, &str)> {
        match pick {
            Pick::Listed(place) => Some((self.keys[*place], &self.names[*place])),
            Pick::None | Pick::Unknown => None,
        }
    }

    pub(crate) fn outcome(&self, label: Label<'_>, answer: &str) -> measure::Outcome {
        let best = self.picked(&model_answer::read(answer, &self.names)).map(|(_, name)| name.to_owned());
        let is_right = best.as_ref().is_some_and(|name| label.expected.contains(name));
        measure::Outcome {
            expected: label.expected.to_vec(),
            unwanted: label.unwanted.to_vec(),
            score: f32::from(u8::from(best.is_some())),
            best,
            rank: is_right.then_some(1),
            expected_score: is_right.then_some(1.0),
        }
    }
}
