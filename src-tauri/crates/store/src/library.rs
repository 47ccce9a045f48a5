//! One open `library.db`: opening it, and what it says of itself.
//!
//! What can be asked of its content, and written to it, stands in the modules beside this one, each with its own
//! `impl Reading` and `impl Library`.

mod wholeness;

use std::{
    ops::Deref,
    path::{Path, PathBuf},
};

use parking_lot::RwLock;
use rusqlite::{Connection, ErrorCode};
use studio_model::HostId;
use uuid::Uuid;

use crate::{
    Error, LibraryRow, OpenReport, Options,
    connection::{Connections, Durability, Fault, Obstacle, ReadOnly, open_plain, prepare_writer},
    followed::Followed,
    footing::Held,
    schema,
    table::{self, Stamp},
    unkept_runs::UnkeptRuns,
};

/// An open `library.db`. Any number of threads may use it; any number of processes may have it open.
///
/// Whatever changes a row is a method of this, and nothing else: who may only read is given the [`Reading`] in it.
#[derive(Debug)]
pub struct Library(Reading);

impl Deref for Library {
    type Target = Reading;

    fn deref(&self) -> &Reading {
        &self.0
    }
}

/// A library as it is read, searched through and copied; nothing of this changes a row.
#[derive(Debug)]
pub struct Reading {
    pub(crate) connections: Connections,
    /// Runs of a library that cannot be written, kept as long as it is open.
    pub(crate) runs: UnkeptRuns,
    /// Which links to folders count; all of them until somebody says which.
    pub(crate) followed: RwLock<Followed>,
    host: HostId,
    user: String,
    now: fn() -> String,
}

impl Library {
    /// Opens the library at `path`, creates it where there is none, and brings an older one up to date.
    ///
    /// A file that is not a library, is damaged or newer is refused with an error that says so; nothing in it is touched.
    pub fn open(path: &Path, options: &Options) -> Result<(Self, OpenReport), Error> {
        let is_new = schema::is_new(path)?;
        // Before anything is connected to it, where it is there already; see `footing`.
        let held = Held::take(path);
        let opened = open_checked(path, is_new);
        let obstacle = if is_new { None } else { obstacle_of(path, &opened) };
        if let Some(obstacle) = obstacle {
            drop(opened);
            return Self::open_to_read(path, options, obstacle, held);
        }
        let (mut writer, format) = opened.map_err(|fault| match fault.at(path) {
            Error::NotADatabase { path } if schema::was_ours(&path) => {
                let detail = "the first bytes of the file are not those of a database".to_owned();
                Error::Damaged { path, detail }
            }
            Error::Sqlite { path, source } if is_new && source.sqlite_error_code() == Some(ErrorCode::CannotOpen) => {
                not_made(path, source)
            }
            error => error,
        })?;
        schema::migrate(&mut writer, path)?;
        let is_older = 0 < format && format < schema::LATEST;
        if is_older {
            schema::lay_out(&writer);
        }
        let connections = Connections::standing(path, writer, held.or_else(|| Held::take(path)));
        let host = own_host(&connections, &default_name(path), &(options.now)())?;
        connections.is_named(&host.to_string());
        let report = OpenReport { is_new: format == 0, migrated_from: is_older.then_some(format as u32) };
        Ok((
            Self(Reading {
                connections,
                runs: UnkeptRuns::default(),
                followed: RwLock::default(),
                host,
                user: options.short_user(),
                now: options.now,
            }),
            report,
        ))
    }

    /// Opens a library where it cannot be written: everything in it can be read.
    fn open_to_read(
        path: &Path,
        options: &Options,
        obstacle: Obstacle,
        held: Option<Held>,
    ) -> Result<(Self, OpenReport), Error> {
        let is_older = |reader: &Connection| {
            let format = schema::format_of(reader, path)?;
            if let Some(detail) = schema::first_problem(reader)? {
                return Err(Error::Damaged { path: path.to_owned(), detail }.into());
            }
            schema::refuse_strange(reader, format, path)?;
            Ok(format < schema::LATEST)
        };
        let bring_up = |copy: &Path| Self::open(copy, options).map(drop);
        let found = ReadOnly::find(path, obstacle, is_older, bring_up);
        let (read_only, reader) = found.map_err(|fault| fault.at(path))?;
        let connections = Connections::reading(path, reader, read_only, held);
        let host = own_host(&connections, &default_name(path), &(options.now)())?;
        let report = OpenReport { is_new: false, migrated_from: None };
        Ok((
            Self(Reading {
                connections,
                runs: UnkeptRuns::default(),
                followed: RwLock::default(),
                host,
                user: options.short_user(),
                now: options.now,
            }),
            report,
        ))
    }

