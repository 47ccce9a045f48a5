//! The numbers of a session, by tool and by skill.

use std::{collections::HashSet, sync::Arc};

use studio_runtime::{context::World, session};

use crate::{
    Error, Studio,
    dto::{SimulationMetrics, SkillNumbers, ToolNumbers},
    simulate::runtimes,
};

impl Studio {
    /// What came of the tools and skills of a session so far.
    pub fn get_simulation_metrics(&self, id: &str) -> Result<SimulationMetrics, Error> {
        let live = self.session()?.simulation(id)?;
        let mut log = live.log.lock();
        let (world, events) = (Arc::clone(&log.world.world), log.events.clone());
        let disclosure = runtimes::disclosure(&log.setup, &log.world);
        let mut count = |text: &str| log.steps.counted.of(text) as u32;
        let (tools, skills) = session::metrics(&world, &*disclosure, &events, &mut count);
        drop(log);
        Ok(numbers(&world, tools, skills))
    }
}

fn numbers(world: &World, tools: Vec<session::ToolMetrics>, skills: Vec<session::SkillMetrics>) -> SimulationMetrics {
    let known: HashSet<&str> = world.tools.iter().map(|tool| tool.name.as_str()).collect();
    let tool = |one: session::ToolMetrics| ToolNumbers {
        is_own: !known.contains(one.tool.as_str()),
        mean_us: u32::try_from(one.total_us / u64::from(one.calls.max(1))).unwrap_or(u32::MAX),
        tool: one.tool,
        skill: one.skill,
        calls: one.calls,
        failed: one.failed,
        refused: one.refused,
        most_us: one.most_us,
        tokens: one.tokens,
    };
    let skill = |one: session::SkillMetrics| SkillNumbers {
        skill: one.skill,
        chosen: one.chosen,
        required: one.required,
        steps: one.steps,
        files: one.files,
        calls: one.calls,
        failed: one.failed,
    };
    SimulationMetrics { tools: tools.into_iter().map(tool).collect(), skills: skills.into_iter().map(skill).collect() }
}
