//! A chat model in a session: asked over the wire, within what the session may take.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use studio_connect::{Answered, Ask, Chat, Exchange, Patience, ToolCalling};
use studio_runtime::{
    context::{AgentModel, Cap, Event, Ledger, Prompt, Usage},
    session::{ChatModel, ModelError, ModelReply, ModelRequest},
};

use crate::{
    Error,
    dto::{ModelSettings, ModelToolCalls, SimulationPoint, SpendingCap},
    models::spec::most_output,
    state::session::Session,
    state::steps::Counted,
};

/// How long an answer to a few words may take; sessions have a patience of their own.
const WORDS_LIMIT: Duration = Duration::from_mins(2);

/// What went over the wire and was not taken from here yet.
pub(crate) type Went = Arc<Mutex<Vec<Exchange>>>;

/// What a session has of its model before it goes on.
#[derive(Default)]
pub(crate) struct SoFar {
    /// Replies that were given already.
    pub(crate) given: usize,
    pub(crate) spent: Spent,
    pub(crate) went: Went,
}

/// Tokens of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub(crate) input: u32,
    pub(crate) output: u32,
}

impl Spent {
    /// What the events from one on say was read and written. A question that has no reply was read all the same.
    pub(crate) fn of(events: &[Event], points: &[SimulationPoint], from: usize) -> Self {
        let mut spent = Self::default();
        for event in events.iter().skip(from) {
            if let Event::ModelReplied { usage, .. } = event {
                spent.add(*usage);
            }
        }
        for point in points.iter().filter(|point| point.event as usize >= from) {
            let ends = |event: &&Event| {
                matches!(event, Event::ModelReplied { .. } | Event::ModelFailed { .. } | Event::Ended { .. })
            };
            let came = events.iter().skip(point.event as usize).find(ends);
            if !matches!(came, Some(Event::ModelReplied { .. })) {
                spent.add(read_only(point.tokens));
            }
        }
        spent
    }

    /// What it costs by a model's prices.
    pub(crate) fn dollars(self, settings: &ModelSettings) -> f64 {
        Price { input: settings.input_price, output: settings.output_price }.dollars(self.input, self.output)
    }

    fn add(&mut self, usage: Usage) {
        self.input = self.input.saturating_add(usage.input.unwrap_or_default());
        self.output = self.output.saturating_add(usage.output.unwrap_or_default());
    }
}

/// A question that nothing was written to.
const fn read_only(input: u32) -> Usage {
    Usage { input: Some(input), output: None, is_estimated: true }
}

/// Dollars a million tokens in and out.
#[derive(Clone, Copy)]
struct Price {
    input: f64,
    output: f64,
}

impl Price {
    fn dollars(self, input: u32, output: u32) -> f64 {
        (f64::from(input) * self.input + f64::from(output) * self.output) / 1e6
    }
}

/// Tokens a reply may have: as many as the agent says, else as many as the chat model's settings do.
pub(crate) fn most_of(own: Option<&AgentModel>, settings: &ModelSettings) -> u32 {
    own.and_then(|own| own.max_tokens).unwrap_or_else(|| most_output(settings))
}

/// A chat model with what it may still take.
pub(crate) struct RealModel {
    chat: Chat,
    ask: Ask,
    price: Price,
    cap: SpendingCap,
    spent: Mutex<Spent>,
    counted: Mutex<Counted>,
    went: Went,
}

impl RealModel {
    /// Prepares to ask it, at the temperature and within the length that the agent is set up with; nothing is sent yet.
    pub(crate) fn open(
        session: &Session,
        settings: &ModelSettings,
        cap: SpendingCap,
        own: Option<&AgentModel>,
        so_far: &SoFar,
    ) -> Result<Self, Error> {
        let spec = session.spec_with_key(settings)?;
        let calling = match settings.tool_calls {
            ModelToolCalls::Native => ToolCalling::Native,
            ModelToolCalls::Constrained => ToolCalling::Constrained,
        };
        let ask = Ask {
            calling,
            is_streamed: !settings.is_unstreamed,
            most_output: most_of(own, settings),
            temperature: own.map(|own| own.temperature),
            window: (settings.window_tokens > 0).then_some(settings.window_tokens),
            patience: Patience::default(),
        };
        Ok(Self {
            chat: Chat::open(&spec, WORDS_LIMIT)?,
            ask,
            price: Price { input: settings.input_price, output: settings.output_price },
            cap,
            spent: Mutex::new(so_far.spent),
            counted: Mutex::default(),
            went: Arc::clone(&so_far.went),
        })
    }

