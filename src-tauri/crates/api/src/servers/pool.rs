//! The MCP servers that run for one library: started when they are needed, started again when they ended, ended with it.

use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use studio_connect::{
    mcp::{McpError, McpTool, OnEvent, Server, ServerEvent, ServerSpec, Transport, fingerprint},
    rest,
    sandbox::Sandbox,
    secrets::{self, Mask, Secret, Secrets},
};
use studio_runtime::Stop;
use studio_store::ServerRow;
use uuid::Uuid;

use crate::{
    Error, ErrorCode,
    calls::{
        consents::{Command, Verdict},
        credentials,
        secrets::sentence,
    },
    dto::{ConsentRequest, NamedValue, ServerSandbox, ServerState, ServerTransport, StudioEvent},
    servers::{
        masks::masked_tools,
        slot::{Known, Slot, Wait},
    },
    studio::{
        paths::expanded,
        session::{Session, Shared},
    },
};

/// How long a server may take to start and greet, where nobody waits for less: a first start may install it.
pub(crate) const START_LIMIT: Duration = Duration::from_secs(90);
/// How long a ping may take.
const PING_LIMIT: Duration = Duration::from_secs(5);

/// The servers of one library, by id.
#[derive(Default)]
pub(crate) struct ServerPool(Mutex<HashMap<Uuid, Arc<Slot>>>);

/// Why a server does not run.
#[derive(Debug)]
pub(crate) enum NotRunning {
    /// The author has to be asked first.
    Consent(Box<ConsentRequest>),
    /// It could not be reached.
    Failed(String),
    /// It was cancelled.
    Stopped,
}

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

impl Session {
    /// The server, running: started where it is not, or again where it ended by itself.
    pub(crate) fn running_server(
        self: &Arc<Self>,
        row: &ServerRow,
        wait: Wait<'_>,
    ) -> Result<(Arc<Server>, Arc<Slot>), NotRunning> {
        let slot = self.servers.slot(row.id);
        if let Some(server) = slot.running() {
            return Ok((server, slot));
        }
        let _changing = slot.turn(&row.name, wait)?;
        if let Some(server) = slot.running() {
            return Ok((server, Arc::clone(&slot)));
        }
        slot.set(|known| known.starts = 0);
        let server = self.start_in_turn(row, &slot, wait)?;
        Ok((server, Arc::clone(&slot)))
    }

    /// Starts a server once more that ended by itself, if it may and nobody else did or does anything about it.
    pub(crate) fn start_again(self: &Arc<Self>, id: Uuid) {
        let slot = self.servers.slot(id);
        let Some(_changing) = slot.free_turn() else { return };
        // Read in its turn: whoever changes or deletes it, or switches it off, ends it after that.
        let Ok(row) = self.library.get_server(id) else { return };
        if row.is_enabled && slot.is_down() {
            slot.set(|known| known.starts += 1);
            // How it went is what is known of it now.
            let _started = self.start_in_turn(&row, &slot, Wait::new(START_LIMIT, &Stop::new()));
        }
    }

    /// Leaves a server that does not stay.
    pub(crate) fn give_up(&self, slot: &Slot) {
        let Some(_changing) = slot.free_turn() else { return };
        if !slot.is_down() {
            return;
        }
        slot.take();
        slot.set(|known| {
            let why = &known.message;
            known.message = format!(
                "{why} It was restarted {} times and kept stopping. Check its log, fix the cause, then select Start.",
                known.starts
            );
            (known.state, known.starts) = (ServerState::Failed, 0);
        });
        self.emit(StudioEvent::ServersChanged);
    }

    /// Marks a server that ended before anybody followed it.
    pub(crate) fn note_end(&self, slot: &Slot) {
        if let Some(message) = slot.unnoticed_end() {
            self.fail(slot, &message);
        }
    }

    /// Ends a server that does not answer; it counts as ended by itself.
    pub(crate) fn end_silent(&self, slot: &Slot, server: &Server, message: &str) {
        self.fail(slot, message);
        server.stop();
    }

