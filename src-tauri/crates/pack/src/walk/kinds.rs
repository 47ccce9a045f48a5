//! Which files are skills, by name and place.

use super::{Pending, Walk, join};
use crate::found::{ImportFormat, SkillKind};
use crate::names;
use crate::plan::Reach;
use crate::tree::{Kind, Listed, Tree};

impl<T: Tree> Walk<'_, T> {
    pub(super) fn kind(&self, folder: &Pending<T::Node>, relative: &str, name: &str) -> Option<SkillKind> {
        if self.seeks_archives() {
            return None;
        }
        if names::is_skill_file(name) {
            return Some(SkillKind::Folder);
        }
        let format = self.options.format;
        if self.reach == Reach::OneSkill || format == Some(ImportFormat::AgentSkills) || names::is_leftover(name) {
            return None;
        }
        if self.is_adk() && self.is_read_by_adk(relative) && names::is_convention_file(relative) {
            // In `.skills` adk reads it like any other skill.
            let is_in_skills = relative.split('/').chain(self.above()).any(|part| part.eq_ignore_ascii_case(".skills"));
            let is_free = folder.owner.is_none() || folder.ignored.is_some();
            return if is_in_skills { is_free.then_some(SkillKind::Flat) } else { Some(SkillKind::Convention) };
        }
        if self.is_adk() && folder.ignored.is_some() {
            return self.is_read_by_adk(relative).then_some(SkillKind::Flat);
        }
        (folder.owner.is_none() && self.is_flat_skill(relative)).then_some(SkillKind::Flat)
    }

    pub(super) fn is_flat_skill(&self, relative: &str) -> bool {
        names::is_flat_skill(&self.above().into_iter().chain(relative.split('/')).collect::<Vec<_>>())
    }

    /// The nearest folders around: what was chosen may itself be `.skills` or `.claude/skills`.
    pub(super) fn above(&self) -> Vec<&str> {
        let above = &self.place.above;
        above[above.len().saturating_sub(2)..].iter().map(String::as_str).collect()
    }

    /// Which of `listed` makes its folder a skill.
    pub(super) fn skill_file(&self, folder: &str, listed: &[Listed<T::Node>]) -> Option<usize> {
        if self.seeks_archives() {
            return None;
        }
        let is_it = |thing: &Listed<T::Node>| {
            !self.is_adk() || (matches!(thing.kind, Kind::File) && self.is_read_by_adk(&join(folder, &thing.name)))
        };
        skill_file(listed, is_it)
    }
}

/// Which of `listed` makes its folder a skill: a file before a link, `SKILL.md` before the same in another case.
fn skill_file<N>(listed: &[Listed<N>], is_it: impl Fn(&Listed<N>) -> bool) -> Option<usize> {
    let candidates = listed.iter().enumerate();
    let is_named = |thing: &Listed<N>| names::is_skill_file(&thing.name) && !matches!(thing.kind, Kind::Folder);
    let candidates = candidates.filter(|(_, thing)| is_named(thing) && is_it(thing));
    let best = candidates.min_by_key(|(_, thing)| (!matches!(thing.kind, Kind::File), thing.name != "SKILL.md"));
    best.map(|(at, _)| at)
}
