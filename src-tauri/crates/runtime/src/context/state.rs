//! What the events of a session so far come to.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{CompactedSkill, EndReason, Event, ModelCall, Remains, Tier, ToolState, World};

/// A message of the conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// The user's.
    User {
        /// What was said.
        text: String,
        /// What the runtime put before it.
        injected: Option<(String, String)>,
    },
    /// The model's.
    Assistant {
        /// What it said.
        text: String,
        /// What it called.
        calls: Vec<ModelCall>,
    },
    /// A tool's.
    Tool {
        /// The call it answers.
        id: String,
        /// Name of the tool.
        name: String,
        /// What the model reads.
        content: String,
        /// What it counts to.
        tier: Tier,
        /// The file that was read, where it is one.
        file: Option<(String, String)>,
    },
    /// What stands for messages that were compacted.
    Placeholder,
    /// A skill that is attached again after that.
    Attached {
        /// Its name.
        skill: String,
        /// As much of what was loaded as is left.
        text: String,
    },
}

/// A session after some events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Skills that are active, in the order they became so.
    pub active: Vec<String>,
    /// Active skills of which a compaction left the beginning alone.
    pub cut: Vec<String>,
    /// Whether the conversation was compacted: the list of skills is gone from the context.
    pub is_compacted: bool,
    /// Skills that were taken out.
    pub removed: Vec<String>,
    /// Keys of components that were registered while the session ran.
    pub registered: Vec<String>,
    /// Names of the tools that were bound with the skill put into the context last.
    pub bound: Vec<String>,
    /// The state of each component.
    pub components: BTreeMap<String, Value>,
    /// The conversation, newest last.
    pub messages: Vec<Message>,
    /// Calls without an answer yet, in the model's order.
    pub open: Vec<ModelCall>,
    /// The tool set as it was told last.
    pub tools: Vec<ToolState>,
    /// Questions to the model since the user's last message.
    pub iterations: u32,
    /// Questions to the model in all, those that a cap kept back too.
    pub asked: usize,
    /// Names of the tools that were carried out, in call order.
    pub used: Vec<String>,
    /// Why the turn is over; none while it goes on, or before anything was said.
    pub ended: Option<EndReason>,
    /// A file that was just read, and what the runtime put before the user's words: both belong to the message that comes.
    file: Option<(String, String)>,
    injected: Option<(String, String)>,
}

impl State {
    /// Nothing happened yet.
    pub fn new(world: &World) -> Self {
        let states = world.components.iter().map(|component| (component.key.clone(), component.state.clone()));
        Self { components: states.collect(), ..Self::default() }
    }

    /// After all of some events.
    pub fn after<'a>(world: &World, events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut state = Self::new(world);
        for event in events {
            state.apply(event);
        }
        state
    }

    /// The skill that is active, where only one can be.
    pub fn active_skill<'a>(&self, world: &'a World) -> Option<&'a super::SkillFacts> {
        self.active.last().and_then(|name| world.skill(name))
    }

    /// The skill that the runtime itself put into the context for the message that was said last, with its text.
    pub fn injected(&self) -> Option<(&str, &str)> {
        let said_last = self.messages.iter().rev().find_map(|message| match message {
            Message::User { injected, .. } => Some(injected.as_ref()),
            _ => None,
        });
        said_last.flatten().map(|(skill, text)| (skill.as_str(), text.as_str()))
    }

    /// Whether a skill is active.
    pub fn is_active(&self, skill: &str) -> bool {
        self.active.iter().any(|name| name == skill)
    }

    /// Whether a tool may be called; one that is not there may not.
    pub fn is_tool_available(&self, name: &str) -> bool {
        self.tools.iter().any(|tool| tool.name == name && tool.is_enabled)
    }

    /// The tools that may be called.
    pub fn available_tools(&self) -> impl Iterator<Item = &ToolState> {
        self.tools.iter().filter(|tool| tool.is_enabled)
    }

    /// A tool of the tool set, with its source and owner.
    pub fn tool(&self, name: &str) -> Option<&ToolState> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Takes one more event in.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::ToolsChanged { tools } => self.tools.clone_from(tools),
            Event::ComponentRegistered { key } => self.registered.push(key.clone()),
            Event::SkillRemoved { skill } => self.removed.push(skill.clone()),
            Event::SkillActivated { skill, .. } => {
                // One that was cut is active, and whole again.
                self.cut.retain(|name| name != skill);
                if !self.is_active(skill) {
                    self.active.push(skill.clone());
                }
            }
            Event::SkillDeactivated { skill } => self.active.retain(|name| name != skill),
            Event::SkillInjected { skill, text, tools, .. } => {
                self.injected = Some((skill.clone(), text.clone()));
                self.bound.clone_from(tools);
            }
            Event::NothingSelected { .. } => self.bound.clear(),
            Event::FileRead { skill, path } => self.file = Some((skill.clone(), path.clone())),
            Event::ComponentChanged { key, after, .. } => {
                self.components.insert(key.clone(), after.clone());
            }
            Event::Compacted { skills, .. } => self.compact(skills),
            Event::Warned { .. } | Event::ModelFailed { .. } => {}
            Event::Ended { reason } => {
                self.ended = Some(*reason);
                self.open.clear();
            }
            // A recording gives it again in the place of a reply.
            Event::CapReached { .. } => self.asked += 1,
            Event::UserSaid { .. }
            | Event::ModelAsked { .. }
            | Event::ModelReplied { .. }
            | Event::ToolAnswered { .. } => {
                self.talk(event);
            }
        }
    }

    /// Leaves of the conversation what is attached again of the skills that were loaded. One that is dropped is not active
    /// any more, so that it can be loaded again.
    pub(crate) fn compact(&mut self, skills: &[CompactedSkill]) {
        let is_left = |one: &&CompactedSkill| one.remains != Remains::Nothing;
        let attached = |one: &CompactedSkill| Message::Attached { skill: one.skill.clone(), text: one.text.clone() };
        let attached = skills.iter().filter(is_left).map(attached);
        self.messages = std::iter::once(Message::Placeholder).chain(attached).collect();
        let is_dropped = |name: &String| skills.iter().any(|one| one.skill == *name && !is_left(&one));
        self.active.retain(|name| !is_dropped(name));
        let cut = skills.iter().filter(|one| matches!(one.remains, Remains::Beginning { .. }));
        self.cut = cut.map(|one| one.skill.clone()).collect();
        self.is_compacted = true;
    }

    /// The events that are the conversation.
    fn talk(&mut self, event: &Event) {
        match event {
            Event::UserSaid { text } => {
                (self.ended, self.iterations) = (None, 0);
                self.used.clear();
                self.messages.push(Message::User { text: text.clone(), injected: self.injected.take() });
            }
            Event::ModelAsked { iteration } => {
                self.iterations = *iteration;
                self.asked += 1;
            }
            Event::ModelReplied { text, calls, .. } => {
                self.messages.push(Message::Assistant { text: text.clone(), calls: calls.clone() });
                self.open.clone_from(calls);
            }
            Event::ToolAnswered { id, name, content, is_carried_out, tier, .. } => {
                self.open.retain(|call| call.id != *id);
                if *is_carried_out {
                    self.used.push(name.clone());
                }
                let (id, name, content) = (id.clone(), name.clone(), content.clone());
                self.messages.push(Message::Tool { id, name, content, tier: *tier, file: self.file.take() });
            }
            _ => {}
        }
    }
}
