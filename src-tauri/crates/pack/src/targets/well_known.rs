//! `/.well-known/agent-skills` of a website: an index with digests (RFC 0.2.0), a skill that is one file as that file, any
//! other as an archive with `SKILL.md` at its root.

use std::path::{Component, Path};

use serde_json::{Value, json};
use studio_model::sha256_hex;
use studio_text::{Target as Rules, outgoing::Form};

use super::{
    bundle::Bundle,
    export::{Export, Exporter, OutFile, Reader, Settings, Stopped, pretty},
    folders::{SkillFolder, Wanted, skill_folders},
    target::Target,
    zipping::zip,
};
use crate::{Discovery, ImportFormat, Options, SkipReason, Skipped, discover, found::Watcher, regular::read_regular};

const FOLDER: &str = ".well-known/agent-skills";
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// The target.
pub(super) struct WellKnown;

impl Exporter for WellKnown {
    fn target(&self) -> Target {
        Target::WellKnown
    }

    fn rules(&self) -> &'static [Rules] {
        &[Rules::AgentSkills]
    }

    fn export(&self, bundle: &Bundle, _settings: &Settings, watcher: &dyn Watcher) -> Result<Export, Stopped> {
        let mut out = Export::default();
        let folders = skill_folders(
            bundle,
            Wanted { form: Form::Standard, rules: self.rules(), are_beside: false },
            watcher,
            &mut out,
        )?;
        let mut entries = Vec::with_capacity(folders.len());
        for folder in folders {
            Stopped::by(watcher)?;
            let (file, entry) = published(&folder);
            out.files.push(file);
            entries.push(entry);
        }
        let index = json!({ "$schema": SCHEMA, "skills": entries });
        out.files.push(OutFile::new(format!("{FOLDER}/index.json"), pretty(&index)));
        Ok(out.sorted())
    }

    fn reader(&self) -> Reader {
        Reader::Index
    }
}

/// What is served of a skill, and its entry.
fn published(folder: &SkillFolder) -> (OutFile, Value) {
    let (name, description) = (folder.name.clone(), folder.description.clone());
    let (kind, path, bytes) = match folder.files.as_slice() {
        [only] => ("skill-md", format!("{name}/SKILL.md"), only.bytes.clone()),
        files => ("archive", format!("{name}.zip"), zip(files)),
    };
    let digest = format!("sha256:{}", sha256_hex(&bytes));
    let url = format!("/{FOLDER}/{path}");
    let entry = json!({ "name": name, "type": kind, "description": description, "url": url, "digest": digest });
    (OutFile::new(format!("{FOLDER}/{path}"), bytes), entry)
}

/// Whether a path is a website's folder with an index, the index's folder, or the index itself.
pub fn is_index(path: &Path) -> bool {
    let is_in_place = |index: &Path| index.parent().is_some_and(|folder| folder.ends_with(FOLDER)) && index.is_file();
    let index = if path.is_dir() { path.join("index.json") } else { path.to_owned() };
    is_in_place(&index) && index.ends_with("index.json") || path.join(FOLDER).join("index.json").is_file()
}

/// The skills of an index on disk: a website's folder, the index's, or the index itself. What is not as its digest says
/// is left out and named. Nothing is fetched: an address that is no path below the website is named, too.
pub fn read_index(path: &Path) -> Discovery {
    let index = [path.to_owned(), path.join("index.json"), path.join(FOLDER).join("index.json")];
    let Some(index) = index.into_iter().find(|candidate| candidate.is_file()) else {
        let message = format!("No {FOLDER}/index.json found here.");
        return only_skipped(path, SkipReason::NoSkill, message);
    };
    match entries(&index) {
        Ok(entries) => {
            let mut discovery = Discovery::default();
            for entry in &entries {
                match read_entry(&index, entry) {
                    Ok(found) => {
                        discovery.found.extend(found.found);
                        discovery.skipped.extend(found.skipped);
                    }
                    Err(skipped) => discovery.skipped.push(skipped),
                }
            }
            discovery
        }
        Err(message) => only_skipped(&index, SkipReason::Unreadable, message),
    }
}

fn only_skipped(path: &Path, reason: SkipReason, message: String) -> Discovery {
    let skipped = vec![Skipped { path: path.to_string_lossy().into_owned(), reason, message, leads_to: None }];
    Discovery { skipped, ..Discovery::default() }
}

/// Largest index that is read.
const LARGEST: u64 = 32 * 1024 * 1024;

fn entries(index: &Path) -> Result<Vec<Value>, String> {
    let bytes = read_regular(index, LARGEST).map_err(|error| format!("Can't read the index: failed to {error}."))?;
    let read: Value =
        serde_json::from_slice(&bytes).map_err(|error| format!("The index isn't valid JSON: {error}."))?;
    if read["$schema"].as_str().is_some_and(|schema| schema != SCHEMA) {
        return Err(format!("Unsupported index version; expected {SCHEMA}."));
    }
    match read["skills"].as_array() {
        Some(skills) => Ok(skills.clone()),
        None => Err("The index has no list of `skills`.".to_owned()),
    }
}

fn read_entry(index: &Path, entry: &Value) -> Result<Discovery, Skipped> {
    let text = |key: &str| entry[key].as_str().unwrap_or_default();
    let shown = format!("{}: {}", index.display(), text("name"));
    let skipped =
        |reason: SkipReason, message: String| Skipped { path: shown.clone(), reason, message, leads_to: None };
    let place = local(index, text("url")).ok_or_else(|| {
        skipped(SkipReason::NotFound, format!("“{}” isn't a file next to the index. Download it first.", text("url")))
    })?;
    let bytes = read_regular(&place, crate::Limits::STUDIO.together_bytes)
        .map_err(|error| skipped(SkipReason::Unreadable, format!("Can't read the file: failed to {error}.")))?;
    let digest = format!("sha256:{}", sha256_hex(&bytes));
    if !text("digest").eq_ignore_ascii_case(&digest) {
        let message = format!("{} doesn't match the index: its digest is {digest}.", place.display());
        return Err(skipped(SkipReason::ArchiveDamaged, message));
    }
    let format = match text("type") {
        "skill-md" => None,
        "archive" if place.extension().is_some_and(|extension| extension == "zip") => Some(ImportFormat::SkillZip),
        "archive" => {
            return Err(skipped(SkipReason::ArchiveUnsupported, "Only .zip archives are supported.".to_owned()));
        }
        kind => return Err(skipped(SkipReason::Unsupported, format!("Unknown entry type “{kind}”."))),
    };
    Ok(discover(&[place], &Options { format, ..Options::default() }, &()))
}

/// The file an address stands for, where it is one of the website's that the index is in.
fn local(index: &Path, url: &str) -> Option<std::path::PathBuf> {
    let folder = index.parent()?;
    let below = match url.strip_prefix('/') {
        Some(absolute) => Path::new(absolute).strip_prefix(FOLDER).ok()?,
        None => Path::new(url),
    };
    let is_plain = below.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (is_plain && !url.contains("://") && !url.is_empty()).then(|| folder.join(below))
}
