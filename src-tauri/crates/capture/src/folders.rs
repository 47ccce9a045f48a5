//! The home and the project that a client is started in: copies of what changes its list, and nothing else.

mod entries;
mod laid;

use std::{
    collections::{BTreeMap, HashMap},
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Map, Value};
use studio_clients::{Override, Plugin, Recipe, Scope, Settings, facts, overrides, plugins, settings, weights};
use studio_model::Client;
use walkdir::DirEntry;

use crate::CaptureError;
use entries::entries_in;
use laid::note_places;

pub(crate) use laid::{Laid, called, passed_over};

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
/// Files, folders and links that are looked at: links to one folder in each other double what lies there.
const MOST_ENTRIES: usize = 500_000;

/// Both folders, on the disk.
pub(crate) struct Folders {
    client: Client,
    home: PathBuf,
    project: PathBuf,
    copied: u64,
    entries: usize,
    links: usize,
    /// The skills that lie in them now.
    pub(crate) skills: Vec<Laid>,
    /// The folders of the plugins that lie in them, as the client sees them.
    pub(crate) plugins: Vec<String>,
    /// How much skills weigh by what the client counted for the author, by their identity.
    pub(crate) weights: HashMap<String, f64>,
    /// How it cuts by what the author has set.
    pub(crate) settings: Settings,
    /// What the author has set for single skills, by their identity.
    pub(crate) overrides: HashMap<String, Override>,
}

