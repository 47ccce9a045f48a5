//! A session that runs: one step at a time, each step adding events to the log.

use std::{collections::HashSet, sync::Arc, time::Duration};

use super::{
    ChatModel, ModelError, ModelReply, ModelRequest, ToolExecutor,
    bounds::{NAME_CHARS, is_longer, shortened},
};
use crate::{
    Stop,
    context::{EndReason, Event, FailureKind, ModelCall, Prompt, State, Warning, World},
    disclosure::Disclosure,
};

/// What a session may do before it is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Questions to the model for one message of the user.
    pub iterations: u32,
    /// Time of one call.
    pub call: Duration,
    /// Characters of an answer, or of a call's arguments, that are kept; longer ones are cut and say so.
    pub answer_chars: usize,
    /// Calls that one reply may ask for.
    pub calls: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { iterations: 10, call: Duration::from_secs(30), answer_chars: 200_000, calls: 128 }
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The model was asked.
    Model,
    /// A call was answered.
    Call,
    /// The call that is next waits for the author's permission; nothing happened.
    Consent,
    /// Nothing is left to do until the user says something.
    Waiting,
}

/// A session.
pub struct Session {
    pub(super) world: Arc<World>,
    pub(super) disclosure: Arc<dyn Disclosure>,
    pub(super) limits: Limits,
    pub(super) events: Vec<Event>,
    pub(super) state: State,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = self.disclosure.kind();
        f.debug_struct("Session").field("runtime", &kind).field("events", &self.events.len()).finish_non_exhaustive()
    }
}

impl Session {
    /// Begins one. What is missing and the tool set are told at once.
    pub fn start(world: Arc<World>, disclosure: Arc<dyn Disclosure>, limits: Limits) -> Self {
        let mut session = Self::replay(world, disclosure, limits, Vec::new());
        session.tell_absent();
        session.tell_tools();
        session
    }

    /// The session that made these events, as it was after the last of them.
    pub fn replay(world: Arc<World>, disclosure: Arc<dyn Disclosure>, limits: Limits, events: Vec<Event>) -> Self {
        let state = State::after(&world, &events);
        Self { world, disclosure, limits, events, state }
    }

    /// A second session that shares the first `count` events and goes its own way from there.
    #[must_use]
    pub fn fork(&self, count: usize) -> Self {
        let events = self.events[..count.min(self.events.len())].to_vec();
        Self::replay(Arc::clone(&self.world), Arc::clone(&self.disclosure), self.limits, events)
    }

    /// A session that goes on from the events of another one, perhaps in another world or under another runtime: what is
    /// missing and its tool set are told where they are not what was told before.
    pub fn fork_of(world: Arc<World>, disclosure: Arc<dyn Disclosure>, limits: Limits, events: Vec<Event>) -> Self {
        let mut session = Self::replay(world, disclosure, limits, events);
        session.tell_absent();
        session.tell_tools();
        session
    }

    /// The last place among the first `count` events where no step is half done: there a session can be forked.
    pub fn resting_place(events: &[Event], count: usize) -> usize {
        (0..=count.min(events.len())).rev().find(|&at| rests_at(events, at)).unwrap_or(0)
    }

    /// What happened, in its order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What it comes to now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What there is.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What the model would be sent now.
    pub fn prompt(&self) -> Prompt {
        self.disclosure.prompt(&self.world, &self.state)
    }

    /// What the model would have been sent after the first `count` events.
    pub fn prompt_after(&self, count: usize) -> Prompt {
        let state = State::after(&self.world, &self.events[..count.min(self.events.len())]);
        self.disclosure.prompt(&self.world, &state)
    }

