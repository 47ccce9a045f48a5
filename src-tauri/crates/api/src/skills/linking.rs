//! Links of skills to files: made for many at once, cut, and followed from then on.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_model::SkillId;
use studio_pack::{Contents, Options, discover};
use studio_store::{self as store, FolderLink, LinkStatus, Origin, SKILL_FILE, SyncedFile};
use studio_text::lint::code::{LINK_MISSING, LINK_OUTSIDE, NAME_FOLDER};

use crate::{
    Error, ErrorCode,
    dto::{LinkReport, StudioEvent},
    skills::{
        links::{read_to_link, unreadable},
        own_folder::folder_name,
        roots::origin_of,
    },
    state::session::Session,
};

impl Session {
    pub(crate) fn folder_of(&self, id: SkillId) -> Result<Option<PathBuf>, Error> {
        if let Some(link) = self.library.get_link(id)? {
            return Ok(Some(link.folder.into()));
        }
        let origin = self.library.list_origins()?.remove(&id);
        Ok(origin.and_then(|origin| Path::new(&origin.root).join(origin.path).parent().map(Path::to_path_buf)))
    }

    /// Links skills to their files below `root`: those at the same relative path, else those with the same content.
    pub(crate) fn link_all(self: &Arc<Self>, skills: Vec<(SkillId, Origin)>, root: &Path) -> Result<LinkReport, Error> {
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
            self.follow_folders(links.iter().map(|(link, _)| link.folder.clone()).collect())?;
            writing.put_links(&links)?;
        }
        let ids: Vec<SkillId> = links.iter().map(|(link, _)| link.skill).collect();
        // What only the folder changed is taken over here, as any outside change; what is left is a merge.
        self.links_changed(&ids)?;
        report.changed = self.changed_links(&ids)?;
        report.linked = ids.iter().map(ToString::to_string).collect();
        Ok(report)
    }

    /// How many of these skills differ from their linked files.
    pub(crate) fn changed_links(&self, ids: &[SkillId]) -> Result<u32, Error> {
        let rows = self.library.skill_rows(ids)?;
        Ok(rows.iter().filter(|row| row.link == LinkStatus::Changed).count() as u32)
    }

    /// Skill files below a folder, by content, without those a skill is linked to or is about to be.
    pub(crate) fn unlinked_files(
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
    pub(crate) fn agreement(&self, id: SkillId, path: &str, stored: &str, disk: &Path) -> Result<SyncedFile, Error> {
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

    pub(crate) fn unlink_all(self: &Arc<Self>, ids: &[SkillId]) -> Result<Vec<String>, Error> {
        let mut unlinked = Vec::new();
        {
            let writing = &self.writing();
            let held = self.library.list_held_links()?.into_iter().map(|link| link.skill);
            let linked: HashSet<SkillId> =
                self.library.list_links()?.into_iter().map(|link| link.skill).chain(held).collect();
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
        let mut told = HashSet::new();
        for code in [NAME_FOLDER, LINK_MISSING, LINK_OUTSIDE] {
            told.extend(self.library.skills_with_finding(code)?);
        }
        for id in ids {
            // Only what lint says of the folder's name, and of what lies in the folder, depends on the link.
            self.references.lock().remove(id);
            let name = self.library.get_skill(*id)?.skill.name;
            let folder = match self.library.get_link(*id)? {
                Some(link) => folder_name(&link),
                None => origins.get(id).and_then(|origin| origin.path.rsplit('/').nth(1).map(str::to_owned)),
            };
            if told.contains(id) || folder.is_none_or(|folder| folder != name) {
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
