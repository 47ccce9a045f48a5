//! What the kernel lets be set, and what only root may do: closed to every tool, whoever runs the studio.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use studio_connect::{
    sandbox::{Confinement, Host, Limits},
    script::Python,
};

use crate::run::{LONG, as_a_plain_user, call, everywhere};

fn answer(host: Host, source: &str, arguments: &Value) -> Value {
    let tool = Python { source: source.into(), limits: Limits::default(), network: false, host };
    call(&tool, arguments, LONG).unwrap().value
}

/// Opens every file there is to see, and those it is told of, for writing; it writes nothing. A process's own open pipes
/// are no doors.
const OPEN: &str = "\
import os
def is_own(path):
    try:
        return '/fd/' in path and os.readlink(path).startswith(('pipe:', '/dev/null'))
    except OSError:
        return False
def run(args):
    seen = [os.path.join(folder, file) for top in ('/proc', '/sys') for folder, _, files in os.walk(top) for file in files]
    opened = []
    for path in seen + args['paths']:
        for mode in (os.O_WRONLY, os.O_RDWR):
            try:
                os.close(os.open(path, mode | os.O_NONBLOCK | os.O_CLOEXEC))
            except OSError:
                continue
            if not is_own(path):
                opened.append(path)
            break
    return {'seen': seen, 'opened': opened}
";

/// Every file of the kernel's that is there outside, but for those of other processes.
pub(crate) fn doors() -> Vec<String> {
    let mut doors = Vec::new();
    let mut folders: Vec<PathBuf> = vec!["/sys".into(), "/proc/sys".into(), "/proc/irq".into(), "/proc/self".into()];
    let top = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    doors.extend(top.filter(|path| path.is_file()));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => doors.push(entry.path()),
                _ => {}
            }
        }
    }
    doors.iter().filter_map(|path| path.to_str().map(String::from)).collect()
}

#[test]
fn nothing_of_the_kernels_settings_can_be_opened_for_writing() {
    let paths = doors();
    assert!(paths.iter().any(|path| path == "/proc/sys/kernel/core_pattern") && paths.len() > 500, "{}", paths.len());
    everywhere(|host| {
        let is_bubblewrap = host.confinement == Some(Confinement::Bubblewrap);
        let answer = answer(host, OPEN, &json!({"paths": paths}));
        assert_eq!(answer["opened"], json!([]));
        let seen: Vec<&str> = answer["seen"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let hidden = ["/proc/sys/", "/proc/irq/", "/sys/"];
        assert!(!seen.iter().any(|path| hidden.iter().any(|hidden| path.starts_with(hidden))), "{seen:?}");
        // Nothing would be proven where nothing is seen.
        assert_eq!(seen.iter().any(|path| path.ends_with("/status")), is_bubblewrap);
    });
    as_a_plain_user("kernel::nothing_of_the_kernels_settings_can_be_opened_for_writing");
}

/// Asks the kernel for what only root may do, in ways that would change nothing. Each says the error's number.
const ASK: &str = "\
import ctypes, os, signal
libc = ctypes.CDLL(None, use_errno=True)
NEW = {'mount': 0x20000, 'cgroup': 0x2000000, 'uts': 0x4000000, 'ipc': 0x8000000, 'user': 0x10000000, 'pid': 0x20000000,
       'net': 0x40000000}
def asked(name, *arguments):
    call = getattr(libc, name)
    ctypes.set_errno(0)
    return 0 if call(*arguments) >= 0 else ctypes.get_errno()
def cloned(number, *arguments):
    ctypes.set_errno(0)
    child = libc.syscall(number, *arguments)
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
        return 0
    return ctypes.get_errno()
def capabilities():
    sets = (ctypes.c_uint32 * 6)()
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if libc.syscall(args_numbers['capget'], header, sets) != 0:
        return 'unknown'
    return sum(sets)
def run(args):
    global args_numbers
    args_numbers = args['numbers']
    clone, clone3 = args['numbers']['clone'], args['numbers']['clone3']
    space = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, signal.SIGCHLD)
    return {
        'capabilities': capabilities(),
        'gains': asked('prctl', 39, 0, 0, 0, 0) == 0 and libc.prctl(39, 0, 0, 0, 0) == 0,
        'refused': {
            'chroot': asked('chroot', b'.'),
            'reboot': asked('reboot', 7),
            'swapoff': asked('swapoff', b'/nowhere'),
            'mount': asked('mount', b'none', b'/usr', b'no-such-kind', 0, None),
            'setns': asked('setns', 0, 0),
            **{f'unshare {name}': asked('unshare', ctypes.c_int(flag)) for name, flag in NEW.items()},
            **{f'clone {name}': cloned(clone, ctypes.c_ulong(flag | signal.SIGCHLD), None, None, None, None)
               for name, flag in NEW.items()},
        },
        'clone3': cloned(clone3, space, 88),
    }
