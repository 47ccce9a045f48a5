//! An agent of the library as the world of a session.

use std::{collections::HashMap, sync::Arc};

use studio_clients::Client;
use studio_runtime::context::{AbsentSkill, AgentFacts, AgentModel, ComponentFacts, SkillFacts, World};

use crate::{
    Error, ErrorCode,
    base::ids::skill_id,
    dto::{AgentDetail, AgentEdit, SimulatedRuntime, SimulationInput, SkillAtVersion},
    simulate::{
        binding::{Bindings, BoundTools, Registry},
        inputs::inputs_of,
        listed::ListedBy,
        reader::Reader,
    },
    state::{live::AgentWorld, session::Session},
};

/// What of the library a session is about.
pub(crate) struct Scope<'a> {
    /// Names of skills the agent goes without.
    pub(crate) without: &'a [String],
    /// Skills that are as they were.
    pub(crate) versions: &'a [SkillAtVersion],
    /// What carries calls out, held against every tool; none where nothing is called.
    pub(crate) binds: Option<Binds<'a>>,
    /// Who lists the skills to the model; nobody where all are listed whole.
    pub(crate) listed_by: Option<ListedBy<'a>>,
    /// Files of its skills that the user hands over.
    pub(crate) inputs: &'a [SimulationInput],
    /// The client whose own tools are there; none where an agent has what it is given.
    pub(crate) client: Option<Client>,
}

/// What the tools of a session are bound to, under which runtime.
pub(crate) struct Binds<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) runtime: SimulatedRuntime,
}

impl Scope<'_> {
    /// All of it, listed whole.
    pub(crate) const WHOLE: Self =
        Self { without: &[], versions: &[], binds: None, listed_by: None, inputs: &[], client: None };
}

impl Session {
    /// What a session of an agent can come to.
    pub(crate) fn world_of(&self, agent: &AgentDetail, scope: &Scope<'_>) -> Result<AgentWorld, Error> {
        let mut reader = Reader::new(self, agent, scope.versions, scope.client)?;
        let mut skills = reader.skills_of(agent)?;
        let absent = absent_of(agent, scope);
        for earlier in scope.versions {
            if !skills.iter().any(|skill| skill.name == earlier.skill) {
                return Err(not_there(agent, &earlier.skill, "to revert"));
            }
        }
        let inputs = inputs_of(&skills, scope.inputs, agent)?;
        leave_out(&mut skills, scope.without, agent)?;
        let components: Vec<ComponentFacts> =
            agent.edit.components.iter().map(|component| reader.component(component)).collect::<Result<_, _>>()?;
        // Of several skills with one name it is the one that is loaded.
        let loaded = agent.loads.iter().map(|load| (load.skill.clone(), load.skill_id.clone()));
        let skill_ids: HashMap<String, String> =
            reader.ids.iter().map(|(id, name)| (name.clone(), id.to_string())).chain(loaded).collect();
        let mut tools = self.tools_of_session(scope.binds.as_ref(), &reader, &skills, &skill_ids, &components)?;
        reader.given.extend(tools.add_own(scope.client));
        let (shown, listing) = match scope.listed_by {
            Some(by) => self.list_for(by, &skills, &skill_ids)?,
            None => (None, None),
        };
        let world = World {
            agent: agent_facts(agent),
            skills,
            tools: tools.facts,
            pinned: tools.pinned,
            unbound: tools.unbound,
            unknown: tools.unknown,
            absent,
            components,
            given: reader.given,
            listing: shown,
            inputs,
        };
        Ok(AgentWorld {
            world: Arc::new(world),
            tools: tools.ids,
            held: tools.held,
            skills: skill_ids,
            handlers: tools.handlers,
            listing,
            not_taken: Vec::new(),
            adk: Arc::default(),
        })
    }

    /// The tools of a session, bound before its first request. Refused where one is not.
    fn tools_of_session(
        &self,
        binds: Option<&Binds<'_>>,
        reader: &Reader<'_>,
        skills: &[SkillFacts],
        ids: &HashMap<String, String>,
        components: &[ComponentFacts],
    ) -> Result<BoundTools, Error> {
        let of_components = components.iter().flat_map(|component| &component.tools);
        let mut whose = Bindings { given: reader.given.iter().chain(of_components).collect(), skills: Vec::new() };
        for skill in skills {
            if let Some(id) = ids.get(&skill.name) {
                whose.skills.push((skill, skill_id(id)?));
            }
        }
        let whatever = Registry::Whatever;
        let registry = binds.map_or(&whatever, |binds| binds.registry);
        let tools = self.bind_tools(registry, reader, &whose)?;
        if let Some(binds) = binds {
            tools.check(binds.runtime)?;
        }
        Ok(tools)
    }
}

/// Who works, as it is set up.
fn agent_facts(agent: &AgentDetail) -> AgentFacts {
    let AgentEdit { name, instruction, model_provider, model_name, api_key_ref, temperature, max_tokens, .. } =
        agent.edit.clone();
    // A client has no model of its own.
    let model = (!model_provider.is_empty()).then_some(AgentModel {
        provider: model_provider,
        name: model_name,
        key: api_key_ref,
        temperature,
        max_tokens,
    });
    AgentFacts { name, instruction, model }
}

/// The skills of an agent that are not there, less those that the session goes without anyway.
fn absent_of(agent: &AgentDetail, scope: &Scope<'_>) -> Vec<AbsentSkill> {
    let left_out = agent.left_out.iter().filter(|left_out| !scope.without.contains(&left_out.skill));
    left_out.map(|left_out| AbsentSkill { skill: left_out.skill.clone(), why: left_out.why.clone() }).collect()
}

/// Why nothing can be done with a skill that the session does not have.
fn not_there(agent: &AgentDetail, skill: &str, deed: &str) -> Error {
    let name = &agent.edit.name;
    let message = match agent.left_out.iter().find(|left_out| left_out.skill == skill) {
        Some(left_out) => format!("{name} can't load the skill “{skill}”. {}", left_out.why),
        None => format!("{name} has no skill “{skill}” {deed}."),
    };
    Error::new(ErrorCode::Invalid, message)
}

/// Takes skills away that the agent is to go without. One that is not loaded anyway is one of them.
fn leave_out(skills: &mut Vec<SkillFacts>, without: &[String], agent: &AgentDetail) -> Result<(), Error> {
    for name in without {
        let before = skills.len();
        skills.retain(|skill| skill.name != *name);
        if skills.len() == before && !agent.left_out.iter().any(|left_out| left_out.skill == *name) {
            return Err(not_there(agent, name, "to exclude"));
        }
    }
    Ok(())
}
