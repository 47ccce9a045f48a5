//! Python, by the interpreter of the machine.

mod interpreter;

use std::{
    fs,
    path::{Path, PathBuf},
};

use studio_runtime::{Answer, Call, Failure, Handler};

use self::interpreter::Interpreter;
use super::answer;
use crate::sandbox::{CommandPreview, Host, Job, Limits, Sandbox, environment_names, not_started, work_folder};

/// What runs a script inside the interpreter.
const PRELUDE: &str = include_str!("prelude.py");

/// How the interpreter is started: without the user's settings and packages, writing nothing beside, in Unicode.
const OPTIONS: [&str; 4] = ["-I", "-B", "-X", "utf8"];

/// A tool written in Python.
///
/// The script gets its arguments as a JSON object on standard input and prints its answer as JSON. A script that prints
/// nothing but defines `run` is helped: `run(arguments)` is called with the object, and what it returns is the answer.
#[derive(Clone, Debug)]
pub struct Python {
    /// The script.
    pub source: String,
    /// How much it may use.
    pub limits: Limits,
    /// Whether it may reach the network.
    pub network: bool,
    /// What starts it.
    pub host: Host,
}

impl Python {
    /// The interpreter that is chosen, or this machine's: its path and version.
    pub fn interpreter(chosen: Option<&Path>) -> Result<(PathBuf, String), Failure> {
        Interpreter::find(chosen).map(|found| (found.program, found.version))
    }

    /// What would be run.
    pub fn command_preview(&self) -> CommandPreview {
        let program = self.find().map_or_else(|_| "python3".into(), |it| it.program.display().to_string());
        let argv = [program].into_iter().chain(OPTIONS.map(String::from)).chain(["tool.py".into()]).collect();
        let sandbox = self.sandbox(None).describe(&self.host);
        let (environment_names, source) = (environment_names(), Some(self.source.clone()));
        CommandPreview { argv, cwd: None, environment_names, source, sandbox }
    }

    fn find(&self) -> Result<Interpreter, Failure> {
        Interpreter::find(self.host.interpreters.python.as_deref())
    }

    fn sandbox(&self, interpreter: Option<&Interpreter>) -> Sandbox {
        let read = interpreter.map(|it| it.folders.clone()).unwrap_or_default();
        Sandbox { network: self.network, limits: self.limits.clone(), read, ..Sandbox::default() }
    }
}

impl Handler for Python {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        let interpreter = self.find()?;
        let folder = work_folder()?;
        let [prelude, script] = ["prelude.py", "tool.py"].map(|name| folder.path().join(name));
        fs::write(&prelude, PRELUDE).and_then(|()| fs::write(&script, &self.source)).map_err(|it| not_started(&it))?;
        let memory = u64::from(self.limits.memory_mb) * 1024 * 1024;
        let mut argv = vec![interpreter.program.clone().into_os_string()];
        argv.extend(OPTIONS.map(Into::into));
        argv.extend([prelude.into(), script.into(), memory.to_string().into()]);
        let input = call.arguments.to_string();
        let job = Job { argv, input: input.as_bytes(), folder: folder.path() };
        let finished = self.sandbox(Some(&interpreter)).run(&self.host, &job, call.limit, call.stop)?;
        answer(finished, self.sandbox(None).describe_call(&self.host, call.limit))
    }
}
