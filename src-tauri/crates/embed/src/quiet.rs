//! Keeps ONNX Runtime from reporting home.
//!
//! As published for Linux and macOS it tells its maker about the process, once, while its environment is made, and keeps
//! a number for this machine in a folder of its own; `with_telemetry(false)` comes after that. Only a variable that is
//! set before it is loaded stops both.

use crate::Error;

/// What the runtime looks for.
const VARIABLE: &str = "ORT_DISABLE_TELEMETRY";

/// What it must find.
const SET: &str = "1";

/// Lets ONNX Runtime report nothing in this process and those it starts. Every `main` calls this before the first thread
/// starts; without it the model is not loaded.
#[expect(unsafe_code, reason = "the environment can be changed in no other way; `main` calls this before threads")]
pub fn keep_runtime_quiet() {
    // SAFETY: no other thread runs yet, so nobody reads the environment at the same time.
    unsafe { std::env::set_var(VARIABLE, SET) };
}

/// Fails where [`keep_runtime_quiet`] was not called.
pub(crate) fn check() -> Result<(), Error> {
    let is_quiet = std::env::var_os(VARIABLE).is_some_and(|value| value == SET);
    if is_quiet { Ok(()) } else { Err(Error::RuntimeReports { variable: VARIABLE }) }
}
