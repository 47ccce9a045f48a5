//! Sessions as this process has them at hand: what happened in each, and who is at work in it.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use parking_lot::Mutex;
use studio_connect::Exchange;
use studio_runtime::{
    context::{EndReason, Event, State, World},
    disclosure::Disclosure,
    session::Session as Simulated,
};
use studio_select::Index;
use uuid::Uuid;

use crate::{
    base::shown::in_row,
    dto::{
        Access, CallOutcome, ConsentRequest, NotTaken, SimulationEvent, SimulationFork, SimulationListing,
        SimulationPoint, SimulationRow, SimulationSetup, SimulationState, SimulationWork, cap_sentence,
    },
    state::steps::Steps,
};

/// Most sessions at hand that nobody is at work in; the others are read again when somebody asks.
const MOST: usize = 12;

/// The sessions at hand.
#[derive(Default)]
pub(crate) struct Simulations(Mutex<HashMap<Uuid, Arc<Live>>>);

impl Simulations {
    pub(crate) fn get(&self, id: Uuid) -> Option<Arc<Live>> {
        self.0.lock().get(&id).cloned()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Live>> {
        self.0.lock().values().cloned().collect()
    }

    /// Takes one in, unless somebody was faster; the one that is at hand from then on.
    pub(crate) fn put(&self, live: Arc<Live>) -> Arc<Live> {
        let mut all = self.0.lock();
        if all.len() >= MOST {
            let rests = |live: &Arc<Live>| !live.is_running() && live.log.lock().is_kept;
            let oldest = all.values().filter(|live| rests(live)).min_by_key(|live| live.log.lock().updated_at.clone());
            if let Some(id) = oldest.map(|live| live.id) {
                all.remove(&id);
            }
        }
        Arc::clone(all.entry(live.id).or_insert(live))
    }

    pub(crate) fn remove(&self, id: Uuid) {
        self.0.lock().remove(&id);
    }
}

/// A session at hand.
pub(crate) struct Live {
    pub(crate) id: Uuid,
    pub(crate) log: Mutex<Log>,
    is_running: AtomicBool,
    /// Whether somebody asked it to stop after the step it is at.
    pub(crate) is_paused: AtomicBool,
}

/// What happened in a session, and what belongs to it.
pub(crate) struct Log {
    pub(crate) setup: SimulationSetup,
    pub(crate) world: Arc<AgentWorld>,
    /// The model in a few words.
    pub(crate) model: String,
    /// Questions that were asked before its model took over.
    pub(crate) asked_before: u32,
    /// The folders whose files the sessions that it parted from could read.
    pub(crate) read_before: BTreeSet<String>,
    pub(crate) forked_from: Option<SimulationFork>,
    pub(crate) started_at: String,
    pub(crate) updated_at: String,
    pub(crate) events: Vec<Event>,
    /// What was carried out, by the index of the event that answers it.
    pub(crate) calls: BTreeMap<u32, Vec<CallOutcome>>,
    /// What went over the wire for a question to the model, by the index of the event that asks it.
    pub(crate) exchanges: BTreeMap<u32, Vec<Exchange>>,
    pub(crate) steps: Steps,
    /// What it waits for.
    pub(crate) asks: Option<ConsentRequest>,
    /// Who is at work in it where this program is not.
    pub(crate) work: SimulationWork,
    /// Whether it is in the library.
    pub(crate) is_kept: bool,
    /// How many of its events are.
    pub(crate) kept_events: usize,
    /// The session as whoever worked in it last left it, so that nothing is replayed for the next step.
    pub(crate) at_rest: Option<Simulated>,
}

/// What a session begins with of the one it parted from; nothing where it parted from none.
#[derive(Default)]
pub(crate) struct Before {
    pub(crate) calls: BTreeMap<u32, Vec<CallOutcome>>,
    pub(crate) exchanges: BTreeMap<u32, Vec<Exchange>>,
    /// Questions to the model.
    pub(crate) asked: u32,
    /// The folders whose files could be read.
    pub(crate) read: BTreeSet<String>,
    pub(crate) forked_from: Option<SimulationFork>,
}

/// Who is at work in a session; nobody else is meanwhile.
pub(crate) struct AtWork(Arc<Live>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.is_running.store(false, Ordering::SeqCst);
    }
}

impl Live {
    pub(crate) fn new(id: Uuid, log: Log) -> Self {
        Self { id, log: Mutex::new(log), is_running: AtomicBool::new(false), is_paused: AtomicBool::new(false) }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.is_running.load(Ordering::SeqCst)
    }

    /// Begins to work in it; none where somebody does.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<AtWork> {
        let is_free = self.is_running.compare_exchange(false, true, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        is_free.then(|| {
            self.is_paused.store(false, Ordering::SeqCst);
            AtWork(Arc::clone(self))
        })
    }

    /// How it stands.
    pub(crate) fn state(&self, log: &Log) -> SimulationState {
        match log.work {
            _ if self.is_running() => SimulationState::Running,
            SimulationWork::Elsewhere => SimulationState::RunningElsewhere,
            SimulationWork::Nobody | SimulationWork::Here | SimulationWork::Interrupted => log.state(),
        }
    }

