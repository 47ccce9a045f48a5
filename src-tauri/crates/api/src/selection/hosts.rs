//! The library as hosts see it that cut the list of skills, and what that does to the scores.

use crate::{
    Error, ErrorCode, Studio,
    dto::{Host, HostBudgets, HostEntry, HostList, HostState, SizeUnit},
    kept::{self, Mirror, user},
    state::{parts::parts, seen::Seen, session::Session},
};
use std::sync::Arc;

use studio_clients::{self as clients, State};
use studio_model::SkillId;
use studio_select::{Entry, Index, ScorerKind, View};
use studio_store::sha256_hex;

const BUDGETS: &str = "host_budgets";

impl Studio {
    /// The limits hosts are taken to have.
    pub fn get_host_budgets(&self) -> Result<HostBudgets, Error> {
        self.session()?.get_host_budgets()
    }

    /// Sets the limits hosts are taken to have.
    pub fn set_host_budgets(&self, budgets: HostBudgets) -> Result<HostBudgets, Error> {
        let session = self.session()?;
        if budgets.claude_chars_per_token == 0 {
            let message = "A token is at least one character. Claude Code uses three or four.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if budgets.codex_per_mille > 1000 || budgets.claude_per_mille > 1000 {
            return Err(Error::new(ErrorCode::Invalid, "A share of the context can't exceed 100%."));
        }
        if budgets.claude_entry_chars == 0 {
            return Err(Error::new(ErrorCode::Invalid, "An entry needs room for at least one character."));
        }
        let text = kept::write_text::<user::HostBudgets>(&Mirror::of(&budgets))?;
        session.library.aside().set_setting(BUDGETS, &text)?;
        session.get_host_budgets()
    }

    /// The library's skills as a host lists them: who is shown whole, who loses text, who vanishes.
    pub fn get_host_list(&self, host: Host) -> Result<HostList, Error> {
        let session = self.session()?;
        let budgets = session.get_host_budgets()?;
        let list = session.listed(host, &budgets)?;
        let facts = clients::facts(host.noun());
        Ok(HostList {
            host,
            version: known(facts.version()),
            measured_on: known(facts.measured_on()),
            unit: unit(facts.unit),
            entries: list.entries.into_iter().map(Listed::into_entry).collect(),
            whole: list.whole as u32,
            shown: list.shown as u32,
            budget: list.budget.map(|most| most as u32),
            rule: clients::rule(host.noun(), &settings_of(&budgets)),
        })
    }
}

/// A skill in a host's list.
pub(crate) struct Listed {
    pub(crate) key: SkillId,
    pub(crate) name: String,
    pub(crate) shown: clients::Shown,
}

impl Listed {
    /// Whether the model sees the skill at all.
    pub(crate) const fn is_there(&self) -> bool {
        !matches!(self.shown.state, State::Absent | State::Hidden | State::Refused)
    }

    /// What the host calls it; its own name where the host does not list it.
    pub(crate) fn called(&self) -> &str {
        if self.shown.name.is_empty() { &self.name } else { &self.shown.name }
    }

    /// As screens read it.
    pub(crate) fn into_entry(self) -> HostEntry {
        HostEntry {
            skill_id: self.key.to_string(),
            name: self.called().to_owned(),
            why: self.shown.why.as_ref().map(clients::Why::words),
            shown: self.shown.shown,
            whole_chars: self.shown.whole_chars as u32,
            state: state(self.shown.state),
        }
    }
}

/// The library's readable skills as a host lists them.
pub(crate) struct LibraryList {
    pub(crate) entries: Vec<Listed>,
    pub(crate) whole: usize,
    pub(crate) shown: usize,
    pub(crate) budget: Option<usize>,
}

impl Session {
    /// The limits hosts are taken to have: the author's, else what hosts do.
    pub(crate) fn get_host_budgets(&self) -> Result<HostBudgets, Error> {
        let kept = self.library.get_setting(BUDGETS)?;
        let kept = kept.and_then(|text| kept::read_text::<user::HostBudgets>(&text).ok());
        Ok(kept.map(Mirror::shown).unwrap_or_default())
    }

    /// The readable skills as the host lists them.
    pub(crate) fn listed(&self, host: Host, budgets: &HostBudgets) -> Result<LibraryList, Error> {
        // How often a client used a skill stands in the client's own files.
        self.listed_of(host, budgets, |_| true, |_| 0.0)
    }

    /// The readable skills as the host would list them if one of them were another.
    pub(crate) fn listed_with(&self, host: Host, budgets: &HostBudgets, other: &Entry) -> Result<LibraryList, Error> {
        let index = self.scores()?;
        let entries = index.entries().map(|entry| if entry.key == other.key { other } else { entry }).collect();
        Ok(self.list_entries(host, budgets, entries, |_| 0.0))
    }

    /// Some of the readable skills as the host lists them where it has no others and each weighs that much by its uses.
    pub(crate) fn listed_of(
        &self,
        host: Host,
        budgets: &HostBudgets,
        is_there: impl Fn(SkillId) -> bool,
        weight: impl Fn(SkillId) -> f64,
    ) -> Result<LibraryList, Error> {
        let index = self.scores()?;
        let entries = index.entries().filter(|entry| is_there(entry.key)).collect();
        Ok(self.list_entries(host, budgets, entries, weight))
    }