    fn fail(&self, slot: &Slot, message: &str) {
        slot.set(|known| {
            // Unless somebody stopped it meanwhile.
            if known.state == ServerState::Running {
                known.state = ServerState::Failed;
                message.clone_into(&mut known.message);
            }
        });
        self.emit(StudioEvent::ServersChanged);
    }

    /// Starts a server whose turn is taken, and says how that went.
    fn start_in_turn(
        self: &Arc<Self>,
        row: &ServerRow,
        slot: &Arc<Slot>,
        wait: Wait<'_>,
    ) -> Result<Arc<Server>, NotRunning> {
        let had_ended = slot.take().is_some() || slot.starts() > 0;
        slot.set_starting(Some(wait.stop.clone()));
        let started = self.start(row, slot, wait);
        slot.set_starting(None);
        match &started {
            Ok(_) if had_ended => slot.set(|known| known.restarts += 1),
            Ok(_) => {}
            Err(NotRunning::Consent(request)) => slot.set(|known| {
                known.state = ServerState::NeedsConsent;
                "Waiting for your permission to start.".clone_into(&mut known.message);
                known.consent = Some((**request).clone());
            }),
            Err(NotRunning::Failed(message)) => slot.set(|known| {
                known.state = ServerState::Failed;
                known.message.clone_from(message);
            }),
            Err(NotRunning::Stopped) => slot.set(|known| known.state = ServerState::Stopped),
        }
        self.emit(StudioEvent::ServersChanged);
        started
    }

    fn start(self: &Arc<Self>, row: &ServerRow, slot: &Arc<Slot>, wait: Wait<'_>) -> Result<Arc<Server>, NotRunning> {
        let transport = self.shared.transport(row).map_err(|error| NotRunning::Failed(error.message))?;
        let command = self.shared.server_command(&row.name, &transport);
        self.shared.allowed(&transport, &command)?;
        slot.set(|known| {
            let log = std::mem::take(&mut known.log);
            let (restarts, starts) = (known.restarts, known.starts);
            *known = Known { restarts, starts, state: ServerState::Starting, log, ..Known::default() };
        });
        self.emit(StudioEvent::ServersChanged);
        let (session, followed) = (Arc::downgrade(self), Arc::downgrade(slot));
        let on_event: OnEvent = Arc::new(move |event| {
            let (Some(session), Some(slot)) = (session.upgrade(), followed.upgrade()) else { return };
            match event {
                ServerEvent::Ended { message } => slot.set(|known| {
                    if known.state == ServerState::Running {
                        known.state = ServerState::Failed;
                        known.message = message;
                    }
                }),
                ServerEvent::NotStarted { log } => slot.keep_log(log),
                ServerEvent::ToolsChanged => {}
                ServerEvent::Log => return,
            }
            session.emit(StudioEvent::ServersChanged);
        });
        let (server, mask) = self.shared.open_server(&row.name, &transport, &on_event, wait)?;
        let listed = server.tools(start_limit(wait), wait.stop).map_err(|error| {
            slot.keep_log(server.log());
            masked(&mask, not_started(error, wait))
        })?;
        let tools = masked_tools(&mask, listed);
        let info = mask.text(&info(&server));
        self.seen(row, &command, &transport, &info, &tools).map_err(|error| NotRunning::Failed(error.message))?;
        let server = Arc::new(server);
        slot.set(|known| {
            known.state = ServerState::Running;
            known.message = String::new();
            known.info = info;
            known.tools = tools;
        });
        slot.put(Arc::clone(&server), mask);
        Ok(server)
    }

