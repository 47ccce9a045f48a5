//! A picture of the window without a screen: an X server in memory, the studio on it, one look.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Error, process};

/// The line the studio prints, when asked to, once its window shows its first content.
const READY: &str = "app-ready";

/// Only what hangs takes longer; beside compilers an X server alone may take a minute.
const PATIENCE: Duration = Duration::from_mins(5);

/// From the first content to a settled picture: fonts, the list's rows, the first transition.
const SETTLING: Duration = Duration::from_millis(800);

/// Starts `studio` with data folders of its own on a display of its own, and saves what it shows.
pub(super) fn picture_of(studio: &mut Command, picture: &Path) -> Result<(), Error> {
    let picture = std::path::absolute(picture).map_err(Error::file(picture))?;
    let home = std::env::temp_dir().join(format!("skill-studio-screenshot-{}", std::process::id()));
    fs::create_dir_all(&home).map_err(Error::file(&home))?;
    let taken = take(studio, &picture, &home);
    let _leftovers = fs::remove_dir_all(&home);
    taken?;
    println!("saved {}", picture.display());
    Ok(())
}

fn take(studio: &mut Command, picture: &Path, home: &Path) -> Result<(), Error> {
    // Values end in reverse order, so the studio is gone before its display is.
    let (_server, display) = display()?;
    for (variable, folder) in [("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")] {
        studio.env(variable, home.join(folder));
    }
    studio.env("DISPLAY", &display).env_remove("WAYLAND_DISPLAY");
    studio.env("WEBKIT_DISABLE_COMPOSITING_MODE", "1").env("SKILL_STUDIO_ANNOUNCE", "1");
    let mut studio = Running::start(studio)?;
    wait_for_content(&mut studio)?;
    thread::sleep(SETTLING);
    process::run(Command::new("import").args(["-display", &display, "-window", "root"]).arg(picture))
}

/// An X server on a free display, and the display's name.
fn display() -> Result<(Running, String), Error> {
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset"]);
    command.stderr(Stdio::null());
    let mut server = Running::start(&mut command)?;
    if let Ok(number) = server.lines.recv_timeout(PATIENCE) {
        return Ok((server, format!(":{}", number.trim())));
    }
    let answer = format!("no display ({:?})", server.process.try_wait());
    Err(Error::UnexpectedAnswer { command: process::text(&command), answer })
}

fn wait_for_content(studio: &mut Running) -> Result<(), Error> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match studio.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) if line.trim() == READY => return Ok(()),
            Ok(line) => println!("{line}"),
            Err(RecvTimeoutError::Timeout) => return Err(Error::NothingShown { seconds: PATIENCE.as_secs() }),
            Err(RecvTimeoutError::Disconnected) => {
                let status = studio.process.wait().map_err(Error::file("the studio"))?;
                return Err(Error::EndedEarly { status });
            }
        }
    }
}

/// A process whose lines can be waited for, and which is ended, politely first, when this value goes.
struct Running {
    process: Child,
    lines: Receiver<String>,
}

impl Running {
    fn start(command: &mut Command) -> Result<Self, Error> {
        let mut process =
            command.stdout(Stdio::piped()).spawn().map_err(|source| process::not_started(command, source))?;
        let lines = lines_of(process.stdout.take().expect("standard output is piped"));
        Ok(Self { process, lines })
    }

    fn is_gone_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            match self.process.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(20)),
                _ => return true,
            }
        }
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Asked first: an X server removes its lock, the studio closes its library and its web process.
        let asked = process::succeeds(Command::new("kill").arg(self.process.id().to_string()));
        if !(asked && self.is_gone_within(Duration::from_secs(3))) {
            let _gone = self.process.kill();
        }
        let _reaped = self.process.wait();
    }
}

fn lines_of(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        // Read to the end even when nobody listens any more: a full pipe would stop the program.
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let _unheard = sender.send(line);
        }
    });
    lines
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    /// With `xtask setup` done these run; elsewhere there is no display to test on, which the summary of the run tells.
    fn can_show() -> bool {
        let can_show = process::succeeds(Command::new("Xvfb").arg("-help"))
            && process::succeeds(Command::new("import").arg("-version"));
        if !can_show {
            let test = thread::current().name().unwrap_or("a test").to_owned();
            // Not by a macro: what these print is kept back where a test passes.
            let _told = writeln!(std::io::stderr(), "left out: {test}: Xvfb or ImageMagick isn't installed");
        }
        can_show
    }

    #[test]
    fn a_picture_is_taken_once_the_program_is_ready_and_nothing_is_left_running() {
        if !can_show() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("window.png");
        let pid = folder.path().join("pid");
        let script = format!("echo $$ > {}; echo starting; echo {READY}; exec sleep 3600", pid.display());
        picture_of(&mut shell(&script), &picture).unwrap();
        assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
        let pid = fs::read_to_string(pid).unwrap();
        assert!(!process::succeeds(Command::new("kill").args(["-0", pid.trim()])), "the program ended");
    }

    #[test]
    fn a_program_that_ends_early_is_said() {
        if !can_show() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let error = picture_of(&mut shell("exit 3"), &folder.path().join("window.png")).unwrap_err();
        assert!(matches!(error, Error::EndedEarly { status } if status.code() == Some(3)), "{error}");
    }
}
