//! How near each skill is to a query by meaning: all skills are gone through quickly, and the best of them looked at again
//! closely.

use crate::{
    FieldScores, View,
    index::{Direction, Near, Slot, Vectors},
    meaning::{Meaning, MeaningField, meaning_texts},
};

/// How many of the best are looked at again. Below this many skills nothing is ever guessed.
const AGAIN: usize = 1000;

/// The cosines of a skill with a query, from −1 to 1; not a number where it has no such direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Similarity {
    /// With name and description together.
    pub(crate) whole: f32,
    /// With the name.
    pub(crate) name: f32,
    /// With the mean of what the description says.
    pub(crate) mean: f32,
    /// The highest with one thing the description says. Of skills that are not looked at again, the same as `mean`.
    pub(crate) nearest: f32,
}

impl Similarity {
    /// Nothing is known.
    pub(crate) const NONE: Self = Self { whole: f32::NAN, name: f32::NAN, mean: f32::NAN, nearest: f32::NAN };

    fn quick(view: &View<'_>, number: u32, query: &Direction) -> Self {
        let [whole, name, mean] = view.scanned(number, query);
        Self { whole, name, mean, nearest: mean }
    }

    fn close(vectors: &Vectors, query: &Direction) -> Self {
        let (mut found, mut sum) = (Self::NONE, 0.0);
        for Near { field, cosine, .. } in vectors.near(query) {
            match field {
                MeaningField::Whole => found.whole = cosine,
                MeaningField::Name => found.name = cosine,
                MeaningField::Description => {
                    found.nearest = found.nearest.max(cosine);
                    sum += cosine;
                }
            }
        }
        found.mean = vectors.with_mean(sum);
        found
    }
}

/// How near every place of a view is. `worth` says, of what the first look tells, which skills are the best.
pub(crate) fn similarities(
    view: &View<'_>,
    query: &Direction,
    worth: impl Fn(u32, &Similarity) -> f32,
) -> Vec<Similarity> {
    let numbers = 0..view.capacity() as u32;
    if view.capacity() <= AGAIN {
        let vectors = |number| comparable(view.slot_if_any(number), query);
        return numbers
            .map(|number| vectors(number).map_or(Similarity::NONE, |of| Similarity::close(of, query)))
            .collect();
    }
    let mut found: Vec<_> = numbers.map(|number| Similarity::quick(view, number, query)).collect();
    let worths: Vec<f32> = (0..).zip(&found).map(|(number, similarity)| worth(number, similarity)).collect();
    let least = least_of_best(worths.clone());
    for (number, similarity) in (0..).zip(&mut found) {
        let is_best = worths[number as usize] >= least;
        // Vectors of a dimension that few have are not gone through quickly.
        let is_elsewhere = || similarity.whole.is_nan() && similarity.name.is_nan() && similarity.mean.is_nan();
        if (is_best || is_elsewhere())
            && let Some(vectors) = comparable(view.slot_if_any(number), query)
        {
            *similarity = Similarity::close(vectors, query);
        }
    }
    found
}

/// The text of a skill that is nearest to a query, with what meaning contributed in all.
pub(crate) fn nearest_text(slot: &Slot, query: &Direction, fields: FieldScores) -> Option<Meaning> {
    let vectors = comparable(Some(slot), query)?;
    let first_of_equals = |a: &Near, b: &Near| a.cosine.total_cmp(&b.cosine).then_with(|| b.text.cmp(&a.text));
    let Near { text, field, cosine: similarity } = vectors.near(query).max_by(first_of_equals)?;
    let text = meaning_texts(&slot.entry).swap_remove(text).text;
    Some(Meaning { text, field, similarity, fields })
}

fn comparable<'a>(slot: Option<&'a Slot>, query: &Direction) -> Option<&'a Vectors> {
    slot?.vectors.as_ref().filter(|vectors| vectors.dimension() == query.dimension())
}

/// The worth from which on a skill is looked at again, of more than [`AGAIN`].
fn least_of_best(mut worths: Vec<f32>) -> f32 {
    *worths.select_nth_unstable_by(AGAIN - 1, |a, b| b.total_cmp(a)).1
}
