//! The program on folders of its own.

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_skillctl");

/// Gives a program a terminal of its own.
const TERMINAL: &str = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/// Home folders that go away with it.
pub(crate) struct Home(TempDir);

/// What a run of the program came to.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Standard output as the one JSON document it is.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}\n{}", self.out, self.err))
    }

    /// The same run, if it ended with this status.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        self
    }
}

impl Home {
    /// Empty home folders.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    /// Home folders with the sample library as the user's own.
    pub(crate) fn with_samples() -> Self {
        let home = Self::new();
        home.run(&["init", "--samples"]).ended(0);
        home
    }

    /// The folder commands run in.
    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file below that folder.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder().join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
        std::fs::write(path, text).expect("files can be written");
    }

    /// The program with arguments, on these folders.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program(PROGRAM);
        command.args(arguments);
        command
    }

    /// A line of a pipeline, as a shell runs it.
    pub(crate) fn shell(&self, line: &str) -> Command {
        let mut command = self.program("sh");
        let folder = Path::new(PROGRAM).parent().expect("a program has a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        command.args(["-ec", line]).env("PATH", format!("{}:{path}", folder.display()));
        command
    }

    /// A program that runs on these folders.
    fn program(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        // Cargo sets the variable for tests of crates; the program has to do so itself.
        command.current_dir(self.folder()).stdin(Stdio::null()).env_remove("ORT_DISABLE_TELEMETRY");
        for (name, folder) in [
            ("HOME", "home"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_STATE_HOME", "state"),
        ] {
            command.env(name, self.folder().join(folder));
        }
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command(arguments).output().expect("the program starts"))
    }

    /// Runs the program to its end where there is no network but this machine's own, if such a place can be made.
    pub(crate) fn run_offline(&self, arguments: &[&str]) -> Ran {
        const ALONE: [&str; 5] = ["--dev-bind", "/", "/", "--unshare-net", "--"];
        let is_possible = Command::new("bwrap").args(ALONE).arg("true").output().is_ok_and(|ran| ran.status.success());
        if !is_possible {
            studio_testkit::leave_out("nothing can be run without a network here");
            return self.run(arguments);
        }
        let mut command = self.program("bwrap");
        command.args(ALONE).arg(PROGRAM).args(arguments);
        ran(command.output().expect("the program starts"))
    }

    /// Runs the program to its end on a terminal where somebody types. All it writes there is its output.
    pub(crate) fn run_on_terminal(&self, arguments: &[&str], typed: &str) -> Ran {
        let mut command = self.program("python3");
        command.args(["-c", TERMINAL, PROGRAM]).args(arguments);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the tests need Python");
        child.stdin.take().expect("it is piped").write_all(typed.as_bytes()).expect("it listens");
        ran(child.wait_with_output().expect("the program ends"))
    }

    /// Runs the program to its end and reads its JSON.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str], code: i32) -> Value {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        self.run(&arguments).ended(code).json()
    }
}

/// A run, from what the program gave.
pub(crate) fn ran(Output { status, stdout, stderr }: Output) -> Ran {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let (out, err) = (text(stdout), text(stderr));
    assert!(!err.contains("panicked"), "{err}");
    Ran { code: status.code().expect("it was not killed"), out, err }
}

/// The names of an object's fields that must be there, checked.
#[track_caller]
pub(crate) fn check_fields(value: &Value, names: &[&str]) {
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {value}"));
    for name in names {
        assert!(object.contains_key(*name), "no {name} in {value:#}");
    }
}

/// A skill file.
pub(crate) fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n\nBody.\n")
}
