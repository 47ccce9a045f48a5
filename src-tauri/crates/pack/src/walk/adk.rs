//! Where adk looks for skills, and what of a walk only it would read.

use super::{Pending, Walk};
use crate::found::{ImportFormat, SkillKind, SkipReason};
use crate::names;
use crate::plan::Reach;
use crate::tree::{Kind, LeadsTo, Link, Listed, Tree};

impl<T: Tree> Walk<'_, T> {
    pub(super) fn is_adk(&self) -> bool {
        self.options.format == Some(ImportFormat::Adk) && self.reach == Reach::Everything
    }

    pub(super) fn is_read_by_adk(&self, relative: &str) -> bool {
        names::is_read_by_adk(&self.above(), relative)
    }

    /// Whether adk walks through a link: only where it starts to look.
    pub(super) fn is_looked_through(&self, relative: &str, link: &Link) -> bool {
        self.is_adk() && link.leads_to == LeadsTo::Folder && names::is_root_of_adk(relative)
    }

    /// A file that is a skill by its name, where only what adk reads comes in.
    pub(super) fn file_for_adk(
        &mut self,
        folder: &Pending<T::Node>,
        relative: &str,
        kind: Option<SkillKind>,
        thing: Listed<T::Node>,
    ) {
        if matches!(thing.kind, Kind::Link(_)) || !self.is_read_by_adk(relative) {
            let message = "adk looks for skills only in .skills and .claude/skills of the chosen folder, in .md files, and \
                           not in folders named references, agents or scripts. To import this skill, don't use the adk \
                           format.";
            return self.skip(relative, SkipReason::AdkNotSearched, message.to_owned());
        }
        let kind = kind.filter(|kind| *kind == SkillKind::Convention).unwrap_or(SkillKind::Flat);
        // Among fetched and built files most are no skills; those without frontmatter are left there.
        let is_doubtful = folder.ignored.is_some() && kind == SkillKind::Flat && !names::is_skill_file(&thing.name);
        self.single(folder, relative, kind, thing, is_doubtful);
    }
}
