//! Skills that are there more than once: the same files, the same name with other files, or another name and nearly the same
//! description. No pair is told twice.

use std::collections::HashMap;

use studio_model::SkillId;
use studio_select::overlap::NEARLY_THE_SAME;
use studio_store::SkillRow;

use crate::{
    Error,
    skills::{content::convention_of, import::standing::Print},
    state::{alike::Overlaps, session::Session},
};

/// Sets of skills, told by their places; the sets by name, within each by group.
pub(super) struct Duplicates {
    pub(super) identical: Vec<Vec<usize>>,
    pub(super) same_name: Vec<Vec<usize>>,
    /// For each skill the number of its set of identical ones.
    copies: Vec<Option<usize>>,
    is_of_set: Vec<bool>,
}

/// Pairs whose descriptions say nearly the same, told by their places, the most alike first.
#[derive(Default)]
pub(super) struct Near {
    pub(super) pairs: Vec<(usize, usize, f32)>,
    pub(super) has_more: bool,
    pub(super) is_current: bool,
}

impl Duplicates {
    pub(super) fn of(session: &Session, rows: &[SkillRow]) -> Result<Self, Error> {
        let identical = identical(session, rows)?;
        let mut copies = vec![None; rows.len()];
        for (number, set) in identical.iter().enumerate() {
            for &at in set {
                copies[at] = Some(number);
            }
        }
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        // Files of a convention have one name by their nature.
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| convention_of(&row.tags).is_none()) {
            by_name.entry(&row.name).or_default().push(at);
        }
        let differ = |set: &Vec<usize>| {
            set.len() > 1 && set.iter().any(|&at| copies[at].is_none() || copies[at] != copies[set[0]])
        };
        let same_name = sorted(by_name.into_values().filter(differ).collect(), rows);
        let mut is_of_set = vec![false; rows.len()];
        for &at in identical.iter().chain(&same_name).flatten() {
            is_of_set[at] = true;
        }
        Ok(Self { identical, same_name, copies, is_of_set })
    }

    /// Whether a skill is identical to others, or has their name.
    pub(super) fn has(&self, at: usize) -> bool {
        self.is_of_set[at]
    }

    /// Those of the overlaps that are nearly the same and in no set.
    pub(super) fn near(&self, rows: &[SkillRow], overlaps: &Overlaps) -> Near {
        let places: HashMap<SkillId, usize> = rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
        let is_told = |a: usize, b: usize| {
            rows[a].name == rows[b].name || (self.copies[a].is_some() && self.copies[a] == self.copies[b])
        };
        let near = overlaps.pairs.iter().take_while(|pair| pair.similarity >= NEARLY_THE_SAME);
        let pairs = near.filter_map(|pair| {
            // A skill that went to the trash since has no place.
            let (a, b) = (*places.get(&pair.a)?, *places.get(&pair.b)?);
            (!is_told(a, b)).then_some((a, b, pair.similarity))
        });
        let is_cut = overlaps.found > overlaps.pairs.len();
        Near {
            pairs: pairs.collect(),
            has_more: is_cut && overlaps.pairs.last().is_some_and(|last| last.similarity >= NEARLY_THE_SAME),
            is_current: overlaps.is_current,
        }
    }
}

/// Skills whose files are all the same. The other files are looked at only where two `SKILL.md` are.
fn identical(session: &Session, rows: &[SkillRow]) -> Result<Vec<Vec<usize>>, Error> {
    let mut by_file: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        by_file.entry(&row.sha256).or_default().push(at);
    }
    by_file.retain(|_, set| set.len() > 1);
    let alike: Vec<usize> = by_file.into_values().flatten().collect();
    let files = session.library.file_hashes(&alike.iter().map(|&at| rows[at].id).collect::<Vec<_>>())?;
    let mut by_print: HashMap<Print, Vec<usize>> = HashMap::new();
    for at in alike {
        let files = files.get(&rows[at].id).map(Vec::as_slice).unwrap_or_default();
        by_print.entry(Print::of_stored(&rows[at].sha256, files)).or_default().push(at);
    }
    Ok(sorted(by_print.into_values().filter(|set| set.len() > 1).collect(), rows))
}

fn sorted(mut sets: Vec<Vec<usize>>, rows: &[SkillRow]) -> Vec<Vec<usize>> {
    // The rows stand by name.
    sets.sort_unstable_by_key(|set| set.iter().min().copied());
    for set in &mut sets {
        set.sort_by(|&a, &b| rows[a].group.cmp(&rows[b].group).then(a.cmp(&b)));
    }
    sets
}
