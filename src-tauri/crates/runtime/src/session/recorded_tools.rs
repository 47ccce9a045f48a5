//! The hands of a session that is replayed: nothing runs, every call has the answer it had when it was recorded.

use std::{collections::HashMap, time::Duration};

use serde_json::Value;

use super::{Executed, ToolExecutor, ToolRequest};
use crate::context::Event;

/// What a call is told that the recording does not have.
const NOT_RECORDED: &str = "This call isn't in the recording, and a replay doesn't run tools.";

/// The answers of a recorded session.
#[derive(Debug, Default)]
pub struct RecordedTools(HashMap<String, Answer>);

/// What came of one call.
#[derive(Debug, Default)]
struct Answer {
    name: String,
    content: String,
    is_error: bool,
    is_carried_out: bool,
    elapsed_us: u32,
    /// The state its tool's component had after it; none where it stayed.
    state: Option<Value>,
    /// The changes of components that came with the change of skill it asked for.
    hooked: Vec<Change>,
}

/// A change of a component's state.
#[derive(Clone, Debug)]
struct Change {
    key: String,
    before: Value,
    after: Value,
}

impl RecordedTools {
    /// From the events of the session.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut answers = HashMap::new();
        let (mut state, mut hooked) = (None, Vec::new());
        for event in events {
            match event {
                Event::ComponentChanged { key, call: None, before, after } => {
                    hooked.push(Change { key: key.clone(), before: before.clone(), after: after.clone() });
                }
                Event::ComponentChanged { after, .. } => state = Some(after.clone()),
                Event::ToolAnswered { id, name, content, is_error, is_carried_out, elapsed_us, .. } => {
                    let (name, content, state) = (name.clone(), content.clone(), state.take());
                    let (is_error, is_carried_out, elapsed_us) = (*is_error, *is_carried_out, *elapsed_us);
                    let hooked = std::mem::take(&mut hooked);
                    let answer = Answer { name, content, is_error, is_carried_out, elapsed_us, state, hooked };
                    answers.insert(id.clone(), answer);
                }
                _ => {}
            }
        }
        Self(answers)
    }
}

impl Answer {
    /// To the call of the model itself.
    fn to_call(&self, request: &ToolRequest<'_>) -> Executed {
        if self.name != request.name {
            return not_recorded();
        }
        let content = self.content.clone();
        Executed {
            result: if self.is_error { Err(content) } else { Ok(Value::String(content)) },
            is_as_read: true,
            is_carried_out: self.is_carried_out,
            elapsed: Duration::from_micros(u64::from(self.elapsed_us)),
            state: self.state.clone(),
        }
    }

    /// To a call that came with it. It failed where the change of skill did, which then says why.
    fn to_hook(&self, request: &ToolRequest<'_>) -> Executed {
        let before = request.state.unwrap_or(&Value::Null);
        let is_it = |change: &&Change| Some(change.key.as_str()) == request.component && change.before == *before;
        let state = self.hooked.iter().find(is_it).map(|change| change.after.clone());
        let result = if self.is_error { Err(self.content.clone()) } else { Ok(Value::Null) };
        Executed { result, is_as_read: true, is_carried_out: true, elapsed: Duration::ZERO, state }
    }
}

impl ToolExecutor for RecordedTools {
    fn call(&self, request: &ToolRequest<'_>) -> Option<Executed> {
        let Some(answer) = self.0.get(request.call) else { return Some(not_recorded()) };
        Some(if request.is_hook { answer.to_hook(request) } else { answer.to_call(request) })
    }
}

fn not_recorded() -> Executed {
    let (is_carried_out, elapsed) = (false, Duration::ZERO);
    Executed { result: Err(NOT_RECORDED.to_owned()), is_as_read: false, is_carried_out, elapsed, state: None }
}
