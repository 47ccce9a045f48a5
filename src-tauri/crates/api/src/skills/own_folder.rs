//! The folder of a linked skill: what it is called, and what lies in it beside the skill's files.

use std::{
    fs,
    path::{Component, Path},
};

use studio_store::{FolderLink, SKILL_FILE};
use studio_text::lint::{Elsewhere, OnDisk};

/// Name of the folder a skill lies in, where the skill is a folder of its own.
pub(crate) fn folder_name(link: &FolderLink) -> Option<String> {
    own_folder(&link.folder, &link.skill_file)
}

/// The same, of a folder and the skill file in it.
pub(crate) fn own_folder(folder: &str, skill_file: &str) -> Option<String> {
    let name = Path::new(folder).file_name()?.to_string_lossy().into_owned();
    skill_file.eq_ignore_ascii_case(SKILL_FILE).then_some(name)
}

/// A skill's own folder on disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SkillFolder<'a>(pub(crate) &'a Path);

impl<'a> SkillFolder<'a> {
    /// That of a linked skill; none where the folder is not its own.
    pub(crate) fn of(link: &'a FolderLink) -> Option<Self> {
        Self::at(&link.folder, &link.skill_file)
    }

    /// The same, of a folder and the skill file in it.
    pub(crate) fn at(folder: &'a str, skill_file: &str) -> Option<Self> {
        own_folder(folder, skill_file).map(|_| Self(Path::new(folder)))
    }

    /// Whether something lies there already, be it a file of the skill or not.
    pub(crate) fn has(self, path: &str) -> bool {
        // A path with a root of its own would lead out of the folder.
        let is_within = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        is_within && fs::symlink_metadata(self.0.join(path)).is_ok()
    }

    /// Whether a path leads into a skill's folder within this one, or is such a folder.
    fn is_of_inner_skill(self, path: &str) -> bool {
        let place = self.0.join(path);
        let mut between = place.ancestors().take_while(|above| *above != self.0);
        between.any(|above| above.join(SKILL_FILE).is_file())
    }
}

impl OnDisk for SkillFolder<'_> {
    fn lies(&self, path: &str) -> Option<Elsewhere> {
        let place = || if self.is_of_inner_skill(path) { Elsewhere::InnerSkill } else { Elsewhere::LeftOut };
        self.has(path).then(place)
    }
}
