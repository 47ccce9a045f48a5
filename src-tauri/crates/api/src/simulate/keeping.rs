//! Sessions that are kept: started, listed, looked at, forked and deleted.

use std::sync::Arc;

use studio_runtime::{context::Event, session::Session as Simulated};
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    dto::{SimulationFork, SimulationModel, SimulationRow, SimulationSetup, SimulationView},
    simulate::{
        live::{Live, Log},
        ready,
        steps::Steps,
        world::AgentWorld,
    },
    studio::session::Session,
};

impl Studio {
    /// The sessions, the one in which something happened last first.
    pub fn list_simulations(&self) -> Result<Vec<SimulationRow>, Error> {
        let mut rows: Vec<SimulationRow> =
            self.session()?.simulations.all().iter().map(|live| live.log.lock().row(live.id)).collect();
        rows.sort_by(|a, b| b.updated_at.cmp(&a.updated_at));
        Ok(rows)
    }

    /// Starts a session. Nothing is asked before the user says something.
    pub fn start_simulation(&self, setup: &SimulationSetup) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let world = Arc::new(session.world_for(setup, self)?);
        let disclosure = session.disclosure_of(setup, &world);
        let limits = ready::limits(setup.max_iterations);
        let simulated = Simulated::start(Arc::clone(&world.world), disclosure, limits);
        session.begin(setup, world, simulated.events(), 0, None).map(|live| live.view())
    }

    /// A session with all that happened.
    pub fn get_simulation(&self, id: &str) -> Result<SimulationView, Error> {
        Ok(self.session()?.simulation(id)?.view())
    }

    /// Forgets a session for good.
    pub fn delete_simulation(&self, id: &str) -> Result<(), Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let Some(_at_work) = live.enter() else {
            return Err(Error::new(ErrorCode::Invalid, "The session is running. Cancel it before you delete it."));
        };
        session.simulations.remove(live.id);
        Ok(())
    }

    /// A second session that shares the first `events` of another one and goes its own way from there. With `changes` it
    /// goes on as they say, over the library as it is now.
    pub fn fork_simulation(
        &self,
        id: &str,
        events: u32,
        changes: Option<&SimulationSetup>,
    ) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let from = session.simulation(id)?;
        let log = from.log.lock();
        let shared = log.events[..log.events.len().min(events as usize)].to_vec();
        let (before, kept_world, mut asked_before) = (log.setup.clone(), Arc::clone(&log.world), log.asked_before);
        let calls = log.calls.range(..events).map(|(index, calls)| (*index, calls.clone())).collect();
        drop(log);
        let setup = changes.unwrap_or(&before);
        let world = match changes {
            Some(setup) => Arc::new(session.world_for(setup, self)?),
            None => kept_world,
        };
        if setup.model != before.model {
            let asked = shared.iter().filter(|event| matches!(event, Event::ModelAsked { .. })).count();
            asked_before = asked as u32;
        }
        let forked_from = SimulationFork { id: from.id.to_string(), events: shared.len() as u32 };
        let live = session.begin(setup, world, &shared, asked_before, Some(forked_from))?;
        live.log.lock().calls = calls;
        Ok(live.view())
    }
}

impl Session {
    /// A session at hand.
    pub(crate) fn simulation(&self, id: &str) -> Result<Arc<Live>, Error> {
        let uuid: Uuid = id.parse().map_err(|_| Error::bad_id("session", id))?;
        let gone = || Error::new(ErrorCode::NotFound, "This session is not there any more. It was deleted.");
        self.simulations.get(uuid).ok_or_else(gone)
    }

    /// What happened in a session that is kept.
    pub(crate) fn events_of(&self, id: &str) -> Result<Vec<Event>, Error> {
        Ok(self.simulation(id)?.log.lock().events.clone())
    }

    /// Begins a session with some events.
    fn begin(
        self: &Arc<Self>,
        setup: &SimulationSetup,
        world: Arc<AgentWorld>,
        events: &[Event],
        asked_before: u32,
        forked_from: Option<SimulationFork>,
    ) -> Result<Arc<Live>, Error> {
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
            calls: std::collections::BTreeMap::new(),
            steps: Steps::default(),
            asks: None,
            is_interrupted: false,
            is_kept: false,
        };
        log.advance(&*disclosure, events);
        let live = self.simulations.put(Arc::new(Live::new(Uuid::now_v7(), log)));
        self.keep_simulation(&live, 0)?;
        Ok(live)
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
        })
    }

    /// Keeps what happened in a session from some event on.
    pub(crate) fn keep_simulation(&self, live: &Live, from: usize) -> Result<(), Error> {
        let _ = (live, from);
        Ok(())
    }
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
