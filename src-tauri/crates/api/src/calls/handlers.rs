//! What carries a tool's calls out, and what the author has to allow for it.

use crate::{
    Error,
    dto::{ConsentRequest, NamedValue, ToolImplementation},
    kept::{tools as kept, user::ConsentKind},
    servers::{masks::MaskedCalls, opening::START_LIMIT, sample_server},
    state::{
        command::Command,
        consents::Verdict,
        session::Session,
        slot::Slot,
        wait::{NotRunning, Wait},
    },
};
use std::{collections::BTreeMap, net::SocketAddr, sync::Arc};

use studio_connect::{
    java::Java,
    mcp::{McpHandler, Server},
    rest::{Rest, RestTool, is_private_number},
    sandbox::{CommandPreview, Limits},
    script::{Javascript, Python},
    secrets::Secrets,
};
use studio_runtime::{Failure, Handler, Stop};
use studio_store::ServerRow;

/// What carries calls out, or why nothing does.
pub(crate) enum Ready {
    /// A call can be made.
    Handler(Arc<dyn Handler>),
    /// The author has to be asked first.
    Consent(Box<ConsentRequest>),
    /// It cannot be made.
    Failed(Failure),
}

/// A tool about to be called.
pub(crate) struct Subject<'a> {
    /// What the author knows it by: its name, with the library where it is not the tool's own implementation.
    pub(crate) name: &'a str,
    /// Its name; what was allowed for its own implementation is allowed in every library.
    pub(crate) tool: &'a str,
    /// What it tells the model; a change is asked for anew.
    pub(crate) description: &'a str,
    /// Names of its parameters, in their order.
    pub(crate) parameters: &'a [String],
    /// How often a call that failed on the way is tried again.
    pub(crate) retries: u32,
}

impl Session {
    /// Makes what carries a tool's call out. What that takes, such as a server's start, is part of the call's time.
    pub(crate) fn ready(
        self: &Arc<Self>,
        subject: &Subject<'_>,
        implementation: &ToolImplementation,
        wait: Wait<'_>,
    ) -> Result<Ready, Error> {
        match implementation {
            ToolImplementation::None => {
                Ok(unavailable(format!("{} has no implementation. Choose one on its page.", subject.name)))
            }
            ToolImplementation::McpServer { server, tool } => self.ready_server(server, tool, wait),
            ToolImplementation::Rest { .. } => self.ready_rest(subject, implementation, wait),
            ToolImplementation::Python { script, allow_network, memory_mb } => {
                let python = Python {
                    source: script.clone(),
                    limits: limits(*memory_mb),
                    network: *allow_network,
                    host: self.shared.script_host()?,
                };
                self.ready_command(subject, &command(subject, &python.command_preview()), Arc::new(python))
            }
            ToolImplementation::Javascript { script, memory_mb } => {
                let javascript =
                    Javascript { source: script.clone(), limits: limits(*memory_mb), host: self.shared.script_host()? };
                self.ready_command(subject, &command(subject, &javascript.command_preview()), Arc::new(javascript))
            }
            ToolImplementation::Java { class, method, class_path, allow_network, memory_mb } => {
                let (class_path, state) = match self.shared.class_path(class_path) {
                    Ok(found) => found,
                    Err(failure) => return Ok(Ready::Failed(failure)),
                };
                let java = Java {
                    class: class.clone(),
                    method: Some(method.clone()).filter(|method| !method.trim().is_empty()),
                    class_path,
                    parameters: subject.parameters.to_vec(),
                    network: *allow_network,
                    state,
                    limits: limits(*memory_mb),
                    host: self.shared.script_host()?,
                    cache: self.shared.config.cache_dir.join("java"),
                };
                self.ready_java(subject, java)
            }
        }
    }

