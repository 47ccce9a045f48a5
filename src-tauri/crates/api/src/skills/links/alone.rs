//! Whether a linked folder is its skill's alone, so that it can go to the system's trash with it.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use studio_clients::{ClientPlace, home_folders};
use studio_model::SkillId;
use studio_pack::{SystemTrash, first_stranger};
use studio_store::{FolderLink, SKILL_FILE, TrashKind};

use super::place::{disk_path, has_own_folder};
use crate::{Error, state::session::Session};

/// What a folder that goes must not take along.
pub(super) struct Others {
    /// The folders of skills that stay, and of those in the trash whose folders are on disk.
    linked: Vec<PathBuf>,
    /// The library's file and the studio's own folders.
    studio: Vec<PathBuf>,
    /// The author's home folder, and those in it that clients read skills from.
    clients: Vec<PathBuf>,
}

impl Session {
    /// What folders must not take along when these skills go.
    pub(super) fn others_than(&self, going: &HashSet<SkillId>) -> Result<Others, Error> {
        let is_there = |link: &FolderLink| disk_path(link, SKILL_FILE).exists();
        let file = |link: &FolderLink| (link.folder.clone(), link.skill_file.clone());
        let (mut links, mut trashed) = (self.library.list_links()?, self.trashed_links()?);
        let own = links.iter().chain(&trashed).filter(|link| going.contains(&link.skill));
        let own: HashSet<(String, String)> = own.map(file).collect();
        // What was linked anew after its skill went to the trash is of the skill that has it now.
        trashed.retain(|link| is_there(link) && !own.contains(&file(link)));
        links.extend(trashed);
        let mut linked: Vec<PathBuf> =
            links.into_iter().filter(|link| !going.contains(&link.skill)).map(|link| link.folder.into()).collect();
        let held = self.library.list_held_links()?.into_iter().filter(|link| !going.contains(&link.skill));
        linked.extend(held.map(|link| PathBuf::from(link.folder)));
        let config = &self.shared.config;
        let own: [&Path; 4] = [self.library.path(), &config.data_dir, &config.cache_dir, &config.config_dir];
        let clients = config.home_dir.iter().flat_map(|home| {
            let folders = home_folders().into_iter().map(move |(_, folder)| home.join(folder));
            folders.chain([home.clone()])
        });
        Ok(Others { linked, studio: Vec::from(own.map(Path::to_path_buf)), clients: clients.collect() })
    }

    /// The links of the skills in the trash, as far as they are followed.
    pub(super) fn trashed_links(&self) -> Result<Vec<FolderLink>, Error> {
        let mut links = Vec::new();
        for row in self.library.list_trash()? {
            if row.key.kind == TrashKind::Skill {
                links.extend(self.library.get_link(SkillId(row.key.id))?);
            }
        }
        Ok(links)
    }

    /// Why a folder stays on disk, as a sentence; none where it can go. The folders of `gone` go before it.
    pub(super) fn why_it_stays(
        &self,
        trash: &SystemTrash,
        link: &FolderLink,
        others: &Others,
        gone: &HashSet<PathBuf>,
    ) -> Result<Option<String>, Error> {
        if let Some(why) = others.why_it_stays(link) {
            return Ok(Some(why));
        }
        if !trash.takes(Path::new(&link.folder)) {
            let why = "The linked folder was kept because it is on a different disk from the system's trash. Delete it in \
                       the file manager.";
            return Ok(Some(why.to_owned()));
        }
        let files = self.library.get_skill(link.skill)?.files;
        // A link to a folder is the skill's where files of the skill lie in it.
        let is_stored = |path: &str| {
            let below =
                |file: &str| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            files.iter().any(|file| below(&file.path))
        };
        let is_own = |path: &str| path == link.skill_file || (!is_skill_file(Path::new(path)) && is_stored(path));
        Ok(match first_stranger(Path::new(&link.folder), is_own, |folder| gone.contains(folder)) {
            Ok(None) => None,
            Ok(Some(file)) if is_skill_file(&file) => {
                Some(format!("The linked folder was kept because it contains another skill, {}.", file.display()))
            }
            Ok(Some(file)) => Some(format!(
                "The linked folder was kept because it contains {}, which isn't part of the skill.",
                file.display()
            )),
            Err(cause) => Some(format!("The linked folder was kept: failed to {cause}.")),
        })
    }
}

impl Others {
    fn why_it_stays(&self, link: &FolderLink) -> Option<String> {
        let folder = Path::new(&link.folder);
        if !has_own_folder(link) {
            return Some("The linked folder was kept because this skill isn't the only one that uses it.".to_owned());
        }
        if is_of_clients(&link.folder) || self.clients.iter().any(|place| holds(folder, place)) {
            return Some("The linked folder was kept because clients look for skills in it.".to_owned());
        }
        if let Some(place) = self.studio.iter().find(|place| holds(folder, place)) {
            return Some(format!(
                "The linked folder was kept because it contains Skill Studio's own {}.",
                place.display()
            ));
        }
        let inside = self.linked.iter().find(|other| holds(folder, other));
        inside.map(|other| {
            format!("The linked folder was kept because it contains another linked skill, in {}.", other.display())
        })
    }
}

/// Whether a folder is one that clients read skills from, of the home folder or of a project.
fn is_of_clients(folder: &str) -> bool {
    let inside = format!("{}/skill/{SKILL_FILE}", folder.replace('\\', "/"));
    ClientPlace::of(&inside).is_some_and(|place| place.groups == 0)
}

/// Whether a place is in a folder or the folder itself, links in both followed.
fn holds(folder: &Path, place: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    place.starts_with(folder) || real(place).starts_with(real(folder))
}

fn is_skill_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(SKILL_FILE))
}
