//! `index.db`: vectors, full text and answers of models, made from the library and made again whenever they are lost.
//!
//! Nothing here is anybody's only copy; a chat model's answers may cost money once more. A file that is damaged, of another format, or made with another model is
//! therefore thrown away without asking; what it lacks then shows as stale.

mod memory;
mod query;
mod vectors;
mod words;

use std::{
    path::Path,
    sync::{Once, OnceLock},
};

use rusqlite::{Connection, Transaction, ffi};
use studio_model::HostId;
use uuid::Uuid;

pub use memory::Answer;
pub use vectors::VectorRow;
pub(crate) use vectors::{bytes_of, floats_of};
pub use words::{FileText, TextRow, WordPlaces};

use crate::{
    Error,
    connection::{Connections, Durability, Fault, open_plain, prepare_writer},
    files::remove_database,
    table,
};

/// Raised with every change of the tables; an older index is thrown away.
const FORMAT: i64 = 3;

/// The format that differs only in its full text: its vectors and answers, which cost time and money, are kept.
const FORMAT_WITH_OTHER_WORDS: i64 = 2;

/// Vectors vec0 makes room for at once: few, so that an index of few is small.
const CHUNK: usize = 64;

/// An open `index.db`. Any number of threads may use it.
#[derive(Debug)]
pub struct Index {
    connections: Connections,
    dimension: usize,
}

/// What a vector or a text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntityKind {
    /// A skill.
    Skill,
    /// A tool.
    Tool,
    /// An agent.
    Agent,
    /// An MCP server.
    Server,
}

impl EntityKind {
    const fn number(self) -> i64 {
        match self {
            Self::Skill => 0,
            Self::Tool => 1,
            Self::Agent => 2,
            Self::Server => 3,
        }
    }

    /// The number that vectors of this kind have while what they are of lies in the trash.
    const fn aside(self) -> i64 {
        self.number() + 100
    }
}

impl Index {
    /// Opens the index at `path` for one model and its dimension; creates it where there is none, and throws away one
    /// that is damaged, of another format or made with another model.
    pub fn open(path: &Path, model: &str, dimension: usize) -> Result<Self, Error> {
        register_vectors().map_err(|fault| fault.at(path))?;
        let existing = open_existing(path, model, dimension).map_err(|fault| fault.at(path));
        let connection = match existing {
            Ok(Some(connection)) => connection,
            Ok(None) | Err(Error::Damaged { .. } | Error::NotADatabase { .. } | Error::Sqlite { .. }) => {
                remove_database(path)?;
                create(path, model, dimension).map_err(|fault| fault.at(path))?
            }
            Err(error) => return Err(error),
        };
        Ok(Self { connections: Connections::new(path, connection), dimension })
    }

    /// Gives back memory that only makes reading the same again quicker.
    pub fn give_memory_back(&self) {
        self.connections.give_pages_back();
    }

    /// Forgets one entity: its vectors and its text.
    pub fn remove(&self, host: HostId, kind: EntityKind, id: Uuid) -> Result<(), Error> {
        self.connections.write(|tx| forget(tx, host, kind, id))
    }

    /// Forgets the vectors and texts of every entity of this kind that is not among `ids`. What is set aside stays.
    pub fn retain(&self, host: HostId, kind: EntityKind, ids: &[Uuid]) -> Result<(), Error> {
        let wanted: std::collections::HashSet<&Uuid> = ids.iter().collect();
        let sql = "SELECT entity_id FROM vector_key_t WHERE host_id = ?1 AND kind = ?2
            UNION SELECT entity_id FROM text_key_t WHERE host_id = ?1 AND kind = ?2
            UNION SELECT entity_id FROM file_key_t WHERE host_id = ?1 AND ?2 = 0";
        self.connections.write(|tx| {
            let known = table::list(tx, sql, (host.to_string(), kind.number()), |row| table::id_at(row, 0))?;
            known.iter().filter(|id| !wanted.contains(id)).try_for_each(|id| forget(tx, host, kind, *id))
        })
    }
}

fn forget(tx: &Transaction<'_>, host: HostId, kind: EntityKind, id: Uuid) -> Result<(), Fault> {
    vectors::forget(tx, host, kind, id)?;
    words::forget(tx, host, kind, id)
}

