//! What can be undone after a restart: the steps of each place one works in. They mean nothing to the store: only the screen that
//! wrote them reads them.

use rusqlite::{ErrorCode, Row};

use crate::{Error, Library, Reading, UndoHistory, UndoScope, connection::Fault, table};

/// Bytes of steps kept for one scope at most.
const MOST_BYTES: usize = 4 << 20;
/// Steps kept for one scope at most.
const MOST_STEPS: usize = 500;

impl Library {
    /// Keeps a history in place of what was kept of its scope; an empty one is forgotten.
    ///
    /// At most 500 steps and 4 MiB of them are kept: what goes beyond is dropped, from the oldest step on, and a step that is
    /// too large by itself goes with everything before it.
    pub fn put_undo_history(&self, scope: &UndoScope, history: &UndoHistory) -> Result<(), Error> {
        let (done, undone) = bounded(history);
        if done.is_empty() && undone.is_empty() {
            return self.delete_undo_history(scope);
        }
        let columns = Columns::of(scope);
        let sql = "INSERT OR REPLACE INTO undo_history_t
            (host_id, scope, skill_id, path, tool_id, server_id, agent_def_id, basis, done, undone)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        self.connections.write_aside(|tx| {
            let values = (
                self.host().to_string(),
                &columns.scope,
                &columns.skill,
                &columns.path,
                &columns.tool,
                &columns.server,
                &columns.agent,
                &history.basis,
                table::json_list(done),
                table::json_list(undone),
            );
            match tx.prepare_cached(sql)?.execute(values) {
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                    Err(Fault::from(Error::NotFound { entity: columns.entity, id: columns.scope.clone() }))
                }
                outcome => Ok(outcome.map(|_| ())?),
            }
        })
    }
}

impl Reading {
    /// The history kept of a scope; an empty one where there is none.
    pub fn get_undo_history(&self, scope: &UndoScope) -> Result<UndoHistory, Error> {
        let sql = "SELECT done, undone, basis FROM undo_history_t WHERE host_id = ? AND scope = ?";
        let key = (self.host().to_string(), Columns::of(scope).scope);
        Ok(self.connections.read(|db| table::find(db, sql, key, history))?.unwrap_or_default())
    }
}

impl Library {
    /// Forgets the history of a scope; nothing happens where there is none.
    pub fn delete_undo_history(&self, scope: &UndoScope) -> Result<(), Error> {
        let sql = "DELETE FROM undo_history_t WHERE host_id = ? AND scope = ?";
        self.connections.write_aside(|tx| {
            tx.prepare_cached(sql)?.execute((self.host().to_string(), Columns::of(scope).scope))?;
            Ok(())
        })
    }
}

fn history(row: &Row<'_>) -> rusqlite::Result<UndoHistory> {
    Ok(UndoHistory { done: table::texts(row, 0)?, undone: table::texts(row, 1)?, basis: row.get(2)? })
}

/// The steps that are kept. The next to be undone or done again are the last of their lists, and counted first.
fn bounded(history: &UndoHistory) -> (&[String], &[String]) {
    let mut steps = MOST_STEPS;
    let mut bytes = MOST_BYTES;
    let mut kept = |list: &[String]| {
        let fits = |step: &&String| {
            let does = steps > 0 && step.len() <= bytes;
            if does {
                (steps, bytes) = (steps - 1, bytes - step.len());
            }
            does
        };
        list.iter().rev().take_while(fits).count()
    };
    let (undone, done) = (kept(&history.undone), kept(&history.done));
    (&history.done[history.done.len() - done..], &history.undone[history.undone.len() - undone..])
}

/// A scope as the table has it.
#[derive(Default)]
struct Columns {
    entity: &'static str,
    scope: String,
    skill: Option<String>,
    path: Option<String>,
    tool: Option<String>,
    server: Option<String>,
    agent: Option<String>,
}

impl Columns {
    fn of(scope: &UndoScope) -> Self {
        match scope {
            UndoScope::Map => Self { entity: "map", scope: "map".to_owned(), ..Self::default() },
            UndoScope::File { skill, path } => Self {
                entity: "skill",
                scope: format!("file:{skill}/{path}"),
                skill: Some(skill.to_string()),
                path: Some(path.clone()),
                ..Self::default()
            },
            UndoScope::Tool(id) => {
                Self { entity: "tool", scope: format!("tool:{id}"), tool: Some(id.to_string()), ..Self::default() }
            }
            UndoScope::Server(id) => Self {
                entity: "server",
                scope: format!("server:{id}"),
                server: Some(id.to_string()),
                ..Self::default()
            },
            UndoScope::Agent(id) => {
                Self { entity: "agent", scope: format!("agent:{id}"), agent: Some(id.to_string()), ..Self::default() }
            }
            UndoScope::Pack(id) => Self { entity: "pack", scope: format!("pack:{id}"), ..Self::default() },
        }
    }
}
