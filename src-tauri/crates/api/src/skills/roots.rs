//! The folders skills were imported from: linking their skills later, unlinking them, and following a folder that moved.
//!
//! Linking never writes: a file that differs from the library is marked as changed outside and put to the author as a
//! merge. What a link does once it is there is `links`' business.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_model::{SkillId, plural};
use studio_store::{self as store, Origin, SKILL_FILE};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{ImportRoot, LinkReport, RevealTarget},
    state::session::Session,
};

impl Studio {
    /// Every folder that skills were imported from.
    pub fn list_import_roots(&self) -> Result<Vec<ImportRoot>, Error> {
        let rows = self.session()?.library.list_roots()?;
        let root = |row: store::RootRow| ImportRoot {
            is_there: Path::new(&row.root).is_dir(),
            path: row.root,
            skills: row.skills,
            linked: row.linked,
            changed: row.changed,
            missing: row.missing,
            held: row.held,
        };
        Ok(rows.into_iter().map(root).collect())
    }

    /// Links every skill that was imported from a folder to its file there.
    pub fn link_root(&self, root: &str) -> Result<LinkReport, Error> {
        let session = self.session()?;
        let skills = session.skills_of(root)?;
        session.link_all(skills, Path::new(root))
    }

    /// Unlinks every skill of an import root; skills and files stay as they are. Answers the ids of those that were
    /// linked.
    pub fn unlink_root(&self, root: &str) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let skills: Vec<SkillId> = session.skills_of(root)?.into_iter().map(|(id, _)| id).collect();
        session.unlink_all(&skills)
    }

    /// Tells an import root's new place after its folder was moved: its skills are linked to the files with the same
    /// relative paths there, or with the same content.
    pub fn relink_root(&self, root: &str, folder: &str) -> Result<LinkReport, Error> {
        let session = self.session()?;
        let folder = real_folder(folder)?;
        let mut skills = session.skills_of(root)?;
        let linked: HashSet<SkillId> = session.library.list_links()?.into_iter().map(|link| link.skill).collect();
        if skills.iter().any(|(id, _)| linked.contains(id)) {
            // One that the author unlinked stays so.
            skills.retain(|(id, _)| linked.contains(id));
        }
        let count = skills.len();
        session.followed.add_roots([folder.to_string_lossy().into_owned()])?;
        let report = session.link_all(skills, &folder)?;
        if report.linked.is_empty() {
            let message = format!(
                "None of the {} from {root} were found in {}. Choose the folder that {root} was moved to.",
                plural(count, "skill", "skills"),
                folder.display()
            );
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        Ok(report)
    }

    /// Links skills to the files they were imported from.
    pub fn link_skills(&self, ids: &[String]) -> Result<LinkReport, Error> {
        let session = self.session()?;
        let mut origins = session.library.list_origins()?;
        let mut by_root: HashMap<String, Vec<(SkillId, Origin)>> = HashMap::new();
        for id in ids {
            let id = skill_id(id)?;
            if let Some(origin) = origins.remove(&id) {
                by_root.entry(origin.root.clone()).or_default().push((id, origin));
            }
        }
        let mut report = LinkReport::default();
        for (root, skills) in by_root {
            let LinkReport { linked, changed, not_found } = session.link_all(skills, Path::new(&root))?;
            report.linked.extend(linked);
            report.changed += changed;
            report.not_found.extend(not_found);
        }
        Ok(report)
    }

    /// Unlinks skills; they and their files stay as they are. Answers the ids of those that were linked.
    pub fn unlink_skills(&self, ids: &[String]) -> Result<Vec<String>, Error> {
        let ids = ids.iter().map(|id| skill_id(id)).collect::<Result<Vec<_>, _>>()?;
        self.session()?.unlink_all(&ids)
    }

    /// Links one skill to the skill file in another folder.
    pub fn relink_skill(&self, id: &str, folder: &str) -> Result<LinkReport, Error> {
        let session = self.session()?;
        let id = skill_id(id)?;
        let folder = real_folder(folder)?;
        let name = match session.library.get_link(id)? {
            Some(link) => link.skill_file,
            None => SKILL_FILE.to_owned(),
        };
        if !folder.join(&name).is_file() {
            let message = format!("No {name} in {}. Choose the skill's own folder.", folder.display());
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        session.followed.add_roots([folder.to_string_lossy().into_owned()])?;
        let roots = session.library.list_roots()?;
        let around = roots.iter().map(|row| Path::new(&row.root)).filter(|root| folder.starts_with(root));
        let root = around.max_by_key(|root| root.as_os_str().len()).unwrap_or(&folder).to_path_buf();
        session.link_all(vec![(id, origin_of(&root, &folder.join(name)))], &root)
    }

    /// The folder that a file manager should show.
    pub fn folder_to_reveal(&self, target: &RevealTarget) -> Result<PathBuf, Error> {
        let session = || self.session();
        let folder = match target {
            RevealTarget::Skill { id } => session()?.folder_of(skill_id(id)?)?,
            RevealTarget::Root { path } => {
                session()?.library.list_roots()?.into_iter().find(|row| row.root == *path).map(|row| row.root.into())
            }
            RevealTarget::Backups => {
                let folder = session()?.backup_folder();
                if folder.is_dir() {
                    return Ok(folder);
                }
                return Err(Error::new(ErrorCode::NotFound, "No backup yet."));
            }
            RevealTarget::Written { path } => {
                let path = Path::new(path);
                let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
                if folder.is_dir() {
                    return Ok(folder.to_owned());
                }
                return Err(Error::new(ErrorCode::NotFound, format!("{} no longer exists.", folder.display())));
            }
        };
        let folder = folder.ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "This skill is only in the library. It wasn't imported from a folder.")
        })?;
        if folder.is_dir() {
            return Ok(folder);
        }
        let message = format!("The folder {} no longer exists. Relink it to its new location.", folder.display());
        Err(Error::new(ErrorCode::NotFound, message))
    }
}

