//! The library as a whole: what is in it.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use studio_model::SkillId;
use studio_store as store;

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::skill_id, shown::in_row},
    dto::{AgentInfo, LibraryInfo, LinkStatus, SkillRow},
    skills::{
        detail::{broken, tokens},
        namesakes::count,
    },
    state::session::Session,
};

impl Studio {
    /// The open library.
    pub fn get_library(&self) -> Result<LibraryInfo, Error> {
        let session = self.session_at_all()?;
        let info = session.info()?;
        Ok(LibraryInfo { displaced: session.displaced(), ..info })
    }

    /// Every skill, by name; broken ones too.
    pub fn list_skills(&self) -> Result<Vec<SkillRow>, Error> {
        let session = self.session()?;
        let fixable = session.fixable_skills(None)?;
        Ok(session.list_counted_skills()?.into_iter().map(|stored| row(stored, &fixable)).collect())
    }

    /// The rows of these skills, as far as they are in use: what the list shows of them now.
    pub fn get_skill_rows(&self, ids: &[String]) -> Result<Vec<SkillRow>, Error> {
        let session = self.session()?;
        let ids = ids.iter().map(|id| skill_id(id)).collect::<Result<Vec<_>, _>>()?;
        let (rule, fixable) = (session.name_rule()?, session.fixable_skills(Some(&ids))?);
        let mut rows = session.library.skill_rows(&ids)?;
        session.count_for_client(&mut rows, Some(&ids))?;
        let shown = |mut stored: store::SkillRow| {
            let level = rule.level(&stored);
            if level.is_some() && session.namesakes(stored.id, &stored.name)?.is_some() {
                count(&mut stored, level);
            }
            Ok(row(stored, &fixable))
        };
        rows.into_iter().map(shown).collect()
    }

    /// Every agent, by name, with its skills in load order.
    pub fn list_agents(&self) -> Result<Vec<AgentInfo>, Error> {
        let session = self.session()?;
        let names = session.names()?;
        let (links, requirements) = (session.library.list_agent_skills()?, session.requirements()?);
        let (agents, mut left_out) = (session.library.list_agents()?, session.left_out_of_all(&requirements)?);
        Ok(agents
            .into_iter()
            .map(|agent| AgentInfo {
                id: agent.id.to_string(),
                model: in_row(format!("{}/{}", agent.model_provider, agent.model_name)),
                skills: links
                    .iter()
                    .filter(|link| link.agent == agent.id && requirements.refusal(link.skill).is_none())
                    .filter_map(|link| names.get(&link.skill).cloned().map(in_row))
                    .collect(),
                left_out: left_out.remove(&agent.id).unwrap_or_default(),
                name: in_row(agent.name),
            })
            .collect())
    }
}

impl Session {
    /// What the library says of itself; where another file was written over its own, what it said last.
    fn info(&self) -> Result<LibraryInfo, Error> {
        let read = self.read_info();
        let mut kept = self.displaced.lock();
        if read.as_ref().is_err_and(|error| error.code == ErrorCode::DisplacedLibrary)
            && let Some(known) = &kept.info
        {
            return Ok(known.clone());
        }
        let info = read?;
        kept.info = Some(info.clone());
        Ok(info)
    }

    fn read_info(&self) -> Result<LibraryInfo, Error> {
        let info = self.library.info()?;
        let skills = self.library.counts()?.skills;
        Ok(LibraryInfo {
            name: in_row(info.name),
            path: self.library.path().display().to_string(),
            home: self.shared.config.home_dir.as_ref().map(|home| home.display().to_string()),
            host: info.host.to_string(),
            skills,
            is_sample: info.is_sample,
            notices: self.notices(),
            read_only: self.read_only(),
            displaced: None,
            opens_on: self.first_place(skills)?,
        })
    }

    /// Why nothing in the library can be changed, where nothing can.
    pub(crate) fn read_only(&self) -> Option<String> {
        let folder = self.library.path().parent().unwrap_or(Path::new(".")).display();
        self.library.obstacle().map(|obstacle| match obstacle {
            store::Obstacle::File => {
                "This library is read-only: you don't have permission to write to its file.".to_owned()
            }
            store::Obstacle::Folder => format!("This library is read-only: the folder {folder} isn't writable."),
        })
    }

    pub(crate) fn names(&self) -> Result<HashMap<SkillId, String>, Error> {
        Ok(self.library.list_skill_names()?.into_iter().collect())
    }
}

fn row(row: store::SkillRow, fixable: &HashSet<SkillId>) -> SkillRow {
    SkillRow {
        id: row.id.to_string(),
        name: in_row(row.name),
        description: in_row(row.description),
        group: in_row(row.group),
        tags: row.tags.into_iter().map(in_row).collect(),
        tokens: tokens(row.tokens),
        errors: row.errors,
        warnings: row.warnings,
        is_fixable: fixable.contains(&row.id),
        has_draft: row.has_draft,
        link: link_status(row.link),
        is_linked: row.link.is_linked(),
        is_written: row.link.is_written(),
        broken: row.broken.map(broken),
        aggregate_version: row.aggregate_version as u32,
        updated_at: row.update_ts,
    }
}

fn link_status(link: store::LinkStatus) -> LinkStatus {
    match link {
        store::LinkStatus::None => LinkStatus::None,
        store::LinkStatus::Unlinked => LinkStatus::Unlinked,
        store::LinkStatus::Linked => LinkStatus::Linked,
        store::LinkStatus::Changed => LinkStatus::Changed,
        store::LinkStatus::Missing => LinkStatus::Missing,
        store::LinkStatus::Held => LinkStatus::Held,
    }
}
