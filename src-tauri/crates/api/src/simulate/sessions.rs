//! A session from its first message to its end.

use std::{collections::HashMap, sync::Arc};

use studio_runtime::{
    context::{EndReason, Event, Ledger, Message, Tier},
    disclosure::{Disclosure, Everything},
    session::{Limits, Session as Simulated},
};

use crate::{
    Error, ErrorCode, Studio,
    calls::deferred::RunningCall,
    dto::{ConsentRequest, SimulatedTool, Simulation, SimulationRequest, SimulationStep, TierTokens},
    simulate::{hands::Hands, runtimes, world::AgentWorld},
    skills::token_counts::count,
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
        let AgentWorld { world, tools, skills } = session.world_of(&agent)?;
        let world = Arc::new(world);
        let names: Vec<String> = world.assigned().map(|skill| skill.name.clone()).collect();
        let tool_names = tools.keys().cloned().collect();
        let disclosure = runtimes::disclosure(&session, request.runtime, request.components, tool_names, &names);
        let model = runtimes::model(&session, &request.model, names)?;
        let running = RunningCall::enter(&session, &request.session_id);
        let components = world.components.iter();
        let components: HashMap<String, String> =
            components.flat_map(|one| one.tools.iter().map(|tool| (tool.clone(), one.key.clone()))).collect();
        let hands = Hands {
            studio: self,
            session: Arc::clone(&session),
            session_id: request.session_id.clone(),
            tools,
            skills,
            components,
            library: request.tool_library.clone(),
            allows,
        };
        let limits = Limits { iterations: request.max_iterations, ..Limits::default() };
        let mut simulated = Simulated::start(Arc::clone(&world), Arc::clone(&disclosure), limits);
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
        problem: problem(simulated),
        events: simulated.events().to_vec(),
    }
}

fn problem(simulated: &Simulated) -> Option<String> {
    match simulated.state().ended? {
        EndReason::Answered | EndReason::Completed => None,
        EndReason::TooManyIterations => Some("Maximum iteration limit reached".to_owned()),
        EndReason::Cancelled => Some("The session was stopped.".to_owned()),
        EndReason::ModelFailed => simulated.events().iter().rev().find_map(|event| match event {
            Event::ModelFailed { message, .. } => Some(message.clone()),
            _ => None,
        }),
    }
}

fn steps(simulated: &Simulated, disclosure: &dyn Disclosure) -> Vec<SimulationStep> {
    let mut counted = HashMap::new();
    let mut tokens = |text: &str| *counted.entry(text.to_owned()).or_insert_with(|| count(text) as usize);
    let world = simulated.world();
    let mut state = studio_runtime::context::State::new(world);
    let mut steps = Vec::new();
    for (at, event) in simulated.events().iter().enumerate() {
        if matches!(event, Event::ModelAsked { .. }) {
            let ledger = Ledger::of(&disclosure.prompt(world, &state), &mut tokens);
            let baseline = Ledger::of(&Everything.prompt(world, &state), &mut tokens);
            let tools = state.tools.iter().map(|tool| SimulatedTool {
                name: tool.name.clone(),
                source: tool.source,
                owner: tool.owner.clone(),
                enabled: tool.is_enabled,
            });
            steps.push(SimulationStep {
                event: at as u32,
                tiers: tiers(&ledger),
                baseline_tokens: baseline.total() as u32,
                tools: tools.collect(),
            });
        }
        state.apply(event);
    }
    steps
}

fn tiers(ledger: &Ledger) -> TierTokens {
    let of = |tier| ledger.tier(tier) as u32;
    TierTokens {
        system: of(Tier::System),
        catalogue: of(Tier::Catalogue),
        bodies: of(Tier::Body),
        files: of(Tier::File),
        tool_schemas: of(Tier::ToolSchema),
        conversation: of(Tier::Conversation),
        tool_results: of(Tier::ToolResult),
    }
}
