//! Words and meaning on one scale from 0 to 1 that means the same for every query, so that a threshold can say “no
//! skill fits”.
//!
//! Eight kinds of evidence speak for a skill, each at least 0, none of which looks at how other skills score:
//!
//! - *front*: the query's words in name, description and tags: Σ idf · f / (1.2 + f) over its distinct terms, where f
//!   adds up the occurrences by field as [`bm25`](crate::bm25) does, divided by 0.47 + √mass;
//! - *body*: the same in the body;
//! - *pairs*: as *front*, of neighbouring words that are neighbours in the name or a sentence of the description, too;
//! - *body pairs*: of neighbouring words that are neighbours in the body: Σ idf, divided as *body* is;
//! - *whole*: the cosine of the query with name and description together;
//! - *mean*: with the mean of what the description says, sentence by sentence and phrase by phrase;
//! - *nearest*: the highest with one of those;
//! - *name*: with the name.
//!
//! idf(t) = ln(1 + ½ (N + 1) / (n + ½)) / ln(N + 2), where n of the N readable skills have t in one of the fields (for
//! *body*, in any field), so that it spans the same range in a library of any size; mass is the sum of idf over the
//! query's distinct terms, known or not. Its root keeps long queries alive.
//!
//! The shorter the body, the more *whole* and *mean* weigh: a weight is added to theirs times 20 / (20 + terms of the
//! body), since a skill without a body has no evidence from it and would stand behind those that have. Sections of the
//! body about something else ([`sections`](crate::meaning::sections)) have no terms.
//!
//! With z = Σ weight · evidence, score = z / (z + 5.4): 0 without evidence, ½ at 5.4, never quite 1. Explained, every
//! piece of evidence has its share of z of the score; whole, mean and nearest belong to the description. Sentences that
//! say what a skill is *not* for count nowhere, and cosines below 0 as 0. What has no vector yet gives no evidence.
//!
//! The numbers, and what they were learned on, stand in `hybrid/constants.rs`.

pub(crate) mod constants;
mod evidence;
mod words;

pub use self::{
    constants::DEFAULT_MIN_SCORE,
    evidence::{KINDS, WEIGHTS, evidence},
};
use self::{
    constants::{BODILESS_MEAN, BODILESS_WHOLE, HALF, MEAN, NAME, NEAREST, SHORT, WHOLE},
    words::{WORDS, Words},
};
use crate::{
    Candidate, Detail, FieldScores, Meaning, Policy, Question, Report, View, WordScore,
    index::{BODY_FIELD, Slot},
    ranking::{self, Scored},
    similarity::{Similarity, nearest_text, similarities},
    unscored::Unscored,
};

/// Every skill's score with its parts, and what the policy makes of it.
pub fn explain(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    report(view, question, policy, detail).candidates
}

/// The same with how many skills there are in all.
pub(crate) fn report(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Report {
    ranking::report(view, &scored(view, question), policy, detail)
}

/// What this scorer makes of all skills.
pub(crate) fn scored<'a>(view: &'a View<'a>, question: &'a Question) -> Hybrid<'a> {
    let words = Words::of(view, question, WORDS);
    let worth =
        |number, similarity: &Similarity| words.sum(number).sum() + meaning(similarity, bodiless(view, number)).sum();
    let similarities = question.direction().map_or_else(Vec::new, |query| similarities(view, query, worth));
    Hybrid { view, words, similarities, question }
}

/// Every skill's evidence, for one question.
pub(crate) struct Hybrid<'a> {
    view: &'a View<'a>,
    words: Words<'a>,
    /// For every place of the view; empty if the query has no direction.
    similarities: Vec<Similarity>,
    question: &'a Question,
}

/// What speaks for a skill, weighted, by field.
#[derive(Clone, Copy)]
struct Evidence {
    words: FieldScores,
    meaning: FieldScores,
}

impl Scored for Hybrid<'_> {
    fn fields(&self, number: u32, _slot: &Slot) -> Result<FieldScores, Unscored> {
        let evidence = self.evidence(number)?;
        let mut fields = evidence.words;
        fields += evidence.meaning;
        Ok(evidence.share(fields))
    }

    fn score(&self, number: u32, _slot: &Slot) -> Result<f32, Unscored> {
        let z = self.evidence(number)?.sum();
        Ok(z / (z + HALF))
    }

    fn words(&self, number: u32, _slot: &Slot) -> Vec<WordScore> {
        let Ok(evidence) = self.evidence(number) else { return Vec::new() };
        let words = self.words.of_skill(number).into_iter();
        words.map(|word| WordScore { fields: evidence.share(word.fields), ..word }).collect()
    }

    fn meaning(&self, number: u32, slot: &Slot) -> Option<Meaning> {
        let evidence = self.evidence(number).ok()?;
        nearest_text(slot, self.question.direction()?, evidence.share(evidence.meaning))
    }
}

impl Hybrid<'_> {
    fn similarity(&self, number: u32) -> &Similarity {
        self.similarities.get(number as usize).unwrap_or(&Similarity::NONE)
    }

    fn evidence(&self, number: u32) -> Result<Evidence, Unscored> {
        if self.question.terms().is_empty() && self.question.direction().is_none() {
            return Err(Unscored::NoContent);
        }
        let meaning = meaning(self.similarity(number), bodiless(self.view, number));
        Ok(Evidence { words: self.words.sum(number), meaning })
    }
}

impl Evidence {
    fn sum(&self) -> f32 {
        self.words.sum() + self.meaning.sum()
    }

    /// The part of the score that some of the evidence accounts for.
    fn share(&self, of: FieldScores) -> FieldScores {
        let by = 1.0 / (self.sum() + HALF);
        FieldScores { name: of.name * by, description: of.description * by, tags: of.tags * by, body: of.body * by }
    }
}

/// How much a skill has no body to be found by: 1 without one, ½ with one of [`SHORT`] terms, near 0 with a long one.
fn bodiless(view: &View<'_>, number: u32) -> f32 {
    SHORT / (SHORT + view.lengths(number).terms[BODY_FIELD] as f32)
}

/// What the cosines say for a skill, weighted; a cosine that is not there says nothing.
fn meaning(similarity: &Similarity, bodiless: f32) -> FieldScores {
    let Similarity { whole, name, mean, nearest } = *similarity;
    let whole = (WHOLE + BODILESS_WHOLE * bodiless) * whole.max(0.0);
    let mean = (MEAN + BODILESS_MEAN * bodiless) * mean.max(0.0);
    FieldScores {
        name: NAME * name.max(0.0),
        description: whole + mean + NEAREST * nearest.max(0.0),
        ..FieldScores::default()
    }
}
