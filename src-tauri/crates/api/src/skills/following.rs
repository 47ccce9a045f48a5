//! Which links are followed: those whose folders this user linked, or said yes to, on this computer.
//!
//! Whatever makes a link follows its folder ([`Session::follow_folders`]). A library that came from elsewhere brings links
//! nobody here made: they are held, and listed, until the author follows them. The same of the folders that its skills came
//! from: what is looked for around skills is looked for only where they were imported on this computer
//! ([`Session::own_origins`]).

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    path::{Component, Path},
    sync::Arc,
};

use studio_model::{SkillId, grouped};
use studio_store::{FolderLink, HeldLink, Origin};

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
        let folders: HashSet<&str> = folders.iter().map(String::as_str).collect();
        let held = session.library.list_held_links()?;
        let followed: Vec<HeldLink> = held.into_iter().filter(|link| folders.contains(link.folder.as_str())).collect();
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

    /// The import roots of these skills below which linking them would follow a folder that is not followed yet: a skill
    /// that was moved is looked for in all of its root.
    pub fn roots_to_follow(&self, ids: &[String]) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let mut origins = session.library.list_origins()?;
        let ids = ids.iter().map(|id| skill_id(id)).collect::<Result<Vec<_>, _>>()?;
        session.not_followed(ids.into_iter().filter_map(|id| origins.remove(&id)))
    }

    /// The same of every skill of one root: that root, or nothing.
    pub fn root_to_follow(&self, root: &str) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let origins = session.library.list_origins()?;
        session.not_followed(origins.into_values().filter(|origin| origin.root == root))
    }
}

impl Session {
    /// Follows these folders on this computer, from now on and whenever the library is opened.
    pub(crate) fn follow_folders(&self, folders: Vec<String>) -> Result<(), Error> {
        self.followed.add(&folders)?;
        self.library.follow(folders);
        Ok(())
    }

    /// Where skills were imported from, of those alone whose root the author chose on this computer. A library that came
    /// from elsewhere names any folders. Of a root that was chosen before roots were noted, only the folders of its skills
    /// that links are followed to are known to be the author's: each stands for what was imported from it alone.
    pub(crate) fn own_origins(&self) -> Result<HashMap<SkillId, Origin>, Error> {
        let roots = self.shared.log.dropped("the chosen folders were not read", self.followed.roots());
        let roots = roots.unwrap_or_default();
        let mut linked: HashMap<SkillId, Origin> = HashMap::new();
        for FolderLink { skill, folder, skill_file, .. } in self.library.list_links()? {
            linked.insert(skill, Origin { root: folder, path: skill_file });
        }
        let is_below = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let own = |(id, origin): (SkillId, Origin)| {
            let origin = if roots.contains(&origin.root) { origin } else { linked.remove(&id)? };
            is_below(&origin.path).then_some((id, origin))
        };
        Ok(self.library.list_origins()?.into_iter().filter_map(own).collect())
    }

    /// Says how many links are held, and what that means.
    pub(crate) fn tell_of_held_links(self: &Arc<Self>) -> Result<(), Error> {
        let held = self.library.list_held_links()?;
        let Some(first) = held.first() else { return Ok(()) };
        let (skills, their) = match held.len() {
            1 => ("1 skill is".to_owned(), "Its file is"),
            many => (format!("{} skills are", grouped(many)), "Their files are"),
        };
        let message = format!(
            "{skills} linked to folders that aren't synced on this computer, such as {}. {their} not read or written. If \
             the folders are yours, sync them.",
            first.folder
        );
        self.notice(NoticeCode::HeldLinks, message);
        Ok(())
    }

    fn not_followed(&self, origins: impl IntoIterator<Item = Origin>) -> Result<Vec<String>, Error> {
        let followed = self.followed.read()?;
        let is_new = |origin: &Origin| {
            let file = Path::new(&origin.root).join(&origin.path);
            file.parent().is_none_or(|folder| !followed.contains(folder.to_string_lossy().as_ref()))
        };
        let roots: BTreeSet<String> = origins.into_iter().filter(is_new).map(|origin| origin.root).collect();
        Ok(roots.into_iter().collect())
    }
}
