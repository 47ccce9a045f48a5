//! The recorder: a program of ours, started inside the sandbox, that plays the model's server for one run of a client. It
//! writes the files of the home folder, starts the client, answers what it asks, and says on its standard output what came.

mod outward;
mod replies;
mod said;
mod server;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    io::{self, Write as _},
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use replies::has_tools;
use said::Said;

/// First argument of a program of ours that is to be the recorder; after it comes the path of what it is told.
pub(crate) const RECORD: &str = "--record-client";

/// How long a client may go on once its list has come in and was answered.
const AFTER_LIST: Duration = Duration::from_secs(10);
/// How often to look whether it has ended.
const LOOK: Duration = Duration::from_millis(20);
/// How long what it started may hold its outputs open once it has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What the recorder is told.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Told {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: BTreeMap<String, String>,
    /// Files to write before: their whole path, and what stands in them.
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) folder: String,
    /// How long the client may take, in milliseconds.
    pub(crate) limit_ms: u64,
    /// A tool the model is to call once: its name, and its arguments.
    pub(crate) call: Option<(String, Value)>,
}

/// What the recorder saw.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Seen {
    pub(crate) requests: Vec<Request>,
    /// What it tried to reach beside the recorder.
    pub(crate) outward: Vec<String>,
    /// Whether what it tries to reach can be named here.
    pub(crate) names_outward: bool,
    pub(crate) output: String,
    pub(crate) errors: String,
    /// How it ended; none where it was stopped.
    pub(crate) status: Option<i32>,
    pub(crate) is_out_of_time: bool,
    pub(crate) milliseconds: u64,
}

/// A request that came in.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Its body, where that is JSON.
    pub(crate) body: Option<Value>,
}

/// What came in until now.
#[derive(Debug, Default)]
struct Desk {
    requests: Mutex<Vec<Request>>,
    outward: Mutex<Vec<String>>,
    call: Mutex<Option<(String, Value)>>,
    /// When the last answer to a request with a list was given, with nothing more to come from the model.
    answered: Mutex<Option<Instant>>,
}

/// Does the recorder's work if this program was started for that, and says how it ended. To be called first in `main`.
pub fn recorder_if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != RECORD {
        return None;
    }
    let rest: Vec<OsString> = arguments.collect();
    Some(run(&rest).unwrap_or_else(|error| {
        // Nobody is left to be told if this fails.
        let _ = writeln!(io::stderr(), "recorder: {error}");
        ExitCode::FAILURE
    }))
}

fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let [told, confining @ ..] = arguments else { return Err(io::ErrorKind::InvalidInput.into()) };
    let told: Told = serde_json::from_slice(&fs::read(told)?)?;
    let desk = Arc::new(Desk::default());
    desk.call.lock().clone_from(&told.call);
    let names_outward = outward::take_all(&desk);
    let address = server::start(&desk)?;
    let seen = record(&told, confining, &desk, &address)?;
    let seen = Seen { names_outward, ..seen };
    serde_json::to_writer(io::stdout().lock(), &seen)?;
    Ok(ExitCode::SUCCESS)
}

fn record(told: &Told, confining: &[OsString], desk: &Desk, address: &str) -> io::Result<Seen> {
    let with = |text: &str| text.replace("{address}", address);
    for (path, text) in &told.files {
        let path = Path::new(path);
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        fs::write(path, with(text))?;
    }
    let started = Instant::now();
    let Some((first, rest)) = confining.split_first() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut command = Command::new(first);
    command.args(rest).arg(&told.program).args(told.arguments.iter().map(|text| with(text)));
    command.env_clear().envs(told.environment.iter().map(|(name, value)| (name, with(value))));
    command.current_dir(&told.folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (output, errors) = (Said::on(child.stdout.take()), Said::on(child.stderr.take()));
    let limit = Duration::from_millis(told.limit_ms);
    let (status, is_out_of_time) = wait(&mut child, desk, started, limit)?;
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Seen {
        requests: std::mem::take(&mut *desk.requests.lock()),
        outward: std::mem::take(&mut *desk.outward.lock()),
        names_outward: false,
        output: output.text(LAST_WORDS),
        errors: errors.text(LAST_WORDS),
        status,
        is_out_of_time,
        milliseconds,
    })
}

/// Until it ends; or a while after its list was answered, or all its time, is over.
fn wait(child: &mut Child, desk: &Desk, started: Instant, limit: Duration) -> io::Result<(Option<i32>, bool)> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status.code(), false));
        }
        let is_done = desk.answered.lock().is_some_and(|then| then.elapsed() > AFTER_LIST);
        let is_out_of_time = started.elapsed() > limit;
        if is_done || is_out_of_time {
            // The sandbox ends with the recorder, and whatever the client started with it.
            child.kill()?;
            child.wait()?;
            return Ok((None, is_out_of_time && !is_done));
        }
        thread::sleep(LOOK);
    }
}
