//! Renaming the folder of a linked skill, so that it is called as the skill is.

use std::{
    fs,
    path::{Component, Path},
};

use studio_model::SkillId;
use studio_pack::kill_point;
use studio_store::FolderLink;

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::FixAction,
    kept::underway::Step,
    skills::{making::checked_name, own_folder::folder_name, roots::origin_of},
    state::{session::Session, underway, writing::Writing},
};

impl Studio {
    /// Renames the folder that a skill is linked to; the skill stays linked to it. Nothing in it changes.
    pub fn rename_skill_folder(&self, id: &str, name: &str) -> Result<(), Error> {
        let session = self.session()?;
        let id = skill_id(id)?;
        session.rename_folder(&session.writing(), id, checked_name(name)?)?;
        session.links_changed(&[id])
    }
}

impl Session {
    fn rename_folder(&self, writing: &Writing<'_>, id: SkillId, name: &str) -> Result<(), Error> {
        let invalid = |message: String| Error::new(ErrorCode::Invalid, message);
        let mut parts = Path::new(name).components();
        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
            return Err(invalid(format!("A folder can't be named {name}.")));
        }
        let link = self.library.get_link(id)?.filter(|link| folder_name(link).is_some());
        let link = link.ok_or_else(|| invalid("This skill isn't linked to its own folder.".to_owned()))?;
        let from = Path::new(&link.folder);
        let to = from.with_file_name(name);
        let inside = |other: &FolderLink| other.skill != id && Path::new(&other.folder).starts_with(from);
        if let Some(other) = self.library.list_links()?.iter().find(|other| inside(other)) {
            let message =
                format!("{} contains another linked skill, in {}. Move that one first.", link.folder, other.folder);
            return Err(invalid(message));
        }
        if fs::symlink_metadata(&to).is_ok() {
            let message = format!("{} already exists. Rename or move it first.", to.display());
            return Err(Error::new(ErrorCode::WouldOverwrite, message));
        }
        let root = self.library.list_origins()?.remove(&id).map(|origin| origin.root);
        // Where it was imported by itself, it is its own root.
        let root = root.filter(|root| Path::new(root) != from).unwrap_or_else(|| to.to_string_lossy().into_owned());
        let origin = origin_of(Path::new(&root), &to.join(&link.skill_file));
        let folder = to.to_string_lossy().into_owned();
        self.follow_folders(vec![folder.clone()])?;
        let (host, skill, from_text) = (self.library.host().to_string(), id.to_string(), link.folder.clone());
        let step = Step::RenamingFolder { host, skill, from: from_text, to: folder.clone() };
        let _noted = underway::note(&self.shared.config, step);
        kill_point();
        fs::rename(from, &to).map_err(|cause| Error::file("rename the folder", from, &cause))?;
        kill_point();
        writing.put_links(&[(FolderLink { folder, ..link.clone() }, origin)]).inspect_err(|_| {
            // The library stands by the old name.
            let _back = fs::rename(&to, from);
        })?;
        kill_point();
        Ok(())
    }

    /// Gives a folder its name back that a killed program had renamed, and that the library knows by that name. Says whether
    /// it did.
    pub(crate) fn name_folder_back(&self, id: SkillId, from: &str, to: &str) -> Result<bool, Error> {
        let is_known_so = self.library.get_link(id)?.is_some_and(|link| link.folder == from);
        let (from, to) = (Path::new(from), Path::new(to));
        if !is_known_so || fs::symlink_metadata(from).is_ok() || !to.is_dir() {
            return Ok(false);
        }
        fs::rename(to, from).map_err(|cause| Error::file("rename the folder", to, &cause))?;
        Ok(true)
    }
}

/// What would call the folder of a skill as the skill is; none where it has no folder of its own.
pub(crate) fn folder_action(link: Option<&FolderLink>, name: &str) -> Option<FixAction> {
    let folder = folder_name(link?)?;
    checked_name(name).ok().map(|name| FixAction::RenameFolder { name: name.to_owned(), folder })
}
