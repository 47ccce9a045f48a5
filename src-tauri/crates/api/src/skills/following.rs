//! Which links are followed: those whose folders this user linked, or said yes to, on this computer.
//!
//! Whatever makes a link follows its folder ([`Session::follow_folders`]). A library that came from elsewhere brings links
//! nobody here made: they are held, and listed, until the author follows them.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use studio_model::SkillId;
use studio_store::HeldLink;

use crate::{
    Error, Studio,
    base::ids::skill_id,
    dto::{LinkReport, NoticeCode},
    state::session::Session,
};

impl Studio {
    /// The folders of links that were not made on this computer and are not followed, by path.
    pub fn list_held_folders(&self) -> Result<Vec<String>, Error> {
        let held = self.session()?.library.list_held_links()?;
        let folders: BTreeSet<String> = held.into_iter().map(|link| link.folder).collect();
        Ok(folders.into_iter().collect())
    }

    /// Follows the held links to these folders from now on: their files are read at once, and written when their skills
    /// are saved. Links to other folders stay held.
    pub fn follow_links(&self, folders: &[String]) -> Result<LinkReport, Error> {
        let session = self.session()?;
        let held = session.library.list_held_links()?;
        let followed: Vec<HeldLink> = held.into_iter().filter(|link| folders.contains(&link.folder)).collect();
        session.follow_folders(followed.iter().map(|link| link.folder.clone()).collect())?;
        if session.library.list_held_links()?.is_empty() {
            session.forget_notices(NoticeCode::HeldLinks);
        }
        let ids: Vec<SkillId> = followed.iter().map(|link| link.skill).collect();
        session.links_changed(&ids)?;
        let is_there = |link: &&HeldLink| Path::new(&link.folder).join(&link.skill_file).is_file();
        let not_found = followed.iter().filter(|link| !is_there(link));
        Ok(LinkReport {
            changed: session.changed_links(&ids)?,
            not_found: not_found.map(|link| format!("{}/{}", link.folder, link.skill_file)).collect(),
            linked: ids.iter().map(ToString::to_string).collect(),
        })
    }

    /// The folders that linking every skill of an import root would follow and that are not followed yet.
    pub fn folders_of_root(&self, root: &str) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let origins = session.library.list_origins()?;
        let files = origins.into_values().filter(|origin| origin.root == root).map(|origin| origin.path);
        session.not_followed(files.map(|path| Path::new(root).join(path)))
    }

    /// The folders that linking these skills to where they were imported from would follow and that are not followed yet.
    pub fn folders_of_skills(&self, ids: &[String]) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let mut origins = session.library.list_origins()?;
        let mut files = Vec::new();
        for id in ids {
            let origin = origins.remove(&skill_id(id)?);
            files.extend(origin.map(|origin| Path::new(&origin.root).join(origin.path)));
        }
        session.not_followed(files)
    }
}

impl Session {
    /// Follows these folders on this computer, from now on and whenever the library is opened.
    pub(crate) fn follow_folders(&self, folders: Vec<String>) -> Result<(), Error> {
        self.followed.add(&folders)?;
        self.library.follow(folders);
        Ok(())
    }

    /// Says how many links are held, and what that means.
    pub(crate) fn tell_of_held_links(self: &Arc<Self>) -> Result<(), Error> {
        let held = self.library.list_held_links()?;
        let Some(first) = held.first() else { return Ok(()) };
        let (skills, their) = match held.len() {
            1 => ("1 skill is".to_owned(), "Its file is"),
            many => (format!("{many} skills are"), "Their files are"),
        };
        let message = format!(
            "{skills} linked to folders that were not linked on this computer, such as {}. {their} neither read nor \
             written. If the folders are yours, follow the links.",
            first.folder
        );
        self.notice(NoticeCode::HeldLinks, message);
        Ok(())
    }

    fn not_followed(&self, files: impl IntoIterator<Item = std::path::PathBuf>) -> Result<Vec<String>, Error> {
        let followed = self.followed.read()?;
        let folders = files.into_iter().filter_map(|file| Some(file.parent()?.to_string_lossy().into_owned()));
        let new: BTreeSet<String> = folders.filter(|folder| !followed.contains(folder)).collect();
        Ok(new.into_iter().collect())
    }
}
