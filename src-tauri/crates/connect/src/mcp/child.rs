//! A server's process: found, started apart from the studio's own, watched, and ended with all that it started.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::Duration,
};

use tempfile::TempDir;
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
use crate::sandbox::{Host, Sandbox, end_below, files_of, is_for_loading, kept, work_folder};

/// What a server's environment takes over from the studio's, beside every `LC_…`.
pub const INHERITED: &[&str] = &["PATH", "HOME", "LANG", "TERM", "USER", "TMPDIR"];

/// What programs need to run at all on Windows.
const INHERITED_ON_WINDOWS: &[&str] = &["SystemRoot", "SystemDrive", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP"];

/// Variables that name the folder a server keeps things in: the user's, unless it is confined.
const OF_HOME: [&str; 2] = ["HOME", "TMPDIR"];

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

/// What is to be started, and how.
pub(super) struct Program<'a> {
    pub(super) command: &'a str,
    pub(super) args: &'a [String],
    pub(super) env: &'a [(String, String)],
    pub(super) cwd: Option<&'a Path>,
    pub(super) sandbox: Option<&'a Sandbox>,
    pub(super) host: Option<&'a Host>,
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

impl Program<'_> {
    /// What is started, and the home folder that goes with it where it has one of its own.
    fn process(&self, server: &str) -> Result<(Command, Option<TempDir>), McpError> {
        let own = env::home_dir().filter(|home| home.is_dir());
        let folder = self.cwd.or(if self.sandbox.is_some() { None } else { own.as_deref() });
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(McpError::NoFolder { server: server.to_owned(), folder: folder.to_owned() });
        }
        let mut variables = environment(&[]);
        let mut home = None;
        if self.sandbox.is_some() {
            let made = work_folder().map_err(|failure| unconfined(server, &failure.to_string()))?;
            variables.retain(|(name, _)| !OF_HOME.iter().any(|of_home| name == of_home));
            variables.extend(OF_HOME.map(|name| (name.into(), made.path().into())));
            home = Some(made);
        }
        variables.extend(self.env.iter().map(|(name, value)| (name.into(), value.into())));
        let program = find(self.command, &variables, folder, server)?;
        let arguments = self.args.iter().map(OsString::from);
        let argv: Vec<OsString> = std::iter::once(program.clone().into_os_string()).chain(arguments).collect();
        let command = match (self.sandbox, self.host, &home) {
            (Some(_), ..) if !is_program(&program) => {
                return Err(unconfined(server, &format!("{} is not an executable file", program.display())));
            }
            (Some(sandbox), Some(host), Some(home)) => self.confined(sandbox, host, &argv, home.path(), server)?,
            (Some(_), _, _) => return Err(unconfined(server, "the studio's own program was not found")),
            // What is no program is refused by the system, which the host could only tell on its standard error.
            (None, Some(host), _) if is_program(&program) && is_program(&host.program) => kept(host, &argv),
            (None, _, _) => {
                let mut command = std::process::Command::new(&argv[0]);
                command.args(&argv[1..]);
                command
            }
        };
        let mut command = Command::from(command);
        command.env_clear().envs(variables);
        if let Some(folder) = folder.or(home.as_ref().map(TempDir::path)) {
            command.current_dir(folder);
        }
        Ok((command, home))
    }

    fn confined(
        &self,
        sandbox: &Sandbox,
        host: &Host,
        argv: &[OsString],
        home: &Path,
        server: &str,
    ) -> Result<std::process::Command, McpError> {
        let mut sandbox = sandbox.clone();
        // It starts in a folder that it may read.
        sandbox.read.extend(self.cwd.map(Path::to_path_buf));
        if let Some(problem) = sandbox.problem() {
            return Err(unconfined(server, &problem));
        }
        if let Some((name, _)) = self.env.iter().find(|(name, _)| is_for_loading(name)) {
            let cause = format!("the variable {name} would take effect outside of the sandbox; remove it");
            return Err(unconfined(server, &cause));
        }
        sandbox.read.extend(files_of(Path::new(&argv[0])));
        sandbox
            .kept(host, argv, self.cwd.unwrap_or(home), home)
            .map_err(|failure| unconfined(server, failure.to_string().trim_end_matches('.')))
    }
}

fn unconfined(server: &str, cause: &str) -> McpError {
    McpError::NotConfined { server: server.to_owned(), cause: cause.to_owned() }
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
async fn watch_over(
    mut child: Child,
    mut orders: watch::Receiver<Order>,
    said: JoinHandle<()>,
    home: Option<TempDir>,
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
