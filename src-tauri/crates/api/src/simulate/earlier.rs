//! What of the skills of an agent a session may be set up with: their earlier versions, and their files.

use studio_store::SKILL_FILE;

use crate::{
    Error, Studio,
    base::ids::skill_id,
    dto::{SkillFiles, SkillVersions},
    skills::history::version_info,
};

impl Studio {
    /// The earlier versions of the skills of an agent; skills without any are left out.
    pub fn list_simulation_versions(&self, agent: &str) -> Result<Vec<SkillVersions>, Error> {
        let session = self.session()?;
        let mut all = Vec::new();
        for load in self.get_agent(agent)?.loads {
            let id = skill_id(&load.skill_id)?;
            let present = session.library.read_file(id, SKILL_FILE)?.sha256;
            let rows = session.library.list_versions(id)?.into_iter().filter(|row| row.path == SKILL_FILE);
            // What it was saved as last is what it is, and an earlier one with the same text is no other.
            let earlier = rows.filter(|row| row.sha256 != present);
            let versions: Vec<_> = earlier.map(version_info).collect();
            if !versions.is_empty() {
                all.push(SkillVersions { skill: load.skill, versions });
            }
        }
        Ok(all)
    }

    /// The files of the skills of an agent, which sessions can be given as inputs; skills without any are left out.
    pub fn list_simulation_files(&self, agent: &str) -> Result<Vec<SkillFiles>, Error> {
        let session = self.session()?;
        let mut all = Vec::new();
        for load in self.get_agent(agent)?.loads {
            let files = session.library.get_skill(skill_id(&load.skill_id)?)?.files;
            let paths: Vec<String> = files.into_iter().map(|file| file.path).collect();
            if !paths.is_empty() {
                all.push(SkillFiles { skill: load.skill, paths });
            }
        }
        Ok(all)
    }
}
