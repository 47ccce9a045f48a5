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

/// The skills one requires, directly or through others, the nearest first.
pub fn required_by(skill: SkillId, requires: &BTreeMap<SkillId, Vec<SkillId>>) -> Vec<SkillId> {
    let mut seen = HashSet::from([skill]);
    let mut found = vec![skill];
    let mut at = 0;
    while let Some(&next) = found.get(at) {
        at += 1;
        found.extend(requires.get(&next).into_iter().flatten().filter(|required| seen.insert(**required)));
    }
    found.split_off(1)
}

/// The shortest way from a start over what each needs back to itself, without its end; none where there is no such way.
pub fn circle<K: Copy + Ord>(start: K, needs: &BTreeMap<K, Vec<K>>) -> Option<Vec<K>> {
    let mut before: BTreeMap<K, K> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        for &next in needs.get(&at).into_iter().flatten() {
            if next == start {
                let mut way = vec![at];
                while let Some(earlier) = way.last().and_then(|last| before.get(last)) {
                    way.push(*earlier);
                }
                way.reverse();
                return Some(way);
            }
            before.entry(next).or_insert_with(|| {
                open.push_back(next);
                at
            });
        }
    }
    None
}