/// Opens an index that can be used as it is; none where there is none or it was made for something else.
fn open_existing(path: &Path, model: &str, dimension: usize) -> Result<Option<Connection>, Fault> {
    if !path.exists() {
        return Ok(None);
    }
    let connection = open_plain(path)?;
    let format: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format != FORMAT && format != FORMAT_WITH_OTHER_WORDS {
        return Ok(None);
    }
    let sql = "SELECT model, dimension FROM made_with_t";
    let made_with = table::find(&connection, sql, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
    if made_with != Some((model.to_owned(), dimension as i64)) || !is_sound(&connection)? {
        return Ok(None);
    }
    prepare_writer(&connection, Durability::Rebuildable)?;
    if format == FORMAT_WITH_OTHER_WORDS {
        connection.execute_batch(&format!(
            "BEGIN; DROP TABLE text_t; DROP TABLE text_key_t; {} PRAGMA user_version = {FORMAT}; COMMIT;",
            words::TABLES
        ))?;
    }
    // While another process writes it stays as it was, which is only slower.
    let _next_time = words::let_words_wait(&connection);
    Ok(Some(connection))
}

/// Checks the trees of every real table. The virtual ones above them would check themselves by reading everything.
fn is_sound(connection: &Connection) -> Result<bool, Fault> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite_%'";
    let tables = table::list(connection, sql, [], |row| row.get::<_, String>(0))?;
    for name in tables {
        let answer: String = connection.query_row(&format!("PRAGMA quick_check('{name}')"), [], |row| row.get(0))?;
        if answer != "ok" {
            return Ok(false);
        }
    }
    Ok(true)
}

fn create(path: &Path, model: &str, dimension: usize) -> Result<Connection, Fault> {
    let mut connection = open_plain(path)?;
    prepare_writer(&connection, Durability::Rebuildable)?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(&format!(
        "CREATE TABLE made_with_t (model TEXT NOT NULL, dimension INTEGER NOT NULL) STRICT;
        CREATE TABLE vector_key_t (
            number    INTEGER PRIMARY KEY,
            host_id   TEXT NOT NULL,
            kind      INTEGER NOT NULL,
            entity_id TEXT NOT NULL,
            part      INTEGER NOT NULL,
            text_hash TEXT NOT NULL,
            UNIQUE (host_id, kind, entity_id, part)
        ) STRICT;
        CREATE VIRTUAL TABLE vector_t USING vec0(
            number INTEGER PRIMARY KEY,
            host_id TEXT PARTITION KEY,
            kind INTEGER PARTITION KEY,
            is_whole INTEGER PARTITION KEY,
            embedding FLOAT[{dimension}] DISTANCE_METRIC=cosine,
            chunk_size={CHUNK}
        );
        CREATE TABLE query_vector_t (
            number    INTEGER PRIMARY KEY,
            text_hash TEXT NOT NULL UNIQUE,
            embedding BLOB NOT NULL
        ) STRICT;
        CREATE TABLE answer_t (key TEXT NOT NULL PRIMARY KEY, answer TEXT NOT NULL, made_ts TEXT NOT NULL) STRICT;
        {}
        PRAGMA user_version = {FORMAT};",
        words::TABLES
    ))?;
    words::let_words_wait(&transaction)?;
    transaction.execute("INSERT INTO made_with_t VALUES (?, ?)", (model, dimension as i64))?;
    transaction.commit()?;
    Ok(connection)
}

/// Gives every connection opened from here on the vec0 tables; once a process.
fn register_vectors() -> Result<(), Fault> {
    static REGISTER: Once = Once::new();
    static CODE: OnceLock<i32> = OnceLock::new();
    REGISTER.call_once(|| {
        let _ = CODE.set(register_vec0());
    });
    match CODE.get().copied().unwrap_or(ffi::SQLITE_ERROR) {
        ffi::SQLITE_OK => Ok(()),
        code => Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None).into()),
    }
}

#[expect(unsafe_code, reason = "sqlite-vec offers its entry point only as an untyped C function")]
fn register_vec0() -> i32 {
    type EntryPoint = unsafe extern "C" fn(
        *mut ffi::sqlite3,
        *mut *mut std::os::raw::c_char,
        *const ffi::sqlite3_api_routines,
    ) -> std::os::raw::c_int;
    // SAFETY: `sqlite3_vec_init` is an SQLite extension's entry point and has exactly this signature in C; its Rust
    // declaration leaves the parameters out. Registering it passes no pointer that could dangle.
    unsafe {
        let entry = std::mem::transmute::<*const (), EntryPoint>(sqlite_vec::sqlite3_vec_init as *const ());
        ffi::sqlite3_auto_extension(Some(entry))
    }
}
