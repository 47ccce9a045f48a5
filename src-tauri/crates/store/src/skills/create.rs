//! Creating skills, one or many, each with its files, link and first version.

use std::{collections::HashSet, path::Path};

use rusqlite::Transaction;
use studio_model::{Audit, DEFAULT_VERSION, HostId, Skill, SkillId};
use uuid::Uuid;

use crate::{
    Broken, Error, FolderLink, Library, NewFile, NewSkillRow, Record, SKILL_FILE, SkillContent,
    connection::Fault,
    findings, links, origins, sha256_hex, skill_tools,
    table::{self, Stamp, TableRow, json_list},
    versions::{self, Kept},
};

/// Refuses a new skill that the columns cannot hold, before anything is written.
pub fn check_new_skill(skill: &NewSkillRow, host: HostId) -> Result<(), Error> {
    let id = skill.id.unwrap_or_else(|| SkillId(Uuid::now_v7()));
    check(&Stamp { host, now: String::new(), user: String::new() }, id, &skill.content)
}

impl Library {
    /// Creates one skill with its files, link and first version.
    pub fn create_skill(&self, skill: &NewSkillRow) -> Result<SkillId, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| insert(tx, &stamp, skill))
    }

    /// Creates many in one transaction. A row that cannot be stored is answered with its error; the others come in.
    /// The answers stand in the order of `skills`.
    pub fn create_skills(&self, skills: &[NewSkillRow]) -> Result<Vec<Result<SkillId, Error>>, Error> {
        let stamp = self.stamp();
        let path = self.path();
        self.connections.write(|tx| skills.iter().map(|skill| insert_alone(tx, &stamp, skill, path)).collect())
    }

    /// The same with rows that are made as they are asked for, so that no more than one need be in memory. A row that is
    /// none stops it: nothing is stored ([`Error::Stopped`]).
    pub fn create_skills_in_turn(
        &self,
        skills: impl Iterator<Item = Option<NewSkillRow>>,
    ) -> Result<Vec<Result<SkillId, Error>>, Error> {
        let stamp = self.stamp();
        let path = self.path();
        let store = |tx: &Transaction<'_>| {
            let store_one = |skill: Option<NewSkillRow>| insert_alone(tx, &stamp, &skill.ok_or(Error::Stopped)?, path);
            skills.map(store_one).collect()
        };
        self.connections.write(store)
    }
}

/// Creates one skill so that its refusal leaves the transaction as it was. Only what no row is to blame for, such as a
/// full disk, stops the others.
fn insert_alone(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    skill: &NewSkillRow,
    path: &Path,
) -> Result<Result<SkillId, Error>, Fault> {
    tx.prepare_cached("SAVEPOINT one_skill")?.execute([])?;
    let outcome = match insert(tx, stamp, skill) {
        Ok(id) => Ok(id),
        Err(fault) if fault.is_of_the_row() => {
            tx.prepare_cached("ROLLBACK TO one_skill")?.execute([])?;
            Err(fault.at(path))
        }
        Err(fault) => return Err(fault),
    };
    tx.prepare_cached("RELEASE one_skill")?.execute([])?;
    Ok(outcome)
}

/// Creates a skill within a transaction.
pub(crate) fn insert(tx: &Transaction<'_>, stamp: &Stamp, new: &NewSkillRow) -> Result<SkillId, Fault> {
    let id = new.id.unwrap_or_else(|| SkillId(Uuid::now_v7()));
    check(stamp, id, &new.content)?;
    check_parent(tx, stamp, id, &new.content.name, new.parent)?;
    let parent = new.parent.map(|parent| parent.to_string());
    let content = &new.content;
    TableRow {
        entity: "skill",
        table: "skill_t",
        key: &[("skill_id", id.0)],
        columns: &[
            ("parent_skill_id", &parent),
            ("name", &content.name),
            ("description", &content.description),
            ("content_markdown", &content.content_markdown),
            ("version", &version_of(content)),
        ],
    }
    .insert(tx, stamp, true)?;
    insert_document(tx, stamp, id, new)?;
    let mut paths = HashSet::new();
    for file in &new.files {
        if !paths.insert(&file.path) {
            return Err(Error::Taken { entity: "file", name: file.path.clone() }.into());
        }
        put_file(tx, stamp, id, file)?;
    }
    if let Some(link) = &new.link {
        let link = FolderLink {
            skill: id,
            folder: link.folder.clone(),
            skill_file: link.skill_file.clone(),
            is_missing: false,
            files: link.files.clone(),
        };
        links::put(tx, stamp.host, &link)?;
    }
    if let Some(origin) = &new.origin {
        origins::put(tx, stamp.host, id, origin)?;
    }
    let record = Record { reason: new.reason.clone(), ..Record::default() };
    let kept = Kept { path: SKILL_FILE, bytes: &content.bytes, is_executable: false };
    versions::record(tx, stamp, id, 1, kept, &record)?;
    Ok(id)
}

