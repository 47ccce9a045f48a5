//! Everything up front: every skill's whole text and every tool's schema from the start. No runtime should do this; it is
//! what the others are measured against.

use serde_json::Value;

use super::{Disclosure, OwnAnswer, RuntimeKind, shared};
use crate::context::{Offered, Origin, Piece, Prompt, State, Tier, ToolSource, ToolState, World};

/// Discloses everything at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Everything;

impl Disclosure for Everything {
    fn kind(&self) -> RuntimeKind {
        RuntimeKind::Everything
    }

    fn discloses_files(&self) -> bool {
        true
    }

    fn own_tools(&self, _: &World, _: &State) -> Vec<Offered> {
        Vec::new()
    }

    fn answer(&self, _: &World, _: &State, name: &str, _: &Value) -> OwnAnswer {
        OwnAnswer::refused(self.unknown_tool(name))
    }

    fn tool_set(&self, world: &World, _: &State) -> Vec<ToolState> {
        let owner = |tool: &str| {
            let by_component = world.component_of(tool).map(|one| (ToolSource::Component, one.key.clone()));
            by_component
                .or_else(|| {
                    world
                        .skills
                        .iter()
                        .find(|skill| skill.has_tool(tool))
                        .map(|skill| (ToolSource::Skill, skill.name.clone()))
                })
                .unwrap_or((ToolSource::Global, "global".to_owned()))
        };
        let state = |tool: &crate::context::ToolFacts| {
            let (source, owner) = owner(&tool.name);
            ToolState { name: tool.name.clone(), source, owner, is_enabled: true }
        };
        world.tools.iter().map(state).collect()
    }

    // All skills are there from the start: the first one that has a tool calls it.
    fn caller<'a>(&self, world: &'a World, _: &'a State, tool: &str) -> Option<&'a str> {
        world.skills.iter().find(|skill| skill.has_tool(tool)).map(|skill| skill.name.as_str())
    }

    fn around(&self, world: &World, state: &State) -> Prompt {
        let mut pieces: Vec<Piece> = shared::instruction(world).into_iter().collect();
        for skill in &world.skills {
            let origin = || Origin::Skill { skill: skill.name.clone() };
            let head = format!("\n\n# {}\n{}\n", skill.name, skill.description);
            pieces.push(Piece::system(Tier::Catalogue, origin(), head));
            pieces.push(Piece::system(Tier::Body, origin(), format!("\n{}\n", skill.whole_direction())));
            for file in &skill.files {
                let Some(text) = &file.text else { continue };
                let origin = Origin::File { skill: skill.name.clone(), path: file.path.clone() };
                pieces.push(Piece::system(Tier::File, origin, format!("\n## {}\n{text}\n", file.path)));
            }
        }
        let caller = |tool: &str| self.caller(world, state, tool);
        Prompt { pieces, tools: shared::offered(world, &self.tool_set(world, state), Vec::new(), caller) }
    }
}
