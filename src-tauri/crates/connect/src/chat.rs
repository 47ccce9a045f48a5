//! One model, asked on the caller's thread: for a few words, or with all of a session's context and tools.
//!
//! `genai` makes requests of prompts and reads replies, in each provider's protocol. What goes over the wire is ours
//! ([`relay`]): the key, where it may go, how long is waited, what is tried again, and the record of it all.

mod constrained;
mod events;
mod exchange;
mod patience;
mod peer;
mod pieces;
mod relay;
mod request;
mod said;
mod talk;
mod wire;

#[cfg(test)]
mod tests;

use std::time::Duration;

use genai::chat::{ChatMessage, ChatOptions, ChatRequest};
use studio_runtime::{
    Stop,
    context::{Prompt, Usage},
    session::ModelReply,
};

use self::{
    request::Question,
    talk::{Heard, Talk},
};
use crate::{Error, ModelSpec, Provider, mock};

pub use exchange::Exchange;
pub use patience::Patience;

/// Tokens an answer may have. Enough for a name and a little thought before it.
pub const MOST_OUTPUT_TOKENS: u32 = 512;

/// How a model is offered tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolCalling {
    /// As its protocol has them.
    #[default]
    Native,
    /// In words, with a JSON Schema that its reply is held to: for models that know no tools.
    Constrained,
}

/// How a model is asked with all of a session's context.
#[derive(Clone, Debug)]
pub struct Ask {
    /// How it is offered tools.
    pub calling: ToolCalling,
    /// Whether its reply comes bit by bit.
    pub is_streamed: bool,
    /// Tokens a reply may have.
    pub most_output: u32,
    /// How freely it chooses its words; none for as freely as it does unasked.
    pub temperature: Option<f64>,
    /// Tokens of the context the model is to have; a server of one's own gives it more or less than it can take otherwise.
    pub window: Option<u32>,
    /// How long is waited, and how often tried again.
    pub patience: Patience,
}

/// What became of a question.
#[derive(Debug)]
pub struct Answered {
    /// The reply, or why there is none.
    pub reply: Result<ModelReply, Error>,
    /// What went over the wire, one for each try.
    pub exchanges: Vec<Exchange>,
}

/// What a model answered to a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its words.
    pub text: String,
    /// Tokens it read, where it counted them.
    pub input_tokens: Option<u32>,
    /// Tokens it wrote, where it counted them.
    pub output_tokens: Option<u32>,
}

/// A connection to one model. May be asked from several threads at once; goes with everything it started when dropped.
#[derive(Debug)]
pub struct Chat {
    remote: Option<Talk>,
    timeout: Duration,
}

impl Chat {
    /// Prepares to ask a model. Nothing is sent yet. An answer to a few words may take `timeout`.
    pub fn open(spec: &ModelSpec, timeout: Duration) -> Result<Self, Error> {
        spec.check()?;
        let remote = if spec.provider == Provider::Mock { None } else { Some(Talk::open(spec)?) };
        Ok(Self { remote, timeout })
    }

    /// The model's answer to `user`, who speaks after the instructions in `system`. Blocks; not to be called from
    /// asynchronous code.
    pub fn complete(&self, system: &str, user: &str) -> Result<Reply, Error> {
        let Some(talk) = &self.remote else {
            return Ok(Reply { text: mock::answer(system, user), input_tokens: None, output_tokens: None });
        };
        let question = Question {
            request: ChatRequest::new(vec![ChatMessage::user(user)]).with_system(system),
            options: ChatOptions::default().with_max_tokens(MOST_OUTPUT_TOKENS).with_normalize_reasoning_content(true),
            more: None,
        };
        let patience = Patience::of_one_try(self.timeout);
        let mut heard = |_: &str| {};
        let heard = Heard { tell: &mut heard, is_streamed: false };
        let reply = talk.ask(question, &patience, &Stop::new(), heard).0?;
        let text = reply.text.trim().to_owned();
        if text.is_empty() {
            return Err(talk.empty(reply.stop_reason.as_ref()));
        }
        let Usage { input, output, .. } = reply.usage;
        Ok(Reply { text, input_tokens: input, output_tokens: output })
    }

    /// The model's reply to a prompt with its tools. `heard` is given its words as they come, and an empty text now and
    /// then while none come. Blocks; ends soon after `stop` was asked for. The mock has no reply.
    pub fn converse(&self, prompt: &Prompt, ask: &Ask, stop: &Stop, heard: &mut dyn FnMut(&str)) -> Answered {
        let Some(talk) = &self.remote else {
            let model = Provider::Mock.as_str().to_owned();
            return Answered { reply: Err(Error::Empty { model, reason: None }), exchanges: Vec::new() };
        };
        let is_constrained = ask.calling == ToolCalling::Constrained && !prompt.tools.is_empty();
        let make = if is_constrained { constrained::question } else { request::native };
        let mut question = make(prompt, talk.provider());
        question.options = question.options.with_max_tokens(ask.most_output);
        if let Some(temperature) = ask.temperature {
            question.options = question.options.with_temperature(temperature);
        }
        question.hold(talk.provider(), ask.window);
        // What is held to a schema is JSON, and no words until it is whole.
        let mut tell = |text: &str| heard(if is_constrained { "" } else { text });
        let heard = Heard { tell: &mut tell, is_streamed: ask.is_streamed };
        let (reply, exchanges) = talk.ask(question, &ask.patience, stop, heard);
        let reply = reply.and_then(|said| {
            let cut_at = said.is_cut().then_some(ask.most_output);
            let (text, calls, usage) = (said.text, said.calls, said.usage);
            if is_constrained && !text.trim().is_empty() {
                let (text, calls) = constrained::read(&text).map_err(|why| talk.off_schema(&why, cut_at))?;
                let (text, calls) = (talk.mask().text(&text), said::masked(calls, talk.mask()));
                return Ok(ModelReply { text, calls, usage, cut_at });
            }
            Ok(ModelReply { text, calls, usage, cut_at })
        });
        Answered { reply, exchanges }
    }

    /// Ends every question that waits for its answer, from another thread, and all that follow.
    pub fn stop(&self) {
        if let Some(talk) = &self.remote {
            talk.stop();
        }
    }
}
