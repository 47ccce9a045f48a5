//! Links at which clients find a skill that lies elsewhere: told with who follows them and where they lead, so that the
//! author may choose that, too; read at once where it is the author's own arrangement.

use std::path::{self, Path};

use studio_clients::{Client, ClientPlace, LinkOf, readers_of_link};

use super::{Pending, Walk};
use crate::found::{SkipReason, Skipped};
use crate::plan::{Linked, Reach};
use crate::tree::{LeadsTo, Link, Tree};

/// A skill that is a link, as clients see it.
pub(super) struct AtLink {
    /// Whether it lies in a client's folder.
    is_placed: bool,
    read_by: Vec<Client>,
    passed_over_by: Vec<Client>,
}

impl AtLink {
    /// Who reads it, and who does not, as sentences with a blank before each.
    pub(super) fn told(&self) -> String {
        let sentence = |words: &str, clients: &[Client]| {
            let labels: Vec<&str> = clients.iter().map(|client| client.label()).collect();
            if labels.is_empty() { String::new() } else { format!(" {words}: {}.", labels.join(", ")) }
        };
        let read_by = sentence("Clients that follow it", &self.read_by);
        read_by + &sentence("Clients that don't follow it", &self.passed_over_by)
    }
}

impl<T: Tree> Walk<'_, T> {
    /// The skill at a link in `folder`; to clients the folder `own` is its own.
    pub(super) fn at_link(&self, folder: &Pending<T::Node>, own: &str, link: LinkOf) -> AtLink {
        let shown = self.place.show(own);
        let shown = path::absolute(&shown).unwrap_or_else(|_| shown.into());
        let skill_file = format!("{}/SKILL.md", with_slashes(&shown));
        let home = self.options.home.as_deref().map(with_slashes);
        let is_inside_skill = folder.owner.is_some_and(|owner| self.owners[owner].relative != own);
        let place = ClientPlace::of(&skill_file);
        let (read_by, passed_over_by) = readers_of_link(link, place.as_ref(), home.as_deref(), is_inside_skill);
        AtLink { is_placed: place.is_some(), read_by, passed_over_by }
    }

    /// Whether a skill file is read though it is a link: where a client is meant, which looks for that name.
    pub(super) fn is_read_at_link(&self, relative: &str, link: &Link) -> bool {
        let is_looked_for = relative.rsplit('/').next() == Some("SKILL.md");
        self.options.is_for_client && is_looked_for && link.leads_to == LeadsTo::File && link.skill.is_some()
    }

    /// Whether a skill's folder is read though it is a link: where a client is meant, in a folder that clients search. Within
    /// it no link to a folder is followed.
    pub(super) fn is_folder_read_at_link(
        &mut self,
        at: &AtLink,
        folder: &Pending<T::Node>,
        relative: &str,
        link: &Link,
    ) -> bool {
        let is_read = self.options.is_for_client && self.reach == Reach::Everything && at.is_placed;
        if !is_read || at.read_by.is_empty() || link.skill.is_none() {
            return false;
        }
        let name = relative.rsplit('/').next().unwrap_or(relative);
        let Some(node) = self.tree.through(&folder.node, name) else { return false };
        self.linked.push(Linked::Here { link: node, shown: self.place.show(relative) });
        true
    }

    /// Whether clients that look here find a skill through a link. It is read where it is the author's own arrangement,
    /// and else listed with where it leads.
    pub(super) fn is_for_clients(&mut self, at: &AtLink, relative: &str, link: &Link) -> bool {
        let is_asked = self.reach == Reach::Everything && !self.is_adk() && !self.seeks_archives();
        let is_read = is_asked && at.is_placed && !at.read_by.is_empty();
        let Some(skill) = link.skill.as_ref().filter(|_| is_read) else { return false };
        if skill.is_authors {
            self.linked.push(Linked::There(skill.file.clone()));
            return true;
        }
        let (target, told, file) = (&link.target, at.told(), skill.file.display());
        let message = format!("This is a link to {target} and wasn't read.{told} To include it, choose {file}.");
        self.skipped.push(Skipped {
            path: self.place.show(relative),
            reason: SkipReason::LinkedSkill,
            message,
            leads_to: Some(skill.file.clone()),
        });
        true
    }
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
