//! The window as an author starts it: how long until it shows something, and the memory of all its processes.
//!
//! The program is the one that ships, on an X server in memory. It has data folders of its own; a first start makes the
//! sample library there, a later one finds it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use studio_embed::Assets;
use studio_tests::{Child, Display, memory_pss_kib, pids_with_environment};
use tempfile::TempDir;

use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::programs;
use crate::report::{Measured, Report, Row};

const LONGEST_START: Amount = Amount::Time(Duration::from_millis(1500));
const MOST_MEMORY: Amount = Amount::Bytes(320 << 20);

/// The line the program prints, when asked to, once its first content is on screen.
const READY: &str = "app-ready";

/// After one that is not counted; the middle one counts.
const RUNS: usize = 5;

/// Longest wait for the first content, and for the processors to come to rest.
const PATIENCE: Duration = Duration::from_secs(90);

/// At rest, all processes together take less processor time than this in a second.
const REST: Duration = Duration::from_millis(30);

/// The model is unloaded a second after the last vector of a long text, and what it left is given back some seconds later.
const UNTIL_UNLOADED: Duration = Duration::from_secs(10);

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let program = programs::ours("skill-studio")?;
    Command::new("Xvfb").arg("-help").output().map_err(|_| "Xvfb is missing; `cargo xtask setup` installs it")?;
    let display = Display::start();
    let start = |home: &Home| Studio::start(&program, home, &display);
    let home = Home::new()?;
    start(&home)?;

    let first: Vec<Duration> = times(|| Ok(start(&Home::new()?)?.ready))?;
    let later: Vec<Duration> = times(|| Ok(start(&home)?.ready))?;
    let report = report
        .row(Row::new("first start, to first content", Amount::Time(cost::median(first))).goal(LONGEST_START))
        .row(Row::new("later start, to first content", Amount::Time(cost::median(later))).goal(LONGEST_START));

    let without = Home::without_model()?;
    let studio = start(&without)?;
    let without = studio.at_rest();
    drop(studio);
    let later = start(&home)?.at_rest();
    let fresh = Home::new()?;
    let studio = start(&fresh)?;
    let indexed = studio.at_rest();
    std::thread::sleep(UNTIL_UNLOADED);
    let unloaded = studio.at_rest();
    let row = |what: &str, memory: &Memory| Row::new(what, Amount::Bytes(memory.sum())).goal(MOST_MEMORY);
    let report = report
        .row(row("memory, later start, at rest", &later))
        .row(row("memory, first start, all indexed", &indexed))
        .row(row("memory, the same seconds later", &unloaded))
        .row(row("memory without a model", &without));
    let model = if Assets::locate(None).is_ok() { "" } else { "; the model is not installed, so none was loaded" };
    Ok(report
        .note(format!("median of {RUNS} starts after one not counted{model}"))
        .note(format!("memory is proportional (PSS), of all processes: later {later}; indexed {indexed}"))
        .note(format!("seconds later {unloaded}; without a model {without}")))
}

fn times(mut start: impl FnMut() -> Result<Duration, Failure>) -> Result<Vec<Duration>, Failure> {
    (0..RUNS).map(|_| start()).collect()
}

/// The folders of somebody who has never had the studio, or has had it in the same folders.
struct Home {
    folder: TempDir,
    has_model: bool,
}

impl Home {
    fn new() -> Result<Self, Failure> {
        Ok(Self { folder: tempfile::tempdir()?, has_model: true })
    }

    fn without_model() -> Result<Self, Failure> {
        Ok(Self { folder: tempfile::tempdir()?, has_model: false })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn mark(&self) -> String {
        format!("SKILL_STUDIO_BENCH_HOME={}", self.path().display())
    }
}

/// A running window; ends when dropped, with all its processes.
struct Studio {
    ready: Duration,
    mark: String,
    _lines: Receiver<String>,
    _process: Child,
}

impl Studio {
    /// Starts the window and waits for its first content.
    fn start(program: &Path, home: &Home, display: &Display) -> Result<Self, Failure> {
        let mut command = command(program, home, display);
        let start = Instant::now();
        let mut process = Child::start(&mut command)?;
        let lines = lines_of(process.take_stdout().ok_or("the program has no output")?);
        while lines.recv_timeout(PATIENCE).map_err(|_| "the window never showed anything")? != READY {}
        Ok(Self { ready: start.elapsed(), mark: home.mark(), _lines: lines, _process: process })
    }