    /// Keeps what a server offers, and takes its tools for allowed where they are seen with it for the first time.
    fn seen(
        self: &Arc<Self>,
        row: &ServerRow,
        command: &Command,
        transport: &ServerTransport,
        info: &str,
        tools: &[McpTool],
    ) -> Result<(), Error> {
        let prints: BTreeMap<String, String> =
            tools.iter().map(|tool| (tool.name.clone(), fingerprint(tool))).collect();
        if matches!(transport, ServerTransport::Http { .. })
            && matches!(self.shared.consents.check(command)?, Verdict::Ask(_))
        {
            // Nothing runs on this machine, so nobody was asked; its tools are remembered all the same.
            self.shared.consents.grant_command(command, crate::now())?;
        }
        self.shared.consents.see_tools(command, &prints)?;
        self.keep_check(row.id, info, tools)
    }

    /// Lists the tools of a running server again.
    pub(crate) fn list_again(
        self: &Arc<Self>,
        row: &ServerRow,
        server: &Server,
        slot: &Slot,
        wait: Wait<'_>,
    ) -> Result<(), NotRunning> {
        let mask = slot.mask();
        let listed = server.tools(start_limit(wait), wait.stop).map_err(|error| masked(&mask, failed(&error)));
        slot.set(|known| known.is_unlisted = listed.is_err());
        let tools = masked_tools(&mask, listed?);
        // What cannot be kept now is listed again the next time.
        let kept = self.keep_check(row.id, &mask.text(&info(server)), &tools);
        self.shared.log.dropped("what a server offers was not kept", kept);
        slot.set(|known| known.tools = tools);
        Ok(())
    }

    /// Asks a running server what it offers now and whether it answers.
    pub(crate) fn check_server(self: &Arc<Self>, row: &ServerRow) {
        let slot = self.servers.slot(row.id);
        let Some(server) = slot.running() else { return };
        let trouble = match self.list_again(row, &server, &slot, Wait::new(START_LIMIT, &Stop::new())) {
            Err(NotRunning::Failed(message)) => message,
            Ok(()) | Err(NotRunning::Consent(_) | NotRunning::Stopped) => String::new(),
        };
        let ping = server.ping(PING_LIMIT);
        slot.set(|known| {
            known.ping_us = ping.as_ref().ok().map(|time| time.as_micros() as u32);
            known.message = ping.err().map_or(trouble, |error| sentence(&error.to_string()));
        });
    }

    /// Ends a server; it is started again when it is needed.
    pub(crate) fn end_server(&self, id: Uuid) {
        self.servers.slot(id).end(|slot| {
            slot.set(|known| *known = Known { log: std::mem::take(&mut known.log), ..Known::default() });
        });
        self.emit(StudioEvent::ServersChanged);
    }
}

impl Shared {
    /// What would run, for the author to allow.
    pub(crate) fn server_command(&self, name: &str, transport: &ServerTransport) -> Command {
        let sandbox = match transport {
            ServerTransport::Stdio { sandbox: None, .. } => "None: it runs with your permissions".to_owned(),
            ServerTransport::Stdio { sandbox: Some(sandbox), cwd, .. } => match self.script_host() {
                Ok(host) => place(sandbox, cwd).describe_server(&host),
                Err(error) => error.message,
            },
            ServerTransport::Http { .. } => "runs elsewhere".to_owned(),
        };
        command(name, transport, &sandbox)
    }

    /// Whether a server may be started; one that is only dialled may, where the secrets that go there may.
    pub(crate) fn allowed(&self, transport: &ServerTransport, command: &Command) -> Result<(), NotRunning> {
        let verdict = match transport {
            // There is no place to ask for: nobody could say where the secret would go.
            ServerTransport::Http { url, .. } if is_host_secret(url) => {
                return Err(NotRunning::Failed(format!(
                    "The host in the address of “{}” comes from a secret. Write out the host; keep only keys in secrets.",
                    command.subject
                )));
            }
            ServerTransport::Http { .. } => self.check_secrets_of(transport),
            ServerTransport::Stdio { .. } => self.consents.check(command),
        };
        match verdict {
            Ok(Verdict::Allowed) => Ok(()),
            Ok(Verdict::Ask(request)) => Err(NotRunning::Consent(request)),
            Err(error) => Err(NotRunning::Failed(error.message)),
        }
    }

