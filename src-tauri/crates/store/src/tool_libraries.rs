//! Libraries of implementations that authors made: what answers to which tool's name, and how.

use rusqlite::{Row, Transaction};
use studio_model::{Invalid, MAX_NAME, check_length};

use crate::{Error, Library, LibraryToolRow, Reading, ToolLibraryRow, connection::Fault, table};

impl Library {
    /// Creates a library of implementations, or gives it another description.
    pub fn put_tool_library(&self, name: &str, description: &str) -> Result<(), Error> {
        self.fill_tool_library(name, description, &[])
    }

    /// The same with implementations in it, each in place of the one of its name: all of it or nothing.
    pub fn fill_tool_library(&self, name: &str, description: &str, tools: &[LibraryToolRow]) -> Result<(), Error> {
        check_name("tool library", name)?;
        let host = self.host().to_string();
        let sql = "INSERT INTO tool_library_t (host_id, name, description) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET description = excluded.description";
        self.connections.write(|tx| {
            tx.execute(sql, (&host, name, description))?;
            tools.iter().try_for_each(|tool| put(tx, &host, name, tool))
        })
    }
}

impl Reading {
    /// The libraries by name, each with the names of its tools.
    pub fn list_tool_libraries(&self) -> Result<Vec<ToolLibraryRow>, Error> {
        let sql = "SELECT l.name, l.description,
                (SELECT json_group_array(t.name ORDER BY t.name COLLATE NOCASE, t.name) FROM tool_library_tool_t t
                    WHERE t.host_id = l.host_id AND t.library_name = l.name)
            FROM tool_library_t l WHERE l.host_id = ? ORDER BY l.name COLLATE NOCASE, l.name";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok(ToolLibraryRow { name: row.get(0)?, description: row.get(1)?, tools: table::texts(row, 2)? })
            })
        })
    }
}

impl Library {
    /// Deletes a library with its implementations.
    pub fn delete_tool_library(&self, name: &str) -> Result<(), Error> {
        let sql = "DELETE FROM tool_library_t WHERE host_id = ? AND name = ?";
        self.connections.write(|tx| match tx.execute(sql, (self.host().to_string(), name))? {
            0 => Err(missing("tool library", name).into()),
            _ => Ok(()),
        })
    }

    /// Registers an implementation in a library; one of the same name is replaced.
    pub fn put_library_tool(&self, library: &str, tool: &LibraryToolRow) -> Result<(), Error> {
        self.connections.write(|tx| put(tx, &self.host().to_string(), library, tool))
    }
}

impl Reading {
    /// The implementations of a library by name; none where there is no such library.
    pub fn library_tools(&self, library: &str) -> Result<Vec<LibraryToolRow>, Error> {
        let sql = "SELECT name, description, schema, behaviour FROM tool_library_tool_t
            WHERE host_id = ? AND library_name = ? ORDER BY name COLLATE NOCASE, name";
        self.connections.read(|db| table::list(db, sql, (self.host().to_string(), library), library_tool))
    }
}

impl Library {
    /// Takes an implementation out of a library.
    pub fn delete_library_tool(&self, library: &str, name: &str) -> Result<(), Error> {
        let sql = "DELETE FROM tool_library_tool_t WHERE host_id = ? AND library_name = ? AND name = ?";
        self.connections.write(|tx| match tx.execute(sql, (self.host().to_string(), library, name))? {
            0 => Err(missing("library tool", &format!("{library}/{name}")).into()),
            _ => Ok(()),
        })
    }
}

fn missing(entity: &'static str, name: &str) -> Error {
    Error::NotFound { entity, id: name.to_owned() }
}

fn check_name(entity: &'static str, name: &str) -> Result<(), Error> {
    let checked = if name.trim().is_empty() {
        Err(Invalid { field: "name", problem: "is empty".to_owned() })
    } else {
        check_length("name", name, MAX_NAME)
    };
    checked.map_err(|reason| Error::Invalid { entity, name: name.to_owned(), reason })
}

fn put(tx: &Transaction<'_>, host: &str, library: &str, tool: &LibraryToolRow) -> Result<(), Fault> {
    check_name("library tool", &tool.name)?;
    let sql = "INSERT INTO tool_library_tool_t (host_id, library_name, name, description, schema, behaviour)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET description = excluded.description, schema = excluded.schema,
            behaviour = excluded.behaviour";
    let (schema, behaviour) = (tool.schema.to_string(), tool.behaviour.to_string());
    let values = (host, library, &tool.name, &tool.description, schema, behaviour);
    match tx.execute(sql, values) {
        Ok(_) => Ok(()),
        Err(error) => Err(table::dangling(error, "library tool", &format!("{library}/{}", tool.name))),
    }
}

fn library_tool(row: &Row<'_>) -> rusqlite::Result<LibraryToolRow> {
    Ok(LibraryToolRow {
        name: row.get("name")?,
        description: row.get("description")?,
        schema: table::kept(row, "schema")?,
        behaviour: table::kept(row, "behaviour")?,
    })
}
