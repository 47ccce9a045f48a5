//! The script host: what our programs are when they are started with a hidden first argument.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};

use super::engine::evaluate_request;
use crate::sandbox::confine_and_run;

/// First argument of a program of ours that is to be the script host.
pub(crate) const SCRIPT_HOST: &str = "--script-host";

/// Second argument: start another program inside Landlock.
pub(crate) const CONFINE: &str = "confine";

/// Second argument: evaluate JavaScript.
pub(crate) const JAVASCRIPT: &str = "javascript";

/// Does the script host's work if this program was started for that, and says how it ended. To be called first in
/// `main`, before there are threads.
pub fn script_host_if_asked() -> Option<ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (first, rest) = arguments.split_first()?;
    (first == SCRIPT_HOST).then(|| run(rest).unwrap_or_else(|error| failed(&error)))
}

fn run(arguments: &[OsString]) -> io::Result<ExitCode> {
    match arguments.split_first() {
        Some((what, rest)) if what == CONFINE => confine_and_run(rest),
        Some((what, _)) if what == JAVASCRIPT => evaluate_request(),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "unknown task")),
    }
}

fn failed(error: &io::Error) -> ExitCode {
    // Nobody is left to be told if this fails.
    let _ = writeln!(io::stderr(), "script host: {error}");
    ExitCode::FAILURE
}
