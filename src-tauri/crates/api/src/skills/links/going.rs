//! The folders of linked skills that go to the trash: they stay on disk, or go to the system's trash and come back from there
//! with their skills.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_clients::{Client, owner_of};
use studio_model::SkillId;
use studio_pack::SystemTrash;
use studio_store::{FolderLink, SKILL_FILE};

use super::{
    alone::Others,
    place::{disk_path, has_own_folder},
};
use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{ChangeRefusal, FolderOnDisk, Host, RefusalReason},
    kept::underway::Step,
    state::{
        session::Session,
        underway::{self, Noted},
    },
};

impl Studio {
    /// Where these skills lie on disk, of those that are linked and are there.
    pub fn list_folders_on_disk(&self, ids: &[String]) -> Result<Vec<FolderOnDisk>, Error> {
        let session = self.session()?;
        let ids = ids.iter().map(|id| skill_id(id)).collect::<Result<HashSet<_>, _>>()?;
        let mut going = session.library.list_links()?;
        going.retain(|link| ids.contains(&link.skill) && disk_path(link, SKILL_FILE).exists());
        inner_first(&mut going);
        let others = session.others_than(&ids)?;
        let (mut list, mut gone) = (Vec::new(), HashSet::new());
        for link in &going {
            let one = session.folder_on_disk(link, &others, &gone)?;
            if one.is_movable {
                gone.insert(PathBuf::from(&link.folder));
            }
            list.push(one);
        }
        list.reverse();
        Ok(list)
    }
}

impl Session {
    /// The trash of the author's system.
    pub(crate) fn system_trash(&self) -> Result<SystemTrash, Error> {
        let place = self.shared.config.system_trash();
        let missing = || Error::new(ErrorCode::File, "This system has no trash for folders.");
        place.map(SystemTrash::at).ok_or_else(missing)
    }

    /// Moves the folders of those of these skills that are in the trash by now to the system's. Names those that stay.
    pub(crate) fn trash_folders(&self, trash: &SystemTrash, ids: &[SkillId]) -> Vec<ChangeRefusal> {
        let deleted_at = jiff::ZonedDateTime::now().strftime("%Y-%m-%dT%H:%M:%S").to_string();
        let (links, others) = match self.folders_that_go(ids) {
            Ok(going) => going,
            Err(error) => return ids.iter().map(|id| self.folder_stays(*id, stays(&error))).collect(),
        };
        let mut left = Vec::new();
        for link in links.iter().filter(|link| fs::symlink_metadata(&link.folder).is_ok()) {
            let moved = match self.why_it_stays(trash, link, &others, &HashSet::new()) {
                Ok(Some(why)) => Err(why),
                Ok(None) => trash
                    .put(Path::new(&link.folder), &link.skill.to_string(), &deleted_at)
                    .map_err(|cause| format!("The linked folder was kept: failed to {cause}.")),
                Err(error) => Err(stays(&error)),
            };
            left.extend(moved.err().map(|why| self.folder_stays(link.skill, why)));
        }
        left
    }

    /// Notes that folders go to the system's trash with these skills, for as long as what comes back is there: where this
    /// program is killed the rest of them follows once the library is open again.
    pub(crate) fn note_trashing(&self, ids: &[SkillId]) -> Option<Noted> {
        let (host, skills) = (self.library.host().to_string(), ids.iter().map(ToString::to_string).collect());
        underway::note(&self.shared.config, Step::TrashingFolders { host, skills })
    }

    /// Moves the folders of those of these skills that are in the trash after them, which a killed program left undone.
    /// Gives how many there were.
    pub(crate) fn trash_folders_left(&self, ids: &[SkillId]) -> Result<usize, Error> {
        let (links, _) = self.folders_that_go(ids)?;
        let count = links.iter().filter(|link| fs::symlink_metadata(&link.folder).is_ok()).count();
        if count > 0 {
            let stayed = self.trash_folders(&self.system_trash()?, ids);
            return Ok(count.saturating_sub(stayed.len()));
        }
        Ok(0)
    }

    /// Notes that folders come back from the system's trash with these skills, for as long as what comes back is there: where
    /// this program is killed, those of skills that are back by then follow, and the others go there again. None where no
    /// folder is missing.
    pub(crate) fn note_restoring(&self, ids: &[SkillId]) -> Option<Noted> {
        let skills: Vec<String> = self.without_folder(ids).ok()?.iter().map(ToString::to_string).collect();
        if skills.is_empty() {
            return None;
        }
        let host = self.library.host().to_string();
        underway::note(&self.shared.config, Step::RestoringFolders { host, skills })
    }

    /// Has folders be where their skills are, which a killed program left undone while these came back. Gives how many came
    /// back, and how many went again.
    pub(crate) fn restore_folders_left(&self, ids: &[SkillId]) -> Result<(usize, usize), Error> {
        let mut back = Vec::new();
        for id in ids {
            back.extend(self.library.stored_skill(*id)?.map(|_| *id));
        }
        let missing = self.without_folder(&back)?.len();
        self.folders_back(&back)?;
        let came = missing.saturating_sub(self.without_folder(&back)?.len());
        let went = self.trash_folders_left(ids)?;
        if let Some(trash) = self.shared.config.system_trash().map(SystemTrash::at) {
            let mut of_back = Vec::new();
            for id in &back {
                of_back.extend(self.library.get_link(*id)?.map(|link| (id.to_string(), PathBuf::from(link.folder))));
            }
            trash.clear_notes(&of_back).map_err(|cause| Error::new(ErrorCode::File, cause.to_string()))?;
        }
        Ok((came, went))
    }

