//! What a session tells of its own accord: what is missing, and which tools there are.

use std::sync::Arc;

use super::Session;
use crate::context::{Event, Warning};

impl Session {
    /// Tells which skills of the agent are not there, and why, and which tools its skills name and nobody has, where that
    /// was not told yet.
    pub(super) fn tell_absent(&mut self) {
        let world = Arc::clone(&self.world);
        let absent = world.absent.iter().map(|absent| {
            let (skill, why) = (absent.skill.clone(), absent.why.clone());
            Warning::SkillAbsent { skill, why }
        });
        // Whoever looks at a skill's tools as it loads them tells it then.
        let unknown = world.unknown.iter().filter(|_| !self.disclosure.tells_unknown());
        let unknown = unknown.map(|unknown| {
            let (skill, tool) = (unknown.skill.clone(), unknown.tool.clone());
            Warning::UnknownTool { skill, tool }
        });
        let warnings: Vec<Warning> = absent.chain(unknown).collect();
        for warning in warnings {
            let warned = Event::Warned { warning };
            if !self.events.contains(&warned) {
                self.add(warned);
            }
        }
    }

    /// Tells the tool set, where it is not what was told last.
    pub(super) fn tell_tools(&mut self) {
        let tools = self.disclosure.tool_set(&self.world, &self.state);
        if tools != self.state.tools {
            self.add(Event::ToolsChanged { tools });
        }
    }
}
