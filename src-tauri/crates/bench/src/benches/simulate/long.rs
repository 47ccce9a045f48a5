//! Long sessions: what a step comes to as its session grows, and opening one.
//!
//! The window's part of opening is measured in the window (`tests/measures`, `a_session_of_10_000_steps_is_opened`).

use std::{
    env,
    hint::black_box,
    path::Path,
    process::{Command, ExitCode},
    sync::Arc,
    time::{Duration, Instant},
};

use studio_api::{
    Studio,
    dto::{Host, SimulatedRuntime, SimulationModel, SimulationPace, SimulationSetup, StudioEvent},
};

use super::{OF_A_TURN, calling, fill, setup};
use crate::{
    amount::Amount,
    benches::import,
    cost,
    report::{Measured, Report, Row},
};

/// Steps of a session that is opened.
const OPENED: usize = 10_000;
const OPENING: Amount = Amount::Time(Duration::from_secs(2));
const MEMORY: Amount = Amount::Bytes(600 << 20);
const GROWTH: Amount = Amount::Times(1.5);
/// Steps of a session that grows, of which those around the tenth are held against those around the thousandth.
const GROWN: usize = 999;
const AROUND: usize = 10;
/// Turns of a session whose requests don't grow with it.
const TURNS: usize = 1_000;

/// Long sessions of an agent with one skill: of one with a thousand, each call here would answer with their list, and a
/// conversation of ten thousand such lists is longer than any model reads.
pub(super) fn measure(folder: &Path, report: Report) -> Measured {
    let told = Arc::new(|event: StudioEvent| {
        black_box(serde_json::to_vec(&event).ok());
    });
    let studio = import::studio_that_tells(folder, told)?;
    let library = folder.join("small.db");
    studio.create_library(&library.to_string_lossy(), false)?;
    fill(&studio, folder, 1, 1)?;
    let report = own_work(&studio, grown(&studio, report)?)?;
    opened(&studio, &library, report)
}

/// What a step comes to as its session grows: a question with its call, what is kept of both and what is told. The context
/// that is counted for each grows too.
fn grown(studio: &Studio, report: Report) -> Measured {
    let id = studio.start_simulation(&calling(GROWN))?.row.id;
    studio.say_in_simulation(&id, "go", SimulationPace::Step)?;
    let mut times = Vec::new();
    for _ in 0..GROWN {
        let begun = Instant::now();
        studio.step_simulation(&id)?;
        studio.step_simulation(&id)?;
        times.push(begun.elapsed());
    }
    let middle = |times: &[Duration]| {
        let mut times = times.to_vec();
        times.sort_unstable();
        times[times.len() / 2]
    };
    let (tenth, last) = (middle(&times[..2 * AROUND]), middle(&times[GROWN - 2 * AROUND..]));
    let growth = last.as_secs_f64() / tenth.as_secs_f64();
    Ok(report
        .row(Row::new("a step and its call, around the tenth", Amount::Time(tenth)))
        .row(Row::new(format!("the same around step {}", GROWN - AROUND), Amount::Time(last)))
        .row(Row::new("the one as many times the other, requests and all", Amount::Times(growth))))
}

/// What a step comes to as its session grows, without the text of its request: both times the conversation was compacted right
/// before. So what a model would be sent is alike and small, and what is measured is what is
/// kept, and told to the screen as it goes there.
fn own_work(studio: &Studio, report: Report) -> Measured {
    let replies = format!("[{}]", vec![r#"{"text": "Done."}"#; TURNS].join(","));
    let setup = setup(SimulatedRuntime::AgentSkills, SimulationModel::Scripted { replies });
    let id = studio.start_simulation(&SimulationSetup { host: Host::ClaudeCode, ..setup })?.row.id;
    let mut middles = Vec::new();
    let mut done = 0;
    for first in [1, TURNS - 2 * AROUND] {
        while done < first {
            studio.say_in_simulation(&id, "go", SimulationPace::Run)?;
            done += 1;
        }
        studio.compact_simulation(&id)?;
        let mut times = Vec::new();
        for _ in 0..2 * AROUND {
            let begun = Instant::now();
            studio.say_in_simulation(&id, "go", SimulationPace::Run)?;
            times.push(begun.elapsed());
            done += 1;
        }
        times.sort_unstable();
        middles.push(times[AROUND]);
    }
    let (tenth, last) = (middles[0], middles[1]);
    let growth = last.as_secs_f64() / tenth.as_secs_f64();
    Ok(report
        .row(Row::new("a message and its reply, around the tenth, requests alike", Amount::Time(tenth)))
        .row(Row::new(format!("the same around the {}th", TURNS - AROUND), Amount::Time(last)))
        .row(Row::new("the one as many times the other", Amount::Times(growth)).goal(GROWTH)))
}

/// A session of many steps, opened by a program that has it not at hand.
fn opened(studio: &Studio, library: &Path, report: Report) -> Measured {
    let id = studio.start_simulation(&calling(OPENED))?.row.id;
    for _ in 0..OPENED / OF_A_TURN {
        studio.say_in_simulation(&id, "go", SimulationPace::Run)?;
    }
    let folder = tempfile::tempdir()?;
    let other = import::studio(folder.path())?;
    other.open_library(&library.to_string_lossy())?;
    let begun = Instant::now();
    let view = other.get_simulation(&id)?;
    let crossing = serde_json::to_vec(&view)?.len();
    let took = begun.elapsed();
    let name = format!("opening a session of {} steps", view.steps.len());
    let report = report
        .row(Row::new(&name, Amount::Time(took)).goal(OPENING))
        .row(Row::new(format!("{name}: what goes to the screen"), Amount::Bytes(crossing as u64)));
    let mut program = Command::new(env::current_exe()?);
    program.arg("--open-session").arg(library).arg(&id);
    let (status, cost, peak) = cost::peak_of_program(&mut program)?;
    if !status.success() {
        return Err("a program of its own couldn't open the session".into());
    }
    let report =
        report.row(Row::new(format!("{name}: a program of its own, from start to end"), Amount::Time(cost.wall)));
    Ok(match peak {
        Some(peak) => {
            let row = Row::new(format!("{name}: memory at most, of a program of its own"), Amount::Bytes(peak));
            report.row(row.goal(MEMORY))
        }
        None => report,
    })
}

/// Opens a session of a library, and no more: what is measured from outside.
pub(crate) fn open(library: &str, session: &str) -> ExitCode {
    let steps = || -> Result<usize, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let studio = import::studio(folder.path())?;
        studio.open_library(library)?;
        let view = studio.get_simulation(session)?;
        Ok(serde_json::to_vec(&view)?.len().min(view.steps.len()))
    };
    if steps().is_ok_and(|steps| steps > 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
