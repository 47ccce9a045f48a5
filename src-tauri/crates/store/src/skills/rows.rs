//! The columns of a skill, and what is read from them.

use rusqlite::{Connection, Row};
use studio_model::{HostId, Skill, SkillId};

use crate::{
    Broken, Document, FileRow, LinkStatus, Origin, SkillDetail, SkillRow, StoredSkill, Tokens, connection::Fault,
    followed::Followed, links, skills::uses::uses, table,
};

/// The columns of a [`SkillRow`].
pub(super) const ROW: &str = "SELECT s.skill_id, s.name, s.description, d.group_name, d.tags,
        d.tokens_description, d.tokens_body, d.tokens_files, d.errors, d.warnings,
        EXISTS (SELECT 1 FROM draft_t x WHERE x.host_id = s.host_id AND x.skill_id = s.skill_id),
        coalesce((SELECT CASE WHEN l.is_missing = 1 THEN 'missing'
                WHEN EXISTS (SELECT 1 FROM skill_link_file_t f WHERE f.host_id = l.host_id
                    AND f.skill_id = l.skill_id AND f.is_changed_outside = 1) THEN 'changed'
                ELSE 'linked' END
            FROM skill_link_t l WHERE l.host_id = s.host_id AND l.skill_id = s.skill_id),
            (SELECT 'unlinked' FROM skill_origin_t o
            WHERE o.host_id = s.host_id AND o.skill_id = s.skill_id)),
        d.broken_code, d.broken_message, d.broken_line, d.broken_column,
        d.sha256, s.aggregate_version, s.update_ts,
        (SELECT l.folder FROM skill_link_t l WHERE l.host_id = s.host_id AND l.skill_id = s.skill_id)";

pub(super) const STORED: &str = "SELECT s.skill_id, s.name, s.description, s.content_markdown, d.group_name, d.tags,
        d.allowed_tools, d.bytes, d.sha256, d.encoding, d.broken_code IS NOT NULL AS is_broken, l.folder, l.skill_file,
        o.root, o.path AS origin_path, y.bytes AS openai_yaml
    FROM skill_t s JOIN skill_document_t d ON d.host_id = s.host_id AND d.skill_id = s.skill_id
    LEFT JOIN skill_link_t l ON l.host_id = s.host_id AND l.skill_id = s.skill_id
    LEFT JOIN skill_origin_t o ON o.host_id = s.host_id AND o.skill_id = s.skill_id
    LEFT JOIN skill_file_t y ON y.host_id = s.host_id AND y.skill_id = s.skill_id AND y.path = 'agents/openai.yaml'";

/// The columns of `skill_t` without the vector.
pub(crate) const SKILL_COLUMNS: &str = "s.host_id, s.skill_id, s.parent_skill_id, s.name, s.description, \
    s.content_markdown, s.version, s.aggregate_version, s.active, s.update_ts, s.update_user";

/// Reads the columns of [`SKILL_COLUMNS`].
pub(crate) fn skill(row: &Row<'_>) -> rusqlite::Result<Skill> {
    Ok(Skill {
        host: HostId(table::id(row, "host_id")?),
        id: SkillId(table::id(row, "skill_id")?),
        parent: table::optional_id(row, "parent_skill_id")?.map(SkillId),
        name: row.get("name")?,
        description: row.get("description")?,
        content_markdown: row.get("content_markdown")?,
        version: row.get::<_, Option<String>>("version")?.unwrap_or_else(|| studio_model::DEFAULT_VERSION.to_owned()),
        audit: table::audit(row)?,
    })
}

/// By position, because a library may have ten thousand of these. A link that is not followed says nothing of its file.
pub(super) fn skill_row(row: &Row<'_>, followed: &Followed) -> rusqlite::Result<SkillRow> {
    let is_held = row.get_ref(19)?.as_str_or_null()?.is_some_and(|folder| !followed.has(folder));
    Ok(SkillRow {
        id: SkillId(table::id_at(row, 0)?),
        name: row.get(1)?,
        description: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
        group: row.get(3)?,
        tags: table::texts(row, 4)?,
        tokens: Tokens { description: row.get(5)?, body: row.get(6)?, files: row.get(7)? },
        errors: row.get(8)?,
        warnings: row.get(9)?,
        has_draft: row.get(10)?,
        link: if is_held { LinkStatus::Held } else { link_status(row.get::<_, Option<String>>(11)?.as_deref()) },
        broken: broken(row, 12)?,
        sha256: row.get(16)?,
        aggregate_version: row.get(17)?,
        update_ts: row.get::<_, Option<String>>(18)?.unwrap_or_default(),
    })
}

