//! agent-lib: tools belong to components and are all in the tool set from the start. A skill does not add tools, it decides
//! which of the components' tools may be called: activating one disables all of them and enables the skill's, deactivating
//! it enables all again. A skill that names no tools leaves them alone.
//!
//! Whether a tool may be called is computed from the active skill alone, never switched step by step: a component that is
//! registered while a skill is active cannot leak its tools in, and an activation that fails leaves nothing behind.

mod answers;
mod boxes;
mod sections;

use serde_json::Value;

use self::answers::{COMPLETE, DEACTIVATE, GET, LIST};
use super::{Disclosure, Hook, OwnAnswer, RuntimeKind, own, shared};
use crate::context::{ComponentFacts, Event, Offered, Prompt, SkillFacts, State, ToolSource, ToolState, World};

pub use answers::skills_with_word;

/// What an active skill does to the tools of components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ComponentRule {
    /// Only the skill's own may be called: what the code does.
    #[default]
    OnlySkills,
    /// All of them may always be called: what the plan says.
    Always,
}

/// Discloses by components and skills.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentLib {
    /// What an active skill does to the tools of components.
    pub components: ComponentRule,
}

/// A skill's tools, and whether they are the ones that may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillToolState {
    /// The skill.
    pub skill: String,
    /// Names of its tools that exist.
    pub tools: Vec<String>,
    /// Whether it is active.
    pub is_active: bool,
    /// Names of all tools it lists.
    pub added: Vec<String>,
}

impl AgentLib {
    /// Each skill with its tools.
    pub fn skill_tools(world: &World, state: &State) -> Vec<SkillToolState> {
        let of = |skill: &SkillFacts| SkillToolState {
            skill: skill.name.clone(),
            tools: skill.tools.iter().filter(|name| world.tool(name).is_some()).cloned().collect(),
            is_active: state.is_active(&skill.name),
            added: skill.tools.clone(),
        };
        skills(world, state).map(of).collect()
    }

    /// Names of the active skill's tools; none where no skill is active.
    pub fn active_tools<'a>(world: &'a World, state: &State) -> &'a [String] {
        state.active_skill(world).map_or(&[], |skill| &skill.tools)
    }

    fn component_tool_enabled(self, active: Option<&SkillFacts>, name: &str) -> bool {
        match active {
            Some(skill) if self.components == ComponentRule::OnlySkills && !skill.tools.is_empty() => {
                skill.tools.iter().any(|tool| tool == name)
            }
            _ => true,
        }
    }
}

/// The skills that were not taken out.
pub(crate) fn skills<'a>(world: &'a World, state: &'a State) -> impl Iterator<Item = &'a SkillFacts> {
    world.assigned().filter(|skill| !state.removed.contains(&skill.name))
}

/// The components registered so far.
pub(crate) fn components<'a>(world: &'a World, state: &'a State) -> impl Iterator<Item = &'a ComponentFacts> {
    world.components.iter().filter(|component| !component.is_late || state.registered.contains(&component.key))
}

impl Disclosure for AgentLib {
    fn kind(&self) -> RuntimeKind {
        RuntimeKind::AgentLib
    }

    fn own_tools(&self, _: &World, _: &State) -> Vec<Offered> {
        vec![
            own::of_text(COMPLETE, "Ends the work and gives its result.", "result", "What came of the work"),
            own::of_text(GET, "Activates a skill by its name.", "skill_name", "Name of the skill"),
            own::of_nothing(LIST, "Lists the skills and says which is active."),
            own::of_nothing(DEACTIVATE, "Deactivates the skill that is active."),
        ]
    }

    fn answer(&self, world: &World, state: &State, name: &str, arguments: &Value) -> OwnAnswer {
        match name {
            COMPLETE => answers::complete(own::text(arguments, "result")),
            GET => answers::activate(world, state, own::text(arguments, "skill_name")),
            LIST => answers::list(world, state),
            DEACTIVATE => answers::deactivate(world, state),
            _ => OwnAnswer::refused(self.failed(&self.unknown_tool(name))),
        }
    }

    fn tool_set(&self, world: &World, state: &State) -> Vec<ToolState> {
        let active = state.active_skill(world);
        let mut set = shared::global(world, &self.own_tools(world, state));
        let mut names: std::collections::HashSet<String> = set.iter().map(|tool| tool.name.clone()).collect();
        for component in components(world, state) {
            for name in component.tools.iter().filter(|name| world.tool(name).is_some()) {
                if names.insert(name.clone()) {
                    set.push(ToolState {
                        name: name.clone(),
                        source: ToolSource::Component,
                        owner: component.key.clone(),
                        is_enabled: self.component_tool_enabled(active, name),
                    });
                }
            }
        }
        // A tool of a component that is not registered yet is no skill's own: its component brings it.
        let waiting: Vec<&str> = world
            .components
            .iter()
            .filter(|component| component.is_late && !state.registered.contains(&component.key))
            .flat_map(|component| component.tools.iter().map(String::as_str))
            .collect();
        let is_active = |skill: &SkillFacts| active.is_some_and(|active| active.name == skill.name);
        shared::add_skill_tools(&mut set, world, skills(world, state), is_active);
        set.retain(|tool| tool.source != ToolSource::Skill || !waiting.contains(&tool.name.as_str()));
        set
    }

    fn around(&self, world: &World, state: &State) -> Prompt {
        let mut pieces: Vec<_> = shared::instruction(world).into_iter().collect();
        pieces.extend(sections::skills(world, state));
        pieces.extend(sections::skill_tools(world, state));
        pieces.extend(sections::components(world, state));
        pieces.extend(sections::enhancement(world, state));
        let caller = |tool: &str| self.caller(world, state, tool);
        let tools = shared::offered(world, &self.tool_set(world, state), self.own_tools(world, state), caller);
        Prompt { pieces, tools }
    }

    fn hooks(&self, world: &World, events: &[Event]) -> Vec<Hook> {
        let hook = |skill: &str, text: fn(&SkillFacts) -> &str| hook_of(world, text(world.skill(skill)?));
        let of = |event: &Event| match event {
            Event::SkillActivated { skill, .. } => hook(skill, |skill| &skill.on_activate),
            Event::SkillDeactivated { skill } => hook(skill, |skill| &skill.on_deactivate),
            _ => None,
        };
        events.iter().filter_map(of).collect()
    }

    fn tells_unknown(&self) -> bool {
        true
    }

    fn unknown_tool(&self, name: &str) -> String {
        format!("Tool not found: {name}")
    }

    fn failed(&self, message: &str) -> String {
        serde_json::json!({ "error": message, "success": false }).to_string()
    }
}

/// A text that is the name of a component's tool, with arguments as a JSON object behind it where it takes any. Any other
/// text is a remark for people.
fn hook_of(world: &World, text: &str) -> Option<Hook> {
    let text = text.trim();
    let (tool, arguments) = text.split_once(char::is_whitespace).unwrap_or((text, "{}"));
    let arguments = arguments.trim();
    let is_call =
        world.component_of(tool).is_some() && serde_json::from_str::<serde_json::Map<String, Value>>(arguments).is_ok();
    is_call.then(|| Hook { tool: tool.to_owned(), arguments: arguments.to_owned() })
}
