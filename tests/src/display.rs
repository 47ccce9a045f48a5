//! A display without a screen.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use crate::Child;

/// An Xvfb of our own; ends when dropped.
#[derive(Debug)]
pub struct Display {
    name: String,
    _server: Child,
}

impl Display {
    /// Starts one at 1440×900 and waits until it takes clients.
    pub fn start() -> Self {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = Child::start(&mut command).expect("Xvfb starts: `cargo xtask setup` installs it");
        let mut line = String::new();
        let output = server.take_stdout().expect("stdout is piped");
        BufReader::new(output).read_line(&mut line).expect("Xvfb names its display");
        Self { name: format!(":{}", line.trim()), _server: server }
    }

    /// Its name, as `DISPLAY` wants it.
    pub fn name(&self) -> &str {
        &self.name
    }
}
