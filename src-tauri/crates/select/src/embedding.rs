//! Scoring by meaning: the cosine between the query's vector and each skill's. Vectors come from outside.

use crate::{
    Candidate, Detail, FieldScores, Meaning, Policy, Question, View, WordScore,
    candidate::{self, Scored},
    index::{Direction, RowOf, Slot},
    meaning::meaning_texts,
    unscored::Unscored,
};

/// Every skill's cosine with the query's vector, from −1 to 1, and what the policy makes of it. The whole score is
/// attributed to the description, the text a vector stands for first. A skill without a vector, or with one that
/// cannot be compared, is [`NotIndexed`](crate::CandidateState::NotIndexed); a query vector without direction is
/// [`EmptyQuery`](crate::CandidateState::EmptyQuery).
pub fn explain(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    candidate::explain(view, &scored(question), policy, detail)
}

/// What this scorer makes of all skills.
pub(crate) fn scored(question: &Question) -> impl Scored + use<'_> {
    Embedding { query: question.direction() }
}

struct Embedding<'a> {
    query: Option<&'a Direction>,
}

impl Scored for Embedding<'_> {
    fn fields(&self, _number: u32, slot: &Slot) -> Result<FieldScores, Unscored> {
        let query = self.query.ok_or(Unscored::NoDirection)?;
        let vectors = slot.vectors.as_ref().ok_or(Unscored::NotIndexed)?;
        let whole = vectors.rows().first().filter(|row| row.is_there()).ok_or(Unscored::NotIndexed)?;
        let (has, needs) = (vectors.dimension(), query.dimension());
        if has != needs {
            return Err(Unscored::OtherDimension { has, needs });
        }
        if !whole.has_direction() {
            return Err(Unscored::NilVector);
        }
        Ok(FieldScores { description: vectors.cosine(0, query), ..FieldScores::default() })
    }

    fn words(&self, _number: u32, _slot: &Slot) -> Vec<WordScore> {
        Vec::new()
    }

    fn meaning(&self, number: u32, slot: &Slot) -> Option<Meaning> {
        let fields = self.fields(number, slot).ok()?;
        nearest(slot, self.query?, fields)
    }
}

/// The text of a skill that is nearest to a query, of those that show well: name, sentences, passages.
pub(crate) fn nearest(slot: &Slot, query: &Direction, fields: FieldScores) -> Option<Meaning> {
    let vectors = slot.vectors.as_ref().filter(|vectors| vectors.dimension() == query.dimension())?;
    let texts = vectors.rows().iter().enumerate().filter_map(|(number, row)| match row.of {
        RowOf::Text(field) if row.has_direction() => Some((number, field, vectors.cosine(number, query))),
        _ => None,
    });
    let best = |a: &(usize, _, f32), b: &(usize, _, f32)| a.2.total_cmp(&b.2).then_with(|| b.0.cmp(&a.0));
    let (number, field, similarity) = texts.max_by(best)?;
    let text = meaning_texts(&slot.entry).swap_remove(number).text;
    Some(Meaning { text, field, similarity, fields })
}
