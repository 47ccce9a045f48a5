//! A server's process: started apart from the studio's own, watched, and ended with all that it started.

use std::{
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::Duration,
};

use tokio::{
    process::{Child, ChildStderr, ChildStdin, ChildStdout},
    sync::watch,
    task::JoinHandle,
    time::timeout,
};

use super::{
    error::McpError,
    journal::{LogStream, MOST_BYTES},
    lines::{Lines, Next},
    link::Link,
    program::Program,
};
use crate::sandbox::{RunFolder, end_below};

/// How long a server may take to end once its standard input is closed, and again once it is asked to.
const GRACE: Duration = Duration::from_millis(800);

/// How long what a process printed last may take to be read once it ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What is to be done with a process.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// Let it be.
    Run,
    /// End it; it was asked for.
    Stop,
    /// Its standard output is closed: it ends or is of no use.
    Closed,
    /// End it at once, for this reason.
    Kill(String),
}

/// A process and its pipes.
pub(super) struct Started {
    pub(super) pid: Option<u32>,
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) orders: watch::Sender<Order>,
}

/// Starts a server and watches over it. To be called within the runtime.
pub(super) fn start(program: &Program<'_>, link: &Arc<Link>) -> Result<Started, McpError> {
    let not_started = |cause: &std::io::Error| McpError::NotStarted {
        server: link.name.clone(),
        command: program.command.to_owned(),
        cause: cause.to_string(),
    };
    let (mut process, home) = program.process(&link.name)?;
    process.kill_on_drop(true).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    process.process_group(0);
    let mut child = process.spawn().map_err(|cause| not_started(&cause))?;
    let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(not_started(&std::io::ErrorKind::BrokenPipe.into()));
    };
    let (orders, heard) = watch::channel(Order::Run);
    let pid = child.id();
    let said = tokio::spawn(listen(stderr, Arc::clone(link)));
    tokio::spawn(watch_over(child, heard, said, home, Arc::clone(link)));
    Ok(Started { pid, stdin, stdout, orders })
}

/// Reads standard error as long as there is any, so that the server never waits for it.
async fn listen(stderr: ChildStderr, link: Arc<Link>) {
    let mut lines = Lines::new(stderr, MOST_BYTES, usize::MAX);
    while lines.next().await != Next::End {
        link.note(LogStream::Stderr, &String::from_utf8_lossy(lines.line()));
    }
}

/// Waits for the process to end, or sees to it that it does; then for its last words; then says how it ended.
async fn watch_over(
    mut child: Child,
    mut orders: watch::Receiver<Order>,
    said: JoinHandle<()>,
    home: Option<RunFolder>,
    link: Arc<Link>,
) {
    let group = child.id();
    let status = tokio::select! {
        status = child.wait() => status.ok(),
        // Whoever gives orders is gone: nobody needs the server.
        _ = orders.wait_for(|order| !matches!(order, Order::Run)) => None,
    };
    let ending = if let Some(status) = status {
        Ending::ByItself(status)
    } else {
        let order = orders.borrow().clone();
        end(&mut child, group, &order).await
    };
    signal(group, Signal::Kill);
    // What was printed before the end is still to be read, unless somebody outside of the group holds the pipe.
    drop(timeout(LAST_WORDS, said).await);
    drop(timeout(LAST_WORDS, orders.wait_for(|order| !matches!(order, Order::Run))).await);
    let order = orders.borrow().clone();
    // What cannot be cleared away now is left to the system, as any folder of its kind.
    drop(tokio::task::spawn_blocking(|| drop(home)).await);
    link.end(&farewell(&link, &order, &ending));
}

enum Ending {
    ByItself(ExitStatus),
    Forced,
}

/// Ends the process: by closed pipes, by asking, by force.
async fn end(child: &mut Child, group: Option<u32>, order: &Order) -> Ending {
    if !matches!(order, Order::Kill(_)) {
        if let Ok(Ok(status)) = timeout(GRACE, child.wait()).await {
            return Ending::ByItself(status);
        }
        signal(group, Signal::Terminate);
        if timeout(GRACE, child.wait()).await.is_ok() {
            return Ending::Forced;
        }
    }
    if let Some(process) = group {
        // The host last: until it ends, whoever loses a parent stays below it.
        let _may_be_gone = tokio::task::spawn_blocking(move || end_below(process)).await;
    }
    signal(group, Signal::Kill);
    let _may_be_gone = child.start_kill();
    let _status_of_the_killed = child.wait().await;
    Ending::Forced
}

fn farewell(link: &Link, order: &Order, ending: &Ending) -> String {
    let name = &link.name;
    let said = match link.journal.last_words() {
        Some(said) => format!("; last line on standard error: {said}"),
        None => "; nothing on standard error".to_owned(),
    };
    match (order, ending) {
        (Order::Stop, _) => format!("The MCP server “{name}” was stopped."),
        (Order::Kill(why), _) => format!("The MCP server “{name}” was stopped: {why}."),
        (_, Ending::ByItself(status)) => {
            format!("The MCP server “{name}” stopped unexpectedly ({}){said}.", how(*status))
        }
        (_, Ending::Forced) => format!("The MCP server “{name}” closed its standard output and was stopped{said}."),
    }
}

#[derive(Clone, Copy)]
enum Signal {
    Terminate,
    Kill,
}

/// To every process of the group, of which there may be none any more.
#[cfg(unix)]
fn signal(group: Option<u32>, which: Signal) {
    use nix::{sys::signal, unistd::Pid};
    let which = match which {
        Signal::Terminate => signal::Signal::SIGTERM,
        Signal::Kill => signal::Signal::SIGKILL,
    };
    if let Some(group) = group.and_then(|group| i32::try_from(group).ok()) {
        let _may_be_gone = signal::killpg(Pid::from_raw(group), which);
    }
}

#[cfg(not(unix))]
fn signal(_group: Option<u32>, _which: Signal) {}

#[cfg(unix)]
fn how(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    let signal = status.signal().and_then(|number| nix::sys::signal::Signal::try_from(number).ok());
    match (signal, status.code()) {
        (Some(signal), _) => format!("killed by {}", signal.as_str()),
        (None, Some(code)) => format!("exit code {code}"),
        (None, None) => status.to_string(),
    }
}

#[cfg(not(unix))]
fn how(status: ExitStatus) -> String {
    status.to_string()
}
