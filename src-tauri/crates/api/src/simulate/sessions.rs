//! A session from its first message to its end.

use std::sync::Arc;

use studio_runtime::{
    context::{EndReason, Event, State},
    disclosure::Disclosure,
    session::{RecordedTools, Session as Simulated},
};

use crate::{
    Error, ErrorCode, Studio,
    calls::deferred::RunningCall,
    dto::{
        ConsentKind, ConsentRequest, ModelSettings, SimulatedModel, SimulatedRuntime, Simulation, SimulationRequest,
        SimulationStep,
    },
    simulate::{
        acts, compacting, detail,
        hands::Hands,
        ready::{self, Calls},
        real::SoFar,
        runtimes,
    },
    state::{
        live::{AgentWorld, problem},
        steps::Steps,
    },
};

impl Studio {
    /// Simulates a session of an agent. `allows` is asked for what would run on this machine.
    pub fn simulate(
        &self,
        request: &SimulationRequest,
        allows: &(dyn Fn(&ConsentRequest) -> bool + Send + Sync),
    ) -> Result<Simulation, Error> {
        let session = self.session()?;
        let calls = match &request.model {
            SimulatedModel::Recorded { .. } => Calls::NotMade,
            SimulatedModel::Mock | SimulatedModel::Scripted { .. } | SimulatedModel::Real { .. } => Calls::Made,
        };
        let agent = Arc::new(acts::world(session.world_for(&request.setup, self, calls)?, &request.acts));
        acts::check(request, &agent.world)?;
        let world = &agent.world;
        let disclosure = runtimes::disclosure(&request.setup, &agent);
        let chat = match &request.model {
            SimulatedModel::Real { settings, .. } => Some(&**settings),
            SimulatedModel::Mock | SimulatedModel::Scripted { .. } | SimulatedModel::Recorded { .. } => None,
        };
        if let Some(settings) = chat {
            self.allow_key(settings, allows)?;
        }
        let model = runtimes::model(&session, &request.model, &agent, &SoFar::default())?;
        let running = RunningCall::enter(&session, &request.session_id);
        let recorded = match &request.model {
            SimulatedModel::Recorded { events } => Some(RecordedTools::of(events)),
            SimulatedModel::Mock | SimulatedModel::Scripted { .. } | SimulatedModel::Real { .. } => None,
        };
        let hands = ready::hands(self, &session, &request.session_id, &agent, &request.setup, chat, Some(allows));
        let hands = Hands { recorded, ..hands };
        let limits = ready::limits(request.setup.max_iterations);
        let mut simulated = Simulated::start(Arc::clone(world), Arc::clone(&disclosure), limits);
        compacting::check(&simulated, request.messages.len(), &request.compact_after)?;
        for (message, number) in request.messages.iter().zip(1..) {
            simulated.say(message).map_err(|refused| Error::new(ErrorCode::Invalid, refused.to_owned()))?;
            simulated.run(&*model, &hands, &running.stop, &mut |_| {});
            if request.compact_after.contains(&number) {
                compacting::compact(&mut simulated)?;
            }
            acts::perform(&mut simulated, &request.acts, number);
        }
        let calls = std::mem::take(&mut *hands.done.lock());
        Ok(Simulation { calls, ..told(request.setup.runtime, &agent, &simulated, &*disclosure) })
    }

    /// Asks the author before a model's key goes where it was never sent.
    fn allow_key(
        &self,
        settings: &ModelSettings,
        allows: &(dyn Fn(&ConsentRequest) -> bool + Send + Sync),
    ) -> Result<(), Error> {
        let Some(asked) = self.asked_for_model(settings)? else { return Ok(()) };
        if allows(&asked) {
            return self.grant_consent(&asked.hash);
        }
        let place = asked.argv.first().cloned().unwrap_or_default();
        let message = match asked.kind {
            ConsentKind::Model => {
                format!("You didn't allow sending requests to the chat model {} at {place}.", asked.subject)
            }
            _ => format!("You didn't allow sending {} to {place}.", asked.subject),
        };
        Err(Error::new(ErrorCode::Invalid, message))
    }
}

/// A session as it is told, without its calls.
pub(crate) fn told(
    runtime: SimulatedRuntime,
    agent: &AgentWorld,
    simulated: &Simulated,
    disclosure: &dyn Disclosure,
) -> Simulation {
    let state = simulated.state();
    let is_answer = matches!(state.ended, Some(EndReason::Answered | EndReason::Completed));
    let response = simulated.events().iter().rev().find_map(|event| match event {
        Event::ModelReplied { text, .. } if !text.is_empty() => Some(text.clone()),
        _ => None,
    });
    Simulation {
        agent: simulated.world().agent.name.clone(),
        runtime,
        steps: steps(agent, simulated, disclosure),
        response: response.filter(|_| is_answer).unwrap_or_default(),
        tools_used: state.used.clone(),
        ended: state.ended,
        problem: problem(state, simulated.events()),
        listing: agent.listing.clone(),
        not_taken: agent.not_taken.clone(),
        calls: Vec::new(),
        events: simulated.events().to_vec(),
    }
}

fn steps(agent: &AgentWorld, simulated: &Simulated, disclosure: &dyn Disclosure) -> Vec<SimulationStep> {
    let world = &agent.world;
    let mut counted = Steps::default();
    counted.advance(world, disclosure, simulated.events(), 0);
    let mut points = std::mem::take(&mut counted.points).into_iter().peekable();
    let mut state = State::new(world);
    let mut steps = Vec::new();
    for (at, event) in simulated.events().iter().enumerate() {
        if let Some(point) = points.next_if(|point| point.event as usize == at) {
            let prompt = disclosure.prompt(world, &state);
            let own = disclosure.own_tools(world, &state);
            let mut count = |text: &str| counted.counted.of(text) as u32;
            steps.push(SimulationStep {
                event: at as u32,
                tiers: point.tiers,
                baseline_tokens: point.baseline_tokens,
                tools: detail::tools(agent, &state, &prompt, &own, &mut count),
                sections: detail::sections(prompt.pieces, &mut count),
                skills: detail::skills(world, &state),
                active: state.active.clone(),
                active_tools: detail::active_tools(world, &state),
                components: detail::components(world, &state),
            });
        }
        state.apply(event);
    }
    steps
}
