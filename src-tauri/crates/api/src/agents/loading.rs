//! What an agent loads, and what is in the way.

use std::collections::{HashMap, HashSet};

use studio_model::{Agent, AgentId, AgentSkill, Parameter, ToolId};
use studio_store::{LoadedAgent, LoadedSkill};

use crate::{
    Error, ErrorCode, Studio,
    base::error::not_found,
    dto::{AgentLoad, LeftOutSkill, LoadedParameter, LoadedTool},
    skills::absent::{Requirements, Trashed},
    state::session::Session,
};

impl Studio {
    /// What an agent loads, in that order, by id or by name in any case. Refused in the seed's words where that is nothing.
    pub fn load_agent(&self, id_or_name: &str) -> Result<Vec<AgentLoad>, Error> {
        let session = self.session()?;
        let loaded = session.library.load_agent(id_or_name).map_err(|error| match error {
            studio_store::Error::NoActiveSkills { .. } => Error::new(ErrorCode::Invalid, error.to_string()),
            studio_store::Error::NotFound { .. } => not_found("agent", id_or_name),
            other => other.into(),
        })?;
        session.agent_loads(&loaded)
    }
}

impl Session {
    /// What an agent loads, in that order, and what is in the way.
    pub(crate) fn loads(&self, agent: &Agent) -> Result<(Vec<AgentLoad>, Vec<String>), Error> {
        if !agent.audit.active {
            return Ok((Vec::new(), vec!["This agent is in the trash and won't be loaded.".to_owned()]));
        }
        let loaded = match self.library.load_agent(&agent.id.to_string()) {
            Ok(loaded) => loaded,
            // An agent that is given tools needs no skill.
            Err(error @ studio_store::Error::NoActiveSkills { .. }) => return Ok((Vec::new(), vec![sentence(&error)])),
            Err(error) => return Err(error.into()),
        };
        let loads = self.agent_loads(&loaded)?;
        let composition = self.composition()?;
        let requirements = &composition.requirements;
        let (refused, usable): (Vec<_>, Vec<_>) =
            loaded.skills.iter().partition(|loaded| requirements.refusal(loaded.skill.id).is_some());
        let mut problems: Vec<String> = refused
            .iter()
            .filter_map(|loaded| {
                let (skill, why) = (loaded.skill.name.clone(), requirements.refusal(loaded.skill.id)?);
                Some(LeftOutSkill { skill, why }.sentence())
            })
            .collect();
        problems.extend(usable.iter().flat_map(|loaded| requirements.warnings(loaded.skill.id)));
        let assigned: HashSet<_> = loaded.skills.iter().map(|loaded| loaded.skill.id).collect();
        problems.extend(usable.iter().flat_map(|loaded| {
            let missing =
                composition.required_by(loaded.skill.id).into_iter().filter(|needed| !assigned.contains(needed));
            missing.map(|needed| {
                format!(
                    "{} isn't assigned, but is also loaded because {} requires it.",
                    requirements.name_of(needed),
                    loaded.skill.name
                )
            })
        }));
        Ok((loads, problems))
    }

    /// The skills that an agent has and can't load, and why.
    pub(crate) fn left_out(&self, agent: AgentId) -> Result<Vec<LeftOutSkill>, Error> {
        Ok(self.left_out_of_all(&self.requirements()?)?.remove(&agent).unwrap_or_default())
    }

    /// The same of every agent that has any.
    pub(crate) fn left_out_of_all(
        &self,
        requirements: &Requirements,
    ) -> Result<HashMap<AgentId, Vec<LeftOutSkill>>, Error> {
        let trashed = Trashed::of(self)?;
        let left_out = |link: &AgentSkill| {
            if let Some(name) = trashed.skills.get(&link.skill) {
                let why = "It's in the trash. Restore it.".to_owned();
                return Some(LeftOutSkill { skill: name.clone(), why });
            }
            let why = requirements.refusal(link.skill)?;
            Some(LeftOutSkill { skill: requirements.name_of(link.skill), why })
        };
        let mut all: HashMap<AgentId, Vec<LeftOutSkill>> = HashMap::new();
        for link in self.library.list_agent_skills()? {
            if let Some(skill) = left_out(&link) {
                all.entry(link.agent).or_default().push(skill);
            }
        }
        Ok(all)
    }

    /// What was loaded of an agent, with the tools its skills have through others; a skill that lacks what it requires is
    /// left out.
    pub(crate) fn agent_loads(&self, loaded: &LoadedAgent) -> Result<Vec<AgentLoad>, Error> {
        let composition = self.composition()?;
        let mut loads = Vec::new();
        for LoadedSkill { link, skill, tools } in &loaded.skills {
            if composition.requirements.refusal(skill.id).is_some() {
                continue;
            }
            let mut loaded = Vec::new();
            for own in tools {
                let version = own.link.tool_version;
                loaded.push(LoadedTool {
                    id: own.tool.id.to_string(),
                    name: own.tool.name.clone(),
                    access: crate::definitions::forms::shown_access(own.link.access),
                    through: None,
                    version: version.map(|version| version as u32),
                    parameters: self.loaded_parameters(own.tool.id, version)?,
                });
            }
            for granted in composition.tools_of(skill.id) {
                let Some(through) = granted.through else { continue };
                let version = composition.pinned(skill.id, &granted);
                loaded.push(LoadedTool {
                    id: granted.tool.to_string(),
                    name: composition.tool_name(granted.tool),
                    access: crate::definitions::forms::shown_access(granted.access),
                    through: Some(composition.requirements.name_of(through)),
                    version: version.map(|version| version as u32),
                    parameters: self.loaded_parameters(granted.tool, version)?,
                });
            }
            loads.push(AgentLoad {
                skill_id: skill.id.to_string(),
                skill: skill.name.clone(),
                sequence: link.sequence_id as i32,
                priority: link.priority as i32,
                tools: loaded,
            });
        }
        Ok(loads)
    }

    /// The parameters of a tool at the version it is loaded at; none where that is gone.
    pub(crate) fn loaded_parameters(&self, tool: ToolId, version: Option<i64>) -> Result<Vec<LoadedParameter>, Error> {
        let parameters = match version {
            Some(version) => self.tool_at(tool, version)?.map(|record| record.parameters).unwrap_or_default(),
            None => self.library.list_parameters(tool)?,
        };
        Ok(parameters.iter().map(loaded_parameter).collect())
    }
}

pub(crate) fn loaded_parameter(parameter: &Parameter) -> LoadedParameter {
    LoadedParameter {
        name: parameter.name.clone(),
        kind: crate::definitions::spec::shown_type(parameter.kind),
        required: parameter.required,
    }
}

pub(crate) fn sentence(error: &studio_store::Error) -> String {
    studio_model::sentence(&error.to_string())
}
