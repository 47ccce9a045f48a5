//! Changing a skill: its document, its place in the tree and its files together, as it was read at one row version.

use rusqlite::{OptionalExtension, ToSql, Transaction};
use studio_model::SkillId;

use super::{
    create::{check, check_parent, put_file, set_facts, version_of},
    missing,
};
use crate::{
    Error, FileChange, Library, NewFile, Record, SKILL_FILE, SkillChange, SkillContent,
    connection::Fault,
    findings, queries, sha256_hex, skill_tools,
    table::{self, Stamp, TableRow},
    versions::{self, Kept},
};

impl Library {
    /// Applies a change to the skill as read at row version `expected`, and returns its new row version.
    ///
    /// Document and files are written together or not at all. Every file whose content changes gets a line in the
    /// timeline; a file changed for the first time also keeps the content it came with.
    pub fn update_skill(&self, id: SkillId, expected: i64, change: &SkillChange) -> Result<i64, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| update(tx, &stamp, id, expected, change))
    }
}

/// Applies a change within a transaction; see [`Library::update_skill`].
pub(crate) fn update(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    id: SkillId,
    expected: i64,
    change: &SkillChange,
) -> Result<i64, Fault> {
    let before = read_before(tx, stamp, id)?.ok_or_else(|| missing(id))?;
    let step = Step { tx, stamp, id, before: &before, record: &change.record };
    step.update_row(expected, change)?;
    for link in &change.tools {
        skill_tools::change(tx, stamp, link)?;
    }
    if let Some(content) = &change.content {
        step.put_document(content)?;
        queries::follow_name(tx, stamp.host, &before.name, &content.name)?;
    }
    if let Some(group) = &change.group {
        let sql = "UPDATE skill_document_t SET group_name = ? WHERE host_id = ? AND skill_id = ?";
        tx.prepare_cached(sql)?.execute((group, stamp.host.to_string(), id.to_string()))?;
        // A rule may be ignored in either group.
        findings::count_if_said(tx, stamp.host, id)?;
    }
    for file in &change.files {
        step.change_file(file)?;
    }
    if !change.files.is_empty() {
        step.sum_file_tokens()?;
    }
    Ok(expected + 1)
}

/// A skill as it was before the change.
struct Before {
    name: String,
    aggregate_version: i64,
    update_ts: String,
    update_user: String,
    sha256: String,
}

struct Step<'a> {
    tx: &'a Transaction<'a>,
    stamp: &'a Stamp,
    id: SkillId,
    before: &'a Before,
    record: &'a Record,
}

fn read_before(tx: &Transaction<'_>, stamp: &Stamp, id: SkillId) -> Result<Option<Before>, Fault> {
    let sql = "SELECT s.name, s.aggregate_version, s.update_ts, s.update_user, d.sha256
        FROM skill_t s JOIN skill_document_t d ON d.host_id = s.host_id AND d.skill_id = s.skill_id
        WHERE s.host_id = ? AND s.skill_id = ?";
    table::find(tx, sql, (stamp.host.to_string(), id.to_string()), |row| {
        Ok(Before {
            name: row.get(0)?,
            aggregate_version: row.get(1)?,
            update_ts: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
            update_user: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
            sha256: row.get(4)?,
        })
    })
}

