//! Runtimes: who puts which skill into the context, when, and what that does to the tools.
//!
//! Each is a [`Disclosure`]: a pure function of the [`World`] and of what happened so far. It keeps nothing itself and
//! carries nothing out, so a session under it can be replayed, forked and compared.

mod adk;
mod agent_lib;
mod agent_skills;
mod costs;
mod everything;
mod inputs;
mod light_genai;
mod own;
mod shared;

pub use adk::{AdkRust, AdkWay, Chosen, Selector};
pub use agent_lib::{AgentLib, ComponentRule, SkillToolState, skills_with_word};
pub use agent_skills::AgentSkills;
pub use costs::{Change, Costs, Undisclosed};
pub use everything::Everything;
pub use inputs::{prompt_with_inputs, with_inputs};
pub use light_genai::LightGenai;
pub use shared::{PLACEHOLDER, conversation, refusal};

use studio_clients::Client;

use crate::context::{Event, Offered, Piece, Prompt, State, Tier, ToolState, World};

/// The runtimes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuntimeKind {
    /// A client of the Agent Skills standard.
    AgentSkills,
    /// The seeds' agent-lib: components, skills that enable their tools.
    AgentLib,
    /// The seed's light-genai-4j: descriptions first, schemas when a skill is chosen.
    LightGenai,
    /// The seed's adk-rust: one skill selected by score, put before the user's words.
    AdkRust,
    /// Every text and every tool from the start: what the others are compared with.
    Everything,
}

/// What a runtime answers to a call of one of its own tools.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnAnswer {
    /// What happened because of it, before its answer.
    pub events: Vec<Event>,
    /// What the model reads.
    pub content: String,
    /// Whether it was refused.
    pub is_error: bool,
    /// What of the context the answer counts to.
    pub tier: Tier,
    /// Whether the work is done.
    pub is_end: bool,
}

impl OwnAnswer {
    /// An answer that changed nothing.
    pub(crate) fn said(content: impl Into<String>) -> Self {
        Self { events: Vec::new(), content: content.into(), is_error: false, tier: Tier::ToolResult, is_end: false }
    }

    /// A refusal.
    pub(crate) fn refused(content: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::said(content) }
    }
}

/// A call of a component's tool that comes with activating or deactivating a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The tool.
    pub tool: String,
    /// Arguments as JSON text.
    pub arguments: String,
}

/// How a runtime discloses skills.
pub trait Disclosure: Send + Sync {
    /// Which runtime it is.
    fn kind(&self) -> RuntimeKind;

    /// The client whose forms it has; none where it is no client's.
    fn client(&self) -> Option<Client> {
        None
    }

    /// The tools the runtime brings itself, as they are offered now.
    fn own_tools(&self, world: &World, state: &State) -> Vec<Offered>;

    /// Answers a call of one of its own tools, whose arguments are valid.
    fn answer(&self, world: &World, state: &State, name: &str, arguments: &serde_json::Value) -> OwnAnswer;

    /// The tool set as it is now, its own tools among them.
    fn tool_set(&self, world: &World, state: &State) -> Vec<ToolState>;

    /// The skill in whose name a tool is called: what it may do with the tool, and in which version, is that skill's link to
    /// say. None where no skill has it.
    fn caller<'a>(&self, world: &'a World, state: &'a State, tool: &str) -> Option<&'a str> {
        shared::last_active(world, state, tool)
    }

    /// What happens when the user says something, before the model is asked.
    fn hear(&self, world: &World, state: &State, text: &str) -> Vec<Event> {
        let _ = (world, state, text);
        Vec::new()
    }

    /// What the model would be sent now, without the conversation: the pieces stand before that.
    fn around(&self, world: &World, state: &State) -> Prompt;

    /// The conversation as the model would be sent it now, from one of its messages on.
    fn conversation(&self, world: &World, state: &State, from: usize) -> Vec<Piece> {
        let _ = world;
        shared::conversation(&state.messages[from..])
    }

    /// What the model would be sent now.
    fn prompt(&self, world: &World, state: &State) -> Prompt {
        let mut prompt = self.around(world, state);
        prompt.pieces.extend(self.conversation(world, state, 0));
        prompt
    }

    /// The calls that come with a change of the active skill, in their order.
    fn hooks(&self, world: &World, events: &[Event]) -> Vec<Hook> {
        let _ = (world, events);
        Vec::new()
    }

    /// What a model is told that calls a tool nobody has.
    fn unknown_tool(&self, name: &str) -> String {
        format!("Tool '{name}' not found in bound tools")
    }

    /// What a model is told of a call that failed.
    fn failed(&self, message: &str) -> String {
        message.to_owned()
    }

    /// Whether a model can come to read files of skills.
    fn discloses_files(&self) -> bool {
        false
    }

    /// Whether it tells itself, as it loads a skill, which tools that names and nobody has.
    fn tells_unknown(&self) -> bool {
        false
    }

    /// Whether disabled tools are told apart from those that are not there.
    fn tells_disabled(&self) -> bool {
        true
    }
}
