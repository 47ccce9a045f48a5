//! adk-rust: every message of the user selects at most one skill. Its coordinator makes the skill's text the system
//! instruction of that message and binds the tools that the text names, and no others; its injector puts a short block before
//! the user's words and binds none. An instruction never names a tool that is not bound: the [`Selector`] answers for that.

use std::{fmt, sync::Arc};

use serde_json::Value;

use super::{Disclosure, OwnAnswer, RuntimeKind, shared};
use crate::context::{Event, Offered, Origin, Piece, Prompt, State, Tier, ToolSource, ToolState, Warning, World};

/// Selects the skill of a message.
pub trait Selector: Send + Sync {
    /// The skill with its context, or why there is none: a line for each skill that was considered.
    fn select(&self, query: &str) -> Result<Chosen, Vec<String>>;
}

/// A skill that was selected.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Its name.
    pub skill: String,
    /// Its score.
    pub score: f32,
    /// The text for the context.
    pub text: String,
    /// Names of the tools it was bound with.
    pub tools: Vec<String>,
    /// Names of the tools it lists and was not bound with.
    pub left_out: Vec<String>,
}

/// Discloses one skill a message, selected by score.
#[derive(Clone)]
pub struct AdkRust {
    /// What selects.
    pub selector: Arc<dyn Selector>,
    /// Which of its two ways it goes.
    pub way: AdkWay,
}

/// How adk-rust puts a skill into the context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AdkWay {
    /// Its coordinator: the text is the system instruction, with the tools it names.
    #[default]
    Coordinator,
    /// Its injector: a block before the user's words, without tools.
    Injector,
}

impl fmt::Debug for AdkRust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AdkRust").field("way", &self.way).finish_non_exhaustive()
    }
}

impl Disclosure for AdkRust {
    fn kind(&self) -> RuntimeKind {
        RuntimeKind::AdkRust
    }

    fn own_tools(&self, _: &World, _: &State) -> Vec<Offered> {
        Vec::new()
    }

    fn answer(&self, _: &World, _: &State, name: &str, _: &Value) -> OwnAnswer {
        OwnAnswer::refused(self.unknown_tool(name))
    }

    // As adk-agent 0.6.0 answers: the run goes on, and the model reads what went wrong.
    fn unknown_tool(&self, name: &str) -> String {
        format!("Tool {name} not found")
    }

    fn failed(&self, message: &str) -> String {
        serde_json::json!({ "error": message }).to_string()
    }

    fn tool_set(&self, world: &World, state: &State) -> Vec<ToolState> {
        let owner = state.injected().map_or("global", |(skill, _)| skill).to_owned();
        let mut set = shared::global(world, &[]);
        let bound = state.bound.iter().filter(|name| world.tool(name).is_some() && !world.given.contains(name));
        set.extend(bound.map(|name| ToolState {
            name: name.clone(),
            source: ToolSource::Skill,
            owner: owner.clone(),
            is_enabled: true,
        }));
        set
    }

    // Nothing is activated: the skill that was selected for the message calls the tools it was bound with.
    fn caller<'a>(&self, _: &'a World, state: &'a State, tool: &str) -> Option<&'a str> {
        let is_bound = state.bound.iter().any(|name| name == tool);
        state.injected().filter(|_| is_bound).map(|(skill, _)| skill)
    }

    fn hear(&self, _: &World, _: &State, text: &str) -> Vec<Event> {
        match self.selector.select(text) {
            Ok(Chosen { skill, score, text, tools, left_out }) => {
                let warned = left_out.into_iter().map(|tool| {
                    let skill = skill.clone();
                    Event::Warned { warning: Warning::ToolLeftOut { skill, tool } }
                });
                let mut events: Vec<Event> = warned.collect();
                events.push(Event::SkillInjected { skill, text, tools, score });
                events
            }
            Err(reasons) => vec![Event::NothingSelected { reasons }],
        }
    }

    fn tells_unknown(&self) -> bool {
        true
    }

    fn around(&self, world: &World, state: &State) -> Prompt {
        let mut pieces: Vec<Piece> = shared::instruction(world).into_iter().collect();
        if let (AdkWay::Coordinator, Some((skill, text))) = (self.way, state.injected()) {
            let text = if pieces.is_empty() { text.to_owned() } else { format!("\n\n{text}") };
            pieces.push(Piece::system(Tier::Body, Origin::Skill { skill: skill.to_owned() }, text));
        }
        let caller = |tool: &str| self.caller(world, state, tool);
        Prompt { pieces, tools: shared::offered(world, &self.tool_set(world, state), Vec::new(), caller) }
    }

    fn conversation(&self, _: &World, state: &State, from: usize) -> Vec<Piece> {
        let messages = &state.messages[from..];
        match self.way {
            AdkWay::Coordinator => shared::plain_conversation(messages).collect(),
            AdkWay::Injector => shared::conversation(messages),
        }
    }
}
