//! Sessions that are kept: started, listed, looked at, forked and deleted.

use std::{collections::HashSet, sync::Arc};

use studio_model::plural;
use studio_runtime::{context::Event, session::Session as Simulated};
use studio_store::SimulationRow as SimulationKept;
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    dto::{
        CredentialChoice, SimulationFork, SimulationModel, SimulationRow, SimulationSetup, SimulationView,
        SimulationWork,
    },
    models::spec::{is_mock, origin},
    simulate::{
        own_tools::folders_read,
        ready::{self, Calls},
        runtimes, stored,
    },
    state::{
        live::{AgentWorld, AtWork, Before, Live, Log},
        session::Session,
        steps::Steps,
    },
};

impl Studio {
    /// The sessions, the one in which something happened last first. One that cannot be read says why.
    pub fn list_simulations(&self) -> Result<Vec<SimulationRow>, Error> {
        let session = self.session()?;
        let kept = session.library.list_simulations()?;
        let at_hand = session.simulations.all();
        // One that another program worked in meanwhile is listed as the library has it.
        let is_newest = |live: &Arc<Live>| live.is_running() || !live.log.lock().is_kept;
        let own = at_hand.iter().filter(|live| is_newest(live));
        let mut rows: Vec<SimulationRow> = own.map(|live| live.row(&live.log.lock())).collect();
        let ids: HashSet<String> = rows.iter().map(|row| row.id.clone()).collect();
        let others = kept.iter().filter(|row| !ids.contains(&row.id.to_string()));
        rows.extend(others.map(|row| stored::listed(row, stored::work(row, &session.shared.program))));
        rows.sort_by(|a, b| b.updated_at.cmp(&a.updated_at));
        Ok(rows)
    }

    /// Starts a session. Nothing is asked before the user says something. Scripted replies that hold a credential are refused.
    pub fn start_simulation(&self, setup: &SimulationSetup) -> Result<SimulationView, Error> {
        self.start_simulation_choosing(setup, CredentialChoice::Ask)
    }

    /// The same of a setup whose credentials are settled.
    pub(crate) fn start_as_it_is(&self, setup: &SimulationSetup) -> Result<SimulationView, Error> {
        let session = self.session()?;
        let world = Arc::new(session.world_for(setup, self, Calls::of(setup))?);
        let disclosure = runtimes::disclosure(setup, &world);
        let limits = ready::limits(setup.max_iterations);
        let simulated = Simulated::start(Arc::clone(&world.world), disclosure, limits);
        let events = simulated.events().to_vec();
        let before = Before::default();
        session.begin(Beginning { setup, world, events, before }).map(|live| live.view())
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
        let row = session.library.find_simulation(uuid)?;
        if row.as_ref().is_some_and(|row| session.is_elsewhere(row)) {
            return Err(elsewhere());
        }
        if row.is_some() || live.is_none() {
            session.writing().delete_simulation(uuid)?;
        }
        session.simulations.remove(uuid);
        Ok(())
    }

