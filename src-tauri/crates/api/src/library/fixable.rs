//! Where there is something that the studio can fix: one answer, by which every menu, list and count offers it.
//!
//! What a fix does to a text is the business of [`crate::skills::fixes`].

use std::collections::{HashMap, HashSet};

use studio_model::SkillId;
use studio_store::{SKILL_FILE, StoredFinding};
use studio_text::code::{NAME_FOLDER, counts_for};

use crate::{Error, library::client_findings::FEW, skills::own_folder::folder_name, state::session::Session};

impl Session {
    /// The findings of every active skill, as its author has set the rules. One that nothing can be done about has no fix,
    /// whatever lint said of its skill alone.
    pub(crate) fn list_findings(&self) -> Result<Vec<StoredFinding>, Error> {
        let mut found = self.library.list_findings()?;
        let is_of_folder = |one: &StoredFinding| one.finding.has_fix && one.finding.code == NAME_FOLDER;
        if found.iter().any(is_of_folder) {
            let named = self.named_by_folder()?;
            for one in &mut found {
                if is_of_folder(one) {
                    one.finding.has_fix = named.contains(&one.skill);
                }
            }
        }
        Ok(found)
    }

    /// The skills with a problem that can be fixed, counts for the library's client and is not ignored: among those that are
    /// named, or among all.
    pub(crate) fn fixable_skills(&self, only: Option<&[SkillId]>) -> Result<HashSet<SkillId>, Error> {
        let client = self.counted_for()?;
        let mut found = self.library.counted_with_fix(only.filter(|ids| ids.len() <= FEW))?;
        found.retain(|(_, code)| counts_for(client, code));
        if found.iter().any(|(_, code)| code == NAME_FOLDER) {
            let named = self.named_by_folder()?;
            found.retain(|(skill, code)| code != NAME_FOLDER || named.contains(skill));
        }
        Ok(found.into_iter().map(|(skill, _)| skill).collect())
    }

    /// The skills with a draft over their `SKILL.md`: nothing in that is fixed until the draft is saved or discarded.
    pub(crate) fn drafted_skills(&self) -> Result<HashSet<SkillId>, Error> {
        let drafts = self.library.list_drafts()?.into_iter().filter(|draft| draft.path == SKILL_FILE);
        Ok(drafts.map(|draft| draft.skill).collect())
    }

    /// The skills that may be called as their folder is: no other skill has that name.
    fn named_by_folder(&self) -> Result<HashSet<SkillId>, Error> {
        let mut named: HashMap<String, Vec<SkillId>> = HashMap::new();
        for (id, name) in self.library.list_skill_names()? {
            named.entry(name).or_default().push(id);
        }
        let is_free = |name: &str, skill: SkillId| named.get(name).is_none_or(|ids| ids.iter().all(|id| *id == skill));
        let links = self.library.list_links()?;
        let free = links.iter().filter(|link| folder_name(link).is_some_and(|name| is_free(&name, link.skill)));
        Ok(free.map(|link| link.skill).collect())
    }
}
