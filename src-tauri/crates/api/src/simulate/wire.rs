//! What went over the wire for a session's questions, and what the first of them would cost.

use std::sync::Arc;

use studio_connect::Exchange;
use studio_runtime::{
    context::{Ledger, State},
    session::Session as Simulated,
};

use crate::{
    Error, Studio,
    dto::{ModelExchange, NamedValue, RepeatCost, SimulationCost, SimulationModel, SimulationSetup},
    models::spec::{address, is_mock, provider},
    simulate::{
        ready::{self, Calls},
        real::{Spent, most_of},
        runtimes,
    },
    state::steps::Counted,
};

impl Studio {
    /// The requests and answers of one question to a model, which is asked by the event of that index: one for each try.
    pub fn list_simulation_exchanges(&self, id: &str, event: u32) -> Result<Vec<ModelExchange>, Error> {
        let live = self.session()?.simulation(id)?;
        let log = live.log.lock();
        Ok(log.exchanges.get(&event).map(|went| went.iter().map(shown).collect()).unwrap_or_default())
    }

    /// What a session with a chat model would send with its first question, and where; none for any other model.
    pub fn estimate_simulation_cost(&self, setup: &SimulationSetup) -> Result<Option<SimulationCost>, Error> {
        let session = self.session()?;
        let Some(settings) = session.chat_model_of(setup)?.filter(|settings| !is_mock(settings)) else {
            return Ok(None);
        };
        let world = session.world_for(setup, self, Calls::NotMade)?;
        let disclosure = runtimes::disclosure(setup, &world);
        let limits = ready::limits(setup.max_iterations);
        let begun = Simulated::start(Arc::clone(&world.world), Arc::clone(&disclosure), limits);
        let state = State::after(&world.world, begun.events());
        let mut counted = Counted::default();
        let ledger = Ledger::of(&disclosure.prompt(&world.world, &state), |text| counted.of(text));
        let first_tokens = ledger.total().try_into().unwrap_or(u32::MAX);
        let has_price = settings.input_price > 0.0 || settings.output_price > 0.0;
        Ok(Some(SimulationCost {
            model: settings.model.clone(),
            address: address(&settings, provider(&settings)).to_owned(),
            first_tokens,
            first_dollars: has_price.then(|| f64::from(first_tokens) * settings.input_price / 1e6),
            most_output: most_of(world.world.agent.model.as_ref(), &settings),
            unavailable: session.model_spec(&settings).err().map(|error| error.message),
        }))
    }

    /// What repeating a session so often would take, by what the session itself took; none where no chat model answers.
    pub fn estimate_repeat_cost(&self, id: &str, times: u32) -> Result<Option<RepeatCost>, Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let log = live.log.lock();
        let (settings, max_tokens, max_cents) = match &log.setup.model {
            SimulationModel::Real { name, max_tokens, max_cents } => {
                (session.model_named(name)?, max_tokens, max_cents)
            }
            SimulationModel::Agent { max_tokens, max_cents } => {
                (session.own_chat_model(&log.world)?, max_tokens, max_cents)
            }
            SimulationModel::Mock | SimulationModel::Scripted { .. } | SimulationModel::Recorded { .. } => {
                return Ok(None);
            }
        };
        let has_price = settings.input_price > 0.0 || settings.output_price > 0.0;
        let spent = Spent::of(&log.events, &log.steps.points, 0);
        let tokens = spent.input.saturating_add(spent.output).saturating_mul(times);
        let dollars = has_price.then(|| spent.dollars(&settings) * f64::from(times));
        Ok(Some(RepeatCost {
            tokens,
            dollars,
            most_tokens: max_tokens.map(|most| most.saturating_mul(times)),
            most_dollars: max_cents.map(|cents| f64::from(cents) * f64::from(times) / 100.0),
        }))
    }
}

fn shown(went: &Exchange) -> ModelExchange {
    let headers = |headers: &[(String, String)]| {
        headers.iter().map(|(name, value)| NamedValue { name: name.clone(), value: value.clone() }).collect()
    };
    ModelExchange {
        url: went.url.clone(),
        request_headers: headers(&went.request_headers),
        request_body: went.request_body.clone(),
        status: went.status,
        response_headers: headers(&went.response_headers),
        response_body: went.response_body.clone(),
        response_bytes: went.response_bytes.try_into().unwrap_or(u32::MAX),
        elapsed_us: went.elapsed.as_micros().try_into().unwrap_or(u32::MAX),
        curl: went.curl(),
    }
}