    /// Estimated tokens of a prompt.
    fn tokens(&self, prompt: &Prompt) -> u32 {
        let mut counted = self.counted.lock();
        Ledger::of(prompt, |text| counted.of(text)).total().try_into().unwrap_or(u32::MAX)
    }

    fn dollars(&self, spent: Spent) -> f64 {
        self.price.dollars(spent.input, spent.output)
    }

    /// Tokens that a reply to so many tokens may have.
    fn most_output(&self, input: u32) -> u32 {
        let spent = *self.spent.lock();
        let of_tokens = self
            .cap
            .max_tokens
            .map(|most| most.saturating_sub(spent.input.saturating_add(spent.output).saturating_add(input)));
        let of_money = self.cap.max_cents.filter(|_| self.price.output > 0.0).map(|most| {
            let left = f64::from(most) / 100.0 - self.dollars(spent) - self.price.dollars(input, 0);
            (left * 1e6 / self.price.output).max(0.0) as u32
        });
        [of_tokens, of_money].into_iter().flatten().fold(self.ask.most_output, u32::min).max(1)
    }

    /// What a reply took: as it says, or as far as it can be told without.
    fn usage(&self, reply: &ModelReply, input: u32) -> Usage {
        let told = reply.usage;
        // A count of nothing for a prompt and a reply is none.
        let told_of = |tokens: Option<u32>| tokens.filter(|tokens| *tokens > 0);
        let written = || {
            let mut counted = self.counted.lock();
            let calls = reply.calls.iter().map(|call| counted.of(&call.name) + counted.of(&call.arguments));
            let calls: usize = calls.collect::<Vec<_>>().into_iter().sum();
            (counted.of(&reply.text) + calls).try_into().unwrap_or(u32::MAX)
        };
        Usage {
            input: Some(told_of(told.input).unwrap_or(input)),
            output: Some(told_of(told.output).unwrap_or_else(written)),
            is_estimated: told_of(told.input).is_none() || told_of(told.output).is_none(),
        }
    }
}

impl ChatModel for RealModel {
    fn may_ask(&self, prompt: &Prompt) -> Result<(), Cap> {
        let spent = *self.spent.lock();
        // A reply has one token at least.
        let next = self.tokens(prompt).saturating_add(1);
        let total = spent.input.saturating_add(spent.output);
        if let Some(most) = self.cap.max_tokens.filter(|most| total.saturating_add(next) > *most) {
            return Err(Cap::Tokens { most, spent: total, next });
        }
        let (dollars, next) = (self.dollars(spent), self.price.dollars(next - 1, 1));
        let most = self.cap.max_cents.map(|cents| f64::from(cents) / 100.0);
        if let Some(most) = most.filter(|most| dollars + next > *most) {
            return Err(Cap::Dollars { most, spent: dollars, next });
        }
        Ok(())
    }

    fn reply(&self, request: &ModelRequest<'_>, heard: &mut dyn FnMut(&str)) -> Result<ModelReply, ModelError> {
        let input = self.tokens(request.prompt);
        let ask = Ask { most_output: self.most_output(input), ..self.ask.clone() };
        let Answered { reply, exchanges } = self.chat.converse(request.prompt, &ask, request.stop, heard);
        self.went.lock().extend(exchanges);
        if reply.is_err() {
            self.spent.lock().add(read_only(input));
        }
        match reply {
            Ok(reply) => {
                let usage = self.usage(&reply, input);
                self.spent.lock().add(usage);
                Ok(ModelReply { usage, ..reply })
            }
            Err(studio_connect::Error::Stopped) => Err(ModelError::Stopped),
            Err(error) => {
                let kind = error.kind();
                Err(ModelError::Failed { kind, message: Error::from(error).message })
            }
        }
    }
}
