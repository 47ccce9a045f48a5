//! How bad rules are where files on disk are judged: as whoever asks says, else as the library's author does.

use std::ops::AddAssign;

use studio_model::Levels;

use super::{LintBasis, LintedFinding};
use crate::{Error, dto::RuleLevel, library::rules::refuse_unknown};

/// How many findings are of rules that are off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Off {
    /// Because the library's author turned them off.
    pub in_library: usize,
    /// Because whoever asks turned them off.
    pub asked: usize,
}

impl AddAssign for Off {
    fn add_assign(&mut self, other: Self) {
        self.in_library += other.in_library;
        self.asked += other.asked;
    }
}

/// How bad each rule is.
pub(super) struct Told<'a> {
    levels: Levels,
    /// What whoever asks says.
    given: &'a [(String, RuleLevel)],
}

impl<'a> Told<'a> {
    /// Refuses what is no rule.
    pub(super) fn of(library: Option<&LintBasis>, given: &'a [(String, RuleLevel)]) -> Result<Self, Error> {
        let mut levels = library.map(|library| library.levels.clone()).unwrap_or_default();
        for (rule, level) in given {
            refuse_unknown(rule)?;
            levels.set(rule, level.noun());
        }
        Ok(Self { levels, given })
    }

    /// Makes findings as bad as their rules are; those whose rule is off go, and are counted.
    pub(super) fn take(&self, findings: &mut Vec<LintedFinding>) -> Off {
        let mut off = Off::default();
        findings.retain_mut(|one| {
            let told = one.finding.severity.at_level(&self.levels, &one.finding.code);
            one.finding.severity = told.unwrap_or(one.finding.severity);
            if told.is_none() {
                let is_asked = self.given.iter().any(|(rule, _)| *rule == one.finding.code);
                *(if is_asked { &mut off.asked } else { &mut off.in_library }) += 1;
            }
            told.is_some()
        });
        off
    }
}
