//! The tools of the library as the hands of a session.

use std::{collections::HashMap, sync::Arc, time::Duration};

use parking_lot::Mutex;
use serde_json::Value;
use studio_runtime::{
    Stop,
    session::{Executed, RecordedTools, ToolExecutor, ToolRequest},
};

use crate::{
    Error, Studio,
    dto::{CallOutcome, CallStatus, ConsentRequest, ToolCall},
    simulate::own_tools::OwnTools,
    state::{
        consents::Allows,
        live::{AgentWorld, HeldTool},
        session::Session,
    },
};

/// Most questions that one call asks.
const MOST_QUESTIONS: usize = 16;

/// Carries the calls of one session out.
pub(crate) struct Hands<'a> {
    pub(crate) studio: &'a Studio,
    pub(crate) session: Arc<Session>,
    pub(crate) session_id: String,
    /// What the session can come to: its tools as it has them.
    pub(crate) world: Arc<AgentWorld>,
    /// Keys of components, by the names of their tools.
    pub(crate) components: HashMap<String, String>,
    pub(crate) library: Option<String>,
    /// The own tools of a client, where there is no agent.
    pub(crate) own: Option<OwnTools>,
    /// The answers of the session that is replayed, where one is: then nothing runs.
    pub(crate) recorded: Option<RecordedTools>,
    /// Says whether something may run; where nobody can say so now, the session waits before the call.
    pub(crate) allows: Option<&'a Allows<'a>>,
    /// What the session waits for.
    pub(crate) asked: Mutex<Option<ConsentRequest>>,
    /// What was carried out since somebody took it from here.
    pub(crate) done: Mutex<Vec<CallOutcome>>,
}

impl ToolExecutor for Hands<'_> {
    fn call(&self, request: &ToolRequest<'_>) -> Option<Executed> {
        if let Some(recorded) = &self.recorded {
            return recorded.call(request);
        }
        let failed = |error: String| {
            let (is_carried_out, elapsed) = (false, Duration::ZERO);
            Some(Executed { result: Err(error), is_as_read: false, is_carried_out, elapsed, state: None })
        };
        if let Some(own) = self.own_tools_for(request.name) {
            return self.answered_by(own, request);
        }
        let Some(tool_id) = self.world.tools.get(request.name) else {
            return failed(studio_runtime::not_found(request.name));
        };
        let call = ToolCall {
            call_id: self.session_id.clone(),
            tool_id: tool_id.clone(),
            library: self.library.clone(),
            skill_id: request.skill.and_then(|skill| self.world.skills.get(skill).cloned()),
            arguments: request.arguments.to_owned(),
        };
        let held = self.world.held(request.skill, request.name);
        let outcome = match self.outcome(&call, held, request.stop) {
            Ok(outcome) => outcome,
            Err(error) => return failed(error.message),
        };
        self.done.lock().push(outcome.clone());
        if outcome.status == CallStatus::NeedsConsent && self.allows.is_none() {
            *self.asked.lock() = outcome.consent;
            return None;
        }
        let result = match (outcome.error, outcome.result) {
            (Some(error), _) => Err(error),
            (None, result) => {
                Ok(result.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default())
            }
        };
        let state = result.as_ref().ok().and_then(|answer| {
            let component = self.components.get(request.name)?;
            state_after(component, request.state?, answer)
        });
        Some(Executed {
            is_as_read: false,
            is_carried_out: matches!(outcome.status, CallStatus::Success | CallStatus::Error | CallStatus::TimedOut),
            elapsed: Duration::from_micros(u64::from(outcome.elapsed_us)),
            state,
            result,
        })
    }
}

impl Hands<'_> {
    /// The client's own tools, where a name is one of theirs and none of the library's.
    fn own_tools_for(&self, name: &str) -> Option<&OwnTools> {
        self.own.as_ref().filter(|own| !self.world.tools.contains_key(name) && own.have(name))
    }

    fn answered_by(&self, own: &OwnTools, request: &ToolRequest<'_>) -> Option<Executed> {
        match own.call(&self.session, request, self.allows) {
            Ok(done) => Some(done),
            Err(asked) => {
                *self.asked.lock() = Some(*asked);
                None
            }
        }
    }

    /// Carries a call out, and again with each consent it asks for and is given.
    fn outcome(&self, call: &ToolCall, held: Option<&HeldTool>, stop: &Stop) -> Result<CallOutcome, Error> {
        let mut outcome = self.session.call_held(call, held, stop)?;
        let Some(allows) = self.allows else { return Ok(outcome) };
        for _ in 0..MOST_QUESTIONS {
            let Some(asked) = outcome.consent.as_ref().filter(|_| outcome.status == CallStatus::NeedsConsent) else {
                break;
            };
            if !allows(asked) {
                break;
            }
            self.studio.grant_consent(&asked.hash)?;
            outcome = self.session.call_held(call, held, stop)?;
        }
        Ok(outcome)
    }
}

/// The state of a component after a call, as the answer tells it: whole, in a member that is named as the component is or
/// `state`; or in parts, in members that are named as those of the state are.
fn state_after(component: &str, before: &Value, answer: &Value) -> Option<Value> {
    let answer = answer.as_object()?;
    if let Some(whole) = answer.get(component).or_else(|| answer.get("state")) {
        return Some(whole.clone());
    }
    let mut after = before.as_object()?.clone();
    for (name, value) in &mut after {
        if let Some(told) = answer.get(name) {
            value.clone_from(told);
        }
    }
    Some(Value::Object(after))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::state_after;

    #[test]
    fn an_answer_tells_the_state_whole_or_in_parts() {
        assert_eq!(state_after("table", &json!([]), &json!({ "n": 1, "table": [1] })), Some(json!([1])));
        assert_eq!(state_after("table", &json!([]), &json!({ "state": [2] })), Some(json!([2])));
        assert_eq!(state_after("table", &json!([]), &json!({ "n": 1 })), None);
        assert_eq!(
            state_after("c", &json!({ "a": 1, "b": 2 }), &json!({ "b": 3, "x": 4 })),
            Some(json!({ "a": 1, "b": 3 }))
        );
        assert_eq!(state_after("c", &json!({ "a": 1 }), &json!("text")), None);
    }
}
