//! What is looked at first: where there are many skills in several groups, the overview of them; else the skill with the
//! gravest problem for the client that the library is for.

use std::{cmp::Reverse, collections::HashMap};

use studio_model::SkillId;
use studio_store::{FindingRow, SkillRow};
use studio_text::code::{CLIENT_CUT, CLIENT_DROPPED, DESCRIPTION_NO_WHEN};

use crate::{
    Error, Studio,
    dto::{FirstPlace, Severity},
    skills::offsets::stored_severity,
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

    /// Tells what the client does by itself from what is counted with everything else.
    fn tell_apart(&mut self, found: &FindingRow) {
        *match found.code.as_str() {
            CLIENT_DROPPED => &mut self.dropped,
            CLIENT_CUT => &mut self.cut,
            _ => return,
        } += 1;
        match stored_severity(&found.severity) {
            Severity::Error => self.errors = self.errors.saturating_sub(1),
            Severity::Warning => self.warnings = self.warnings.saturating_sub(1),
            Severity::Info => {}
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
        if let Some(client) = self.counted_for()? {
            for (_, one) in self.found_by(client)?.into_iter().filter(|(_, one)| one.ignored.is_none()) {
                concerns.entry(one.skill).or_default().tell_apart(&one.finding);
            }
        }
        Ok(concerns)
    }
}
