//! Opening a server: the program or address it stands for, whether the author allowed it, and the secrets it is given.

use crate::{
    Error, ErrorCode,
    base::paths::expanded,
    dto::{NamedValue, ServerSandbox, ServerTransport},
    kept::{self, Mirror},
    secrets::credentials,
    state::{
        command::{Command, ConsentKind},
        consents::Verdict,
        session::Shared,
        wait::{NotRunning, Wait},
    },
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use studio_connect::{
    mcp::{McpError, OnEvent, Server, ServerSpec, Transport},
    rest,
    sandbox::Sandbox,
    secrets::{self, Mask, Secret, Secrets},
};
use studio_model::sentence;
use studio_store::ServerRow;

/// How long a server may take to start and greet, where nobody waits for less: a first start may install it.
pub(crate) const START_LIMIT: Duration = Duration::from_secs(90);

impl Shared {
    /// What would run, for the author to allow.
    pub(crate) fn server_command(&self, name: &str, transport: &ServerTransport) -> Command {
        let sandbox = match transport {
            ServerTransport::Stdio { sandbox: None, .. } => "None: runs with your permissions".to_owned(),
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
                    "The host in the URL of “{}” comes from a secret. Enter the host directly; use secrets only for keys.",
                    command.subject
                )));
            }
            ServerTransport::Http { .. } => self.check_address_of(transport),
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
                command: resolve(command)?,
                args: args.iter().map(|argument| resolve(argument)).collect::<Result<_, _>>()?,
                env: pairs(env)?,
                cwd: (!cwd.is_empty()).then(|| PathBuf::from(cwd)),
                sandbox: sandbox.as_ref().map(|sandbox| place(sandbox, cwd)),
            },
            // Where it leads is checked when it is dialled: a secret may be part of the address.
            ServerTransport::Http { url, headers, allow_private } => {
                let filled = resolve(url)?;
                if rest::origin_of(&filled) != rest::origin_of(url) {
                    let message = "The host in the server's URL comes from a secret. Enter the host directly.";
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
    match kept::read::<kept::servers::Transport>(&row.transport) {
        Ok(transport) => Ok(transport.shown()),
        Err(why) => {
            let message =
                format!("The connection settings of the server {} can't be read. {why} Set it up again.", row.name);
            Err(Error::new(ErrorCode::Invalid, message).with_detail(&why))
        }
    }
}

/// How a server is reached, as the library keeps it.
pub(crate) fn kept_transport(transport: &ServerTransport) -> serde_json::Value {
    kept::write::<kept::servers::Transport>(&Mirror::of(transport))
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
    let ServerSandbox { read, write, allow_network } = sandbox;
    let folder = (!cwd.is_empty()).then(|| PathBuf::from(cwd));
    let read = paths(read).into_iter().chain(folder).collect();
    Sandbox { network: *allow_network, read, write: paths(write), ..Sandbox::default() }
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
    let environment = values.iter().map(|pair| kept::tools::NamedValue {
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
        kind: ConsentKind::Server,
        subject: name.to_owned(),
        argv,
        cwd,
        environment: environment.collect(),
        covers,
        sandbox: sandbox.to_owned(),
    }
}

/// What is left of the time a server may take to come up.
pub(crate) fn start_limit(wait: Wait<'_>) -> Duration {
    wait.rest().min(START_LIMIT)
}

/// Why a start came to nothing, told with the time it had from its beginning.
pub(crate) fn not_started(error: McpError, wait: Wait<'_>) -> NotRunning {
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
        "The MCP server “{server}” didn't start within the {} s limit of this call{said}. Check its log in Tools. Start it \
         there (limit {} s), or increase the tool's time limit.",
        limit.as_secs_f64(),
        START_LIMIT.as_secs()
    ))
}

pub(crate) fn failed(error: &McpError) -> NotRunning {
    if matches!(error, McpError::Stopped { .. }) {
        return NotRunning::Stopped;
    }
    NotRunning::Failed(sentence(&error.to_string()))
}

pub(crate) fn masked(mask: &Mask, why: NotRunning) -> NotRunning {
    match why {
        NotRunning::Failed(message) => NotRunning::Failed(mask.text(&message)),
        other => other,
    }
}
