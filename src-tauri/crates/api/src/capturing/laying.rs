//! Skills of the library laid into a folder, as a project of a client has them.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Component, Path, PathBuf},
};

use studio_clients::{Recipe, SkillFile};
use studio_model::SkillId;
use studio_runtime::Stop;
use studio_store::SKILL_FILE;
use tempfile::TempDir;

use super::cancelled;
use crate::{Error, dto::SkillLeftOut, state::session::Session};

/// A project with skills.
pub(super) struct Project {
    folder: TempDir,
    /// The path of each skill's file below the client's folder of skills.
    files: BTreeMap<SkillId, String>,
    /// The folders that their files are or were imported from.
    pub(super) origins: Vec<PathBuf>,
    /// Skills that could not be laid there.
    pub(super) left_out: Vec<SkillLeftOut>,
}

/// A skill that is to be laid, with where its folder goes.
struct Laying<'a> {
    id: SkillId,
    folder: &'a Path,
    file: &'a str,
    others: &'a [String],
}

impl Project {
    /// Where it lies.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The path of a skill's file below the client's folder of skills; none where it was not laid there.
    pub(super) fn file_of(&self, skill: SkillId) -> Option<&str> {
        self.files.get(&skill).map(String::as_str)
    }
}

impl Session {
    /// Writes skills into a new folder as they are saved, each in the folder it has or an export would give it; all of the
    /// library where none are named. `asked` is the one that one looks at.
    pub(super) fn lay_skills(
        &self,
        recipe: &Recipe,
        only: Option<&HashSet<SkillId>>,
        asked: Option<SkillId>,
        stop: &Stop,
    ) -> Result<Project, Error> {
        let folder = tempfile::Builder::new()
            .prefix("skill-studio-compare-")
            .tempdir()
            .map_err(|cause| Error::file("create a folder in", &std::env::temp_dir(), &cause))?;
        let skills = folder.path().join(recipe.folder);
        fs::create_dir_all(&skills).map_err(|cause| Error::file("create the folder", &skills, &cause))?;
        let (places, mut others) = (self.places()?, self.other_files()?);
        let mut project = Project { folder, files: BTreeMap::new(), origins: Vec::new(), left_out: Vec::new() };
        let mut taken: HashSet<String> = HashSet::new();
        for row in self.library.list_skills()? {
            if only.is_some_and(|only| !only.contains(&row.id)) {
                continue;
            }
            if stop.is_stopped() {
                return Err(cancelled());
            }
            let place = places.get(&row.id).map(String::as_str).unwrap_or_default();
            let (name, file) = place_of(place, &row.name);
            let mut leave_out = |why: String| {
                let is_asked = asked == Some(row.id);
                project.left_out.push(SkillLeftOut { name: row.name.clone(), why, is_asked });
            };
            if !is_within(name) || name.contains('/') {
                leave_out("its name can't be used as a folder name".to_owned());
            } else if !taken.insert(name.to_owned()) {
                leave_out(format!("another skill already uses the folder name {name}"));
            } else {
                let others = others.remove(&row.id).unwrap_or_default();
                let laying = Laying { id: row.id, folder: &skills.join(name), file, others: &others };
                match self.lay(&laying)? {
                    Ok(()) => {
                        project.files.insert(row.id, format!("{name}/{file}"));
                        project.origins.extend(origin_of(place));
                    }
                    Err(why) => leave_out(why),
                }
            }
        }
        Ok(project)
    }

    /// Writes one skill; else why it can't be, as the end of a sentence.
    fn lay(&self, laying: &Laying<'_>) -> Result<Result<(), String>, Error> {
        if let Some(bad) = laying.others.iter().find(|path| !is_within(path)) {
            return Ok(Err(format!("one of its files has a path outside the skill: {bad}")));
        }
        let paths = laying.others.iter().map(String::as_str).chain([SKILL_FILE]);
        for path in paths {
            let content = self.library.read_file(laying.id, path)?;
            let name = if path == SKILL_FILE { laying.file } else { path };
            if let Err(cause) = write(&laying.folder.join(name), &content.bytes, content.is_executable) {
                // What lies there by now is no whole skill.
                let _left = fs::remove_dir_all(laying.folder);
                return Ok(Err(format!("{path} couldn't be written ({cause})")));
            }
        }
        Ok(Ok(()))
    }

