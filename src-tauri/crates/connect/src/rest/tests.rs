//! REST tools against servers of the tests' own.

mod addresses;
mod answers;
mod laws;
mod requests;
mod secrets;
mod server;

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use serde_json::Value;
use studio_runtime::{Answer, Call, Failure, Handler as _, Stop};
use studio_testkit::PATIENCE;
use tokio::net::TcpSocket;

use super::{Dialer, Rest, RestTool};
use crate::secrets::{Error, Secret};

const TOKEN: &str = "tok/en 4f1d+ü";

/// Never reached.
const LIMIT: Duration = PATIENCE;

/// An address that is taken, so that nobody else gets it, and where nobody listens as long as it is kept.
pub(crate) fn nobody() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

fn lookup(name: &str) -> Result<Secret, Error> {
    match name {
        "token" => Ok(Secret::new(TOKEN)),
        // A header cannot hold letters that are not ASCII and stay comparable.
        "plain" => Ok(Secret::new("plain-4f1d")),
        "split" => Ok(Secret::new("one\r\nx-evil: two")),
        _ => Err(Error::Missing { name: name.to_owned() }),
    }
}

/// A tool that may call the servers of these tests.
fn tool(method: &str, url: &str) -> RestTool {
    RestTool { method: method.to_owned(), url: url.to_owned(), allow_private: true, ..RestTool::default() }
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn call(tool: &RestTool, arguments: &Value) -> Result<Answer, Failure> {
    call_with(tool, arguments, LIMIT, &Stop::new(), Dialer::start().unwrap())
}

fn call_with(
    tool: &RestTool,
    arguments: &Value,
    limit: Duration,
    stop: &Stop,
    dialer: Dialer,
) -> Result<Answer, Failure> {
    let rest = Rest::open(tool, Arc::new(lookup), Arc::new(dialer))?;
    rest.call(&Call { name: "tool", arguments, limit, stop })
}

fn told(failure: &Failure) -> String {
    failure.to_string()
}

/// Takes the loopback address the tests' servers listen on for a public one, and its neighbours for private ones.
fn one_loopback_is_public(address: IpAddr) -> Option<&'static str> {
    (address != IpAddr::from([127, 0, 0, 1])).then_some("a private address")
}
