//! A session at work: it says something, goes on, waits, and is told of as it does.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use parking_lot::Mutex;
use studio_runtime::{
    Stop,
    context::Event,
    disclosure::Disclosure,
    session::{Session as Simulated, Step},
};

use crate::{
    Error, ErrorCode, Studio,
    calls::deferred::RunningCall,
    dto::{
        CredentialChoice, SimulationPace, SimulationState, SimulationUpdate, SimulationView, SimulationWork,
        StudioEvent,
    },
    simulate::{
        compacting,
        hands::Hands,
        keeping::enter,
        ready,
        real::{SoFar, Spent, Went},
        runtimes,
        telling::Told,
    },
    state::{
        live::{AtWork, Live},
        session::Session,
    },
};

impl Studio {
    /// The user says something. Goes on until the session waits; with [`SimulationPace::Step`] only that is said. What looks
    /// like a credential is refused: [`Studio::say_choosing`] takes the author's word.
    pub fn say_in_simulation(&self, id: &str, text: &str, pace: SimulationPace) -> Result<SimulationView, Error> {
        self.say_choosing(id, text, pace, CredentialChoice::Ask)
    }

    pub(crate) fn say_as_it_is(&self, id: &str, text: &str, pace: SimulationPace) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let at_work = enter(&live)?;
        if !matches!(live.log.lock().state(), SimulationState::WaitingForUser { .. }) {
            let message = "The session is in the middle of a turn. Continue or cancel it before sending a message.";
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let mut work = Work::new(self, &session, &live)?;
        work.simulated().say(text).map_err(|refused| Error::new(ErrorCode::Invalid, refused.to_owned()))?;
        work.take_in()?;
        if pace == SimulationPace::Run {
            work.go_on(&at_work, pace)?;
        }
        work.end(at_work)
    }

    /// Does the next thing there is to do in a session: a question to the model, or a call.
    pub fn step_simulation(&self, id: &str) -> Result<SimulationView, Error> {
        self.continue_at(id, SimulationPace::Step, false)
    }

    /// Goes on until the session waits.
    pub fn continue_simulation(&self, id: &str) -> Result<SimulationView, Error> {
        self.continue_at(id, SimulationPace::Run, false)
    }

    /// Tells the model that the call that waits for the author's permission is not allowed, and goes on.
    pub fn refuse_simulation_call(&self, id: &str) -> Result<SimulationView, Error> {
        self.continue_at(id, SimulationPace::Run, true)
    }

    /// Compacts the conversation of a session that waits for a message, by the rule of its client. Refused where no rule is
    /// known.
    pub fn compact_simulation(&self, id: &str) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let at_work = enter(&live)?;
        let mut work = Work::new(self, &session, &live)?;
        compacting::compact(work.simulated())?;
        work.take_in()?;
        work.end(at_work)
    }

    /// Has a session stop after the step it is at.
    pub fn pause_simulation(&self, id: &str) -> Result<(), Error> {
        self.session()?.simulation(id)?.is_paused.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// Ends the turn of a session, also while it runs.
    pub fn cancel_simulation(&self, id: &str) -> Result<(), Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let Some(at_work) = live.enter() else { return self.cancel_call(id) };
        if matches!(live.log.lock().state(), SimulationState::WaitingForUser { .. }) {
            return Ok(());
        }
        let mut work = Work::new(self, &session, &live)?;
        work.running.stop.stop();
        work.go_on(&at_work, SimulationPace::Run)?;
        work.end(at_work).map(drop)
    }

    fn continue_at(&self, id: &str, pace: SimulationPace, refuses: bool) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let at_work = enter(&live)?;
        let state = live.log.lock().state();
        if matches!(state, SimulationState::WaitingForUser { .. }) {
            return Err(Error::new(ErrorCode::Invalid, "The session is waiting for a message."));
        }
        let mut work = Work::new(self, &session, &live)?;
        if refuses && matches!(state, SimulationState::WaitingForConsent { .. }) {
            work.simulated().refuse();
            work.take_in()?;
        }
        work.go_on(&at_work, pace)?;
        work.end(at_work)
    }
}

const UNTIL_THE_END: &str = "it is taken at the end of the work only";

/// A session while somebody is at work in it.
struct Work<'a> {
    session: &'a Arc<Session>,
    live: &'a Arc<Live>,
    /// Taken at the end, for whoever works in it next.
    simulated: Option<Simulated>,
    disclosure: Arc<dyn Disclosure>,
    hands: Hands<'a>,
    running: RunningCall,
    model: Box<dyn studio_runtime::session::ChatModel>,
    /// What went over the wire for the question that was asked last.
    went: Went,
    told: Mutex<Told>,
    /// Whether others may work in it again.
    is_given_back: bool,
}

