//! Who uses a skill, and what is said of it: on the skill's page, before it goes to the trash, and on the map.

use studio_store::{HowUsed, SkillUse};

use crate::{
    base::shown::in_row,
    dto::{SkillUser, SkillUserKind},
};

/// What an agent does with a skill it is assigned.
pub(crate) const LOADS: &str = "loads";
/// What a skill says of one it depends on.
pub(crate) const REQUIRES: &str = "requires";
/// What a skill says of one it goes without.
pub(crate) const WORKS_BETTER_WITH: &str = "works better with";
/// What a skill is to its parent.
pub(crate) const IS_A_CHILD_OF: &str = "is a child of";

/// Who uses a skill of this name, and how.
pub(crate) fn user_of(one: &SkillUse, skill: &str) -> SkillUser {
    let (kind, words) = match one.how {
        HowUsed::Loaded => (SkillUserKind::Agent, LOADS),
        HowUsed::Required => (SkillUserKind::Skill, REQUIRES),
        HowUsed::Recommended => (SkillUserKind::Skill, WORKS_BETTER_WITH),
        HowUsed::Child => (SkillUserKind::Skill, IS_A_CHILD_OF),
    };
    let why = in_row(format!("{} {words} {skill}.", one.name));
    SkillUser { kind, id: one.id.to_string(), name: in_row(one.name.clone()), why }
}
