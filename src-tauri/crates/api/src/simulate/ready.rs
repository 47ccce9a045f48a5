//! What a session needs to go on, made ready from what it was set up with.

use std::{collections::HashMap, sync::Arc};

use studio_runtime::session::{ChatModel, Limits, RecordedTools};

use crate::{
    Error, ErrorCode, Studio,
    dto::{
        AgentDetail, ModelProvider, ModelSettings, SimulatedModel, SimulatedRuntime, SimulationModel, SimulationSetup,
        SpendingCap,
    },
    simulate::{
        binding::Registry,
        casting::Cast,
        hands::Hands,
        listed::ListedBy,
        own_tools::{self, OwnTools},
        real::SoFar,
        runtimes,
        world::{Binds, Scope},
    },
    state::{consents::Allows, live::AgentWorld, session::Session},
};

/// Tokens of a context window at least and at most.
const WINDOW: std::ops::RangeInclusive<u32> = 1_000..=100_000_000;

/// Most questions to the model that a message may cost.
const MOST_ITERATIONS: u32 = 1_000;

/// Whether calls of a session go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Calls {
    /// They do.
    Made,
    /// They don't: a recording answers them, or nothing is said at all.
    NotMade,
}

impl Calls {
    /// Those of a session of this setup.
    pub(crate) const fn of(setup: &SimulationSetup) -> Self {
        match setup.model {
            SimulationModel::Recorded { .. } => Self::NotMade,
            SimulationModel::Mock
            | SimulationModel::Scripted { .. }
            | SimulationModel::Agent { .. }
            | SimulationModel::Real { .. } => Self::Made,
        }
    }
}

impl Session {
    /// The world a session is set up with, as the library is now: all that it can come to, made once. Refused where a tool is
    /// not bound that would be called.
    pub(crate) fn world_for(
        &self,
        setup: &SimulationSetup,
        studio: &Studio,
        calls: Calls,
    ) -> Result<AgentWorld, Error> {
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
        let registry = Registry::of(studio, setup)?;
        own_tools::folder_of(setup)?;
        let Cast { agent, not_taken } = self.cast_of(setup, studio)?;
        refuse_nothing_to_load(setup, &agent)?;
        let binds = Binds { registry: &registry, runtime: setup.runtime };
        let scope = Scope {
            without: &setup.without,
            versions: &setup.versions,
            binds: Some(binds).filter(|_| calls == Calls::Made),
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
            SimulationModel::Agent { max_tokens, max_cents } => {
                let settings = self.own_chat_model(world)?;
                match settings.provider {
                    ModelProvider::Mock => SimulatedModel::Mock,
                    _ => self.asked_at_once(settings, *max_tokens, *max_cents)?,
                }
            }
            SimulationModel::Real { name, max_tokens, max_cents } => {
                self.asked_at_once(self.model_named(name)?, *max_tokens, *max_cents)?
            }
        };
        runtimes::model(self, &model, world, so_far)
    }

    /// A chat model that is asked without another word. What came with the library counts only after it was saved here.
    fn asked_at_once(
        &self,
        settings: ModelSettings,
        max_tokens: Option<u32>,
        max_cents: Option<u32>,
    ) -> Result<SimulatedModel, Error> {
        self.model_spec(&settings)?;
        Ok(SimulatedModel::Real { settings: Box::new(settings), cap: SpendingCap { max_tokens, max_cents } })
    }

    /// What the model is asked with that the agent of a session was set up with when it began.
    pub(crate) fn own_chat_model(&self, world: &AgentWorld) -> Result<ModelSettings, Error> {
        let own = world.world.agent.model.as_ref().ok_or_else(|| {
            let message = "This session has no agent with a model of its own. Choose another model.";
            Error::new(ErrorCode::Invalid, message)
        })?;
        self.model_of_agent(own)
    }

    /// The chat model that a session of a setup asks; none where it asks none.
    pub(crate) fn chat_model_of(&self, setup: &SimulationSetup) -> Result<Option<ModelSettings>, Error> {
        match &setup.model {
            SimulationModel::Real { name, .. } => self.model_named(name).map(Some),
            SimulationModel::Agent { .. } => self.model_of_agent(&self.own_model_of(&setup.agent)?).map(Some),
            SimulationModel::Mock | SimulationModel::Scripted { .. } | SimulationModel::Recorded { .. } => Ok(None),
        }
    }

    /// What carries the calls of a session of this setup out. Of a recording it is the recording itself.
    pub(crate) fn hands_of<'a>(
        self: &Arc<Self>,
        studio: &'a Studio,
        id: &str,
        setup: &SimulationSetup,
        world: &Arc<AgentWorld>,
        allows: Option<&'a Allows<'a>>,
    ) -> Result<Hands<'a>, Error> {
        let recorded = match &setup.model {
            SimulationModel::Recorded { id } => Some(RecordedTools::of(&self.events_of(id)?)),
            SimulationModel::Mock
            | SimulationModel::Scripted { .. }
            | SimulationModel::Agent { .. }
            | SimulationModel::Real { .. } => None,
        };
        // Only a client's own tools tell it what they read.
        let chat = if setup.skills.is_some() { self.chat_model_of(setup)? } else { None };
        Ok(Hands { recorded, ..hands(studio, self, id, world, setup, chat.as_ref(), allows) })
    }
}

/// Refuses an agent without active skills where its runtime loads nothing but those (S0-23).
fn refuse_nothing_to_load(setup: &SimulationSetup, agent: &AgentDetail) -> Result<(), Error> {
    if setup.runtime != SimulatedRuntime::LightGenai || setup.skills.is_some() || !agent.loads.is_empty() {
        return Ok(());
    }
    let nothing = studio_store::Error::NoActiveSkills { agent: agent.edit.name.clone() };
    let why: Vec<String> = agent.left_out.iter().map(|left_out| format!(" {}", left_out.sentence())).collect();
    let end = if why.is_empty() { "" } else { "." };
    Err(Error::new(ErrorCode::Invalid, format!("{nothing}{end}{}", why.concat())))
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
    world: &Arc<AgentWorld>,
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
        world: Arc::clone(world),
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