    fn ready_rest(
        self: &Arc<Self>,
        subject: &Subject<'_>,
        implementation: &ToolImplementation,
        wait: Wait<'_>,
    ) -> Result<Ready, Error> {
        let ToolImplementation::Rest { method, url, headers, query, body, allow_private } = implementation else {
            return Ok(unavailable(format!("{} isn't a REST tool.", subject.name)));
        };
        let (url, own_server) = match sample_server::path_of(url) {
            None => (url.clone(), None),
            Some(path) => match self.sample_server_for(implementation, wait)? {
                Ok(address) => (format!("http://{address}{path}"), Some(address)),
                Err(ready) => return Ok(ready),
            },
        };
        let tool = RestTool {
            method: method.clone(),
            url,
            headers: pairs(headers),
            query: pairs(query),
            body: Some(body.clone()).filter(|body| !body.trim().is_empty()),
            allow_private: *allow_private,
            own_server,
            retries: subject.retries,
        };
        if let Some(request) = self.asked_for_request(&tool)? {
            return Ok(Ready::Consent(request));
        }
        let secrets: Arc<dyn Secrets> = Arc::clone(&self.shared.secrets) as _;
        let opened = self.shared.dialer().and_then(|dialer| Rest::open(&tool, secrets, dialer));
        Ok(opened.map_or_else(Ready::Failed, |rest| Ready::Handler(Arc::new(rest))))
    }

    /// What has to be allowed before a request is sent: its secrets, or the address. Settings that cannot be read are told
    /// when it is made; the samples' own server is the studio itself.
    fn asked_for_request(&self, tool: &RestTool) -> Result<Option<Box<ConsentRequest>>, Error> {
        let (Ok(names), Ok(origin)) = (tool.secrets(), tool.origin()) else { return Ok(None) };
        let names = names.iter().map(String::as_str);
        let verdict = match tool.own_server {
            Some(_) => self.shared.check_secrets(names, &origin)?,
            // What is refused without being dialled needs no permission.
            None if !tool.allow_private && is_private_number(&origin) => Verdict::Allowed,
            None => self.shared.check_request(names, &origin)?,
        };
        Ok(match verdict {
            Verdict::Allowed => None,
            Verdict::Ask(request) => Some(request),
        })
    }

    /// A class is outside the library: what it and its archives hold now is allowed, not only where they are.
    fn ready_java(&self, subject: &Subject<'_>, java: Java) -> Result<Ready, Error> {
        let contents = match java.contents_hash() {
            Ok(contents) => contents,
            Err(failure) => return Ok(Ready::Failed(failure)),
        };
        let mut command = command(subject, &java.command_preview());
        command.covers.insert("contents of the class path".to_owned(), contents);
        self.ready_command(subject, &command, Arc::new(java))
    }

    fn ready_command(
        &self,
        subject: &Subject<'_>,
        command: &Command,
        handler: Arc<dyn Handler>,
    ) -> Result<Ready, Error> {
        if subject.tool != subject.name
            && self.shared.consents.is_allowed(&Command { subject: subject.tool.to_owned(), ..command.clone() })?
        {
            return Ok(Ready::Handler(handler));
        }
        Ok(match self.shared.consents.check(command)? {
            Verdict::Allowed => Ready::Handler(handler),
            Verdict::Ask(request) => Ready::Consent(request),
        })
    }

    fn ready_server(self: &Arc<Self>, server: &str, tool: &str, wait: Wait<'_>) -> Result<Ready, Error> {
        let row = self.library.list_servers()?.into_iter().find(|row| row.name == server);
        let Some(row) = row else {
            return Ok(unavailable(format!("The server {server} isn't set up. Set it up in Tools.")));
        };
        let (running, slot) = match self.run_for_call(&row, wait) {
            Ok(running) => running,
            Err(ready) => return Ok(ready),
        };
        if running.tools_changed() || slot.is_unlisted() {
            match self.list_again(&row, &running, &slot, wait) {
                Ok(()) | Err(NotRunning::Consent(_)) => {}
                Err(NotRunning::Failed(message)) => return Ok(unavailable(message)),
                Err(NotRunning::Stopped) => return Ok(Ready::Failed(Failure::Stopped)),
            }
        }
        let Some(offered) = slot.offered(tool) else {
            return Ok(unavailable(format!(
                "The server {server} doesn't offer the tool {tool}. Check the server's tool list."
            )));
        };
        let command = self.shared.server_command(&row.name, &self.shared.transport(&row)?);
        Ok(match self.check_offered(row.id, &command, &offered)? {
            Verdict::Allowed => {
                let handler = McpHandler { server: running, tool: tool.to_owned() };
                Ready::Handler(Arc::new(MaskedCalls { handler, mask: slot.mask(), limit: wait.rest() }))
            }
            Verdict::Ask(request) => Ready::Consent(request),
        })
    }
}

