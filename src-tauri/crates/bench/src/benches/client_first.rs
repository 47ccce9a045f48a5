//! What an author has at once who opens 10,000 skills for a client: the list as that client's model sees it, and a session
//! that starts from all of them, through the use-cases; beside the list that the window itself shows.

use std::time::Duration;

use studio_api::{
    Studio,
    dto::{Host, SimulatedRuntime, SimulatedSkills, SimulationModel, SimulationPace, SimulationSetup},
};
use studio_testkit::{grow_skills, repository};

use super::{import, simulate};
use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

const SKILLS: usize = 10_000;
/// Of each; the middle one counts.
const RUNS: usize = 5;
const PEER: &str = "the window's list";
/// The clients as which sessions are started.
const STARTED: [Host; 2] = [Host::ClaudeCode, Host::Codex];

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let home = tempfile::tempdir()?;
    let skills = home.path().join("skills");
    grow_skills(&repository().join("skills"), &skills, SKILLS)?;
    let studio = import::studio(home.path())?;
    studio.create_library(&home.path().join("library.db").to_string_lossy(), false)?;
    let imported = studio.import_paths(&[skills.to_string_lossy().into_owned()], false)?.imported.len();
    // What a client makes of the files is read once.
    let (first, reading) = cost::of(|| studio.get_client_view(Host::ClaudeCode));
    first?;
    let listing = Amount::Time(median(|| Ok(studio.list_skills().map(drop)?))?);
    let row = |what: String, time: Duration| Row::new(what, Amount::Time(time)).beside(PEER, Some(listing));
    let mut report = report.row(row("what a client sees, the first time".to_owned(), reading.wall));
    for host in Host::ALL {
        let time = median(|| Ok(studio.get_client_view(*host).map(drop)?))?;
        report = report.row(row(format!("what {} sees", host.noun().label()), time));
    }
    for host in STARTED {
        let setup = setup(host);
        let (time, id) = started(&studio, &setup)?;
        let label = host.noun().label();
        report = report.row(row(format!("starting a session of all, as {label}"), time));
        let (said, first) = cost::of(|| studio.say_in_simulation(&id, "Look at this matter.", SimulationPace::Step));
        said?;
        report = report.row(row(format!("its first message, as {label}"), first.wall));
    }
    Ok(report.note(format!("{imported} skills, grown from the samples; median of {RUNS}")))
}

/// How long it takes to start a session, and one of them.
fn started(studio: &Studio, setup: &SimulationSetup) -> Result<(Duration, String), Failure> {
    let mut last = String::new();
    let time = median(|| {
        last = studio.start_simulation(setup)?.row.id;
        Ok(())
    })?;
    Ok((time, last))
}

/// Without an agent: the client has all skills of the library.
fn setup(host: Host) -> SimulationSetup {
    let of_agent = simulate::setup(SimulatedRuntime::AgentSkills, SimulationModel::Mock);
    SimulationSetup { agent: String::new(), host, skills: Some(SimulatedSkills::All), ..of_agent }
}

fn median(mut work: impl FnMut() -> Result<(), Failure>) -> Result<Duration, Failure> {
    let timed = (0..RUNS).map(|_| {
        let (done, cost) = cost::of(&mut work);
        done.map(|()| cost.wall)
    });
    Ok(cost::median(timed.collect::<Result<_, _>>()?))
}
