//! Calls of tools that run here, by each confinement there is.

use std::{
    env, fs,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use serde_json::Value;
use studio_connect::{
    sandbox::{Confinement, Host, Interpreters},
    script::script_host_if_asked,
};
use studio_runtime::{Answer, Call, Failure, Handler, Stop};
use studio_testkit::{FIGURES, PATIENCE, at_work_here, leave_out, repository, tell, until};

/// Long enough for anything that ends: no test is about it.
pub(crate) const LONG: Duration = PATIENCE;

/// Says to tests that run again as a plain user where the script host is that they may start.
const HOST: &str = "STUDIO_TEST_HOST";

/// Nobody, by the number all distributions use.
const NOBODY: u32 = 65534;

/// Where the sources of the sample classes are, in the repository.
pub(crate) const JAVA_SOURCES: &str = "src-tauri/crates/connect/tests/it/java";

/// Runs the tests of a name again as somebody who is not root, where this is root.
pub(crate) fn as_a_plain_user(tests: &str) {
    if !nix::unistd::geteuid().is_root() {
        return;
    }
    // Root's own folders are closed to others.
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    let at = |name: &str| folder.path().join(name);
    let open = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for (from, to) in [(env::current_exe().unwrap(), "tests"), (script_host(), "host")] {
        fs::copy(from, at(to)).unwrap();
        open(&at(to), 0o755);
    }
    // As much of the repository as tests read.
    fs::write(at("Cargo.lock"), "").unwrap();
    for part in ["fixtures/servers", JAVA_SOURCES] {
        copy(&repository().join(part), &at(part));
    }
    fs::create_dir(at("tmp")).unwrap();
    open(folder.path(), 0o755);
    open(&at("tmp"), 0o777);
    let mut again = Command::new(at("tests"));
    again
        .arg(tests)
        .args(["--test-threads", "1"])
        .env(HOST, at("host"))
        .env("TMPDIR", at("tmp"))
        .env("HOME", at("tmp"));
    again.env("CARGO_MANIFEST_DIR", folder.path()).env(FIGURES, at("tmp/figures"));
    let done = again.current_dir("/").uid(NOBODY).gid(NOBODY).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && !said.contains(" 0 passed"), "{said}{}", String::from_utf8_lossy(&done.stderr));
    fs::read_to_string(at("tmp/figures")).unwrap_or_default().lines().for_each(tell);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// A folder that whoever runs the tests may write to, and that stays.
pub(crate) fn scratch() -> PathBuf {
    env::var_os(HOST).map_or_else(|| env!("CARGO_TARGET_TMPDIR").into(), |_| env::temp_dir())
}

fn script_host() -> PathBuf {
    env::var_os(HOST).map_or_else(|| env!("CARGO_BIN_EXE_studio-script-host").into(), PathBuf::from)
}

/// A host that confines in one way.
pub(crate) fn host(confinement: Confinement) -> Host {
    // As every program does that runs tools.
    assert!(script_host_if_asked().is_none());
    Host { program: script_host(), confinement: Some(confinement), interpreters: Interpreters::default() }
}

/// Does the same with every confinement that works here; says which does not, for the summary of the run.
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
    assert!(!working.is_empty(), "neither Bubblewrap nor Landlock works on this machine: no tool would be tested");
    let is_ci = env::var("CI").is_ok_and(|value| value == "true");
    for confinement in absent {
        let why = why_not(confinement);
        assert!(
            !is_ci || confinement != Confinement::Bubblewrap,
            "continuous integration needs Bubblewrap (apt-get install bubblewrap, and namespaces for users): {why}"
        );
        leave_out(&format!("{confinement:?} does not work on this machine: {why}"));
    }
    working
}

/// What is in the way of a confinement that does not work.
fn why_not(confinement: Confinement) -> String {
    if confinement == Confinement::Landlock {
        return "this kernel has none".to_owned();
    }
    let ran = Command::new("bwrap").args(["--unshare-all", "--unshare-user", "--ro-bind", "/", "/", "true"]).output();
    let said = ran.map_or_else(|error| error.to_string(), |ran| String::from_utf8_lossy(&ran.stderr).into_owned());
    said.lines().next().unwrap_or("root needs a kernel with Landlock beside it").to_owned()
}

/// One call that nobody stops.
pub(crate) fn call(handler: &dyn Handler, arguments: &Value, limit: Duration) -> Result<Answer, Failure> {
    handler.call(&Call { name: "tool", arguments, limit, stop: &Stop::new() })
}

/// One call of what works without end, stopped while it does.
pub(crate) fn stopped(handler: &dyn Handler, arguments: &Value) -> Result<Answer, Failure> {
    stopped_when(handler, arguments, at_work_here())
}

/// One call that is stopped as soon as something is seen of it.
pub(crate) fn stopped_when(
    handler: &dyn Handler,
    arguments: &Value,
    is_at_work: impl FnMut() -> bool + Send,
) -> Result<Answer, Failure> {
    let stop = Stop::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            until("the tool to be at work", is_at_work);
            stop.stop();
        });
        handler.call(&Call { name: "tool", arguments, limit: LONG, stop: &stop })
    })
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
    until(&format!("the process with {mark} to go"), || !is_running(mark));
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
