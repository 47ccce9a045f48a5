//! The calls of a session: the runtime's own tools, those of the world, and what comes with a change of skill.

use serde_json::Value;

use super::{
    Session, ToolExecutor, ToolRequest,
    bounds::{is_longer, shortened},
};
use crate::{
    ArgumentCheck, Stop,
    context::{EndReason, Event, ModelCall, State, Tier},
    disclosure::Hook,
};

impl Session {
    /// Answers a call; false where the author has to allow it first.
    pub(super) fn call(&mut self, call: &ModelCall, tools: &dyn ToolExecutor, stop: &Stop) -> bool {
        if is_longer(&call.arguments, self.limits.answer_chars) {
            let message = format!("The arguments are longer than {} characters", self.limits.answer_chars);
            let content = self.disclosure.failed(&message);
            self.answered(call, content, true, Carried::NOT, Tier::ToolResult);
            return true;
        }
        let own = self.disclosure.own_tools(&self.world, &self.state);
        if let Some(tool) = own.iter().find(|tool| tool.name == call.name) {
            return self.call_own(call, &tool.schema, tools, stop);
        }
        let refused = match self.state.tool(&call.name) {
            None => Some(self.disclosure.unknown_tool(&call.name)),
            Some(_) if !self.state.is_tool_available(&call.name) => {
                Some(format!("Tool \"{}\" is currently disabled", call.name))
            }
            Some(_) => None,
        };
        if let Some(message) = refused {
            let content = self.disclosure.failed(&message);
            self.answered(call, content, true, Carried::NOT, Tier::ToolResult);
            return true;
        }
        let Some(done) = self.carry_out(call, tools, stop) else { return false };
        let (content, is_error, carried) = done;
        self.answered(call, content, is_error, carried, Tier::ToolResult);
        true
    }

    /// Answers the call that waits for the author's permission: they did not give it.
    pub fn refuse(&mut self) {
        let Some(call) = self.state.open.first().cloned() else { return };
        let content = self.disclosure.failed(&format!("The user didn't allow `{}` to run.", call.name));
        self.answered(&call, content, true, Carried::NOT, Tier::ToolResult);
    }

    /// Carries a call of the world's tools out; takes the new state of its component in.
    fn carry_out(
        &mut self,
        call: &ModelCall,
        tools: &dyn ToolExecutor,
        stop: &Stop,
    ) -> Option<(String, bool, Carried)> {
        let key = self.world.component_of(&call.name).map(|component| component.key.clone());
        let before = key.as_ref().and_then(|key| self.state.components.get(key)).cloned();
        let asked = Asked { call: &call.id, name: &call.name, arguments: &call.arguments, is_hook: false };
        let done = tools.call(&self.request(asked, key.as_deref(), before.as_ref(), stop))?;
        if let (Some(key), Some(after)) = (key, done.state)
            && before.as_ref() != Some(&after)
        {
            let before = before.unwrap_or(Value::Null);
            self.add(Event::ComponentChanged { key, call: Some(call.id.clone()), before, after });
        }
        let elapsed_us = done.elapsed.as_micros().try_into().unwrap_or(u32::MAX);
        let carried = Carried { is_carried_out: done.is_carried_out, elapsed_us, is_as_read: done.is_as_read };
        Some(match done.result {
            Ok(Value::String(text)) => (text, false, carried),
            Ok(value) => (value.to_string(), false, carried),
            Err(error) if done.is_as_read => (error, true, carried),
            Err(error) => (self.disclosure.failed(&error), true, carried),
        })
    }

