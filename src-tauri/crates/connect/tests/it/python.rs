//! Python tools, the friendly and the hostile.

use std::{
    io::Read as _,
    net::TcpListener,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::json;
use studio_connect::{
    sandbox::{Confinement, Host, Limits},
    script::Python,
};
use studio_runtime::Failure;

use crate::run::{LONG, assert_gone, call, everywhere, is_running, said, stopped, stopped_when};

/// A file of the machine that no script has any business with.
const PASSWD: &str = "/etc/passwd";

fn python(host: Host, source: &str) -> Python {
    Python { source: source.into(), limits: Limits::default(), network: false, host }
}

#[test]
fn s0_20_a_script_reads_arguments_and_prints_its_answer() {
    everywhere(|host| {
        let source = "import json, sys\nargs = json.load(sys.stdin)\nprint('on the side', file=sys.stderr)\n\
                      print(json.dumps({'said': args['text'] + ' ü 🦀'}, ensure_ascii=False))";
        let answer = call(&python(host, source), &json!({"text": "żółw 漢字 🙂"}), LONG).unwrap();
        assert_eq!(answer.value, json!({"said": "żółw 漢字 🙂 ü 🦀"}));
        assert_eq!(answer.log, "on the side\n");
        let sandbox = answer.sandbox.unwrap();
        let limits = format!("256 MB of memory, 64 processes, {} s", LONG.as_secs());
        assert!(sandbox.contains("no network") && sandbox.contains(&limits), "{sandbox}");
        assert!(answer.outside.is_some());
    });
}

#[test]
fn a_script_that_defines_run_is_called_and_its_prints_are_the_log() {
    everywhere(|host| {
        let answer = |source: &str| call(&python(host.clone(), source), &json!({"n": 20}), LONG);
        let run =
            answer("from math import sqrt\n\ndef run(args):\n    print('half')\n    return {'n': args['n'] * 2}\n");
        let run = run.unwrap();
        assert_eq!((run.value, run.log.as_str()), (json!({"n": 40}), "half\n"));
        // One that prints itself is not called again.
        let main = "import json, sys\ndef run(args):\n    return 1\nif __name__ == '__main__':\n    \
                    print(json.dumps(json.load(sys.stdin)['n']))\n";
        assert_eq!(answer(main).unwrap().value, json!(20));
        assert_eq!(answer("def run(args):\n    return None").unwrap().value, json!(null));
    });
}

#[test]
fn a_failure_says_what_the_script_said() {
    everywhere(|host| {
        let said = |source: &str| said(call(&python(host.clone(), source), &json!({}), LONG));
        let raised = said("def run(args):\n    return 1 / 0\n");
        assert!(raised.starts_with("Failed: The tool failed with exit status 1: Traceback"), "{raised}");
        assert!(
            raised.contains("File \"tool.py\", line 2, in run") && raised.contains("ZeroDivisionError"),
            "{raised}"
        );
        assert!(!raised.contains("prelude"), "{raised}");
        assert!(said("def run(:").contains("SyntaxError"));
        assert!(said("import sys\nsys.exit('no such meter')").ends_with("status 1: no such meter"));
        assert!(said("import os\nos._exit(7)").contains("exit status 7"));
        assert!(said("print('hello')").starts_with("Garbage: ") && said("pass").contains("returned nothing"));
        assert!(said("def run(args):\n    return {1, 2}").contains("not JSON serializable"));
        assert!(said("def run(args):\n    return float('nan')").contains("not JSON compliant"));
    });
}

#[test]
fn an_endless_loop_ends_with_its_time_or_when_stopped() {
    everywhere(|host| {
        let endless = python(host, "while True: pass");
        let limit = Duration::from_secs(1);
        assert_eq!(call(&endless, &json!({}), limit), Err(Failure::TimedOut { limit }));
        assert_eq!(stopped(&endless, &json!({})), Err(Failure::Stopped));
    });
}

#[test]
fn ten_gigabytes_are_not_to_be_had() {
    let sources = [
        "x = bytearray(10 * 2**30)",
        "x = []\nwhile len(x) < 10 * 2**10: x.append(b'x' * 2**20)",
        "import os\nfor _ in range(5):\n    if os.fork() == 0: break\nx = b'x' * (100 * 2**20)\nimport time; time.sleep(3600)",
    ];
    everywhere(|host| {
        for source in sources {
            let said = said(call(&python(host.clone(), source), &json!({}), LONG));
            assert!(
                said.starts_with("Capped: The tool was stopped: it exceeded its memory limit of 256 MB."),
                "{said}"
            );
            assert!(said.contains("“Memory limit” in the tool's settings"), "{said}");
        }
    });
}

/// Tries to read each path, and to write beside it.
const TOUCH: &str = "\
def run(args):
    done = {}
    for path in args['paths']:
        done[path] = []
        for name, mode in ((path, 'rb'), (path + '.new', 'wb'), (path, 'ab')):
            try:
                open(name, mode).close()
                done[path].append(mode)
            except OSError:
                pass
    return done
";

#[test]
fn files_of_the_user_are_out_of_reach() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("diary.txt");
    std::fs::write(&file, "mine").unwrap();
    let [diary, system] = [file.to_str().unwrap(), "/usr/bin/env"];
    everywhere(|host| {
        let answer = call(&python(host.clone(), TOUCH), &json!({"paths": [diary, PASSWD, system]}), LONG).unwrap();
        assert_eq!(answer.value[diary], json!([]));
        assert_eq!(answer.value[PASSWD], json!([]));
        assert_eq!(answer.value[system], json!(["rb"]));
        let said = said(call(&python(host, "print(open('/etc/passwd').read())"), &json!({}), LONG));
        assert!(said.starts_with("Failed: ") && said.contains("'/etc/passwd'"), "{said}");
    });
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 1);
    assert_eq!(std::fs::read(file).unwrap(), b"mine");
}

