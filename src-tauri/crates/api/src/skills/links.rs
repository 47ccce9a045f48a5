//! Linked folders: a skill's files on disk, kept in step both ways and never overwritten unseen.
//!
//! For every linked file the library remembers the content both sides last agreed on. A file on disk with another
//! content has changed outside: it is taken over at once where nothing is being typed over it, and put to the author
//! as a merge where something is.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    sync::Arc,
};

use studio_model::SkillId;
use studio_pack::{FileRead, LinkedFolder};
use studio_store::{self as store, FileChange, FolderLink, Record, SKILL_FILE, SkillChange, SyncedFile};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{Merge, MergeSource, StudioEvent},
    skills::{
        content::file_row,
        storing::{NewBytes, text_for_editor},
    },
    state::{session::Session, writing::Writing},
};

mod alone;
mod disk;
mod going;
pub(crate) mod place;
mod watching;
mod write;

use disk::Ahead;
pub(crate) use disk::{Outside, read_to_link, unreadable};
use place::{CHANGED_OUTSIDE, changed, disk_path, has_own_folder, not_on_disk, stamp, synced};
pub(crate) use write::Written;

impl Studio {
    /// The merge of a file that changed outside while it was edited here; none where the file on disk is as it was.
    pub fn get_outside_change(&self, skill_id_text: &str, path: &str) -> Result<Option<Merge>, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let theirs = match session.outside(id, path)? {
            Outside::Same => return Ok(None),
            Outside::Differs(theirs) => theirs,
            Outside::Unreadable(cause) => return Err(disk::unreadable(&cause)),
        };
        let stored = session.library.read_file(id, path)?;
        let draft = session.library.get_draft(id, path)?.map(|draft| draft.text);
        let mine = draft.or_else(|| text_for_editor(&stored)).unwrap_or_default();
        let base = session.synced_base(id, path)?;
        session.merge(id, &stored, MergeSource::File, base.as_ref().unwrap_or(&stored.bytes), &mine, &theirs).map(Some)
    }
}

impl Session {
    /// Takes over or marks what changed in one linked folder. A folder that cannot be read is marked as missing; the
    /// other links go on.
    pub(super) fn look_at_link(self: &Arc<Self>, link: &FolderLink) {
        if self.library.obstacle().is_some() {
            return;
        }
        // Disks may be slow: nobody who saves waits for what is read here.
        let ahead = Ahead::read(link);
        let writing = &self.writing();
        // The link may have changed while this waited for its turn.
        let Ok(Some(link)) = self.library.get_link(link.skill) else { return };
        // What lies in the trash is as it was put there; it catches up when it comes back.
        if !self.library.get_skill(link.skill).is_ok_and(|detail| detail.skill.audit.active) {
            return;
        }
        if self.sync_link(writing, &link, ahead).is_err() {
            self.emit(StudioEvent::LibraryChanged);
        }
    }

    fn sync_link(self: &Arc<Self>, writing: &Writing<'_>, link: &FolderLink, mut ahead: Ahead) -> Result<(), Error> {
        let id = link.skill;
        let is_missing = !disk_path(link, SKILL_FILE).is_file();
        if is_missing != link.is_missing {
            writing.set_link_missing(id, is_missing)?;
            self.emit(StudioEvent::LibraryChanged);
        }
        if is_missing {
            return Ok(());
        }
        for (path, left) in std::mem::take(&mut ahead.left) {
            // The only copy, perhaps, of what another program wrote.
            self.keep_theirs(writing, id, &path, &left.bytes)?;
            // Where it can't be removed, the next look finds it again.
            let _again = left.remove();
        }
        let detail = self.library.get_skill(id)?;
        let others = detail.files.iter().map(|file| (file.path.as_str(), file.sha256.as_str()));
        let stored: HashMap<&str, &str> = others.chain([(SKILL_FILE, detail.document.sha256.as_str())]).collect();
        let mut is_changed = false;
        for file in &link.files {
            is_changed |= self.sync_file(writing, link, file, stored.get(file.path.as_str()).copied(), &mut ahead)?;
        }
        is_changed |= self.take_new_files(writing, link, ahead)?;
        if is_changed {
            self.refresh_findings(writing, id)?;
            self.skill_changed(id)?;
        }
        Ok(())
    }

