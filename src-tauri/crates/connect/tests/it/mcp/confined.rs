//! Servers in a sandbox: what they reach is what the author chose.

use std::{fs, net::TcpListener, path::Path};

use serde_json::{Value, json};
use studio_connect::{
    mcp::{McpError, Server, ServerSpec, Transport},
    sandbox::{Host, Sandbox},
};
use studio_runtime::Stop;
use studio_testkit::{repository, until};

use super::{Ear, LONG, script, spec};
use crate::run::{as_a_plain_user, assert_gone, everywhere, is_running};

fn confined(host: &Host, mode: &[&str], sandbox: Sandbox) -> ServerSpec {
    let Transport::Stdio { args, env, cwd, .. } = script("misbehaving.py", mode) else { unreachable!() };
    // One of the system's: another one has its parts in folders that nobody opened.
    let command = "/usr/bin/python3".to_owned();
    let read = [vec![repository().join("fixtures/servers")], sandbox.read].concat();
    let sandbox = Some(Sandbox { read, ..sandbox });
    ServerSpec { host: Some(host.clone()), ..spec(Transport::Stdio { command, args, env, cwd, sandbox }) }
}

fn started(spec: &ServerSpec) -> Result<Server, McpError> {
    Server::start(spec, &Ear::default().on_event(), &Stop::new())
}

fn tried(spec: &ServerSpec, arguments: &Value) -> Value {
    let server = started(spec).unwrap();
    let answer = server.call("work", arguments, LONG, &Stop::new()).unwrap();
    server.stop();
    serde_json::from_str(answer.value.as_str().unwrap()).unwrap()
}

#[test]
fn a_confined_server_reaches_what_was_chosen_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let [open, kept, closed] = ["open", "kept", "closed"].map(|name| folder.path().join(name));
    for folder in [&open, &kept, &closed] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("notes.txt"), "mine").unwrap();
    }
    let notes = |folder: &Path| folder.join("notes.txt").to_str().unwrap().to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let all = [notes(&open), notes(&kept), notes(&closed), "/etc/passwd".to_owned()];
    let settings = ["/proc/sys/kernel/core_pattern", "/proc/self/mem", "/etc/skill-studio", "/usr/x"];
    let write: Vec<String> = all.iter().cloned().chain(settings.map(str::to_owned)).collect();
    let arguments = json!({"read": all, "write": write, "dial": listener.local_addr().unwrap().port()});
    everywhere(|host| {
        for network in [false, true] {
            let sandbox =
                Sandbox { network, read: vec![kept.clone()], write: vec![open.clone()], ..Sandbox::default() };
            let found = tried(&confined(&host, &["tries"], sandbox), &arguments);
            assert_eq!(found["read"], json!([notes(&open), notes(&kept)]));
            assert_eq!(found["write"], json!([notes(&open)]));
            assert_eq!(found["dial"], json!(network));
            assert_eq!(found["home"][0], found["home"][1]);
            let home = found["home"][0].as_str().unwrap();
            assert!(home.contains("skill-studio-") && !Path::new(home).exists(), "{home} is its own, and gone");
            // What a plain user could be given, if anything still could, is not theirs to give away.
            let mut capabilities = found["capabilities"].as_array().unwrap().clone();
            if !nix::unistd::geteuid().is_root() {
                capabilities.remove(3);
            }
            assert!(capabilities.iter().all(|set| set == "0000000000000000"), "{found}");
        }
    });
    assert!(listener.accept().is_ok());
}

#[test]
fn a_process_that_left_a_confined_server_ends_with_it() {
    let mut marks = ["8851.25", "8852.25"].into_iter();
    everywhere(|host| {
        let mark = marks.next().unwrap();
        let server = started(&confined(&host, &["deserts", mark], Sandbox::default())).unwrap();
        until("who left it", || is_running(&format!("sleep\0{mark}")));
        server.stop();
        assert_gone(&format!("sleep\0{mark}"));
    });
}

#[test]
fn what_cannot_be_confined_as_chosen_is_not_started() {
    everywhere(|host| {
        let told = |spec: &ServerSpec| started(spec).err().expect("it started").to_string();
        let with = |read: &str| Sandbox { read: vec![read.into()], ..Sandbox::default() };
        let begin = "the MCP server “test” wasn't started because it can't be sandboxed as configured: ";
        for (path, cause) in [
            ("/", "/ can't be shared with a sandboxed server; choose a different folder"),
            ("/proc", "/proc can't be shared with a sandboxed server; choose a different folder"),
            ("/nowhere/at/all", "no folder or file found at /nowhere/at/all"),
            ("notes", "“notes” isn't a full path, such as /home/you/notes"),
        ] {
            assert_eq!(told(&confined(&host, &["tries"], with(path))), format!("{begin}{cause}"));
        }
        let mut everywhere_else = confined(&host, &["tries"], Sandbox::default());
        let Transport::Stdio { cwd, .. } = &mut everywhere_else.transport else { unreachable!() };
        *cwd = Some("/".into());
        assert!(
            told(&everywhere_else).ends_with("/ can't be shared with a sandboxed server; choose a different folder")
        );
        let mut nothing = confined(&host, &["tries"], Sandbox::default());
        let Transport::Stdio { command, .. } = &mut nothing.transport else { unreachable!() };
        "/etc/".clone_into(command);
        assert_eq!(told(&nothing), format!("{begin}/etc/ isn't an executable file"));
        let mut loads = confined(&host, &["tries"], Sandbox::default());
        let Transport::Stdio { env, .. } = &mut loads.transport else { unreachable!() };
        env.push(("LD_PRELOAD".to_owned(), "/tmp/evil.so".to_owned()));
        assert_eq!(
            told(&loads),
            format!("{begin}the variable LD_PRELOAD would take effect outside the sandbox; remove it")
        );
        let alone = ServerSpec { host: None, ..confined(&host, &["tries"], Sandbox::default()) };
        assert!(told(&alone).starts_with(begin));
    });
}

#[test]
fn a_confined_server_is_described_by_what_it_may_do() {
    everywhere(|host| {
        let sandbox = Sandbox { read: vec!["/srv/a".into()], write: vec!["/srv/b".into()], ..Sandbox::default() };
        let said = sandbox.describe_server(&host);
        let expected = "Landlock: no network, reads the system's programs and libraries and /srv/a, writes a home \
                        folder of its own that is thrown away and /srv/b";
        assert!(said.contains(expected), "{said}");
        assert!(Sandbox { network: true, ..sandbox }.describe_server(&host).contains(": may use the network, "));
    });
}

#[test]
fn a_plain_user_may_confine_servers_too() {
    as_a_plain_user("mcp::confined::a_confined");
    as_a_plain_user("mcp::confined::a_process");
    as_a_plain_user("mcp::processes::a_process");
}
