//! The library as hosts see it that cut the list of skills, and what that does to the scores.

use crate::kept;
use crate::kept::Mirror;
use crate::kept::user;
use std::sync::Arc;

use studio_model::SkillId;
use studio_select::{Entry, Index, View, listing};
use studio_store::sha256_hex;

use crate::selection::{parts::parts, seen::Seen};
use crate::{
    Error, ErrorCode, Studio,
    dto::{Host, HostBudgets, HostEntry, HostList, HostState},
    studio::session::Session,
};

const BUDGETS: &str = "host_budgets";

impl Studio {
    /// The limits hosts are taken to have.
    pub fn host_budgets(&self) -> Result<HostBudgets, Error> {
        self.session()?.host_budgets()
    }

    /// Sets the limits hosts are taken to have.
    pub fn set_host_budgets(&self, budgets: HostBudgets) -> Result<HostBudgets, Error> {
        let session = self.session()?;
        if budgets.chars_per_token == 0 {
            let message = "A token is at least one character. Four is usual for English.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if budgets.codex_per_mille > 1000 || budgets.claude_per_mille > 1000 {
            return Err(Error::new(ErrorCode::Invalid, "A share of the context is at most 1000 thousandths."));
        }
        let text = kept::write_text::<user::HostBudgets>(&Mirror::of(&budgets))?;
        session.library.aside().set_setting(BUDGETS, &text)?;
        session.host_budgets()
    }

    /// The library's skills as a host lists them: who is shown whole, who loses text, who vanishes.
    pub fn host_list(&self, host: Host) -> Result<HostList, Error> {
        let session = self.session()?;
        let budgets = session.host_budgets()?;
        let (keys, list) = session.listed(host, &budgets)?;
        let entry = |((key, name), shown): ((SkillId, String), listing::Shown)| HostEntry {
            skill_id: key.to_string(),
            name,
            shown: shown.shown,
            whole_chars: shown.whole_chars as u32,
            state: match shown.state {
                listing::State::Whole => HostState::Whole,
                listing::State::Shortened => HostState::Shortened,
                listing::State::NameOnly => HostState::NameOnly,
                listing::State::Absent => HostState::Absent,
            },
        };
        Ok(HostList {
            host,
            entries: keys.into_iter().zip(list.entries).map(entry).collect(),
            whole_chars: list.whole_chars as u32,
            shown_chars: list.shown_chars as u32,
            budget_chars: list.budget_chars.map(|chars| chars as u32),
            rule: listing::rule(host_of(host), &budgets_of(&budgets)),
        })
    }
}

impl Session {
    /// The limits hosts are taken to have: the author's, else what hosts do.
    pub(crate) fn host_budgets(&self) -> Result<HostBudgets, Error> {
        let kept = self.library.get_setting(BUDGETS)?;
        let kept = kept.and_then(|text| kept::read_text::<user::HostBudgets>(&text).ok());
        Ok(kept.map(Mirror::shown).unwrap_or_default())
    }

    /// The readable skills by name, and the host's list of them.
    pub(crate) fn listed(
        &self,
        host: Host,
        budgets: &HostBudgets,
    ) -> Result<(Vec<(SkillId, String)>, listing::List), Error> {
        let index = self.scores()?;
        let mut entries: Vec<&Entry> = index.entries().filter(|entry| entry.broken.is_none()).collect();
        entries.sort_by(|a, b| (&a.name, a.key).cmp(&(&b.name, b.key)));
        let lines: Vec<listing::Entry<'_>> = entries
            .iter()
            .map(|entry| listing::Entry { name: &entry.name, description: &entry.description, path: &entry.path })
            .collect();
        let list = listing::list(host_of(host), &lines, &budgets_of(budgets));
        Ok((entries.iter().map(|entry| (entry.key, entry.name.clone())).collect(), list))
    }

    /// Hands over the skills as a host's model sees them. Of a list it sees names and what is left of the descriptions,
    /// no bodies and no tags; where nothing is listed, the host itself selects, over everything.
    pub(crate) fn with_view<T>(&self, host: Host, ask: impl FnOnce(&View<'_>) -> T) -> Result<T, Error> {
        if matches!(host, Host::Whole | Host::Adk) {
            let index = self.scores()?;
            return Ok(ask(&index.view()));
        }
        let index = self.seen_by(host)?;
        Ok(ask(&index.view()))
    }

    fn seen_by(&self, host: Host) -> Result<Arc<Index>, Error> {
        let (generation, budgets) = (self.generation(), self.host_budgets()?);
        let mut kept = self.seen.lock();
        let is_same = |seen: &&Seen| seen.host == host && seen.generation == generation && seen.budgets == budgets;
        if let Some(seen) = kept.as_ref().filter(is_same) {
            return Ok(Arc::clone(&seen.index));
        }
        let (keys, list) = self.listed(host, &budgets)?;
        let mut entries = Vec::new();
        for ((key, _), shown) in keys.iter().zip(list.entries) {
            let stored = self.scores()?.get(*key).cloned();
            if let Some(stored) = stored.filter(|_| shown.state != listing::State::Absent) {
                entries.push(Entry { description: shown.shown, body: String::new(), tags: Vec::new(), ..stored });
            }
        }
        let mut index: Index = entries.iter().cloned().collect();
        for entry in &entries {
            let vectors =
                parts(entry).iter().map(|part| self.text_vector(&part.text)).collect::<Result<Vec<_>, _>>()?;
            index.set_vectors(entry.key, &vectors);
        }
        let index = Arc::new(index);
        *kept = Some(Seen { host, generation, budgets, index: Arc::clone(&index) });
        Ok(index)
    }

    /// The vector of a text, from memory where it is known; none where there is no model.
    fn text_vector(&self, text: &str) -> Result<Option<Vec<f32>>, Error> {
        let hash = sha256_hex(text.as_bytes());
        if let Some(vector) = self.index.query_vectors(std::slice::from_ref(&hash))?.remove(&hash) {
            return Ok(Some(vector));
        }
        let Ok(vector) = self.shared.embedder.query(text) else { return Ok(None) };
        self.index.put_query_vectors(&[(hash, vector.clone())])?;
        Ok(Some(vector))
    }
}

pub(crate) const fn host_of(host: Host) -> listing::Host {
    match host {
        Host::Whole => listing::Host::Whole,
        Host::Codex => listing::Host::Codex,
        Host::Claude => listing::Host::Claude,
        Host::Adk => listing::Host::Adk,
    }
}

const fn budgets_of(budgets: &HostBudgets) -> listing::Budgets {
    listing::Budgets {
        context_tokens: budgets.context_tokens,
        codex_per_mille: budgets.codex_per_mille,
        codex_fallback_chars: budgets.codex_fallback_chars,
        claude_per_mille: budgets.claude_per_mille,
        claude_fallback_chars: budgets.claude_fallback_chars,
        claude_entry_chars: budgets.claude_entry_chars,
        chars_per_token: budgets.chars_per_token,
    }
}
