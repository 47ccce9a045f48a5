//! Skills of a library that share a name: nothing forbids it, and every client handles it differently.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use studio_model::SkillId;
use studio_store::SkillRow;
use studio_text::lint::{NAMED, Namesakes};

use crate::{Error, state::session::Session};

/// A name that other skills of the library have too.
pub(crate) struct SharedName {
    name: String,
    others: usize,
    places: Vec<String>,
    free: String,
}

impl SharedName {
    /// As lint takes it.
    pub(crate) fn as_lint(&self) -> Namesakes<'_> {
        Namesakes { name: &self.name, others: self.others, places: &self.places, free: &self.free }
    }
}

/// The names that more than one skill has.
pub(crate) fn shared_names(rows: &[SkillRow]) -> HashSet<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        *counts.entry(&row.name).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name.to_owned()).collect()
}

/// The first of `name-2`, `name-3`… that is not taken.
pub(crate) fn free_name(name: &str, mut is_taken: impl FnMut(&str) -> Result<bool, Error>) -> Result<String, Error> {
    let mut number = 2;
    loop {
        let end = format!("-{number}");
        let stem: String = name.chars().take(studio_model::STANDARD_NAME - end.len()).collect();
        let free = format!("{}{end}", stem.trim_end_matches('-'));
        if !is_taken(&free)? {
            return Ok(free);
        }
        number += 1;
    }
}

impl Session {
    /// The other skills with a name, as lint is told of them; none where there is none.
    pub(crate) fn namesakes(&self, id: SkillId, name: &str) -> Result<Option<SharedName>, Error> {
        let others: Vec<SkillId> = self.library.find_skills(name)?.into_iter().filter(|other| *other != id).collect();
        if others.is_empty() {
            return Ok(None);
        }
        let places = others.iter().take(NAMED).map(|other| self.place_of(*other)).collect::<Result<_, _>>()?;
        let free = free_name(name, |name| Ok(!self.library.find_skills(name)?.is_empty()))?;
        Ok(Some(SharedName { name: name.to_owned(), others: others.len(), places, free }))
    }

    /// Where a skill is, for somebody who has to tell it from another of its name.
    fn place_of(&self, id: SkillId) -> Result<String, Error> {
        if let Some(link) = self.library.get_link(id)? {
            return Ok(Path::new(&link.folder).join(link.skill_file).to_string_lossy().into_owned());
        }
        let group = self.library.get_skill(id)?.group;
        Ok(if group.is_empty() { "this library".to_owned() } else { format!("group {group}") })
    }
}
