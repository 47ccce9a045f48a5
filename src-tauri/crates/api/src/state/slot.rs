//! What is known of one MCP server of an open library, and whose turn it is to change that.

use crate::{
    dto::{ConsentRequest, LogStream, ServerState},
    state::wait::{NotRunning, Wait},
};
use parking_lot::{Mutex, MutexGuard};
use std::{collections::HashMap, sync::Arc, time::Duration};

use studio_connect::{
    mcp::{self, LogLine, McpTool, Server},
    secrets::Mask,
};
use studio_runtime::Stop;
use uuid::Uuid;

/// Most lines of a server's log that are kept over its starts.
const MOST_LINES: usize = 2_000;
/// How often a caller that waits looks whether it still has to.
const LOOK: Duration = Duration::from_millis(20);

/// What is known of one server.
#[derive(Default)]
pub(crate) struct Slot {
    /// Held while it is started or ended, so that it never runs twice.
    changing: Mutex<()>,
    /// Ends the start that is under way.
    starting: Mutex<Option<Stop>>,
    /// The one that runs, or ran last.
    server: Mutex<Option<Arc<Server>>>,
    /// What it was given in secret.
    mask: Mutex<Arc<Mask>>,
    known: Mutex<Known>,
}

/// How a server is, as screens see it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    pub(crate) state: ServerState,
    pub(crate) message: String,
    pub(crate) consent: Option<ConsentRequest>,
    pub(crate) ping_us: Option<u32>,
    pub(crate) restarts: u32,
    /// How often the watch started it since somebody else did, or since it last answered.
    pub(crate) starts: u32,
    pub(crate) tools: Vec<McpTool>,
    /// Whether it said that its tools changed, and did not list them since.
    pub(crate) is_unlisted: bool,
    /// What it said, in its earlier starts too; oldest first.
    pub(crate) log: Vec<LogLine>,
    pub(crate) info: String,
}

impl Slot {
    /// How it is now.
    pub(crate) fn known(&self) -> Known {
        let mut known = self.known.lock().clone();
        if let Some(server) = self.last() {
            known.log.extend(server.log());
            // It may have ended before anybody followed it.
            if known.state == ServerState::Running && !server.is_alive() {
                known.state = ServerState::Failed;
                known.message = server.ending().unwrap_or_default();
            }
        }
        known
    }

    /// Takes what it was given in secret out of what it says.
    pub(crate) fn mask(&self) -> Arc<Mask> {
        Arc::clone(&self.mask.lock())
    }

    fn last(&self) -> Option<Arc<Server>> {
        self.server.lock().clone()
    }

    /// Takes the server out, and keeps what it said.
    pub(crate) fn take(&self) -> Option<Arc<Server>> {
        let server = self.server.lock().take()?;
        self.keep_log(server.log());
        Some(server)
    }

    /// Keeps what it said, the last of it.
    pub(crate) fn keep_log(&self, lines: Vec<LogLine>) {
        self.set(|known| {
            known.log.extend(lines);
            let too_many = known.log.len().saturating_sub(MOST_LINES);
            known.log.drain(..too_many);
        });
    }

    /// Waits for its turn to start or end it, for as long as the caller does.
    pub(crate) fn turn(&self, name: &str, wait: Wait<'_>) -> Result<MutexGuard<'_, ()>, NotRunning> {
        loop {
            let rest = wait.rest();
            if let Some(turn) = self.changing.try_lock_for(LOOK.min(rest)) {
                return Ok(turn);
            }
            if wait.stop.is_stopped() {
                return Err(NotRunning::Stopped);
            }
            if rest.is_zero() {
                return Err(NotRunning::Failed(format!(
                    "The MCP server “{name}” is still starting or stopping for another call, and this call timed out after {} \
                     s. Try again when it is running, or increase the tool's time limit.",
                    wait.limit.as_secs_f64()
                )));
            }
        }
    }

    /// Its turn to be started or ended, unless somebody has it.
    pub(crate) fn free_turn(&self) -> Option<MutexGuard<'_, ()>> {
        self.changing.try_lock()
    }

