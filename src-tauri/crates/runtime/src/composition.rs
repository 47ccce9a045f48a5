//! Which tools a skill has in the end: its own, and those of the skills it requires.

use std::collections::{BTreeMap, HashSet, VecDeque};

use studio_model::{AccessLevel, SkillId, ToolId};

/// A tool a skill may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectiveTool {
    /// The tool.
    pub tool: ToolId,
    /// What the skill may do with it.
    pub access: AccessLevel,
    /// The skill whose tool it reuses; none for one of its own.
    pub through: Option<SkillId>,
}

/// The tools a skill has: its own, then those of the skills it requires and of those they require, nearest first.
///
/// `tools` are each skill's own, `requires` the dependencies that are required and in use, both in their order. A tool
/// that several bring comes from the nearest, with the access it has there; the skill's own link therefore always wins,
/// even one that allows less. Circles do no harm.
pub fn effective_tools(
    skill: SkillId,
    tools: &BTreeMap<SkillId, Vec<(ToolId, AccessLevel)>>,
    requires: &BTreeMap<SkillId, Vec<SkillId>>,
) -> Vec<EffectiveTool> {
    let mut effective = Vec::new();
    let mut known = HashSet::new();
    let mut met = HashSet::from([skill]);
    let mut open = VecDeque::from([skill]);
    while let Some(current) = open.pop_front() {
        let through = (current != skill).then_some(current);
        for (tool, access) in tools.get(&current).into_iter().flatten() {
            if known.insert(*tool) {
                effective.push(EffectiveTool { tool: *tool, access: *access, through });
            }
        }
        open.extend(requires.get(&current).into_iter().flatten().filter(|next| met.insert(**next)));
    }
    effective
}
