//! What a session needs to go on, made ready from what it was set up with.

use std::{collections::HashMap, sync::Arc};

use studio_runtime::session::{ChatModel, Limits, RecordedTools};

use crate::{
    Error, ErrorCode, Studio,
    dto::{ModelSettings, SimulatedModel, SimulatedRuntime, SimulationModel, SimulationSetup, SpendingCap},
    simulate::{
        casting::Cast,
        hands::Hands,
        listed::ListedBy,
        own_tools::{self, OwnTools},
        real::SoFar,
        runtimes,
        world::Scope,
    },
    state::{consents::Allows, live::AgentWorld, session::Session},
};

/// Tokens of a context window at least and at most.
const WINDOW: std::ops::RangeInclusive<u32> = 1_000..=100_000_000;

/// Most questions to the model that a message may cost.
const MOST_ITERATIONS: u32 = 1_000;

impl Session {
    /// The world a session is set up with, as the library is now.
    pub(crate) fn world_for(&self, setup: &SimulationSetup, studio: &Studio) -> Result<AgentWorld, Error> {
        if !WINDOW.contains(&setup.window_tokens) {
            let message =
                format!("A context window of {} tokens is too small. Enter 1,000 or more.", setup.window_tokens);
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if !(1..=MOST_ITERATIONS).contains(&setup.max_iterations) {
            let message =
                format!("The maximum number of model calls per message must be between 1 and {MOST_ITERATIONS}.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        // A slip in its name would otherwise come back as the answer of every tool.
        setup.tool_library.as_ref().map(|name| studio.get_tool_library(name)).transpose()?;
        own_tools::folder_of(setup)?;
        let Cast { agent, not_taken } = self.cast_of(setup, studio)?;
        let scope = Scope {
            without: &setup.without,
            versions: &setup.versions,
            library: setup.tool_library.as_deref(),
            listed_by: listed_by(setup)?,
            inputs: &setup.inputs,
            client: own_tools::client_of(setup),
        };
        Ok(AgentWorld { not_taken, ..self.world_of(&agent, &scope)? })
    }

    /// The model of a session, as far as the session has come.
    pub(crate) fn model_of(
        self: &Arc<Self>,
        model: &SimulationModel,
        world: &AgentWorld,
        so_far: &SoFar,
    ) -> Result<Box<dyn ChatModel>, Error> {
        let model = match model {
            SimulationModel::Mock => SimulatedModel::Mock,
            SimulationModel::Scripted { replies } => SimulatedModel::Scripted { replies: replies.clone() },
            SimulationModel::Recorded { id } => SimulatedModel::Recorded { events: self.events_of(id)? },
            SimulationModel::Real { name, max_tokens, max_cents } => {
                let settings = self.model_named(name)?;
                // What came with the library counts only after it was saved here.
                self.model_spec(&settings)?;
                let cap = SpendingCap { max_tokens: *max_tokens, max_cents: *max_cents };
                SimulatedModel::Real { settings: Box::new(settings), cap }
            }
        };
        runtimes::model(self, &model, callable(world), so_far)
    }

    /// The chat model that a session asks; none where it asks none.
    pub(crate) fn chat_model_of(&self, model: &SimulationModel) -> Result<Option<ModelSettings>, Error> {
        match model {
            SimulationModel::Real { name, .. } => self.model_named(name).map(Some),
            SimulationModel::Mock | SimulationModel::Scripted { .. } | SimulationModel::Recorded { .. } => Ok(None),
        }
    }

    /// What carries the calls of a session of this setup out. Of a recording it is the recording itself.
    pub(crate) fn hands_of<'a>(
        self: &Arc<Self>,
        studio: &'a Studio,
        id: &str,
        setup: &SimulationSetup,
        world: &AgentWorld,
        allows: Option<&'a Allows<'a>>,
    ) -> Result<Hands<'a>, Error> {
        let recorded = match &setup.model {
            SimulationModel::Recorded { id } => Some(RecordedTools::of(&self.events_of(id)?)),
            SimulationModel::Mock | SimulationModel::Scripted { .. } | SimulationModel::Real { .. } => None,
        };
        let chat = self.chat_model_of(&setup.model)?;
        Ok(Hands { recorded, ..hands(studio, self, id, world, setup, chat.as_ref(), allows) })
    }
}

/// The skills that a model of a session can load, by their ids, each with what it calls it by.
pub(crate) fn callable(agent: &AgentWorld) -> HashMap<String, String> {
    let callable = agent.world.callable().into_iter();
    callable.filter_map(|(skill, called)| Some((agent.skills.get(&skill.name)?.clone(), called.to_owned()))).collect()
}

/// Who lists the skills of a session to its model.
fn listed_by(setup: &SimulationSetup) -> Result<Option<ListedBy<'_>>, Error> {
    let (host, window, uses) = (setup.host, setup.window_tokens, setup.uses.as_deref());
    match &setup.captured {
        _ if setup.runtime != SimulatedRuntime::AgentSkills => Ok(None),
        None => Ok(Some(ListedBy::Rule { host, window, uses })),
        Some(captured) if captured.client == host => Ok(Some(ListedBy::Captured(captured))),
        Some(captured) => {
            let [captured, host] = [captured.client, host].map(|client| client.noun().label());
            let message = format!(
                "The list was captured from {captured}, not {host}. Choose {captured}, or Skill Studio's own list."
            );
            Err(Error::new(ErrorCode::Invalid, message))
        }
    }
}

/// What carries the calls of a session out, which asks this chat model, if any.
pub(crate) fn hands<'a>(
    studio: &'a Studio,
    session: &Arc<Session>,
    id: &str,
    world: &AgentWorld,
    setup: &SimulationSetup,
    chat: Option<&ModelSettings>,
    allows: Option<&'a Allows<'a>>,
) -> Hands<'a> {
    let components = world.world.components.iter();
    let components: HashMap<String, String> =
        components.flat_map(|one| one.tools.iter().map(|tool| (tool.clone(), one.key.clone()))).collect();
    Hands {
        studio,
        session: Arc::clone(session),
        session_id: id.to_owned(),
        tools: world.tools.clone(),
        skills: world.skills.clone(),
        components,
        library: setup.tool_library.clone(),
        own: OwnTools::of(session, setup, chat),
        recorded: None,
        allows,
        asked: parking_lot::Mutex::default(),
        done: parking_lot::Mutex::default(),
    }
}

/// How far sessions of a setup go.
pub(crate) fn limits(max_iterations: u32) -> Limits {
    Limits { iterations: max_iterations, ..Limits::default() }
}
