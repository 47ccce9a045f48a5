//! One server, from its start to its end.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, DiscoverRequest, DiscoverRequestParams, ErrorCode,
    PingRequest, ServerResult,
};
use serde_json::Value;
use studio_model::sentence;
use studio_runtime::{Answer, Failure, Stop};
use tokio::{runtime::Runtime, sync::watch};

use super::{
    McpError, McpTool, OnEvent, ServerEvent, ServerSpec, Transport, answer,
    child::{self, Order},
    http,
    journal::LogLine,
    link::Link,
    listing::Listing,
    program::Program,
    session::{Greeting, Session},
    wire::Pipes,
};
use crate::background;

/// How long the end of a server is waited for, at most.
const END_LIMIT: Duration = Duration::from_secs(7);

/// Bytes of a server's instructions that are kept.
const MOST_INSTRUCTIONS: usize = 20_000;

/// What a server says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerInfo {
    /// Its own name, where it has one.
    pub name: Option<String>,
    /// Its version, where it has one.
    pub version: Option<String>,
    /// The version of the protocol that is spoken.
    pub protocol_version: String,
    /// How it wants to be used.
    pub instructions: Option<String>,
    /// Where it says more of itself can be found.
    pub website: Option<String>,
    /// Its process on this machine.
    pub pid: Option<u32>,
}

/// A server that runs and was greeted. May be used from several threads at once; ends when dropped.
pub struct Server {
    runtime: &'static Runtime,
    session: Session,
    link: Arc<Link>,
    /// What is to be done with its process, if it has one here.
    orders: Option<watch::Sender<Order>>,
    info: ServerInfo,
    /// Calls that are under way.
    calls: AtomicUsize,
}

impl Server {
    /// Starts or dials a server and greets it. What a server says that does not come up is heard by `on_event`.
    pub fn start(spec: &ServerSpec, on_event: &OnEvent, stop: &Stop) -> Result<Self, McpError> {
        let runtime = background::runtime().map_err(|cause| McpError::NoRuntime { cause: cause.to_owned() })?;
        let begun = Instant::now();
        let mut link = Link::new(spec, on_event);
        let mut server = Self::connect(runtime, spec, &link, Greeting::Initialize, spec.start_limit, stop);
        if matches!(&server, Err(McpError::Refused { code, .. }) if is_unknown_greeting(*code)) {
            link = Link::new(spec, on_event);
            let rest = spec.start_limit.saturating_sub(begun.elapsed());
            server = Self::connect(runtime, spec, &link, Greeting::Discover, rest, stop);
        }
        match &server {
            Ok(_) => link.open(),
            Err(_) => on_event(ServerEvent::NotStarted { log: link.journal.lines() }),
        }
        server
    }

    /// Everything it can do. Several pages are followed; a tool that cannot be read, or comes twice, is left out and said
    /// in the log. The limit is for all together.
    pub fn tools(&self, limit: Duration, stop: &Stop) -> Result<Vec<McpTool>, McpError> {
        self.link.have_tools_changed.store(false, Ordering::Relaxed);
        let begun = Instant::now();
        let mut listing = Listing::new(&self.link);
        let mut cursor = None;
        loop {
            let request = ClientRequest::ListToolsRequest(Listing::request(cursor));
            let rest = limit.saturating_sub(begun.elapsed());
            let asked = self.runtime.block_on(self.session.ask(request, rest, stop));
            let (id, page) = asked.map_err(|error| with_whole_limit(error, limit))?;
            cursor = listing.add(page, self.link.page(&id))?;
            if cursor.is_none() {
                return Ok(listing.tools());
            }
        }
    }

    /// Whether the server said since the last [`Server::tools`] that they are others now.
    pub fn tools_changed(&self) -> bool {
        self.link.have_tools_changed.load(Ordering::Relaxed)
    }

    /// Calls one tool with an object of arguments (or null, where it takes none). The answer's log is what the server said
    /// meanwhile, be it about this call or another. Its outside time begins when the request is written (over HTTP: handed
    /// to what writes it) and ends when the response is read (over HTTP: and understood).
    pub fn call(&self, tool: &str, arguments: &Value, limit: Duration, stop: &Stop) -> Result<Answer, Failure> {
        let mut params = CallToolRequestParams::new(tool.to_owned());
        match arguments {
            Value::Object(arguments) => params.arguments = Some(arguments.clone()),
            Value::Null => {}
            other => {
                let message = format!("MCP tool arguments must be an object, not {other}.");
                return Err(Failure::Refused { message });
            }
        }
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let said = self.link.journal.count();
        let _under_way = UnderWay::enter(&self.calls);
        let (id, result) = self.runtime.block_on(self.session.ask(request, limit, stop))?;
        let outside = self.link.took(&id);
        let log = self.link.journal.said_since(said);
        match result {
            ServerResult::CallToolResult(result) => answer::answer(result, log, outside),
            other => Err(self.not_a_result(&other, log)),
        }
    }