    /// Where each skill's file is or was imported from, with `/`.
    fn places(&self) -> Result<HashMap<SkillId, String>, Error> {
        let index = self.scores()?;
        Ok(index.entries().map(|entry| (entry.key, entry.path.replace('\\', "/"))).collect())
    }

    /// The paths of each skill's other files.
    fn other_files(&self) -> Result<HashMap<SkillId, Vec<String>>, Error> {
        let mut others: HashMap<SkillId, Vec<String>> = HashMap::new();
        for (skill, file) in self.library.list_files()? {
            others.entry(skill).or_default().push(file.path);
        }
        Ok(others)
    }

    /// The files of what was laid of which a list is made, by their paths below the folder of all skills; no more of
    /// them once they are larger than `most_bytes` together.
    pub(super) fn laid_files(&self, project: &Project, most_bytes: usize) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        let (mut files, mut bytes) = (BTreeMap::new(), 0);
        for (id, path) in &project.files {
            if bytes > most_bytes {
                break;
            }
            let Some(stored) = self.library.stored_skill(*id)? else { continue };
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let yaml = stored.openai_yaml.map(|yaml| (format!("{folder}/agents/openai.yaml"), yaml));
            for (path, content) in [(path.clone(), stored.bytes)].into_iter().chain(yaml) {
                bytes += content.len();
                files.insert(path, content);
            }
        }
        Ok(files)
    }

    /// Asks something of a skill's files as the client finds them in a project; none where the skill was not laid there.
    pub(super) fn asked_of_laid<T>(
        &self,
        project: &Project,
        skill: SkillId,
        ask: impl FnOnce(&SkillFile<'_>) -> T,
    ) -> Result<Option<T>, Error> {
        let Some(path) = project.file_of(skill) else { return Ok(None) };
        let Some(stored) = self.library.stored_skill(skill)? else { return Ok(None) };
        let file = SkillFile { path, bytes: &stored.bytes, openai_yaml: stored.openai_yaml.as_deref() };
        Ok(Some(ask(&file)))
    }
}

/// The folder and the file of a skill: its own where its file is called as clients look for it, else those of an export.
fn place_of<'a>(path: &'a str, name: &'a str) -> (&'a str, &'a str) {
    let mut parts = path.rsplit('/');
    match (parts.next(), parts.next()) {
        (Some(file), Some(folder)) if file.eq_ignore_ascii_case(SKILL_FILE) && is_within(folder) => (folder, file),
        _ => (name, SKILL_FILE),
    }
}

/// The folder that a skill's file is or was imported from; none where it was made in the library.
fn origin_of(path: &str) -> Option<PathBuf> {
    Path::new(path).parent().filter(|folder| folder.is_absolute()).map(Path::to_owned)
}

/// Whether a path stays within the folder it is joined to.
fn is_within(path: &str) -> bool {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    !path.is_empty() && !path.contains('\0') && Path::new(path).components().all(is_plain)
}

fn write(path: &Path, bytes: &[u8], is_executable: bool) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)?;
    if is_executable {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{is_within, place_of};

    #[test]
    fn a_skill_lies_in_its_own_folder_or_where_an_export_puts_it() {
        for (path, expected) in [
            ("/home/ann/skills/pdf/SKILL.md", ("pdf", "SKILL.md")),
            ("/home/ann/skills/pdf/skill.md", ("pdf", "skill.md")),
            ("/home/ann/notes/pdf-reader.md", ("reader", "SKILL.md")),
            ("../SKILL.md", ("reader", "SKILL.md")),
            ("SKILL.md", ("reader", "SKILL.md")),
            ("", ("reader", "SKILL.md")),
        ] {
            assert_eq!(place_of(path, "reader"), expected, "{path}");
        }
    }

    #[test]
    fn no_path_leads_out_of_a_skill() {
        for (path, expected) in [
            ("scripts/run.sh", true),
            ("a", true),
            ("", false),
            ("../a", false),
            ("/etc/passwd", false),
            ("a/../../b", false),
            ("a\0b", false),
        ] {
            assert_eq!(is_within(path), expected, "{path}");
        }
    }
}
