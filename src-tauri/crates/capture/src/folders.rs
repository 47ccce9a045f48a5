//! The home and the project that a client is started in: copies of what changes its list, and nothing else.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Map, Value};
use studio_clients::{Facts, Plugin, Recipe, Scope, SkillFile, facts, identity, name_in, plugins, weights};
use studio_model::Client;
use walkdir::{DirEntry, WalkDir};

use crate::{CaptureError, names::listed_name};

/// The home folder, as the client sees it.
pub(crate) const HOME: &str = "/home/author";
/// The project, as the client sees it.
pub(crate) const PROJECT: &str = "/project";
/// Where files lie that a skill's files link to, as the client sees it.
const LINKED: &str = "/home/author/linked";
/// Where copies of plugins lie, as the client sees it.
const PLUGINS: &str = "/home/author/plugins";

/// Where the skills of a folder are laid for a client, as it sees them.
pub fn skills_folder(recipe: &Recipe) -> String {
    format!("{PROJECT}/{}", recipe.folder)
}

/// Bytes of all that is copied.
const MOST_BYTES: u64 = 512 * 1024 * 1024;

/// A skill that was laid before the client.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    /// The path of its file, as the client sees it.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) openai_yaml: Option<Vec<u8>>,
    /// The paths of its other files, in its folder.
    pub(crate) files: Vec<String>,
    /// Whose it is.
    pub(crate) scope: Scope,
}

impl Laid {
    pub(crate) fn file(&self) -> SkillFile<'_> {
        SkillFile { path: &self.path, bytes: &self.bytes, openai_yaml: self.openai_yaml.as_deref() }
    }

    /// What a client calls it that goes by folders; nothing at others.
    pub(crate) fn identity(&self, client: Client) -> Cow<'_, str> {
        identity(client, "", &self.path, self.scope)
    }

    /// Whether it has this name, or its folder, or a client lists it so.
    pub(crate) fn is_called(&self, client: Client, name: &str) -> bool {
        if self.scope == Scope::Plugin {
            return self.identity(client) == name;
        }
        let file = self.file();
        file.folder() == name
            || name_in(&self.bytes).as_deref() == Some(name)
            || listed_name(client, &file).as_deref() == Some(name)
    }
}

/// Both folders, on the disk.
pub(crate) struct Folders {
    home: PathBuf,
    project: PathBuf,
    copied: u64,
    links: usize,
    /// The skills that lie in them now.
    pub(crate) skills: Vec<Laid>,
    /// The folders of the plugins that lie in them, as the client sees them.
    pub(crate) plugins: Vec<String>,
    /// How much skills weigh by what the client counted for the author, by their identity.
    pub(crate) weights: HashMap<String, f64>,
}

impl Folders {
    /// Empty ones, in a folder of ours. The project lies beside the home folder, not in it: clients look for skills from
    /// the project upwards.
    pub(crate) fn new(at: &Path) -> io::Result<Self> {
        let (home, project) = (at.join("home"), at.join("project"));
        for folder in [project.clone(), home.join("linked"), home.join("tmp")] {
            fs::create_dir_all(folder)?;
        }
        let (skills, plugins, weights) = (Vec::new(), Vec::new(), HashMap::new());
        Ok(Self { home, project, copied: 0, links: 0, skills, plugins, weights })
    }

    /// Whether there is a plugin of this name.
    pub(crate) fn has_plugin(&self, name: &str) -> bool {
        self.plugins.iter().any(|folder| folder.rsplit('/').next() == Some(name))
    }

    /// Where a path that the client sees lies on the disk.
    fn on_disk(&self, seen: &str) -> PathBuf {
        let below = |seen: &str, at: &Path| at.join(seen.trim_start_matches('/'));
        match seen.strip_prefix(PROJECT) {
            Some(seen) => below(seen, &self.project),
            None => below(seen.strip_prefix(HOME).unwrap_or(seen), &self.home),
        }
    }

