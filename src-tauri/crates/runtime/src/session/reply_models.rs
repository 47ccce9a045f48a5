//! Models that answer from what is written down: a script, or a session that was recorded.

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::{ChatModel, ModelError, ModelReply, ModelRequest};
use crate::context::{EndReason, Event, FailureKind, ModelCall, Usage};

/// One reply of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptedReply {
    /// What the model says.
    pub text: String,
    /// The tools it calls.
    pub calls: Vec<ScriptedCall>,
    /// What it fails with instead.
    pub error: Option<String>,
}

/// A call of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Eq)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCall {
    /// Name of the tool.
    pub name: String,
    /// Arguments: JSON, or a text that stands for itself where the model is to send nonsense.
    #[serde(default)]
    pub arguments: serde_json::Value,
}

/// A model that gives the replies of a list, in its order.
#[derive(Debug)]
pub struct Script(Mutex<std::vec::IntoIter<ScriptedReply>>);

impl Script {
    /// From the list.
    pub fn new(replies: Vec<ScriptedReply>) -> Self {
        Self::after(replies, 0)
    }

    /// From the list, of which some were given already.
    pub fn after(mut replies: Vec<ScriptedReply>, given: usize) -> Self {
        replies.drain(..given.min(replies.len()));
        Self(Mutex::new(replies.into_iter()))
    }
}

impl ChatModel for Script {
    fn reply(&self, _: &ModelRequest<'_>, heard: &mut dyn FnMut(&str)) -> Result<ModelReply, ModelError> {
        let Some(reply) = self.0.lock().next() else {
            let message = "The script has no more replies. Add one to its file.".to_owned();
            return Err(ModelError::Failed { kind: FailureKind::Empty, message });
        };
        if let Some(message) = reply.error {
            return Err(ModelError::Failed { kind: FailureKind::Refused, message });
        }
        heard(&reply.text);
        let call = |call: ScriptedCall| ModelCall {
            id: String::new(),
            name: call.name,
            arguments: match call.arguments {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text,
                json => json.to_string(),
            },
        };
        let calls = reply.calls.into_iter().map(call).collect();
        Ok(ModelReply { text: reply.text, calls, usage: Usage::default() })
    }
}

/// A model that says again what it said in a recorded session.
#[derive(Debug)]
pub struct Recorded(Mutex<std::vec::IntoIter<Result<ModelReply, ModelError>>>);

impl Recorded {
    /// From the events of the session.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        Self::after(events, 0)
    }

    /// From the events of the session, of whose replies some were given already.
    pub fn after<'a>(events: impl IntoIterator<Item = &'a Event>, given: usize) -> Self {
        let mut is_asked = false;
        let mut reply = |event: &Event| match event {
            Event::ModelAsked { .. } => {
                is_asked = true;
                None
            }
            Event::ModelReplied { text, calls, usage } => {
                is_asked = false;
                Some(Ok(ModelReply { text: text.clone(), calls: calls.clone(), usage: *usage }))
            }
            Event::ModelFailed { failure, message } => {
                is_asked = false;
                Some(Err(ModelError::Failed { kind: *failure, message: message.clone() }))
            }
            // Stopped while it was asked.
            Event::Ended { reason: EndReason::Cancelled } if std::mem::take(&mut is_asked) => {
                Some(Err(ModelError::Stopped))
            }
            _ => None,
        };
        let replies: Vec<_> = events.into_iter().filter_map(&mut reply).skip(given).collect();
        Self(Mutex::new(replies.into_iter()))
    }
}

impl ChatModel for Recorded {
    fn reply(&self, _: &ModelRequest<'_>, heard: &mut dyn FnMut(&str)) -> Result<ModelReply, ModelError> {
        let next = self.0.lock().next().unwrap_or_else(|| {
            let message = "The recording ends here: the model was not asked again when it was made.".to_owned();
            Err(ModelError::Failed { kind: FailureKind::Empty, message })
        });
        if let Ok(reply) = &next {
            heard(&reply.text);
        }
        next
    }
}
