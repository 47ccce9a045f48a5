//! Tools that skills name and nobody provides, have and never mention, mention and do not have.

use std::{collections::HashMap, sync::Arc};

use serde_json::Value;
use studio_model::SkillId;
use studio_store::{FindingRow, Reading, StoredFinding};
use studio_text::{
    lint::{
        KnownTools,
        code::{TOOL_MENTION, TOOL_NOT_ENABLED, TOOL_NOT_LINKED, TOOL_NOT_LISTED, TOOL_UNMENTIONED, UNKNOWN_TOOL},
    },
    near::most_alike,
};

use crate::{
    Error, Studio, Upkeep,
    dto::{StudioEvent, ToolProblem, ToolProblemKind},
    servers::tools::{self, Offered},
    skills::offsets::stored_severity,
    state::session::Session,
};

impl Studio {
    /// Names of every tool somebody provides: the library's, and what its servers offer.
    pub fn provided_tools(&self) -> Result<Vec<String>, Error> {
        let mut names: Vec<String> = self.session()?.tool_names()?.names.into_iter().collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Every place where a skill and its tools do not fit, by skill and line, but what the author ignores.
    pub fn list_tool_problems(&self) -> Result<Vec<ToolProblem>, Error> {
        self.session()?.list_tool_problems()
    }
}

/// The kind of problem that a finding of this code is; none where it is not about tools.
fn kind_of(code: &str) -> Option<ToolProblemKind> {
    Some(match code {
        UNKNOWN_TOOL => ToolProblemKind::Missing,
        TOOL_MENTION => ToolProblemKind::Mentioned,
        TOOL_NOT_ENABLED => ToolProblemKind::NotEnabled,
        TOOL_UNMENTIONED => ToolProblemKind::NeverMentioned,
        TOOL_NOT_LINKED => ToolProblemKind::NotLinked,
        TOOL_NOT_LISTED => ToolProblemKind::NotListed,
        _ => return None,
    })
}

/// Every tool somebody provides, the library's and what its servers offer: their names, and the words of their arguments.
fn tool_names(library: &Reading) -> Result<KnownTools, Error> {
    let mut tools = KnownTools { names: Offered::of(library)?.names().collect(), ..KnownTools::default() };
    for check in library.list_server_checks()?.values() {
        tools.words.extend(tools::tools(check).iter().flat_map(|tool| words_of(&tool.schema)));
    }
    for record in library.list_tool_records()? {
        for row in record.parameters {
            tools.words.extend(row.validation_schema.iter().flat_map(words_of));
            tools.words.insert(row.name);
        }
        tools.names.insert(record.tool.name.clone());
        tools.own.insert(record.tool.name);
    }
    Ok(tools)
}

/// The tools that skills are judged by: those somebody provides. Those that hosts bring are known to lint itself. A library
/// without any knows of none, so that whatever else a skill names is missing there.
pub(crate) fn tools_for_lint(library: &Reading) -> Result<KnownTools, Error> {
    let mut tools = tool_names(library)?;
    let skills = library.list_skill_names()?;
    tools.skills.reserve(skills.len());
    for (_, name) in &skills {
        tools.add_skill(name);
    }
    Ok(tools)
}

impl Session {
    /// See [`Studio::list_tool_problems`]. They are read off what is kept with the skills, as all their problems are: to judge
    /// a thousand skills takes seconds.
    pub(crate) fn list_tool_problems(self: &Arc<Self>) -> Result<Vec<ToolProblem>, Error> {
        self.judge_if_stale()?;
        let skills = self.names()?;
        let names: Vec<String> = self.library.list_tools()?.into_iter().map(|tool| tool.name).collect();
        // Many skills name the same tool.
        let mut alike: HashMap<String, Option<(&str, f64)>> = HashMap::new();
        let problem = |StoredFinding { skill, finding, .. }: StoredFinding| {
            let FindingRow { code, severity, message, subject: tool, from_line, .. } = finding;
            let kind = kind_of(&code)?;
            let is_absent = matches!(kind, ToolProblemKind::Missing | ToolProblemKind::Mentioned);
            let meant = || most_alike(&tool, names.iter().map(String::as_str));
            let near = if is_absent { *alike.entry(tool.clone()).or_insert_with(meant) } else { None };
            Some(ToolProblem {
                kind,
                severity: stored_severity(&severity),
                skill_id: skill.to_string(),
                skill: skills.get(&skill)?.clone(),
                similarity: near.map(|(_, similarity)| similarity).unwrap_or_default(),
                near: near.map(|(name, _)| name.to_owned()),
                tool,
                message,
                line: Some(from_line),
            })
        };
        let counted = self.library.list_findings()?.into_iter().filter(|one| one.ignored.is_none());
        let mut problems: Vec<ToolProblem> = counted.filter_map(problem).collect();
        problems.sort_by(|a, b| (&a.skill, a.line, &a.tool).cmp(&(&b.skill, b.line, &b.tool)));
        Ok(problems)
    }