impl Folders {
    /// Empty ones, in a folder of ours. The project lies beside the home folder, not in it: clients look for skills from
    /// the project upwards.
    pub(crate) fn new(at: &Path, client: Client) -> io::Result<Self> {
        let (home, project) = (at.join("home"), at.join("project"));
        for folder in [project.clone(), home.join("linked"), home.join("tmp")] {
            fs::create_dir_all(folder)?;
        }
        Ok(Self {
            client,
            home,
            project,
            copied: 0,
            entries: 0,
            links: 0,
            skills: Vec::new(),
            plugins: Vec::new(),
            weights: HashMap::new(),
            settings: Settings::default(),
            overrides: HashMap::new(),
        })
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
    pub(crate) fn project(&mut self, from: &Path, recipe: &Recipe) -> Result<(), CaptureError> {
        if !from.is_dir() {
            let cause = "This folder doesn't exist.".to_owned();
            return Err(CaptureError::Folder { path: from.to_owned(), cause });
        }
        let own = facts(self.client).project_folders.iter().copied();
        let own: Vec<&str> = own.filter(|own| from.join(own).is_dir()).collect();
        if own.is_empty() {
            return self.copy(from, &skills_folder(recipe), from, Scope::Project);
        }
        own.into_iter()
            .try_for_each(|own| self.copy(&from.join(own), &format!("{PROJECT}/{own}"), from, Scope::Project))
    }

    /// Copies the skills that lie in the author's home, those of their plugins, and the settings and use counts that change
    /// the list.
    pub(crate) fn author(&mut self, from: &Path, recipe: &Recipe) -> Result<(), CaptureError> {
        let client = self.client;
        for own in facts(client).user_folders.iter().filter(|own| from.join(own).is_dir()) {
            let folder = from.join(own);
            self.copy(&folder, &format!("{HOME}/{own}"), &folder, Scope::User)?;
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
        self.settings = settings(client, &read);
        self.overrides = overrides(client, &read);
        plugins(client, &read).iter().try_for_each(|plugin| self.plugin(from, plugin))
    }

    /// Copies the folders of a plugin's skills, and writes what its client knows it by; nothing else of it is taken.
    fn plugin(&mut self, home: &Path, plugin: &Plugin) -> Result<(), CaptureError> {
        let from = home.join(&plugin.skills);
        let Ok(found) = fs::read_dir(&from) else { return Ok(()) };
        let within = from.parent().unwrap_or(&from);
        let to = format!("{PLUGINS}/{}", plugin.name);
        let skills = format!("{to}/skills/");
        let folders = found.filter_map(|entry| Some(entry.ok()?.path()));
        for folder in folders.filter(|folder| folder.join("SKILL.md").is_file()) {
            let Some(name) = folder.file_name().and_then(OsStr::to_str) else { continue };
            self.copy(&folder, &format!("{skills}{name}"), within, Scope::Plugin)?;
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

    /// Copies all that lies in a folder, with what links lead to in `within`, as links that lead out of it cannot be: what
    /// a linked folder holds is copied; a linked file stays a link, to a copy, since not every client follows one.
    fn copy(&mut self, from: &Path, to: &str, within: &Path, scope: Scope) -> Result<(), CaptureError> {
        let failed = |path: &Path, cause: &dyn std::fmt::Display| CaptureError::Folder {
            path: path.to_owned(),
            cause: format!("Can't copy this ({cause})."),
        };
        let (mut found, mut all): (BTreeMap<String, Laid>, Vec<String>) = (BTreeMap::new(), Vec::new());
        for entry in entries_in(from, within, scope) {
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Err(failed(from, &"too many files; specify a folder with only the skills"));
            }
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
                return Err(failed(from, &"more than 512 MB; specify a folder with only the skills"));
            }
            self.copy_file(&entry, &target).map_err(|cause| failed(entry.path(), &cause))?;
            note(&mut found, &entry, &seen, scope).map_err(|cause| failed(entry.path(), &cause))?;
            all.push(seen);
        }
        note_files(&mut found, &all);
        note_places(self.client, &mut found);
        self.skills.extend(found.into_values().filter(|laid| !laid.path.is_empty()));
        Ok(())
    }

    fn copy_file(&mut self, file: &DirEntry, to: &Path) -> io::Result<()> {
        if !file.path_is_symlink() {
            return fs::copy(file.path(), to).map(|_| ());
        }
        self.links += 1;
        let link = format!("{LINKED}/{}", self.links);
        fs::copy(file.path(), self.on_disk(&link))?;
        std::os::unix::fs::symlink(link, to)
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

/// Notes a file that a client may read of a skill.
fn note(found: &mut BTreeMap<String, Laid>, file: &DirEntry, seen: &str, scope: Scope) -> io::Result<()> {
    let Some((folder, name)) = seen.rsplit_once('/') else { return Ok(()) };
    let empty = || Laid::empty(scope);
    if name.eq_ignore_ascii_case("SKILL.md") {
        let laid = found.entry(folder.to_owned()).or_insert_with(empty);
        // Of two that differ by their letters only, clients look for this one.
        if laid.path.is_empty() || name == "SKILL.md" {
            (laid.path, laid.bytes, laid.is_link) = (seen.to_owned(), fs::read(file.path())?, file.path_is_symlink());
        }
    } else if let Some(skill) = seen.strip_suffix("/agents/openai.yaml") {
        found.entry(skill.to_owned()).or_insert_with(empty).openai_yaml = Some(fs::read(file.path())?);
    }
    Ok(())
}

/// Notes of each skill which files lie in its folder, of all these.
fn note_files(found: &mut BTreeMap<String, Laid>, all: &[String]) {
    for path in all {
        for (end, _) in path.rmatch_indices('/') {
            let laid = found.get_mut(&path[..end]).filter(|laid| laid.path != *path);
            if let Some(laid) = laid {
                laid.files.push(path[end + 1..].to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use studio_clients::recipe;

    use super::*;

    const SKILL: &str = "---\nname: pdf\ndescription: Reads forms. Use when asked.\n---\nBody\n";

    /// The folders of a capture of Codex, and a folder that is to be copied with these files.
    fn folders(files: &[&str]) -> (tempfile::TempDir, Folders) {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join("from").join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, SKILL).unwrap();
        }
        let folders = Folders::new(&root.path().join("at"), Client::Codex).unwrap();
        (root, folders)
    }

    fn project(root: &tempfile::TempDir, folders: &mut Folders) -> Result<(), CaptureError> {
        folders.project(&root.path().join("from"), recipe(Client::Codex).unwrap())
    }

    #[test]
    fn each_skill_has_the_files_of_its_folder_those_of_skills_in_it_too() {
        let (root, mut folders) =
            folders(&["pdf/SKILL.md", "pdf/forms/a.md", "pdf/more/SKILL.md", "pdf/more/b.md", "pdfs/c.md", "d.md"]);
        project(&root, &mut folders).unwrap();
        let files: Vec<(&str, Vec<&str>)> = folders
            .skills
            .iter()
            .map(|laid| (laid.path.as_str(), laid.files.iter().map(String::as_str).collect()))
            .collect();
        assert_eq!(
            files,
            [
                ("/project/.agents/skills/pdf/SKILL.md", vec!["forms/a.md", "more/SKILL.md", "more/b.md"]),
                ("/project/.agents/skills/pdf/more/SKILL.md", vec!["b.md"]),
            ]
        );
    }

    #[test]
    fn a_folder_with_too_many_files_is_refused_with_what_to_do() {
        // The folder, that of a skill, and two files in it.
        for (before, is_copied) in [(MOST_ENTRIES - 4, true), (MOST_ENTRIES - 3, false)] {
            let (root, mut folders) = folders(&["pdf/SKILL.md", "pdf/a.md"]);
            folders.entries = before;
            let copied = project(&root, &mut folders);
            assert_eq!(copied.is_ok(), is_copied);
            if let Err(error) = copied {
                let told = error.to_string();
                assert!(told.contains("too many files; specify a folder with only the skills"), "{told}");
            }
        }
    }

    #[test]
    fn a_linked_file_is_known_as_a_link_and_stays_one() {
        let (root, mut folders) = folders(&["pdf/SKILL.md", "forms/text.md"]);
        std::os::unix::fs::symlink("text.md", root.path().join("from/forms/SKILL.md")).unwrap();
        project(&root, &mut folders).unwrap();
        let links: Vec<(&str, bool, bool)> = folders
            .skills
            .iter()
            .map(|laid| (laid.path.as_str(), laid.is_link, folders.on_disk(&laid.path).is_symlink()))
            .collect();
        assert_eq!(
            links,
            [
                ("/project/.agents/skills/forms/SKILL.md", true, true),
                ("/project/.agents/skills/pdf/SKILL.md", false, false),
            ]
        );
        assert!(folders.skills[0].why_not_found.is_some() && folders.skills[1].why_not_found.is_none());
    }
}
