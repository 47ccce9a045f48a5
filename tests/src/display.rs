//! A display without a screen, and hands at its keyboard for what a driver of the page does not reach.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use x11rb::{
    connection::Connection as _,
    errors::ReplyError,
    protocol::xproto::{AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, MapState},
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

    /// Asks every window to close, as a window manager does when its cross is clicked.
    pub fn close_windows(&self) -> Result<(), Box<dyn std::error::Error>> {
        let (server, screen) = x11rb::connect(Some(&self.name))?;
        let atom = |name: &[u8]| Ok::<_, ReplyError>(server.intern_atom(false, name)?.reply()?.atom);
        let (protocols, delete) = (atom(b"WM_PROTOCOLS")?, atom(b"WM_DELETE_WINDOW")?);
        let root = server.setup().roots[screen].root;
        for window in server.query_tree(root)?.reply()?.children {
            let is_shown = server.get_window_attributes(window)?.reply()?.map_state == MapState::VIEWABLE;
            let known = server.get_property(false, window, protocols, AtomEnum::ATOM, 0, 32)?.reply()?;
            if is_shown && known.value32().into_iter().flatten().any(|protocol| protocol == delete) {
                let message = ClientMessageEvent::new(32, window, protocols, [delete, x11rb::CURRENT_TIME, 0, 0, 0]);
                server.send_event(false, window, EventMask::NO_EVENT, message)?;
            }
        }
        server.flush()?;
        Ok(())
    }

    /// Whether a window with this in its title is shown.
    pub fn shows(&self, title: &str) -> bool {
        self.xdotool(&["search", "--onlyvisible", "--name", title])
    }

    /// Gives such a window the keyboard, as a window manager does: there is none here.
    pub fn turn_to(&self, title: &str) {
        self.xdotool(&["search", "--onlyvisible", "--name", title, "windowfocus"]);
    }

    /// Presses a key or a chord, as xdotool names it, in the window that has the keyboard.
    pub fn press(&self, key: &str) {
        self.xdotool(&["key", "--clearmodifiers", key]);
    }

    /// Types a text there, no faster than hands do.
    pub fn write(&self, text: &str) {
        self.xdotool(&["type", "--delay", "60", text]);
    }

    /// Has xdotool do something, and says whether it could.
    fn xdotool(&self, arguments: &[&str]) -> bool {
        let mut command = Command::new("xdotool");
        command.args(arguments).env("DISPLAY", &self.name).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().expect("xdotool runs: `cargo xtask setup` installs it").success()
    }

    /// Its name, as `DISPLAY` wants it.
    pub fn name(&self) -> &str {
        &self.name
    }
}
