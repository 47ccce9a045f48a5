//! MCP servers kept to what the author allows them: where they may dial, what they may read, write and reach, and that
//! nothing of them stays behind.

use std::{fs, net::TcpListener};

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{ServerDetail, ServerSandbox, ServerState, ServerTransport},
};

use crate::{
    harness::{Bench, fixtures, refused},
    toolbox::{result, server},
};

#[test]
fn an_address_made_of_secrets_is_checked_as_it_is_dialled() {
    let bench = Bench::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = listener.local_addr().unwrap();
    bench.save_secret("host", &here.to_string()).unwrap();
    bench.save_secret("path", &format!("x@{here}")).unwrap();
    for url in ["http://secret://host/mcp", "http://public.example:80secret://path/mcp", "https://secret://host/mcp"] {
        let transport = ServerTransport::Http { url: url.to_owned(), headers: Vec::new(), allow_private: false };
        let test = bench.test_server(&server("far", transport)).unwrap();
        assert_eq!(test.state, ServerState::Failed, "{url}");
        assert!(test.message.contains("far") && !test.message.contains(&here.to_string()), "{url}: {}", test.message);
    }
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "nobody may have called");
}

/// A server that tells what it can reach, confined so and to its own script.
fn trying(sandbox: Option<ServerSandbox>) -> ServerTransport {
    let servers = fixtures().join("servers").display().to_string();
    let args = vec![format!("{servers}/misbehaving.py"), "tries".to_owned()];
    let sandbox = sandbox.map(|sandbox| ServerSandbox { read: [vec![servers], sandbox.read].concat(), ..sandbox });
    // One of the system's: another one has its parts in folders that nobody opened.
    let command = "/usr/bin/python3".to_owned();
    ServerTransport::Stdio { command, args, env: Vec::new(), cwd: String::new(), sandbox }
}

/// Saves a server as it is to be from now on, and allows what that asks for; with what it asked for.
fn changed(
    bench: &Bench,
    before: &ServerDetail,
    sandbox: Option<ServerSandbox>,
) -> (ServerDetail, Vec<String>, String) {
    let mut edit = server(&before.name, trying(sandbox));
    (edit.id, edit.aggregate_version) = (Some(before.id.clone()), before.aggregate_version);
    let saved = bench.save_server(&edit).unwrap();
    let asked = bench.start_server(&saved.id).unwrap().consent.expect("what confines it has changed");
    (bench.run_server(&saved.id), asked.changed, asked.sandbox)
}

#[test]
fn a_server_is_confined_as_chosen_and_asked_for_anew_when_that_changes() {
    let bench = Bench::new();
    let (mine, theirs) = (bench.write("mine/notes.txt", "mine"), bench.write("theirs/notes.txt", "theirs"));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let arguments = json!({"read": [mine, theirs, "/etc/passwd"], "write": [mine, theirs], "dial": port});
    let closed = ServerSandbox::default();
    let open = ServerSandbox { write: vec![bench.path("mine")], allow_network: true, ..closed.clone() };
    let saved = bench.add_server("tries", trying(Some(closed)));
    assert_eq!(saved.state, ServerState::Running, "{}", saved.message);
    bench.import_server_tools(&saved.id, &["work".to_owned()]).unwrap();
    let work = bench.tool("work").id;
    let tried = || -> Value {
        let said = result(&bench.try_call(&work, &arguments));
        serde_json::from_str(said.as_str().unwrap()).unwrap()
    };
    let found = tried();
    assert_eq!((&found["read"], &found["write"], &found["dial"]), (&json!([]), &json!([]), &json!(false)));

    let (saved, what, sandbox) = changed(&bench, &saved, Some(open));
    assert_eq!(what, ["sandbox"]);
    assert!(sandbox.contains("Landlock: may use the network, reads the system's programs and libraries"), "{sandbox}");
    assert!(sandbox.contains(&format!("thrown away and {}", bench.path("mine"))), "{sandbox}");
    let found = tried();
    assert_eq!((&found["read"], &found["write"], &found["dial"]), (&json!([mine]), &json!([mine]), &json!(true)));

    let (_, what, sandbox) = changed(&bench, &saved, None);
    assert_eq!((what, sandbox.as_str()), (vec!["sandbox".to_owned()], "None: runs with your permissions"));
    let found = tried();
    assert_eq!((&found["read"], &found["dial"]), (&json!([mine, theirs, "/etc/passwd"]), &json!(true)));
}

#[test]
fn a_server_that_cannot_be_confined_so_is_refused_by_name() {
    let bench = Bench::new();
    let with = |read: &str| trying(Some(ServerSandbox { read: vec![read.to_owned()], ..ServerSandbox::default() }));
    for (path, why) in [
        ("/", "/ can't be shared with a sandboxed server"),
        ("/proc/sys", "/proc/sys can't be shared with a sandboxed server"),
        ("notes", "“notes” isn't a full path"),
        (&bench.path("gone"), "no folder or file found at"),
    ] {
        let told = refused(bench.save_server(&server("tries", with(path))), ErrorCode::Invalid);
        assert!(told.contains(why), "{told}");
    }
    // A folder may go after that.
    let folder = bench.path("soon-gone");
    fs::create_dir(&folder).unwrap();
    let saved = bench.save_server(&server("tries", with(&folder))).unwrap();
    fs::remove_dir(&folder).unwrap();
    let started = bench.run_server(&saved.id);
    assert_eq!(started.state, ServerState::Failed);
    assert!(started.message.contains(&format!("no folder or file found at {folder}")), "{}", started.message);
}

#[test]
fn a_library_from_before_has_servers_that_are_not_confined() {
    let before = json!({"kind": "stdio", "command": "x", "args": [], "env": [], "cwd": ""});
    let ServerTransport::Stdio { sandbox, .. } = serde_json::from_value(before).unwrap() else { unreachable!() };
    assert_eq!(sandbox, None);
}
