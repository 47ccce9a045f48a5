//! Words and meaning on one scale from 0 to 1 that means the same for every query, so that a threshold can say “no
//! skill fits”.
//!
//! score = 1 / (1 + e^−z) with z = Σ weight · part − half, over six parts, none of which looks at other skills' scores:
//!
//! - *words of the head*: BM25F over name, description and tags (see [`bm25`](crate::bm25)) with
//!   idf(t) = ln(1 + ½ (N + 1) / (n + ½)), where n of the N skills have t in name, description or tags, each distinct
//!   term of the query counting once, all divided by 1 + mass^0.7, where mass is the sum of the idf of the query's terms;
//! - *words of the body*: the same over the body, n counting every field;
//! - *whole*: the cosine of the query with name and description together;
//! - *mean*: with the normalised mean of what the description says, sentence by sentence and phrase by phrase;
//! - *nearest*: the highest with one of those;
//! - *name*: with the name.
//!
//! Sentences that say what a skill is not for count nowhere. The numbers, and what they were learned on, are in
//! `hybrid/constants.rs`. A part that cannot be had, since vectors are missing, counts 0, and where no part speaks for a
//! skill at all, its score is 0.
//!
//! Explained, the score is divided among the parts that speak for the skill in proportion to weight · part; what words
//! and phrases speak for falls to their field, the whole, the mean and the nearest to the description.

mod constants;
mod meaning;
mod words;

pub use self::constants::DEFAULT_MIN_SCORE;
use self::{
    constants::HALF,
    meaning::{Cosines, cosines},
    words::Words,
};
use crate::{
    Candidate, Detail, FieldScores, Meaning, Policy, Question, View, WordScore,
    candidate::{self, Scored},
    embedding::nearest,
    index::Slot,
    unscored::Unscored,
};

/// Every skill's score with its parts, and what the policy makes of it.
pub fn explain(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    candidate::explain(view, &scored(view, question), policy, detail)
}

/// What this scorer makes of all skills.
pub(crate) fn scored<'a>(view: &'a View<'a>, question: &'a Question) -> impl Scored + use<'a> {
    let words = Words::of(view, question.terms());
    let mut hybrid = Hybrid { cosines: Vec::new(), words, question };
    if let Some(query) = question.direction() {
        hybrid.cosines = cosines(view, query, |number, cosines| hybrid.words.sum(number).sum() + cosines.sum());
    }
    hybrid
}

struct Hybrid<'a> {
    words: Words<'a>,
    /// For every place of the view; empty if the query has no direction.
    cosines: Vec<Cosines>,
    question: &'a Question,
}

/// What speaks for a skill: weight · part, by field, where that is above 0.
#[derive(Clone, Copy)]
struct Evidence {
    words: FieldScores,
    meaning: FieldScores,
    score: f32,
    /// What evidence is multiplied by to give its part of the score.
    per_evidence: f32,
}

impl Scored for Hybrid<'_> {
    fn fields(&self, number: u32, _slot: &Slot) -> Result<FieldScores, Unscored> {
        let evidence = self.evidence(number)?;
        let mut fields = evidence.scaled(evidence.words);
        fields += evidence.scaled(evidence.meaning);
        Ok(fields)
    }

    fn score(&self, number: u32, _slot: &Slot) -> Result<f32, Unscored> {
        Ok(self.evidence(number)?.score)
    }

    fn words(&self, number: u32, _slot: &Slot) -> Vec<WordScore> {
        let Ok(evidence) = self.evidence(number) else { return Vec::new() };
        let words = self.words.of_skill(number).into_iter();
        words.map(|word| WordScore { fields: evidence.scaled(word.fields), ..word }).collect()
    }

    fn meaning(&self, number: u32, slot: &Slot) -> Option<Meaning> {
        let evidence = self.evidence(number).ok()?;
        nearest(slot, self.question.direction()?, evidence.scaled(evidence.meaning))
    }
}

impl Hybrid<'_> {
    fn evidence(&self, number: u32) -> Result<Evidence, Unscored> {
        if self.question.terms().is_empty() && self.question.direction().is_none() {
            return Err(Unscored::NoContent);
        }
        let words = self.words.sum(number);
        let cosines = self.cosines.get(number as usize).copied().unwrap_or_default();
        let meaning = cosines.positive();
        let z = words.sum() + cosines.sum() - HALF;
        let all = words.sum() + meaning.sum();
        let score = if all > 0.0 { 1.0 / (1.0 + (-z).exp()) } else { 0.0 };
        Ok(Evidence { words, meaning, score, per_evidence: if all > 0.0 { score / all } else { 0.0 } })
    }
}

impl Evidence {
    /// The part of the score that some of the evidence accounts for.
    fn scaled(&self, fields: FieldScores) -> FieldScores {
        let FieldScores { name, description, tags, body } = fields;
        let by = self.per_evidence;
        FieldScores { name: name * by, description: description * by, tags: tags * by, body: body * by }
    }
}
