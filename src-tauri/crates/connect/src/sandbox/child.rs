//! Watches a program that was started: its time, its output, and what its processes use.

use parking_lot::Mutex;
use std::{
    io::{self, Read},
    process::{Child, ExitStatus},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use studio_runtime::{Failure, Stop};

use super::{
    Limits, OUT_OF_MEMORY, not_started,
    tree::{Tree, memory, threads},
};

/// How often to see whether it has ended.
const TICK: Duration = Duration::from_millis(4);

/// How often to look at its processes.
const LOOK: Duration = Duration::from_millis(40);

/// How long pipes may take to run dry once nobody is left to write.
const DRAIN: Duration = Duration::from_secs(2);

/// Processes of a tree that are not the tool's but confine it, at most.
const OUR_PROCESSES: usize = 2;

/// Threads for each process that is allowed. A Java machine alone has some thirty.
const THREADS_EACH: u64 = 16;

/// Bytes of its standard error that are kept, its last.
const LOG_BYTES: usize = 64 * 1024;

/// How a program ended by itself, and what it said.
#[derive(Debug)]
pub struct Finished {
    /// How.
    pub status: ExitStatus,
    /// Its standard output.
    pub output: Vec<u8>,
    /// The end of its standard error.
    pub log: String,
    /// How long it took.
    pub time: Duration,
}

/// What it may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    memory: u64,
    processes: usize,
    output: usize,
}

impl Caps {
    pub(super) fn of(limits: &Limits) -> Self {
        Self {
            memory: u64::from(limits.memory_mb) * 1024 * 1024,
            processes: limits.processes as usize,
            output: limits.output_bytes,
        }
    }
}

/// Waits for a program, on the caller's thread.
pub(super) struct Watch<'a> {
    pub(super) caps: Caps,
    pub(super) limit: Duration,
    pub(super) stop: &'a Stop,
}

impl Watch<'_> {
    /// Until it ends, or has to be ended.
    pub(super) fn over(&self, mut child: Child) -> Result<Finished, Failure> {
        let started = Instant::now();
        let mut tree = Tree::of(child.id());
        let output = Pipe::read(child.stdout.take(), Keep::First(self.caps.output));
        let log = Pipe::read(child.stderr.take(), Keep::Last(LOG_BYTES));
        let ended = self.wait(&mut child, &mut tree, &output, started);
        let time = started.elapsed();
        if !matches!(ended, Ok(Ended::ByItself(_))) {
            end(&mut child, &mut tree);
        }
        let (output, log) = (output.finish(), log.finish());
        let status = match ended.map_err(|error| not_started(&error))? {
            Ended::ByItself(status) => status,
            Ended::Stopped => return Err(Failure::Stopped),
            Ended::OutOfTime => return Err(Failure::TimedOut { limit: self.limit }),
            Ended::TooMuch(what) => return Err(self.capped(what)),
        };
        if output.is_more {
            return Err(self.capped(Cap::Output));
        }
        if status.code() == Some(OUT_OF_MEMORY) {
            return Err(self.capped(Cap::Memory));
        }
        let log = String::from_utf8_lossy(&log.bytes).into_owned();
        Ok(Finished { status, output: output.bytes, log, time })
    }

    fn wait(&self, child: &mut Child, tree: &mut Tree, output: &Pipe, started: Instant) -> io::Result<Ended> {
        let mut looked = started;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Ended::ByItself(status));
            }
            if output.is_over() {
                return Ok(Ended::TooMuch(Cap::Output));
            }
            if started.elapsed() >= self.limit {
                return Ok(Ended::OutOfTime);
            }
            if looked.elapsed() >= LOOK {
                if let Some(cap) = self.broken(tree) {
                    return Ok(Ended::TooMuch(cap));
                }
                looked = Instant::now();
            }
            if self.stop.wait(TICK) {
                return Ok(Ended::Stopped);
            }
        }
    }

    fn broken(&self, tree: &mut Tree) -> Option<Cap> {
        let members = tree.look();
        let is_crowd = members.len() > self.caps.processes + OUR_PROCESSES;
        if is_crowd || threads(&members) > THREADS_EACH * self.caps.processes as u64 {
            return Some(Cap::Processes);
        }
        (memory(&members, self.caps.memory) > self.caps.memory).then_some(Cap::Memory)
    }

    fn capped(&self, cap: Cap) -> Failure {
        let Caps { memory, processes, output } = self.caps;
        let message = match cap {
            Cap::Memory => format!(
                "The tool was stopped: it exceeded its memory limit of {} MB. If it needs more, raise “Memory limit” \
                 in the tool's settings.",
                memory / (1024 * 1024)
            ),
            Cap::Processes => format!(
                "The tool was stopped: it had more than {processes} processes or {} threads at a time. This limit \
                 can't be changed.",
                THREADS_EACH * processes as u64
            ),
            Cap::Output => format!(
                "The tool was stopped: its response is larger than {}. This limit can't be changed.",
                in_words(output)
            ),
        };
        Failure::Capped { message }
    }
}

enum Ended {
    ByItself(ExitStatus),
    Stopped,
    OutOfTime,
    TooMuch(Cap),
}

#[derive(Clone, Copy)]
enum Cap {
    Memory,
    Processes,
    Output,
}

fn in_words(bytes: usize) -> String {
    if bytes >= 1_000_000 { format!("{} MB", bytes / 1_000_000) } else { format!("{bytes} bytes") }
}

/// Kills all of it. What confines it goes last, because whoever loses a parent belongs to that.
fn end(child: &mut Child, tree: &mut Tree) {
    tree.kill_below();
    // It may just have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
    tree.kill_below();
}

/// Which bytes of a pipe are kept.
#[derive(Clone, Copy)]
enum Keep {
    /// That many, and no more is read.
    First(usize),
    /// The last of all that come.
    Last(usize),
}

#[derive(Default)]
struct Said {
    bytes: Vec<u8>,
    /// Whether there was more than may be kept.
    is_more: bool,
}

/// Reads a pipe on a thread of its own.
struct Pipe {
    said: Arc<Mutex<Said>>,
    done: mpsc::Receiver<()>,
}

impl Pipe {
    fn read(pipe: Option<impl Read + Send + 'static>, keep: Keep) -> Self {
        let (told, done) = mpsc::channel();
        let said = Arc::new(Mutex::new(Said::default()));
        let into = Arc::clone(&said);
        thread::spawn(move || {
            if let Some(mut pipe) = pipe {
                copy(&mut pipe, &into, keep);
            }
            // Nobody may be waiting any more.
            let _ = told.send(());
        });
        Self { said, done }
    }

    fn is_over(&self) -> bool {
        self.said.lock().is_more
    }

    /// What came. A process that got away could hold the pipe open: it is not waited for.
    fn finish(self) -> Said {
        let _ = self.done.recv_timeout(DRAIN);
        std::mem::take(&mut *self.said.lock())
    }
}

fn copy(pipe: &mut impl Read, into: &Mutex<Said>, keep: Keep) {
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let count = match pipe.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut said = into.lock();
        said.bytes.extend_from_slice(&chunk[..count]);
        match keep {
            Keep::First(most) if said.bytes.len() > most => {
                said.bytes.truncate(most);
                said.is_more = true;
                return;
            }
            Keep::Last(most) if said.bytes.len() > most => {
                let excess = said.bytes.len() - most;
                said.bytes.drain(..excess);
            }
            Keep::First(_) | Keep::Last(_) => {}
        }
    }
}
