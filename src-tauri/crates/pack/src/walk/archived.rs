//! Archives that lie in folders: which of them are opened.

use super::{Pending, Walk};
use crate::found::{ImportFormat, SkillKind};
use crate::names;
use crate::plan::{Archived, Reach};
use crate::tree::{Kind, Listed, Tree};

impl<T: Tree> Walk<'_, T> {
    /// Whether only archives are looked for.
    pub(super) fn seeks_archives(&self) -> bool {
        self.tree.has_archives() && self.options.format == Some(ImportFormat::SkillZip)
    }

    /// Whether a file is an archive that comes in with its folder. A `.skill` is one by its name; a `.zip` may be anything,
    /// and is opened where it is chosen, or archives are asked for. What lies in a skill's folder is a file of that skill.
    pub(super) fn is_archive_to_open(&self, folder: &Pending<T::Node>, thing: &Listed<T::Node>) -> bool {
        let is_file = matches!(thing.kind, Kind::File) && !names::is_leftover(&thing.name);
        let is_wanted = match self.options.format {
            None => names::is_skill_archive(&thing.name),
            Some(ImportFormat::SkillZip) => names::is_archive(&thing.name),
            Some(ImportFormat::AgentSkills | ImportFormat::Adk) => false,
        };
        is_wanted && is_file && folder.owner.is_none() && self.reach == Reach::Everything && self.tree.has_archives()
    }

    /// Keeps an archive to be opened after the walk.
    pub(super) fn archived(&mut self, folder: &Pending<T::Node>, relative: &str, thing: Listed<T::Node>) {
        let (display_path, group) = (self.place.show(relative), self.group(&folder.relative, SkillKind::Flat));
        self.archives.push(Archived { node: thing.node, display_path, group });
    }
}
