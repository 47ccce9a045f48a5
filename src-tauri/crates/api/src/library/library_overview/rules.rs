//! What lint found in the skills of a library, counted by rule. What is ignored does not count.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
};

use studio_model::SkillId;
use studio_store::{SkillRow, StoredFinding};
use studio_text::{Target, lint::code::NAME_DUPLICATE};

use crate::{
    Error,
    dto::{ProblemRule, RuleOverview, Severity},
    library::rules::rules_of,
    skills::offsets::stored_severity,
    state::session::Session,
};

/// What was found.
pub(super) struct Rules {
    pub(super) found: Vec<Found>,
}

/// A problem of a skill.
pub(super) struct Found {
    /// The skill's place.
    pub(super) at: usize,
    pub(super) severity: Severity,
    code: String,
    has_fix: bool,
    /// Whether it is in a file that no row of a skill counts.
    is_in_other_file: bool,
}

impl Rules {
    /// For a client, or by the rules of the standard.
    pub(super) fn of(session: &Session, rows: &[SkillRow], client: Option<Target>) -> Result<Self, Error> {
        let places: HashMap<SkillId, usize> = rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
        let counted = session.judged_findings(client)?.into_iter().filter(|one| one.ignored.is_none());
        let stored = counted.filter_map(|StoredFinding { skill, finding, .. }| {
            let (at, severity) = (*places.get(&skill)?, stored_severity(&finding.severity));
            Some(Found { at, severity, code: finding.code, has_fix: finding.has_fix, is_in_other_file: false })
        });
        let shared = session.levels_of_shared_names(rows)?.into_iter().filter_map(|(id, level)| {
            let (at, severity) = (*places.get(&id)?, stored_severity(level.as_str()));
            Some(Found { at, severity, code: NAME_DUPLICATE.to_owned(), has_fix: false, is_in_other_file: false })
        });
        let paths = session.library.list_file_paths()?;
        let counted = session.reference_findings(rows, &paths)?.into_iter().filter(|(_, one)| one.ignored.is_none());
        let of_references = counted.filter_map(|(_, StoredFinding { skill, finding, .. })| {
            let (at, severity) = (*places.get(&skill)?, stored_severity(&finding.severity));
            Some(Found { at, severity, code: finding.code, has_fix: finding.has_fix, is_in_other_file: true })
        });
        Ok(Self { found: stored.chain(shared).chain(of_references).collect() })
    }

    /// How many are in files that no row of a skill counts, of the skills that are looked at.
    pub(super) fn in_other_files(&self, is_shown: impl Fn(usize) -> bool) -> u32 {
        self.found.iter().filter(|one| one.is_in_other_file && is_shown(one.at)).count() as u32
    }

    /// By rule, in the skills that are looked at: the gravest first, then those with the most problems.
    pub(super) fn by_rule(&self, is_shown: impl Fn(usize) -> bool) -> Vec<RuleOverview> {
        let mut by_code: BTreeMap<&str, Vec<&Found>> = BTreeMap::new();
        for one in self.found.iter().filter(|one| is_shown(one.at)) {
            by_code.entry(&one.code).or_default().push(one);
        }
        let rule = |rule: ProblemRule| {
            let found = by_code.get(rule.code.as_str())?;
            let skills: HashSet<usize> = found.iter().map(|one| one.at).collect();
            let severity = found.iter().map(|one| one.severity).min()?;
            Some(RuleOverview {
                severity,
                gravest: found.iter().filter(|one| one.severity == severity).count() as u32,
                problems: found.len() as u32,
                skills: skills.len() as u32,
                fixable: found.iter().filter(|one| one.has_fix).count() as u32,
                meaning: rule.meaning,
                code: rule.code,
            })
        };
        let mut rules: Vec<RuleOverview> = rules_of(by_code.keys().copied()).into_iter().filter_map(rule).collect();
        rules.sort_by_key(|rule| (rule.severity, Reverse(rule.problems)));
        rules
    }
}
