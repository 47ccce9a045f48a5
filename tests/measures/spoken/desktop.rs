//! A display with a session of its own: its bus, the program, and Orca, whose words are read from what it writes down.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::json;
use studio_testkit::until;
use studio_tests::{Child, Display, binary, pids_with_environment};
use tempfile::TempDir;

/// What has to be there, each with an argument that only asks for its version.
const PROGRAMS: [(&str, &str); 4] =
    [("orca", "--version"), ("xdotool", "version"), ("dbus-daemon", "--version"), ("dbus-send", "--version")];
/// What every process of a session has in its environment, with the session's folder.
const MARK: &str = "SKILL_STUDIO_TEST_HOME";
/// Part of the title of the program's window.
const TITLE: &str = "Sample library";
/// Within so long something is said of a key, on a machine with much else to do, or nothing is.
const FIRST_WORD: Duration = Duration::from_secs(8);
/// All has been said when nothing was written down for so long.
const QUIET: Duration = Duration::from_secs(2);
/// What never comes to rest is told as far as it is known by then.
const LONGEST: Duration = Duration::from_secs(30);
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(100);
/// What Orca writes before each thing it says.
const SPEECH: &str = "SPEECH OUTPUT: '";

/// The programs that are missing.
pub(super) fn missing() -> Vec<&'static str> {
    PROGRAMS.iter().filter(|(program, flag)| !is_there(program, flag)).map(|(program, _)| *program).collect()
}

fn is_there(program: &str, flag: &str) -> bool {
    Command::new(program).arg(flag).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Where one sits and listens. Everything ends with it, the readers before what they read.
pub(super) struct Desktop {
    log: PathBuf,
    read: usize,
    _orca: Child,
    _studio: Child,
    _bus: Child,
    display: Display,
    home: TempDir,
}

impl Drop for Desktop {
    /// Ends what the bus has started too, such as the bus that a screen reader is told on.
    fn drop(&mut self) {
        for pid in pids_with_environment(&format!("{MARK}={}", self.home.path().display())) {
            let _gone = Command::new("kill").args(["-KILL", &pid.to_string()]).stderr(Stdio::null()).status();
        }
    }
}

impl Desktop {
    /// Opens the program on the samples, turns to its window, and has Orca read from there: the program has to notice that it
    /// came later.
    pub(super) fn open() -> Self {
        let home = TempDir::new().expect("the temporary folder can be written");
        let display = Display::start();
        let mut session = Session { home: home.path(), display: display.name(), bus: None };
        session.make_folders();
        let bus = session.start_bus();
        session.turn_accessibility_on();
        let studio = session.start(binary().to_str().expect("its path is text"), &["--samples"]);
        turn_to(&display, TITLE);
        let (log, preferences) = (home.path().join("orca.log"), session.write_preferences());
        let arguments = ["--debug", "--debug-file", text(&log), "--user-prefs", text(&preferences)];
        let orca = session.start("orca", &arguments);
        let desktop = Self { log, read: 0, _orca: orca, _studio: studio, _bus: bus, display, home };
        until("Orca's first word", || !desktop.new_words().0.is_empty());
        desktop
    }

    /// Presses a key or a chord.
    pub(super) fn press(&self, key: &str) {
        self.display.press(key);
    }

    /// Types a text, no faster than hands do.
    pub(super) fn write(&self, text: &str) {
        self.display.write(text);
    }

    /// Gives a window the keyboard once it is there.
    pub(super) fn turn_to(&self, title: &str) {
        turn_to(&self.display, title);
    }

    /// What Orca has said since it was last asked, once it is silent.
    pub(super) fn heard(&mut self) -> Vec<String> {
        let begun = Instant::now();
        while self.new_words().0.is_empty() && begun.elapsed() < FIRST_WORD {
            sleep(PAUSE);
        }
        let (mut rested, mut length) = (Instant::now(), 0);
        while rested.elapsed() < QUIET && begun.elapsed() < LONGEST {
            sleep(PAUSE);
            let now = fs::metadata(&self.log).map_or(0, |file| file.len());
            if now != length {
                (rested, length) = (Instant::now(), now);
            }
        }
        let (said, end) = self.new_words();
        self.read = end;
        said
    }

    /// What was written down since it was last read, and where that ends.
    fn new_words(&self) -> (Vec<String>, usize) {
        let written = fs::read(&self.log).unwrap_or_default();
        let new = String::from_utf8_lossy(written.get(self.read..).unwrap_or_default());
        (new.lines().filter_map(spoken).collect(), written.len())
    }
}

/// What a line of the log says was said. After the words stands the voice.
fn spoken(line: &str) -> Option<String> {
    let (_, said) = line.split_once(SPEECH)?;
    let end = said.rfind("'{").or_else(|| said.rfind("'[")).or_else(|| said.rfind("' {")).unwrap_or(said.len());
    let words = said[..end].trim();
    (!words.is_empty()).then(|| words.to_owned())
}

/// What the programs of one session share.
struct Session<'a> {
    home: &'a Path,
    display: &'a str,
    bus: Option<String>,
}