    /// Opens the library at `path` for a look at a few of its rows, without searching the whole file for damage first;
    /// none where the file is not there or of another format, which [`Self::open`] deals with.
    pub fn open_for_a_look(path: &Path) -> Result<Option<Self>, Error> {
        if schema::is_new(path)? {
            return Ok(None);
        }
        let held = Held::take(path);
        let open = || {
            let writer = open_plain(path)?;
            let format = schema::format_of(&writer, path)?;
            schema::refuse_strange(&writer, format, path)?;
            Ok((writer, format))
        };
        let (writer, format) = open().map_err(|fault: Fault| fault.at(path))?;
        if format != schema::LATEST {
            return Ok(None);
        }
        let connections = Connections::standing(path, writer, held);
        let now = Options::new(String::new()).now;
        let host = own_host(&connections, &default_name(path), &now())?;
        let (runs, followed) = (UnkeptRuns::default(), RwLock::default());
        Ok(Some(Self(Reading { connections, runs, followed, host, user: String::new(), now })))
    }

    /// Names the library and says whether it holds the samples.
    pub fn set_info(&self, name: &str, is_sample: bool) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "UPDATE library_t SET name = ?, is_sample = ? WHERE host_id = ?";
            tx.execute(sql, (name, is_sample, self.host.to_string()))?;
            Ok(())
        })
    }
}

impl Reading {
    /// What keeps the library from being written, if anything does: then it can only be read.
    pub fn obstacle(&self) -> Option<Obstacle> {
        self.connections.obstacle()
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.connections.path()
    }

    /// Gives back memory that only makes reading the same again quicker.
    pub fn give_memory_back(&self) {
        self.connections.give_pages_back();
    }

    /// The tenant all rows belong to.
    pub fn host(&self) -> HostId {
        self.host
    }

    /// What the library says of itself.
    pub fn info(&self) -> Result<LibraryRow, Error> {
        self.connections.read(|db| {
            let sql = "SELECT host_id, name, created_ts, is_sample FROM library_t WHERE host_id = ?";
            Ok(db.query_row(sql, [self.host.to_string()], |row| {
                Ok(LibraryRow {
                    host: HostId(table::id(row, "host_id")?),
                    name: row.get("name")?,
                    created_at: row.get("created_ts")?,
                    is_sample: row.get("is_sample")?,
                })
            })?)
        })
    }

    /// A number that changes when another process, or another `Library`, has written to the file; writes of this one
    /// leave it as it is. Only its changing means something.
    pub fn outside_writes(&self) -> Result<i64, Error> {
        self.connections.with_writer(|db| Ok(db.pragma_query_value(None, "data_version", |row| row.get(0))?))
    }

    /// Who writes, where and now.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp { host: self.host, now: (self.now)(), user: self.user.clone() }
    }
}

/// Why there can be no new file at a path. `SQLite` says only that there can't; what its folder takes, the system says.
fn not_made(path: PathBuf, source: rusqlite::Error) -> Error {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match tempfile::tempfile_in(folder) {
        Err(source) => Error::Io { path, source },
        Ok(_nameless) => Error::Sqlite { path, source },
    }
}

/// What kept an existing file from being opened to write, where it is there and may only be read.
fn obstacle_of(path: &Path, opened: &Result<(Connection, i64), Fault>) -> Option<Obstacle> {
    match opened {
        Ok((writer, _)) => writer.is_readonly("main").unwrap_or(false).then_some(Obstacle::File),
        Err(Fault::Sqlite(error)) => {
            let code = error.sqlite_error_code();
            let is_refused = matches!(code, Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen));
            let is_file = || std::fs::metadata(path).is_ok_and(|file| file.permissions().readonly());
            is_refused.then(|| if is_file() { Obstacle::File } else { Obstacle::Folder })
        }
        Err(Fault::Named(_)) => None,
    }
}

/// Opens the file and looks at it before the first write, which is the switch to WAL.
fn open_checked(path: &Path, is_new: bool) -> Result<(Connection, i64), Fault> {
    let writer = open_plain(path)?;
    let format = schema::format_of(&writer, path)?;
    if !is_new && let Some(detail) = schema::first_problem(&writer)? {
        return Err(Error::Damaged { path: path.to_owned(), detail }.into());
    }
    schema::refuse_strange(&writer, format, path)?;
    prepare_writer(&writer, Durability::Full)?;
    Ok((writer, format))
}

/// The library's own host; chosen when the library is new.
fn own_host(connections: &Connections, name: &str, now: &str) -> Result<HostId, Error> {
    let find = "SELECT host_id FROM library_t ORDER BY created_ts, host_id LIMIT 1";
    if let Some(host) = connections.read(|db| table::find(db, find, [], |row| table::id(row, "host_id")))? {
        return Ok(HostId(host));
    }
    connections.write(|tx| {
        // Another process may have chosen since.
        if let Some(host) = table::find(tx, find, [], |row| table::id(row, "host_id"))? {
            return Ok(HostId(host));
        }
        let host = HostId(Uuid::now_v7());
        let sql = "INSERT INTO library_t (host_id, name, created_ts) VALUES (?, ?, ?)";
        tx.execute(sql, (host.to_string(), name, now))?;
        Ok(host)
    })
}

fn default_name(path: &Path) -> String {
    path.file_stem().map_or_else(|| "library".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