    fn call_own(&mut self, call: &ModelCall, schema: &Value, tools: &dyn ToolExecutor, stop: &Stop) -> bool {
        let arguments = match ArgumentCheck::new(schema).read(&call.arguments) {
            Ok(valid) => valid.arguments,
            // Which skills there are is the runtime's to say, in its own words.
            Err(problems) => match serde_json::from_str::<Value>(&call.arguments) {
                Ok(arguments) if arguments.is_object() && names_all(&arguments, schema) => arguments,
                _ => {
                    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    let content = self.disclosure.failed(&texts.join("\n"));
                    self.answered(call, content, true, Carried::NOT, Tier::ToolResult);
                    return true;
                }
            },
        };
        let answer = self.disclosure.answer(&self.world, &self.state, &call.name, &arguments);
        let hooks = self.disclosure.hooks(&self.world, &answer.events);
        let before = self.events.len();
        for event in answer.events {
            self.add(event);
        }
        if let Err(stopped) = self.run_hooks(&call.id, &hooks, tools, stop) {
            // As if nothing had been asked for: a skill is active or it is not.
            self.events.truncate(before);
            self.state = State::after(&self.world, &self.events);
            let (content, carried) = match stopped {
                Unhooked::Waits => return false,
                Unhooked::Failed(message) => (self.disclosure.failed(&message), Carried::NOT),
                Unhooked::AsRead(content) => (content, Carried { is_as_read: true, ..Carried::NOT }),
            };
            self.answered(call, content, true, carried, Tier::ToolResult);
            return true;
        }
        self.answered(call, answer.content, answer.is_error, Carried::NOT, answer.tier);
        self.tell_tools();
        if answer.is_end {
            self.end(EndReason::Completed);
        }
        true
    }

    /// Makes the calls that come with a change of skill, up to the first one that is not carried out.
    fn run_hooks(&mut self, call: &str, hooks: &[Hook], tools: &dyn ToolExecutor, stop: &Stop) -> Result<(), Unhooked> {
        for hook in hooks {
            let key = self.world.component_of(&hook.tool).map(|component| component.key.clone());
            let state = key.as_ref().and_then(|key| self.state.components.get(key)).cloned();
            let asked = Asked { call, name: &hook.tool, arguments: &hook.arguments, is_hook: true };
            let done = tools.call(&self.request(asked, key.as_deref(), state.as_ref(), stop));
            let done = done.ok_or(Unhooked::Waits)?;
            done.result.map_err(if done.is_as_read { Unhooked::AsRead } else { Unhooked::Failed })?;
            if let (Some(key), Some(after)) = (key, done.state) {
                self.add(Event::ComponentChanged { key, call: None, before: state.unwrap_or(Value::Null), after });
            }
        }
        Ok(())
    }

    fn answered(&mut self, call: &ModelCall, content: String, is_error: bool, carried: Carried, tier: Tier) {
        let Carried { is_carried_out, elapsed_us, is_as_read } = carried;
        let content = if is_as_read { content } else { shortened(content, self.limits.answer_chars) };
        let (id, name) = (call.id.clone(), call.name.clone());
        self.add(Event::ToolAnswered { id, name, content, is_error, is_carried_out, tier, elapsed_us });
    }

    fn request<'a>(
        &'a self,
        asked: Asked<'a>,
        component: Option<&'a str>,
        state: Option<&'a Value>,
        stop: &'a Stop,
    ) -> ToolRequest<'a> {
        let Asked { call, name, arguments, is_hook } = asked;
        let skill = self.disclosure.caller(&self.world, &self.state, name);
        ToolRequest { name, call, is_hook, component, arguments, skill, state, limit: self.limits.call, stop }
    }
}

/// What is to be called, and for which call of the model.
#[derive(Clone, Copy)]
struct Asked<'a> {
    call: &'a str,
    name: &'a str,
    arguments: &'a str,
    is_hook: bool,
}

/// Why a call that comes with a change of skill was not carried out.
enum Unhooked {
    /// The author has to allow it first.
    Waits,
    /// It failed, with what it said.
    Failed(String),
    /// It failed when the session was recorded, with what the model read of it.
    AsRead(String),
}

/// Whether a call reached what carries it out, and how long that took.
#[derive(Clone, Copy)]
struct Carried {
    is_carried_out: bool,
    elapsed_us: u32,
    /// Whether the answer is as the model read it before.
    is_as_read: bool,
}

impl Carried {
    const NOT: Self = Self { is_carried_out: false, elapsed_us: 0, is_as_read: false };
}

/// Whether arguments have every name that a schema requires, whatever the values are.
fn names_all(arguments: &Value, schema: &Value) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str).all(|name| arguments.get(name).is_some())
}
