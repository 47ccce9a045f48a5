//! An agent of the library as the world of a session.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use studio_clients::Client;
use studio_runtime::context::{AgentFacts, ComponentFacts, SkillFacts, ToolFacts, World};

use crate::{
    Error, ErrorCode,
    calls::outcome::source,
    definitions::forms::{implementation, specification},
    dto::{AgentDetail, SimulationInput, SkillAtVersion},
    simulate::{inputs::inputs_of, listed::ListedBy, own_tools, reader::Reader},
    state::{live::AgentWorld, session::Session},
};

/// What of the library a session is about.
pub(crate) struct Scope<'a> {
    /// Names of skills the agent goes without.
    pub(crate) without: &'a [String],
    /// Skills that are as they were.
    pub(crate) versions: &'a [SkillAtVersion],
    /// The tool library that carries calls out; none for each tool's own implementation.
    pub(crate) library: Option<&'a str>,
    /// Who lists the skills to the model; nobody where all are listed whole.
    pub(crate) listed_by: Option<ListedBy<'a>>,
    /// Files of its skills that the user hands over.
    pub(crate) inputs: &'a [SimulationInput],
    /// The client whose own tools are there; none where an agent has what it is given.
    pub(crate) client: Option<Client>,
}

impl Scope<'_> {
    /// All of it, listed whole.
    pub(crate) const WHOLE: Self =
        Self { without: &[], versions: &[], library: None, listed_by: None, inputs: &[], client: None };
}

impl Session {
    /// What a session of an agent can come to.
    pub(crate) fn world_of(&self, agent: &AgentDetail, scope: &Scope<'_>) -> Result<AgentWorld, Error> {
        let mut reader = Reader::new(self, agent, scope.versions, scope.client)?;
        let mut skills = reader.skills_of(agent)?;
        for earlier in scope.versions {
            if !skills.iter().any(|skill| skill.name == earlier.skill) {
                let message = format!("{} has no skill “{}” to revert.", agent.edit.name, earlier.skill);
                return Err(Error::new(ErrorCode::Invalid, message));
            }
        }
        let inputs = inputs_of(&skills, scope.inputs, &agent.edit.name)?;
        leave_out(&mut skills, scope.without, &agent.edit.name)?;
        let components: Vec<ComponentFacts> =
            agent.edit.components.iter().map(|component| reader.component(component)).collect();
        let mut tools = self.tools_named(&names_of(&skills, &components, &reader.given), scope.library)?;
        reader.given.extend(tools.add_own(scope.client));
        // Of several skills with one name it is the one that is loaded.
        let loaded = agent.loads.iter().map(|load| (load.skill.clone(), load.skill_id.clone()));
        let skill_ids: HashMap<String, String> =
            reader.ids.iter().map(|(id, name)| (name.clone(), id.to_string())).chain(loaded).collect();
        let (shown, listing) = match scope.listed_by {
            Some(by) => self.list_for(by, &skills, &skill_ids)?,
            None => (None, None),
        };
        let agent = AgentFacts { name: agent.edit.name.clone(), instruction: agent.edit.instruction.clone() };
        let world =
            World { agent, skills, tools: tools.facts, components, given: reader.given, listing: shown, inputs };
        Ok(AgentWorld {
            world: Arc::new(world),
            tools: tools.ids,
            skills: skill_ids,
            handlers: tools.handlers,
            listing,
            not_taken: Vec::new(),
            adk: Arc::default(),
        })
    }

    /// The tools in use of some names, with what carries their calls out.
    fn tools_named(&self, names: &HashSet<&String>, library: Option<&str>) -> Result<Tools, Error> {
        let mut tools = Tools::default();
        for record in self.library.list_tool_records()? {
            let spec = specification(&record);
            if !names.contains(&spec.name) || !record.tool.audit.active {
                continue;
            }
            tools.ids.insert(spec.name.clone(), record.tool.id.to_string());
            let handler = match library {
                Some(library) => Some(format!("library {library}")),
                None => record.tool.implementation.is_some().then(|| source(&implementation(&record))),
            };
            tools.handlers.extend(handler.map(|handler| (spec.name.clone(), handler)));
            tools.facts.push(ToolFacts { name: spec.name, description: spec.description, schema: spec.schema });
        }
        Ok(tools)
    }
}

/// Tools of a session, with their ids and what carries their calls out, by name.
#[derive(Default)]
struct Tools {
    facts: Vec<ToolFacts>,
    ids: HashMap<String, String>,
    handlers: HashMap<String, String>,
}

impl Tools {
    /// Adds a client's own tools, less those that are the library's by the same name; their names.
    fn add_own(&mut self, client: Option<Client>) -> Vec<String> {
        let own = client.map(own_tools::facts).unwrap_or_default();
        let own: Vec<ToolFacts> = own.into_iter().filter(|tool| !self.ids.contains_key(&tool.name)).collect();
        let names: Vec<String> = own.iter().map(|tool| tool.name.clone()).collect();
        let handler = client.map(own_tools::handler).unwrap_or_default();
        self.handlers.extend(names.iter().map(|name| (name.clone(), handler.clone())));
        self.facts.extend(own);
        names
    }
}

/// Names of the tools that something in a session names.
fn names_of<'a>(
    skills: &'a [SkillFacts],
    components: &'a [ComponentFacts],
    given: &'a [String],
) -> HashSet<&'a String> {
    let of_skills = skills.iter().flat_map(|skill| &skill.tools);
    of_skills.chain(components.iter().flat_map(|component| &component.tools)).chain(given).collect()
}

/// Takes skills away that the agent is to go without.
fn leave_out(skills: &mut Vec<SkillFacts>, without: &[String], agent: &str) -> Result<(), Error> {
    for name in without {
        let before = skills.len();
        skills.retain(|skill| skill.name != *name);
        if skills.len() == before {
            return Err(Error::new(ErrorCode::Invalid, format!("{agent} has no skill “{name}” to exclude.")));
        }
    }
    Ok(())
}
