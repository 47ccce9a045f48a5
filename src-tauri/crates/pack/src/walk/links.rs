//! Symbolic links: almost never followed, always told where they could hide a skill or a skill's file.

use studio_clients::LinkOf;

use super::{Pending, Walk};
use crate::found::SkipReason;
use crate::names;
use crate::tree::{LeadsTo, Link, Tree};

impl<T: Tree> Walk<'_, T> {
    /// Whether a link is read like the file it leads to: only from inside a skill's folder to a file in that same
    /// folder. Every other link that could hold a skill, or belong to one, is listed.
    pub(super) fn is_followed(&mut self, folder: &Pending<T::Node>, relative: &str, name: &str, link: &Link) -> bool {
        if folder.ignored.is_some() || names::is_leftover(name) {
            return false;
        }
        if self.kind(folder, relative, name).is_some() {
            self.skipped_skill_link(folder, relative, link);
            return false;
        }
        let owner = folder.owner.map(|owner| &self.owners[owner]).filter(|owner| owner.planned.is_some());
        match (link.leads_to, owner) {
            (LeadsTo::Folder, _) => self.folder_link(folder, relative, link),
            (LeadsTo::File, Some(owner)) => {
                if link.within.as_deref().is_some_and(|within| is_inside(within, &owner.relative)) {
                    return true;
                }
                let message = format!(
                    "This is a link to {}, outside the skill folder. Copy the file here to include it.",
                    link.target
                );
                self.skip(relative, SkipReason::Symlink, message);
            }
            (LeadsTo::Nothing, Some(_)) => {
                let message = format!("This is a link to {}, which can't be opened. Fix or remove it.", link.target);
                self.skip(relative, SkipReason::Symlink, message);
            }
            (LeadsTo::File | LeadsTo::Nothing, None) => {}
        }
        false
    }

    fn folder_link(&mut self, folder: &Pending<T::Node>, relative: &str, link: &Link) {
        let at = self.at_link(folder, relative, LinkOf::Folder);
        let (reason, message) = match link.within.as_deref() {
            Some(within) if is_inside(relative, within) => (
                SkipReason::SymlinkLoop,
                format!("This link points back to {}, the folder it's in, and was skipped.", link.target),
            ),
            Some(within) if folder.owner.is_none() && folder_of(within) == folder_of(relative) => (
                SkipReason::Symlink,
                format!(
                    "This link is a second name for {}, which is read from there. Some clients list the skill under both \
                     names. Remove the link.",
                    link.target
                ),
            ),
            _ if self.is_folder_read_at_link(&at, folder, relative, link) => return,
            Some(_) => {
                (SkipReason::Symlink, format!("This is a link to {}; its target is read from there.", link.target))
            }
            None if self.is_for_clients(&at, relative, link) => return,
            None => (
                SkipReason::Symlink,
                format!(
                    "This link points outside the chosen folder, to {}. To include what is there, choose that folder.",
                    link.target
                ),
            ),
        };
        self.skip(relative, reason, message);
    }

    pub(super) fn skipped_skill_link(&mut self, folder: &Pending<T::Node>, relative: &str, link: &Link) {
        let at = self.at_link(folder, &folder.relative, LinkOf::SkillFile);
        let is_looked_for = relative.rsplit('/').next() == Some("SKILL.md");
        let told = if is_looked_for && !self.is_adk() { at.told() } else { String::new() };
        let message = match (link.leads_to, &link.within) {
            (LeadsTo::Nothing, _) => format!(
                "This skill file is a link to {}, which can't be opened. Fix the link or replace it with the file.",
                link.target
            ),
            (_, Some(within)) if names::is_skill_file(within.rsplit('/').next().unwrap_or(within)) => {
                format!("This skill file is a link to {}; the skill is read from there.", link.target)
            }
            _ if is_looked_for && self.is_for_clients(&at, relative, link) => return,
            (_, Some(_)) => {
                format!(
                    "This skill file is a link to {} and wasn't read. To include the skill, copy the file here.{told}",
                    link.target
                )
            }
            (_, None) => format!(
                "This skill file is a link to {}, outside the chosen folder. To include it, choose that file.{told}",
                link.target
            ),
        };
        self.skip(relative, SkipReason::Symlink, message);
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether `path` is below `folder`, both relative to the root.
fn is_inside(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}
