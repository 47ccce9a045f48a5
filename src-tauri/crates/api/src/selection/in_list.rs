//! One skill in the list that a host shows its model: what became of it, and where its description is cut.

use studio_clients::{self as clients, Cut, State, Why};
use studio_text::SkillDocument;

use crate::{
    Error, Studio,
    base::ids::skill_id,
    dto::{Host, InListState, SkillInList},
    selection::hosts::settings_of,
    skills::{line_endings, offsets::Offsets},
};

impl Studio {
    /// What a host's list shows of a skill as it is saved, where the library's other skills are in the list, too; none where
    /// the host shows no list.
    pub fn get_skill_in_list(&self, skill: &str, host: Host) -> Result<Option<SkillInList>, Error> {
        let session = self.session()?;
        let id = skill_id(skill)?;
        if matches!(host, Host::Standard | Host::Adk) {
            return Ok(None);
        }
        let budgets = session.get_host_budgets()?;
        let list = session.listed(host, &budgets)?;
        let Some(listed) = list.entries.into_iter().find(|listed| listed.key == id) else { return Ok(None) };
        let text = line_endings::for_editor(&session.skill_text(id)?);
        let document = SkillDocument::read(&text);
        let read = session.scores()?.get(id).and_then(|entry| entry.readings.by(host.noun()).ok().cloned());
        let is_other = read.is_some_and(|read| clients::reads_otherwise(&document, &read));
        let state = state(listed.shown.state, is_other);
        let cut = clients::cut(&document, &listed.shown).map(|cut| match state {
            InListState::OtherText => Cut { shown: 0, at: None, ..cut },
            _ => cut,
        });
        let offsets = Offsets::new(&text);
        Ok(Some(SkillInList {
            host,
            state,
            shown_chars: cut.map_or(0, |cut| cut.shown as u32),
            whole_chars: cut.map_or(0, |cut| cut.whole as u32),
            cut_at: cut.and_then(|cut| cut.at).map(|at| offsets.utf16(at)),
            why: listed.shown.why.as_ref().map(Why::words),
            rule: clients::rule(host.noun(), &settings_of(&budgets)),
        }))
    }
}

/// What became of a description that a host shows so; `is_other` says whether it reads another text than the file has.
const fn state(state: State, is_other: bool) -> InListState {
    match state {
        State::Whole | State::Shortened if is_other => InListState::OtherText,
        State::Whole => InListState::Whole,
        State::Shortened => InListState::Shortened,
        State::NameOnly => InListState::NameOnly,
        State::Absent => InListState::Absent,
        State::Hidden => InListState::Hidden,
        State::Refused => InListState::Refused,
    }
}