    fn list_entries(
        &self,
        host: Host,
        budgets: &HostBudgets,
        // What the studio cannot read, a client may.
        mut entries: Vec<&Entry>,
        weight: impl Fn(SkillId) -> f64,
    ) -> LibraryList {
        entries.sort_by(|a, b| (&a.name, a.key).cmp(&(&b.name, b.key)));
        let home = self.shared.config.home_dir.as_ref().map(|home| home.to_string_lossy().replace('\\', "/"));
        let (client, home) = (host.noun(), home.as_deref());
        let lines: Vec<clients::Entry<'_>> = entries
            .iter()
            .map(|entry| clients::Entry {
                reading: entry.readings.by(client),
                path: &entry.path,
                scope: clients::Scope::of(&entry.path, home),
                weight: weight(entry.key),
            })
            .collect();
        let list = clients::list(client, &lines, &settings_of(budgets));
        let listed = |shown: clients::Shown| {
            let entry = entries[shown.place];
            Listed { key: entry.key, name: entry.name.clone(), shown }
        };
        let clients::List { whole, shown, budget, .. } = list;
        LibraryList { entries: list.entries.into_iter().map(listed).collect(), whole, shown, budget }
    }

    /// Hands over the skills as a host's model sees them. Of a list it sees names and what is left of the descriptions,
    /// no bodies and no tags; where nothing is listed, the host itself selects, over everything.
    pub(crate) fn with_view<T>(
        &self,
        host: Host,
        scorer: ScorerKind,
        ask: impl FnOnce(&View<'_>) -> T,
    ) -> Result<T, Error> {
        if is_seen_whole(host) {
            let index = self.scores()?;
            return Ok(ask(&index.view()));
        }
        let index = self.seen_by(host, scorer.compares_meaning())?;
        Ok(ask(&index.view()))
    }

    /// The skills of a host's list, with what is left of their descriptions there; all of them, whole, where nothing is listed.
    pub(crate) fn entries_seen_by(&self, host: Host) -> Result<Vec<Entry>, Error> {
        if is_seen_whole(host) {
            return Ok(self.scores()?.entries().cloned().collect());
        }
        self.listed_entries(host, &self.get_host_budgets()?)
    }

    fn listed_entries(&self, host: Host, budgets: &HostBudgets) -> Result<Vec<Entry>, Error> {
        let mut entries = Vec::new();
        for listed in self.listed(host, budgets)?.entries {
            let stored = self.scores()?.get(listed.key).cloned();
            if let Some(stored) = stored.filter(|_| listed.is_there()) {
                entries.push(Entry {
                    description: listed.shown.shown,
                    body: String::new(),
                    tags: Vec::new(),
                    ..stored
                });
            }
        }
        Ok(entries)
    }

    /// The skills that a host lists, with what it shows of them; with the vectors of that, where they are asked for.
    pub(crate) fn seen_by(&self, host: Host, has_vectors: bool) -> Result<Arc<Index>, Error> {
        let (generation, budgets) = (self.generation(), self.get_host_budgets()?);
        let mut kept = self.seen.lock();
        let is_same = |seen: &&Seen| {
            seen.host == host
                && seen.generation == generation
                && seen.budgets == budgets
                && (seen.has_vectors || !has_vectors)
        };
        if let Some(seen) = kept.as_ref().filter(is_same) {
            return Ok(Arc::clone(&seen.index));
        }
        let entries = self.listed_entries(host, &budgets)?;
        let mut index: Index = entries.iter().cloned().collect();
        for entry in entries.iter().filter(|_| has_vectors) {
            let vectors =
                parts(entry).iter().map(|part| self.text_vector(&part.text)).collect::<Result<Vec<_>, _>>()?;
            index.set_vectors(entry.key, &vectors);
        }
        let index = Arc::new(index);
        *kept = Some(Seen { host, generation, budgets, has_vectors, index: Arc::clone(&index) });
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

/// Whether a host has no list of its own: what selects there sees every skill whole.
const fn is_seen_whole(host: Host) -> bool {
    matches!(host, Host::Standard | Host::Adk)
}

/// Tokens of the context of the model a host uses by itself, where its list depends on that.
pub fn host_window(host: Host) -> Option<u32> {
    clients::window(host.noun())
}

/// A fact of a host, where it is known.
pub(crate) fn known(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

pub(crate) const fn unit(unit: clients::Unit) -> SizeUnit {
    match unit {
        clients::Unit::Characters | clients::Unit::Utf16 => SizeUnit::Characters,
        clients::Unit::Columns => SizeUnit::Columns,
        clients::Unit::Tokens => SizeUnit::Tokens,
    }
}

pub(crate) const fn state(state: State) -> HostState {
    match state {
        State::Whole => HostState::Whole,
        State::Shortened => HostState::Shortened,
        State::NameOnly => HostState::NameOnly,
        State::Absent => HostState::Absent,
        State::Hidden => HostState::Hidden,
        State::Refused => HostState::Refused,
    }
}

pub(crate) const fn settings_of(budgets: &HostBudgets) -> clients::Settings {
    clients::Settings {
        context_tokens: budgets.context_tokens,
        claude_chars_per_token: budgets.claude_chars_per_token,
        claude_per_mille: budgets.claude_per_mille,
        claude_budget: budgets.claude_budget,
        claude_entry_chars: budgets.claude_entry_chars,
        claude_bundled: budgets.claude_bundled,
        codex_per_mille: budgets.codex_per_mille,
    }
}

impl Default for HostBudgets {
    fn default() -> Self {
        let settings = clients::Settings::default();
        Self {
            context_tokens: settings.context_tokens,
            claude_chars_per_token: settings.claude_chars_per_token,
            claude_per_mille: settings.claude_per_mille,
            claude_budget: settings.claude_budget,
            claude_entry_chars: settings.claude_entry_chars,
            claude_bundled: settings.claude_bundled,
            codex_per_mille: settings.codex_per_mille,
        }
    }
}
