//! The script host alone, for tests: what the window and `skillctl` are when they are started as it.

use std::process::ExitCode;

fn main() -> ExitCode {
    studio_connect::script::script_host_if_asked().unwrap_or(ExitCode::FAILURE)
}
