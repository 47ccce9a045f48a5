//! The folders of linked skills that go to the trash: they stay on disk, or go to the system's trash and come back from there
//! with their skills.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use studio_clients::{Client, owner_of};
use studio_model::SkillId;
use studio_pack::SystemTrash;
use studio_store::{FolderLink, SKILL_FILE};

use super::place::{disk_path, has_own_folder};
use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{ChangeRefusal, FolderOnDisk, Host, RefusalReason},
    state::session::Session,
};

impl Studio {
    /// Where these skills lie on disk, of those that are linked and are there.
    pub fn list_folders_on_disk(&self, ids: &[String]) -> Result<Vec<FolderOnDisk>, Error> {
        let session = self.session()?;
        let ids = ids.iter().map(|id| skill_id(id)).collect::<Result<HashSet<_>, _>>()?;
        let (going, staying): (Vec<FolderLink>, Vec<FolderLink>) =
            session.library.list_links()?.into_iter().partition(|link| ids.contains(&link.skill));
        let is_there = |link: &&FolderLink| disk_path(link, SKILL_FILE).exists();
        Ok(going.iter().filter(is_there).map(|link| session.folder_on_disk(link, &staying)).collect())
    }
}

impl Session {
    /// The trash of the author's system.
    pub(crate) fn system_trash(&self) -> Result<SystemTrash, Error> {
        let place = self.shared.config.system_trash();
        let missing = || Error::new(ErrorCode::File, "This system has no trash that folders could go to.");
        place.map(SystemTrash::at).ok_or_else(missing)
    }

    /// Moves the folders of those of these skills that are in the trash by now to the system's. Names those that stay.
    pub(crate) fn trash_folders(&self, trash: &SystemTrash, ids: &[SkillId]) -> Result<Vec<ChangeRefusal>, Error> {
        let staying = self.library.list_links()?;
        let deleted_at = jiff::ZonedDateTime::now().strftime("%Y-%m-%dT%H:%M:%S").to_string();
        let mut links = Vec::new();
        for id in ids {
            if self.library.stored_skill(*id)?.is_none() {
                links.extend(self.library.get_link(*id)?);
            }
        }
        // One that holds others goes first, and they with it.
        links.sort_by(|a, b| a.folder.cmp(&b.folder));
        let mut left = Vec::new();
        for link in links {
            let folder = Path::new(&link.folder);
            if fs::symlink_metadata(folder).is_err() {
                continue;
            }
            let moved = match self.why_it_stays(&link, &staying) {
                Some(why) => Err(why),
                None => trash
                    .put(folder, &link.skill.to_string(), &deleted_at)
                    .map_err(|cause| format!("The linked folder stays: failed to {cause}.")),
            };
            if let Err(message) = moved {
                left.push(ChangeRefusal {
                    skill_id: link.skill.to_string(),
                    skill: self.library.get_skill(link.skill)?.skill.name,
                    path: String::new(),
                    reason: RefusalReason::NotWritten,
                    message,
                });
            }
        }
        Ok(left)
    }

    /// Brings back from the system's trash the folders that went there with these skills. One that cannot come back is
    /// missing, as any linked folder that is gone.
    pub(crate) fn take_folders_back(&self, ids: &[SkillId]) {
        let links = ids.iter().filter_map(|id| self.library.get_link(*id).ok().flatten());
        let wanted: Vec<(String, PathBuf)> = links.map(|link| (link.skill.to_string(), link.folder.into())).collect();
        if wanted.is_empty() {
            return;
        }
        let failed = |cause: studio_pack::Error| Error::new(ErrorCode::File, cause.to_string());
        let taken = self.system_trash().and_then(|trash| trash.take_back(&wanted).map_err(failed));
        self.shared.log.dropped("a linked folder was not taken back from the system's trash", taken);
    }

    fn folder_on_disk(&self, link: &FolderLink, staying: &[FolderLink]) -> FolderOnDisk {
        let file = disk_path(link, SKILL_FILE).display().to_string();
        // Many read the standard's folder: it is nobody's own.
        let client = owner_of(&file.replace('\\', "/")).filter(|client| *client != Client::Standard);
        FolderOnDisk {
            skill_id: link.skill.to_string(),
            client: client.map(Host::from),
            is_movable: self.why_it_stays(link, staying).is_none(),
            path: if has_own_folder(link) { link.folder.clone() } else { file },
        }
    }

    /// Why a folder stays on disk, as a sentence; none where it can go. `staying` are the links of skills that stay.
    fn why_it_stays(&self, link: &FolderLink, staying: &[FolderLink]) -> Option<String> {
        let folder = Path::new(&link.folder);
        let home = self.shared.config.home_dir.as_deref();
        if !has_own_folder(link) || home.is_some_and(|home| home.starts_with(folder)) {
            return Some("The linked folder is not the skill’s alone, so it stays.".to_owned());
        }
        let inside = staying.iter().find(|other| Path::new(&other.folder).starts_with(folder));
        inside.map(|other| format!("The linked folder holds another linked skill, in {}, so it stays.", other.folder))
    }
}
