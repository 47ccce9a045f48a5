//! The candidates that were not taken, one reason each, however many strategies rejected them.

use std::collections::HashMap;

use studio_model::SkillId;

use super::outcome::Rejection;

/// How close a candidate came, closest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Closeness {
    /// It would have been taken, but tools are missing.
    Unbound,
    /// Another one ranks before it.
    Behind,
    /// Its score is below the minimum.
    TooLow,
    /// It was not compared.
    RuledOut,
}

#[derive(Default)]
pub(super) struct Rejections {
    list: Vec<(Closeness, Rejection)>,
    places: HashMap<SkillId, usize>,
}

impl Rejections {
    /// Adds a reason; of several for one skill the closest stays, of equally close ones the first.
    pub(super) fn add(&mut self, closeness: Closeness, rejection: Rejection) {
        match self.places.get(&rejection.key) {
            Some(&place) if closeness < self.list[place].0 => self.list[place] = (closeness, rejection),
            Some(_) => {}
            None => {
                self.places.insert(rejection.key, self.list.len());
                self.list.push((closeness, rejection));
            }
        }
    }

    /// The closest first, in the order they were added; without the one that was taken after all.
    pub(super) fn into_list(mut self, taken: Option<SkillId>) -> Vec<Rejection> {
        self.list.sort_by_key(|(closeness, _)| *closeness);
        self.list.into_iter().map(|(_, rejection)| rejection).filter(|rejection| Some(rejection.key) != taken).collect()
    }
}