    /// Forks a session with changes whose credentials are settled; see [`Studio::fork_simulation_choosing`].
    pub(crate) fn fork_as_it_is(
        &self,
        id: &str,
        events: u32,
        changes: Option<&SimulationSetup>,
    ) -> Result<SimulationView, Error> {
        if let Some(asked) = self.asked_for_fork(id, changes)? {
            let message =
                format!("The session has read files in {}. Allow sending them to its new model.", asked.subject);
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let session = self.session()?;
        let from = session.simulation(id)?;
        let log = from.log.lock();
        let count = Simulated::resting_place(&log.events, events as usize);
        let shared = log.events[..count].to_vec();
        let (its_setup, kept_world) = (log.setup.clone(), Arc::clone(&log.world));
        let mut before = Before {
            calls: log.calls.range(..count as u32).map(|(index, calls)| (*index, calls.clone())).collect(),
            exchanges: log.exchanges.range(..count as u32).map(|(index, went)| (*index, went.clone())).collect(),
            asked: log.asked_before,
            read: folders_read(&log),
            forked_from: Some(SimulationFork { id: from.id.to_string(), events: count as u32 }),
        };
        drop(log);
        let setup = changes.unwrap_or(&its_setup);
        let world = match changes {
            Some(setup) => Arc::new(session.world_for(setup, self, Calls::of(setup))?),
            None => kept_world,
        };
        if setup.model != its_setup.model {
            let is_asked = |event: &&Event| matches!(event, Event::ModelAsked { .. } | Event::CapReached { .. });
            before.asked = shared.iter().filter(is_asked).count() as u32;
        }
        let (disclosure, limits) = (runtimes::disclosure(setup, &world), ready::limits(setup.max_iterations));
        let events = Simulated::fork_of(Arc::clone(&world.world), disclosure, limits, shared).events().to_vec();
        session.begin(Beginning { setup, world, events, before }).map(|live| live.view())
    }
}

/// Begins to work in a session; refused where somebody does.
pub(crate) fn enter(live: &Arc<Live>) -> Result<AtWork, Error> {
    let busy = || Error::new(ErrorCode::Invalid, "The session is running. Pause or cancel it first.");
    live.enter().ok_or_else(busy)
}

impl Session {
    /// A session, at hand from now on, as the library has it: another program may have worked in it.
    pub(crate) fn simulation(self: &Arc<Self>, id: &str) -> Result<Arc<Live>, Error> {
        let uuid = simulation_id(id)?;
        let Some(live) = self.simulations.get(uuid) else {
            let log = self.kept_simulation(uuid)?;
            return Ok(self.simulations.put(Arc::new(Live::new(uuid, log))));
        };
        let mut log = live.log.lock();
        // While this program is at work in it, nobody else is: what it has at hand is the newest.
        if live.is_running() || !log.is_kept {
            drop(log);
            return Ok(live);
        }
        match self.library.find_simulation(uuid)? {
            Some(row) if row.updated_at == log.updated_at => log.work = stored::work(&row, &self.shared.program),
            // Its last steps could not be written: they are only here.
            Some(row) if row.runner.as_deref().is_some_and(|name| self.shared.program.is_this(name)) => {}
            _ => *log = self.kept_simulation(uuid)?,
        }
        drop(log);
        Ok(live)
    }

    /// A session as the library has it.
    fn kept_simulation(self: &Arc<Self>, id: Uuid) -> Result<Log, Error> {
        let gone = || Error::new(ErrorCode::NotFound, "This session no longer exists.");
        let row = self.library.find_simulation(id)?.ok_or_else(gone)?;
        let work = stored::work(&row, &self.shared.program);
        let (mut log, events) = stored::opened(&self.library, &row, work)?;
        let disclosure = runtimes::disclosure(&log.setup, &log.world);
        log.advance(&*disclosure, &events);
        log.kept_events = log.events.len();
        Ok(log)
    }

    /// Makes this program the one at work in a session; refused where another one is.
    pub(crate) fn take_simulation(&self, live: &Live) -> Result<(), Error> {
        let (is_kept, updated_at) = {
            let log = live.log.lock();
            (log.is_kept, log.updated_at.clone())
        };
        if !is_kept {
            return Ok(());
        }
        let Some(row) = self.library.find_simulation(live.id)? else { return Ok(()) };
        if self.is_elsewhere(&row) {
            return Err(elsewhere());
        }
        let is_as_seen = row.updated_at == updated_at;
        if !is_as_seen || self.library.aside().take_simulation(&row, self.shared.program.at_work())? == Some(false) {
            let message = "The session was continued in another program. Review it, then try again.";
            return Err(Error::new(ErrorCode::Stale, message));
        }
        Ok(())
    }

    fn is_elsewhere(&self, row: &SimulationKept) -> bool {
        stored::work(row, &self.shared.program) == SimulationWork::Elsewhere
    }

