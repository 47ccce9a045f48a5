//! MCP servers, started by the tests themselves: real ones, and ones of ours that behave badly.

mod bad;
mod confined;
mod counterparts;
mod http;
#[cfg(target_os = "linux")]
mod processes;
mod stated;

use parking_lot::Mutex;
use std::{path::PathBuf, sync::Arc};

use studio_connect::{
    mcp::{LogStream, McpError, OnEvent, Server, ServerEvent, ServerSpec, Transport},
    sandbox::{Confinement, Host},
};
use studio_runtime::Stop;
use studio_testkit::{repository, until_some};

use crate::run::{LONG, host};

/// What was heard of a server.
#[derive(Clone, Default)]
struct Ear(Arc<Mutex<Vec<ServerEvent>>>);

impl Ear {
    fn on_event(&self) -> OnEvent {
        let heard = Arc::clone(&self.0);
        Arc::new(move |event| heard.lock().push(event))
    }

    fn heard(&self) -> Vec<ServerEvent> {
        self.0.lock().clone()
    }

    fn wait_for(&self, wanted: impl Fn(&ServerEvent) -> bool) -> ServerEvent {
        until_some("an event of the server", || self.heard().into_iter().find(|event| wanted(event)))
    }
}

/// A program of the machine, with its arguments.
fn stdio(command: impl Into<PathBuf>, args: &[&str]) -> Transport {
    Transport::Stdio {
        command: command.into().into_os_string().into_string().unwrap(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        env: Vec::new(),
        cwd: None,
        sandbox: None,
    }
}

/// An address, with headers.
fn http(url: &str, headers: &[(&str, &str)]) -> Transport {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Transport::Http { url: url.to_owned(), headers, allow_private: true }
}

/// One of our own servers, in `fixtures/servers`.
fn script(name: &str, args: &[&str]) -> Transport {
    let path = repository().join("fixtures/servers").join(name);
    stdio("python3", &[&[path.to_str().unwrap()], args].concat())
}

fn spec(transport: Transport) -> ServerSpec {
    let host = Some(Host { confinement: None, ..host(Confinement::Bubblewrap) });
    ServerSpec { name: "test".to_owned(), transport, start_limit: LONG, secrets: Vec::new(), host }
}

fn start(transport: Transport) -> Result<(Server, Ear), McpError> {
    let ear = Ear::default();
    Ok((Server::start(&spec(transport), &ear.on_event(), &Stop::new())?, ear))
}

/// The error of a start that has to fail, as it is shown.
fn refusal(transport: Transport) -> String {
    let ear = Ear::default();
    let Err(error) = Server::start(&spec(transport), &ear.on_event(), &Stop::new()) else { panic!("it started") };
    assert!(matches!(ear.heard()[..], [ServerEvent::NotStarted { .. }]), "{:?}", ear.heard());
    error.to_string()
}

/// The lines of a log from one place.
fn said(server: &Server, stream: LogStream) -> Vec<String> {
    server.log().into_iter().filter(|line| line.stream == stream).map(|line| line.text).collect()
}
