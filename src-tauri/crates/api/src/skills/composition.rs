//! Which tools a skill has: its own, and those of the skills it requires.

use std::collections::{BTreeMap, HashMap};

use studio_model::{AccessLevel, SkillId, ToolId};
use studio_runtime::{EffectiveTool, effective_tools};

use crate::{
    Error,
    skills::{absent::Requirements, tool_links::Links},
    state::session::Session,
};

/// The tools of every skill.
pub(crate) struct Composition {
    own: BTreeMap<SkillId, Vec<(ToolId, AccessLevel)>>,
    /// The row versions of tools that links are bound to.
    pins: HashMap<(SkillId, ToolId), i64>,
    /// What each skill requires, and what of that is missing.
    pub(crate) requirements: Requirements,
    tools: HashMap<ToolId, String>,
}

impl Session {
    /// The tools of every skill as they are now.
    pub(crate) fn composition(&self) -> Result<Composition, Error> {
        let tools: HashMap<ToolId, String> =
            self.library.list_tools()?.into_iter().map(|tool| (tool.id, tool.name)).collect();
        let mut own: BTreeMap<SkillId, Vec<(ToolId, AccessLevel)>> = BTreeMap::new();
        let mut pins = HashMap::new();
        for link in self.library.list_skill_tools()? {
            pins.extend(link.tool_version.map(|version| ((link.skill, link.tool), version)));
            if tools.contains_key(&link.tool) {
                own.entry(link.skill).or_default().push((link.tool, link.access));
            }
        }
        Ok(Composition { own, pins, requirements: self.requirements()?, tools })
    }
}

impl Composition {
    /// A skill's tools: its own, then those of the skills it requires, the nearest first.
    pub(crate) fn tools_of(&self, skill: SkillId) -> Vec<EffectiveTool> {
        effective_tools(skill, &self.own, &self.requirements.requires)
    }

    /// The row version of a tool that a skill calls it at: that of the link it has it by. None for the newest.
    pub(crate) fn pinned(&self, skill: SkillId, tool: &EffectiveTool) -> Option<i64> {
        self.pins.get(&(tool.through.unwrap_or(skill), tool.tool)).copied()
    }

    /// The skills one requires, directly or through others, the nearest first.
    pub(crate) fn required_by(&self, skill: SkillId) -> Vec<SkillId> {
        self.requirements.required_by(skill)
    }

    /// A skill's tools by name, with the list of its stored file.
    pub(crate) fn links_of(&self, skill: SkillId, listed: &[String]) -> Links {
        let mut links = Links { listed: listed.to_owned(), ..Links::default() };
        for granted in self.tools_of(skill) {
            let names = if granted.through.is_some() { &mut links.lent } else { &mut links.own };
            names.insert(self.tool_name(granted.tool));
        }
        links
    }

    /// A tool's name.
    pub(crate) fn tool_name(&self, tool: ToolId) -> String {
        self.tools.get(&tool).cloned().unwrap_or_default()
    }
}