    /// Looks at one linked file, which the library holds with the hash `stored`; says whether the library changed.
    fn sync_file(
        &self,
        writing: &Writing<'_>,
        link: &FolderLink,
        file: &SyncedFile,
        stored: Option<&str>,
        ahead: &mut Ahead,
    ) -> Result<bool, Error> {
        let disk = disk_path(link, &file.path);
        // Saved here while the folder could not be written, or just before the program ended.
        let is_ahead = stored.is_some_and(|stored| stored != file.sha256);
        let is_as_it_was = stamp(&disk) == Some((file.size, file.mtime_ms)) && !file.is_changed_outside;
        if is_as_it_was && !is_ahead {
            return Ok(false);
        }
        let is_edited = is_ahead || self.library.get_draft(link.skill, &file.path)?.is_some();
        let read = match ahead.take(link, &file.path) {
            Ok(read) => read,
            Err(cause) if disk::is_gone(&cause) && !is_edited => return self.lose_file(writing, link, file),
            // Gone, or not a file that is read here: the author is told when they open it.
            Err(_) => return self.mark_changed(writing, link, file),
        };
        let on_disk = store::sha256_hex(&read.bytes);
        if on_disk == file.sha256 && is_ahead {
            let saved = self.library.read_file(link.skill, &file.path)?;
            self.write_linked(writing, link.skill, &file.path, &saved.bytes)?;
            return Ok(file.is_changed_outside);
        }
        if on_disk == file.sha256 || Some(on_disk.as_str()) == stored {
            writing.put_synced(link.skill, &[disk::agreed(&file.path, &read)])?;
            return Ok(file.is_changed_outside);
        }
        if is_edited {
            return self.mark_changed(writing, link, file);
        }
        self.take_over(writing, link, &file.path, read)?;
        Ok(true)
    }

    /// A linked file that is gone: its content stays in the library's timeline.
    fn lose_file(&self, writing: &Writing<'_>, link: &FolderLink, file: &SyncedFile) -> Result<bool, Error> {
        let expected = self.library.get_skill(link.skill)?.skill.audit.aggregate_version;
        let record = Record { reason: "deleted outside".to_owned(), ..Record::default() };
        let files = vec![FileChange::Delete { path: file.path.clone() }];
        writing.update_skill(link.skill, expected, &SkillChange { files, record, ..SkillChange::default() })?;
        writing.delete_synced(link.skill, &file.path)?;
        self.tell(link.skill, &file.path, true)?;
        Ok(true)
    }

    fn mark_changed(&self, writing: &Writing<'_>, link: &FolderLink, file: &SyncedFile) -> Result<bool, Error> {
        if file.is_changed_outside {
            return Ok(false);
        }
        writing.put_synced(link.skill, &[SyncedFile { is_changed_outside: true, ..file.clone() }])?;
        self.tell(link.skill, &file.path, false)?;
        self.emit(StudioEvent::LibraryChanged);
        Ok(false)
    }

    /// Stores what lies on disk as a version of its own.
    fn take_over(&self, writing: &Writing<'_>, link: &FolderLink, path: &str, read: FileRead) -> Result<(), Error> {
        let stored = self.library.read_file(link.skill, path)?;
        let record = changed(&stored.bytes, &read.bytes, CHANGED_OUTSIDE);
        let agreed = disk::agreed(path, &read);
        self.keep_bytes(writing, NewBytes::over(link.skill, &stored, read.bytes), record)?;
        writing.put_synced(link.skill, &[agreed])?;
        self.tell(link.skill, path, true)
    }

    /// Files that came into a linked folder.
    fn take_new_files(&self, writing: &Writing<'_>, link: &FolderLink, ahead: Ahead) -> Result<bool, Error> {
        let known: HashSet<&str> = link.files.iter().map(|file| file.path.as_str()).collect();
        let mut is_changed = false;
        for file in ahead.found.into_iter().filter(|file| !known.contains(file.path.as_str())) {
            let expected = self.library.get_skill(link.skill)?.skill.audit.aggregate_version;
            let record = Record { reason: "added outside".to_owned(), ..Record::default() };
            let agreed = synced(&file.path, &disk_path(link, &file.path), &file.bytes);
            let files = vec![FileChange::Put(file_row(&file.path, file.bytes, file.is_executable))];
            writing.update_skill(link.skill, expected, &SkillChange { files, record, ..SkillChange::default() })?;
            self.tell(link.skill, &agreed.path, true)?;
            writing.put_synced(link.skill, &[agreed])?;
            is_changed = true;
        }
        Ok(is_changed)
    }

