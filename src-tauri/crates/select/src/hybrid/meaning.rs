//! What the direction of a query says for each skill: all skills are gone through with one byte a number, and the best
//! of them again with two.

use super::constants::{MEAN, NAME, NEAREST, WHOLE};
use crate::{
    FieldScores, View,
    index::{Direction, RowOf, Vectors},
    meaning::MeaningField,
};

/// How many of the best are looked at again.
const AGAIN: usize = 256;

/// The weighted cosines of a skill with a query.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cosines {
    whole: f32,
    mean: f32,
    nearest: f32,
    name: f32,
}

impl Cosines {
    pub(super) fn sum(self) -> f32 {
        self.whole + self.mean + self.nearest + self.name
    }

    /// What speaks for a skill, by field.
    pub(super) fn positive(self) -> FieldScores {
        let description = self.whole.max(0.0) + self.mean.max(0.0) + self.nearest.max(0.0);
        FieldScores { name: self.name.max(0.0), description, ..FieldScores::default() }
    }

    fn of(vectors: &Vectors, query: &Direction, cosine: impl Fn(usize) -> f32) -> Self {
        let mut found = Self { nearest: f32::NEG_INFINITY, ..Self::default() };
        if vectors.dimension() == query.dimension() {
            for (number, row) in vectors.rows().iter().enumerate().filter(|(_, row)| row.has_direction()) {
                match row.of {
                    RowOf::Text(MeaningField::Whole) => found.whole = WHOLE * cosine(number),
                    RowOf::Text(MeaningField::Name) => found.name = NAME * cosine(number),
                    RowOf::Text(MeaningField::Description) => found.nearest = found.nearest.max(cosine(number)),
                    RowOf::Mean => found.mean = MEAN * cosine(number),
                }
            }
        }
        found.nearest = if found.nearest.is_finite() { NEAREST * found.nearest } else { 0.0 };
        found
    }
}

/// The cosines of every place of a view. `worth` says how a skill with such cosines compares with others.
pub(super) fn cosines(view: &View<'_>, query: &Direction, worth: impl Fn(u32, Cosines) -> f32) -> Vec<Cosines> {
    let mut found = vec![Cosines::default(); view.capacity()];
    let vectors = |number: u32| view.slot_if_any(number).and_then(|slot| slot.vectors.as_ref());
    for (number, cosines) in (0..).zip(&mut found) {
        if let Some(vectors) = vectors(number) {
            *cosines = Cosines::of(vectors, query, |row| vectors.coarse_cosine(row, query));
        }
    }
    let worths: Vec<f32> = (0..).zip(&found).map(|(number, &cosines)| worth(number, cosines)).collect();
    let least = least_of_best(&mut worths.clone());
    for (number, cosines) in (0..).zip(&mut found) {
        if worths[number as usize] >= least
            && let Some(vectors) = vectors(number)
        {
            *cosines = Cosines::of(vectors, query, |row| vectors.cosine(row, query));
        }
    }
    found
}

/// The worth from which on a skill is looked at again.
fn least_of_best(worths: &mut [f32]) -> f32 {
    if worths.len() <= AGAIN {
        return f32::NEG_INFINITY;
    }
    *worths.select_nth_unstable_by(AGAIN - 1, |a, b| b.total_cmp(a)).1
}
