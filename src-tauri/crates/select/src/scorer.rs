//! The scorers by name, so that whoever asks need not know them apart.

use studio_model::SkillId;

use crate::{Candidate, Detail, Policy, Question, Ranking, Report, View, adk, bm25, embedding, hybrid, ranking};

/// Who scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScorerKind {
    /// [`adk`]: words, as adk-skill 0.6.0 counts them.
    Adk,
    /// [`bm25`]: words by field and rarity.
    Bm25,
    /// [`embedding`]: meaning alone.
    Embedding,
    /// [`hybrid`]: words and meaning on one scale from 0 to 1.
    Hybrid,
}

impl ScorerKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Adk, Self::Bm25, Self::Embedding, Self::Hybrid];

    /// Whether it needs the query's vector to say all it can.
    pub const fn compares_meaning(self) -> bool {
        matches!(self, Self::Embedding | Self::Hybrid)
    }

    /// The threshold it ships with.
    pub const fn default_min_score(self) -> f32 {
        match self {
            Self::Adk => 1.0,
            Self::Bm25 => 2.0,
            Self::Embedding => 0.35,
            Self::Hybrid => hybrid::DEFAULT_MIN_SCORE,
        }
    }

    /// The highest score there is, where there is one.
    pub const fn max_score(self) -> Option<f32> {
        match self {
            Self::Adk | Self::Bm25 => None,
            Self::Embedding | Self::Hybrid => Some(1.0),
        }
    }

    /// Every skill's score, and what the policy makes of it, best first; taken apart as far as `detail` asks.
    pub fn explain(self, view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
        self.report(view, question, policy, detail).candidates
    }

    /// The same with how many skills there are in all.
    pub fn report(self, view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Report {
        match self {
            Self::Adk => adk::report(view, question, policy, detail),
            Self::Bm25 => bm25::report(view, question, policy, detail),
            Self::Embedding => embedding::report(view, question, policy, detail),
            Self::Hybrid => hybrid::report(view, question, policy, detail),
        }
    }

    /// The best so many skills that the policy's tags admit, whatever its threshold and `top_k`, and where the skills in
    /// `watch` stand: the fast way for many queries. A query or skill that [`ScorerKind::explain`] ranks 0 has no place
    /// here.
    pub fn top(
        self,
        view: &View<'_>,
        question: &Question,
        policy: &Policy,
        how_many: usize,
        watch: &[SkillId],
    ) -> Ranking {
        match self {
            Self::Adk => ranking::top(view, &adk::scored(view, question, policy), policy, how_many, watch),
            Self::Bm25 => ranking::top(view, &bm25::scored(view, question), policy, how_many, watch),
            Self::Embedding => ranking::top(view, &embedding::scored(view, question), policy, how_many, watch),
            Self::Hybrid => ranking::top(view, &hybrid::scored(view, question), policy, how_many, watch),
        }
    }
}