    /// Whether it ended by itself, or did so and did not come up again.
    pub(crate) fn is_down(&self) -> bool {
        if let Some(last) = self.last() {
            return !last.is_alive();
        }
        let known = self.known.lock();
        known.state == ServerState::Failed && known.starts > 0
    }

    /// How often the watch started it.
    pub(crate) fn starts(&self) -> u32 {
        self.known.lock().starts
    }

    /// Why the one that ran last is there no more, if that is not known yet.
    pub(crate) fn unnoticed_end(&self) -> Option<String> {
        let message = self.last().filter(|server| !server.is_alive())?.ending().unwrap_or_default();
        let known = self.known.lock();
        (known.state == ServerState::Running).then_some(message)
    }

    /// Ends the start that is under way, if there is one.
    fn give_up_start(&self) {
        if let Some(stop) = self.starting.lock().as_ref() {
            stop.stop();
        }
    }

    /// Changes what is known.
    pub(crate) fn set(&self, change: impl FnOnce(&mut Known)) {
        change(&mut self.known.lock());
    }

    /// The one that runs.
    pub(crate) fn running(&self) -> Option<Arc<Server>> {
        self.last().filter(|server| server.is_alive())
    }

    /// Puts the one that now runs in, with what takes its secrets out of what it says.
    pub(crate) fn put(&self, server: Arc<Server>, mask: Arc<Mask>) {
        *self.mask.lock() = mask;
        *self.server.lock() = Some(server);
    }

    /// A tool as it was listed last.
    pub(crate) fn offered(&self, tool: &str) -> Option<McpTool> {
        let known = self.known.lock();
        known.tools.iter().find(|offered| offered.name == tool).cloned()
    }

    /// Whether it said that its tools changed, and did not list them since.
    pub(crate) fn is_unlisted(&self) -> bool {
        self.known.lock().is_unlisted
    }

    /// Remembers how the start that is under way is given up; none when it is over.
    pub(crate) fn set_starting(&self, stop: Option<Stop>) {
        *self.starting.lock() = stop;
    }

    /// Gives up a start that is under way, then ends what runs, `first` done in between.
    pub(crate) fn end(&self, first: impl FnOnce(&Self)) {
        self.give_up_start();
        let _changing = self.changing.lock();
        first(self);
        if let Some(server) = self.last() {
            server.stop();
        }
        self.take();
    }
}

/// The servers of one library, by id.
#[derive(Default)]
pub(crate) struct ServerPool(Mutex<HashMap<Uuid, Arc<Slot>>>);

impl ServerPool {
    /// What is known of a server.
    pub(crate) fn slot(&self, id: Uuid) -> Arc<Slot> {
        Arc::clone(self.0.lock().entry(id).or_default())
    }

    /// What is known of all servers.
    pub(crate) fn slots(&self) -> HashMap<Uuid, Arc<Slot>> {
        self.0.lock().clone()
    }

    /// Ends a server and forgets what is known of it.
    pub(crate) fn forget(&self, id: Uuid) {
        let slot = self.0.lock().remove(&id);
        if let Some(slot) = slot {
            slot.end(|_| ());
        }
    }
}

/// A line of a server's log as the screen shows it.
pub(crate) fn log_line(line: &LogLine) -> crate::dto::LogLine {
    let written_at = jiff::Timestamp::try_from(line.at).map(|time| time.to_string()).unwrap_or_default();
    let stream = match line.stream {
        mcp::LogStream::Stderr => LogStream::Stderr,
        mcp::LogStream::Protocol => LogStream::Protocol,
        mcp::LogStream::Studio => LogStream::Studio,
    };
    crate::dto::LogLine { written_at, stream, text: line.text.clone() }
}
