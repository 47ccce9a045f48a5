//! An agent of the library made of a session that begins with skills alone.

use crate::{
    Error, ErrorCode, Studio,
    dto::{AgentDetail, AgentEdit, AgentLoad, AgentSkillEdit, ModelProvider, SimulationModel, SimulationSetup},
};

/// What the model of such an agent is told, until its author says more.
const INSTRUCTION: &str = "Help the user with their request. If a skill applies, load it first and follow it.";

/// As a new agent has it.
const TEMPERATURE: f64 = 0.7;

impl Studio {
    /// Makes an agent with the skills that a session of this setup begins with, less those it goes without. Its model is the
    /// one that answers there.
    pub fn save_simulation_as_agent(&self, setup: &SimulationSetup, name: &str) -> Result<AgentDetail, Error> {
        if setup.skills.is_none() {
            let message = format!("This session already has an agent: {}. Open it on the map.", setup.agent);
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let session = self.session()?;
        let cast = session.cast_of(setup, self)?.agent;
        let loads = cast.loads.into_iter().filter(|load| !setup.without.contains(&load.skill));
        let skill = |(load, sequence): (AgentLoad, i32)| AgentSkillEdit {
            skill_id: load.skill_id,
            priority: 0,
            sequence,
            config: String::new(),
        };
        let (model_provider, model_name) = match &setup.model {
            SimulationModel::Real { name, .. } => {
                let settings = session.model_named(name)?;
                (settings.provider, settings.model)
            }
            // One that begins with skills alone has no agent whose model it could be.
            SimulationModel::Mock
            | SimulationModel::Scripted { .. }
            | SimulationModel::Recorded { .. }
            | SimulationModel::Agent { .. } => (ModelProvider::Mock, ModelProvider::Mock.as_str().to_owned()),
        };
        self.save_agent(&AgentEdit {
            name: name.to_owned(),
            description: format!("Created from a session that simulated {}.", cast.edit.name),
            instruction: INSTRUCTION.to_owned(),
            model_provider: model_provider.as_str().to_owned(),
            model_name,
            temperature: TEMPERATURE,
            skills: loads.zip(0..).map(skill).collect(),
            ..AgentEdit::default()
        })
    }
}
