//! Samples that ship in another wording than a library of an older version has: brought up to date where the author left
//! them as they came, with the examples of their use that it lacks.
//!
//! What came with the samples stands in timelines under that reason, so it is told by content, and no version of the
//! program is known by its number. What the author changed, deleted, renamed or added stays.

use std::sync::Arc;

use studio_store::{ChangeKind, SKILL_FILE, SkillDetail, Together, ToolRecord, VersionRow, sha256_hex};

use crate::{
    Error, Studio,
    base::ids::{row_version, tool_id},
    definitions::forms as tool_forms,
    dto::{SampleUpdate, SamplesUpdated, StudioEvent, ToolEdit, TrashKind, TrashRef},
    kept::{self, tools::Snapshot},
    library::{
        sample_examples,
        sample_files::{SampleSkill, document, is_program, sample_skills},
        sample_tools::{SampleTool, tool_record},
        samples::{SAMPLE, server_row},
    },
    servers::sample_server,
    skills::planned::{Plan, PlannedChange},
    state::session::Session,
};

/// How the timeline names a file's content before its first change.
const ORIGINAL: &str = "original";

/// What would be changed.
#[derive(Default)]
struct Newer {
    tools: Vec<ToolEdit>,
    skills: Vec<String>,
    changes: Vec<PlannedChange>,
    lacks_server: bool,
    /// Names of what the author changed.
    kept: Vec<String>,
}

impl Studio {
    /// What of the library's samples ships in another wording by now. Nothing, where it isn't a library of samples.
    pub fn get_sample_update(&self) -> Result<SampleUpdate, Error> {
        let newer = self.session()?.newer_samples()?;
        let tools = newer.tools.into_iter().map(|tool| tool.name).collect();
        let examples = sample_examples::lacking(self)?;
        Ok(SampleUpdate { tools, skills: newer.skills, examples, kept: newer.kept })
    }

    /// Brings samples up to date that the author left as they came, with the server they need, and adds the examples of
    /// their use that an older version did not make.
    pub fn update_samples(&self) -> Result<SamplesUpdated, Error> {
        let session = self.session()?;
        let writing = session.writing();
        let newer = session.newer_samples()?;
        let tools = session.edited_tools(&newer.tools)?;
        let servers: Vec<_> = newer.lacks_server.then(server_row).into_iter().collect();
        let server = servers.first().map(|row| reference(TrashKind::Server, &row.id, 1));
        let updated = tools.iter().map(|(ToolRecord { tool, .. }, _)| {
            reference(TrashKind::Tool, &tool.id, tool.audit.aggregate_version as u32 + 1)
        });
        let updated = updated.collect();
        writing.save_together(&Together { servers, tools, ..Together::default() }, SAMPLE)?;
        drop(writing);
        session.samples_turned(server.is_some())?;
        let skills = session.apply_changes(ChangeKind::Sample, "Updated samples", newer.changes)?;
        // Last: they show the samples as they are now.
        let examples = sample_examples::bring(self)?;
        Ok(SamplesUpdated { tools: updated, server, skills, examples })
    }

    /// Takes that update back. Gives the names of what has changed since and is left alone.
    pub fn undo_sample_update(&self, update: &SamplesUpdated) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let mut left = Vec::new();
        let writing = session.writing();
        let mut edits = Vec::new();
        for item in &update.tools {
            let now = session.library.get_tool_record(tool_id(&item.id)?)?;
            match session.before_update(&now, item)? {
                Some(edit) => edits.push(edit),
                None => left.push(now.tool.name),
            }
        }
        let tools = session.edited_tools(&edits)?;
        writing.save_together(&Together { tools, ..Together::default() }, "restored")?;
        let server = update.server.as_ref().map(|item| session.added_server(item)).transpose()?.flatten();
        if let Some((id, version)) = server {
            writing.set_server_active(id, version, false)?;
        }
        drop(writing);
        session.samples_turned(server.is_some())?;
        if let Some(set) = &update.skills.set {
            let report = self.undo_change_set(&set.id)?;
            left.extend(report.refused.into_iter().map(|refused| refused.skill));
        }
        left.extend(sample_examples::take_back(self, &update.examples)?);
        Ok(left)
    }
}

impl Session {
    /// Tells the screen, and whatever is derived of tools.
    fn samples_turned(self: &Arc<Self>, is_server: bool) -> Result<(), Error> {
        if is_server {
            self.emit(StudioEvent::ServersChanged);
        }
        self.tools_changed()
    }

    fn newer_samples(&self) -> Result<Newer, Error> {
        let mut newer = Newer::default();
        if !self.library.info()?.is_sample {
            return Ok(newer);
        }
        let known = self.library.list_tool_records()?;
        for sample in document::<SampleTool>("tools.json")? {
            if let Some(now) = known.iter().find(|record| record.tool.name == sample.name) {
                self.compare_tool(now, &tool_record(self.library.host(), sample)?, &mut newer)?;
            }
        }
        let rows = self.library.list_skills()?;
        for sample in sample_skills() {
            for row in rows.iter().filter(|row| row.name == sample.name) {
                self.compare_skill(&self.library.get_skill(row.id)?, &sample, &mut newer)?;
            }
        }
        // One in the trash is there because the author put it there.
        let is_server = |name: &str| name == sample_server::NAME;
        newer.lacks_server = !newer.tools.is_empty()
            && !self.library.list_servers()?.iter().any(|row| is_server(&row.name))
            && !self.library.list_trash()?.iter().any(|row| is_server(&row.name));
        Ok(newer)
    }

