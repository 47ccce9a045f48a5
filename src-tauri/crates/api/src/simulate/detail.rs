//! A session as it was at one event.

use std::collections::HashMap;

use studio_runtime::{
    context::{Ledger, Offered, State},
    disclosure::AgentLib,
};

use crate::{
    Error, ErrorCode, Studio,
    dto::{ContextPart, PromptSection, SimulationStepDetail, SkillTools, StepComponent, StepTool},
};

impl Studio {
    /// A session as it was before one of its events: what the model would be sent, and what there is. After the last event
    /// where there are no more.
    pub fn get_simulation_step(&self, id: &str, event: u32) -> Result<SimulationStepDetail, Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let mut log = live.log.lock();
        let before = log.events.get(..event as usize).ok_or_else(|| {
            let message = format!("The session has {} events; there is none {event}.", log.events.len());
            Error::new(ErrorCode::NotFound, message)
        })?;
        let agent = std::sync::Arc::clone(&log.world);
        let world = &agent.world;
        let state = State::after(world, before);
        let disclosure = session.disclosure_of(&log.setup, &agent);
        let prompt = disclosure.prompt(world, &state);
        let mut count = |text: &str| log.steps.counted.of(text) as u32;
        let sections: Vec<PromptSection> = prompt
            .pieces
            .iter()
            .map(|piece| PromptSection {
                role: piece.role,
                tier: piece.tier,
                origin: piece.origin.clone(),
                tokens: count(&piece.text),
                text: piece.text.clone(),
            })
            .collect();
        let offered: HashMap<&str, &Offered> = prompt.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
        let own = disclosure.own_tools(world, &state);
        let own: HashMap<&str, &Offered> = own.iter().map(|tool| (tool.name.as_str(), tool)).collect();
        let known: HashMap<&str, _> = world.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
        let tool = |tool: &studio_runtime::context::ToolState| {
            let name = tool.name.as_str();
            let own = own.get(name);
            let (description, schema) = match (own, known.get(name)) {
                (Some(own), _) => (own.description.clone(), &own.schema),
                (None, Some(known)) => (known.description.clone(), &known.schema),
                (None, None) => (String::new(), &serde_json::Value::Null),
            };
            StepTool {
                name: name.to_owned(),
                description,
                source: tool.source,
                owner: tool.owner.clone(),
                enabled: tool.is_enabled,
                is_own: own.is_some(),
                schema: pretty(schema),
                tokens: offered.get(name).map(|offered| count(&offered.text())),
            }
        };
        let tools = state.tools.iter().map(tool).collect();
        let skills = AgentLib::skill_tools(world, &state).into_iter().map(|one| SkillTools {
            skill_name: one.skill,
            tools: one.tools,
            active: one.is_active,
            added_tool_names: one.added,
        });
        let components = world.components.iter().map(|component| StepComponent {
            key: component.key.clone(),
            value: pretty(state.components.get(&component.key).unwrap_or(&component.state)),
            initial: pretty(&component.state),
            tools: component.tools.clone(),
        });
        let active_tools =
            state.active.iter().filter_map(|name| world.skill(name)).flat_map(|skill| skill.tools.clone());
        let (skills, components, active_tools) = (skills.collect(), components.collect(), active_tools.collect());
        let ledger = Ledger::of(&prompt, |text| log.steps.counted.of(text));
        let baseline_tokens = log.steps.baseline(world, &state);
        Ok(SimulationStepDetail {
            event,
            sections,
            tools,
            components,
            skills,
            active: state.active.clone(),
            active_tools,
            tokens: ledger.total() as u32,
            ledger: ledger
                .lines
                .into_iter()
                .map(|line| ContextPart { tier: line.tier, origin: line.origin, tokens: line.tokens as u32 })
                .collect(),
            baseline_tokens,
            calls: log.calls.get(&event).cloned().unwrap_or_default(),
        })
    }
}

fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