    /// Those of these skills that are linked to a folder which is not there.
    fn without_folder(&self, ids: &[SkillId]) -> Result<Vec<SkillId>, Error> {
        let mut without = Vec::new();
        for id in ids {
            let link = self.library.get_link(*id)?;
            without.extend(link.filter(|link| fs::symlink_metadata(&link.folder).is_err()).map(|_| *id));
        }
        Ok(without)
    }

    /// The links of those of these skills that are in the trash, and what their folders must not take along.
    fn folders_that_go(&self, ids: &[SkillId]) -> Result<(Vec<FolderLink>, Others), Error> {
        let mut links = Vec::new();
        for id in ids {
            if self.library.stored_skill(*id)?.is_none() {
                links.extend(self.library.get_link(*id)?);
            }
        }
        inner_first(&mut links);
        let others = self.others_than(&links.iter().map(|link| link.skill).collect())?;
        Ok((links, others))
    }

    fn folder_stays(&self, id: SkillId, message: String) -> ChangeRefusal {
        let skill = self.library.get_skill(id).map_or_else(|_| id.to_string(), |detail| detail.skill.name);
        let reason = RefusalReason::NotWritten;
        ChangeRefusal { skill_id: id.to_string(), skill, path: String::new(), reason, message }
    }

    /// Brings back from the system's trash the folders that went there with these skills, and those inside them that waited
    /// for them there. One that cannot come back is missing, as any linked folder that is gone.
    pub(crate) fn take_folders_back(&self, ids: &[SkillId]) {
        let taken = self.folders_back(ids);
        self.shared.log.dropped("a linked folder was not taken back from the system's trash", taken);
    }

    /// Brings back the folders that waited in the system's trash for these around them, whose skills were deleted for good.
    pub(crate) fn take_waiting_back(self: &Arc<Self>, outer: &[PathBuf]) -> Result<(), Error> {
        let is_waiting = |link: &FolderLink| {
            let folder = Path::new(&link.folder);
            let is_inside = outer.iter().any(|outer| folder != outer && folder.starts_with(outer));
            is_inside && fs::symlink_metadata(folder).is_err()
        };
        let links = self.library.list_links()?;
        let ids: Vec<SkillId> = links.iter().filter(|link| is_waiting(link)).map(|link| link.skill).collect();
        self.take_folders_back(&ids);
        ids.into_iter().try_for_each(|id| self.follow_link(id))
    }

    fn folders_back(&self, ids: &[SkillId]) -> Result<(), Error> {
        let Some(trash) = self.shared.config.system_trash().map(SystemTrash::at) else { return Ok(()) };
        let mut links = Vec::new();
        for id in ids {
            links.extend(self.library.get_link(*id)?);
        }
        if links.is_empty() {
            return Ok(());
        }
        let mut inside = self.library.list_links()?;
        inside.retain(|link| {
            let is_in = |outer: &FolderLink| Path::new(&link.folder).starts_with(&outer.folder);
            !ids.contains(&link.skill) && links.iter().any(is_in)
        });
        let named = |link: &FolderLink| (link.skill.to_string(), PathBuf::from(&link.folder));
        let wanted: Vec<_> = links.iter().chain(&inside).map(named).collect();
        let waiting: Vec<_> = self.trashed_links()?.iter().map(named).collect();
        trash.take_back(&wanted, &waiting).map_err(|cause| Error::new(ErrorCode::File, cause.to_string()))
    }

    fn folder_on_disk(
        &self,
        link: &FolderLink,
        others: &Others,
        gone: &HashSet<PathBuf>,
    ) -> Result<FolderOnDisk, Error> {
        let file = disk_path(link, SKILL_FILE).display().to_string();
        // Many read the standard's folder: it is nobody's own.
        let client = owner_of(&file.replace('\\', "/")).filter(|client| *client != Client::Standard);
        let stays = match self.system_trash() {
            Ok(trash) => self.why_it_stays(&trash, link, others, gone)?,
            Err(missing) => Some(missing.message),
        };
        Ok(FolderOnDisk {
            skill_id: link.skill.to_string(),
            client: client.map(Host::from),
            is_movable: stays.is_none(),
            stays,
            path: if has_own_folder(link) { link.folder.clone() } else { file },
        })
    }
}

/// A folder in another one goes before it, so that each can come back by itself.
fn inner_first(links: &mut [FolderLink]) {
    links.sort_by(|a, b| (&b.folder, &b.skill_file, b.skill).cmp(&(&a.folder, &a.skill_file, a.skill)));
}

fn stays(error: &Error) -> String {
    format!("The linked folder was kept: {}", error.message)
}
