//! The skills of an agent as a client lists them to its model, by its rule or as it did once.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use studio_clients as clients;
use studio_model::SkillId;
use studio_runtime::context::{ListedSkill, SkillFacts};

use crate::{
    Error,
    base::{ids::skill_id, token_counts::count},
    dto::{CapturedListing, CutSkill, Host, HostBudgets, HostState, SimulationListing, SkillUses},
    selection::hosts::{settings_of, state},
    simulate::captured,
    state::session::Session,
};

const SECONDS_A_DAY: f64 = 86_400.0;

/// Who lists skills to a model.
#[derive(Clone, Copy)]
pub(crate) enum ListedBy<'a> {
    /// A client, as the studio says that it does.
    Rule {
        host: Host,
        /// Tokens of its model's context.
        window: u32,
        /// How often it has used skills; none for as often as the library counted.
        uses: Option<&'a [SkillUses]>,
    },
    /// A client, as it did when it was captured.
    Captured(&'a CapturedListing),
}

/// The list as it is shown, and what of it is not whole.
type Listed = (Option<Vec<ListedSkill>>, Option<SimulationListing>);

impl Session {
    /// The assigned skills of `skills` as they are listed.
    pub(crate) fn list_for(
        &self,
        by: ListedBy<'_>,
        skills: &[SkillFacts],
        ids: &HashMap<String, String>,
    ) -> Result<Listed, Error> {
        match by {
            ListedBy::Rule { host, window, uses } => self.list_by_rule(host, window, skills, ids, uses),
            ListedBy::Captured(list) => {
                let (shown, listing) = captured::listed(list, skills);
                Ok((Some(shown), Some(listing)))
            }
        }
    }

    /// The assigned skills of `skills` as a client lists them whose model has a context of `window` tokens.
    fn list_by_rule(
        &self,
        host: Host,
        window: u32,
        skills: &[SkillFacts],
        ids: &HashMap<String, String>,
        uses: Option<&[SkillUses]>,
    ) -> Result<Listed, Error> {
        if matches!(host, Host::Standard | Host::Adk) {
            return Ok((None, None));
        }
        let budgets = HostBudgets { context_tokens: Some(window), ..self.get_host_budgets()? };
        let assigned = assigned(skills, ids)?;
        let weights = match uses {
            Some(given) => given_weights(host, given, ids),
            None => self.counted_weights(host)?,
        };
        let weight = |key| weights.get(&key).copied().unwrap_or_default();
        let list = self.listed_of(host, &budgets, |key| assigned.contains_key(&key), weight)?;
        let (mut shown, mut cut, mut cut_tokens) = (Vec::new(), Vec::new(), 0);
        let mut seen = HashSet::new();
        for entry in list.entries {
            let Some(skill) = assigned.get(&entry.key) else { continue };
            seen.insert(skill.name.as_str());
            let state = state(entry.shown.state);
            let is_there = entry.is_there();
            if state != HostState::Whole {
                let rest = if is_there { count(&entry.shown.shown) } else { 0 };
                cut_tokens += count(&skill.description).saturating_sub(rest);
                cut.push(CutSkill { skill: skill.name.clone(), state });
            }
            if is_there {
                let clients::Shown { name, shown: description, path, scope, .. } = entry.shown;
                let called = Some(name).filter(|name| *name != skill.name);
                let is_users = scope == clients::Scope::User;
                let skill = skill.name.clone();
                let has_entry = state == HostState::Whole;
                shown.push(ListedSkill { skill, description, has_entry, path, called, is_users, line: None });
            }
        }
        // What cannot be read is in nobody's list.
        for skill in skills.iter().filter(|skill| skill.is_assigned && !seen.contains(skill.name.as_str())) {
            cut_tokens += count(&skill.description);
            cut.push(CutSkill { skill: skill.name.clone(), state: HostState::Refused });
        }
        Ok((Some(shown), Some(told(host, &budgets, cut, cut_tokens))))
    }

    /// The name of a skill's folder; its own where it lies in none.
    pub(crate) fn folder_name_of(&self, id: SkillId, name: &str) -> Result<String, Error> {
        let scores = self.scores()?;
        let path = scores.get(id).map(|entry| entry.path.replace('\\', "/")).unwrap_or_default();
        Ok(path.rsplit('/').nth(1).filter(|folder| !folder.is_empty()).unwrap_or(name).to_owned())
    }

    /// How much each skill weighs at a client that used it as far as the library knows: the calls in its name that are
    /// counted.
    fn counted_weights(&self, host: Host) -> Result<HashMap<SkillId, f64>, Error> {
        self.keep_counts()?;
        let mut uses: HashMap<SkillId, (u32, Option<Timestamp>)> = HashMap::new();
        for count in self.library.list_call_counts()? {
            let Some(skill) = count.skill else { continue };
            let (calls, last) = uses.entry(skill).or_default();
            *calls = calls.saturating_add(count.calls);
            *last = (*last).max(count.last_ts.parse().ok());
        }
        let now = Timestamp::now();
        let days = |last: Timestamp| now.duration_since(last).as_secs_f64() / SECONDS_A_DAY;
        let weight = |(skill, (calls, last)): (SkillId, (u32, Option<Timestamp>))| {
            (skill, clients::weight(host.noun(), calls, last.map_or(0.0, days)))
        };
        Ok(uses.into_iter().map(weight).collect())
    }
}

/// How much skills weigh at a client that used each as often as it is said, today.
fn given_weights(host: Host, uses: &[SkillUses], ids: &HashMap<String, String>) -> HashMap<SkillId, f64> {
    let weight = |SkillUses { skill, uses }: &SkillUses| {
        Some((skill_id(ids.get(skill)?).ok()?, clients::weight(host.noun(), *uses, 0.0)))
    };
    uses.iter().filter_map(weight).collect()
}

/// What became of a list, with what is known of its client.
fn told(host: Host, budgets: &HostBudgets, cut: Vec<CutSkill>, cut_tokens: u32) -> SimulationListing {
    let facts = clients::facts(host.noun());
    SimulationListing {
        host,
        version: facts.version().to_owned(),
        measured_on: facts.measured_on().to_owned(),
        rule: clients::rule(host.noun(), &settings_of(budgets)),
        cut,
        cut_tokens,
        is_captured: false,
    }
}

/// The assigned skills by what the library knows them by: in its index one may have another name than in the session.
fn assigned<'s>(
    skills: &'s [SkillFacts],
    ids: &HashMap<String, String>,
) -> Result<HashMap<SkillId, &'s SkillFacts>, Error> {
    let known = skills.iter().filter(|skill| skill.is_assigned);
    known
        .filter_map(|skill| Some((ids.get(&skill.name)?, skill)))
        .map(|(id, skill)| skill_id(id).map(|id| (id, skill)))
        .collect()
}
