//! What came of calls: how many, how many failed, how long they took; by tool, and by the skill in whose name.

use studio_model::{SkillId, ToolId};

use crate::{CallCount, Error, Library, table};

impl Library {
    /// Counts one call.
    pub fn count_call(&self, tool: ToolId, skill: Option<SkillId>, failed: bool, elapsed_us: u64) -> Result<(), Error> {
        let sql = "INSERT INTO tool_call_count_t (host_id, tool_id, skill_id, calls, failed, total_us, last_ts)
            VALUES (?, ?, ?, 1, ?, ?, ?)
            ON CONFLICT DO UPDATE SET calls = calls + 1, failed = failed + excluded.failed,
                total_us = total_us + excluded.total_us, last_ts = excluded.last_ts";
        let stamp = self.stamp();
        let (tool, skill) = (tool.to_string(), skill.map(|skill| skill.to_string()));
        let elapsed = i64::from(u32::try_from(elapsed_us).unwrap_or(u32::MAX));
        let values = (stamp.host.to_string(), &tool, &skill, i64::from(failed), elapsed, &stamp.now);
        self.connections.write(|tx| match tx.prepare_cached(sql)?.execute(values) {
            Ok(_) => Ok(()),
            Err(error) => Err(table::dangling(error, "call of tool", &tool)),
        })
    }

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
