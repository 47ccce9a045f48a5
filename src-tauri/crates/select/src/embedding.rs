//! Scoring by meaning: the cosine between the query's vector and each skill's. Vectors come from outside.

use crate::{
    Candidate, CandidateState, FieldScores, Index, Policy,
    candidate::{Draft, rank},
    index::Slot,
};

/// Every skill's cosine with the query's vector, from −1 to 1, and what the policy makes of it. The whole score is
/// attributed to the description, the text a vector stands for first. A skill without a vector, or with one that
/// cannot be compared, is [`CandidateState::NotIndexed`]; a query vector without direction is
/// [`CandidateState::EmptyQuery`].
pub fn explain(index: &Index, query: &[f32], policy: &Policy) -> Vec<Candidate> {
    let drafts = index.occupied().map(|(_, slot)| draft(slot, query));
    rank(drafts.collect(), policy)
}

fn draft<'a>(slot: &'a Slot, query: &[f32]) -> Draft<'a> {
    let (score, unscored) = match score(slot.vector.as_deref(), query) {
        Ok(score) => (score, None),
        Err(unscored) => (0.0, Some(unscored)),
    };
    let fields = FieldScores { description: score, ..FieldScores::default() };
    Draft { entry: &slot.entry, score, fields, words: Vec::new(), unscored }
}

fn score(vector: Option<&[f32]>, query: &[f32]) -> Result<f32, (CandidateState, String)> {
    if length(query) == 0.0 {
        return Err((CandidateState::EmptyQuery, "The query has no meaning to compare.".to_owned()));
    }
    let not_indexed = |reason: String| (CandidateState::NotIndexed, reason);
    let vector = vector.ok_or_else(|| not_indexed("It has no vector yet.".to_owned()))?;
    if vector.len() != query.len() {
        let (has, needs) = (vector.len(), query.len());
        return Err(not_indexed(format!("Its vector has {has} numbers, the query's has {needs}.")));
    }
    let cosine = cosine(vector, query);
    if cosine.is_finite() { Ok(cosine) } else { Err(not_indexed("Its vector has no direction.".to_owned())) }
}

/// Computed in `f64`, so that rounding never takes it noticeably past 1; not a number where a length is 0.
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let product: f64 = a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
    (product / (length(a) * length(b))).clamp(-1.0, 1.0) as f32
}

fn length(vector: &[f32]) -> f64 {
    vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt()
}
