//! What is done to a session of agent-lib beside its messages: components come while it runs, skills are taken out, and its
//! skills are looked through for a word.

use std::sync::Arc;

use studio_runtime::{
    context::{ComponentFacts, World},
    disclosure::skills_with_word,
    session::Session as Simulated,
};

use crate::{
    Error, ErrorCode, Studio,
    dto::{SessionAct, SimulatedRuntime, SimulationRequest, SimulationSetup},
    simulate::ready::Calls,
    state::live::AgentWorld,
};

impl Studio {
    /// Names of the skills of a session of this setup that a word is found in, as agent-lib finds them: whatever its case, in
    /// the name, the name for people, the description or what triggers them.
    pub fn list_skills_with_word(&self, setup: &SimulationSetup, word: &str) -> Result<Vec<String>, Error> {
        let agent = self.session()?.world_for(setup, self, Calls::NotMade)?;
        Ok(skills_with_word(&agent.world, word).into_iter().map(|skill| skill.name.clone()).collect())
    }
}

/// The world of a session in which some components come later.
pub(crate) fn world(agent: AgentWorld, acts: &[SessionAct]) -> AgentWorld {
    let is_late = |component: &ComponentFacts| {
        acts.iter().any(|act| matches!(act, SessionAct::Register { component: late, .. } if *late == component.key))
    };
    let components = agent.world.components.iter();
    let components =
        components.map(|one| ComponentFacts { is_late: one.is_late || is_late(one), ..one.clone() }).collect();
    let world = World { components, ..(*agent.world).clone() };
    AgentWorld { world: Arc::new(world), ..agent }
}

/// Refuses what cannot be done in a session before it costs anything.
pub(crate) fn check(request: &SimulationRequest, world: &World) -> Result<(), Error> {
    let invalid = |message: String| Err(Error::new(ErrorCode::Invalid, message));
    let messages = request.messages.len();
    for act in &request.acts {
        if request.setup.runtime != SimulatedRuntime::AgentLib {
            return invalid("Only agent-lib registers components and removes skills while a session runs.".to_owned());
        }
        let (after, is_there, what) = match act {
            SessionAct::Register { after, component } => {
                let is_there = world.components.iter().any(|known| known.key == *component);
                (*after, is_there, format!("component “{component}”"))
            }
            SessionAct::Remove { after, skill } => {
                (*after, world.assigned().any(|known| known.name == *skill), format!("skill “{skill}”"))
            }
        };
        if !is_there {
            return invalid(format!("{} has no {what}.", world.agent.name));
        }
        if !(1..=messages).contains(&(after as usize)) {
            return invalid(format!(
                "Nothing can be done with the {what} after message {after}: the session has {messages}. Enter a number from \
                 1 to {messages}."
            ));
        }
    }
    Ok(())
}

/// Does what is to be done after a message. An active skill stays, with a warning.
pub(crate) fn perform(simulated: &mut Simulated, acts: &[SessionAct], message: u32) {
    for act in acts {
        match act {
            SessionAct::Register { after, component } if *after == message => simulated.register_component(component),
            SessionAct::Remove { after, skill } if *after == message => {
                simulated.remove_skill(skill);
            }
            SessionAct::Register { .. } | SessionAct::Remove { .. } => {}
        }
    }
}
