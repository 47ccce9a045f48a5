//! The list of skills that a host puts before its model.

use serde::{Deserialize, Serialize};
use studio_clients::{Scope, label_in};

use super::SkillFacts;

/// A skill as a host lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedSkill {
    /// Name. Only a list that was captured has skills that the agent does not have.
    pub skill: String,
    /// The description as it is shown; empty where only the name is.
    pub description: String,
    /// Whether it has an entry although its description is empty, since that says nothing.
    #[serde(default)]
    pub has_entry: bool,
    /// The path of its file as the host shortens it; none where it is not shortened.
    pub path: Option<String>,
    /// What the host calls it; none where that is its name.
    #[serde(default)]
    pub called: Option<String>,
    /// Whether it is the user's, not the project's.
    #[serde(default)]
    pub is_users: bool,
    /// Its whole entry, without the last line end, as an installed client sent it; none where it is made of the rest.
    #[serde(default)]
    pub line: Option<String>,
}

/// A skill with what a model sees of it in the host's list.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The skill; none for one that the agent does not have, which can be seen and not loaded.
    pub skill: Option<&'a SkillFacts>,
    /// What the list calls it.
    pub name: &'a str,
    /// Its description as it is shown; empty where only the name is.
    pub description: &'a str,
    /// Whether it has an entry although that is empty.
    pub has_entry: bool,
    /// The path of its file, as it is shown.
    pub path: &'a str,
    /// Whose it is.
    pub scope: Scope,
    /// Its whole entry as it was sent; none where it is made of the rest.
    pub line: Option<&'a str>,
}

impl<'a> Shown<'a> {
    /// What a model calls it by: the label of a skill that is listed as `folder (name)` begins with that.
    pub fn called(&self) -> &'a str {
        label_in(self.name).map_or(self.name, |(folder, _)| folder)
    }

    /// The skill, where a model that says `name` means it: as it is listed, by its own name, or by its folder's.
    pub fn meant_by(&self, name: &str) -> Option<&'a SkillFacts> {
        let skill = self.skill?;
        let folder = skill.location.rsplit('/').nth(1);
        (name == self.called() || name == skill.name || folder == Some(name)).then_some(skill)
    }
}
