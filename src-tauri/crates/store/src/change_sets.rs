//! Changes of many skills at once: made in one transaction, kept with what was before and after, undone as one.

use rusqlite::{Row, Transaction};
use studio_model::{HostId, SkillId};
use uuid::Uuid;

use crate::{
    AppliedSet, ChangeAspect, ChangeItem, ChangeKind, ChangeSetId, ChangeSetRow, ChangeStep, Error, FileChange,
    Library, NewChangeSet, Reading, SKILL_FILE, SkillChange, SkillStep,
    connection::Fault,
    sha256_hex,
    skills::{change, trash},
    table::{self, Stamp},
};

/// The sets that are kept; a newer one takes the place of the oldest.
const KEPT: u32 = 200;

impl Library {
    /// Applies a new set in one transaction. A step that is refused leaves its skill as it was; the others are applied.
    /// The newest sets are kept, older ones are forgotten.
    pub fn apply_change_set(&self, set: NewChangeSet<'_>, steps: &[ChangeStep]) -> Result<AppliedSet, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let id = ChangeSetId(Uuid::now_v7());
            let sql = "INSERT INTO change_set_t (host_id, change_set_id, kind, title, created_ts, user)
                VALUES (?, ?, ?, ?, ?, ?)";
            let key = (stamp.host.to_string(), id.to_string());
            tx.execute(sql, (&key.0, &key.1, set.kind.as_str(), set.title, &stamp.now, &stamp.user))?;
            let mut index = 0;
            let mut outcomes = Vec::with_capacity(steps.len());
            for step in steps {
                let items = items_of(tx, stamp.host, step)?;
                let outcome = alone(tx, self, |tx| run(tx, &stamp, step))?;
                if outcome.is_ok() {
                    for item in items {
                        insert_item(tx, &stamp, id, index, step.skill, &item)?;
                        index += 1;
                    }
                }
                outcomes.push(outcome);
            }
            if index == 0 {
                tx.execute("DELETE FROM change_set_t WHERE host_id = ? AND change_set_id = ?", (&key.0, &key.1))?;
                return Ok(AppliedSet { id: None, outcomes });
            }
            forget_oldest(tx, stamp.host)?;
            Ok(AppliedSet { id: Some(id), outcomes })
        })
    }

    /// Takes items of a set back, or does them again, in one transaction: each step with the places of the items it
    /// turns; no step where the skill is as it should be already. A step that is refused leaves its skill and its items as they were.
    pub fn turn_change_set(
        &self,
        id: ChangeSetId,
        is_undone: bool,
        steps: &[(Option<ChangeStep>, Vec<u32>)],
    ) -> Result<Vec<Result<(), Error>>, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let mut outcomes = Vec::with_capacity(steps.len());
            for (step, indexes) in steps {
                let outcome = match step {
                    Some(step) => alone(tx, self, |tx| run(tx, &stamp, step))?,
                    None => Ok(()),
                };
                if outcome.is_ok() {
                    turn_items(tx, stamp.host, id, indexes, is_undone)?;
                }
                outcomes.push(outcome);
            }
            Ok(outcomes)
        })
    }
}

impl Reading {
    /// The kept sets, newest first.
    pub fn list_change_sets(&self) -> Result<Vec<ChangeSetRow>, Error> {
        let sql = format!("{SETS} WHERE c.host_id = ? GROUP BY c.change_set_id ORDER BY c.change_set_id DESC");
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], set_row))
    }

    /// One set with its items, in the order they were made.
    pub fn get_change_set(&self, id: ChangeSetId) -> Result<(ChangeSetRow, Vec<ChangeItem>), Error> {
        let key = (self.host().to_string(), id.to_string());
        self.connections.read(|db| {
            let sql = format!("{SETS} WHERE c.host_id = ? AND c.change_set_id = ? GROUP BY c.change_set_id");
            let row = table::find(db, &sql, (&key.0, &key.1), set_row)?;
            let row = row.ok_or_else(|| Error::NotFound { entity: "change set", id: id.to_string() })?;
            let sql = "SELECT i.*, s.name FROM change_set_item_t i
                JOIN skill_t s ON s.host_id = i.host_id AND s.skill_id = i.skill_id
                WHERE i.host_id = ? AND i.change_set_id = ? ORDER BY i.order_index";
            Ok((row, table::list(db, sql, (&key.0, &key.1), item_row)?))
        })
    }
}

const SETS: &str = "SELECT c.change_set_id, c.kind, c.title, c.created_ts, count(i.order_index) AS items,
        count(DISTINCT i.skill_id) AS skills, COALESCE(sum(i.is_undone), 0) AS undone
    FROM change_set_t c LEFT JOIN change_set_item_t i
        ON i.host_id = c.host_id AND i.change_set_id = c.change_set_id";

/// What a step changes, before it does.
struct Turn {
    aspect: ChangeAspect,
    path: String,
    before: Option<String>,
    after: Option<String>,
}

