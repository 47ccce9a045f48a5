//! Folders of fetched and built files: how much of them is looked at, and what is said of the rest.

use super::{Ignored, Pending, Walk};
use crate::found::SkipReason;
use crate::names::{self, Visit};
use crate::tree::Tree;

impl<T: Tree> Walk<'_, T> {
    /// Takes `count` entries from an ignored folder's allowance; once it is used up, says so and stops.
    pub(super) fn spend(&mut self, ignored: usize, count: usize) -> bool {
        let allowance = &mut self.ignored[ignored];
        if allowance.left >= count {
            allowance.left -= count;
            return true;
        }
        allowance.left = 0;
        if !std::mem::replace(&mut allowance.is_told, true) {
            let relative = allowance.relative.clone();
            let message = format!(
                "This folder of downloaded or built files has more than {} entries and was only partly searched. To import from it, choose a folder inside it.",
                self.options.limits.ignored_entries
            );
            self.skip(&relative, SkipReason::IgnoredFolder, message);
        }
        false
    }

    pub(super) fn enter(
        &mut self,
        folder: &Pending<T::Node>,
        relative: String,
        name: &str,
        node: T::Node,
    ) -> Option<Pending<T::Node>> {
        let is_in_skill = folder.owner.is_some();
        let visit = if self.is_adk() {
            names::visit_for_adk(name, is_in_skill, names::is_below_skills(&self.above(), &relative))
        } else {
            names::visit(name, is_in_skill)
        };
        let (ignored, is_first) = match visit {
            Visit::Never => return None,
            Visit::Search => (folder.ignored, false),
            Visit::ListOnly if folder.ignored.is_some() => (folder.ignored, false),
            Visit::ListOnly => {
                let left = self.options.limits.ignored_entries;
                self.ignored.push(Ignored { relative: relative.clone(), left, is_told: false });
                (Some(self.ignored.len() - 1), true)
            }
        };
        if folder.owner.is_none() && ignored.is_none() && names::is_skill_file(name) && !self.is_adk() {
            let message = "This is a folder, but a skill file must be a text file. Rename the folder.";
            self.skip(&relative, SkipReason::SpecialFile, message.to_owned());
        }
        Some(Pending { relative, node, owner: folder.owner, ignored, is_first })
    }

    /// Says that a folder inside a skill does not come along.
    pub(super) fn leave_out(&mut self, folder: &Pending<T::Node>) {
        if folder.owner.is_some_and(|owner| self.owners[owner].planned.is_some()) {
            let message = "Dependencies and caches aren't part of a skill, so this folder was skipped.";
            self.skip(&folder.relative, SkipReason::IgnoredFolder, message.to_owned());
        }
    }
}
