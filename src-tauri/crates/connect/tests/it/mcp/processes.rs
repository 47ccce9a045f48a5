//! Nothing of a server outlives it.

use std::process::{Command, Stdio};

use nix::{errno::Errno, sys::signal::kill, unistd::Pid};
use studio_connect::mcp::{LogStream, Server};
use studio_testkit::{until, until_some};

use super::{said, script, start};
use crate::run::{assert_gone, is_running};

fn is_there(pid: u32) -> bool {
    // A process that ended but was not asked for its status is gone for everybody but its parent.
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let is_zombie = state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'));
    kill(Pid::from_raw(pid.cast_signed()), None) != Err(Errno::ESRCH) && !is_zombie
}

/// The server's process, its child, and the child's child.
fn family(server: &Server) -> [u32; 3] {
    let child = until_some("the child's id", || {
        said(server, LogStream::Stderr).into_iter().find_map(|line| line.strip_prefix("child ")?.parse().ok())
    });
    let grandchild = until_some("the grandchild", || {
        let children = std::fs::read_to_string(format!("/proc/{child}/task/{child}/children")).ok()?;
        children.split_whitespace().next()?.parse().ok()
    });
    [server.info().pid.unwrap(), child, grandchild]
}

#[test]
fn s0_20_no_process_outlives_its_server() {
    for mode in ["family", "stubborn"] {
        for is_dropped in [false, true] {
            let (server, _) = start(script("misbehaving.py", &[mode])).unwrap();
            let family = family(&server);
            assert!(family.iter().all(|pid| is_there(*pid)), "{mode}");
            if is_dropped {
                drop(server);
            } else {
                server.stop();
            }
            until("all of them to go", || family.iter().all(|pid| !is_there(*pid)));
        }
    }
}

#[test]
fn s0_20_children_go_when_a_server_is_killed_from_outside() {
    let (server, _) = start(script("misbehaving.py", &["family"])).unwrap();
    let family = family(&server);
    kill(Pid::from_raw(family[0].cast_signed()), nix::sys::signal::Signal::SIGKILL).unwrap();
    until("all of them to go", || family.iter().all(|pid| !is_there(*pid)));
    assert!(until_some("its end", || server.ending()).contains("killed by SIGKILL"));
}

/// It belongs to no group of the server's and has no parent of its: only who adopts it can tell.
#[test]
fn a_process_that_left_its_server_twice_ends_with_it() {
    for (way, mark) in [("stopped", "8841.25"), ("dropped", "8842.25"), ("killed", "8843.25")] {
        let (server, _) = start(script("misbehaving.py", &["deserts", mark])).unwrap();
        until("who left it", || is_running(&format!("sleep\0{mark}")));
        match way {
            "stopped" => server.stop(),
            "dropped" => drop(server),
            // By its own hand, as it were.
            _ => {
                let host = server.info().pid.unwrap();
                let children = std::fs::read_to_string(format!("/proc/{host}/task/{host}/children")).unwrap();
                let program = children.split_whitespace().next().unwrap().parse().unwrap();
                kill(Pid::from_raw(program), nix::sys::signal::Signal::SIGKILL).unwrap();
                assert!(until_some("its end", || server.ending()).contains("killed by SIGKILL"));
            }
        }
        assert_gone(&format!("sleep\0{mark}"));
    }
}

/// Says to the test below that it is the program to be killed.
const ORPHAN: &str = "STUDIO_TEST_ORPHAN_SERVER";

#[test]
fn a_process_that_left_its_server_ends_with_the_studio_that_is_killed() {
    const MARK: &str = "8861.25";
    if std::env::var_os(ORPHAN).is_some() {
        let _server = start(script("misbehaving.py", &["deserts", MARK])).unwrap();
        // Until it is killed; at the latest when nobody is there to do it.
        drop(std::io::read_to_string(std::io::stdin()));
        return;
    }
    let mut studio = Command::new(std::env::current_exe().unwrap());
    let name = "mcp::processes::a_process_that_left_its_server_ends_with_the_studio_that_is_killed";
    let mut studio = studio.args(["--exact", name]).env(ORPHAN, "yes").stdin(Stdio::piped()).spawn().unwrap();
    until("who left it", || is_running(&format!("sleep\0{MARK}")));
    studio.kill().unwrap();
    studio.wait().unwrap();
    assert_gone(&format!("sleep\0{MARK}"));
}
