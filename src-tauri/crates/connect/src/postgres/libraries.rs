//! The libraries a server shows to a login: those it is a member of.

use tokio_postgres::Row;
use uuid::Uuid;

use super::{Error, Remote};

/// Held while a library is made.
const MAKING: i64 = i64::from_be_bytes(*b"SKSMakes");

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
    /// The libraries this login is a member of, by name.
    pub fn libraries(&self) -> Result<Vec<SharedLibrary>, Error> {
        let client = self.connection()?;
        self.wait(async {
            let rows = client.query(&format!("{COLUMNS} ORDER BY name, created_ts, host_id"), &[]).await?;
            rows.iter().map(library).collect()
        })
    }

    /// Makes a library of this name, or gives the one that this login sees by it. The server names its tenant.
    pub fn make_library(&self, name: &str) -> Result<SharedLibrary, Error> {
        let mut client = self.connection()?;
        self.wait(async {
            let tx = client.transaction().await?;
            // Two who make the same one at once wait for each other.
            tx.execute("SELECT pg_advisory_xact_lock($1)", &[&MAKING]).await?;
            let known = format!("{COLUMNS} WHERE name = $1 ORDER BY created_ts, host_id LIMIT 1");
            if let Some(row) = tx.query_opt(&known, &[&name]).await? {
                return library(&row);
            }
            let host: Uuid = tx.query_one("SELECT studio_create_library($1)", &[&name]).await?.try_get(0)?;
            let made = library(&tx.query_one(&format!("{COLUMNS} WHERE host_id = $1"), &[&host]).await?)?;
            tx.commit().await?;
            Ok(made)
        })
    }
}

fn library(row: &Row) -> Result<SharedLibrary, tokio_postgres::Error> {
    Ok(SharedLibrary { host: row.try_get(0)?, id: row.try_get(1)?, name: row.try_get(2)?, revision: row.try_get(3)? })
}
