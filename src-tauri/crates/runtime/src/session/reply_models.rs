//! Models that answer from what is written down: a script, or a session that was recorded.

use std::iter::Peekable;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::{ChatModel, ModelError, ModelReply, ModelRequest};
use crate::context::{Cap, EndReason, Event, FailureKind, ModelCall, Prompt, Usage, Warning};

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
            let message = "The script has no more replies. Add more to the file.".to_owned();
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
        Ok(ModelReply { text: reply.text, calls, usage: Usage::default(), cut_at: None })
    }
}

/// A model that says again what it said in a recorded session.
#[derive(Debug)]
pub struct Recorded(Mutex<Peekable<std::vec::IntoIter<Take>>>);

/// What came of one question, or of the wish to ask it.
#[derive(Debug)]
enum Take {
    Reply(Result<ModelReply, ModelError>),
    Capped(Cap),
}

impl Recorded {
    /// From the events of the session.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        Self::after(events, 0)
    }

    /// From the events of the session, of whose replies some were given already.
    pub fn after<'a>(events: impl IntoIterator<Item = &'a Event>, given: usize) -> Self {
        let mut takes: Vec<Take> = Vec::new();
        let mut is_asked = false;
        for event in events {
            match event {
                Event::ModelAsked { .. } => is_asked = true,
                Event::ModelReplied { text, calls, usage } => {
                    is_asked = false;
                    let (text, calls, usage) = (text.clone(), calls.clone(), *usage);
                    takes.push(Take::Reply(Ok(ModelReply { text, calls, usage, cut_at: None })));
                }
                // Told right after the reply.
                Event::Warned { warning: Warning::ReplyCut { most } } => {
                    if let Some(Take::Reply(Ok(reply))) = takes.last_mut() {
                        reply.cut_at = Some(*most);
                    }
                }
                Event::ModelFailed { failure, message } => {
                    is_asked = false;
                    let failed = ModelError::Failed { kind: *failure, message: message.clone() };
                    takes.push(Take::Reply(Err(failed)));
                }
                Event::CapReached { cap } => takes.push(Take::Capped(*cap)),
                // Stopped while it was asked.
                Event::Ended { reason: EndReason::Cancelled } if std::mem::take(&mut is_asked) => {
                    takes.push(Take::Reply(Err(ModelError::Stopped)));
                }
                _ => {}
            }
        }
        takes.drain(..given.min(takes.len()));
        Self(Mutex::new(takes.into_iter().peekable()))
    }
}

impl ChatModel for Recorded {
    fn may_ask(&self, _: &Prompt) -> Result<(), Cap> {
        match self.0.lock().next_if(|next| matches!(next, Take::Capped(_))) {
            Some(Take::Capped(cap)) => Err(cap),
            _ => Ok(()),
        }
    }

    fn reply(&self, _: &ModelRequest<'_>, heard: &mut dyn FnMut(&str)) -> Result<ModelReply, ModelError> {
        let next = match self.0.lock().next() {
            Some(Take::Reply(reply)) => reply,
            Some(Take::Capped(_)) | None => {
                let message = "The recording ends here: it has no more model replies.".to_owned();
                Err(ModelError::Failed { kind: FailureKind::Empty, message })
            }
        };
        if let Ok(reply) = &next {
            heard(&reply.text);
        }
        next
    }
}
