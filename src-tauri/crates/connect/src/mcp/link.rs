//! What all parts of one connection share: the log, the times of calls, lists of tools as they came, and how it ended.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId};
use serde_json::Value;
use studio_runtime::Stop;
use tokio::sync::watch;

use super::{
    journal::{Journal, LogLine, LogStream},
    spec::ServerSpec,
};
use crate::{background, weight};

/// Lines that come within this time are announced at once.
const ANNOUNCED_TOGETHER: Duration = Duration::from_millis(100);

/// Something happened to a server. Heard on a thread of this crate: to be handed on, not worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerEvent {
    /// It says that its tools are others now than when they were last listed.
    ToolsChanged,
    /// It is there no more.
    Ended {
        /// Why, in a sentence.
        message: String,
    },
    /// The log grew.
    Log,
    /// It could not be started, and no [`super::Server`] came of it; nothing else is heard of it.
    NotStarted {
        /// What it said all the same.
        log: Vec<LogLine>,
    },
}

/// Hears of what happens to a server, from the moment it is started.
pub type OnEvent = Arc<dyn Fn(ServerEvent) + Send + Sync>;

/// Shared by what reads, writes, watches and asks.
pub(super) struct Link {
    pub(super) name: String,
    pub(super) journal: Journal,
    pub(super) have_tools_changed: AtomicBool,
    ended: watch::Sender<Option<String>>,
    /// The same for threads that may not wait asynchronously.
    is_gone: Stop,
    calls: Mutex<HashMap<RequestId, Times>>,
    /// What answers a question for tools, as it came, until whoever asked takes it.
    pages: Mutex<HashMap<RequestId, Option<Value>>>,
    is_announcing: AtomicBool,
    /// Whether there is a server that somebody could hear of.
    is_open: AtomicBool,
    is_end_told: AtomicBool,
    on_event: OnEvent,
}

#[derive(Default)]
struct Times {
    sent: Option<Instant>,
    answered: Option<Instant>,
}

impl Link {
    pub(super) fn new(spec: &ServerSpec, on_event: &OnEvent) -> Arc<Self> {
        Arc::new(Self {
            name: spec.name.clone(),
            journal: Journal::new(spec.hidden()),
            have_tools_changed: AtomicBool::new(false),
            ended: watch::Sender::new(None),
            is_gone: Stop::new(),
            calls: Mutex::default(),
            pages: Mutex::default(),
            is_announcing: AtomicBool::new(false),
            is_open: AtomicBool::new(false),
            is_end_told: AtomicBool::new(false),
            on_event: Arc::clone(on_event),
        })
    }

    /// Writes a line to the log.
    pub(super) fn note(self: &Arc<Self>, stream: LogStream, text: &str) {
        self.journal.add(stream, text);
        if self.is_announcing.swap(true, Ordering::Relaxed) {
            return;
        }
        let link = Arc::clone(self);
        if let Ok(runtime) = background::runtime() {
            runtime.spawn(async move {
                tokio::time::sleep(ANNOUNCED_TOGETHER).await;
                link.is_announcing.store(false, Ordering::Relaxed);
                link.tell(ServerEvent::Log);
            });
        }
    }

    pub(super) fn tools_changed(self: &Arc<Self>) {
        // Until somebody looks at them, once is enough.
        if !self.have_tools_changed.swap(true, Ordering::Relaxed) {
            self.note(LogStream::Studio, "the server reported that its tools changed");
            self.tell(ServerEvent::ToolsChanged);
        }
    }

    /// Says once and for all why the server is gone.
    pub(super) fn end(self: &Arc<Self>, message: &str) {
        let message = self.journal.clean(message);
        let is_first = self.ended.send_if_modified(|ended| {
            let is_first = ended.is_none();
            ended.get_or_insert_with(|| message.clone());
            is_first
        });
        if is_first {
            self.note(LogStream::Studio, &message);
            self.is_gone.stop();
            self.tell_end();
        }
    }

    /// From now on there is a server to hear of.
    pub(super) fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
        self.tell_end();
    }

    fn tell(&self, event: ServerEvent) {
        if self.is_open.load(Ordering::SeqCst) {
            (self.on_event)(event);
        }
    }

    /// Says that the server is gone, if it is, to whoever could know that it was there; once.
    fn tell_end(&self) {
        let Some(message) = self.ending() else { return };
        if self.is_open.load(Ordering::SeqCst) && !self.is_end_told.swap(true, Ordering::SeqCst) {
            self.tell(ServerEvent::Ended { message });
        }
    }

    /// Why the server is gone, if it is.
    pub(super) fn ending(&self) -> Option<String> {
        self.ended.borrow().clone()
    }

    /// Waits until the server is gone.
    pub(super) async fn ended(&self) -> String {
        let mut ended = self.ended.subscribe();
        let message = ended.wait_for(Option::is_some).await.ok().and_then(|message| message.clone());
        message.unwrap_or_default()
    }

    /// Waits on this thread until the server is gone, but not longer than that.
    pub(super) fn wait(&self, most: Duration) {
        self.is_gone.wait(most);
    }

    /// A message is on its way: a call is timed, and what answers a question for tools is kept as it comes.
    pub(super) fn leaves(&self, message: &ClientJsonRpcMessage) {
        let JsonRpcMessage::Request(asked) = message else { return };
        match &asked.request {
            ClientRequest::CallToolRequest(_) => {
                self.calls().entry(asked.id.clone()).or_default().sent = Some(Instant::now());
            }
            ClientRequest::ListToolsRequest(_) => {
                self.pages.lock().insert(asked.id.clone(), None);
            }
            _ => {}
        }
    }

    /// Listens to a message of the server as it came. What has more values than are read twice is let pass.
    pub(super) fn overhear(&self, message: &[u8]) {
        let is_asked = !self.pages.lock().is_empty();
        if !is_asked || !weight::is_light(message) {
            return;
        }
        let Ok(Value::Object(mut message)) = serde_json::from_slice::<Value>(message) else { return };
        let id = message.remove("id").and_then(|id| serde_json::from_value::<RequestId>(id).ok());
        let (Some(id), Some(result)) = (id, message.remove("result")) else { return };
        if let Some(page) = self.pages.lock().get_mut(&id) {
            *page = Some(result);
        }
    }

    /// What answered a question for tools, as it came; it is forgotten.
    pub(super) fn page(&self, id: &RequestId) -> Option<Value> {
        self.pages.lock().remove(id).flatten()
    }

    /// Something came that may be the answer to a call.
    pub(super) fn answered(&self, id: &RequestId, at: Instant) {
        if let Some(times) = self.calls().get_mut(id) {
            times.answered = Some(at);
        }
    }

    /// How long the call took outside; it is forgotten.
    pub(super) fn took(&self, id: &RequestId) -> Option<Duration> {
        let times = self.calls().remove(id)?;
        times.answered?.checked_duration_since(times.sent?)
    }

    fn calls(&self) -> parking_lot::MutexGuard<'_, HashMap<RequestId, Times>> {
        self.calls.lock()
    }
}
