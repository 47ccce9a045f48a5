//! What a session tells of its own accord: what is missing, and which tools there are.

use std::sync::Arc;

use super::Session;
use crate::context::{Event, Warning};

impl Session {
    /// Tells which skills of the agent are not there, and why, where that was not told yet.
    pub(super) fn tell_absent(&mut self) {
        let world = Arc::clone(&self.world);
        for absent in &world.absent {
            let (skill, why) = (absent.skill.clone(), absent.why.clone());
            let warned = Event::Warned { warning: Warning::SkillAbsent { skill, why } };
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
