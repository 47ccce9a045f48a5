//! Words and meaning on one scale from 0 to 1 that means the same for every query.

use crate::{
    Candidate, Detail, FieldScores, Meaning, Policy, Question, View, WordScore, bm25,
    candidate::{self, Scored},
    embedding::nearest,
    index::Slot,
    meaning::MeaningField,
    unscored::Unscored,
};

/// The threshold it ships with.
pub const DEFAULT_MIN_SCORE: f32 = 0.3;

/// Every skill's score with its parts, and what the policy makes of it.
pub fn explain(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    candidate::explain(view, &scored(view, question), policy, detail)
}

/// What this scorer makes of all skills.
pub(crate) fn scored<'a>(view: &'a View<'a>, question: &'a Question) -> impl Scored + use<'a> {
    let mass: f32 = question.terms().iter().map(|term| term.count as f32 * 4.0).sum();
    Hybrid { words: bm25::scored(view, question), question, per_mass: 0.4 / (mass + 4.0) }
}

struct Hybrid<'a, W> {
    words: W,
    question: &'a Question,
    per_mass: f32,
}

impl<W: Scored> Scored for Hybrid<'_, W> {
    fn fields(&self, number: u32, slot: &Slot) -> Result<FieldScores, Unscored> {
        if self.question.terms().is_empty() && self.question.direction().is_none() {
            return Err(Unscored::NoContent);
        }
        let mut fields = scaled(self.words.fields(number, slot).unwrap_or_default(), self.per_mass);
        fields += self.by_meaning(slot);
        Ok(fields)
    }

    fn words(&self, number: u32, slot: &Slot) -> Vec<WordScore> {
        let words = self.words.words(number, slot).into_iter();
        words.map(|word| WordScore { fields: scaled(word.fields, self.per_mass), ..word }).collect()
    }

    fn meaning(&self, _number: u32, slot: &Slot) -> Option<Meaning> {
        nearest(slot, self.question.direction()?, self.by_meaning(slot))
    }
}

impl<W> Hybrid<'_, W> {
    fn by_meaning(&self, slot: &Slot) -> FieldScores {
        let mut fields = FieldScores::default();
        let (Some(query), Some(vectors)) = (self.question.direction(), &slot.vectors) else { return fields };
        if vectors.dimension() != query.dimension() {
            return fields;
        }
        for (number, row) in vectors.rows().iter().enumerate().filter(|(_, row)| row.has_direction()) {
            let cosine = vectors.coarse_cosine(number, query).max(0.0);
            match row.field {
                MeaningField::Whole => fields.description += 0.4 * cosine,
                MeaningField::Name => fields.name += 0.1 * cosine,
                MeaningField::Description | MeaningField::Body => fields.body = fields.body.max(0.1 * cosine),
            }
        }
        fields.description += std::mem::take(&mut fields.body);
        fields
    }
}

fn scaled(fields: FieldScores, by: f32) -> FieldScores {
    FieldScores {
        name: fields.name * by,
        description: fields.description * by,
        tags: fields.tags * by,
        body: fields.body * by,
    }
}
