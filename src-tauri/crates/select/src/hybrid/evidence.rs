//! What [`hybrid`](super) weighs, before it is weighed: to learn weights from, and to see what each kind is worth.

use studio_model::SkillId;

use super::{
    bodiless,
    constants::{BODILESS_MEAN, BODILESS_WHOLE, BODY, BODY_PAIRS, FRONT, MEAN, NAME, NEAREST, PAIRS, WHOLE},
    scored,
    words::{WordWeights, Words},
};
use crate::{Question, View, similarity::Similarity};

/// How many kinds of evidence there are, those that only count without a body among them.
pub const KINDS: usize = 10;

/// Each kind of evidence with what it weighs. With z, the sum of what [`evidence`] says by these weights, a score is
/// z / (z + 5.4).
pub const WEIGHTS: [(&str, f32); KINDS] = [
    ("front", FRONT),
    ("body", BODY),
    ("pairs", PAIRS),
    ("body pairs", BODY_PAIRS),
    ("whole", WHOLE),
    ("mean", MEAN),
    ("nearest", NEAREST),
    ("name", NAME),
    ("whole without a body", BODILESS_WHOLE),
    ("mean without a body", BODILESS_MEAN),
];

/// What speaks for every readable skill of a view, by kind, in the order of [`WEIGHTS`].
pub fn evidence(view: &View<'_>, question: &Question) -> Vec<(SkillId, [f32; KINDS])> {
    let none = WordWeights::default();
    let words = [
        WordWeights { front: 1.0, ..none },
        WordWeights { body: 1.0, ..none },
        WordWeights { pairs: 1.0, ..none },
        WordWeights { body_pairs: 1.0, ..none },
    ]
    .map(|one| Words::of(view, question, one));
    let hybrid = scored(view, question);
    let readable = view.occupied().filter(|(_, slot)| slot.entry.broken.is_none());
    let of_skill = readable.map(|(number, slot)| {
        let [front, body, pairs, body_pairs] = words.each_ref().map(|words| words.sum(number).sum());
        let Similarity { whole, name, mean, nearest } = *hybrid.similarity(number);
        let [whole, mean, nearest, name] = [whole, mean, nearest, name].map(|cosine| cosine.max(0.0));
        let bodiless = bodiless(view, number);
        let kinds = [front, body, pairs, body_pairs, whole, mean, nearest, name, whole * bodiless, mean * bodiless];
        (slot.entry.key, kinds)
    });
    of_skill.collect()
}