impl Session {
    /// A server that runs, started for a call where it does not; or what becomes of the call.
    fn run_for_call(self: &Arc<Self>, row: &ServerRow, wait: Wait<'_>) -> Result<(Arc<Server>, Arc<Slot>), Ready> {
        if !row.is_enabled {
            return Err(unavailable(format!("The server {} is off. Turn it on in Tools.", row.name)));
        }
        self.running_server(row, wait).map_err(|why| match why {
            NotRunning::Consent(request) => Ready::Consent(request),
            NotRunning::Failed(message) => unavailable(message),
            NotRunning::Stopped => Ready::Failed(Failure::Stopped),
        })
    }

    /// Where the requests of a sample tool go. Its server is a program like any other: it is asked for, then started.
    fn sample_server_for(
        self: &Arc<Self>,
        implementation: &ToolImplementation,
        wait: Wait<'_>,
    ) -> Result<Result<SocketAddr, Ready>, Error> {
        let Some(row) = self.server_behind(implementation)? else {
            let message = "The tool's URL points to the samples server, which isn't set up. In Tools, add a server that \
                           runs `skillctl serve samples`.";
            return Ok(Err(unavailable(message.to_owned())));
        };
        Ok(self.run_for_call(&row, wait).and_then(|(server, _)| {
            let unknown = || unavailable(format!("The server {} doesn't specify where its requests go.", row.name));
            sample_server::address(&server).ok_or_else(unknown)
        }))
    }

    /// What carries a call out, or what the author has to allow before it begins, as far as that is known without starting
    /// anything.
    pub(crate) fn ready_beforehand(
        self: &Arc<Self>,
        subject: &Subject<'_>,
        implementation: &ToolImplementation,
    ) -> Result<Option<Ready>, Error> {
        let is_served = match implementation {
            ToolImplementation::McpServer { .. } => true,
            ToolImplementation::Rest { url, .. } => sample_server::path_of(url).is_some(),
            _ => false,
        };
        if !is_served {
            return self.ready(subject, implementation, Wait::new(START_LIMIT, &Stop::new())).map(Some);
        }
        let row = self.server_behind(implementation)?;
        let is_to_be_started = |row: &ServerRow| row.is_enabled && self.servers.slot(row.id).running().is_none();
        let Some(row) = row.filter(is_to_be_started) else { return Ok(None) };
        // What else is in the way is told when it is started.
        let Ok(transport) = self.shared.transport(&row) else { return Ok(None) };
        Ok(match self.shared.allowed(&transport, &self.shared.server_command(&row.name, &transport)) {
            Err(NotRunning::Consent(request)) => Some(Ready::Consent(request)),
            _ => None,
        })
    }
}

/// What would run, for the author to allow.
fn command(subject: &Subject<'_>, preview: &CommandPreview) -> Command {
    let hash = |text: &str| studio_store::sha256_hex(text.as_bytes());
    let mut covers = BTreeMap::from([("description".to_owned(), hash(subject.description))]);
    if let Some(source) = &preview.source {
        covers.insert("script".to_owned(), hash(source));
    }
    let environment =
        preview.environment_names.iter().map(|name| kept::NamedValue { name: name.clone(), value: String::new() });
    Command {
        kind: ConsentKind::Tool,
        subject: subject.name.to_owned(),
        argv: preview.argv.clone(),
        cwd: preview.cwd.as_ref().map(|folder| folder.display().to_string()),
        environment: environment.collect(),
        covers,
        sandbox: preview.sandbox.clone(),
    }
}

fn unavailable(message: String) -> Ready {
    Ready::Failed(Failure::Unavailable { message })
}

fn limits(memory_mb: u32) -> Limits {
    Limits { memory_mb, ..Limits::default() }
}

fn pairs(values: &[NamedValue]) -> Vec<(String, String)> {
    values.iter().map(|pair| (pair.name.clone(), pair.value.clone())).collect()
}
