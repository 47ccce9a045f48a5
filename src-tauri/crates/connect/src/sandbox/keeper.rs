//! What the script host does for a program of others: it stays beside it until all that came of it is gone, or goes into
//! its confinement and becomes it.

use std::{
    ffi::OsString,
    fs::File,
    io,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    process::{Child, Command, ExitCode, ExitStatus},
    thread,
    time::Duration,
};

use nix::{
    errno::Errno,
    sys::{
        prctl,
        resource::{Resource, setrlimit},
        signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, raise, sigaction},
        wait::{WaitStatus, waitpid},
    },
    unistd::{Pid, dup2_stderr, dup2_stdin, dup2_stdout, getppid},
};

use super::{
    Host, filter, landlock, privileges,
    rules::{Beside, KEEP, Rules, SCRIPT_HOST},
    tree::Tree,
};

/// How often the host sees whether its own parent is still there.
const LOOK: Duration = Duration::from_millis(250);

/// The command that starts another one and stays until all that came of it is gone.
pub(super) fn command(host: &Host, started: &Command) -> Command {
    let mut command = Command::new(&host.program);
    command.args([SCRIPT_HOST, KEEP, "null"]).arg(started.get_program()).args(started.get_args());
    command
}

/// Starts a program, confined where there are rules, and stays until all that came of it is gone: what loses its parent
/// belongs to the host. When the host loses its own parent, it ends everything.
pub(crate) fn keep(arguments: &[OsString]) -> io::Result<ExitCode> {
    let (rules, mut command) = read(arguments)?;
    prctl::set_child_subreaper(true)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    outlive_requests_to_end()?;
    let parent = getppid();
    thread::spawn(move || end_without(parent));
    let child = start(rules.as_ref(), &mut command)?;
    leave_pipes_to_others()?;
    let status = wait(&child);
    Tree::of(std::process::id()).kill_below();
    let status = status?;
    if let (None, Some(signal)) = (rules, status.signal()) {
        end_by(signal)?;
    }
    Ok(ExitCode::from(exit_code(status)))
}

/// Confines this very process beside what confines it already, and becomes the program.
pub(crate) fn enter(arguments: &[OsString]) -> io::Result<ExitCode> {
    let (rules, mut command) = read(arguments)?;
    confine(&rules.ok_or(io::ErrorKind::InvalidInput)?)?;
    Err(command.exec())
}

/// The rules, which may be none, and the program with its arguments.
fn read(arguments: &[OsString]) -> io::Result<(Option<Rules>, Command)> {
    let [rules, program, rest @ ..] = arguments else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut command = Command::new(program);
    command.args(rest);
    Ok((serde_json::from_slice(rules.as_encoded_bytes())?, command))
}

fn start(rules: Option<&Rules>, command: &mut Command) -> io::Result<Child> {
    // What wants to end with its parent would end with the thread it was started by.
    let Some(rules) = rules else { return command.spawn() };
    // On a thread of its own, so that this one stays outside, where the program cannot send it signals.
    let child = thread::scope(|scope| scope.spawn(|| confine(rules).and_then(|()| command.spawn())).join());
    child.unwrap_or_else(|_| Err(io::Error::other("the confining thread ended")))
}

/// Confines this thread and all that comes of it.
fn confine(rules: &Rules) -> io::Result<()> {
    if landlock::is_there() {
        landlock::restrict(rules).map_err(io::Error::other)?;
    } else if rules.beside == Beside::Nothing || privileges::is_root() {
        return Err(io::Error::other("the kernel does not keep Landlock's rules"));
    }
    filter::apply(rules.network, rules.beside, landlock::guards_signals()).map_err(io::Error::other)?;
    privileges::drop_all()
}

/// A request to end goes to the whole group; the program decides what it makes of it, the host waits for that.
fn outlive_requests_to_end() -> io::Result<()> {
    extern "C" fn ignore(_: nix::libc::c_int) {}
    // Unlike one that is ignored, a signal with a handler has none in programs that are started.
    let action = SigAction::new(SigHandler::Handler(ignore), SaFlags::SA_RESTART, SigSet::empty());
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        #[expect(unsafe_code, reason = "there is no other way to outlive a signal that those who are started do not")]
        // SAFETY: the handler does nothing.
        unsafe { sigaction(signal, &action) }?;
    }
    Ok(())
}

/// Who waits for the program to close its pipes must not wait for the host.
fn leave_pipes_to_others() -> io::Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    Ok(())
}

/// Ends as the program did, so that how it ended can be told.
fn end_by(signal: i32) -> io::Result<()> {
    let signal = Signal::try_from(signal)?;
    if signal != Signal::SIGKILL {
        #[expect(unsafe_code, reason = "a signal that is outlived has to be met as anybody meets it")]
        // SAFETY: no handler is set.
        unsafe { sigaction(signal, &SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty())) }?;
    }
    Ok(raise(signal)?)
}

/// Ends all that came of this process once its parent is another.
fn end_without(parent: Pid) {
    while getppid() == parent {
        thread::sleep(LOOK);
    }
    Tree::of(std::process::id()).kill_below();
    std::process::exit(1);
}

/// Waits for the program, and takes leave of whoever it left behind.
fn wait(child: &Child) -> io::Result<ExitStatus> {
    let program = Pid::from_raw(child.id() as i32);
    loop {
        match waitpid(None, None) {
            Ok(WaitStatus::Exited(pid, code)) if pid == program => return Ok(ExitStatus::from_raw(code << 8)),
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == program => {
                return Ok(ExitStatus::from_raw(signal as i32));
            }
            Ok(_) | Err(Errno::EINTR) => {}
            Err(cause) => return Err(cause.into()),
        }
    }
}

/// As a shell says it, because the host has to outlive its program.
fn exit_code(status: ExitStatus) -> u8 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1) as u8
}