    /// What happened in a session that is kept.
    pub(crate) fn events_of(self: &Arc<Self>, id: &str) -> Result<Vec<Event>, Error> {
        Ok(self.simulation(id)?.log.lock().events.clone())
    }

    /// Begins a session with some events.
    fn begin(self: &Arc<Self>, beginning: Beginning<'_>) -> Result<Arc<Live>, Error> {
        let Beginning { setup, world, events, before } = beginning;
        let disclosure = runtimes::disclosure(setup, &world);
        let now = crate::now();
        let mut log = Log {
            model: self.model_label(&setup.model, &world)?,
            setup: setup.clone(),
            world,
            asked_before: before.asked,
            read_before: before.read,
            forked_from: before.forked_from,
            started_at: now.clone(),
            updated_at: now,
            events: Vec::new(),
            calls: before.calls,
            exchanges: before.exchanges,
            steps: Steps::default(),
            asks: None,
            work: SimulationWork::Nobody,
            is_kept: false,
            kept_events: 0,
            at_rest: None,
        };
        log.advance(&*disclosure, &events);
        let id = Uuid::now_v7();
        let (row, world, parts) = stored::begun(id, &log)?;
        log.is_kept = self.library.aside().put_simulation(&row, &world, &parts, &stored::events(&log, 0)?)?;
        log.kept_events = log.events.len();
        Ok(self.simulations.put(Arc::new(Live::new(id, log))))
    }

    /// The model in a few words. Refused where it cannot answer at all.
    fn model_label(self: &Arc<Self>, model: &SimulationModel, world: &AgentWorld) -> Result<String, Error> {
        Ok(match model {
            SimulationModel::Mock => "Mock".to_owned(),
            SimulationModel::Scripted { replies } => {
                let replies = crate::simulate::runtimes::script(replies)?.len();
                format!("Script with {}", plural(replies, "reply", "replies"))
            }
            SimulationModel::Recorded { id } => {
                let live = self.simulation(id)?;
                let title = live.log.lock().row(live.id).title;
                format!("Recording of “{title}”")
            }
            SimulationModel::Agent { .. } => {
                let settings = self.own_chat_model(world)?;
                self.model_spec(&settings)?;
                if is_mock(&settings) {
                    return Ok("Mock".to_owned());
                }
                format!("{} at {}", settings.model, origin(&settings))
            }
            SimulationModel::Real { name, .. } => {
                let settings = self.model_named(name)?;
                self.model_spec(&settings)?;
                format!("{name} at {}", origin(&settings))
            }
        })
    }

    /// Keeps what happened in a session and is not kept yet, and who is at work in it.
    pub(crate) fn keep_simulation(&self, live: &Live, runner: Option<&str>) -> Result<(), Error> {
        let log = live.log.lock();
        if !log.is_kept {
            return Ok(());
        }
        let (from, until) = (log.kept_events, log.events.len());
        let (events, standing) = (stored::events(&log, from)?, stored::standing(live.id, &log)?);
        let updated_at = log.updated_at.clone();
        drop(log);
        let is_kept =
            self.library.aside().append_simulation(live.id, from as u32, &events, &standing, &updated_at, runner)?;
        let mut log = live.log.lock();
        // Where nothing can be written it goes on here alone, until the library is closed.
        (log.is_kept, log.kept_events) = (is_kept, until);
        Ok(())
    }
}

/// What a session begins with.
struct Beginning<'a> {
    setup: &'a SimulationSetup,
    world: Arc<AgentWorld>,
    events: Vec<Event>,
    before: Before,
}

/// What an author is told who would work in a session that another program works in.
fn elsewhere() -> Error {
    let message = "The session is running in another program that has this library open. Wait for it to finish, or stop it \
                   there.";
    Error::new(ErrorCode::Invalid, message)
}

fn simulation_id(id: &str) -> Result<Uuid, Error> {
    id.parse().map_err(|_| Error::bad_id("session", id))
}