fn items_of(tx: &Transaction<'_>, host: HostId, step: &ChangeStep) -> Result<Vec<Turn>, Fault> {
    let key = (host.to_string(), step.skill.to_string());
    let sql = "SELECT d.sha256, d.group_name, COALESCE(s.active, 1) FROM skill_document_t d
        JOIN skill_t s ON s.host_id = d.host_id AND s.skill_id = d.skill_id WHERE d.host_id = ? AND d.skill_id = ?";
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?));
    // A skill that is gone is refused when the step runs.
    let Some((sha256, group, is_active)) = table::find(tx, sql, (&key.0, &key.1), read)? else {
        return Ok(Vec::new());
    };
    let mut turns = Vec::new();
    match &step.step {
        SkillStep::SetActive(active) => {
            turns.push(turn(ChangeAspect::Active, "", Some(flag(is_active)), Some(flag(*active))));
        }
        SkillStep::Update(change) => {
            let SkillChange { content, group: new_group, files, .. } = change.as_ref();
            if let Some(content) = content {
                let after = sha256_hex(&content.bytes);
                turns.push(turn(ChangeAspect::File, SKILL_FILE, Some(sha256), Some(after)));
            }
            for file in files {
                turns.extend(file_turn(tx, &key, file)?);
            }
            if let Some(new_group) = new_group {
                turns.push(turn(ChangeAspect::Group, "", Some(group), Some(new_group.clone())));
            }
        }
    }
    turns.retain(|turn| turn.before != turn.after);
    Ok(turns)
}

fn file_turn(tx: &Transaction<'_>, key: &(String, String), file: &FileChange) -> Result<Option<Turn>, Fault> {
    let (path, after) = match file {
        FileChange::Put(file) => (&file.path, Some(sha256_hex(&file.bytes))),
        FileChange::Delete { path } => (path, None),
        FileChange::Rename { .. } => return Ok(None),
    };
    let sql = "SELECT sha256 FROM skill_file_t WHERE host_id = ? AND skill_id = ? AND path = ?";
    let before = table::find(tx, sql, (&key.0, &key.1, path), |row| row.get(0))?;
    Ok(Some(turn(ChangeAspect::File, path, before, after)))
}

fn turn(aspect: ChangeAspect, path: &str, before: Option<String>, after: Option<String>) -> Turn {
    Turn { aspect, path: path.to_owned(), before, after }
}

fn flag(is_active: bool) -> String {
    u8::from(is_active).to_string()
}

fn run(tx: &Transaction<'_>, stamp: &Stamp, step: &ChangeStep) -> Result<(), Fault> {
    match &step.step {
        SkillStep::Update(change) => change::update(tx, stamp, step.skill, step.expected, change).map(drop),
        SkillStep::SetActive(active) => trash::set_active(tx, stamp, step.skill, step.expected, *active).map(drop),
    }
}

/// Does `work` so that its refusal leaves the transaction as it was. Only what no row is to blame for, such as a full
/// disk, stops the rest.
fn alone(
    tx: &Transaction<'_>,
    library: &Library,
    work: impl FnOnce(&Transaction<'_>) -> Result<(), Fault>,
) -> Result<Result<(), Error>, Fault> {
    tx.prepare_cached("SAVEPOINT one_step")?.execute([])?;
    let outcome = match work(tx) {
        Ok(()) => Ok(()),
        Err(fault) if fault.is_of_the_row() => {
            tx.prepare_cached("ROLLBACK TO one_step")?.execute([])?;
            Err(fault.at(library.path()))
        }
        Err(fault) => return Err(fault),
    };
    tx.prepare_cached("RELEASE one_step")?.execute([])?;
    Ok(outcome)
}

fn insert_item(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    id: ChangeSetId,
    index: u32,
    skill: SkillId,
    turn: &Turn,
) -> Result<(), Fault> {
    let sql =
        "INSERT INTO change_set_item_t (host_id, change_set_id, order_index, skill_id, aspect, path, before, after)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    tx.prepare_cached(sql)?.execute((
        stamp.host.to_string(),
        id.to_string(),
        index,
        skill.to_string(),
        turn.aspect.as_str(),
        &turn.path,
        &turn.before,
        &turn.after,
    ))?;
    Ok(())
}

fn turn_items(
    tx: &Transaction<'_>,
    host: HostId,
    id: ChangeSetId,
    indexes: &[u32],
    is_undone: bool,
) -> Result<(), Fault> {
    let sql = "UPDATE change_set_item_t SET is_undone = ?
        WHERE host_id = ? AND change_set_id = ? AND order_index = ?";
    let mut statement = tx.prepare_cached(sql)?;
    for index in indexes {
        statement.execute((is_undone, host.to_string(), id.to_string(), index))?;
    }
    Ok(())
}

fn forget_oldest(tx: &Transaction<'_>, host: HostId) -> Result<(), Fault> {
    let sql = "DELETE FROM change_set_t WHERE host_id = ?1 AND change_set_id NOT IN
        (SELECT change_set_id FROM change_set_t WHERE host_id = ?1 ORDER BY change_set_id DESC LIMIT ?2)";
    tx.prepare_cached(sql)?.execute((host.to_string(), KEPT))?;
    Ok(())
}

fn set_row(row: &Row<'_>) -> rusqlite::Result<ChangeSetRow> {
    Ok(ChangeSetRow {
        id: ChangeSetId(table::id(row, "change_set_id")?),
        kind: table::named(row, "kind", ChangeKind::parse)?,
        title: row.get("title")?,
        created_at: row.get("created_ts")?,
        items: row.get("items")?,
        skills: row.get("skills")?,
        undone: row.get("undone")?,
    })
}

fn item_row(row: &Row<'_>) -> rusqlite::Result<ChangeItem> {
    Ok(ChangeItem {
        index: row.get("order_index")?,
        skill: SkillId(table::id(row, "skill_id")?),
        skill_name: row.get("name")?,
        aspect: table::named(row, "aspect", ChangeAspect::parse)?,
        path: row.get("path")?,
        before: row.get("before")?,
        after: row.get("after")?,
        is_undone: row.get("is_undone")?,
    })
}
