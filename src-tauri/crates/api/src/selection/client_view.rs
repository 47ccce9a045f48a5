//! What a client's model sees of the library's skills, and what a user might ask of one.

use studio_clients::{self as clients, Written, WrittenPart};
use studio_select::near_miss::{example_queries, example_query};

use crate::{
    Error, Studio,
    base::{ids::skill_id, token_counts::count},
    dto::{ClientView, Host, SuggestedQuery, ViewPart, ViewedSkill},
    selection::hosts::{Listed, known, settings_of, state, unit},
    state::session::Session,
};

impl Studio {
    /// The library's skills as a client puts them before its model, to the letter; who is not in the list, and what it
    /// costs. The client's own skills, which stand there too, are left out.
    pub fn get_client_view(&self, host: Host) -> Result<ClientView, Error> {
        let session = self.session()?;
        let budgets = session.get_host_budgets()?;
        let list = session.listed(host, &budgets)?;
        let (there, missing): (Vec<Listed>, Vec<Listed>) = list.entries.into_iter().partition(Listed::is_there);
        let parts = session.written(host, &there)?;
        let text: String = parts.iter().map(|part| part.text.as_str()).collect();
        let facts = clients::facts(host.noun());
        Ok(ClientView {
            host,
            version: known(facts.version()),
            measured_on: known(facts.measured_on()),
            parts,
            missing: missing.into_iter().map(Listed::into_entry).collect(),
            unit: unit(facts.unit),
            whole: list.whole as u32,
            shown: list.shown as u32,
            budget: list.budget.map(|most| most as u32),
            tokens: count(&text),
            rule: clients::rule(host.noun(), &settings_of(&budgets)),
        })
    }

    /// What to ask first, at most so many. Of a skill: the queries that are labelled with it, else what a user might say who
    /// needs it, read off its own words. Of no skill in particular: a query each for those whose description says when they
    /// are needed.
    pub fn suggest_queries(&self, skill: Option<&str>, most: u32) -> Result<Vec<SuggestedQuery>, Error> {
        let session = self.session()?;
        let most = most as usize;
        let Some(skill) = skill else {
            let rows = session.library.list_skills()?.into_iter().filter(|row| row.broken.is_none());
            let suggested = rows
                .filter_map(|row| Some(SuggestedQuery { query: example_query(&row.description)?, skill: row.name }));
            return Ok(suggested.take(most).collect());
        };
        let entry = session.entry(skill_id(skill)?)?;
        let labelled =
            session.library.list_queries(None)?.into_iter().filter(|query| query.expected.contains(&entry.name));
        let mut queries: Vec<String> = labelled.take(most).map(|query| query.text).collect();
        if queries.is_empty() {
            queries = example_queries(&entry.name, &entry.description, most);
        }
        Ok(queries.into_iter().map(|query| SuggestedQuery { query, skill: entry.name.clone() }).collect())
    }
}

impl Session {
    /// Listed skills as a host writes them.
    fn written(&self, host: Host, there: &[Listed]) -> Result<Vec<ViewPart>, Error> {
        let index = self.scores()?;
        let entries: Vec<Written<'_>> = there
            .iter()
            .map(|listed| {
                let file = index.get(listed.key).map(|entry| entry.path.as_str());
                let shown = &listed.shown;
                Written {
                    name: &shown.name,
                    text: &shown.shown,
                    has_entry: shown.state == clients::State::Whole,
                    path: shown.path.as_deref().or(file).unwrap_or_default(),
                    file,
                    scope: shown.scope,
                    line: None,
                }
            })
            .collect();
        let part = |WrittenPart { entry, text }: WrittenPart| ViewPart {
            text,
            skill: entry.and_then(|at| there.get(at)).map(viewed),
        };
        Ok(clients::written(host.noun(), &entries).into_iter().map(part).collect())
    }
}

fn viewed(listed: &Listed) -> ViewedSkill {
    let shown = &listed.shown;
    ViewedSkill {
        skill_id: listed.key.to_string(),
        name: listed.called().to_owned(),
        state: state(shown.state),
        lost_chars: shown.whole_chars.saturating_sub(shown.shown.chars().count()) as u32,
    }
}