#[test]
fn nothing_of_the_environment_is_seen() {
    everywhere(|host| {
        let answer = call(&python(host, "import os\ndef run(args): return sorted(os.environ)"), &json!({}), LONG);
        let names = answer.unwrap().value;
        for name in names.as_array().unwrap() {
            assert!(["HOME", "LANG", "PATH", "PWD", "LC_CTYPE"].contains(&name.as_str().unwrap()), "{names}");
        }
    });
}

const DIAL: &str = "import socket\ndef run(args):\n    with socket.create_connection(('127.0.0.1', args['port']), 5) as \
                    it:\n        it.sendall(b'hello')\n    return 'sent'";

#[test]
fn a_socket_reaches_nobody_unless_the_network_is_allowed() {
    everywhere(|host| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let arguments = json!({"port": listener.local_addr().unwrap().port()});
        let said = said(call(&python(host.clone(), DIAL), &arguments, LONG));
        assert!(said.starts_with("Failed: ") && (said.contains("refused") || said.contains("not permitted")), "{said}");
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_err(), "nobody may have called");
        listener.set_nonblocking(false).unwrap();
        let heard = thread::spawn(move || {
            let mut text = String::new();
            listener.accept().unwrap().0.read_to_string(&mut text).unwrap();
            text
        });
        let allowed = Python { network: true, ..python(host, DIAL) };
        let answer = call(&allowed, &arguments, LONG).unwrap();
        assert_eq!((answer.value, heard.join().unwrap().as_str()), (json!("sent"), "hello"));
        assert!(answer.sandbox.unwrap().contains("may use the network"));
    });
}

#[test]
fn datagrams_and_raw_packets_are_sockets_too() {
    let source = "import socket\ndef run(args):\n    done = []\n    for kind, one in ((socket.AF_INET, socket.SOCK_DGRAM), \
                  (socket.AF_INET, socket.SOCK_RAW), (socket.AF_INET6, socket.SOCK_DGRAM)):\n        try:\n            \
                  with socket.socket(kind, one) as it:\n                it.sendto(b'x', ('192.0.2.1' if kind == \
                  socket.AF_INET else '2001:db8::1', 9))\n                done.append(one)\n        \
                  except OSError:\n            pass\n    return len(done)";
    everywhere(|host| assert_eq!(call(&python(host, source), &json!({}), LONG).unwrap().value, json!(0)));
}

