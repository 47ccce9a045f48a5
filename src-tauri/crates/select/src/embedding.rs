//! Scoring by meaning alone. Vectors come from outside.
//!
//! The score is a mean of four cosines of the query: with name and description together, with the mean of what the
//! description says, with the nearest thing it says, and with the name, weighted as they were
//! learned on the shared sets together with words; of those a skill has no vector for yet the mean is taken without. On the shared sets this ranks better than the
//! cosine with the whole alone (clinc150 .87 rather than .79, metatool .56 rather than .52).

use crate::{
    Candidate, Detail, FieldScores, Meaning, Policy, Question, Report, View, WordScore,
    index::{Direction, Slot},
    ranking::{self, Scored},
    similarity::{Similarity, nearest_text, similarities},
    unscored::Unscored,
};

/// Weight of the cosine with name and description together.
const WHOLE: f32 = 2.6;
/// Weight of the cosine with the mean of what the description says.
const MEAN: f32 = 3.6;
/// Weight of the cosine with the nearest thing the description says.
const NEAREST: f32 = 3.8;
/// Weight of the cosine with the name.
const NAME: f32 = 1.7;

/// Every skill's nearness to the query's vector, from −1 to 1, and what the policy makes of it. What the name adds is the
/// name's, all else the description's. A skill without a vector, or with none that can be compared, is
/// [`NotIndexed`](crate::CandidateState::NotIndexed); a query vector without direction is
/// [`EmptyQuery`](crate::CandidateState::EmptyQuery).
pub fn explain(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    report(view, question, policy, detail).candidates
}

/// The same with how many skills there are in all.
pub(crate) fn report(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Report {
    ranking::report(view, &scored(view, question), policy, detail)
}

/// What this scorer makes of all skills.
pub(crate) fn scored<'a>(view: &View<'_>, question: &'a Question) -> impl Scored + use<'a> {
    let query = question.direction();
    let worth = |_, similarity: &Similarity| fields(similarity).map_or(f32::NEG_INFINITY, |fields| fields.sum());
    let similarities = query.map_or_else(Vec::new, |query| similarities(view, query, worth));
    Embedding { query, similarities }
}

struct Embedding<'a> {
    query: Option<&'a Direction>,
    similarities: Vec<Similarity>,
}

impl Scored for Embedding<'_> {
    fn fields(&self, number: u32, slot: &Slot) -> Result<FieldScores, Unscored> {
        let query = self.query.ok_or(Unscored::NoDirection)?;
        fields(&self.similarities[number as usize]).ok_or_else(|| why_none(slot, query))
    }

    fn words(&self, _number: u32, _slot: &Slot) -> Vec<WordScore> {
        Vec::new()
    }

    fn meaning(&self, number: u32, slot: &Slot) -> Option<Meaning> {
        nearest_text(slot, self.query?, self.fields(number, slot).ok()?)
    }
}

/// The mean of what is there, by field; `None` if nothing is there.
fn fields(similarity: &Similarity) -> Option<FieldScores> {
    let Similarity { whole, name, mean, nearest } = *similarity;
    let (mut sum, mut weights) = (FieldScores::default(), 0.0);
    for (cosine, weight) in [(whole, WHOLE), (mean, MEAN), (nearest, NEAREST)] {
        if !cosine.is_nan() {
            sum.description += weight * cosine;
            weights += weight;
        }
    }
    if !name.is_nan() {
        sum.name = NAME * name;
        weights += NAME;
    }
    (weights > 0.0).then(|| FieldScores {
        name: sum.name / weights,
        description: (sum.description / weights).clamp(-1.0, 1.0),
        ..FieldScores::default()
    })
}

fn why_none(slot: &Slot, query: &Direction) -> Unscored {
    let Some(vectors) = &slot.vectors else { return Unscored::NotIndexed };
    let (has, needs) = (vectors.dimension(), query.dimension());
    if has == needs { Unscored::NilVector } else { Unscored::OtherDimension { has, needs } }
}
