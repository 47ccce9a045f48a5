//! Handlers that pretend: always the same answer, the arguments back, and every way a tool can go wrong.

use std::{sync::Arc, time::Duration};

use serde_json::Value;

use crate::{Answer, Call, Failure, Handler, Tool, ToolLibrary, ToolSpecification, json::shortened};

/// How a pretended tool behaves.
#[derive(Clone, Debug, PartialEq)]
pub enum Mock {
    /// Always gives the same answer.
    Fixed(Value),
    /// Gives its arguments back.
    Echo,
    /// Always fails, with this message.
    Error(String),
    /// Gives its answer late.
    Delay {
        /// How late.
        time: Duration,
        /// The answer.
        value: Value,
    },
    /// Answers with a text that is no JSON.
    Garbage(String),
}

impl Handler for Mock {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        match self {
            Self::Fixed(value) => Ok(answer(value.clone())),
            Self::Echo => Ok(answer(call.arguments.clone())),
            Self::Error(message) => Err(Failure::Failed { message: message.clone(), log: String::new() }),
            Self::Delay { time, value } => late(call, *time, value),
            Self::Garbage(text) => Err(Failure::Garbage {
                message: format!("The tool's response isn't JSON: {}", shortened(text, 200)),
                log: String::new(),
            }),
        }
    }
}

fn late(call: &Call<'_>, time: Duration, value: &Value) -> Result<Answer, Failure> {
    if call.stop.wait(time.min(call.limit)) {
        Err(Failure::Stopped)
    } else if time > call.limit {
        Err(Failure::TimedOut { limit: call.limit })
    } else {
        Ok(Answer { outside: Some(time), ..answer(value.clone()) })
    }
}

fn answer(value: Value) -> Answer {
    Answer { value, ..Answer::default() }
}

/// A library that pretends to implement every one of these, all in the same way.
pub fn library(specifications: &[ToolSpecification], behaviour: &Mock) -> ToolLibrary {
    let handler: Arc<dyn Handler> = Arc::new(behaviour.clone());
    specifications.iter().map(|specification| Tool::of(specification, Arc::clone(&handler))).collect()
}