#[test]
fn a_hundred_megabytes_of_output_are_cut_off() {
    everywhere(|host| {
        let message = said(call(&python(host.clone(), "for _ in range(100): print('x' * 10**6)"), &json!({}), LONG));
        assert!(message.starts_with("Capped: The tool was stopped: its response is larger than 10 MB."), "{message}");
        let loud = "import sys\nfor n in range(100): sys.stderr.write('é' * 10**6)\nprint(1)";
        let answer = call(&python(host, loud), &json!({}), LONG).unwrap();
        assert!((60_000..=70_000).contains(&answer.log.len()) && answer.value == json!(1));
    });
}

#[test]
fn a_fork_bomb_of_500_is_contained() {
    let source = "import os, time\nfor _ in range(500):\n    if os.fork() == 0:\n        time.sleep(3600)\n        \
                  os._exit(0)\ntime.sleep(3600)\nprint(1)\n# BOMB";
    everywhere(|host| {
        let said = said(call(&python(host, source), &json!({}), LONG));
        assert!(said.starts_with("Capped: The tool was stopped: it had more than 64 processes or"), "{said}");
        assert!(said.contains("threads at a time"), "{said}");
    });
}

#[test]
fn a_grandchild_does_not_outlive_its_call() {
    for (detached, mark) in [("True", "8811.25"), ("False", "8812.25")] {
        let source = format!(
            "import subprocess\ndef run(args):\n    subprocess.Popen(['sleep', '{mark}'], start_new_session={detached})\n    \
             return 'left'\n"
        );
        everywhere(|host| {
            assert_eq!(call(&python(host, &source), &json!({}), LONG).unwrap().value, json!("left"));
            assert_gone(mark);
        });
    }
    let waiting = "import os, subprocess, time\nsubprocess.Popen(['sleep', '8813.25'], start_new_session=True)\n\
                   if os.fork() == 0: os.setsid()\ntime.sleep(3600)";
    everywhere(|host| {
        let waiting = python(host, waiting);
        assert_eq!(stopped_when(&waiting, &json!({}), || is_running("sleep\08813.25")), Err(Failure::Stopped));
        assert_gone("8813.25");
    });
}

#[test]
fn other_processes_get_no_signals() {
    // It ends with what it reads, which is when this test does.
    let mut bystander = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
    let source = "import os, signal\ndef run(args):\n    for pid in (args['pid'], os.getppid()):\n        try:\n            \
                  os.kill(pid, signal.SIGKILL)\n        except OSError:\n            pass\n    return 'alive'";
    everywhere(|host| {
        // What it ends is its own: itself too, perhaps.
        let _ = call(&python(host, source), &json!({"pid": bystander.id()}), LONG);
        assert!(bystander.try_wait().unwrap().is_none(), "a process outside was ended");
    });
    bystander.kill().unwrap();
    bystander.wait().unwrap();
}

#[test]
fn what_would_be_run_is_shown_with_its_source_and_sandbox() {
    let tool = python(crate::run::host(Confinement::Bubblewrap), "print(1)");
    let preview = tool.command_preview();
    assert!(preview.argv[0].contains("python") && preview.argv.last().unwrap() == "tool.py");
    assert_eq!((preview.source.as_deref(), preview.cwd), (Some("print(1)"), None));
    assert_eq!(preview.environment_names, ["PATH", "LANG", "HOME"]);
}

/// What a script of the network could reach on this machine beside it: the desktop, and services that do what the user
/// may; and memory that belongs to no process.
#[test]
fn sockets_of_the_machine_and_loose_memory_are_refused() {
    let source = "import os, socket\ndef run(args):\n    def tried(make):\n        try:\n            make()\n            \
                  return 'had'\n        except PermissionError:\n            return 'refused'\n    return [tried(it) for \
                  it in (lambda: socket.socket(socket.AF_UNIX), lambda: os.memfd_create('x'), lambda: \
                  socket.socket(socket.AF_VSOCK))]";
    everywhere(|host| {
        let tool = Python { network: true, ..python(host, source) };
        let answer = call(&tool, &json!({}), LONG).unwrap();
        assert_eq!(answer.value, json!(["refused", "refused", "refused"]));
    });
}
