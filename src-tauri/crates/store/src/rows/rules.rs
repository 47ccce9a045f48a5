//! Shapes for what the author says of lint's rules: where one is ignored, and what that comes to for a finding.

use std::collections::BTreeMap;

use studio_model::SkillId;

use super::{Ignored, IgnoredBy, IgnoredFinding};

/// Where a rule is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RulePlace {
    /// In one skill.
    Skill(SkillId),
    /// In every skill of a group, by its name.
    Group(String),
    /// In the whole library.
    Library,
}

/// A rule that is ignored in some place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IgnoredRule {
    /// Its code.
    pub code: String,
    /// Where.
    pub place: RulePlace,
    /// Why; may be empty.
    pub reason: String,
}

/// Everything the author of a library ignores.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ignores {
    findings: BTreeMap<SkillId, Vec<IgnoredFinding>>,
    rules: BTreeMap<String, Vec<IgnoredRule>>,
}

impl Ignores {
    pub(crate) fn new(findings: Vec<IgnoredFinding>, rules: Vec<IgnoredRule>) -> Self {
        let mut ignores = Self::default();
        for finding in findings {
            ignores.findings.entry(finding.skill).or_default().push(finding);
        }
        for rule in rules {
            ignores.rules.entry(rule.code.clone()).or_default().push(rule);
        }
        ignores
    }

    /// Whether nothing is ignored.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty() && self.rules.is_empty()
    }

    /// Whether, and why, a finding of a skill is ignored: by itself, else by the nearest place that its rule is ignored in.
    pub fn of(&self, skill: SkillId, group: &str, code: &str, subject: &str) -> Option<Ignored> {
        let mut own = self.findings.get(&skill).into_iter().flatten();
        if let Some(finding) = own.find(|one| one.code == code && one.subject == subject) {
            return Some(Ignored { by: IgnoredBy::Finding, reason: finding.reason.clone() });
        }
        let rules = self.rules.get(code)?;
        let reason_in = |by: IgnoredBy| {
            let is_there = |place: &RulePlace| match (by, place) {
                (IgnoredBy::Skill, RulePlace::Skill(id)) => *id == skill,
                (IgnoredBy::Group, RulePlace::Group(name)) => name == group,
                (IgnoredBy::Library, RulePlace::Library) => true,
                _ => false,
            };
            let rule = rules.iter().find(|rule| is_there(&rule.place))?;
            Some(Ignored { by, reason: rule.reason.clone() })
        };
        [IgnoredBy::Skill, IgnoredBy::Group, IgnoredBy::Library].into_iter().find_map(reason_in)
    }

    /// Why a rule is ignored in the whole library, where it is.
    pub fn in_library(&self, code: &str) -> Option<&str> {
        let rule = self.rules.get(code)?.iter().find(|rule| rule.place == RulePlace::Library)?;
        Some(&rule.reason)
    }
}
