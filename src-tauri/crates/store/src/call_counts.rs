//! What came of calls: how many, how many failed, how long they took; by tool, and by the skill in whose name.

use studio_model::{SkillId, ToolId};

use crate::{CallCount, Error, Library, Reading, connection::Fault, table};

impl Library {
    /// Adds calls to what is counted. Those of a tool or skill that is gone are left out.
    pub fn count_calls(&self, counts: &[CallCount]) -> Result<(), Error> {
        let sql = "INSERT INTO tool_call_count_t (host_id, tool_id, skill_id, calls, failed, total_us, last_ts)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, failed = failed + excluded.failed,
                total_us = total_us + excluded.total_us, last_ts = excluded.last_ts";
        let host = self.host().to_string();
        self.connections.write_aside(|tx| {
            let mut insert = tx.prepare_cached(sql)?;
            for count in counts {
                let (tool, skill) = (count.tool.to_string(), count.skill.map(|skill| skill.to_string()));
                // So that no sum of them ever ends the column.
                let total = i64::from(u32::try_from(count.total_us).unwrap_or(u32::MAX));
                let values = (&host, &tool, &skill, count.calls, count.failed, total, &count.last_ts);
                match insert.execute(values).map_err(Fault::from) {
                    Err(fault) if !fault.is_of_the_row() => return Err(fault),
                    _ => {}
                }
            }
            Ok(())
        })
    }
}

impl Reading {
    /// What came of all calls, by tool; those in no skill's name first.
    pub fn list_call_counts(&self) -> Result<Vec<CallCount>, Error> {
        let sql = "SELECT tool_id, skill_id, calls, failed, total_us, last_ts FROM tool_call_count_t
            WHERE host_id = ? ORDER BY tool_id, skill_id";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok(CallCount {
                    tool: ToolId(table::id_at(row, 0)?),
                    skill: table::optional_id(row, "skill_id")?.map(SkillId),
                    calls: row.get(2)?,
                    failed: row.get(3)?,
                    total_us: row.get::<_, i64>(4)?.unsigned_abs(),
                    last_ts: row.get(5)?,
                })
            })
        })
    }
}