";

#[test]
fn no_capability_is_left_and_no_namespace_can_be_made() {
    let numbers = json!({"clone": libc::SYS_clone, "clone3": libc::SYS_clone3, "capget": libc::SYS_capget});
    everywhere(|host| {
        let answer = answer(host, ASK, &json!({"numbers": numbers}));
        assert_eq!((&answer["capabilities"], &answer["gains"]), (&json!(0), &json!(false)), "{answer}");
        for (call, error) in answer["refused"].as_object().unwrap() {
            assert_eq!(error, libc::EPERM, "{call}: {answer}");
        }
        assert_eq!(answer["clone3"], libc::ENOSYS);
    });
    as_a_plain_user("kernel::no_capability_is_left_and_no_namespace_can_be_made");
}

#[test]
fn landlock_stands_beside_bubblewrap_and_root_is_warned() {
    everywhere(|host| {
        let tool = Python { source: "1".into(), limits: Limits::default(), network: false, host: host.clone() };
        let sandbox = tool.command_preview().sandbox;
        assert!(sandbox.contains("Landlock: no network"), "{sandbox}");
        assert_eq!(sandbox.contains("Warning: Skill Studio runs as root"), nix::unistd::geteuid().is_root());
        // The mount may be written to by whoever it belongs to: only Landlock knows that nothing here was allowed.
        if host.confinement == Some(Confinement::Bubblewrap) {
            let source = "import os\ndef run(args):\n    return sorted(os.listdir('/proc/self')) != [] and \
                          tried('/') and tried('/dev')\ndef tried(path):\n    try:\n        os.listdir(path)\n        \
                          return path == '/dev'\n    except PermissionError:\n        return path == '/'";
            assert_eq!(answer(host, source, &json!({})), json!(true));
        }
    });
    as_a_plain_user("kernel::landlock_stands_beside_bubblewrap_and_root_is_warned");
}

#[test]
fn the_old_attempts_are_refused_to_a_plain_user_too() {
    as_a_plain_user("python::");
    as_a_plain_user("javascript::");
    as_a_plain_user("confinement::there");
    as_a_plain_user("confinement::nothing");
}

#[test]
fn java_tools_are_called_and_confined_for_a_plain_user_too() {
    as_a_plain_user("java::");
}

/// Makes calls by their numbers, as they are and as x32 has them; says what each was answered.
const BY_NUMBER: &str = "\
import ctypes
def run(args):
    libc = ctypes.CDLL(None, use_errno=True)
    def answer(number):
        ctypes.set_errno(0)
        return 0 if libc.syscall(ctypes.c_long(number), 0, 0, 0) >= 0 else ctypes.get_errno()
    return [[answer(number), answer(number | 0x40000000)] for number in args['numbers']]
";

#[test]
#[cfg(target_arch = "x86_64")]
fn no_call_is_let_through_by_its_number_of_x32() {
    // getppid, which is everybody's; unshare, perf_event_open and io_uring_setup, which are nobody's.
    let numbers = json!({ "numbers": [110, 272, 298, 425] });
    everywhere(|host| {
        // A kernel without x32 would answer 38: there is no such call.
        assert_eq!(answer(host, BY_NUMBER, &numbers), json!([[0, 1], [1, 1], [1, 1], [1, 1]]));
    });
    as_a_plain_user("kernel::no_call_is_let_through_by_its_number_of_x32");
}
