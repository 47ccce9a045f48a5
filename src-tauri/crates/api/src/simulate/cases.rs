//! What sessions should come to: kept, and run again.

use std::sync::Arc;

use studio_runtime::{
    context::EndReason,
    session::{Session as Simulated, Step, turns},
};
use studio_store::SimulationCaseRow;
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    calls::deferred::RunningCall,
    dto::{
        ConsentRequest, CredentialChoice, Simulation, SimulationCase, SimulationCaseRun, SimulationCases,
        SimulationSetup, UnreadableRow,
    },
    kept::{self, Mirror, cases::Case},
    simulate::{
        checking::{check_schema, result},
        ready::{self, Calls},
        real::SoFar,
        runtimes, sessions,
    },
    state::{consents::Allows, session::Session},
};

impl Studio {
    /// The cases, the oldest first, beside those that cannot be read.
    pub fn list_simulation_cases(&self) -> Result<SimulationCases, Error> {
        let rows = self.session()?.library.list_simulation_cases()?;
        let named = |row: &SimulationCaseRow| UnreadableRow {
            id: row.id.to_string(),
            name: row.created_at.clone(),
            reason: String::new(),
        };
        let (cases, unreadable) =
            kept::parted(rows, |row| kept::read_text::<Case>(&row.kept).map(Mirror::shown), named);
        Ok(SimulationCases { cases, unreadable })
    }

    /// Keeps a case; one without an id is a new one. What looks like a credential is refused:
    /// [`Studio::save_simulation_case_choosing`] takes the author's word.
    pub fn save_simulation_case(&self, case: &SimulationCase) -> Result<SimulationCase, Error> {
        self.save_simulation_case_choosing(case, CredentialChoice::Ask)
    }

    pub(crate) fn store_simulation_case(&self, case: &SimulationCase) -> Result<SimulationCase, Error> {
        let session = self.session()?;
        let mut case = case.clone();
        if case.messages.is_empty() || case.messages.iter().any(|message| message.trim().is_empty()) {
            return Err(Error::new(
                ErrorCode::Invalid,
                "A test needs at least one message, and messages can't be empty.",
            ));
        }
        if let Some(schema) = &case.expected_schema {
            check_schema(schema)?;
        }
        if case.name.trim().is_empty() {
            case.name.clone_from(&case.messages[0]);
        }
        if case.id.is_empty() {
            case.id = Uuid::now_v7().to_string();
        }
        session.put_case(&case)?;
        Ok(case)
    }

    /// Keeps what a session came to as a case: its messages, its skills and tools, and the tokens it needed.
    pub fn save_simulation_as_case(&self, id: &str, name: &str) -> Result<SimulationCase, Error> {
        let session = self.session()?;
        let live = session.simulation(id)?;
        let log = live.log.lock();
        let (mut skills, mut tools, mut messages) = (Vec::new(), Vec::new(), Vec::new());
        for turn in turns(&log.events) {
            messages.push(turn.message);
            skills.extend(turn.skills);
            tools.extend(turn.tools);
        }
        let case = SimulationCase {
            id: String::new(),
            name: name.to_owned(),
            setup: log.setup.clone(),
            messages,
            expected_skills: once(skills),
            expected_tools: once(tools),
            expected_text: None,
            expected_schema: None,
            max_tokens: Some(log.row(live.id).most_tokens),
            assertions: Vec::new(),
            expected_output: String::new(),
            missing_files: Vec::new(),
            last: None,
        };
        drop(log);
        self.save_simulation_case_choosing(&case, CredentialChoice::Secret)
    }

    /// Forgets a case.
    pub fn delete_simulation_case(&self, id: &str) -> Result<(), Error> {
        Ok(self.session()?.writing().delete_simulation_case(case_id(id)?)?)
    }

    /// Runs a case and keeps what came of it; its id cancels it. `allows` is asked for what would run on this machine; where
    /// nobody can be asked, it ends there and says so.
    pub fn run_simulation_case(&self, id: &str, allows: Option<&Allows<'_>>) -> Result<SimulationCaseRun, Error> {
        let session = self.session()?;
        let rows = session.library.list_simulation_cases()?;
        let row = rows.into_iter().find(|row| row.id.to_string() == id);
        let row = row.ok_or_else(|| Error::new(ErrorCode::NotFound, "This test no longer exists."))?;
        let mut case = kept::read_text::<Case>(&row.kept).map(Mirror::shown).map_err(|why| {
            let message = format!("This test can't be read. {why}");
            Error::new(ErrorCode::Invalid, message).with_detail(&why)
        })?;
        let (simulation, asks) = self.simulate_setup(&case.setup, &case.messages, id, allows)?;
        // One that somebody cancelled tells nothing of the case.
        if asks.is_none() && simulation.ended != Some(EndReason::Cancelled) {
            case.last = Some(result(&case, &simulation));
            // Left where the case was changed or deleted while it ran.
            session.library.aside().put_simulation_result(&row, &row_of(&case)?.kept)?;
        }
        Ok(SimulationCaseRun { case, asks })
    }

    /// A session of a setup that is not kept, from its first message to its end or to what is not allowed.
    fn simulate_setup(
        &self,
        setup: &SimulationSetup,
        messages: &[String],
        call_id: &str,
        allows: Option<&Allows<'_>>,
    ) -> Result<(Simulation, Option<ConsentRequest>), Error> {
        let session = self.session()?;
        let world = Arc::new(session.world_for(setup, self, Calls::of(setup))?);
        let disclosure = runtimes::disclosure(setup, &world);
        let model = session.model_of(&setup.model, &world, &SoFar::default())?;
        let running = RunningCall::enter(&session, call_id);
        let hands = session.hands_of(self, call_id, setup, &world, allows)?;
        let limits = ready::limits(setup.max_iterations);
        let mut simulated = Simulated::start(Arc::clone(&world.world), Arc::clone(&disclosure), limits);
        'said: for message in messages {
            simulated.say(message).map_err(|refused| Error::new(ErrorCode::Invalid, refused.to_owned()))?;
            loop {
                match simulated.step(&*model, &hands, &running.stop, &mut |_| {}) {
                    Step::Waiting => break,
                    Step::Consent => break 'said,
                    Step::Model | Step::Call => {}
                }
            }
        }
        let asks = hands.asked.lock().take();
        Ok((sessions::told(setup.runtime, &world, &simulated, &*disclosure), asks))
    }
}

impl Session {
    fn put_case(&self, case: &SimulationCase) -> Result<(), Error> {
        Ok(self.writing().put_simulation_case(&row_of(case)?)?)
    }
}

fn row_of(case: &SimulationCase) -> Result<SimulationCaseRow, Error> {
    let kept: Case = Mirror::of(case);
    Ok(SimulationCaseRow { id: case_id(&case.id)?, created_at: crate::now(), kept: kept::write_text(&kept)? })
}

/// Names without those that came before, in their order.
fn once(names: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    names.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

fn case_id(id: &str) -> Result<Uuid, Error> {
    id.parse().map_err(|_| Error::bad_id("test case", id))
}
