//! Who works in a session: an agent of the library, or a client with skills of the library and nothing else.

use std::collections::BTreeMap;

use studio_model::SkillId;
use studio_store::SkillRow;

use crate::{
    Error, ErrorCode, Studio,
    definitions::forms::shown_access,
    dto::{AgentDetail, AgentEdit, AgentLoad, LoadedTool, SimulatedSkills, SimulationSetup},
    state::session::Session,
    tools::composition::Composition,
};

impl Session {
    /// The agent of a setup. Where it says skills, that is their client, which has no instruction and no components.
    pub(crate) fn cast_of(&self, setup: &SimulationSetup, studio: &Studio) -> Result<AgentDetail, Error> {
        let Some(skills) = &setup.skills else { return studio.get_agent(&setup.agent) };
        let composition = self.composition()?;
        let loads = self.skills_of_choice(skills)?.into_iter().map(|(name, id)| load(&composition, id, name)).collect();
        let edit = AgentEdit { name: setup.host.noun().label().to_owned(), ..AgentEdit::default() };
        Ok(AgentDetail { edit, is_active: true, loads, problems: Vec::new(), updated_at: String::new() })
    }

    /// The skills that are meant, by name. Of several with one name a client takes one.
    fn skills_of_choice(&self, skills: &SimulatedSkills) -> Result<BTreeMap<String, SkillId>, Error> {
        let is_meant = |row: &SkillRow| match skills {
            SimulatedSkills::All => true,
            SimulatedSkills::Group { name } => row.group == *name,
            SimulatedSkills::Some { names } => names.contains(&row.name),
        };
        let rows = self.library.list_skills()?.into_iter().filter(is_meant);
        let chosen: BTreeMap<String, SkillId> = rows.map(|row| (row.name, row.id)).collect();
        let unknown = match skills {
            SimulatedSkills::Some { names } => names.iter().find(|name| !chosen.contains_key(*name)),
            SimulatedSkills::All | SimulatedSkills::Group { .. } => None,
        };
        let message = match (skills, unknown) {
            (_, Some(name)) => format!("The library has no skill “{name}”. Choose another one."),
            (SimulatedSkills::All, _) => {
                "The library has no skills to begin with. Import some, or write one.".to_owned()
            }
            (SimulatedSkills::Group { name }, _) => format!("No skill is in the group “{name}”. Choose another group."),
            (SimulatedSkills::Some { .. }, _) => "Choose at least one skill to begin with.".to_owned(),
        };
        if unknown.is_some() || chosen.is_empty() {
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        Ok(chosen)
    }
}

/// A skill as it comes into a session, with the tools it has itself and through others.
fn load(composition: &Composition, id: SkillId, name: String) -> AgentLoad {
    let tools = composition.tools_of(id).into_iter().map(|tool| LoadedTool {
        id: tool.tool.to_string(),
        name: composition.tool_name(tool.tool),
        access: shown_access(tool.access),
        through: tool.through.map(|through| composition.name_of(through)),
        version: None,
        parameters: Vec::new(),
    });
    AgentLoad { skill_id: id.to_string(), skill: name, sequence: 0, priority: 0, tools: tools.collect() }
}