    /// The user says something. Refused, in the words of the seed, where it is nothing.
    pub fn say(&mut self, text: &str) -> Result<(), &'static str> {
        if text.trim().is_empty() {
            return Err("Empty user input");
        }
        for event in self.disclosure.hear(&self.world, &self.state, text) {
            self.add(event);
        }
        self.add(Event::UserSaid { text: text.to_owned() });
        self.tell_tools();
        Ok(())
    }

    /// A component comes while the session runs.
    pub fn register_component(&mut self, key: &str) {
        self.add(Event::ComponentRegistered { key: key.to_owned() });
        self.tell_tools();
    }

    /// Takes a skill out; one that is active stays, with a warning.
    pub fn remove_skill(&mut self, skill: &str) -> bool {
        let skill = skill.to_owned();
        if self.state.is_active(&skill) {
            self.add(Event::Warned { warning: Warning::ActiveSkill { skill } });
            return false;
        }
        self.add(Event::SkillRemoved { skill });
        self.tell_tools();
        true
    }

    /// Does the next thing there is to do. `heard` is given the model's words as they come.
    pub fn step(
        &mut self,
        model: &dyn ChatModel,
        tools: &dyn ToolExecutor,
        stop: &Stop,
        heard: &mut dyn FnMut(&str),
    ) -> Step {
        if self.state.ended.is_some() || self.state.messages.is_empty() {
            return Step::Waiting;
        }
        if stop.is_stopped() {
            self.end(EndReason::Cancelled);
            return Step::Waiting;
        }
        if let Some(call) = self.state.open.first().cloned() {
            return if self.call(&call, tools, stop) { Step::Call } else { Step::Consent };
        }
        if self.state.iterations >= self.limits.iterations {
            self.end(EndReason::TooManyIterations);
            return Step::Waiting;
        }
        self.ask(model, stop, heard);
        Step::Model
    }

    /// Goes on until the user has to say something, or allow something.
    pub fn run(&mut self, model: &dyn ChatModel, tools: &dyn ToolExecutor, stop: &Stop, heard: &mut dyn FnMut(&str)) {
        while !matches!(self.step(model, tools, stop, heard), Step::Waiting | Step::Consent) {}
    }

    pub(super) fn add(&mut self, event: Event) {
        self.state.apply(&event);
        self.events.push(event);
    }

    pub(super) fn end(&mut self, reason: EndReason) {
        self.add(Event::Ended { reason });
    }

    fn ask(&mut self, model: &dyn ChatModel, stop: &Stop, heard: &mut dyn FnMut(&str)) {
        let prompt = self.prompt();
        if let Err(cap) = model.may_ask(&prompt) {
            self.add(Event::CapReached { cap });
            return self.end(EndReason::CapReached);
        }
        self.add(Event::ModelAsked { iteration: self.state.iterations + 1 });
        let request = ModelRequest { prompt: &prompt, turn: self.state.asked, stop };
        // What is not kept is not told either.
        let mut left = self.limits.answer_chars;
        let mut heard = |text: &str| {
            let end = text.char_indices().nth(left).map_or(text.len(), |(end, _)| end);
            left -= text[..end].chars().count();
            if end > 0 {
                heard(&text[..end]);
            }
        };
        match model.reply(&request, &mut heard) {
            Ok(reply) => self.take(reply),
            Err(ModelError::Stopped) => self.end(EndReason::Cancelled),
            Err(ModelError::Failed { kind, message }) => self.fail(kind, message),
        }
    }

    fn fail(&mut self, failure: FailureKind, message: String) {
        self.add(Event::ModelFailed { failure, message });
        self.end(EndReason::ModelFailed);
    }

    fn take(&mut self, reply: ModelReply) {
        let ModelReply { text, calls, usage, cut_at } = reply;
        if text.trim().is_empty() && calls.is_empty() {
            return self.fail(FailureKind::Empty, "LLM returned empty response".to_owned());
        }
        if calls.len() > self.limits.calls {
            let message = format!(
                "The model requested {} calls in one reply. The limit is {}, so none were run.",
                calls.len(),
                self.limits.calls
            );
            return self.fail(FailureKind::Garbage, message);
        }
        let is_last = calls.is_empty();
        let text = shortened(text, self.limits.answer_chars);
        let calls = self.with_ids(calls);
        self.add(Event::ModelReplied { text, calls, usage });
        if let Some(most) = cut_at {
            self.add(Event::Warned { warning: Warning::ReplyCut { most } });
        }
        if is_last {
            self.end(EndReason::Answered);
        }
    }

    /// Calls of bounded length, with an id each that no other call of the session has.
    fn with_ids(&self, mut calls: Vec<ModelCall>) -> Vec<ModelCall> {
        let earlier = self.events.iter().filter_map(|event| match event {
            Event::ModelReplied { calls, .. } => Some(calls),
            _ => None,
        });
        let mut ids: HashSet<String> = earlier.flatten().map(|call| call.id.clone()).collect();
        for call in &mut calls {
            call.name = shortened(std::mem::take(&mut call.name), NAME_CHARS);
            call.arguments = shortened(std::mem::take(&mut call.arguments), self.limits.answer_chars);
            if is_longer(&call.id, NAME_CHARS) {
                call.id.clear();
            }
            let mut number = ids.len() + 1;
            while call.id.is_empty() || !ids.insert(call.id.clone()) {
                call.id = format!("call_{number}");
                number += 1;
            }
        }
        calls
    }
}

/// Whether no step is half done before the event at some place.
fn rests_at(events: &[Event], at: usize) -> bool {
    let by_itself = |event: &Event| matches!(event, Event::Ended { reason } if *reason != EndReason::Cancelled);
    if events.get(at).is_some_and(by_itself) {
        return false;
    }
    match at.checked_sub(1).map(|last| &events[last]) {
        Some(Event::ModelReplied { calls, .. }) => !calls.is_empty(),
        Some(last) => matches!(
            last,
            Event::ToolsChanged { .. }
                | Event::UserSaid { .. }
                | Event::ToolAnswered { .. }
                | Event::ComponentRegistered { .. }
                | Event::SkillRemoved { .. }
                | Event::Compacted { .. }
                | Event::Ended { .. }
        ),
        None => true,
    }
}
