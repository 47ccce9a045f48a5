//! What stands beside the files of a pack: their digests, and what was known of them when they were written. There is no
//! clock and no machine in it, so equal packs have equal manifests.

mod checking;

use std::{
    collections::BTreeMap,
    path::{Component, Path},
};

use serde::{Deserialize, Serialize};
use studio_model::sha256_hex;

use crate::targets::{OutFile, SkillOut};

pub use checking::{Checked, check, find, strays};

/// Name of the manifest's file.
pub const MANIFEST: &str = "skill-pack.json";
/// Name of the file with its signature, as minisign names it.
pub const SIGNATURE: &str = "skill-pack.json.minisig";
/// Name of the file with the labelled queries that go along.
pub const QUERIES: &str = "skill-pack.queries.jsonl";

/// The format that is written.
const FORMAT: u32 = 1;

/// What is known of a pack's files for one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Number of the format.
    pub format: u32,
    /// The pack's name.
    pub name: String,
    /// The pack's version.
    pub version: String,
    /// The target.
    pub target: String,
    /// The client whose folder it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub client: Option<String>,
    /// The files, by path.
    pub files: Vec<ManifestFile>,
    /// The skills, by name.
    pub skills: Vec<ManifestSkill>,
    /// Names of the tools.
    pub tools: Vec<String>,
    /// How the labelled queries went.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub scores: Option<ManifestScores>,
    /// How many problems lint found.
    pub lint: ManifestLint,
    /// How many findings the scan had, by rule; those that were dismissed do not count.
    pub scan: BTreeMap<String, u32>,
    /// What the target does not hold as it is.
    pub losses: Vec<ManifestLoss>,
}

/// A file of a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Path below the manifest's folder, with `/`.
    pub path: String,
    /// Hash of its content, hex.
    pub sha256: String,
    /// Its size.
    pub bytes: u64,
    /// Whether it may be run; none in a manifest that was written before this was said.
    #[serde(rename = "executable", skip_serializing_if = "Option::is_none", default)]
    pub is_executable: Option<bool>,
}

/// A skill of a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestSkill {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Hash over all its files as the library has them, hex.
    pub sha256: String,
}

/// How labelled queries went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestScores {
    /// Who scored.
    pub scorer: String,
    /// Queries that expect a skill.
    pub queries: u32,
    /// Those whose first choice was right.
    pub first_choice: u32,
}

/// What lint counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestLint {
    /// Errors.
    pub errors: u32,
    /// Warnings.
    pub warnings: u32,
}

/// Something the target does not hold as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestLoss {
    /// What it is of.
    pub entity: String,
    /// Which field.
    pub field: String,
    /// What becomes of it.
    pub why: String,
}

impl Manifest {
    /// An empty one of a target, to be filled.
    pub fn new(name: &str, version: &str, target: &str) -> Self {
        Self {
            format: FORMAT,
            name: name.to_owned(),
            version: version.to_owned(),
            target: target.to_owned(),
            client: None,
            files: Vec::new(),
            skills: Vec::new(),
            tools: Vec::new(),
            scores: None,
            lint: ManifestLint::default(),
            scan: BTreeMap::new(),
            losses: Vec::new(),
        }
    }

    /// Its bytes: JSON as people read it, with a line end at its end.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text.into_bytes()
    }

    /// Reads one; where it cannot be, says why as a sentence.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let read: Self = serde_json::from_slice(bytes)
            .map_err(|error| format!("{MANIFEST} is damaged or wasn't written by Skill Studio: {error}."))?;
        if read.format > FORMAT {
            return Err(format!(
                "{MANIFEST} was written by a newer version of Skill Studio (format {}; this version reads up to {FORMAT}).",
                read.format
            ));
        }
        if let Some(file) = read.files.iter().find(|file| !is_plain(&file.path)) {
            return Err(format!("{MANIFEST} names a file outside its folder: {}.", file.path));
        }
        Ok(read)
    }
}

/// The entry of a file.
pub fn entry(file: &OutFile) -> ManifestFile {
    ManifestFile {
        path: file.path.clone(),
        sha256: sha256_hex(&file.bytes),
        bytes: file.bytes.len() as u64,
        is_executable: Some(file.is_executable),
    }
}

/// Hash over all files of a skill: of a list of their hashes and paths, as `sha256sum` prints it.
pub fn skill_digest(skill: &SkillOut) -> String {
    let mut lines: Vec<String> =
        skill.files.iter().map(|file| format!("{}  {}\n", sha256_hex(&file.bytes), file.path)).collect();
    lines.push(format!("{}  SKILL.md\n", sha256_hex(&skill.bytes)));
    lines.sort_unstable();
    sha256_hex(lines.concat().as_bytes())
}

/// Whether a path stays below its folder.
pub fn is_plain(path: &str) -> bool {
    !path.is_empty()
        && !path.contains('\\')
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}
