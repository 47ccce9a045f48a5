//! Sessions that are kept: started, listed, looked at, forked and deleted.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use studio_connect::Exchange;
use studio_runtime::{context::Event, session::Session as Simulated};
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    dto::{CallOutcome, SimulationFork, SimulationModel, SimulationRow, SimulationSetup, SimulationView},
    models::spec::origin,
    simulate::{ready, stored},
    state::{
        live::{AgentWorld, Live, Log},
        session::Session,
        steps::Steps,
    },
};

impl Studio {
    /// The sessions, the one in which something happened last first. One that cannot be read says why.
    pub fn list_simulations(&self) -> Result<Vec<SimulationRow>, Error> {
        let session = self.session()?;
        let kept = session.library.list_simulations()?;
        let mut at_hand: Vec<SimulationRow> =
            session.simulations.all().iter().map(|live| live.log.lock().row(live.id)).collect();
        let ids: HashSet<String> = at_hand.iter().map(|row| row.id.clone()).collect();
        at_hand.extend(kept.iter().filter(|row| !ids.contains(&row.id.to_string())).map(stored::listed));
        at_hand.sort_by(|a, b| b.updated_at.cmp(&a.updated_at));
        Ok(at_hand)
    }

    /// Starts a session. Nothing is asked before the user says something.
    pub fn start_simulation(&self, setup: &SimulationSetup) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let world = Arc::new(session.world_for(setup, self)?);
        let disclosure = session.disclosure_of(setup, &world);
        let limits = ready::limits(setup.max_iterations);
        let simulated = Simulated::start(Arc::clone(&world.world), disclosure, limits);
        let events = simulated.events().to_vec();
        let (calls, exchanges) = (BTreeMap::new(), BTreeMap::new());
        let beginning = Beginning { setup, world, events, calls, exchanges, asked_before: 0, forked_from: None };
        session.begin(beginning).map(|live| live.view())
    }

    /// A session with all that happened.
    pub fn get_simulation(&self, id: &str) -> Result<SimulationView, Error> {
        Ok(self.session()?.simulation(id)?.view())
    }

    /// Forgets a session for good.
    pub fn delete_simulation(&self, id: &str) -> Result<(), Error> {
        let session = self.session()?;
        let uuid = simulation_id(id)?;
        let live = session.simulations.get(uuid);
        let at_work = live.as_ref().map(Live::enter);
        if matches!(at_work, Some(None)) {
            return Err(Error::new(ErrorCode::Invalid, "The session is running. Cancel it before you delete it."));
        }
        if live.as_ref().is_none_or(|live| live.log.lock().is_kept) {
            session.writing().delete_simulation(uuid)?;
        }
        session.simulations.remove(uuid);
        Ok(())
    }

    /// A second session that shares the first `events` of another one, less those of a step that would be half done, and
    /// goes its own way from there. With `changes` it goes on as they say, over the library as it is now.
    pub fn fork_simulation(
        &self,
        id: &str,
        events: u32,
        changes: Option<&SimulationSetup>,
    ) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let from = session.simulation(id)?;
        let log = from.log.lock();
        let count = Simulated::resting_place(&log.events, events as usize);
        let shared = log.events[..count].to_vec();
        let (before, kept_world, mut asked_before) = (log.setup.clone(), Arc::clone(&log.world), log.asked_before);
        let calls = log.calls.range(..count as u32).map(|(index, calls)| (*index, calls.clone())).collect();
        let exchanges = log.exchanges.range(..count as u32).map(|(index, went)| (*index, went.clone())).collect();
        drop(log);
        let setup = changes.unwrap_or(&before);
        let world = match changes {
            Some(setup) => Arc::new(session.world_for(setup, self)?),
            None => kept_world,
        };
        if setup.model != before.model {
            let is_asked = |event: &&Event| matches!(event, Event::ModelAsked { .. } | Event::CapReached { .. });
            asked_before = shared.iter().filter(is_asked).count() as u32;
        }
        let (disclosure, limits) = (session.disclosure_of(setup, &world), ready::limits(setup.max_iterations));
        let events = Simulated::fork_of(Arc::clone(&world.world), disclosure, limits, shared).events().to_vec();
        let forked_from = Some(SimulationFork { id: from.id.to_string(), events: count as u32 });
        let beginning = Beginning { setup, world, events, calls, exchanges, asked_before, forked_from };
        session.begin(beginning).map(|live| live.view())
    }
}