    fn tell(&self, id: SkillId, path: &str, is_applied: bool) -> Result<(), Error> {
        let skill_name = self.library.get_skill(id)?.skill.name;
        self.emit(StudioEvent::OutsideChange {
            skill_id: id.to_string(),
            skill_name,
            path: path.to_owned(),
            is_applied,
        });
        Ok(())
    }

    /// The content both sides of a linked file last agreed on.
    pub(crate) fn synced_base(&self, id: SkillId, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(link) = self.library.get_link(id)? else { return Ok(None) };
        let Some(agreed) = link.files.iter().find(|file| file.path == path) else { return Ok(None) };
        if let Some(base) = self.library.read_content(id, path, &agreed.sha256)? {
            return Ok(Some(base));
        }
        // Linked while both sides differed: what the file holds may be an earlier state of the skill.
        let Ok(read) = disk::read(&link, path) else { return Ok(None) };
        Ok(self.library.read_content(id, path, &store::sha256_hex(&read.bytes))?)
    }

    /// Takes over what changed outside in a skill's folder.
    pub(crate) fn take_outside(self: &Arc<Self>, writing: &Writing<'_>, id: SkillId) -> Result<(), Error> {
        self.library.get_link(id)?.map_or(Ok(()), |link| self.sync_link(writing, &link, Ahead::read(&link)))
    }

    /// Takes over what changed outside, and refuses to write over what cannot be taken over.
    pub(crate) fn refuse_outside_change(self: &Arc<Self>, writing: &Writing<'_>, id: SkillId) -> Result<(), Error> {
        self.take_outside(writing, id)?;
        let Some(link) = self.library.get_link(id)? else { return Ok(()) };
        link.files.iter().try_for_each(|file| match disk::outside(&link, &file.path) {
            Outside::Same => Ok(()),
            Outside::Differs(_) => {
                let disk = disk_path(&link, &file.path);
                let message =
                    format!("{} was changed on disk. Open the skill and merge the changes first.", disk.display());
                Err(Error::new(ErrorCode::Stale, message))
            }
            Outside::Unreadable(cause) => Err(disk::unreadable(&cause)),
        })
    }

    /// Moves a file within the linked folder, where there is one.
    pub(crate) fn rename_linked(
        &self,
        writing: &Writing<'_>,
        id: SkillId,
        from: &str,
        to: &str,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let Some(link) = self.library.get_link(id)?.filter(has_own_folder) else { return Ok(()) };
        if disk_path(&link, from).is_file() {
            let folder = LinkedFolder::open(Path::new(&link.folder));
            let renamed = folder.and_then(|folder| folder.rename(Path::new(from), Path::new(to)));
            renamed.map_err(|cause| not_on_disk(&cause))?;
        }
        writing.delete_synced(id, from)?;
        self.write_linked(writing, id, to, bytes)
    }

    /// Takes a file out of the linked folder, where there is one.
    pub(crate) fn remove_linked(&self, writing: &Writing<'_>, id: SkillId, path: &str) -> Result<(), Error> {
        let Some(link) = self.library.get_link(id)?.filter(has_own_folder) else { return Ok(()) };
        if let Outside::Differs(_) = disk::outside(&link, path) {
            // Nothing holds it any more that could be merged with it: it comes back as a new file at the next look.
            writing.delete_synced(id, path)?;
            let message = format!("{path} was changed on disk at the same time, so it wasn't deleted there.");
            return Err(Error::new(ErrorCode::File, message));
        }
        if disk_path(&link, path).is_file() {
            let folder = LinkedFolder::open(Path::new(&link.folder));
            folder.and_then(|folder| folder.remove(Path::new(path))).map_err(|cause| not_on_disk(&cause))?;
        }
        writing.delete_synced(id, path)?;
        Ok(())
    }
}