/// Refuses what the columns cannot hold, before anything is written.
pub(super) fn check(stamp: &Stamp, id: SkillId, content: &SkillContent) -> Result<(), Error> {
    let row = Skill {
        host: stamp.host,
        id,
        parent: None,
        name: content.name.clone(),
        description: content.description.clone(),
        content_markdown: String::new(),
        version: version_of(content).to_owned(),
        audit: Audit {
            aggregate_version: 1,
            active: true,
            update_ts: stamp.now.clone(),
            update_user: stamp.user.clone(),
        },
    };
    row.check().map_err(|reason| Error::Invalid { entity: "skill", name: content.name.clone(), reason })
}

pub(super) fn version_of(content: &SkillContent) -> &str {
    if content.version.is_empty() { DEFAULT_VERSION } else { &content.version }
}

fn insert_document(tx: &Transaction<'_>, stamp: &Stamp, id: SkillId, new: &NewSkillRow) -> Result<(), Fault> {
    let tokens_files: u32 = new.files.iter().fold(0, |sum, file| sum.saturating_add(file.tokens));
    tx.prepare_cached(
        "INSERT INTO skill_document_t (host_id, skill_id, group_name, tokens_files, sha256, encoding, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute((
        stamp.host.to_string(),
        id.to_string(),
        &new.group,
        tokens_files,
        sha256_hex(&new.content.bytes),
        &new.content.encoding,
        &new.content.bytes,
    ))?;
    set_facts(tx, stamp, id, &new.content)
}

/// Stores what was read out of a document. The skill's links follow what its list of tools has more or less than before;
/// where a file cannot be read and shows no list, both stay as they were.
pub(super) fn set_facts(tx: &Transaction<'_>, stamp: &Stamp, id: SkillId, content: &SkillContent) -> Result<(), Fault> {
    let broken: Option<&Broken> = content.broken.as_ref();
    let sql = "SELECT allowed_tools FROM skill_document_t WHERE host_id = ? AND skill_id = ?";
    let key = (stamp.host.to_string(), id.to_string());
    let before = table::find(tx, sql, key, |row| table::texts(row, 0))?.unwrap_or_default();
    let listed = if broken.is_some() && content.allowed_tools.is_empty() { &before } else { &content.allowed_tools };
    skill_tools::follow_list(tx, stamp, id, &before, listed)?;
    tx.prepare_cached(
        "UPDATE skill_document_t SET tags = ?, allowed_tools = ?, broken_code = ?, broken_message = ?, broken_line = ?,
            broken_column = ?, errors = ?, warnings = ?, tokens_description = ?, tokens_body = ?
            WHERE host_id = ? AND skill_id = ?",
    )?
    .execute((
        json_list(&content.tags),
        json_list(listed),
        broken.map(|broken| &broken.code),
        broken.map(|broken| &broken.message),
        broken.and_then(|broken| broken.line),
        broken.and_then(|broken| broken.column),
        content.errors,
        content.warnings,
        content.tokens_description,
        content.tokens_body,
        stamp.host.to_string(),
        id.to_string(),
    ))?;
    findings::put(tx, stamp.host, id, &content.findings)?;
    findings::count_if_said(tx, stamp.host, id)
}

/// Creates a file or replaces it, without a word in the timeline.
pub(super) fn put_file(tx: &Transaction<'_>, stamp: &Stamp, id: SkillId, file: &NewFile) -> Result<(), Fault> {
    if file.path == SKILL_FILE {
        return Err(Error::Taken { entity: "file", name: file.path.clone() }.into());
    }
    tx.prepare_cached(
        "INSERT OR REPLACE INTO skill_file_t (host_id, skill_id, path, sha256, is_executable, is_text, tokens, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute((
        stamp.host.to_string(),
        id.to_string(),
        &file.path,
        sha256_hex(&file.bytes),
        file.is_executable,
        file.is_text,
        file.tokens,
        &file.bytes,
    ))?;
    Ok(())
}

/// Refuses a parent that is below the skill itself, and names the circle it would close.
pub(crate) fn check_parent(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    id: SkillId,
    name: &str,
    parent: Option<SkillId>,
) -> Result<(), Fault> {
    let mut names = vec![name.to_owned()];
    let mut above = parent;
    while let Some(current) = above {
        if current == id {
            names.push(name.to_owned());
            return Err(Error::Cycle { relation: "parent", names }.into());
        }
        let sql = "SELECT name, parent_skill_id FROM skill_t WHERE host_id = ? AND skill_id = ?";
        let found = table::find(tx, sql, (stamp.host.to_string(), current.to_string()), |row| {
            Ok((row.get::<_, String>(0)?, table::optional_id(row, "parent_skill_id")?))
        })?;
        // A parent that is not there at all is refused by the foreign key.
        let Some((parent_name, next)) = found else { return Ok(()) };
        names.push(parent_name);
        above = next.map(SkillId);
    }
    Ok(())
}