    /// The session in the list.
    pub(crate) fn row(&self, log: &Log) -> SimulationRow {
        let row = log.row(self.id);
        if self.is_running() { SimulationRow { work: SimulationWork::Here, ..row } } else { row }
    }
}

impl Log {
    /// How it stands where nobody is at work in it.
    pub(crate) fn state(&self) -> SimulationState {
        let state = self.steps.state();
        match (&self.asks, state.open.first()) {
            _ if state.messages.is_empty() || state.ended.is_some() => {
                SimulationState::WaitingForUser { ended: state.ended }
            }
            (Some(request), Some(call)) => {
                SimulationState::WaitingForConsent { request: Box::new(request.clone()), call: call.clone() }
            }
            _ => SimulationState::Paused,
        }
    }

    /// Takes in what happened since.
    pub(crate) fn advance(&mut self, disclosure: &dyn Disclosure, events: &[Event]) {
        self.events.extend_from_slice(events);
        let cut = self.world.listing.as_ref().map_or(0, |listing| listing.cut_tokens);
        self.steps.advance(&self.world.world, disclosure, &self.events, cut);
    }

    /// The events from some index on.
    pub(crate) fn events_from(&self, from: usize) -> Vec<SimulationEvent> {
        let events = self.events.iter().enumerate().skip(from);
        events.map(|(index, event)| SimulationEvent { index: index as u32, event: event.clone() }).collect()
    }

    /// The questions to the model from some event on.
    pub(crate) fn points_from(&self, from: usize) -> Vec<SimulationPoint> {
        self.steps.points.iter().filter(|point| point.event as usize >= from).cloned().collect()
    }

    /// The session in the list, where this program is not at work in it.
    pub(crate) fn row(&self, id: Uuid) -> SimulationRow {
        let said = |event: &Event| match event {
            Event::UserSaid { text } => Some(text.clone()),
            _ => None,
        };
        let state = self.steps.state();
        SimulationRow {
            id: id.to_string(),
            title: self.events.iter().find_map(said).map_or_else(|| "New session".to_owned(), in_row),
            agent: in_row(self.world.world.agent.name.clone()),
            runtime: self.setup.runtime,
            model: self.model.clone(),
            started_at: self.started_at.clone(),
            updated_at: self.updated_at.clone(),
            messages: self.events.iter().filter(|event| matches!(event, Event::UserSaid { .. })).count() as u32,
            steps: self.steps.points.len() as u32,
            most_tokens: self.steps.points.iter().map(|point| point.tokens).max().unwrap_or_default(),
            ended: state.ended,
            problem: problem(state, &self.events),
            forked_from: self.forked_from.clone(),
            work: self.work,
            unreadable: None,
        }
    }
}

/// Why the last turn did not end with an answer.
pub(crate) fn problem(state: &State, events: &[Event]) -> Option<String> {
    match state.ended? {
        EndReason::Answered | EndReason::Completed => None,
        EndReason::TooManyIterations => Some("Maximum iteration limit reached".to_owned()),
        EndReason::Cancelled => Some("The session was stopped.".to_owned()),
        EndReason::CapReached => events.iter().rev().find_map(|event| match event {
            Event::CapReached { cap } => Some(cap_sentence(cap)),
            _ => None,
        }),
        EndReason::ModelFailed => events.iter().rev().find_map(|event| match event {
            Event::ModelFailed { message, .. } => Some(message.clone()),
            _ => None,
        }),
    }
}

/// The world of an agent, with the ids of its tools and skills by name.
#[derive(Debug)]
pub(crate) struct AgentWorld {
    pub(crate) world: Arc<World>,
    pub(crate) tools: HashMap<String, String>,
    /// Its tools as they are called, whatever becomes of them in the library; none in the first sessions.
    pub(crate) held: Vec<HeldTool>,
    pub(crate) skills: HashMap<String, String>,
    /// What carries the calls of tools out, in a few words, by name.
    pub(crate) handlers: HashMap<String, String>,
    /// What a client's budget did to the list of skills; none where all are listed whole.
    pub(crate) listing: Option<SimulationListing>,
    /// Skills that were meant and that it does not have.
    pub(crate) not_taken: Vec<NotTaken>,
    /// Its skills as adk-rust scores them, once it was asked to.
    pub(crate) adk: Arc<OnceLock<Index>>,
}

impl AgentWorld {
    /// A tool as it is called in the name of a skill, or in nobody's.
    pub(crate) fn held(&self, skill: Option<&str>, tool: &str) -> Option<&HeldTool> {
        self.held.iter().find(|held| held.skill.as_deref() == skill && held.tool == tool)
    }
}

/// A tool as a session has it: what was offered when it began is what is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldTool {
    /// The skill in whose name it is called; none where it is nobody's.
    pub(crate) skill: Option<String>,
    /// Its name then.
    pub(crate) tool: String,
    /// Its row version.
    pub(crate) version: u32,
    /// Whether it is the skill's link that says so.
    pub(crate) is_pinned: bool,
    /// What the skill may do with it; none where it is not linked to it.
    pub(crate) access: Option<Access>,
}
