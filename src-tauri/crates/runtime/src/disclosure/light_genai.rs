//! light-genai-4j: the descriptions of the assigned skills in load order, and nothing else; choosing a skill brings its
//! instructions and registers its tools' schemas, and those of the skills it requires.

use serde_json::Value;

use super::{Disclosure, OwnAnswer, RuntimeKind, own, shared};
use crate::context::{Event, Offered, Origin, Piece, Prompt, State, Tier, ToolState, World};

const CHOOSE: &str = "select_skill";

/// Discloses schemas when a skill is chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct LightGenai;

impl Disclosure for LightGenai {
    fn kind(&self) -> RuntimeKind {
        RuntimeKind::LightGenai
    }

    fn own_tools(&self, world: &World, _: &State) -> Vec<Offered> {
        if world.assigned().next().is_none() {
            return Vec::new();
        }
        let names: Vec<&str> = world.assigned().map(|skill| skill.name.as_str()).collect();
        let about = "Selects a skill. Its instructions and its tools are there from then on.";
        vec![own::of_skill(CHOOSE, about, "skill", &names)]
    }

    fn answer(&self, world: &World, state: &State, name: &str, arguments: &Value) -> OwnAnswer {
        let asked = own::text(arguments, "skill");
        let Some(skill) = world.skill(asked).filter(|skill| skill.is_assigned && name == CHOOSE) else {
            return OwnAnswer::refused(match world.why_absent(asked) {
                Some(why) => format!("Skill \"{asked}\" can't be loaded. {why}"),
                None => format!("Skill \"{asked}\" is not assigned to this agent"),
            });
        };
        if state.is_active(&skill.name) {
            return OwnAnswer::said(format!("Skill \"{}\" is already selected.", skill.name));
        }
        let (order, mut events) = match shared::with_required(world, skill) {
            Ok(found) => found,
            Err(unmet) => return OwnAnswer::refused(unmet.to_string()),
        };
        let mut content = String::new();
        for one in order.into_iter().filter(|one| !state.is_active(&one.name)) {
            let required_by = (one.name != skill.name).then(|| skill.name.clone());
            events.push(Event::SkillActivated { skill: one.name.clone(), required_by });
            if !content.is_empty() {
                content.push_str("\n\n");
            }
            content.extend(["# ", &one.name, "\n\n", &one.whole_direction()]);
        }
        OwnAnswer { events, tier: Tier::Body, ..OwnAnswer::said(content) }
    }

    fn tool_set(&self, world: &World, state: &State) -> Vec<ToolState> {
        let mut set = shared::global(world, &self.own_tools(world, state));
        let active = state.active.iter().filter_map(|name| world.skill(name));
        shared::add_skill_tools(&mut set, world, active, |_| true);
        set
    }

    fn around(&self, world: &World, state: &State) -> Prompt {
        let mut pieces: Vec<Piece> = shared::instruction(world).into_iter().collect();
        if world.assigned().next().is_some() {
            let head = "\n\nYou have these skills. Select one before you use its tools.\n";
            pieces.push(Piece::system(Tier::System, Origin::Runtime, head));
        }
        for skill in world.assigned() {
            let line = format!("- {}: {}\n", skill.name, skill.description);
            pieces.push(Piece::system(Tier::Catalogue, Origin::Skill { skill: skill.name.clone() }, line));
        }
        let caller = |tool: &str| self.caller(world, state, tool);
        let tools = shared::offered(world, &self.tool_set(world, state), self.own_tools(world, state), caller);
        Prompt { pieces, tools }
    }
}
