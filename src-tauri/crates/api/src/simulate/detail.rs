//! A session as it was at one event: what the model would be sent, and what there is.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use studio_runtime::{
    context::{Ledger, Offered, Piece, Prompt, State, ToolSource, ToolState, World},
    disclosure::AgentLib,
};

use crate::{
    Error, ErrorCode, Studio,
    dto::{ContextPart, PromptSection, SimulationStepDetail, SkillTools, StepComponent, StepTool},
    simulate::runtimes,
    state::live::AgentWorld,
};

/// Counts the tokens of a text.
type Count<'a> = dyn FnMut(&str) -> u32 + 'a;

impl Studio {
    /// A session as it was before one of its events: what the model would be sent, and what there is. After the last event
    /// where there are no more.
    pub fn get_simulation_step(&self, id: &str, event: u32) -> Result<SimulationStepDetail, Error> {
        self.simulation_step(id, event, true)
    }

    /// The same without the texts of the prompt, of which a long session has very many: no sections are told.
    pub fn get_simulation_step_in_brief(&self, id: &str, event: u32) -> Result<SimulationStepDetail, Error> {
        self.simulation_step(id, event, false)
    }

    fn simulation_step(&self, id: &str, event: u32, is_whole: bool) -> Result<SimulationStepDetail, Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let mut log = live.log.lock();
        let before = log.events.get(..event as usize).ok_or_else(|| {
            let message = format!("The session has {} events; event {event} doesn't exist.", log.events.len());
            Error::new(ErrorCode::NotFound, message)
        })?;
        let agent = Arc::clone(&log.world);
        let world = &agent.world;
        let state = State::after(world, before);
        let disclosure = runtimes::disclosure(&log.setup, &agent);
        let (prompt, own) = (disclosure.prompt(world, &state), disclosure.own_tools(world, &state));
        let calls = log.calls.get(&event).cloned().unwrap_or_default();
        let mut count = |text: &str| log.steps.counted.of(text) as u32;
        let tools = tools(&agent, &state, &prompt, &own, &mut count);
        let ledger = Ledger::of(&prompt, |text| count(text) as usize);
        let sections = if is_whole { sections(prompt.pieces, &mut count) } else { Vec::new() };
        Ok(SimulationStepDetail {
            event,
            sections,
            tools,
            components: components(world, &state),
            skills: skills(world, &state),
            active: state.active.clone(),
            active_tools: active_tools(world, &state),
            tokens: ledger.total() as u32,
            baseline_tokens: log.steps.baseline(world, &state),
            ledger: ledger
                .lines
                .into_iter()
                .map(|line| ContextPart { tier: line.tier, origin: line.origin, tokens: line.tokens as u32 })
                .collect(),
            calls,
        })
    }
}

/// The parts of a prompt, in their order.
pub(crate) fn sections(pieces: Vec<Piece>, count: &mut Count<'_>) -> Vec<PromptSection> {
    let section = |piece: Piece| PromptSection {
        role: piece.role,
        tier: piece.tier,
        origin: piece.origin,
        tokens: count(&piece.text),
        text: piece.text,
    };
    pieces.into_iter().map(section).collect()
}

/// The tool set, `own` being the runtime's, with what of it the model is offered.
pub(crate) fn tools(
    agent: &AgentWorld,
    state: &State,
    prompt: &Prompt,
    own: &[Offered],
    count: &mut Count<'_>,
) -> Vec<StepTool> {
    let by_name = |tools: &'_ [Offered]| -> HashMap<String, Offered> {
        tools.iter().map(|tool| (tool.name.clone(), tool.clone())).collect()
    };
    let (own, offered) = (by_name(own), by_name(&prompt.tools));
    let known: HashMap<&str, _> = agent.world.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
    let of_active: HashSet<String> = active_tools(&agent.world, state).into_iter().collect();
    let owned = |tool: &ToolState, source| (tool.source == source).then(|| tool.owner.clone());
    let tool = |tool: &ToolState| {
        let name = tool.name.as_str();
        let own = own.get(name);
        // As it is offered: a skill's link may bind another version than the newest.
        let (description, schema) = match (own.or_else(|| offered.get(name)), known.get(name)) {
            (Some(offered), _) => (offered.description.clone(), pretty(&offered.schema)),
            (None, Some(known)) => (known.description.clone(), pretty(&known.schema)),
            (None, None) => (String::new(), String::new()),
        };
        StepTool {
            name: name.to_owned(),
            description,
            source: tool.source,
            owner: tool.owner.clone(),
            component_key: owned(tool, ToolSource::Component),
            skill_name: owned(tool, ToolSource::Skill),
            enabled: tool.is_enabled,
            handler: own.map(|_| "the runtime".to_owned()).or_else(|| agent.handlers.get(name).cloned()),
            is_of_active_skill: of_active.contains(name),
            is_own: own.is_some(),
            schema,
            tokens: offered.get(name).map(|offered| count(&offered.text())),
        }
    };
    state.tools.iter().map(tool).collect()
}

/// Each skill with its tools.
pub(crate) fn skills(world: &World, state: &State) -> Vec<SkillTools> {
    let of = |one: studio_runtime::disclosure::SkillToolState| SkillTools {
        skill_name: one.skill,
        tools: one.tools,
        active: one.is_active,
        added_tool_names: one.added,
    };
    AgentLib::skill_tools(world, state).into_iter().map(of).collect()
}

/// The components with their states.
pub(crate) fn components(world: &World, state: &State) -> Vec<StepComponent> {
    let of = |component: &studio_runtime::context::ComponentFacts| StepComponent {
        key: component.key.clone(),
        value: pretty(state.components.get(&component.key).unwrap_or(&component.state)),
        initial: pretty(&component.state),
        tools: component.tools.clone(),
    };
    world.components.iter().map(of).collect()
}

/// Names of the tools of active skills.
pub(crate) fn active_tools(world: &World, state: &State) -> Vec<String> {
    let mut seen = HashSet::new();
    let active = state.active.iter().filter_map(|name| world.skill(name));
    active.flat_map(|skill| skill.tools.clone()).filter(|name| seen.insert(name.clone())).collect()
}

fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
