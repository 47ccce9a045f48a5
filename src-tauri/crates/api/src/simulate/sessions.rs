//! A session from its first message to its end.

use std::sync::Arc;

use studio_runtime::{
    context::{EndReason, Message, State},
    disclosure::Disclosure,
    session::Session as Simulated,
};

use crate::{
    Error, ErrorCode, Studio,
    calls::deferred::RunningCall,
    dto::{ConsentRequest, SimulatedTool, Simulation, SimulationRequest, SimulationStep},
    simulate::{live::problem, ready, runtimes, steps::Steps, world::Scope},
};

impl Studio {
    /// Simulates a session of an agent. `allows` is asked for what would run on this machine.
    pub fn simulate(
        &self,
        request: &SimulationRequest,
        allows: &(dyn Fn(&ConsentRequest) -> bool + Send + Sync),
    ) -> Result<Simulation, Error> {
        let session = self.session()?;
        let agent = self.get_agent(&request.agent)?;
        // A slip in its name would otherwise come back as the answer of every tool.
        request.tool_library.as_ref().map(|name| self.library_tools(name)).transpose()?;
        let agent = session.world_of(&agent, &Scope::WHOLE)?;
        let world = &agent.world;
        let names: Vec<String> = world.assigned().map(|skill| skill.name.clone()).collect();
        let tool_names = agent.tools.keys().cloned().collect();
        let disclosure = runtimes::disclosure(&session, request.runtime, request.components, tool_names, &names);
        let model = runtimes::model(&session, &request.model, names, 0)?;
        let running = RunningCall::enter(&session, &request.session_id);
        let hands =
            ready::hands(self, &session, &request.session_id, &agent, request.tool_library.as_ref(), Some(allows));
        let limits = ready::limits(request.max_iterations);
        let mut simulated = Simulated::start(Arc::clone(world), Arc::clone(&disclosure), limits);
        for message in &request.messages {
            simulated.say(message).map_err(|refused| Error::new(ErrorCode::Invalid, refused.to_owned()))?;
            simulated.run(&*model, &hands, &running.stop, &mut |_| {});
        }
        Ok(told(request, &simulated, &*disclosure))
    }
}

/// A session as it is told.
fn told(request: &SimulationRequest, simulated: &Simulated, disclosure: &dyn Disclosure) -> Simulation {
    let state = simulated.state();
    let is_answer = matches!(state.ended, Some(EndReason::Answered | EndReason::Completed));
    let response = state.messages.iter().rev().find_map(|message| match message {
        Message::Assistant { text, .. } if !text.is_empty() => Some(text.clone()),
        _ => None,
    });
    Simulation {
        agent: simulated.world().agent.name.clone(),
        runtime: request.runtime,
        steps: steps(simulated, disclosure),
        response: response.filter(|_| is_answer).unwrap_or_default(),
        tools_used: state.used.clone(),
        ended: state.ended,
        problem: problem(state, simulated.events()),
        events: simulated.events().to_vec(),
    }
}

fn steps(simulated: &Simulated, disclosure: &dyn Disclosure) -> Vec<SimulationStep> {
    let world = simulated.world();
    let mut counted = Steps::default();
    counted.advance(world, disclosure, simulated.events(), 0);
    let mut points = counted.points.into_iter().peekable();
    let mut state = State::new(world);
    let mut steps = Vec::new();
    for (at, event) in simulated.events().iter().enumerate() {
        if let Some(point) = points.next_if(|point| point.event as usize == at) {
            let tools = state.tools.iter().map(|tool| SimulatedTool {
                name: tool.name.clone(),
                source: tool.source,
                owner: tool.owner.clone(),
                enabled: tool.is_enabled,
            });
            steps.push(SimulationStep {
                event: at as u32,
                tiers: point.tiers,
                baseline_tokens: point.baseline_tokens,
                tools: tools.collect(),
            });
        }
        state.apply(event);
    }
    steps
}