    /// Starts or dials a server, its secrets filled in; with what takes these out of what it says.
    pub(crate) fn open_server(
        &self,
        name: &str,
        transport: &ServerTransport,
        on_event: &OnEvent,
        wait: Wait<'_>,
    ) -> Result<(Server, Arc<Mask>), NotRunning> {
        let (transport, used) = self.filled_in(transport)?;
        let mask = Arc::new(Mask::new(&used));
        let secrets = used.iter().map(|secret| secret.expose().to_owned()).collect();
        // Without it, a server that is not confined is started all the same.
        let host = self.script_host().ok();
        let spec = ServerSpec { name: name.to_owned(), transport, start_limit: start_limit(wait), secrets, host };
        let started =
            Server::start(&spec, on_event, wait.stop).map_err(|error| masked(&mask, not_started(error, wait)));
        Ok((started?, mask))
    }

    /// With the secrets that went into it, so that nothing shows them.
    fn filled_in(&self, transport: &ServerTransport) -> Result<(Transport, Vec<Secret>), NotRunning> {
        // Those of pasted text are kept only when it is stored; a server may be tried before.
        let held = self.found_secrets.lock().clone();
        let store = move |name: &str| self.secrets.get(name).or_else(|missing| held.get(name).cloned().ok_or(missing));
        let store: &dyn Secrets = &store;
        let failed = |cause: secrets::Error| NotRunning::Failed(sentence(&cause.to_string()));
        let used = std::cell::RefCell::new(Vec::new());
        let resolve = |text: &str| {
            for reference in secrets::Reference::find(text) {
                used.borrow_mut().push(store.secret(reference.name).map_err(failed)?);
            }
            secrets::resolve(text, store).map(|secret| secret.expose().to_owned()).map_err(failed)
        };
        let pairs = |values: &[NamedValue]| {
            values.iter().map(|pair| Ok((pair.name.clone(), resolve(&pair.value)?))).collect::<Result<Vec<_>, _>>()
        };
        let filled = match transport {
            ServerTransport::Stdio { command, args, env, cwd, sandbox } => Transport::Stdio {
                command: command.clone(),
                args: args.iter().map(|argument| resolve(argument)).collect::<Result<_, _>>()?,
                env: pairs(env)?,
                cwd: (!cwd.is_empty()).then(|| PathBuf::from(cwd)),
                sandbox: sandbox.as_ref().map(|sandbox| place(sandbox, cwd)),
            },
            // Where it leads is checked when it is dialled: a secret may be part of the address.
            ServerTransport::Http { url, headers, allow_private } => {
                let filled = resolve(url)?;
                if rest::origin_of(&filled) != rest::origin_of(url) {
                    let message = "The host of the server's address comes from a secret. Write out the host.";
                    return Err(NotRunning::Failed(message.to_owned()));
                }
                Transport::Http { url: filled, headers: pairs(headers)?, allow_private: *allow_private }
            }
        };
        Ok((filled, used.into_inner()))
    }
}

/// How a stored server is reached.
pub(crate) fn transport(row: &ServerRow) -> Result<ServerTransport, Error> {
    serde_json::from_value(row.transport.clone()).map_err(|cause| {
        let message = format!("The connection settings of the server {} can't be read. Set it up again.", row.name);
        Error::new(ErrorCode::Invalid, message).with_detail(&cause)
    })
}

/// Whether a secret stands where an address names its host.
fn is_host_secret(url: &str) -> bool {
    let Some(first) = secrets::Reference::find(url).next() else { return false };
    let begin = url.find("://").map_or(0, |at| at + "://".len());
    let before = url.get(begin..first.span.start).unwrap_or_default();
    let host = url[first.span.end..].split(['/', '?', '#']).next().unwrap_or_default();
    // What stands before an @ is a name and a password.
    !before.contains(['/', '?', '#']) && !host.contains('@')
}

