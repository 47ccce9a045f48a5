//! The web view's own driver: how it is started for a home, how a session with it begins, and how all of it ends.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use studio_testkit::Port;
use tokio::{net::TcpStream, time::timeout};

use super::{binary, journal};
use crate::{
    Child, Display,
    patience::{self, PATIENCE},
    pids_with_environment,
};

const INSTALLED: &str = "WebKitWebDriver starts: `cargo xtask setup` installs it";

/// The name of a page's process; the system keeps fifteen letters of one.
pub(super) const PAGE: &str = "WebKitWebProces";

/// A driver that listens at a port of its own.
#[derive(Debug)]
pub(super) struct Driver {
    process: Child,
    // After the process, which listens there.
    port: Port,
    /// The program and where it listens, if the driver did not start it.
    _program: Option<(Child, Port)>,
}

impl Driver {
    /// Starts one; what it starts keeps everything in `home`, what it complains of too.
    pub(super) fn start(display: &Display, home: &Path, assets: Option<&Path>) -> Self {
        let port = Port::reserve();
        let mut command = equipped("WebKitWebDriver", display, home, assets);
        let process = Child::start(command.arg(format!("--port={}", port.number())));
        Self { process: process.expect(INSTALLED), port, _program: None }
    }

    /// Starts the program, and a driver that finds it running: it can begin a session again when the page's process ended.
    /// One that started the program itself has lost it then.
    pub(super) fn start_beside(display: &Display, home: &Path, assets: Option<&Path>, arguments: &[String]) -> Self {
        let (port, place) = (Port::reserve(), Port::reserve());
        let address = format!("127.0.0.1:{}", place.number());
        let mut program = equipped(binary(), display, home, assets);
        let program = Child::start(program.args(arguments).env("WEBKIT_INSPECTOR_SERVER", &address));
        let program = program.expect("the program starts");
        let mut command = equipped("WebKitWebDriver", display, home, assets);
        let process = Child::start(command.arg(format!("--port={}", port.number())).arg(format!("--target={address}")));
        Self { process: process.expect(INSTALLED), port, _program: Some((program, place)) }
    }

    /// Its process id.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until it listens, and has it start the program, with these arguments, if it does not run by itself.
    pub(super) async fn connect(&self, arguments: &[String]) -> Client {
        // The driver must not wait for the preview's frames to load: one that is replaced while it loads never does.
        let capabilities = json!({
            "pageLoadStrategy": "none",
            "webkitgtk:browserOptions": { "binary": binary(), "args": arguments },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("an object was just written") };
        let place = ("127.0.0.1", self.port.number());
        let listens = patience::find(async || TcpStream::connect(place).await.ok()).await;
        assert!(listens.is_some(), "WebKitWebDriver does not listen");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let address = format!("http://{}:{}", place.0, place.1);
        let session = timeout(PATIENCE, builder.capabilities(capabilities).connect(&address)).await;
        session.expect("the driver answers").unwrap_or_else(|error| panic!("no session with the window: {error}"))
    }
}

/// A program that keeps everything in `home`, what it complains of too.
fn equipped(program: impl AsRef<OsStr>, display: &Display, home: &Path, assets: Option<&Path>) -> Command {
    let log = OpenOptions::new().create(true).append(true).open(log(home)).expect("the log can be written");
    let mut command = Command::new(program);
    command
        .env("DISPLAY", display.name())
        .env_remove("WAYLAND_DISPLAY")
        // Cargo sets it for tests of crates; the program has to do so itself.
        .env_remove("ORT_DISABLE_TELEMETRY")
        .env("TAURI_WEBVIEW_AUTOMATION", "true")
        .env("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
        .env("SKILL_STUDIO_TEST_HOME", home)
        .env("PATH", search_path(home))
        .stdout(Stdio::null())
        .stderr(log);
    if let Some(assets) = assets {
        command.env("SKILL_STUDIO_ASSETS", assets);
    }
    if journal::listens() {
        command.env("WEBKIT_DEBUG", journal::CHANNELS);
    }
    for (name, folder) in [
        ("HOME", "home"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_STATE_HOME", "state"),
    ] {
        let path = home.join(folder);
        fs::create_dir_all(&path).expect("the temporary folder can be written");
        command.env(name, path);
    }
    command
}

/// Where programs are looked for: first in a folder of the home, where a story may put some.
fn search_path(home: &Path) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(home.join("bin")).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).expect("it was a PATH before")
}

/// Ends every process that was started for this home: driver, program and the web processes.
pub(super) fn end_processes(home: &Path) {
    let pids = processes(home);
    if !pids.is_empty() {
        end(&pids);
    }
}

/// Ends processes as a fault of theirs would, all in one go: the number of one that ended meanwhile may soon be that of
/// somebody else's process.
pub(super) fn end(pids: &[u32]) {
    let numbers = pids.iter().map(u32::to_string);
    let _gone = Command::new("kill").arg("-KILL").args(numbers).stderr(Stdio::null()).status();
}

/// The processes that were started for this home, oldest first.
pub(super) fn processes(home: &Path) -> Vec<u32> {
    pids_with_environment(&format!("SKILL_STUDIO_TEST_HOME={}", home.display()))
}

/// What a process is called, as far as the system keeps its name.
pub(super) fn name_of(pid: u32) -> Option<String> {
    Some(fs::read_to_string(format!("/proc/{pid}/comm")).ok()?.trim().to_owned())
}

/// Where what the program and its web view complain of goes: into the file that the environment names, else into the home.
pub(super) fn log(home: &Path) -> PathBuf {
    std::env::var_os("SKILL_STUDIO_WINDOW_LOG").map_or_else(|| home.join("window.log"), PathBuf::from)
}
