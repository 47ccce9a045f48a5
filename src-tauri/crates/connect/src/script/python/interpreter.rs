//! Finds the machine's Python, and the folders it needs.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
};

use serde::Deserialize;
use studio_runtime::Failure;

use crate::sandbox::find_program;

/// Asks an interpreter where it really is. What is on the path may be a script that chooses one.
const ASK: &str = "\
import json, os, sys, sysconfig
paths = sysconfig.get_paths()
lib = sysconfig.get_config_var('LIBDIR')
shared = sysconfig.get_config_var('LDLIBRARY')
library = [os.path.join(lib, shared)] if lib and shared else []
folders = [paths[name] for name in ('stdlib', 'platstdlib', 'purelib', 'platlib')] + library
settings = os.path.join(sys.prefix, 'pyvenv.cfg')
programs = [sys.executable, os.path.realpath(sys.executable), settings]
version = '.'.join(map(str, sys.version_info[:3]))
print(json.dumps({'program': sys.executable, 'version': version, 'folders': programs + folders}))
";

/// An interpreter that answers.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Interpreter {
    pub(super) program: PathBuf,
    /// Such as `3.12.4`.
    pub(super) version: String,
    /// What it reads beside the system's own folders.
    pub(super) folders: Vec<PathBuf>,
}

/// What was found at each path. Asking takes as long as a short call.
static FOUND: LazyLock<Mutex<HashMap<PathBuf, Interpreter>>> = LazyLock::new(Mutex::default);

impl Interpreter {
    /// The one that is chosen, else the one the user gets by saying `python3`.
    pub(super) fn find(chosen: Option<&Path>) -> Result<Self, Failure> {
        let missing = || chosen.map_or_else(missing, silent);
        let path = chosen.map(Path::to_path_buf).or_else(|| find_program("python3")).ok_or_else(missing)?;
        let mut found = FOUND.lock();
        if let Some(interpreter) = found.get(&path).filter(|it| it.program.exists() && path.exists()) {
            return Ok(interpreter.clone());
        }
        let interpreter = ask(&path).ok_or_else(missing)?;
        found.insert(path, interpreter.clone());
        Ok(interpreter)
    }
}

fn ask(path: &Path) -> Option<Interpreter> {
    let answer = Command::new(path).args(["-I", "-c", ASK]).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let mut interpreter: Interpreter = serde_json::from_slice(&answer.stdout).ok()?;
    interpreter.folders.retain(|folder| folder.exists() && !folder.starts_with("/usr"));
    interpreter.folders.sort();
    interpreter.folders.dedup();
    Some(interpreter)
}

fn silent(chosen: &Path) -> Failure {
    let message =
        format!("{} isn't a working Python 3. Choose another one in Settings > Interpreters.", chosen.display());
    Failure::Unavailable { message }
}

fn missing() -> Failure {
    let message = "This tool needs Python 3, but python3 wasn't found on PATH. Install it, for example with apt-get \
                   install python3.";
    Failure::Unavailable { message: message.into() }
}
