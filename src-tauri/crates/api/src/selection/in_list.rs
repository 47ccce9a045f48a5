//! One skill in the list that a host shows its model: what became of it, and where its description is cut.

use studio_clients::{self as clients, Why};
use studio_text::SkillDocument;

use crate::{
    Error, Studio,
    base::ids::skill_id,
    dto::{Host, SkillInList},
    selection::hosts::{settings_of, state},
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
        let cut = clients::cut(&SkillDocument::read(&text), &listed.shown);
        let offsets = Offsets::new(&text);
        Ok(Some(SkillInList {
            host,
            state: state(listed.shown.state),
            shown_chars: cut.map_or(0, |cut| cut.shown as u32),
            whole_chars: cut.map_or(0, |cut| cut.whole as u32),
            cut_at: cut.and_then(|cut| cut.at).map(|at| offsets.utf16(at)),
            why: listed.shown.why.as_ref().map(Why::words),
            rule: clients::rule(host.noun(), &settings_of(&budgets)),
        }))
    }
}
