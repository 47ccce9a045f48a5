//! A session that runs: one step at a time, each step adding events to the log.

use std::{collections::HashSet, sync::Arc, time::Duration};

use serde_json::Value;

use super::{ChatModel, ModelError, ModelReply, ModelRequest};
use crate::{
    ArgumentCheck, Outcome, Status, Stop,
    context::{EndReason, Event, FailureKind, ModelCall, Prompt, State, Tier, Warning, World},
    disclosure::{Disclosure, Hook},
};

/// What a session may do before it is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Questions to the model for one message of the user.
    pub iterations: u32,
    /// Time of one call.
    pub call: Duration,
    /// Characters of an answer that are kept; longer ones are cut and say so.
    pub answer_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { iterations: 10, call: Duration::from_secs(30), answer_chars: 200_000 }
    }
}

/// Carries the calls of a session out.
pub trait ToolExecutor: Send + Sync {
    /// Carries one call out. The tool is in the tool set and enabled; nothing else was checked yet. `state` is the state of
    /// the tool's component, where it has one.
    fn call(&self, name: &str, arguments: &str, state: Option<&Value>, limit: Duration, stop: &Stop) -> Executed;
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Executed {
    /// The call with its trace.
    pub outcome: Outcome,
    /// The state of the tool's component after it; none where it did not change.
    pub state: Option<Value>,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The model was asked.
    Model,
    /// A call was answered.
    Call,
    /// Nothing is left to do until the user says something.
    Waiting,
}

/// A session.
pub struct Session {
    world: Arc<World>,
    disclosure: Arc<dyn Disclosure>,
    limits: Limits,
    events: Vec<Event>,
    state: State,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = self.disclosure.kind();
        f.debug_struct("Session").field("runtime", &kind).field("events", &self.events.len()).finish_non_exhaustive()
    }
}

