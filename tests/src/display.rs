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
    /// Starts one at 1440×900, as large as the window is at first, and waits until it takes clients.
    pub fn start() -> Self {
        Self::start_sized((1440, 900))
    }

    /// The same with so many pixels.
    pub fn start_sized((width, height): (u32, u32)) -> Self {
        let mut command = Command::new("Xvfb");
        let screen = format!("{width}x{height}x24");
        command.args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"]);
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