impl Step<'_> {
    fn update_row(&self, expected: i64, change: &SkillChange) -> Result<(), Fault> {
        let mut columns: Vec<(&'static str, &dyn ToSql)> = Vec::new();
        let parent = change.parent.flatten().map(|parent| parent.to_string());
        let version = change.content.as_ref().map(version_of);
        if let Some(content) = &change.content {
            check(self.stamp, self.id, content)?;
            columns.extend([
                ("name", &content.name as &dyn ToSql),
                ("description", &content.description),
                ("content_markdown", &content.content_markdown),
                ("version", &version),
            ]);
        }
        if let Some(new_parent) = change.parent {
            check_parent(self.tx, self.stamp, self.id, &self.before.name, new_parent)?;
            columns.push(("parent_skill_id", &parent));
        }
        let row = TableRow { entity: "skill", table: "skill_t", key: &[("skill_id", self.id.0)], columns: &columns };
        row.update(self.tx, self.stamp, expected, None)
    }

    fn put_document(&self, content: &SkillContent) -> Result<(), Fault> {
        set_facts(self.tx, self.stamp, self.id, content)?;
        let sha256 = sha256_hex(&content.bytes);
        if sha256 == self.before.sha256 {
            return Ok(());
        }
        let sql = "UPDATE skill_document_t SET bytes = ?, sha256 = ?, encoding = ? WHERE host_id = ? AND skill_id = ?";
        let key = (self.stamp.host.to_string(), self.id.to_string());
        self.tx.prepare_cached(sql)?.execute((&content.bytes, sha256, &content.encoding, key.0, key.1))?;
        self.record(Kept { path: SKILL_FILE, bytes: &content.bytes, is_executable: false })
    }

    fn change_file(&self, change: &FileChange) -> Result<(), Fault> {
        match change {
            FileChange::Put(file) => self.put(file),
            FileChange::Rename { from, to } => self.rename(from, to),
            FileChange::Delete { path } => self.delete(path),
        }
    }

    fn put(&self, file: &NewFile) -> Result<(), Fault> {
        let old = self.stored(&file.path)?;
        if let Some((bytes, is_executable)) = &old
            && *bytes != file.bytes
        {
            self.keep_original(&file.path, bytes, *is_executable)?;
        }
        put_file(self.tx, self.stamp, self.id, file)?;
        if old.is_some_and(|(bytes, is_executable)| bytes == file.bytes && is_executable == file.is_executable) {
            return Ok(());
        }
        self.record(Kept { path: &file.path, bytes: &file.bytes, is_executable: file.is_executable })
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), Fault> {
        let (bytes, is_executable) = self.stored(from)?.ok_or_else(|| no_file(from))?;
        if to == SKILL_FILE || self.stored(to)?.is_some() {
            return Err(Error::Taken { entity: "file", name: to.to_owned() }.into());
        }
        // The scope of a kept history holds the path: the history of a file with another name is forgotten.
        self.forget_steps(from)?;
        self.forget_steps(to)?;
        for table in ["skill_file_t", "draft_t"] {
            let sql = format!("UPDATE OR REPLACE {table} SET path = ? WHERE host_id = ? AND skill_id = ? AND path = ?");
            let values = (to, self.stamp.host.to_string(), self.id.to_string(), from);
            self.tx.prepare_cached(&sql)?.execute(values)?;
        }
        self.record(Kept { path: to, bytes: &bytes, is_executable })
    }

    fn delete(&self, path: &str) -> Result<(), Fault> {
        let (bytes, is_executable) = self.stored(path)?.ok_or_else(|| no_file(path))?;
        for table in ["skill_file_t", "draft_t", "undo_history_t"] {
            let sql = format!("DELETE FROM {table} WHERE host_id = ? AND skill_id = ? AND path = ?");
            self.tx.prepare_cached(&sql)?.execute((self.stamp.host.to_string(), self.id.to_string(), path))?;
        }
        self.record(Kept { path, bytes: &bytes, is_executable })
    }

    fn forget_steps(&self, path: &str) -> Result<(), Fault> {
        let sql = "DELETE FROM undo_history_t WHERE host_id = ? AND skill_id = ? AND path = ?";
        self.tx.prepare_cached(sql)?.execute((self.stamp.host.to_string(), self.id.to_string(), path))?;
        Ok(())
    }

    fn stored(&self, path: &str) -> Result<Option<(Vec<u8>, bool)>, Fault> {
        let sql = "SELECT bytes, is_executable FROM skill_file_t WHERE host_id = ? AND skill_id = ? AND path = ?";
        table::find(self.tx, sql, (self.stamp.host.to_string(), self.id.to_string(), path), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// Keeps the content a file came with, when it is about to be changed for the first time: until then the timeline
    /// holds no copy of it.
    fn keep_original(&self, path: &str, bytes: &[u8], is_executable: bool) -> Result<(), Fault> {
        let sql = "SELECT 1 FROM skill_version_t WHERE host_id = ? AND skill_id = ? AND path = ? AND sha256 = ?";
        let values = (self.stamp.host.to_string(), self.id.to_string(), path, sha256_hex(bytes));
        if self.tx.prepare_cached(sql)?.query_row(values, |_| Ok(())).optional()?.is_some() {
            return Ok(());
        }
        let then =
            Stamp { host: self.stamp.host, now: self.before.update_ts.clone(), user: self.before.update_user.clone() };
        let record = Record { reason: "original".to_owned(), ..Record::default() };
        let kept = Kept { path, bytes, is_executable };
        versions::record(self.tx, &then, self.id, self.before.aggregate_version, kept, &record)
    }

    fn record(&self, kept: Kept<'_>) -> Result<(), Fault> {
        versions::record(self.tx, self.stamp, self.id, self.before.aggregate_version + 1, kept, self.record)
    }

    fn sum_file_tokens(&self) -> Result<(), Fault> {
        let sql = "UPDATE skill_document_t SET tokens_files = (SELECT COALESCE(sum(f.tokens), 0) FROM skill_file_t f
                WHERE f.host_id = skill_document_t.host_id AND f.skill_id = skill_document_t.skill_id)
            WHERE host_id = ? AND skill_id = ?";
        self.tx.prepare_cached(sql)?.execute((self.stamp.host.to_string(), self.id.to_string()))?;
        Ok(())
    }
}

fn no_file(path: &str) -> Error {
    Error::NotFound { entity: "file", id: path.to_owned() }
}
