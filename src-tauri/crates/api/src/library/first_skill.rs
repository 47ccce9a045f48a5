//! What is looked at first: where there are many skills in several groups, the overview of them; else the skill with the
//! gravest problem for the client that the library is for.

use std::{cmp::Reverse, collections::HashMap};

use studio_clients::target_of;
use studio_model::SkillId;
use studio_store::SkillRow;
use studio_text::code::{CLIENT_CUT, CLIENT_DROPPED, DESCRIPTION_NO_WHEN};

use crate::{
    Error, Studio,
    dto::{FirstPlace, LibraryProblem, Severity},
    state::session::Session,
};

/// So many skills are more than one person wrote, or knows by heart.
const MANY: u32 = 100;

/// What there is to look at in a skill, the gravest first: each field counts for more than all that follow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Concern {
    /// How often it was said that the client drops it.
    dropped: u32,
    errors: u32,
    warnings: u32,
    /// How often it was said that the client shows another description, or part of it.
    cut: u32,
    /// 1 where the description does not say when to use the skill.
    vague: u32,
}

impl Concern {
    fn of(row: &SkillRow, is_vague: bool) -> Self {
        Self {
            errors: row.errors + u32::from(row.broken.is_some()),
            warnings: row.warnings,
            vague: u32::from(is_vague),
            ..Self::default()
        }
    }

    fn add(&mut self, problem: &LibraryProblem) {
        match (problem.code.as_str(), problem.severity) {
            (CLIENT_DROPPED, _) => self.dropped += 1,
            (CLIENT_CUT, _) => self.cut += 1,
            (_, Severity::Error) => self.errors += 1,
            (_, Severity::Warning) => self.warnings += 1,
            (_, Severity::Info) => {}
        }
    }
}

impl Studio {
    /// Id of the skill to look at first: one that the library's client drops, else the one with the most errors, the most
    /// warnings, a description that the client cuts or that does not say when to use the skill, else the first by name.
    /// None where there is no skill.
    pub fn suggest_skill(&self) -> Result<Option<String>, Error> {
        let session = self.session()?;
        let rows = session.list_counted_skills()?;
        let concerns = session.concerns(&rows)?;
        let first = rows.iter().min_by_key(|row| Reverse(concerns.get(&row.id).copied().unwrap_or_default()));
        Ok(first.map(|row| row.id.to_string()))
    }
}

impl Session {
    /// What is looked at first in a library of so many skills.
    pub(super) fn first_place(&self, skills: u32) -> Result<FirstPlace, Error> {
        let is_of_many = skills >= MANY && self.library.count_groups()? > 1;
        Ok(if is_of_many { FirstPlace::Overview } else { FirstPlace::Skill })
    }

    fn concerns(&self, rows: &[SkillRow]) -> Result<HashMap<SkillId, Concern>, Error> {
        let vague = self.library.skills_with_finding(DESCRIPTION_NO_WHEN)?;
        let of = |row: &SkillRow| (row.id, Concern::of(row, vague.contains(&row.id)));
        let mut concerns: HashMap<SkillId, Concern> = rows.iter().map(of).collect();
        if let Some(target) = self.client()?.and_then(target_of) {
            for (skill, problems) in self.found_by(target)? {
                let concern = concerns.entry(skill).or_default();
                for problem in problems.iter().filter(|problem| problem.ignored.is_none()) {
                    concern.add(problem);
                }
            }
        }
        Ok(concerns)
    }
}