    /// Memory once nothing happens any more: vectors made, lists drawn.
    fn at_rest(&self) -> Memory {
        let deadline = Instant::now() + PATIENCE;
        let mut quiet = 0;
        // Three quiet seconds in a row: between the start and the first vector nothing may happen for a moment.
        while quiet < 3 && Instant::now() < deadline {
            let before = self.processor_time();
            std::thread::sleep(Duration::from_secs(1));
            let is_quiet = self.processor_time().saturating_sub(before) < REST;
            quiet = if is_quiet { quiet + 1 } else { 0 };
        }
        Memory::of(&pids_with_environment(&self.mark))
    }

    /// Of all processes, in ticks of a hundredth of a second: fields 14 and 15 of `stat`, behind the program's name.
    fn processor_time(&self) -> Duration {
        let ticks_of = |pid: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            let (_, fields) = stat.rsplit_once(')')?;
            Some(fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>())
        };
        let ticks: u64 = pids_with_environment(&self.mark).iter().filter_map(ticks_of).sum();
        Duration::from_millis(ticks * 10)
    }
}

impl Drop for Studio {
    /// `WebKit`'s processes outlive a window that was killed by seconds, and would share their memory with the next one.
    fn drop(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            let left = pids_with_environment(&self.mark);
            if left.is_empty() || Instant::now() > deadline {
                return;
            }
            let pids = left.iter().map(u32::to_string);
            let _gone = Command::new("kill").arg("-KILL").args(pids).stderr(Stdio::null()).status();
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn command(program: &Path, home: &Home, display: &Display) -> Command {
    let mut command = Command::new(program);
    command.arg("--samples");
    for (variable, folder) in [
        ("HOME", "home"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_STATE_HOME", "state"),
    ] {
        command.env(variable, home.path().join(folder));
    }
    match Assets::locate(None)
        .ok()
        .filter(|_| home.has_model)
        .and_then(|assets| Some(assets.model.parent()?.to_owned()))
    {
        Some(assets) => command.env(studio_embed::ASSETS_VARIABLE, assets),
        None => command.env(studio_embed::ASSETS_VARIABLE, home.path().join("none")),
    };
    let (name, value) = ("SKILL_STUDIO_BENCH_HOME", home.path());
    command.env(name, value).env("SKILL_STUDIO_ANNOUNCE", "1").env("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
    command.env("DISPLAY", display.name()).env_remove("WAYLAND_DISPLAY");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// The lines of a program as they come; read to the end even when nobody listens, since a full pipe would stop it.
fn lines_of(output: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let _unheard = sender.send(line);
        }
    });
    lines
}

/// Proportional memory by process, and how many web processes of others shared theirs with it meanwhile.
struct Memory(Vec<(String, u64)>, usize);

impl Memory {
    fn of(pids: &[u32]) -> Self {
        let of_one = |pid: &u32| {
            let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
            Some((name.trim().to_owned(), memory_pss_kib(*pid)? * 1024))
        };
        Self(pids.iter().filter_map(of_one).collect(), web_processes_besides(pids))
    }

    fn sum(&self) -> u64 {
        self.0.iter().map(|(_, bytes)| bytes).sum()
    }
}

impl std::fmt::Display for Memory {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = self.0.iter().map(|(name, bytes)| format!("{name} {}", Amount::Bytes(*bytes)));
        formatter.write_str(&each.collect::<Vec<_>>().join(" + "))?;
        match self.1 {
            0 => Ok(()),
            others => write!(formatter, " (too low: {others} web processes of others share memory with it)"),
        }
    }
}

fn web_processes_besides(own: &[u32]) -> usize {
    let others = std::fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let pid: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
        (name.starts_with("WebKitWeb") && !own.contains(&pid)).then_some(pid)
    });
    others.count()
}
