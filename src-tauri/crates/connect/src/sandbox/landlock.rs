//! Confinement by Landlock: rules the kernel keeps for a program, set up by the script host, which starts it.
//!
//! The host stays as the parent of whatever comes of the program, so that nothing is left when it ends, and ends it all
//! when it loses its own parent.

use std::{
    ffi::OsString,
    io,
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, ExitStatus},
    thread,
    time::Duration,
};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};
use nix::{
    sys::{
        prctl,
        resource::{Resource, setrlimit},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    unistd::{Pid, getppid},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Host, Job, SYSTEM, Sandbox,
    filter::{self, Beside},
    tree::Tree,
};
use crate::script::{CONFINE, SCRIPT_HOST};

/// The oldest version that guards files from being emptied.
const OLDEST: ABI = ABI::V3;

/// The newest version whose rules were tried.
const NEWEST: ABI = ABI::V6;

/// Devices a program may read, beside the one it may write to.
const DEVICES: [&str; 3] = ["/dev/zero", "/dev/random", "/dev/urandom"];

/// How often the host sees whether its program has ended and its parent is still there.
const TICK: Duration = Duration::from_millis(4);

/// What the host is told to allow.
#[derive(Debug, Deserialize, Serialize)]
struct Rules {
    network: bool,
    read: Vec<String>,
    write: Vec<String>,
}

/// Whether the kernel has it.
pub(super) fn is_there() -> bool {
    let files = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    files.handle_access(AccessFs::from_all(OLDEST)).and_then(Ruleset::create).is_ok() && filter::is_known()
}

/// Whether the kernel keeps a program from sending signals to others.
fn guards_signals() -> bool {
    Ruleset::default().set_compatibility(CompatLevel::HardRequirement).scope(Scope::Signal).is_ok()
}

/// The command that runs a job inside.
pub(super) fn command(sandbox: &Sandbox, host: &Host, job: &Job<'_>) -> Command {
    let processes = sandbox.sees_processes.then_some(Path::new("/proc"));
    let system = SYSTEM.map(Path::new);
    let read = texts(sandbox.readable().chain(system).chain([job.folder]).chain(processes));
    let write = texts(sandbox.write.iter().map(PathBuf::as_path));
    let rules = json!(Rules { network: sandbox.network, read, write }).to_string();
    let mut command = Command::new(&host.program);
    command.args([SCRIPT_HOST, CONFINE, &rules]).args(&job.argv);
    command
}

/// Paths that are text. Others are not allowed: they would be lost on the way to the host.
fn texts<'a>(paths: impl Iterator<Item = &'a Path>) -> Vec<String> {
    paths.filter_map(|path| path.to_str().map(String::from)).collect()
}

/// The host's part: confines itself, starts the program, and stays until all that came of it is gone.
pub(crate) fn confine_and_run(arguments: &[OsString]) -> io::Result<ExitCode> {
    let [rules, program, rest @ ..] = arguments else { return Err(io::ErrorKind::InvalidInput.into()) };
    let rules: Rules = serde_json::from_slice(rules.as_encoded_bytes())?;
    let parent = getppid();
    prctl::set_child_subreaper(true)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    let mut command = Command::new(program);
    command.args(rest);
    // On a thread of its own, so that this one stays outside, where the program cannot send it signals.
    let child = thread::scope(|scope| scope.spawn(|| start(&rules, &mut command)).join());
    let child = child.unwrap_or_else(|_| Err(io::Error::other("the confining thread ended")))?;
    let status = wait(&child, parent);
    Tree::of(std::process::id()).kill_below();
    Ok(ExitCode::from(exit_code(status?)))
}

fn start(rules: &Rules, command: &mut Command) -> io::Result<Child> {
    restrict(rules).map_err(io::Error::other)?;
    let beside = Beside::Landlock { guards_signals: guards_signals() };
    filter::apply(rules.network, beside).map_err(io::Error::other)?;
    command.spawn()
}

fn restrict(rules: &Rules) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut ruleset = Ruleset::default().handle_access(AccessFs::from_all(NEWEST))?.scope(Scope::from_all(NEWEST))?;
    if !rules.network {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    let null = AccessFs::ReadFile | AccessFs::WriteFile;
    let status = ruleset
        .create()?
        .add_rules(path_beneath_rules(&rules.read, AccessFs::from_read(NEWEST)))?
        .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(["/dev/null"], null))?
        .add_rules(path_beneath_rules(&rules.write, AccessFs::from_all(NEWEST)))?
        .restrict_self()?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err("the kernel does not keep Landlock's rules".into());
    }
    Ok(())
}

/// Waits for the program, for whoever it leaves behind, and for the host's own parent to go.
fn wait(child: &Child, parent: Pid) -> io::Result<ExitStatus> {
    let program = Pid::from_raw(child.id() as i32);
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG))? {
            WaitStatus::Exited(pid, code) if pid == program => return Ok(ExitStatus::from_raw(code << 8)),
            WaitStatus::Signaled(pid, signal, _) if pid == program => return Ok(ExitStatus::from_raw(signal as i32)),
            WaitStatus::StillAlive if getppid() != parent => return Ok(ExitStatus::from_raw(1 << 8)),
            WaitStatus::StillAlive => thread::sleep(TICK),
            _ => {}
        }
    }
}

/// As a shell says it, because the host has to outlive its program.
fn exit_code(status: ExitStatus) -> u8 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1) as u8
}
