//! The library as a whole: what is in it, and how it is searched.

use std::collections::HashMap;

use studio_store as store;

use crate::{
    Error, Studio,
    dto::{AgentInfo, Broken, LibraryInfo, SearchHit, SearchMode, SkillRow, Tokens},
    session::{Session, skill_id},
};

/// How many hits a search gives at most.
const HITS: usize = 50;

impl Studio {
    /// The open library.
    pub fn library_info(&self) -> Result<LibraryInfo, Error> {
        let session = self.session()?;
        let info = session.library.info()?;
        let links = session.library.list_links()?;
        let mut linked_folders: Vec<String> = links.into_iter().map(|link| link.folder).collect();
        linked_folders.sort();
        linked_folders.dedup();
        Ok(LibraryInfo {
            name: info.name,
            path: session.library.path().display().to_string(),
            host: info.host.to_string(),
            skills: session.library.counts()?.skills,
            is_sample: info.is_sample,
            linked_folders,
            notices: session.notices(),
        })
    }

    /// Every skill, by name; broken ones too.
    pub fn list_skills(&self) -> Result<Vec<SkillRow>, Error> {
        Ok(self.session()?.library.list_skills()?.into_iter().map(row).collect())
    }

    /// The rows of these skills, as far as they are in use: what the list shows of them now.
    pub fn skill_rows(&self, ids: &[String]) -> Result<Vec<SkillRow>, Error> {
        let ids = ids.iter().map(|id| skill_id(id)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.session()?.library.skill_rows(&ids)?.into_iter().map(row).collect())
    }

    /// Skills whose text has the words, or whose meaning is near.
    pub fn search_skills(&self, query: &str, mode: SearchMode) -> Result<Vec<SearchHit>, Error> {
        let session = self.session()?;
        match mode {
            SearchMode::Words => session.search_words(query),
            SearchMode::Meaning => session.search_meaning(query),
        }
    }

    /// Every agent, by name, with its skills in load order.
    pub fn list_agents(&self) -> Result<Vec<AgentInfo>, Error> {
        let session = self.session()?;
        let names = session.names()?;
        let links = session.library.list_agent_skills()?;
        let agents = session.library.list_agents()?;
        Ok(agents
            .into_iter()
            .map(|agent| AgentInfo {
                id: agent.id.to_string(),
                model: format!("{}/{}", agent.model_provider, agent.model_name),
                skills: links
                    .iter()
                    .filter(|link| link.agent == agent.id)
                    .filter_map(|link| names.get(&link.skill).cloned())
                    .collect(),
                name: agent.name,
            })
            .collect())
    }
}

impl Session {
    fn search_words(&self, query: &str) -> Result<Vec<SearchHit>, Error> {
        let names = self.names()?;
        let hits = self.index.search_words(self.library.host(), query, HITS)?;
        Ok(hits
            .into_iter()
            .filter_map(|hit| {
                let id = studio_model::SkillId(hit.id);
                let name = names.get(&id)?.clone();
                Some(SearchHit { id: id.to_string(), name, score: hit.score, snippet: hit.snippet })
            })
            .collect())
    }

    fn search_meaning(&self, query: &str) -> Result<Vec<SearchHit>, Error> {
        if query.trim().is_empty() {
            return Ok(Vec::new());
        }
        let names = self.names()?;
        let vector = self.shared.embedder.query(query)?;
        let near = self.index.nearest(self.library.host(), store::EntityKind::Skill, &vector, HITS)?;
        Ok(near
            .into_iter()
            .filter_map(|(id, cosine)| {
                let id = studio_model::SkillId(id);
                let name = names.get(&id)?.clone();
                Some(SearchHit { id: id.to_string(), name, score: f64::from(cosine), snippet: String::new() })
            })
            .collect())
    }

    fn names(&self) -> Result<HashMap<studio_model::SkillId, String>, Error> {
        Ok(self.library.list_skills()?.into_iter().map(|row| (row.id, row.name)).collect())
    }
}

fn row(row: store::SkillRow) -> SkillRow {
    SkillRow {
        id: row.id.to_string(),
        name: row.name,
        description: row.description,
        group: row.group,
        tags: row.tags,
        tokens: tokens(row.tokens),
        errors: row.errors,
        warnings: row.warnings,
        has_draft: row.has_draft,
        changed_outside: row.changed_outside,
        broken: row.broken.map(broken),
        update_ts: row.update_ts,
    }
}

/// Tokens as a screen takes them.
pub(crate) fn tokens(tokens: store::Tokens) -> Tokens {
    Tokens { description: tokens.description, body: tokens.body, files: tokens.files }
}

/// A broken file's reason as a screen takes it.
pub(crate) fn broken(broken: store::Broken) -> Broken {
    Broken { code: broken.code, message: broken.message, line: broken.line, column: broken.column }
}