impl Session<'_> {
    fn make_folders(&self) {
        for folder in ["home", "data", "config", "cache", "state", "run", "orca"] {
            let path = self.home.join(folder);
            fs::create_dir_all(&path).expect("the temporary folder can be written");
            // The bus wants its folder closed to others.
            fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("it is ours");
        }
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env("DISPLAY", self.display)
            .env(MARK, self.home)
            .env("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("ORT_DISABLE_TELEMETRY")
            .env_remove("NO_AT_BRIDGE")
            .env_remove("DBUS_SESSION_BUS_ADDRESS");
        for (name, folder) in [
            ("HOME", "home"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_RUNTIME_DIR", "run"),
        ] {
            command.env(name, self.home.join(folder));
        }
        if let Some(bus) = &self.bus {
            command.env("DBUS_SESSION_BUS_ADDRESS", bus);
        }
        command
    }

    fn start(&self, program: &str, arguments: &[&str]) -> Child {
        let mut command = self.command(program, arguments);
        // What Orca has to say of itself, such as that another one runs, belongs to what is heard.
        Child::start(command.stdout(Stdio::inherit()).stderr(Stdio::null())).expect("it was asked for its version")
    }

    /// Starts the session's bus; what is started from then on is in it.
    fn start_bus(&mut self) -> Child {
        let mut command = self.command("dbus-daemon", &["--session", "--nofork", "--nopidfile", "--print-address"]);
        let mut bus = Child::start(command.stdout(Stdio::piped()).stderr(Stdio::null())).expect("it was asked before");
        let mut address = String::new();
        let output = bus.take_stdout().expect("stdout is piped");
        BufReader::new(output).read_line(&mut address).expect("the bus names its address");
        self.bus = Some(address.trim().to_owned());
        bus
    }

    /// Says to the session what a desktop says where somebody uses a screen reader.
    fn turn_accessibility_on(&self) {
        const SET: &str = "org.freedesktop.DBus.Properties.Set";
        let place = ["--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus", SET];
        let what = ["string:org.a11y.Status", "string:IsEnabled", "variant:boolean:true"];
        let mut command = self.command("dbus-send", &[place.as_slice(), what.as_slice()].concat());
        let status = command.stdout(Stdio::null()).status().expect("it was asked before");
        assert!(status.success(), "there is no accessibility bus: Debian's package at-spi2-core has it");
    }

    /// Writes how Orca is set: it says where in a list one is, and not each key. It takes no letters for itself, which it
    /// would wherever it thinks one reads rather than types; a reader turns that off with the same setting.
    fn write_preferences(&self) -> PathBuf {
        let folder = self.home.join("orca");
        let settings = json!({
            "enableKeyEcho": false,
            "enablePositionSpeaking": true,
            "enableBraille": false,
            "enableSound": false,
            "structuralNavigationEnabled": false,
        });
        let with = |name: &str| {
            let mut all = settings.clone();
            all[name] = json!(["Default", "default"]);
            all
        };
        let written = json!({
            "general": with("startingProfile"),
            "profiles": { "default": with("profile") },
            "pronunciations": {},
            "keybindings": {},
        });
        fs::write(folder.join("user-settings.conf"), written.to_string()).expect("the folder was made");
        folder
    }
}

/// Gives a window the keyboard once it is there.
fn turn_to(display: &Display, title: &str) {
    until("a window of that title", || display.shows(title));
    display.turn_to(title);
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}
