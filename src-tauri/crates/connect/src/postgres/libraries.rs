//! The libraries a server has.

use tokio_postgres::Row;
use uuid::Uuid;

use super::{Error, Remote};

/// A library on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedLibrary {
    /// The tenant its rows bear.
    pub host: Uuid,
    /// What tells it from another one that bore the same tenant before.
    pub id: Uuid,
    /// How it is called.
    pub name: String,
    /// How often was pushed to it.
    pub revision: i64,
}

const COLUMNS: &str = "SELECT host_id, library_id, name, revision FROM studio_library_t";

impl Remote {
    /// The libraries, by name.
    pub fn libraries(&self) -> Result<Vec<SharedLibrary>, Error> {
        let client = self.connection()?;
        self.wait(async {
            let rows = client.query(&format!("{COLUMNS} ORDER BY name"), &[]).await?;
            rows.iter().map(library).collect()
        })
    }

    /// Makes a library of this name, or gives the one that has it or the tenant.
    pub fn make_library(&self, host: Uuid, name: &str) -> Result<SharedLibrary, Error> {
        let client = self.connection()?;
        self.wait(async {
            let sql = "INSERT INTO studio_library_t (host_id, library_id, name) VALUES ($1, $2, $3)
                ON CONFLICT DO NOTHING";
            client.execute(sql, &[&host, &Uuid::now_v7(), &name]).await?;
            let sql = format!("{COLUMNS} WHERE host_id = $1 OR name = $2 ORDER BY name = $2 DESC LIMIT 1");
            library(&client.query_one(&sql, &[&host, &name]).await?)
        })
    }
}

fn library(row: &Row) -> Result<SharedLibrary, tokio_postgres::Error> {
    Ok(SharedLibrary { host: row.try_get(0)?, id: row.try_get(1)?, name: row.try_get(2)?, revision: row.try_get(3)? })
}
