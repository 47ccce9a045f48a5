//! The script host: what our programs are when they are started with a hidden first argument.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write as _},
    os::fd::{BorrowedFd, RawFd},
    process::ExitCode,
};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};

use super::engine::evaluate_request;
use crate::sandbox::{ENTER, JAVASCRIPT, KEEP, SCRIPT_HOST, SCRIPT_HOST_SAYS, enter, keep};

/// Does the script host's work if this program was started for that, and says how it ended. To be called first in
/// `main`, before there are threads: files this program was given by whoever started it are not passed on from here to
/// any program it starts, and a tool is no exception.
pub fn script_host_if_asked() -> Option<ExitCode> {
    keep_inherited_files();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (first, rest) = arguments.split_first()?;
    (first == SCRIPT_HOST).then(|| run(rest).unwrap_or_else(|error| failed(&error)))
}

fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    match arguments.split_first() {
        Some((what, rest)) if what == KEEP => keep(rest),
        Some((what, rest)) if what == ENTER => enter(rest),
        Some((what, _)) if what == JAVASCRIPT => evaluate_request(),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "unknown task")),
    }
}

/// Marks open files to be closed in programs that are started. What is opened here is marked from the beginning.
fn keep_inherited_files() {
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<RawFd> = open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for file in open.into_iter().filter(|file| *file > 2) {
        #[expect(unsafe_code, reason = "nobody here owns what was inherited, so that it could be borrowed from them")]
        // SAFETY: it is only borrowed to set its flag, and a number that is not open any more is an error to ignore.
        let file = unsafe { BorrowedFd::borrow_raw(file) };
        let _ = fcntl(file, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC));
    }
}

fn failed(error: &io::Error) -> ExitCode {
    // Nobody is left to be told if this fails.
    let _ = writeln!(io::stderr(), "{SCRIPT_HOST_SAYS}{error}");
    ExitCode::FAILURE
}
