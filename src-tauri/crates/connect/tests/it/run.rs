//! Calls of tools that run here, by each confinement there is.

use std::{
    env, fs,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use studio_connect::{
    sandbox::{Confinement, Host, Interpreters},
    script::script_host_if_asked,
};
use studio_runtime::{Answer, Call, Failure, Handler, Stop};

/// Long enough for anything that ends.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A host that confines in one way.
pub(crate) fn host(confinement: Confinement) -> Host {
    // As every program does that runs tools.
    assert!(script_host_if_asked().is_none());
    Host {
        program: PathBuf::from(env!("CARGO_BIN_EXE_studio-script-host")),
        confinement: Some(confinement),
        interpreters: Interpreters::default(),
    }
}

/// Does the same with every confinement that works here; says which does not.
pub(crate) fn everywhere(mut test: impl FnMut(Host)) {
    for confinement in working() {
        test(host(confinement));
    }
}

/// Every confinement that works here. There has to be one, or nothing would be tested; Bubblewrap wherever changes are
/// let in.
pub(crate) fn working() -> Vec<Confinement> {
    let (working, absent): (Vec<_>, Vec<_>) =
        [Confinement::Bubblewrap, Confinement::Landlock].into_iter().partition(|one| host(*one).works());
    absent.into_iter().for_each(leave_out);
    assert!(!working.is_empty(), "neither Bubblewrap nor Landlock works on this machine: no tool would be tested");
    let is_ci = env::var("CI").is_ok_and(|value| value == "true");
    assert!(
        !is_ci || working.contains(&Confinement::Bubblewrap),
        "continuous integration needs Bubblewrap: install bwrap"
    );
    working
}

#[expect(clippy::print_stderr, reason = "a test that was left out has to be seen")]
fn leave_out(confinement: Confinement) {
    eprintln!("left out: {confinement:?} does not work on this machine");
}

/// One call that nobody stops.
pub(crate) fn call(handler: &dyn Handler, arguments: &Value, limit: Duration) -> Result<Answer, Failure> {
    handler.call(&Call { name: "tool", arguments, limit, stop: &Stop::new() })
}

/// One call that is stopped once it has run for a moment. It has to end long before its limit.
pub(crate) fn stopped(handler: &dyn Handler, arguments: &Value) -> Result<Answer, Failure> {
    let stop = Stop::new();
    let started = Instant::now();
    let answer = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            stop.stop();
        });
        handler.call(&Call { name: "tool", arguments, limit: LONG, stop: &stop })
    });
    assert!(started.elapsed() < Duration::from_secs(20), "a stop has to end a call");
    answer
}

/// What a failure says, after what kind it is.
pub(crate) fn said(answer: Result<Answer, Failure>) -> String {
    match answer {
        Ok(answer) => panic!("answered {answer:?}"),
        Err(failure) => {
            let kind = format!("{failure:?}");
            let kind = kind.split([' ', '{']).next().unwrap();
            format!("{kind}: {failure}")
        }
    }
}

/// Waits until no process has the mark in its command line any more.
pub(crate) fn assert_gone(mark: &str) {
    let started = Instant::now();
    while is_running(mark) {
        assert!(started.elapsed() < Duration::from_secs(10), "a process with {mark} is still there");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process other than this one has the mark in its command line.
pub(crate) fn is_running(mark: &str) -> bool {
    let ours = std::process::id().to_string();
    let commands = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let entry = entry.ok()?;
        (entry.file_name() != ours.as_str()).then(|| fs::read(entry.path().join("cmdline")).ok()).flatten()
    });
    commands.map(|command| String::from_utf8_lossy(&command).into_owned()).any(|command| command.contains(mark))
}
