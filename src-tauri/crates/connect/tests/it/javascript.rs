//! JavaScript tools, the friendly and the hostile.

use std::{
    io::Write as _,
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::json;
use studio_connect::{
    sandbox::{Confinement, Host, Limits},
    script::Javascript,
};
use studio_runtime::Failure;
use studio_testkit::until;

use crate::run::{LONG, call, everywhere, host, said, stopped};

fn javascript(host: Host, source: &str) -> Javascript {
    Javascript { source: source.into(), limits: Limits::default(), host }
}

#[test]
fn s0_20_a_script_runs_in_a_confined_process_of_its_own() {
    everywhere(|host| {
        let source = "function run({ text }) {\n  console.log('żółw', text.length);\n  return `${text} 🦀`;\n}\n";
        let answer = call(&javascript(host, source), &json!({"text": "漢字 🙂"}), LONG).unwrap();
        assert_eq!((answer.value, answer.log.as_str()), (json!("漢字 🙂 🦀"), "żółw 5\n"));
        let sandbox = answer.sandbox.unwrap();
        assert!(sandbox.contains("no network") && sandbox.contains("256 MB of memory"), "{sandbox}");
    });
}

#[test]
fn a_failure_says_what_was_thrown_and_where() {
    everywhere(|host| {
        let said = |source: &str| said(call(&javascript(host.clone(), source), &json!({}), LONG));
        let thrown = said("function run() {\n  throw new RangeError('too far');\n}");
        let expected = "Failed: The tool failed with exit status 1: RangeError: too far\n    at run (tool.js:2";
        assert!(thrown.starts_with(expected), "{thrown}");
        assert!(said("function run( {").contains("SyntaxError"));
        assert!(said("let x = 1;").starts_with("Garbage: The tool returned nothing"));
    });
}

#[test]
fn an_endless_loop_ends_with_its_time_or_when_stopped() {
    everywhere(|host| {
        for source in [
            "while (true) {}",
            "async function run() { while (true) await null; }",
            "/(a+)+$/.test('a'.repeat(40) + 'b')",
        ] {
            let endless = javascript(host.clone(), source);
            let limit = Duration::from_secs(1);
            assert_eq!(call(&endless, &json!({}), limit), Err(Failure::TimedOut { limit }));
            assert_eq!(stopped(&endless, &json!({})), Err(Failure::Stopped));
        }
    });
}

#[test]
fn an_endless_loop_ends_when_nobody_is_left_to_read_its_answer() {
    let limit = json!({"secs": 2 * LONG.as_secs(), "nanos": 0});
    let request = json!({"source": "while (true) {}", "arguments": {}, "memory_mb": 64, "limit": limit});
    // As it is left where the studio is killed: nothing confines it, or whatever does has lost its parent, too.
    let mut engine = Command::new(host(Confinement::Landlock).program);
    engine.args(["--script-host", "javascript"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut engine = engine.spawn().unwrap();
    engine.stdin.take().unwrap().write_all(request.to_string().as_bytes()).unwrap();
    drop(engine.stdout.take());
    until("its end", || engine.try_wait().unwrap().is_some());
}

#[test]
fn ten_gigabytes_are_not_to_be_had() {
    everywhere(|host| {
        let source = "const a = []; while (a.length < 10240) a.push('x'.repeat(2 ** 20) + a.length)";
        let said = said(call(&javascript(host, source), &json!({}), LONG));
        assert!(said.starts_with("Capped: The tool was stopped: it exceeded its memory limit of 256 MB."), "{said}");
    });
}

#[test]
fn a_hundred_megabytes_of_output_are_cut_off() {
    everywhere(|host| {
        let source = "function run() { return 'x'.repeat(1e8); }";
        let tool = Javascript { limits: Limits { memory_mb: 2048, ..Limits::default() }, ..javascript(host, source) };
        let said = said(call(&tool, &json!({}), LONG));
        assert!(said.starts_with("Capped: The tool was stopped: its response is larger than 10 MB."), "{said}");
    });
}

#[test]
fn files_and_sockets_do_not_exist() {
    let source = "async function run() {\n  const found = ['require', 'process', 'fetch', 'XMLHttpRequest', 'WebSocket', \
                  'std', 'os', 'setTimeout'].filter((name) => name in globalThis);\n  for (const name of ['fs', 'std', \
                  'os', 'node:net', '/etc/passwd']) {\n    try { await import(name); found.push(name); } catch {}\n  }\n  \
                  return found;\n}";
    everywhere(|host| assert_eq!(call(&javascript(host, source), &json!({}), LONG).unwrap().value, json!([])));
}

#[test]
fn what_would_be_run_is_shown_with_its_source_and_sandbox() {
    let preview = javascript(host(Confinement::Bubblewrap), "1").command_preview();
    assert_eq!(preview.argv[1..], ["--script-host", "javascript"]);
    assert_eq!((preview.source.as_deref(), preview.cwd), (Some("1"), None));
}