impl<'a> Work<'a> {
    fn new(studio: &'a Studio, session: &'a Arc<Session>, live: &'a Arc<Live>) -> Result<Self, Error> {
        let mut log = live.log.lock();
        let (setup, world, known) = (log.setup.clone(), Arc::clone(&log.world), log.events.len());
        let given = log.steps.state().asked - log.asked_before as usize;
        let own = log.forked_from.as_ref().map_or(0, |fork| fork.events as usize);
        let spent = Spent::of(&log.events, &log.steps.points, own);
        let at_rest = log.at_rest.take().filter(|simulated| simulated.events().len() == known);
        // Where nobody worked in it yet, all that happened is gone through once.
        let events = if at_rest.is_some() { Vec::new() } else { log.events.clone() };
        drop(log);
        let disclosure = runtimes::disclosure(&setup, &world);
        let went = Went::default();
        let so_far = SoFar { given, spent, went: Arc::clone(&went) };
        let model = session.model_of(&setup.model, &world, &so_far)?;
        let limits = ready::limits(setup.max_iterations);
        let told = Told { events: known, heard: String::new(), at: None };
        let replay = || Simulated::replay(Arc::clone(&world.world), Arc::clone(&disclosure), limits, events);
        let simulated = at_rest.unwrap_or_else(replay);
        let id = live.id.to_string();
        let hands = session.hands_of(studio, &id, &setup, &world, None)?;
        let running = RunningCall::enter(session, &id);
        // Last of all: what is taken is given back when the work ends.
        session.take_simulation(live)?;
        Ok(Self {
            session,
            live,
            simulated: Some(simulated),
            disclosure,
            hands,
            running,
            model,
            went,
            told: Mutex::new(told),
            is_given_back: false,
        })
    }

    fn simulated(&mut self) -> &mut Simulated {
        self.simulated.as_mut().expect(UNTIL_THE_END)
    }

    fn has_ended(&self) -> bool {
        self.simulated.as_ref().is_some_and(|simulated| simulated.state().ended.is_some())
    }

    /// Does one step, or all until the session waits.
    fn go_on(&mut self, _at_work: &AtWork, pace: SimulationPace) -> Result<(), Error> {
        self.tell(true);
        loop {
            let step = self.step();
            self.take_in()?;
            let is_over = pace == SimulationPace::Step || self.live.is_paused.load(Ordering::SeqCst);
            match step {
                Step::Waiting => return Ok(()),
                Step::Consent => {
                    self.live.log.lock().asks = self.hands.asked.lock().take();
                    return Ok(());
                }
                // An answer is the end of its turn; nobody has to step once more to see that.
                Step::Model | Step::Call if is_over || self.has_ended() => return Ok(()),
                Step::Model | Step::Call => {}
            }
        }
    }

    fn step(&mut self) -> Step {
        self.live.log.lock().asks = None;
        let (session, told, id) = (self.session, &self.told, self.live.id.to_string());
        let mut heard = |text: &str| {
            let mut told = told.lock();
            told.heard.push_str(text);
            if !told.heard.is_empty() && told.is_due() {
                told.at = Some(Instant::now());
                let text = std::mem::take(&mut told.heard);
                let update = Box::new(SimulationUpdate::Heard { id: id.clone(), text });
                session.emit(StudioEvent::Simulation { update });
            }
        };
        let stop: Stop = self.running.stop.clone();
        let simulated = self.simulated.as_mut().expect(UNTIL_THE_END);
        simulated.step(&*self.model, &self.hands, &stop, &mut heard)
    }

    /// Takes what happened into the log, the library, and to the screen.
    fn take_in(&mut self) -> Result<(), Error> {
        let mut log = self.live.log.lock();
        let from = log.events.len();
        let events = &self.simulated.as_ref().expect(UNTIL_THE_END).events()[from..];
        let calls = std::mem::take(&mut *self.hands.done.lock());
        let answer = events.iter().position(|event| matches!(event, Event::ToolAnswered { .. }));
        if let Some(answer) = answer.filter(|_| !calls.is_empty()) {
            log.calls.insert((from + answer) as u32, calls);
        }
        let went = std::mem::take(&mut *self.went.lock());
        let asked = events.iter().position(|event| matches!(event, Event::ModelAsked { .. }));
        if let Some(asked) = asked.filter(|_| !went.is_empty()) {
            log.exchanges.insert((from + asked) as u32, went);
        }
        log.updated_at = crate::now();
        log.work = SimulationWork::Nobody;
        log.advance(&*self.disclosure, events);
        drop(log);
        self.session.keep_simulation(self.live, Some(self.session.shared.program.at_work()))?;
        self.tell(false);
        Ok(())
    }

    /// Tells the screen what happened since, unless it was told a moment ago.
    fn tell(&self, is_urgent: bool) {
        let mut told = self.told.lock();
        if !is_urgent && !told.is_due() {
            return;
        }
        told.at = Some(Instant::now());
        told.heard.clear();
        let log = self.live.log.lock();
        let from = std::mem::replace(&mut told.events, log.events.len());
        let update = SimulationUpdate::Advanced {
            id: self.live.id.to_string(),
            from: from as u32,
            events: log.events_from(from),
            steps: log.points_from(from),
            state: self.live.state(&log),
        };
        drop(log);
        self.session.emit(StudioEvent::Simulation { update: Box::new(update) });
    }

    /// Nobody is at work any more.
    fn end(mut self, at_work: AtWork) -> Result<SimulationView, Error> {
        self.session.keep_simulation(self.live, None)?;
        self.is_given_back = true;
        self.live.log.lock().at_rest = self.simulated.take();
        drop(at_work);
        self.tell(true);
        Ok(self.live.view())
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if self.is_given_back {
            return;
        }
        // After what failed, too: others would wait for it as long as this program runs.
        let kept = self.session.keep_simulation(self.live, None);
        self.session.shared.log.dropped("a session was not kept", kept);
    }
}
