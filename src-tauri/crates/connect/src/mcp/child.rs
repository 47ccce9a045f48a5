//! A server's process: found, started apart from the studio's own, watched, and ended with all that it started.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::Duration,
};

use tokio::{
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    sync::watch,
    task::JoinHandle,
    time::timeout,
};

use super::{
    error::McpError,
    journal::{LogStream, MOST_BYTES},
    lines::{Lines, Next},
    link::Link,
};

/// What a server's environment takes over from the studio's, beside every `LC_…`.
pub const INHERITED: &[&str] = &["PATH", "HOME", "LANG", "TERM", "USER", "TMPDIR"];

/// What programs need to run at all on Windows.
const INHERITED_ON_WINDOWS: &[&str] = &["SystemRoot", "SystemDrive", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP"];

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
pub(super) fn start(
    command: &str,
    args: &[String],
    env: &[(String, String)],
    cwd: Option<&Path>,
    link: &Arc<Link>,
) -> Result<Started, McpError> {
    let not_started = |cause: &std::io::Error| McpError::NotStarted {
        server: link.name.clone(),
        command: command.to_owned(),
        cause: cause.to_string(),
    };
    let home = env::home_dir().filter(|home| home.is_dir());
    let cwd = cwd.or(home.as_deref());
    if let Some(folder) = cwd.filter(|folder| !folder.is_dir()) {
        return Err(McpError::NoFolder { server: link.name.clone(), folder: folder.to_owned() });
    }
    let variables = environment(env);
    let mut process = Command::new(find(command, &variables, cwd, &link.name)?);
    process.args(args).env_clear().envs(variables).kill_on_drop(true);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(folder) = cwd {
        process.current_dir(folder);
    }
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
    tokio::spawn(watch_over(child, heard, said, Arc::clone(link)));
    Ok(Started { pid, stdin, stdout, orders })
}

fn environment(own: &[(String, String)]) -> Vec<(OsString, OsString)> {
    let is_inherited = |name: &str| {
        INHERITED.contains(&name) || name.starts_with("LC_") || (cfg!(windows) && INHERITED_ON_WINDOWS.contains(&name))
    };
    let inherited = env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_inherited));
    inherited.chain(own.iter().map(|(name, value)| (name.into(), value.into()))).collect()
}

/// The program's path. A relative one with a folder in it starts where the server starts.
fn find(
    command: &str,
    variables: &[(OsString, OsString)],
    cwd: Option<&Path>,
    server: &str,
) -> Result<PathBuf, McpError> {
    let searched = variables.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    let searched = searched.unwrap_or_default();
    let found = if Path::new(command).components().count() > 1 {
        let path = cwd.map_or_else(|| PathBuf::from(command), |folder| folder.join(command));
        // The folder is changed before the program is started.
        std::path::absolute(&path).ok().filter(|path| path.exists())
    } else {
        // What a relative folder means depends on where one stands, which is somewhere else for the server.
        let folders = env::split_paths(&searched).filter(|folder| folder.is_absolute());
        folders.map(|folder| folder.join(command)).find(|path| is_program(path))
    };
    found.ok_or_else(|| McpError::NoProgram {
        server: server.to_owned(),
        command: command.to_owned(),
        searched: searched.to_string_lossy().into_owned(),
    })
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// Reads standard error as long as there is any, so that the server never waits for it.
async fn listen(stderr: ChildStderr, link: Arc<Link>) {
    let mut lines = Lines::new(stderr, MOST_BYTES, usize::MAX);
    while lines.next().await != Next::End {
        link.note(LogStream::Stderr, &String::from_utf8_lossy(lines.line()));
    }
}

/// Waits for the process to end, or sees to it that it does; then for its last words; then says how it ended.
async fn watch_over(mut child: Child, mut orders: watch::Receiver<Order>, said: JoinHandle<()>, link: Arc<Link>) {
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
    signal(group, Signal::Kill);
    let _may_be_gone = child.start_kill();
    let _status_of_the_killed = child.wait().await;
    Ending::Forced
}

fn farewell(link: &Link, order: &Order, ending: &Ending) -> String {
    let name = &link.name;
    let said = match link.journal.last_words() {
        Some(said) => format!("; its last line on standard error: {said}"),
        None => "; it said nothing on standard error".to_owned(),
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
