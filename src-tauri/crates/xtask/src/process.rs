//! Running other programs: with their output shown, with it read, or line by line.

use std::io::{BufRead, BufReader, ErrorKind};
use std::process::{Command, Output, Stdio};

use crate::Error;

/// Runs with inherited output.
pub(crate) fn run(command: &mut Command) -> Result<(), Error> {
    let status = command.status().map_err(|source| not_started(command, source))?;
    if status.success() { Ok(()) } else { Err(Error::CommandFailed { command: text(command), status }) }
}

/// Runs and answers with standard output; errors of the program are shown.
pub(crate) fn read(command: &mut Command) -> Result<String, Error> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|source| not_started(command, source))?;
    if !output.status.success() {
        return Err(Error::CommandFailed { command: text(command), status: output.status });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs and answers with all that it says and how it ended, where more than standard output is an answer.
pub(crate) fn output(command: &mut Command) -> Result<Output, Error> {
    command.output().map_err(|source| not_started(command, source))
}

/// Whether the program exists and succeeds; silent.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs, shows each line of standard output and gives it to `on_line`.
pub(crate) fn watch(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<(), Error> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|source| not_started(command, source))?;
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines).map_while(Result::ok) {
        println!("{line}");
        on_line(&line);
    }
    let status = child.wait().map_err(|source| not_started(command, source))?;
    if status.success() { Ok(()) } else { Err(Error::CommandFailed { command: text(command), status }) }
}

/// Runs and gives each line of output, errors among it, to `on_line`.
pub(crate) fn each_line(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<(), Error> {
    let (reader, writer) = std::io::pipe().map_err(|source| not_started(command, source))?;
    let second = writer.try_clone().map_err(|source| not_started(command, source))?;
    let spawned = command.stdin(Stdio::null()).stdout(writer).stderr(second).spawn();
    // The command holds the pipe's other end, and the output ends only when nobody does.
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let mut child = spawned.map_err(|source| not_started(command, source))?;
    for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
        on_line(String::from_utf8_lossy(&line).trim_end_matches('\r'));
    }
    let status = child.wait().map_err(|source| not_started(command, source))?;
    if status.success() { Ok(()) } else { Err(Error::CommandFailed { command: text(command), status }) }
}

/// The command as it would be typed.
pub(crate) fn text(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(std::ffi::OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

pub(crate) fn not_started(command: &Command, source: std::io::Error) -> Error {
    if source.kind() != ErrorKind::NotFound {
        return Error::CommandNotStarted { command: text(command), source };
    }
    let program = command.get_program().to_string_lossy().into_owned();
    let hint = match program.as_str() {
        "npm" | "node" => "install Node 20.19 or newer with npm (https://nodejs.org)",
        "python3" => "install Python 3",
        "Xvfb" | "import" => "run `cargo xtask setup` on Debian-based systems",
        "git" => "install git",
        _ => "install it and try again",
    };
    Error::ProgramMissing { program, hint }
}