impl Session {
    /// Begins one. The tool set is told at once.
    pub fn start(world: Arc<World>, disclosure: Arc<dyn Disclosure>, limits: Limits) -> Self {
        let mut session = Self::replay(world, disclosure, limits, Vec::new());
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
            self.call(&call, tools, stop);
            return Step::Call;
        }
        if self.state.iterations >= self.limits.iterations {
            self.end(EndReason::TooManyIterations);
            return Step::Waiting;
        }
        self.ask(model, stop, heard);
        Step::Model
    }

    /// Goes on until the user has to say something.
    pub fn run(&mut self, model: &dyn ChatModel, tools: &dyn ToolExecutor, stop: &Stop, heard: &mut dyn FnMut(&str)) {
        while self.step(model, tools, stop, heard) != Step::Waiting {}
    }

    fn add(&mut self, event: Event) {
        self.state.apply(&event);
        self.events.push(event);
    }

    fn end(&mut self, reason: EndReason) {
        self.add(Event::Ended { reason });
    }

    /// Tells the tool set, where it is not what was told last.
    fn tell_tools(&mut self) {
        let tools = self.disclosure.tool_set(&self.world, &self.state);
        if tools != self.state.tools {
            self.add(Event::ToolsChanged { tools });
        }
    }

    fn ask(&mut self, model: &dyn ChatModel, stop: &Stop, heard: &mut dyn FnMut(&str)) {
        let prompt = self.prompt();
        self.add(Event::ModelAsked { iteration: self.state.iterations + 1 });
        let request = ModelRequest { prompt: &prompt, turn: self.state.asked, stop };
        match model.reply(&request, heard) {
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
        let ModelReply { text, calls, usage } = reply;
        if text.trim().is_empty() && calls.is_empty() {
            return self.fail(FailureKind::Empty, "LLM returned empty response".to_owned());
        }
        let is_last = calls.is_empty();
        let text = shortened(text, self.limits.answer_chars);
        let calls = self.with_ids(calls);
        self.add(Event::ModelReplied { text, calls, usage });
        if is_last {
            self.end(EndReason::Answered);
        }
    }

    /// Calls with an id each that no other call of the session has.
    fn with_ids(&self, mut calls: Vec<ModelCall>) -> Vec<ModelCall> {
        let earlier = self.events.iter().filter_map(|event| match event {
            Event::ModelReplied { calls, .. } => Some(calls),
            _ => None,
        });
        let mut ids: HashSet<String> = earlier.flatten().map(|call| call.id.clone()).collect();
        for call in &mut calls {
            let mut number = ids.len() + 1;
            while call.id.is_empty() || !ids.insert(call.id.clone()) {
                call.id = format!("call_{number}");
                number += 1;
            }
        }
        calls
    }

    fn call(&mut self, call: &ModelCall, tools: &dyn ToolExecutor, stop: &Stop) {
        let own = self.disclosure.own_tools(&self.world, &self.state);
        if let Some(tool) = own.iter().find(|tool| tool.name == call.name) {
            return self.call_own(call, &tool.schema, tools, stop);
        }
        let refused = match self.state.tool(&call.name) {
            None => Some(self.disclosure.unknown_tool(&call.name)),
            Some(tool) if !tool.is_enabled => Some(format!("Tool \"{}\" is currently disabled", call.name)),
            Some(_) => None,
        };
        if let Some(message) = refused {
            let content = self.disclosure.failed(&message);
            return self.answered(call, content, true, Carried::NOT, Tier::ToolResult);
        }
        let (content, is_error, carried) = self.carry_out(&call.name, &call.arguments, Some(&call.id), tools, stop);
        self.answered(call, content, is_error, carried, Tier::ToolResult);
    }

    /// Carries a call of the world's tools out; takes the new state of its component in.
    fn carry_out(
        &mut self,
        name: &str,
        arguments: &str,
        call: Option<&str>,
        tools: &dyn ToolExecutor,
        stop: &Stop,
    ) -> (String, bool, Carried) {
        let key = self.world.component_of(name).map(|component| component.key.clone());
        let before = key.as_ref().and_then(|key| self.state.components.get(key)).cloned();
        let Executed { outcome, state } = tools.call(name, arguments, before.as_ref(), self.limits.call, stop);
        if let (Some(key), Some(after)) = (key, state)
            && before.as_ref() != Some(&after)
        {
            let before = before.unwrap_or(Value::Null);
            self.add(Event::ComponentChanged { key, call: call.map(str::to_owned), before, after });
        }
        let is_carried_out = outcome.arguments.is_some() && !matches!(outcome.status, Status::NeedsConsent);
        let elapsed_us = outcome.elapsed.as_micros().try_into().unwrap_or(u64::MAX);
        let carried = Carried { is_carried_out, elapsed_us };
        match (outcome.error, outcome.value) {
            (None, Some(Value::String(text))) => (text, false, carried),
            (None, value) => (value.unwrap_or(Value::Null).to_string(), false, carried),
            (Some(error), _) => (self.disclosure.failed(&error), true, carried),
        }
    }

    fn call_own(&mut self, call: &ModelCall, schema: &Value, tools: &dyn ToolExecutor, stop: &Stop) {
        let arguments = match ArgumentCheck::new(schema).read(&call.arguments) {
            Ok(valid) => valid.arguments,
            // Which skills there are is the runtime's to say, in its own words.
            Err(problems) => match serde_json::from_str::<Value>(&call.arguments) {
                Ok(arguments) if arguments.is_object() && names_all(&arguments, schema) => arguments,
                _ => {
                    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    let content = self.disclosure.failed(&texts.join("\n"));
                    return self.answered(call, content, true, Carried::NOT, Tier::ToolResult);
                }
            },
        };
        let answer = self.disclosure.answer(&self.world, &self.state, &call.name, &arguments);
        let hooks = self.disclosure.hooks(&self.world, &answer.events);
        let before = self.events.len();
        for event in answer.events {
            self.add(event);
        }
        if let Some(message) = self.run_hooks(&hooks, tools, stop) {
            // As if nothing had been asked for: a skill is active or it is not.
            self.events.truncate(before);
            self.state = State::after(&self.world, &self.events);
            let content = self.disclosure.failed(&message);
            return self.answered(call, content, true, Carried::NOT, Tier::ToolResult);
        }
        self.answered(call, answer.content, answer.is_error, Carried::NOT, answer.tier);
        self.tell_tools();
        if answer.is_end {
            self.end(EndReason::Completed);
        }
    }

    /// Makes the calls that come with a change of skill; what the first one that failed said.
    fn run_hooks(&mut self, hooks: &[Hook], tools: &dyn ToolExecutor, stop: &Stop) -> Option<String> {
        for hook in hooks {
            let key = self.world.component_of(&hook.tool).map(|component| component.key.clone());
            let state = key.as_ref().and_then(|key| self.state.components.get(key)).cloned();
            let done = tools.call(&hook.tool, &hook.arguments, state.as_ref(), self.limits.call, stop);
            if let Some(error) = done.outcome.error {
                return Some(error);
            }
            if let (Some(key), Some(after)) = (key, done.state) {
                self.add(Event::ComponentChanged { key, call: None, before: state.unwrap_or(Value::Null), after });
            }
        }
        None
    }

    fn answered(&mut self, call: &ModelCall, content: String, is_error: bool, carried: Carried, tier: Tier) {
        let content = shortened(content, self.limits.answer_chars);
        let (id, name) = (call.id.clone(), call.name.clone());
        let Carried { is_carried_out, elapsed_us } = carried;
        self.add(Event::ToolAnswered { id, name, content, is_error, is_carried_out, tier, elapsed_us });
    }
}

/// Whether a call reached what carries it out, and how long that took.
#[derive(Clone, Copy)]
struct Carried {
    is_carried_out: bool,
    elapsed_us: u64,
}

impl Carried {
    const NOT: Self = Self { is_carried_out: false, elapsed_us: 0 };
}

/// Whether arguments have every name that a schema requires, whatever the values are.
fn names_all(arguments: &Value, schema: &Value) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str).all(|name| arguments.get(name).is_some())
}

/// A text of at most `most` characters, with a mark where it was cut.
fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}\n[… cut after {most} characters]", &text[..end]),
        None => text,
    }
}
