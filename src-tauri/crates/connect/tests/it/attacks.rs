//! Every way out of the sandbox that was ever tried: Python, JavaScript and Java, by each confinement there is.
//!
//! One round is part of the tests; `STUDIO_ATTACK_ROUNDS` asks for more.

use std::{
    cell::Cell,
    env,
    net::TcpListener,
    os::{linux::net::SocketAddrExt as _, unix::net},
    process::{Child, Command},
};

use serde_json::{Value, json};
use studio_connect::{
    sandbox::{Host, Limits},
    script::{Javascript, Python},
};
use studio_testkit::tell;

use crate::{
    java::meter,
    run::{LONG, as_a_plain_user, call, everywhere},
};

/// How often all of it is tried.
const ROUNDS: &str = "STUDIO_ATTACK_ROUNDS";

/// What is outside to be had.
struct Outside {
    _folder: tempfile::TempDir,
    _listeners: (TcpListener, net::UnixListener, net::UnixListener),
    bystander: Child,
    arguments: Value,
}

impl Outside {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [secret, unix] = ["secret.txt", "socket"].map(|name| folder.path().join(name));
        std::fs::write(&secret, "mine").unwrap();
        let mark = format!("studio-attack-{}", folder.path().display());
        let bystander = Command::new("sleep").arg("600").env("MARK", &mark).spawn().unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let arguments = json!({
            "secret": secret, "unix": unix, "mark": mark, "port": tcp.local_addr().unwrap().port(),
            "outside": bystander.id(), "outside_parent": std::process::id(), "host": env::current_exe().unwrap(),
        });
        let named = net::SocketAddr::from_abstract_name(mark).unwrap();
        let listeners = (tcp, net::UnixListener::bind(&unix).unwrap(), net::UnixListener::bind_addr(&named).unwrap());
        Self { _folder: folder, _listeners: listeners, bystander, arguments }
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // It may have been ended, which the test says.
        let _ended = self.bystander.kill();
        let _waited = self.bystander.wait();
    }
}

/// Tries all of it by every confinement, as often as asked.
fn rounds(language: &str, attempt: impl Fn(Host, &Value) -> Value, at_least: u64) {
    let rounds = env::var(ROUNDS).ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    let tried = Cell::new(0);
    for _ in 0..rounds {
        let mut outside = Outside::new();
        everywhere(|host| {
            let by = host.confinement;
            let found = attempt(host, &outside.arguments);
            assert_eq!(found["got"], json!({}), "{by:?}");
            let ways = found["tried"].as_u64().unwrap();
            assert!(ways >= at_least, "{found}");
            tried.set(tried.get() + ways);
            assert!(outside.bystander.try_wait().unwrap().is_none(), "{by:?}: a process outside was ended");
        });
    }
    let user = if nix::unistd::geteuid().is_root() { "root" } else { "a plain user" };
    tell(&format!("{language} as {user}: {} tries in {rounds} rounds, 0 out", tried.get()));
}

/// What may be had by a script that may use the network.
const NETWORK: [&str; 4] = ["socket loopback", "socket public", "socket names", "socket datagram"];

#[test]
fn no_python_gets_out() {
    let source = include_str!("attacks/attempts.py");
    for network in [false, true] {
        let python = |host, arguments: &Value| {
            let tool = Python { source: source.into(), limits: Limits::default(), network, host };
            let mut found = call(&tool, arguments, LONG).unwrap().value;
            if network {
                found["got"].as_object_mut().unwrap().retain(|name, _| !NETWORK.contains(&name.as_str()));
            }
            found
        };
        rounds("Python", python, 95);
    }
    as_a_plain_user("attacks::no_python");
}

#[test]
fn no_javascript_gets_out() {
    let source = include_str!("attacks/attempts.js");
    let javascript = |host, arguments: &Value| {
        let tool = Javascript { source: source.into(), limits: Limits::default(), host };
        call(&tool, arguments, LONG).unwrap().value
    };
    rounds("JavaScript", javascript, 50);
    as_a_plain_user("attacks::no_javascript");
}

#[test]
fn no_java_gets_out() {
    let java = |host: Host, arguments: &Value| {
        let tool = meter(&host, "attempts", &["secret", "port", "unix", "outside"]);
        let wanted = ["secret", "port", "unix", "outside"];
        let arguments: Value = wanted.iter().map(|name| ((*name).to_owned(), arguments[*name].clone())).collect();
        call(&tool, &arguments, LONG).unwrap().value
    };
    rounds("Java", java, 20);
    as_a_plain_user("attacks::no_java_gets");
}
