//! The tools a skill has in the library, as lint is told of them.

use std::collections::{BTreeSet, HashSet};

use studio_model::listed_changes;
use studio_text::lint::{KnownTools, SkillLinks};

/// The tools a skill has in the library, by name, and the list they came with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// What `allowed-tools` lists in the stored file.
    pub(crate) listed: Vec<String>,
    /// The tools it is linked to.
    pub(crate) own: BTreeSet<String>,
    /// Those of the skills it requires.
    pub(crate) lent: BTreeSet<String>,
}

impl Links {
    /// Those of a skill that is not in the library yet: what its file lists.
    pub(crate) const NEW: &'static Self = &Self { listed: Vec::new(), own: BTreeSet::new(), lent: BTreeSet::new() };

    /// The links as they are when a text is saved: they follow what its list has more or less.
    pub(crate) fn saved<'a>(&'a self, list: &'a [String], known: Option<&KnownTools>) -> SkillLinks<'a> {
        let changes = listed_changes(&self.listed, list);
        let mut own: HashSet<&str> = self.own.iter().map(String::as_str).collect();
        own.extend(changes.added.into_iter().filter(|name| known.is_some_and(|known| known.own.contains(*name))));
        own.retain(|name| !changes.removed.contains(name));
        SkillLinks { own, lent: self.lent.iter().map(String::as_str).collect() }
    }
}
