//! Which tools a skill has: its own, and those of the skills it requires.

use std::collections::{BTreeMap, HashMap, HashSet};

use studio_model::{AccessLevel, SkillId, ToolId};
use studio_runtime::{EffectiveTool, effective_tools};

use crate::{Error, content::Links, session::Session};

/// The tools of every skill.
pub(crate) struct Composition {
    own: BTreeMap<SkillId, Vec<(ToolId, AccessLevel)>>,
    requires: BTreeMap<SkillId, Vec<SkillId>>,
    skills: HashMap<SkillId, String>,
    tools: HashMap<ToolId, String>,
}

impl Session {
    /// The tools of every skill by name, as they are linked and listed now.
    pub(crate) fn links_of_skills(&self) -> Result<HashMap<SkillId, Links>, Error> {
        Ok(self.composition()?.links(&self.library.list_listed_tools()?))
    }

    /// The tools of every skill as they are now.
    pub(crate) fn composition(&self) -> Result<Composition, Error> {
        let skills: HashMap<SkillId, String> =
            self.library.list_skills()?.into_iter().map(|row| (row.id, row.name)).collect();
        let tools: HashMap<ToolId, String> =
            self.library.list_tools()?.into_iter().map(|tool| (tool.id, tool.name)).collect();
        let mut own: BTreeMap<SkillId, Vec<(ToolId, AccessLevel)>> = BTreeMap::new();
        for link in self.library.list_skill_tools()? {
            if tools.contains_key(&link.tool) {
                own.entry(link.skill).or_default().push((link.tool, link.access));
            }
        }
        let mut requires: BTreeMap<SkillId, Vec<SkillId>> = BTreeMap::new();
        for link in self.library.list_skill_dependencies()? {
            if link.required && skills.contains_key(&link.depends_on) {
                requires.entry(link.skill).or_default().push(link.depends_on);
            }
        }
        Ok(Composition { own, requires, skills, tools })
    }
}

impl Composition {
    /// A skill's tools: its own, then those of the skills it requires, the nearest first.
    pub(crate) fn tools_of(&self, skill: SkillId) -> Vec<EffectiveTool> {
        effective_tools(skill, &self.own, &self.requires)
    }

    /// The skills one requires, directly or through others, the nearest first.
    pub(crate) fn required_by(&self, skill: SkillId) -> Vec<SkillId> {
        let mut seen = HashSet::from([skill]);
        let mut found = vec![skill];
        let mut at = 0;
        while let Some(&next) = found.get(at) {
            at += 1;
            for &required in self.requires.get(&next).into_iter().flatten() {
                if seen.insert(required) {
                    found.push(required);
                }
            }
        }
        found.split_off(1)
    }

    /// Every skill's tools by name, with the lists of their stored files.
    pub(crate) fn links(&self, lists: &HashMap<SkillId, Vec<String>>) -> HashMap<SkillId, Links> {
        let mut links: HashMap<SkillId, Links> = HashMap::new();
        for &skill in self.skills.keys() {
            let mut of_skill = Links { listed: lists.get(&skill).cloned().unwrap_or_default(), ..Links::default() };
            for granted in self.tools_of(skill) {
                let names = if granted.through.is_some() { &mut of_skill.lent } else { &mut of_skill.own };
                names.insert(self.tool_name(granted.tool));
            }
            links.insert(skill, of_skill);
        }
        links
    }

    /// A skill's name.
    pub(crate) fn name_of(&self, skill: SkillId) -> String {
        self.skills.get(&skill).cloned().unwrap_or_default()
    }

    /// A tool's name.
    pub(crate) fn tool_name(&self, tool: ToolId) -> String {
        self.tools.get(&tool).cloned().unwrap_or_default()
    }
}
