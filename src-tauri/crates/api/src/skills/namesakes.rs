//! Skills of a library that share a name: nothing forbids it, and every client handles it differently.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use studio_model::{Level, Levels, SkillId};
use studio_store::{FindingRow, Ignores, SkillRow, StoredFinding};
use studio_text::{
    LineIndex, SkillDocument,
    lint::{NAMED, Namesakes, code::NAME_DUPLICATE, free_name, name_duplicate},
};

use crate::{
    Error,
    skills::{
        content::{convention_of, subject},
        line_endings,
    },
    state::session::Session,
};

/// A name that other skills of the library have too.
pub(crate) struct SharedName {
    name: String,
    others: usize,
    places: Vec<String>,
    free: String,
}

impl SharedName {
    /// As lint takes it.
    pub(crate) fn as_lint(&self) -> Namesakes<'_> {
        Namesakes { name: &self.name, others: self.others, places: &self.places, free: &self.free }
    }
}

/// The names that more than one skill has.
pub(crate) fn shared_names(rows: &[SkillRow]) -> HashSet<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for row in rows {
        *counts.entry(&row.name).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name.to_owned()).collect()
}

/// One problem more, as bad as that is.
pub(crate) fn count(row: &mut SkillRow, level: Option<Level>) {
    row.errors += u32::from(level == Some(Level::Error));
    row.warnings += u32::from(level == Some(Level::Warning));
}

/// How bad it is that another skill has the same name, and where that is ignored.
pub(crate) struct NameRule {
    pub(crate) levels: Levels,
    pub(crate) ignores: Ignores,
}

impl NameRule {
    /// None where that does not count: the rule is off or ignored, or the file is a convention, which has no name of its own.
    pub(crate) fn level(&self, row: &SkillRow) -> Option<Level> {
        let ignored = self.ignores.of(row.id, &row.group, NAME_DUPLICATE, &row.name);
        if ignored.is_some() { None } else { self.told(row) }
    }

    fn told(&self, row: &SkillRow) -> Option<Level> {
        if convention_of(&row.tags).is_some() { None } else { self.levels.told(NAME_DUPLICATE, Level::Warning) }
    }
}

impl Session {
    /// Every skill, its problems counted as every place tells them: for the library's client. Whether others have its name
    /// depends on them, so that is counted when it is asked for.
    pub(crate) fn list_counted_skills(&self) -> Result<Vec<SkillRow>, Error> {
        let mut rows = self.library.list_skills()?;
        self.count_for_client(&mut rows, None)?;
        let shared = self.levels_of_shared_names(&rows)?;
        for row in &mut rows {
            count(row, shared.get(&row.id).copied());
        }
        Ok(rows)
    }

    /// How bad it is that skills have the name of others, of those where that counts.
    pub(crate) fn levels_of_shared_names(&self, rows: &[SkillRow]) -> Result<HashMap<SkillId, Level>, Error> {
        let (shared, rule) = (shared_names(rows), self.name_rule()?);
        let is_shared = |row: &&SkillRow| shared.contains(&row.name);
        Ok(rows.iter().filter(is_shared).filter_map(|row| Some((row.id, rule.level(row)?))).collect())
    }

    /// What decides whether a name that several skills have counts.
    pub(crate) fn name_rule(&self) -> Result<NameRule, Error> {
        Ok(NameRule { levels: self.library.rule_levels()?, ignores: self.library.ignores()? })
    }

    /// What counts of what was found in these skills, as bad as the author finds it.
    pub(crate) fn counted_findings(
        &self,
        rows: &[SkillRow],
        of: &HashSet<SkillId>,
    ) -> Result<Vec<StoredFinding>, Error> {
        let mut found = self.judged_findings(self.counted_for()?)?;
        let (shared, rule) = (shared_names(rows), self.name_rule()?);
        for row in rows.iter().filter(|row| of.contains(&row.id) && shared.contains(&row.name)) {
            found.extend(self.name_finding(row, &rule)?.map(|(finding, _)| finding));
        }
        found.retain(|one| of.contains(&one.skill) && one.ignored.is_none());
        Ok(found)
    }

    /// That other skills have the name of this one, as a kept finding says it, and a name that nobody has.
    pub(crate) fn name_finding(
        &self,
        row: &SkillRow,
        rule: &NameRule,
    ) -> Result<Option<(StoredFinding, String)>, Error> {
        let Some(level) = rule.told(row) else { return Ok(None) };
        let Some(shared) = self.namesakes(row.id, &row.name)? else { return Ok(None) };
        let text = line_endings::for_editor(&self.skill_text(row.id)?);
        let found = name_duplicate(&SkillDocument::read(&text), shared.as_lint());
        let (lines, subject) = (LineIndex::new(&text), subject(&found, &text));
        let (from, to) = (lines.position(found.span.start), lines.position(found.span.end));
        let ignored = rule.ignores.of(row.id, &row.group, NAME_DUPLICATE, &subject);
        let finding = FindingRow {
            severity: level.as_str().to_owned(),
            code: NAME_DUPLICATE.to_owned(),
            message: found.message,
            subject,
            from_line: from.0 as u32,
            from_column: from.1 as u32,
            to_line: to.0 as u32,
            to_column: to.1 as u32,
            // Renaming all of them at once is no end of it: one may keep the name.
            has_fix: false,
        };
        Ok(Some((StoredFinding { skill: row.id, finding, ignored }, shared.free)))
    }

    /// The other skills with a name, as lint is told of them; none where there is none.
    pub(crate) fn namesakes(&self, id: SkillId, name: &str) -> Result<Option<SharedName>, Error> {
        let others: Vec<SkillId> = self.library.find_skills(name)?.into_iter().filter(|other| *other != id).collect();
        if others.is_empty() {
            return Ok(None);
        }
        let places = others.iter().take(NAMED).map(|other| self.place_of(*other)).collect::<Result<_, _>>()?;
        let free = free_name(name, |name| self.is_taken(name, None))?;
        Ok(Some(SharedName { name: name.to_owned(), others: others.len(), places, free }))
    }

    /// Where a skill is, for somebody who has to tell it from another of its name.
    fn place_of(&self, id: SkillId) -> Result<String, Error> {
        if let Some(link) = self.library.get_link(id)? {
            return Ok(Path::new(&link.folder).join(link.skill_file).to_string_lossy().into_owned());
        }
        let group = self.library.get_skill(id)?.group;
        Ok(if group.is_empty() { "this library".to_owned() } else { format!("group {group}") })
    }
}