fn link_status(text: Option<&str>) -> LinkStatus {
    match text {
        None => LinkStatus::None,
        Some("unlinked") => LinkStatus::Unlinked,
        Some("missing") => LinkStatus::Missing,
        Some("changed") => LinkStatus::Changed,
        Some(_) => LinkStatus::Linked,
    }
}

/// Reads code, message, line and column from `first` on.
fn broken(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Broken>> {
    let Some(code) = row.get::<_, Option<String>>(first)? else { return Ok(None) };
    Ok(Some(Broken {
        code,
        message: row.get::<_, Option<String>>(first + 1)?.unwrap_or_default(),
        line: row.get(first + 2)?,
        column: row.get(first + 3)?,
    }))
}

pub(super) fn stored_skill(row: &Row<'_>) -> rusqlite::Result<StoredSkill> {
    let folder: Option<String> = row.get("folder")?;
    let file: Option<String> = row.get("skill_file")?;
    let root: Option<String> = row.get("root")?;
    let path: Option<String> = row.get("origin_path")?;
    Ok(StoredSkill {
        id: SkillId(table::id(row, "skill_id")?),
        name: row.get("name")?,
        description: row.get::<_, Option<String>>("description")?.unwrap_or_default(),
        content_markdown: row.get("content_markdown")?,
        group: row.get("group_name")?,
        tags: table::texts(row, 5)?,
        allowed_tools: table::texts(row, 6)?,
        bytes: row.get("bytes")?,
        sha256: row.get("sha256")?,
        encoding: row.get("encoding")?,
        is_broken: row.get("is_broken")?,
        linked_file: folder.zip(file),
        origin: root.zip(path).map(|(root, path)| Origin { root, path }),
        openai_yaml: row.get("openai_yaml")?,
    })
}

pub(super) fn detail(db: &Connection, host: HostId, id: SkillId) -> Result<Option<SkillDetail>, Fault> {
    let key = (host.to_string(), id.to_string());
    let sql = format!(
        "SELECT d.tags, d.allowed_tools, d.broken_code, d.broken_message, d.broken_line, d.broken_column, d.errors,
            d.warnings, d.tokens_description, d.tokens_body, d.tokens_files, d.bytes, d.sha256, d.encoding,
            d.group_name, d.trashed_ts, {SKILL_COLUMNS},
            (SELECT count(*) FROM skill_version_t v WHERE v.host_id = s.host_id AND v.skill_id = s.skill_id) AS versions
        FROM skill_t s JOIN skill_document_t d ON d.host_id = s.host_id AND d.skill_id = s.skill_id
        WHERE s.host_id = ? AND s.skill_id = ?"
    );
    let found = table::find(db, &sql, (&key.0, &key.1), |row| {
        Ok(SkillDetail {
            skill: skill(row)?,
            group: row.get("group_name")?,
            document: document(row)?,
            files: Vec::new(),
            link: None,
            versions: row.get("versions")?,
            uses: Vec::new(),
            trashed_at: row.get("trashed_ts")?,
        })
    })?;
    let Some(mut detail) = found else { return Ok(None) };
    detail.files = files(db, host, id)?;
    detail.link = links::find(db, host, id)?;
    detail.uses = uses(db, host, id)?;
    Ok(Some(detail))
}

fn document(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document {
        tags: table::texts(row, 0)?,
        allowed_tools: table::texts(row, 1)?,
        broken: broken(row, 2)?,
        errors: row.get(6)?,
        warnings: row.get(7)?,
        tokens: Tokens { description: row.get(8)?, body: row.get(9)?, files: row.get(10)? },
        bytes: row.get(11)?,
        sha256: row.get(12)?,
        encoding: row.get(13)?,
    })
}

fn files(db: &Connection, host: HostId, id: SkillId) -> Result<Vec<FileRow>, Fault> {
    let sql = "SELECT path, length(bytes) AS size, sha256, is_executable, is_text, tokens
        FROM skill_file_t WHERE host_id = ? AND skill_id = ? ORDER BY path";
    table::list(db, sql, (host.to_string(), id.to_string()), |row| {
        Ok(FileRow {
            path: row.get("path")?,
            size: row.get::<_, i64>("size")? as u64,
            sha256: row.get("sha256")?,
            is_executable: row.get("is_executable")?,
            is_text: row.get("is_text")?,
            tokens: row.get("tokens")?,
        })
    })
}
