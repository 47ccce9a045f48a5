//! Files that come in: with a skill, or as one. What is over a cap is listed with its size.

use studio_model::{grouped, plural};

use super::{Owner, Pending, Walk};
use crate::found::SkipReason;
use crate::limits::size;
use crate::names;
use crate::plan::{Leaf, Reach};
use crate::tree::{Details, Kind, Listed, Tree};

impl<T: Tree> Walk<'_, T> {
    /// A file of the skill around it, if there is one.
    pub(super) fn belonging(&mut self, folder: &Pending<T::Node>, relative: &str, thing: Listed<T::Node>) {
        let Some(owner) = folder.owner else { return };
        if self.owners[owner].planned.is_none() || names::is_leftover(&thing.name) {
            return;
        }
        let Some(details) = self.details(relative, &thing.node) else { return };
        let path = relative[self.owners[owner].relative.len()..].trim_start_matches('/').to_owned();
        if self.owners[owner].paths.len() >= self.options.limits.skill_files {
            self.owners[owner].left_out += 1;
            return;
        }
        if let Some((reason, message)) = self.refusal(&self.owners[owner], &path, details.size) {
            self.skip(relative, reason, message);
            return;
        }
        let is_adk_candidate = self.is_adk() && matches!(thing.kind, Kind::File) && self.is_read_by_adk(relative);
        let display_path = self.place.show(relative);
        let leaf = Leaf { path: path.clone(), display_path, node: thing.node, details, is_adk_candidate };
        self.held += details.size;
        let owned = &mut self.owners[owner];
        owned.bytes += details.size;
        owned.paths.insert(path);
        if let Some(planned) = &mut owned.planned {
            planned.files.push(leaf);
        }
    }

    /// Why a file does not come with its skill.
    fn refusal(&self, owner: &Owner<T::Node>, path: &str, size: u64) -> Option<(SkipReason, String)> {
        let limits = &self.options.limits;
        if size > limits.file_bytes {
            Some((SkipReason::TooLarge, too_large(size, limits.file_bytes, "a skill's file")))
        } else if owner.bytes + size > limits.together_bytes {
            Some((SkipReason::TooLarge, together(limits.together_bytes)))
        } else if self.held + size > limits.discovery_bytes {
            Some((SkipReason::TooLarge, at_once(limits.discovery_bytes)))
        } else if owner.paths.contains(path) {
            let message = "Its name isn't UTF-8 and conflicts with another file in this skill. Rename it.".to_owned();
            Some((SkipReason::SameName, message))
        } else {
            None
        }
    }

    /// Says for each skill with too many files how many stay behind; a line for each of them would help nobody.
    pub(super) fn tell_left_out(&mut self) {
        let most = grouped(self.options.limits.skill_files);
        let left_out = self.owners.iter().filter(|owner| owner.left_out > 0);
        let told: Vec<_> = left_out.map(|owner| (owner.relative.clone(), owner.left_out)).collect();
        for (relative, count) in told {
            let message = format!(
                "A skill can have up to {most} files; {} imported. Move them out of the folder.",
                plural(count, "more in this folder isn't", "more in this folder aren't")
            );
            self.skip(&relative, SkipReason::TooManyFiles, message);
        }
    }

    /// Whether the folder of the one skill that is looked for has so much in it that the rest is left; says so then.
    pub(super) fn is_too_wide(&mut self, seen: usize) -> bool {
        let most = self.options.limits.skill_entries;
        let is_too_wide = self.reach == Reach::OneSkill && seen > most;
        if is_too_wide {
            let most = grouped(most);
            let message = format!(
                "This skill's folder has more than {most} files and folders; the rest were skipped. Move them out of the folder."
            );
            self.skip("", SkipReason::TooManyFiles, message);
        }
        is_too_wide
    }

    pub(super) fn skill_leaf(&mut self, relative: &str, thing: Listed<T::Node>) -> Option<Leaf<T::Node>> {
        let details = self.details(relative, &thing.node)?;
        let limits = &self.options.limits;
        let message = if details.size > limits.skill_file_bytes {
            too_large(details.size, limits.skill_file_bytes, "a skill file")
        } else if self.held + details.size > limits.discovery_bytes {
            at_once(limits.discovery_bytes)
        } else {
            self.held += details.size;
            let display_path = self.place.show(relative);
            return Some(Leaf { path: thing.name, display_path, node: thing.node, details, is_adk_candidate: false });
        };
        self.skip(relative, SkipReason::TooLarge, message);
        None
    }

    pub(super) fn details(&mut self, relative: &str, node: &T::Node) -> Option<Details> {
        match self.tree.details(node) {
            Ok(details) => Some(details),
            Err(error) => {
                self.skip(relative, SkipReason::Unreadable, format!("Can't read this file ({error})."));
                None
            }
        }
    }
}

pub(crate) fn too_large(actual: u64, limit: u64, what: &str) -> String {
    format!("This file is {}; the limit for {what} is {}. Make it smaller or remove it.", size(actual), size(limit))
}

fn together(limit: u64) -> String {
    format!("With this file, the skill exceeds the limit of {}. Remove large files.", size(limit))
}

fn at_once(limit: u64) -> String {
    format!("An import is limited to {}. Import this skill separately.", size(limit))
}
