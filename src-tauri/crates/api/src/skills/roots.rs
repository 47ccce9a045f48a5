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

use studio_model::SkillId;
use studio_pack::{Contents, Options, discover};
use studio_store::{self as store, FolderLink, LinkStatus, Origin, SKILL_FILE, SyncedFile};

use crate::{
    Error, ErrorCode, Studio,
    dto::{ImportRoot, LinkReport, RevealTarget, StudioEvent},
    skills::links::{place::folder_name, read_to_link, unreadable},
    studio::session::{Session, skill_id},
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
        let report = session.link_all(skills, &folder)?;
        if report.linked.is_empty() {
            let message = format!(
                "None of the {count} skills of {root} is in {}. Choose the folder that {root} was moved to.",
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
            let message = format!("There is no {name} in {}. Choose the skill's own folder.", folder.display());
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        let roots = session.library.list_roots()?;
        let around = roots.iter().map(|row| Path::new(&row.root)).filter(|root| folder.starts_with(root));
        let root = around.max_by_key(|root| root.as_os_str().len()).unwrap_or(&folder).to_path_buf();
        session.link_all(vec![(id, origin_of(&root, &folder.join(name)))], &root)
    }

    /// The folder that a file manager should show.
    pub fn folder_to_reveal(&self, target: &RevealTarget) -> Result<PathBuf, Error> {
        let session = self.session()?;
        let folder = match target {
            RevealTarget::Skill { id } => session.folder_of(skill_id(id)?)?,
            RevealTarget::Root { path } => {
                session.library.list_roots()?.into_iter().find(|row| row.root == *path).map(|row| row.root.into())
            }
            RevealTarget::Backups => {
                let folder = session.backup_folder();
                if folder.is_dir() {
                    return Ok(folder);
                }
                return Err(Error::new(ErrorCode::NotFound, "There is no backup yet."));
            }
        };
        let folder = folder.ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "This skill is in the library only: it was not imported from a folder.")
        })?;
        if folder.is_dir() {
            return Ok(folder);
        }
        let message = format!("The folder {} is gone. Relink it to the place it was moved to.", folder.display());
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
            let message = format!("No skill of this library was imported from {root}.");
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

    fn folder_of(&self, id: SkillId) -> Result<Option<PathBuf>, Error> {
        if let Some(link) = self.library.get_link(id)? {
            return Ok(Some(link.folder.into()));
        }
        let origin = self.library.list_origins()?.remove(&id);
        Ok(origin.and_then(|origin| Path::new(&origin.root).join(origin.path).parent().map(Path::to_path_buf)))
    }

    /// Links skills to their files below `root`: those at the same relative path, else those with the same content.
    fn link_all(self: &Arc<Self>, skills: Vec<(SkillId, Origin)>, root: &Path) -> Result<LinkReport, Error> {
        let mut report = LinkReport::default();
        let mut links = Vec::new();
        {
            let writing = &self.writing();
            let (there, elsewhere): (Vec<_>, Vec<_>) =
                skills.into_iter().partition(|(_, origin)| root.join(&origin.path).is_file());
            for (id, origin) in there {
                links.push((self.link_to(id, &root.join(&origin.path))?, origin_of(root, &root.join(&origin.path))));
            }
            let mut others = if elsewhere.is_empty() { None } else { Some(self.unlinked_files(root, &links)?) };
            for (id, origin) in elsewhere {
                let sha256 = self.library.read_file(id, SKILL_FILE)?.sha256;
                match others.as_mut().and_then(|others| others.get_mut(&sha256)?.pop()) {
                    Some(file) => links.push((self.link_to(id, &file)?, origin_of(root, &file))),
                    None => report.not_found.push(root.join(&origin.path).to_string_lossy().into_owned()),
                }
            }
            writing.put_links(&links)?;
        }
        let ids: Vec<SkillId> = links.iter().map(|(link, _)| link.skill).collect();
        // What only the folder changed is taken over here, as any outside change; what is left is a merge.
        self.links_changed(&ids)?;
        let rows = self.library.list_skills()?;
        let changed: HashSet<SkillId> =
            rows.iter().filter(|row| row.link == LinkStatus::Changed).map(|row| row.id).collect();
        report.changed = ids.iter().filter(|id| changed.contains(id)).count() as u32;
        report.linked = ids.iter().map(ToString::to_string).collect();
        Ok(report)
    }

    /// Skill files below a folder, by content, without those a skill is linked to or is about to be.
    fn unlinked_files(
        &self,
        root: &Path,
        links: &[(FolderLink, Origin)],
    ) -> Result<HashMap<String, Vec<PathBuf>>, Error> {
        let stored = self.library.list_links()?;
        let linked = stored.iter().chain(links.iter().map(|(link, _)| link));
        let linked: HashSet<PathBuf> = linked.map(|link| Path::new(&link.folder).join(&link.skill_file)).collect();
        let options = Options { contents: Contents::SkillFiles, ..Options::default() };
        let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
        for found in discover(&[root.to_path_buf()], &options, &()).found {
            if let Some(file) = found.skill_file.filter(|file| !linked.contains(file)) {
                files.entry(store::sha256_hex(&found.bytes)).or_default().push(file);
            }
        }
        Ok(files)
    }

    /// The link of a skill to a file. Nothing is written there: what differs is marked as changed outside.
    pub(crate) fn link_to(&self, id: SkillId, file: &Path) -> Result<FolderLink, Error> {
        let folder = file.parent().unwrap_or(file);
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let detail = self.library.get_skill(id)?;
        let mut files = vec![self.agreement(id, SKILL_FILE, &detail.document.sha256, file)?];
        if name.eq_ignore_ascii_case(SKILL_FILE) {
            for other in detail.files {
                let disk = folder.join(&other.path);
                // A file the folder lacks is written there when it is next saved.
                if disk.is_file() {
                    // One that leads out of the folder, or is too large, is none of the link's.
                    match self.agreement(id, &other.path, &other.sha256, &disk) {
                        Err(Error { code: ErrorCode::File, .. }) => {}
                        agreement => files.push(agreement?),
                    }
                }
            }
        }
        let folder = folder.to_string_lossy().into_owned();
        Ok(FolderLink { skill: id, folder, skill_file: name, is_missing: false, files })
    }

    /// A file that may differ on both sides, as a link remembers it.
    fn agreement(&self, id: SkillId, path: &str, stored: &str, disk: &Path) -> Result<SyncedFile, Error> {
        let agreed = read_to_link(disk).map_err(|cause| unreadable(&cause))?;
        let agreed = SyncedFile { path: path.to_owned(), ..agreed };
        if agreed.sha256 == stored {
            return Ok(agreed);
        }
        // What it held when it was imported is what both sides last had in common, unless that is what the file holds
        // still: then the link would take the library's text for one that was saved and never written.
        let first = self.library.list_versions(id)?.into_iter().rev().find(|version| version.path == path);
        let base = first.map(|version| version.sha256).filter(|first| *first != agreed.sha256).unwrap_or_default();
        Ok(SyncedFile { sha256: base, is_changed_outside: true, ..agreed })
    }

    fn unlink_all(self: &Arc<Self>, ids: &[SkillId]) -> Result<Vec<String>, Error> {
        let mut unlinked = Vec::new();
        {
            let writing = &self.writing();
            let linked: HashSet<SkillId> = self.library.list_links()?.into_iter().map(|link| link.skill).collect();
            unlinked.extend(ids.iter().copied().filter(|id| linked.contains(id)));
            writing.delete_links(&unlinked)?;
        }
        self.links_changed(&unlinked)?;
        Ok(unlinked.into_iter().map(|id| id.to_string()).collect())
    }

    /// Brings up to date what depends on skills' links: the watch, findings on the folder's name, where scorers say they
    /// lie; and tells the screen.
    pub(crate) fn links_changed(self: &Arc<Self>, ids: &[SkillId]) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        let origins = self.library.list_origins()?;
        for id in ids {
            // Only lint's word on the folder's name depends on the link.
            let name = self.library.get_skill(*id)?.skill.name;
            let folder = match self.library.get_link(*id)? {
                Some(link) => folder_name(&link),
                None => origins.get(id).and_then(|origin| origin.path.rsplit('/').nth(1).map(str::to_owned)),
            };
            if folder.is_none_or(|folder| folder != name) {
                self.refresh_findings(&self.writing(), *id)?;
            }
            self.follow_link(*id)?;
        }
        self.add_to_indexes(ids)?;
        for id in ids {
            self.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        }
        self.emit(StudioEvent::LibraryChanged);
        Ok(())
    }
}
