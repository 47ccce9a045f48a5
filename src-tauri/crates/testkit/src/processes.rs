//! Ending a process and all that it started.

use std::{fs, io, process::ExitStatus};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::until_some_or;

/// Kills a process and those it started, which may lead groups of their own, and comes back when none of them is there.
pub(crate) fn kill_with_started(process: Pid, wait: impl FnOnce() -> io::Result<ExitStatus>) {
    // Stopped, it starts no more of them.
    let _ = kill(process, Signal::SIGSTOP);
    until_some_or(|| is_still(process).then_some(()), || format!("{process} goes on after it was stopped"));
    let started = started_by(process);
    for each in started.iter().chain([&process]) {
        let _ = kill(*each, Signal::SIGKILL);
    }
    let _ = wait();
    until_some_or(
        || (!started.iter().any(|each| runs(*each))).then_some(()),
        || format!("{started:?} outlive being killed"),
    );
}

/// The processes that another one started, and that are there still.
fn started_by(process: Pid) -> Vec<Pid> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    children.split_whitespace().filter_map(|pid| pid.parse().ok()).map(Pid::from_raw).collect()
}

/// Whether a process is stopped, or has ended.
fn is_still(process: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['T', 'Z', 'X']))
}

/// Whether a process has not ended yet: one that has runs no program any more, though it may be listed.
fn runs(process: Pid) -> bool {
    fs::read_link(format!("/proc/{process}/exe")).is_ok()
}