    /// Copies the skills of a folder: those of the client's own folders where it is a project that has such, else all that
    /// lie in it, into the client's folder.
    pub(crate) fn project(&mut self, from: &Path, facts: &Facts, recipe: &Recipe) -> Result<(), CaptureError> {
        if !from.is_dir() {
            let cause = "There is no folder at this path.".to_owned();
            return Err(CaptureError::Folder { path: from.to_owned(), cause });
        }
        let own: Vec<&str> = facts.project_folders.iter().copied().filter(|own| from.join(own).is_dir()).collect();
        if own.is_empty() {
            return self.copy(from, &skills_folder(recipe), Scope::Project);
        }
        own.into_iter().try_for_each(|own| self.copy(&from.join(own), &format!("{PROJECT}/{own}"), Scope::Project))
    }

    /// Copies the skills that lie in the author's home, those of their plugins, and the settings and use counts that change
    /// the list.
    pub(crate) fn author(&mut self, from: &Path, client: Client, recipe: &Recipe) -> Result<(), CaptureError> {
        for own in facts(client).user_folders.iter().filter(|own| from.join(own).is_dir()) {
            self.copy(&from.join(own), &format!("{HOME}/{own}"), Scope::User)?;
        }
        let read =
            |file: &str| -> Option<Value> { serde_json::from_str(&fs::read_to_string(from.join(file)).ok()?).ok() };
        for (file, keys) in recipe.settings {
            let Some(Value::Object(all)) = read(file) else { continue };
            let kept: Map<String, Value> = all.into_iter().filter(|(key, _)| keys.contains(&key.as_str())).collect();
            if !kept.is_empty() {
                let to = self.on_disk(&format!("{HOME}/{file}"));
                fs::create_dir_all(to.parent().unwrap_or(&self.home))?;
                fs::write(to, Value::Object(kept).to_string())?;
            }
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.weights = weights(client, &read, now.as_secs_f64() * 1_000.0);
        plugins(client, &read).iter().try_for_each(|plugin| self.plugin(from, plugin))
    }

    /// Copies the folders of a plugin's skills, and writes what its client knows it by; nothing else of it is taken.
    fn plugin(&mut self, home: &Path, plugin: &Plugin) -> Result<(), CaptureError> {
        let Ok(found) = fs::read_dir(home.join(&plugin.skills)) else { return Ok(()) };
        let to = format!("{PLUGINS}/{}", plugin.name);
        let skills = format!("{to}/skills/");
        let folders = found.filter_map(|entry| Some(entry.ok()?.path()));
        for folder in folders.filter(|folder| folder.join("SKILL.md").is_file()) {
            let Some(name) = folder.file_name().and_then(OsStr::to_str) else { continue };
            self.copy(&folder, &format!("{skills}{name}"), Scope::Plugin)?;
        }
        // Inside a skill nobody looks for another.
        self.skills.retain(|laid| laid.path.strip_prefix(&skills).is_none_or(|below| below.matches('/').count() == 1));
        let (file, text) = &plugin.manifest;
        let manifest = self.on_disk(&format!("{to}/{file}"));
        fs::create_dir_all(manifest.parent().unwrap_or(&self.home))?;
        fs::write(manifest, text)?;
        self.plugins.push(to);
        Ok(())
    }

    /// Copies all that lies in a folder, as links that lead out of it cannot: what a linked folder holds is copied; a
    /// linked file stays a link, to a copy, since not every client follows one.
    fn copy(&mut self, from: &Path, to: &str, scope: Scope) -> Result<(), CaptureError> {
        let failed = |path: &Path, cause: &dyn std::fmt::Display| CaptureError::Folder {
            path: path.to_owned(),
            cause: format!("This can't be copied ({cause})."),
        };
        let (mut found, mut all): (BTreeMap<String, Laid>, Vec<String>) = (BTreeMap::new(), Vec::new());
        for entry in entries_in(from, scope) {
            // A link that leads nowhere, or to what holds it, holds no skill.
            let Ok(entry) = entry else { continue };
            let Some(below) = entry.path().strip_prefix(from).ok().and_then(Path::to_str) else { continue };
            let seen = if below.is_empty() { to.to_owned() } else { format!("{to}/{below}") };
            let target = self.on_disk(&seen);
            if entry.file_type().is_dir() {
                fs::create_dir_all(&target).map_err(|cause| failed(entry.path(), &cause))?;
                continue;
            }
            if !entry.file_type().is_file() {
                continue;
            }
            self.copied += entry.metadata().map(|file| file.len()).unwrap_or_default();
            if self.copied > MOST_BYTES {
                return Err(failed(from, &"it holds more than 512 MB; name a folder with the skills only"));
            }
            if entry.path_is_symlink() {
                self.links += 1;
                let link = format!("{LINKED}/{}", self.links);
                fs::copy(entry.path(), self.on_disk(&link)).map_err(|cause| failed(entry.path(), &cause))?;
                std::os::unix::fs::symlink(link, &target).map_err(|cause| failed(entry.path(), &cause))?;
            } else {
                fs::copy(entry.path(), &target).map_err(|cause| failed(entry.path(), &cause))?;
            }
            all.push(seen.clone());
            note(&mut found, entry.path(), &seen, scope).map_err(|cause| failed(entry.path(), &cause))?;
        }
        for (folder, laid) in &mut found {
            let below = all.iter().filter(|path| **path != laid.path);
            let below = below.filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
            laid.files = below.map(str::to_owned).collect();
        }
        self.skills.extend(found.into_values().filter(|laid| !laid.path.is_empty()));
        Ok(())
    }

    /// How often the client has used skills, by the names it has for them, as far as the copied settings say: Claude Code
    /// alone counts there.
    pub(crate) fn uses(&self) -> BTreeMap<String, u32> {
        let text = fs::read_to_string(self.home.join(".claude.json")).unwrap_or_default();
        let settings: Value = serde_json::from_str(&text).unwrap_or_default();
        let uses = |counted: &Value| u32::try_from(counted["usageCount"].as_u64()?).ok();
        let counts = settings["skillUsage"].as_object().into_iter().flatten();
        counts.filter_map(|(name, counted)| Some((name.clone(), uses(counted)?))).collect()
    }
}

/// What of a folder with skills is copied. A plugin is somebody else's: what its links lead to outside of it stays there.
fn entries_in(from: &Path, scope: Scope) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let plugin = from.ancestors().nth(2).filter(|_| scope == Scope::Plugin).and_then(|at| at.canonicalize().ok());
    let is_copied = move |entry: &DirEntry| {
        let is_passed = entry.depth() > 0 && matches!(entry.file_name().to_str(), Some(".git" | "node_modules"));
        let is_inside = |plugin: &PathBuf| entry.path().canonicalize().is_ok_and(|path| path.starts_with(plugin));
        !is_passed && plugin.as_ref().is_none_or(is_inside)
    };
    WalkDir::new(from).follow_links(true).sort_by_file_name().into_iter().filter_entry(is_copied)
}

/// Notes a file that a client may read of a skill.
fn note(found: &mut BTreeMap<String, Laid>, from: &Path, seen: &str, scope: Scope) -> io::Result<()> {
    let Some((folder, name)) = seen.rsplit_once('/') else { return Ok(()) };
    let empty = || Laid { path: String::new(), bytes: Vec::new(), openai_yaml: None, files: Vec::new(), scope };
    if name.eq_ignore_ascii_case("SKILL.md") {
        let laid = found.entry(folder.to_owned()).or_insert_with(empty);
        // Of two that differ by their letters only, clients look for this one.
        if laid.path.is_empty() || name == "SKILL.md" {
            (laid.path, laid.bytes) = (seen.to_owned(), fs::read(from)?);
        }
    } else if let Some(skill) = seen.strip_suffix("/agents/openai.yaml") {
        found.entry(skill.to_owned()).or_insert_with(empty).openai_yaml = Some(fs::read(from)?);
    }
    Ok(())
}
