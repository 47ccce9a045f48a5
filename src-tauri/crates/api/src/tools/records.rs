//! Tools as authors keep them: opening, saving, deleting, earlier states.

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::tool_id, shown::in_row, token_counts::count},
    calls::handlers::Subject,
    definitions::{forms as tool_forms, settled::settled, spec as tool_spec, stated},
    dto::{
        CredentialChoice, Difference, StudioEvent, ToolDetail, ToolEdit, ToolInfo, ToolMetrics, ToolName, ToolPart,
        ToolUse, ToolVersionInfo, ToolVersionReason, ToolboxEdit,
    },
    kept::{self, Unreadable, tools::Snapshot},
    servers::tools::Offered,
    skills::absent::Trashed,
    state::session::Session,
};
use std::{collections::HashSet, sync::Arc};

use studio_model::{SkillId, SkillTool, ToolId};
use studio_store::{CallCount, ToolRecord, ToolVersionRow};

/// A state of a tool, from its timeline.
fn kept_edit(row: &ToolVersionRow, id: &str) -> Result<ToolEdit, Unreadable> {
    Ok(kept::read::<Snapshot>(&row.snapshot)?.edit(Some(id.to_owned()), row.aggregate_version as u32))
}

impl Studio {
    /// A tool with its specification in all three forms, used or deleted.
    pub fn get_tool(&self, id: &str) -> Result<ToolDetail, Error> {
        self.session()?.tool_detail(tool_id(id)?)
    }

    /// Creates or changes a tool, and keeps what it was before. One that holds a credential is refused.
    pub fn save_tool(&self, tool: &ToolEdit) -> Result<ToolDetail, Error> {
        self.save_tool_choosing(tool, CredentialChoice::Ask)
    }

    /// Stores a tool whose credentials are settled.
    pub(crate) fn store_edited_tool(&self, tool: &ToolEdit) -> Result<ToolDetail, Error> {
        let session = self.session()?;
        let reason = if tool.id.is_some() { "saved" } else { "created" };
        let settled = match &tool.id {
            Some(id) => settled(&session.library.get_tool_record(tool_id(id)?)?, tool),
            None => tool.clone(),
        };
        let id = session.store_tool(&settled, reason)?;
        self.keep_found_secrets(&serde_json::json!(tool).to_string())?;
        session.tools_changed()?;
        session.tool_detail(id)
    }

    /// The states a tool was saved in, newest first.
    pub fn list_tool_versions(&self, id: &str) -> Result<Vec<ToolVersionInfo>, Error> {
        let rows = self.session()?.library.list_tool_versions(tool_id(id)?)?;
        let edits: Vec<Result<ToolEdit, Unreadable>> = rows.iter().map(|row| kept_edit(row, id)).collect();
        let versions = rows.iter().enumerate().map(|(at, row)| {
            let now = edits[at].as_ref().ok();
            let before = edits.get(at + 1).and_then(|edit| edit.as_ref().ok());
            ToolVersionInfo {
                id: row.id.to_string(),
                aggregate_version: row.aggregate_version as u32,
                created_at: row.created_ts.clone(),
                user: row.user.clone(),
                reason: ToolVersionReason::parse(&row.reason).unwrap_or(ToolVersionReason::Other),
                version: now.map(|edit| edit.version.clone()).unwrap_or_default(),
                changed: now.zip(before).map(|(now, before)| changed_parts(before, now)).unwrap_or_default(),
                unreadable: edits[at].as_ref().err().map(ToString::to_string),
            }
        });
        Ok(versions.collect())
    }

    /// Saves an earlier state of a tool as its newest.
    pub fn restore_tool_version(&self, id: &str, version_id: &str) -> Result<ToolDetail, Error> {
        let session = self.session()?;
        let id = tool_id(id)?;
        let rows = session.library.list_tool_versions(id)?;
        let row = rows.into_iter().find(|row| row.id.to_string() == version_id);
        let row = row.ok_or_else(|| Error::bad_id("version", version_id))?;
        let kept: Snapshot = kept::read(&row.snapshot).map_err(|why| {
            Error::new(ErrorCode::Invalid, format!("This version can't be read. {why}")).with_detail(&why)
        })?;
        let now = session.library.get_tool_record(id)?;
        let edit = kept.edit(Some(id.to_string()), now.tool.audit.aggregate_version as u32);
        // Timelines of older versions may hold what is kept apart now.
        let toolbox = self.without_credentials(&ToolboxEdit { tools: vec![edit], ..ToolboxEdit::default() })?;
        for edit in &toolbox.tools {
            session.store_tool(edit, "restored")?;
        }
        self.keep_found_secrets(&serde_json::json!(toolbox).to_string())?;
        session.tools_changed()?;
        session.tool_detail(id)
    }