    /// See [`tool_names`].
    pub(crate) fn tool_names(&self) -> Result<KnownTools, Error> {
        tool_names(&self.library)
    }

    /// See [`tools_for_lint`]; and for which clients the skills are.
    pub(crate) fn tools_for_lint(&self) -> Result<KnownTools, Error> {
        let mut tools = tools_for_lint(&self.library)?;
        tools.skills_for = self.skills_for(&tools)?;
        Ok(tools)
    }

    /// Judges every skill's tools anew after tools came, went or were renamed, beside the author's work where there is
    /// something that runs beside it.
    pub(crate) fn refresh_tool_findings(self: &Arc<Self>) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return self.judge_all();
        }
        let session = Arc::clone(self);
        std::thread::Builder::new()
            .name("tool problems".to_owned())
            // A library that cannot be read says so when the author next does something with it.
            .spawn(move || drop(session.judge_all()))
            .map(drop)
            .map_err(|cause| Error::interrupted(&cause))
    }

    /// Judges a skill anew, and those that reuse its tools.
    pub(crate) fn refresh_linked_through(self: &Arc<Self>, id: SkillId) -> Result<(), Error> {
        let composition = self.composition()?;
        for row in self.library.list_skills()? {
            if row.id == id || composition.required_by(row.id).contains(&id) {
                self.refresh_linked(row.id)?;
            }
        }
        Ok(())
    }

    /// Judges skills anew where others reuse the tools of one that went to the trash or came back, or are its children.
    pub(crate) fn skill_came_or_went(self: &Arc<Self>, id: SkillId) -> Result<(), Error> {
        self.skills_came_or_went(&[id])
    }

    /// The same for several skills at once.
    pub(crate) fn skills_came_or_went(self: &Arc<Self>, ids: &[SkillId]) -> Result<(), Error> {
        let links = if ids.is_empty() { Vec::new() } else { self.library.list_skill_dependencies()? };
        let is_reused = links.iter().any(|link| link.required && ids.contains(&link.depends_on));
        if is_reused || self.have_children(ids)? { self.refresh_tool_findings() } else { Ok(()) }
    }

    /// Whether some of these skills are parents, of what is in use.
    fn have_children(&self, ids: &[SkillId]) -> Result<bool, Error> {
        let with_parent = self.library.list_parents()?.into_iter().map(|(_, parent, _)| parent);
        let orphaned = self.library.list_orphans()?.into_iter().map(|(_, parent)| parent);
        Ok(with_parent.chain(orphaned).any(|parent| ids.contains(&parent)))
    }

    /// Judges one skill anew.
    fn refresh_linked(self: &Arc<Self>, id: SkillId) -> Result<(), Error> {
        self.refresh_findings(&self.writing(), id)?;
        self.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        Ok(())
    }
}

/// The properties a JSON Schema names and the values it allows, at any depth.
fn words_of(schema: &Value) -> Vec<String> {
    let mut words = Vec::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        match schema {
            Value::Object(entries) => {
                for (key, value) in entries {
                    match (key.as_str(), value) {
                        ("properties", Value::Object(properties)) => words.extend(properties.keys().cloned()),
                        ("enum", Value::Array(values)) => words.extend(values.iter().filter_map(text_of)),
                        ("const", value) => words.extend(text_of(value)),
                        _ => {}
                    }
                    open.push(value);
                }
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    words
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::words_of;

    #[test]
    fn the_words_of_a_schema_are_its_properties_and_values() {
        let schema = json!({ "properties": { "order_id": { "type": "string" }, "lines": { "type": "array", "items": {
            "properties": { "reason_code": { "enum": ["not_wanted", 3] }, "kind": { "const": "gift_card" } } } } } });
        let mut words = words_of(&schema);
        words.sort_unstable();
        assert_eq!(words, ["gift_card", "kind", "lines", "not_wanted", "order_id", "reason_code"]);
        assert!(words_of(&json!(true)).is_empty());
    }
}
