//! Kept calls of tools, with what they should give and how they went last.

use rusqlite::Row;
use studio_model::ToolId;
use uuid::Uuid;

use crate::{Error, Library, Reading, ToolCaseRow, table};

const COLUMNS: &str = "case_id, tool_id, name, arguments, expected, last";

impl Library {
    /// Keeps a call, or changes a kept one, which stays where it stands.
    pub fn put_tool_case(&self, case: &ToolCaseRow) -> Result<(), Error> {
        let sql = "INSERT INTO tool_case_t (host_id, case_id, tool_id, name, arguments, expected, last)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET tool_id = excluded.tool_id, name = excluded.name,
                arguments = excluded.arguments, expected = excluded.expected, last = excluded.last";
        let last = case.last.as_ref().map(ToString::to_string);
        let key = (self.host().to_string(), case.id.to_string());
        let expected = case.expected.to_string();
        let values = (key.0, &key.1, case.tool.to_string(), &case.name, &case.arguments, expected, last);
        self.connections.write(|tx| match tx.execute(sql, values) {
            Ok(_) => Ok(()),
            Err(error) => Err(table::dangling(error, "tool case", &key.1)),
        })
    }

    /// Keeps how a call went last, and says whether it is still there. What else was changed of it meanwhile stays.
    pub fn set_case_outcome(&self, id: Uuid, outcome: &serde_json::Value) -> Result<bool, Error> {
        let sql = "UPDATE tool_case_t SET last = ? WHERE host_id = ? AND case_id = ?";
        let values = (outcome.to_string(), self.host().to_string(), id.to_string());
        self.connections.write(|tx| Ok(tx.execute(sql, values)? > 0))
    }
}

impl Reading {
    /// The kept calls of a tool, in the order they came.
    pub fn list_tool_cases(&self, tool: ToolId) -> Result<Vec<ToolCaseRow>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM tool_case_t WHERE host_id = ? AND tool_id = ? ORDER BY rowid");
        self.connections.read(|db| table::list(db, &sql, (self.host().to_string(), tool.to_string()), tool_case))
    }

    /// One kept call.
    pub fn get_tool_case(&self, id: Uuid) -> Result<ToolCaseRow, Error> {
        let sql = format!("SELECT {COLUMNS} FROM tool_case_t WHERE host_id = ? AND case_id = ?");
        self.connections.read(|db| {
            let found = table::find(db, &sql, (self.host().to_string(), id.to_string()), tool_case)?;
            found.ok_or_else(|| missing(id).into())
        })
    }
}

impl Library {
    /// Forgets a kept call.
    pub fn delete_tool_case(&self, id: Uuid) -> Result<(), Error> {
        let sql = "DELETE FROM tool_case_t WHERE host_id = ? AND case_id = ?";
        self.connections.write(|tx| match tx.execute(sql, (self.host().to_string(), id.to_string()))? {
            0 => Err(missing(id).into()),
            _ => Ok(()),
        })
    }
}

fn missing(id: Uuid) -> Error {
    Error::NotFound { entity: "tool case", id: id.to_string() }
}

fn tool_case(row: &Row<'_>) -> rusqlite::Result<ToolCaseRow> {
    Ok(ToolCaseRow {
        id: table::id_at(row, 0)?,
        tool: ToolId(table::id_at(row, 1)?),
        name: row.get(2)?,
        arguments: row.get(3)?,
        expected: table::kept(row, "expected")?,
        last: table::optional_kept(row, "last")?,
    })
}