impl Session {
    /// A session, at hand from now on.
    pub(crate) fn simulation(self: &Arc<Self>, id: &str) -> Result<Arc<Live>, Error> {
        let uuid = simulation_id(id)?;
        if let Some(live) = self.simulations.get(uuid) {
            return Ok(live);
        }
        let gone = || Error::new(ErrorCode::NotFound, "This session is not there any more. It was deleted.");
        let row = self.library.find_simulation(uuid)?.ok_or_else(gone)?;
        let world = self.library.simulation_world(&row.world_hash)?.unwrap_or_default();
        let events = self.library.simulation_events(uuid)?;
        let (mut log, events) = stored::opened(&row, &world, &events).map_err(|why| {
            let message = format!("This session can't be read. {why} Delete it, or start another one.");
            Error::new(ErrorCode::Invalid, message).with_detail(&why)
        })?;
        let disclosure = self.disclosure_of(&log.setup, &log.world);
        log.advance(&*disclosure, &events);
        Ok(self.simulations.put(Arc::new(Live::new(uuid, log))))
    }

    /// What happened in a session that is kept.
    pub(crate) fn events_of(self: &Arc<Self>, id: &str) -> Result<Vec<Event>, Error> {
        Ok(self.simulation(id)?.log.lock().events.clone())
    }

    /// Begins a session with some events.
    fn begin(self: &Arc<Self>, beginning: Beginning<'_>) -> Result<Arc<Live>, Error> {
        let Beginning { setup, world, events, calls, exchanges, asked_before, forked_from } = beginning;
        let disclosure = self.disclosure_of(setup, &world);
        let now = crate::now();
        let mut log = Log {
            model: self.model_label(&setup.model)?,
            setup: setup.clone(),
            world,
            asked_before,
            forked_from,
            started_at: now.clone(),
            updated_at: now,
            events: Vec::new(),
            calls,
            exchanges,
            steps: Steps::default(),
            asks: None,
            is_interrupted: false,
            is_kept: false,
        };
        log.advance(&*disclosure, &events);
        let id = Uuid::now_v7();
        let (row, world) = stored::begun(id, &log)?;
        log.is_kept = self.library.aside().put_simulation(&row, &world, &stored::events(&log, 0)?)?;
        Ok(self.simulations.put(Arc::new(Live::new(id, log))))
    }

    /// The model in a few words. Refused where it cannot answer at all.
    fn model_label(self: &Arc<Self>, model: &SimulationModel) -> Result<String, Error> {
        Ok(match model {
            SimulationModel::Mock => "Mock".to_owned(),
            SimulationModel::Scripted { replies } => {
                let replies = crate::simulate::runtimes::script(replies)?.len();
                format!("Script of {replies} {}", if replies == 1 { "reply" } else { "replies" })
            }
            SimulationModel::Recorded { id } => {
                let live = self.simulation(id)?;
                let title = live.log.lock().row(live.id).title;
                format!("Recording of “{title}”")
            }
            SimulationModel::Real { name, .. } => {
                let settings = self.model_named(name)?;
                self.model_spec(&settings)?;
                format!("{name} at {}", origin(&settings))
            }
        })
    }

    /// Keeps what happened in a session from some event on.
    pub(crate) fn keep_simulation(&self, live: &Live, from: usize) -> Result<(), Error> {
        let log = live.log.lock();
        if !log.is_kept {
            return Ok(());
        }
        let (events, standing) = (stored::events(&log, from)?, stored::standing(live.id, &log)?);
        let updated_at = log.updated_at.clone();
        drop(log);
        let runner = live.is_running().then(stored::this_program);
        self.library.aside().append_simulation(live.id, from as u32, &events, &standing, &updated_at, runner)?;
        Ok(())
    }
}

/// What a session begins with.
struct Beginning<'a> {
    setup: &'a SimulationSetup,
    world: Arc<AgentWorld>,
    events: Vec<Event>,
    calls: BTreeMap<u32, Vec<CallOutcome>>,
    exchanges: BTreeMap<u32, Vec<Exchange>>,
    asked_before: u32,
    forked_from: Option<SimulationFork>,
}

fn simulation_id(id: &str) -> Result<Uuid, Error> {
    id.parse().map_err(|_| Error::bad_id("session", id))
}

impl Live {
    /// The session with all that happened.
    pub(crate) fn view(&self) -> SimulationView {
        let log = self.log.lock();
        SimulationView {
            row: log.row(self.id),
            setup: log.setup.clone(),
            events: log.events_from(0),
            steps: log.steps.points.clone(),
            state: self.state(&log),
            listing: log.world.listing.clone(),
        }
    }
}
