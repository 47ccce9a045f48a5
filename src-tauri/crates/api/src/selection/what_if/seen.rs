//! Among which skills another wording is tried: all of them with their whole texts, or what a host's list shows of them.

use std::{ops::Deref, sync::Arc};

use parking_lot::RwLockReadGuard;
use studio_select::{Entry, Index};
use studio_store::StoredSkill;
use studio_text::decode::decode;

use super::{reworded, rewritten};
use crate::{
    Error,
    dto::{Host, SkillWording},
    selection::{entry::entry, hosts::Listed},
    state::session::Session,
};

/// The skills that another wording is tried among.
pub(super) enum Among<'a> {
    /// All of them.
    Whole(RwLockReadGuard<'a, Index>),
    /// What a host shows.
    Seen(Arc<Index>),
}

impl Deref for Among<'_> {
    type Target = Index;

    fn deref(&self) -> &Index {
        match self {
            Self::Whole(index) => index,
            Self::Seen(index) => index,
        }
    }
}

impl Session {
    /// The skills as a host's model sees them; with their whole texts where none is named, or one that lists nothing.
    pub(super) fn among(&self, host: Option<Host>) -> Result<Among<'_>, Error> {
        Ok(match listing(host) {
            Some(host) => Among::Seen(self.seen_by(host, true)?),
            None => Among::Whole(self.scores()?),
        })
    }

    /// A skill with another wording, as it would stand among those. Where the host would not list it, its name is all that
    /// is seen of it; what cannot be written into its file yet is seen as it is typed.
    pub(super) fn tried(&self, host: Option<Host>, stored: &Entry, wording: &SkillWording) -> Result<Entry, Error> {
        let tried = reworded(stored, wording);
        let Some(host) = listing(host) else { return Ok(tried) };
        let Some(skill) = self.library.stored_skill(stored.key)? else { return Ok(tried) };
        let Ok(text) = rewritten(&decode(&skill.bytes).text, stored, wording) else {
            let typed = tried.description.clone();
            return Ok(shown(tried, typed));
        };
        let read = entry(StoredSkill { bytes: text.into_bytes(), ..skill });
        let list = self.listed_with(host, &self.get_host_budgets()?, &read)?;
        let listed = list.entries.into_iter().find(|listed| listed.key == stored.key).filter(Listed::is_there);
        Ok(shown(tried, listed.map(|listed| listed.shown.shown).unwrap_or_default()))
    }

    /// A skill as it is, as it stands among those.
    pub(super) fn as_seen(&self, host: Option<Host>, stored: Entry) -> Result<Entry, Error> {
        let Some(host) = listing(host) else { return Ok(stored) };
        let seen = self.seen_by(host, true)?.get(stored.key).cloned();
        Ok(seen.unwrap_or_else(|| shown(stored, String::new())))
    }
}

/// The host whose list is looked at; none where nothing is cut, or nothing listed.
fn listing(host: Option<Host>) -> Option<Host> {
    host.filter(|host| !matches!(host, Host::Standard | Host::Adk))
}

/// A skill of which a list shows this.
fn shown(skill: Entry, description: String) -> Entry {
    Entry { description, body: String::new(), tags: Vec::new(), ..skill }
}
