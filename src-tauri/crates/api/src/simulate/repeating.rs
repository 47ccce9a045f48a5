//! The same messages again and again: what they come to each time, and how far that lies from each other.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use studio_runtime::{
    context::EndReason,
    session::{Session as Simulated, Step, Turn, turns},
};

use crate::{
    Error, ErrorCode, Studio,
    calls::deferred::RunningCall,
    dto::{Share, SimulationSetup, SimulationSpread, Spread},
    simulate::{
        ready::{self, Calls},
        real::SoFar,
        runtimes,
    },
    state::steps::Steps,
};

/// How often at most.
const MOST: u32 = 100;

impl Studio {
    /// Says the same messages in so many sessions of a setup, none of which is kept, and tells how far they lie from each
    /// other. `call_id` cancels it: what ended until then is told. Ends before the first call that is not allowed yet.
    pub fn repeat_simulation(
        &self,
        setup: &SimulationSetup,
        messages: &[String],
        times: u32,
        call_id: &str,
    ) -> Result<SimulationSpread, Error> {
        if !(1..=MOST).contains(&times) {
            return Err(Error::new(ErrorCode::Invalid, format!("Repeat it between 1 and {MOST} times.")));
        }
        let session = self.session()?;
        let world = Arc::new(session.world_for(setup, self, Calls::of(setup))?);
        let disclosure = runtimes::disclosure(setup, &world);
        let running = RunningCall::enter(&session, call_id);
        let hands = session.hands_of(self, call_id, setup, &world, None)?;
        let (mut runs, mut counted) = (Vec::new(), Steps::default().counted);
        'runs: for _ in 0..times {
            let model = session.model_of(&setup.model, &world, &SoFar::default())?;
            let limits = ready::limits(setup.max_iterations);
            let mut simulated = Simulated::start(Arc::clone(&world.world), Arc::clone(&disclosure), limits);
            for message in messages {
                simulated.say(message).map_err(|refused| Error::new(ErrorCode::Invalid, refused.to_owned()))?;
                loop {
                    match simulated.step(&*model, &hands, &running.stop, &mut |_| {}) {
                        Step::Waiting => break,
                        Step::Consent => break 'runs,
                        Step::Model | Step::Call => {}
                    }
                }
            }
            if running.stop.is_stopped() {
                break;
            }
            let mut steps = Steps::counting(counted);
            steps.advance(&world.world, &*disclosure, simulated.events(), 0);
            let tokens = steps.points.iter().map(|point| point.tokens).collect();
            counted = std::mem::take(&mut steps.counted);
            runs.push(Run { tokens, turns: turns(simulated.events()) });
        }
        let asks = hands.asked.lock().take();
        Ok(SimulationSpread { asks, ..spread(&runs) })
    }
}

/// One session.
struct Run {
    /// Of each question to the model.
    tokens: Vec<u32>,
    turns: Vec<Turn>,
}

fn spread(runs: &[Run]) -> SimulationSpread {
    let of = |number: &dyn Fn(&Run) -> u32| {
        let mut numbers: Vec<u32> = runs.iter().map(number).collect();
        numbers.sort_unstable();
        match numbers.as_slice() {
            [] => Spread::default(),
            [min, ..] => Spread { min: *min, median: numbers[numbers.len() / 2], max: numbers[numbers.len() - 1] },
        }
    };
    let shares = |names: fn(&Turn) -> &Vec<String>| {
        let mut times: BTreeMap<&String, u32> = BTreeMap::new();
        for run in runs {
            let of_run: BTreeSet<&String> = run.turns.iter().flat_map(names).collect();
            for name in of_run {
                *times.entry(name).or_default() += 1;
            }
        }
        times.into_iter().map(|(name, times)| Share { name: name.clone(), times }).collect()
    };
    let is_answered = |run: &&Run| {
        let ended = |turn: &Turn| matches!(turn.ended, Some(EndReason::Answered | EndReason::Completed));
        run.turns.iter().all(ended)
    };
    let answers: BTreeSet<&str> =
        runs.iter().filter_map(|run| run.turns.last()).map(|turn| turn.answer.as_str()).collect();
    SimulationSpread {
        times: runs.len() as u32,
        tokens: of(&|run| run.tokens.iter().sum()),
        steps: of(&|run| run.tokens.len() as u32),
        calls: of(&|run| run.turns.iter().map(|turn| turn.tools.len() as u32).sum()),
        skills: shares(|turn| &turn.skills),
        tools: shares(|turn| &turn.tools),
        answered: runs.iter().filter(is_answered).count() as u32,
        answers: answers.len() as u32,
        asks: None,
    }
}