    /// How long the server takes to answer at all.
    pub fn ping(&self, limit: Duration) -> Result<Duration, McpError> {
        // The newest protocol has no ping; what opens it serves as one.
        let request = if self.session.service.peer_info().is_some_and(|info| info.protocol_version.has_initialize()) {
            ClientRequest::PingRequest(PingRequest::default())
        } else {
            ClientRequest::DiscoverRequest(DiscoverRequest::new(DiscoverRequestParams {}))
        };
        let begun = Instant::now();
        let (id, _) = self.runtime.block_on(self.session.ask(request, limit, &Stop::new()))?;
        self.link.took(&id);
        Ok(begun.elapsed())
    }

    /// Whether a call is under way. Many servers answer nothing else meanwhile.
    pub fn is_busy(&self) -> bool {
        self.calls.load(Ordering::Relaxed) > 0
    }

    /// Whether it is still there, as far as is known.
    pub fn is_alive(&self) -> bool {
        self.link.ending().is_none() && !self.session.service.is_transport_closed()
    }

    /// Why it is there no more, in a sentence.
    pub fn ending(&self) -> Option<String> {
        self.link.ending()
    }

    /// What it says of itself.
    pub fn info(&self) -> &ServerInfo {
        &self.info
    }

    /// The last lines it said, oldest first.
    pub fn log(&self) -> Vec<LogLine> {
        self.link.journal.lines()
    }

    /// Ends it: closes its input, asks, then kills every process of its group. Returns when it is gone.
    pub fn stop(&self) {
        if let Some(orders) = &self.orders {
            orders.send_if_modified(|order| {
                let is_running = matches!(order, Order::Run);
                if is_running {
                    *order = Order::Stop;
                }
                is_running
            });
        }
        self.session.service.cancellation_token().cancel();
        self.link.wait(END_LIMIT);
    }

    fn connect(
        runtime: &'static Runtime,
        spec: &ServerSpec,
        link: &Arc<Link>,
        greeting: Greeting,
        limit: Duration,
        stop: &Stop,
    ) -> Result<Self, McpError> {
        let _within = runtime.enter();
        let (session, orders, pid) = match &spec.transport {
            Transport::Stdio { command, args, env, cwd, sandbox } => {
                let program = Program {
                    command,
                    args,
                    env,
                    cwd: cwd.as_deref(),
                    sandbox: sandbox.as_ref(),
                    host: spec.host.as_ref(),
                };
                let process = child::start(&program, link)?;
                let pipes = Pipes::new(process.stdout, process.stdin, process.orders.clone(), Arc::clone(link));
                let greeted = Session::greet(pipes, greeting, link, None, limit, stop);
                let session = runtime.block_on(greeted).inspect_err(|_| {
                    process.orders.send_replace(Order::Kill("the handshake failed".to_owned()));
                    link.wait(END_LIMIT);
                })?;
                (session, Some(process.orders), process.pid)
            }
            Transport::Http { url, headers, allow_private } => {
                let dialled = http::dial(url, headers, *allow_private, link)?;
                let session = runtime.block_on(Session::greet(dialled, greeting, link, Some(url), limit, stop))?;
                (session, None, None)
            }
        };
        let info = info(&session, pid);
        Ok(Self { runtime, session, link: Arc::clone(link), orders, info, calls: AtomicUsize::new(0) })
    }

    fn not_a_result(&self, answered: &ServerResult, log: String) -> Failure {
        let said = match answered {
            ServerResult::InputRequiredResult(_) => {
                "it asks for more input, which Skill Studio doesn't support".to_owned()
            }
            other => {
                let text = serde_json::to_string(other).unwrap_or_default();
                super::journal::cut(&self.link.journal.clean(&text), 300)
            }
        };
        let garbage = McpError::Garbage { server: self.link.name.clone(), wanted: "a tool's result", said };
        Failure::Garbage { message: sentence(&garbage.to_string()), log }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Counts a call for as long as it lives.
struct UnderWay<'a>(&'a AtomicUsize);

impl<'a> UnderWay<'a> {
    fn enter(calls: &'a AtomicUsize) -> Self {
        calls.fetch_add(1, Ordering::Relaxed);
        Self(calls)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn with_whole_limit(error: McpError, limit: Duration) -> McpError {
    match error {
        McpError::TimedOut { server, .. } => McpError::TimedOut { server, limit },
        other => other,
    }
}

fn info(session: &Session, pid: Option<u32>) -> ServerInfo {
    let Some(said) = session.service.peer_info() else { return ServerInfo { pid, ..ServerInfo::default() } };
    ServerInfo {
        name: said.server_info.as_ref().map(|own| own.title.clone().unwrap_or_else(|| own.name.clone())),
        version: said.server_info.as_ref().map(|own| own.version.clone()),
        protocol_version: said.protocol_version.to_string(),
        instructions: said.instructions.as_deref().map(|text| super::journal::cut(text, MOST_INSTRUCTIONS)),
        website: said.server_info.as_ref().and_then(|own| own.website_url.clone()),
        pid,
    }
}

/// Whether the server knows no `initialize`, or not in a version of the time when there was one.
fn is_unknown_greeting(code: i32) -> bool {
    [ErrorCode::METHOD_NOT_FOUND.0, ErrorCode::UNSUPPORTED_PROTOCOL_VERSION.0].contains(&code)
}
