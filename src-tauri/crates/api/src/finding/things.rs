//! Whatever is found: a skill, a tool, an agent or a server, as a hit shows it.

use studio_select::Entry;
use studio_store::EntityKind;
use uuid::Uuid;

use crate::{
    base::shown::in_row,
    dto::{FoundKind, SearchField, SearchHit},
    state::described::Described,
};

/// How much of a description stands beside a name.
pub(crate) const SHOWN_OF_DESCRIPTION: usize = 160;

/// What is looked through: a skill as the scorers hold it, or what else describes itself.
#[derive(Clone, Copy)]
pub(crate) enum Thing<'a> {
    Skill(&'a Entry),
    Other(&'a Described),
}

impl<'a> Thing<'a> {
    pub(crate) fn kind(self) -> FoundKind {
        match self {
            Self::Skill(_) => FoundKind::Skill,
            Self::Other(other) => shown_kind(other.kind),
        }
    }

    pub(crate) fn id(self) -> Uuid {
        match self {
            Self::Skill(entry) => entry.key.0,
            Self::Other(other) => other.id,
        }
    }

    pub(crate) fn shown_id(self) -> String {
        match self {
            Self::Skill(entry) => entry.key.to_string(),
            Self::Other(other) => other.shown_id.clone(),
        }
    }

    pub(crate) fn name(self) -> &'a str {
        match self {
            Self::Skill(entry) => &entry.name,
            Self::Other(other) => &other.name,
        }
    }

    pub(crate) fn description(self) -> &'a str {
        match self {
            Self::Skill(entry) => &entry.description,
            Self::Other(other) => &other.description,
        }
    }

    pub(crate) fn tags(self) -> String {
        match self {
            Self::Skill(entry) => entry.tags.join(", "),
            Self::Other(other) => other.sorted_by.clone(),
        }
    }

    /// What is said of it, found for this reason and nothing more.
    pub(crate) fn shown(self, field: SearchField) -> SearchHit {
        SearchHit {
            kind: self.kind(),
            id: self.shown_id(),
            name: in_row(self.name().to_owned()),
            description: in_row(beginning(self.description())),
            field,
            name_ranges: Vec::new(),
            passage: String::new(),
            passage_ranges: Vec::new(),
            path: String::new(),
            score: 0.0,
        }
    }
}

/// Everything of these kinds.
pub(crate) fn things<'a>(
    scores: &'a studio_select::Index,
    described: &'a [Described],
    kinds: &'a [FoundKind],
) -> impl Iterator<Item = Thing<'a>> {
    let skills = scores.entries().filter(|_| kinds.contains(&FoundKind::Skill)).map(Thing::Skill);
    let others = described.iter().filter(|other| kinds.contains(&shown_kind(other.kind)));
    skills.chain(others.map(Thing::Other))
}

pub(crate) const fn shown_kind(kind: EntityKind) -> FoundKind {
    match kind {
        EntityKind::Skill => FoundKind::Skill,
        EntityKind::Tool => FoundKind::Tool,
        EntityKind::Agent => FoundKind::Agent,
        EntityKind::Server => FoundKind::Server,
    }
}

pub(crate) fn beginning(description: &str) -> String {
    let words = description.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(SHOWN_OF_DESCRIPTION) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words,
    }
}