/// The origin of the skill file at `file`, in a root around it.
pub(crate) fn origin_of(root: &Path, file: &Path) -> Origin {
    let path = file.strip_prefix(root).unwrap_or(file);
    let path = path.iter().map(|name| name.to_string_lossy()).collect::<Vec<_>>().join("/");
    Origin { root: root.to_string_lossy().into_owned(), path }
}

fn real_folder(folder: &str) -> Result<PathBuf, Error> {
    let path = Path::new(folder);
    let real = fs::canonicalize(path).map_err(|cause| Error::file("open", path, &cause))?;
    if real.is_dir() {
        return Ok(real);
    }
    Err(Error::new(ErrorCode::Invalid, format!("{folder} is a file. Choose a folder.")))
}

impl Session {
    /// The skills that were imported from a folder, by path.
    fn skills_of(&self, root: &str) -> Result<Vec<(SkillId, Origin)>, Error> {
        let mut skills: Vec<_> =
            self.library.list_origins()?.into_iter().filter(|(_, origin)| origin.root == root).collect();
        skills.sort_by(|a, b| a.1.path.cmp(&b.1.path));
        if skills.is_empty() {
            let message = format!("No skill in this library was imported from {root}.");
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        Ok(skills)
    }

    /// The import roots, and whether each is there.
    pub(crate) fn roots_there(&self) -> HashMap<PathBuf, bool> {
        let roots = self.library.list_root_paths().unwrap_or_default();
        roots.into_iter().map(PathBuf::from).map(|root| (root.clone(), root.is_dir())).collect()
    }

    /// Looks at the links of import roots that went away or came back: the watch over a skill's folder does not see that
    /// a folder around it was moved.
    pub(crate) fn notice_moved_roots(self: &Arc<Self>, before: &mut HashMap<PathBuf, bool>) {
        let now = self.roots_there();
        // A root that was not known yet was there when something was imported from it.
        let is_other = |root: &PathBuf, is_there: bool| before.get(root).copied().unwrap_or(true) != is_there;
        let moved: Vec<PathBuf> =
            now.iter().filter(|(root, is_there)| is_other(root, **is_there)).map(|(root, _)| root.clone()).collect();
        *before = now;
        if !moved.is_empty() {
            self.look_at(&moved);
        }
    }
}