/// What a server is confined to, in the words of what confines it. The folder it starts in is one it reads.
pub(crate) fn place(sandbox: &ServerSandbox, cwd: &str) -> Sandbox {
    let paths = |typed: &[String]| typed.iter().map(|path| expanded(path)).collect::<Vec<_>>();
    let ServerSandbox { read, write, network } = sandbox;
    let folder = (!cwd.is_empty()).then(|| PathBuf::from(cwd));
    let read = paths(read).into_iter().chain(folder).collect();
    Sandbox { network: *network, read, write: paths(write), ..Sandbox::default() }
}

/// What would run, for the author to allow. `sandbox` says what confines it.
fn command(name: &str, transport: &ServerTransport, sandbox: &str) -> Command {
    let (argv, cwd, values): (Vec<String>, _, _) = match transport {
        ServerTransport::Stdio { command, args, env, cwd, .. } => {
            let argv = std::iter::once(command.clone()).chain(args.iter().cloned()).collect();
            (argv, Some(cwd.clone()).filter(|cwd| !cwd.is_empty()), env)
        }
        ServerTransport::Http { url, headers, .. } => (vec![url.clone()], None, headers),
    };
    let written = argv.clone();
    // What was allowed is kept in a file; a credential among the arguments is not.
    let (argv, has_credential) = credentials::shown_argv(name, transport, argv);
    let environment = values.iter().map(|pair| NamedValue {
        name: pair.name.clone(),
        value: secrets::Reference::find(&pair.value)
            .map(|found| format!("secret://{}", found.name))
            .collect::<Vec<_>>()
            .join(" "),
    });
    let mut covers = BTreeMap::new();
    if matches!(transport, ServerTransport::Stdio { .. }) && !values.is_empty() {
        // What a program loads may hang on a variable; the values themselves are nobody's to keep.
        let hash = studio_store::sha256_hex(serde_json::json!(values).to_string().as_bytes());
        covers.insert("environment values".to_owned(), hash);
    }
    if has_credential {
        covers.insert(
            "arguments".to_owned(),
            studio_store::sha256_hex(serde_json::json!(written).to_string().as_bytes()),
        );
    }
    Command {
        kind: "server".to_owned(),
        subject: name.to_owned(),
        argv,
        cwd,
        environment: environment.collect(),
        covers,
        sandbox: sandbox.to_owned(),
    }
}

/// What is left of the time a server may take to come up.
fn start_limit(wait: Wait<'_>) -> Duration {
    wait.rest().min(START_LIMIT)
}

/// Why a start came to nothing, told with the time it had from its beginning.
fn not_started(error: McpError, wait: Wait<'_>) -> NotRunning {
    let limit = wait.limit.min(START_LIMIT);
    let (server, said) = match error {
        McpError::SlowStart { server, said, .. } => (server, said),
        McpError::TimedOut { server, .. } => (server, String::new()),
        other => return failed(&other),
    };
    if limit == START_LIMIT {
        return failed(&McpError::SlowStart { server, limit, said });
    }
    let said = if said.is_empty() { said } else { format!(" (its last line on standard error: {said})") };
    NotRunning::Failed(format!(
        "The MCP server “{server}” did not start within the {} s this call may take{said}. See its log on its \
         page in Tools. Start it there, where it may take {} s, or give the tool more time.",
        limit.as_secs_f64(),
        START_LIMIT.as_secs()
    ))
}

fn failed(error: &McpError) -> NotRunning {
    if matches!(error, McpError::Stopped { .. }) {
        return NotRunning::Stopped;
    }
    NotRunning::Failed(sentence(&error.to_string()))
}

fn masked(mask: &Mask, why: NotRunning) -> NotRunning {
    match why {
        NotRunning::Failed(message) => NotRunning::Failed(mask.text(&message)),
        other => other,
    }
}

/// How a server names itself, with its version.
pub(crate) fn info(server: &Server) -> String {
    let info = server.info();
    let name = info.name.clone().unwrap_or_default();
    info.version.as_ref().map_or_else(|| name.clone(), |version| format!("{name} {version}").trim().to_owned())
}