    fn compare_tool(&self, now: &ToolRecord, shipped: &ToolRecord, newer: &mut Newer) -> Result<(), Error> {
        let (as_now, as_shipped) = (written(&tool_forms::edit(now)), written(&tool_forms::edit(shipped)));
        let timeline = self.library.list_tool_versions(now.tool.id)?;
        let came: Vec<_> = timeline.iter().filter(|row| row.reason == SAMPLE).collect();
        if as_now == as_shipped || came.is_empty() {
            return Ok(());
        }
        let is_as_it_came = came.iter().any(|row| {
            row.aggregate_version == now.tool.audit.aggregate_version
                || kept::read::<Snapshot>(&row.snapshot).is_ok_and(|kept| written(&kept.edit(None, 0)) == as_now)
        });
        if is_as_it_came {
            let edit = tool_forms::edit(shipped);
            let ToolEdit { id, aggregate_version, depends_on, .. } = tool_forms::edit(now);
            newer.tools.push(ToolEdit { id, aggregate_version, depends_on, ..edit });
        } else {
            newer.kept.push(now.tool.name.clone());
        }
        Ok(())
    }

    fn compare_skill(&self, now: &SkillDetail, sample: &SampleSkill, newer: &mut Newer) -> Result<(), Error> {
        let timeline = self.library.list_versions(now.skill.id)?;
        if !timeline.iter().any(|row| row.reason == SAMPLE && row.path == SKILL_FILE) {
            return Ok(());
        }
        let mut changes = Vec::new();
        let mut is_as_it_came = true;
        for (path, bytes) in &sample.files {
            let stored = stored_hash(now, path);
            if stored == Some(sha256_hex(bytes).as_str()) {
                continue;
            }
            is_as_it_came &= came_so(&timeline, path, stored);
            let plan = Plan::Put {
                path: path.clone(),
                bytes: bytes.to_vec(),
                is_executable: is_program(path),
                read: stored.map(str::to_owned),
            };
            changes.push(PlannedChange { skill: now.skill.id, plan });
        }
        match (changes.is_empty(), is_as_it_came) {
            (true, _) => {}
            (false, true) => {
                newer.skills.push(sample.name.clone());
                newer.changes.extend(changes);
            }
            (false, false) => newer.kept.push(sample.name.clone()),
        }
        Ok(())
    }

    /// A tool as it was before an update; none where it was saved since.
    fn before_update(&self, now: &ToolRecord, item: &TrashRef) -> Result<Option<ToolEdit>, Error> {
        let updated_to = row_version(item.aggregate_version);
        if now.tool.audit.aggregate_version != updated_to || !now.tool.audit.active {
            return Ok(None);
        }
        let timeline = self.library.list_tool_versions(now.tool.id)?;
        let before = timeline.iter().find(|row| row.aggregate_version < updated_to);
        let kept = before.and_then(|row| kept::read::<Snapshot>(&row.snapshot).ok());
        Ok(kept.map(|kept| kept.edit(Some(item.id.clone()), item.aggregate_version)))
    }

    /// The server an update added, as it may be taken away again: nobody changed it since.
    fn added_server(&self, item: &TrashRef) -> Result<Option<(uuid::Uuid, i64)>, Error> {
        let rows = self.library.list_servers()?;
        let added = rows.into_iter().find(|row| row.id.to_string() == item.id);
        let version = row_version(item.aggregate_version);
        Ok(added.filter(|row| row.audit.aggregate_version == version).map(|row| (row.id, version)))
    }
}

fn reference(kind: TrashKind, id: &impl ToString, aggregate_version: u32) -> TrashRef {
    TrashRef { kind, id: id.to_string(), aggregate_version }
}

/// What is written of a tool; what it needs in this library is no part of how it ships.
fn written(edit: &ToolEdit) -> Snapshot {
    Snapshot::of(&ToolEdit { depends_on: Vec::new(), ..edit.clone() })
}

fn stored_hash<'a>(skill: &'a SkillDetail, path: &str) -> Option<&'a str> {
    if path == SKILL_FILE {
        return Some(&skill.document.sha256);
    }
    skill.files.iter().find(|file| file.path == path).map(|file| file.sha256.as_str())
}

/// Whether a file is as it came with the samples: other files than `SKILL.md` have no timeline before their first change.
fn came_so(timeline: &[VersionRow], path: &str, stored: Option<&str>) -> bool {
    let mut of_file = timeline.iter().filter(|row| row.path == path).peekable();
    of_file.peek().is_none()
        || of_file.any(|row| {
            let is_sample = row.reason == SAMPLE || (row.reason == ORIGINAL && path != SKILL_FILE);
            is_sample && Some(row.sha256.as_str()) == stored
        })
}