    /// The tools in use, by name.
    pub fn list_tools(&self) -> Result<Vec<ToolInfo>, Error> {
        let session = self.session()?;
        let skills: HashSet<SkillId> = session.library.list_skills()?.into_iter().map(|row| row.id).collect();
        let mut links = session.library.list_skill_tools()?;
        links.retain(|link| skills.contains(&link.skill));
        let offered = session.offered_tools()?;
        let trashed = Trashed::of(&session)?;
        let records = session.library.list_tool_records()?;
        Ok(records.iter().map(|record| tool_info(record, &links, &offered, &trashed)).collect())
    }
}

/// A tool as lists show it.
fn tool_info(record: &ToolRecord, links: &[SkillTool], offered: &Offered, trashed: &Trashed) -> ToolInfo {
    let drift = offered.drift(record);
    ToolInfo {
        id: record.tool.id.to_string(),
        name: in_row(record.tool.name.clone()),
        description: in_row(record.tool.description.clone()),
        implementation: record.tool.implementation.as_ref().map(tool_forms::shown_kind),
        group: in_row(tool_forms::group(record.tool.implementation.as_ref())),
        used_by: links.iter().filter(|link| link.tool == record.tool.id).count() as u32,
        problem: problems(record, trashed).into_iter().next().or_else(|| drift_words(&drift)),
    }
}

pub(crate) fn drift_words(drift: &[Difference]) -> Option<String> {
    let parts: Vec<&str> = drift.iter().map(|difference| difference.part.as_str()).collect();
    (!parts.is_empty()).then(|| format!("Its server now provides a different {}.", parts.join(" and ")))
}

/// A tool on its own, as a call would name it.
fn subject(record: &ToolRecord) -> Subject<'_> {
    let (name, description) = (record.tool.name.as_str(), record.tool.description.as_str());
    Subject { name, tool: name, description, parameters: &[], retries: record.detail.retries }
}

impl Session {
    /// A tool as its page opens it.
    pub(crate) fn tool_detail(self: &Arc<Self>, id: ToolId) -> Result<ToolDetail, Error> {
        let record = self.library.get_tool_record(id)?;
        let schema = tool_forms::schema(&record).to_string();
        let implementation = tool_forms::implementation(&record);
        let asks_first = self.asks_first(&subject(&record), &implementation)?;
        let (skills, tools) = (self.library.list_skills()?, self.library.list_tools()?);
        let skill_name = |id| {
            let active = skills.iter().find(|row| row.id == id).map(|row| row.name.clone());
            // A deleted skill's calls stay its own.
            Some(active.or_else(|| self.library.get_skill(id).map(|row| row.skill.name).ok()).unwrap_or_default())
        };
        let tool_name = |id: &ToolId| {
            let tool = tools.iter().find(|tool| tool.id == *id)?;
            Some(ToolName { id: id.to_string(), name: tool.name.clone() })
        };
        self.keep_counts()?;
        let counts = self.library.list_call_counts()?;
        let counts = counts.into_iter().filter(|count| count.tool == id);
        Ok(ToolDetail {
            id: id.to_string(),
            name: record.tool.name.clone(),
            description: record.tool.description.clone(),
            version: record.tool.version.clone(),
            aggregate_version: record.tool.audit.aggregate_version as u32,
            hash: tool_forms::hash(&record),
            is_active: record.tool.audit.active,
            spec: tool_spec::convert(&tool_forms::spec(&record)),
            implementation,
            asks_first,
            effect: tool_forms::effect(&record),
            stated: stated::of(&record).map(|stated| stated.to_string()),
            timeout_s: record.detail.timeout_s,
            retries: record.detail.retries,
            used_by: self.tool_uses(id)?,
            depends_on: record.detail.depends_on.iter().filter_map(tool_name).collect(),
            description_tokens: count(&record.tool.description),
            schema_tokens: count(&schema),
            metrics: counts.map(|count| metrics(&count, count.skill.and_then(&skill_name))).collect(),
            drift: self.offered_tools()?.drift(&record),
            problems: problems(&record, &Trashed::of(self)?),
            updated_at: record.tool.audit.update_ts,
        })
    }

    /// The skills that may use a tool: on their own, or because they require a skill that may.
    fn tool_uses(&self, id: ToolId) -> Result<Vec<ToolUse>, Error> {
        let composition = self.composition()?;
        let mut uses = Vec::new();
        for row in self.library.list_skills()? {
            let Some(granted) = composition.tools_of(row.id).into_iter().find(|granted| granted.tool == id) else {
                continue;
            };
            uses.push(ToolUse {
                skill_id: row.id.to_string(),
                skill: row.name,
                access: tool_forms::shown_access(granted.access),
                through: granted.through.map(|skill| composition.requirements.name_of(skill)),
                version: composition.pinned(row.id, &granted).map(|version| version as u32),
            });
        }
        Ok(uses)
    }

