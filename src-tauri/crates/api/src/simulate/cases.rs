//! What sessions should come to: kept, run again, and imported.

use std::sync::Arc;

use studio_runtime::{
    ArgumentCheck,
    session::{Session as Simulated, Step, turns},
};
use studio_store::SimulationCaseRow;
use studio_text::evals::{self, Assertion, Eval};
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    base::named::read_named,
    calls::deferred::RunningCall,
    dto::{
        CaseAssertion, ConsentRequest, Simulation, SimulationCase, SimulationCaseImport, SimulationCaseResult,
        SimulationCaseRun, SimulationCases, SimulationSetup, UnreadableRow,
    },
    kept::{self, Mirror, cases::Case},
    simulate::{hands::Allows, ready, real::SoFar, sessions},
    state::session::Session,
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

    /// Keeps a case; one without an id is a new one.
    pub fn save_simulation_case(&self, case: &SimulationCase) -> Result<SimulationCase, Error> {
        let session = self.session()?;
        let mut case = case.clone();
        if case.messages.is_empty() || case.messages.iter().any(|message| message.trim().is_empty()) {
            return Err(Error::new(ErrorCode::Invalid, "A test case needs a message, and none may be empty."));
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
            files: Vec::new(),
            last: None,
        };
        drop(log);
        self.save_simulation_case(&case)
    }

    /// Forgets a case.
    pub fn delete_simulation_case(&self, id: &str) -> Result<(), Error> {
        Ok(self.session()?.writing().delete_simulation_case(case_id(id)?)?)
    }

    /// Runs a case and keeps what came of it. `allows` is asked for what would run on this machine; where nobody can be
    /// asked, it ends there and says so.
    pub fn run_simulation_case(&self, id: &str, allows: Option<&Allows<'_>>) -> Result<SimulationCaseRun, Error> {
        let session = self.session()?;
        let found = self.list_simulation_cases()?.cases.into_iter().find(|case| case.id == id);
        let mut case = found.ok_or_else(|| Error::new(ErrorCode::NotFound, "This test case is not there any more."))?;
        let (simulation, asks) = self.simulate_setup(&case.setup, &case.messages, id, allows)?;
        if asks.is_none() {
            case.last = Some(result(&case, &simulation));
            session.put_case(&case)?;
        }
        Ok(SimulationCaseRun { case, asks })
    }

    /// Keeps the entries of an `evals.json` as cases of a setup.
    pub fn import_simulation_cases(&self, path: &str, setup: &SimulationSetup) -> Result<SimulationCaseImport, Error> {
        let bytes = read_named(path.as_ref())?;
        let file = evals::read(&String::from_utf8_lossy(&bytes)).map_err(|why| {
            let message = format!("{path} can't be read as evals.json: {why}.");
            Error::new(ErrorCode::Invalid, message)
        })?;
        // A slip in the setup would otherwise come back as the failure of every case.
        self.session()?.world_for(setup, self)?;
        let mut cases = Vec::new();
        for entry in file.entries {
            cases.push(self.save_simulation_case(&case_of(entry, &file.skill_name, setup))?);
        }
        let skipped = file.skipped.into_iter().map(|(number, reason)| UnreadableRow {
            id: number.to_string(),
            name: format!("Entry {number}"),
            reason,
        });
        Ok(SimulationCaseImport { cases, skipped: skipped.collect() })
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
        let world = session.world_for(setup, self)?;
        let disclosure = session.disclosure_of(setup, &world);
        let model = session.model_of(&setup.model, &|id| session.events_of(id), &world, &SoFar::default())?;
        let running = RunningCall::enter(&session, call_id);
        let hands = ready::hands(self, &session, call_id, &world, setup.tool_library.as_ref(), allows);
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
        let kept: Case = Mirror::of(case);
        let row =
            SimulationCaseRow { id: case_id(&case.id)?, created_at: crate::now(), kept: kept::write_text(&kept)? };
        Ok(self.writing().put_simulation_case(&row)?)
    }
}

/// What came of a case.
fn result(case: &SimulationCase, simulation: &Simulation) -> SimulationCaseResult {
    let mut failures = Vec::new();
    if let Some(problem) = &simulation.problem {
        failures.push(problem.clone());
    }
    failures.extend(simulation.unmet(
        &case.expected_skills,
        &case.expected_tools,
        case.expected_text.as_deref(),
        case.max_tokens,
    ));
    if let Some(schema) = &case.expected_schema {
        failures.extend(schema_failures(schema, &simulation.response));
    }
    let mut unchecked = 0;
    for assertion in &case.assertions {
        match assertion {
            CaseAssertion::Contains { text } if !simulation.response.contains(text) => {
                failures.push(format!("The answer does not hold “{text}”."));
            }
            CaseAssertion::NotContains { text } if simulation.response.contains(text) => {
                failures.push(format!("The answer holds “{text}”."));
            }
            CaseAssertion::Contains { .. } | CaseAssertion::NotContains { .. } => {}
            CaseAssertion::Judged { .. } => unchecked += 1,
        }
    }
    SimulationCaseResult {
        is_passed: failures.is_empty(),
        failures,
        unchecked,
        most_tokens: simulation.most_tokens(),
        answer: simulation.response.clone(),
        ran_at: crate::now(),
    }
}

fn check_schema(schema: &str) -> Result<(), Error> {
    let invalid =
        |why: String| Error::new(ErrorCode::Invalid, format!("The schema of the answer can't be used: {why}"));
    let schema = serde_json::from_str(schema).map_err(|cause| invalid(cause.to_string()))?;
    ArgumentCheck::new(&schema).schema_problem().map_or(Ok(()), |problem| Err(invalid(problem.to_string())))
}

fn schema_failures(schema: &str, answer: &str) -> Vec<String> {
    let Ok(schema) = serde_json::from_str(schema) else { return Vec::new() };
    let Ok(answer) = serde_json::from_str(answer) else { return vec!["The answer is not JSON.".to_owned()] };
    ArgumentCheck::new(&schema).problems_of("The answer is", &answer).iter().map(ToString::to_string).collect()
}

fn case_of(entry: Eval, skill: &str, setup: &SimulationSetup) -> SimulationCase {
    let assertion = |assertion| match assertion {
        Assertion::Contains(text) => CaseAssertion::Contains { text },
        Assertion::NotContains(text) => CaseAssertion::NotContains { text },
        Assertion::Judged(text) => CaseAssertion::Judged { text },
    };
    let skills = Some(skill.to_owned()).filter(|skill| !skill.is_empty());
    SimulationCase {
        id: String::new(),
        name: format!("{skill} {}", entry.id).trim().to_owned(),
        setup: setup.clone(),
        messages: vec![entry.prompt],
        expected_skills: skills.into_iter().collect(),
        expected_tools: Vec::new(),
        expected_text: None,
        expected_schema: None,
        max_tokens: None,
        assertions: entry.assertions.into_iter().map(assertion).collect(),
        expected_output: entry.expected_output,
        files: entry.files,
        last: None,
    }
}

/// Names without those that came before, in their order.
fn once(names: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    names.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

fn case_id(id: &str) -> Result<Uuid, Error> {
    id.parse().map_err(|_| Error::bad_id("test case", id))
}
