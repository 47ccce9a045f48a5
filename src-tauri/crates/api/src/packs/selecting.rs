//! What of a library belongs to a pack.

use std::collections::{BTreeSet, HashMap, HashSet};

use studio_model::SkillId;
use studio_pack::targets::Refusal;
use studio_store::{self as store, SkillRow, StoredFinding, sha256_hex};
use studio_text::lint::code;

use crate::{
    Error, Studio,
    dto::{PackAlong, PackContent, PackSkill, PackSummary, Tokens},
    selection::asked::can_be_asked,
    state::session::Session,
};

/// The skills of a pack, as the library has them.
pub(super) struct Selected {
    /// All skills of the library, by name.
    pub(super) rows: Vec<SkillRow>,
    /// Those that were chosen.
    pub(super) chosen: HashSet<SkillId>,
    /// Those that go out: with those they require, where these go along.
    pub(super) skills: HashSet<SkillId>,
    /// Ids that lead to no skill.
    pub(super) missing: Vec<String>,
    /// Required skills that are in the trash.
    pub(super) refusals: Vec<Refusal>,
    /// How many required skills were not chosen.
    required: u32,
}

impl Selected {
    /// The rows of what goes out.
    pub(super) fn out(&self) -> impl Iterator<Item = &SkillRow> {
        self.rows.iter().filter(|row| self.skills.contains(&row.id))
    }
}

impl Studio {
    /// What a pack comes to as it would be saved, without its targets.
    pub fn get_pack_summary(&self, content: &PackContent) -> Result<PackSummary, Error> {
        let session = self.session()?;
        session.judge_if_stale()?;
        let selected = session.select(content)?;
        session.summarise(&selected, &session.queries_of(content, &selected)?)
    }
}

impl Session {
    pub(super) fn select(&self, content: &PackContent) -> Result<Selected, Error> {
        let rows = self.list_counted_skills()?;
        let known: HashSet<SkillId> = rows.iter().map(|row| row.id).collect();
        let parsed = content.skills.iter().map(|id| (id, id.parse::<SkillId>().ok().filter(|id| known.contains(id))));
        let (mut chosen, mut missing) = (HashSet::new(), Vec::new());
        for (text, id) in parsed {
            match id {
                Some(id) => drop(chosen.insert(id)),
                None => missing.push(text.clone()),
            }
        }
        let mut refusals = Vec::new();
        let all = self.with_required(chosen.iter().copied().collect(), &mut refusals)?;
        let required = (all.len() - chosen.len()) as u32;
        let skills = if content.along.required_skills { all } else { chosen.clone() };
        Ok(Selected { rows, chosen, skills, missing, refusals, required })
    }

    /// The labelled queries that expect a skill of these, all of whose expectations the library has.
    pub(super) fn queries_of(
        &self,
        content: &PackContent,
        selected: &Selected,
    ) -> Result<Vec<store::LabelledQuery>, Error> {
        let known: HashSet<&str> = selected.rows.iter().map(|row| row.name.as_str()).collect();
        let names: HashSet<&str> = selected.out().map(|row| row.name.as_str()).collect();
        let mut queries = self.library.list_queries(content.gates.query_set.as_deref())?;
        queries.retain(|query| {
            query.expected.iter().any(|name| names.contains(name.as_str()))
                && can_be_asked(query, |name| known.contains(name))
        });
        Ok(queries)
    }

    pub(super) fn summarise(
        &self,
        selected: &Selected,
        queries: &[store::LabelledQuery],
    ) -> Result<PackSummary, Error> {
        let missing_tools = missing_tools(self.library.list_findings()?, &selected.skills);
        let mut files: HashMap<SkillId, u32> = HashMap::new();
        for (skill, _) in self.library.list_files()? {
            *files.entry(skill).or_default() += 1;
        }
        let links = self.library.list_skill_tools()?;
        let tools: HashSet<_> =
            links.iter().filter(|link| selected.skills.contains(&link.skill)).map(|link| link.tool).collect();
        let given = self.library.list_agent_skills()?;
        let agents: HashSet<_> =
            given.iter().filter(|link| selected.skills.contains(&link.skill)).map(|link| link.agent).collect();
        let mut summary = PackSummary {
            missing: selected.missing.clone(),
            required_skills: selected.required,
            tools: tools.len() as u32,
            agents: agents.len() as u32,
            queries: queries.len() as u32,
            ..PackSummary::default()
        };
        let ids: Vec<SkillId> = selected.out().map(|row| row.id).collect();
        for (row, version) in selected.out().zip(self.library.declared_versions(&ids)?) {
            let tokens = Tokens { description: row.tokens.description, body: row.tokens.body, files: row.tokens.files };
            summary.tokens.description += tokens.description;
            summary.tokens.body += tokens.body;
            summary.tokens.files += tokens.files;
            let count = files.get(&row.id).copied().unwrap_or_default();
            summary.files += count;
            summary.skills.push(PackSkill {
                id: row.id.to_string(),
                name: row.name.clone(),
                version,
                is_required_only: !selected.chosen.contains(&row.id),
                files: count,
                tokens,
                errors: row.errors,
                warnings: row.warnings,
                missing_tools: missing_tools.get(&row.id).into_iter().flatten().cloned().collect(),
            });
        }
        Ok(summary)
    }

    /// Hash of the rows that a pack is made of: another one says that something of it changed.
    pub(super) fn basis_of(&self, selected: &Selected, along: PackAlong) -> Result<String, Error> {
        let mut lines: Vec<String> =
            selected.out().map(|row| format!("s {} {}", row.id, row.aggregate_version)).collect();
        if along.tools || along.agents {
            let tools = self.library.list_tools()?.into_iter();
            lines.extend(tools.map(|tool| format!("t {} {}", tool.id, tool.audit.aggregate_version)));
            let links = self.library.list_skill_tools()?.into_iter();
            lines.extend(links.map(|link| {
                format!("l {} {} {} {:?}", link.skill, link.tool, link.audit.aggregate_version, link.tool_version)
            }));
        }
        if along.agents {
            let agents = self.library.list_agents()?.into_iter();
            lines.extend(agents.map(|agent| format!("a {} {}", agent.id, agent.audit.aggregate_version)));
        }
        lines.sort_unstable();
        Ok(sha256_hex(lines.join("\n").as_bytes()))
    }
}

/// Tools that skills name and nobody has, by skill.
fn missing_tools(findings: Vec<StoredFinding>, skills: &HashSet<SkillId>) -> HashMap<SkillId, BTreeSet<String>> {
    let mut missing: HashMap<SkillId, BTreeSet<String>> = HashMap::new();
    for one in findings.into_iter().filter(|one| is_phantom(&one.finding.code) && one.ignored.is_none()) {
        if skills.contains(&one.skill) {
            missing.entry(one.skill).or_default().insert(one.finding.subject);
        }
    }
    missing
}

/// Whether a rule of lint says that a tool is not there.
pub(super) fn is_phantom(rule: &str) -> bool {
    [code::UNKNOWN_TOOL, code::REQUIRED_TOOL].contains(&rule)
}