    /// A tool as it was at a row version, under the name, in the state and with the needs it has now; why there is none,
    /// as a sentence for whoever would call it.
    pub(crate) fn tool_at(&self, id: ToolId, version: i64) -> Result<Result<ToolRecord, String>, Error> {
        let now = self.library.get_tool_record(id)?;
        if now.tool.audit.aggregate_version == version {
            return Ok(Ok(now));
        }
        let row = self.library.find_tool_version(id, version)?;
        Ok(self.tool_of(now, version, row, "Choose another version for the link on the map."))
    }

    /// The same of a tool as a session began with it, which may have been out of use since.
    pub(crate) fn tool_until(&self, id: ToolId, version: i64) -> Result<Result<ToolRecord, String>, Error> {
        let now = self.library.get_tool_record(id)?;
        if now.tool.audit.aggregate_version == version {
            return Ok(Ok(now));
        }
        let row = self.library.find_tool_until(id, version)?;
        Ok(self.tool_of(now, version, row, "Start a new session."))
    }

    fn tool_of(
        &self,
        now: ToolRecord,
        version: i64,
        row: Option<ToolVersionRow>,
        else_do: &str,
    ) -> Result<ToolRecord, String> {
        let (id, name) = (now.tool.id, &now.tool.name);
        let kept = row.map(|row| kept::read::<Snapshot>(&row.snapshot)).transpose();
        let kept = kept.map_err(|why| format!("Version {version} of the tool `{name}` can't be read. {why}"))?;
        let kept = kept.map(|kept| kept.edit(Some(id.to_string()), 0));
        let Some(kept) = kept else {
            return Err(format!("Version {version} of the tool `{name}` no longer exists. {else_do}"));
        };
        let as_now = ToolEdit { name: name.clone(), ..kept };
        let mut then = self.edited_tool(&as_now).map_err(|unfit| unfit.message)?;
        then.tool.audit = studio_model::Audit { aggregate_version: version, ..now.tool.audit };
        then.detail.depends_on = now.detail.depends_on;
        Ok(then)
    }

    /// Brings up to date what depends on the tools there are, and tells the screen.
    pub(crate) fn tools_changed(self: &Arc<Self>) -> Result<(), Error> {
        self.refresh_tool_findings()?;
        self.emit(StudioEvent::ToolsChanged);
        self.embed_described_in_background()
    }
}

/// What hosts and models will not take of a tool.
fn problems(record: &ToolRecord, trashed: &Trashed) -> Vec<String> {
    let mut problems: Vec<String> = tool_forms::unreadable(record).into_iter().collect();
    problems.extend(trashed.of_tool(record));
    problems.extend(unfit_name(record));
    problems.extend(uncallable(record));
    problems
}

/// Why a tool cannot be called, where it is only described.
pub(crate) fn uncallable(record: &ToolRecord) -> Option<String> {
    let is_bare = record.tool.implementation.is_none();
    is_bare.then(|| "This tool has no implementation, so it can't be called.".to_owned())
}

/// Why models refuse a tool's name, where they do.
pub(crate) fn unfit_name(record: &ToolRecord) -> Option<String> {
    let name = &record.tool.name;
    let fits = name.len() <= 64
        && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_' || character == '-');
    (!fits).then(|| {
        format!("OpenAI and Anthropic reject the tool name “{name}”. Use up to 64 letters, digits, `_`, and `-`.")
    })
}

fn metrics(count: &CallCount, skill: Option<String>) -> ToolMetrics {
    ToolMetrics {
        skill,
        calls: count.calls,
        failed: count.failed,
        mean_us: count.total_us.checked_div(u64::from(count.calls)).unwrap_or_default() as u32,
        called_at: count.last_ts.clone(),
    }
}

fn changed_parts(before: &ToolEdit, now: &ToolEdit) -> Vec<ToolPart> {
    let schema = |edit: &ToolEdit| tool_spec::understand(&edit.spec).map(|understood| understood.schema).ok();
    let parts = [
        (ToolPart::Name, before.name != now.name),
        (ToolPart::Description, before.description != now.description),
        (ToolPart::Version, before.version != now.version),
        (ToolPart::Schema, schema(before) != schema(now)),
        (ToolPart::Implementation, before.implementation != now.implementation),
        (ToolPart::Effect, tool_forms::effect_of(before) != tool_forms::effect_of(now)),
        (ToolPart::Limits, (before.timeout_s, before.retries) != (now.timeout_s, now.retries)),
        (ToolPart::Dependencies, before.depends_on != now.depends_on),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
}
