//! Writing the rows that carry audit columns, and reading values that `SQLite` holds as text.

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, ToSql, Transaction, ffi, types::Type};
use serde_json::Value;
use studio_model::{Audit, HostId};
use uuid::Uuid;

use crate::{Error, connection::Fault};

/// Who writes, where and when: the same for every row of one change.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) host: HostId,
    pub(crate) now: String,
    pub(crate) user: String,
}

impl Stamp {
    fn audit(&self, aggregate_version: i64, active: bool) -> Audit {
        Audit { aggregate_version, active, update_ts: self.now.clone(), update_user: self.user.clone() }
    }
}

/// A row of one of the tables that carry host and audit columns.
pub(crate) struct TableRow<'a> {
    /// What an error calls it.
    pub(crate) entity: &'static str,
    pub(crate) table: &'static str,
    /// The key without the host.
    pub(crate) key: &'a [(&'static str, Uuid)],
    pub(crate) columns: &'a [(&'static str, &'a dyn ToSql)],
}

impl TableRow<'_> {
    /// Creates the row where `read` has version 0, otherwise updates it where it still has the version of `read`.
    pub(crate) fn put(&self, tx: &Transaction<'_>, stamp: &Stamp, read: &Audit) -> Result<Audit, Fault> {
        if read.aggregate_version == 0 {
            self.insert(tx, stamp, read.active)?;
        } else {
            self.update(tx, stamp, read.aggregate_version, Some(read.active))?;
        }
        Ok(stamp.audit(read.aggregate_version + 1, read.active))
    }

    /// Creates the row at version 1.
    pub(crate) fn insert(&self, tx: &Transaction<'_>, stamp: &Stamp, active: bool) -> Result<(), Fault> {
        let names: Vec<&str> =
            self.key.iter().map(|part| part.0).chain(self.columns.iter().map(|part| part.0)).collect();
        let sql = format!(
            "INSERT INTO {} (host_id, aggregate_version, active, update_ts, update_user, {}) \
             VALUES (?, 1, ?, ?, ?{})",
            self.table,
            names.join(", "),
            ", ?".repeat(names.len())
        );
        let host = stamp.host.to_string();
        let key = self.key_text();
        let mut values: Vec<&dyn ToSql> = vec![&host, &active, &stamp.now, &stamp.user];
        values.extend(key.iter().map(|part| part as &dyn ToSql));
        values.extend(self.columns.iter().map(|(_, value)| *value));
        match tx.prepare_cached(&sql)?.execute(values.as_slice()) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.refusal(tx, stamp, 0, error)),
        }
    }

    /// Sets the columns of the row as read at version `expected`; `active` stays where none is given.
    pub(crate) fn update(
        &self,
        tx: &Transaction<'_>,
        stamp: &Stamp,
        expected: i64,
        active: Option<bool>,
    ) -> Result<(), Fault> {
        let mut sets = vec![
            "aggregate_version = aggregate_version + 1".to_owned(),
            "active = COALESCE(?, active)".to_owned(),
            "update_ts = ?".to_owned(),
            "update_user = ?".to_owned(),
        ];
        sets.extend(self.columns.iter().map(|(name, _)| format!("{name} = ?")));
        let sql = format!(
            "UPDATE {} SET {} WHERE {} AND aggregate_version = ?",
            self.table,
            sets.join(", "),
            self.condition()
        );
        let host = stamp.host.to_string();
        let key = self.key_text();
        let mut values: Vec<&dyn ToSql> = vec![&active, &stamp.now, &stamp.user];
        values.extend(self.columns.iter().map(|(_, value)| *value));
        values.push(&host);
        values.extend(key.iter().map(|part| part as &dyn ToSql));
        values.push(&expected);
        match tx.prepare_cached(&sql)?.execute(values.as_slice()) {
            Ok(0) => Err(self.not_updated(tx, stamp, expected)?.into()),
            Ok(_) => Ok(()),
            Err(error) => Err(self.refusal(tx, stamp, expected, error)),
        }
    }

    /// Takes the row as read at version `expected` out of use, or back into it.
    pub(crate) fn set_active(
        &self,
        tx: &Transaction<'_>,
        stamp: &Stamp,
        expected: i64,
        active: bool,
    ) -> Result<Audit, Fault> {
        self.update(tx, stamp, expected, Some(active))?;
        Ok(stamp.audit(expected + 1, active))
    }

    /// Deletes the row for good; an error where there is none.
    pub(crate) fn delete(&self, tx: &Transaction<'_>, host: HostId) -> Result<(), Fault> {
        let sql = format!("DELETE FROM {} WHERE {}", self.table, self.condition());
        let mut values = vec![host.to_string()];
        values.extend(self.key_text());
        match tx.prepare_cached(&sql)?.execute(rusqlite::params_from_iter(values))? {
            0 => Err(Error::NotFound { entity: self.entity, id: self.id() }.into()),
            _ => Ok(()),
        }
    }

    fn condition(&self) -> String {
        let mut parts = vec!["host_id = ?".to_owned()];
        parts.extend(self.key.iter().map(|(name, _)| format!("{name} = ?")));
        parts.join(" AND ")
    }

    fn key_text(&self) -> Vec<String> {
        self.key.iter().map(|(_, id)| id.to_string()).collect()
    }

    fn id(&self) -> String {
        self.key_text().join("/")
    }

    /// Why an update met no row.
    fn not_updated(&self, tx: &Transaction<'_>, stamp: &Stamp, expected: i64) -> Result<Error, Fault> {
        Ok(match self.stored_version(tx, stamp)? {
            Some(found) => Error::Stale { entity: self.entity, id: self.id(), expected, found },
            None => Error::NotFound { entity: self.entity, id: self.id() },
        })
    }

    fn stored_version(&self, tx: &Transaction<'_>, stamp: &Stamp) -> Result<Option<i64>, Fault> {
        let sql = format!("SELECT aggregate_version FROM {} WHERE {}", self.table, self.condition());
        let mut values = vec![stamp.host.to_string()];
        values.extend(self.key_text());
        Ok(tx.query_row(&sql, rusqlite::params_from_iter(values), |row| row.get(0)).optional()?)
    }

    /// Gives a refused constraint its name.
    fn refusal(&self, tx: &Transaction<'_>, stamp: &Stamp, expected: i64, error: rusqlite::Error) -> Fault {
        let Some(refused) = error.sqlite_error().copied() else { return error.into() };
        if refused.code != ErrorCode::ConstraintViolation {
            return error.into();
        }
        match refused.extended_code {
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Error::Dangling { entity: self.entity, id: self.id() }.into(),
            ffi::SQLITE_CONSTRAINT_PRIMARYKEY => match self.stored_version(tx, stamp) {
                Ok(Some(found)) => Error::Stale { entity: self.entity, id: self.id(), expected, found }.into(),
                Ok(None) => error.into(),
                Err(fault) => fault,
            },
            _ => error.into(),
        }
    }
}

/// Names a row that refers to one that is not there, for tables without audit columns.
pub(crate) fn dangling(error: rusqlite::Error, entity: &'static str, id: &str) -> Fault {
    match error.sqlite_error().map(|refused| refused.extended_code) {
        Some(ffi::SQLITE_CONSTRAINT_FOREIGNKEY) => Error::Dangling { entity, id: id.to_owned() }.into(),
        _ => error.into(),
    }
}

/// Names a row whose name another one has already. The key was met before, so what is left of uniqueness is the name's.
pub(crate) fn taken(fault: Fault, entity: &'static str, name: &str) -> Fault {
    match fault {
        Fault::Sqlite(error)
            if error.sqlite_error().is_some_and(|refused| refused.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE) =>
        {
            Error::Taken { entity, name: name.to_owned() }.into()
        }
        fault => fault,
    }
}

/// Reads an id.
pub(crate) fn id(row: &Row<'_>, column: &str) -> rusqlite::Result<Uuid> {
    let text: String = row.get(column)?;
    Uuid::parse_str(&text).map_err(|error| unreadable(row, column, error))
}

/// Reads an id by the column's position.
pub(crate) fn id_at(row: &Row<'_>, column: usize) -> rusqlite::Result<Uuid> {
    let text = row.get_ref(column)?.as_str()?;
    Uuid::parse_str(text).map_err(|error| unreadable_at(column, error))
}

/// Reads an id that may be missing.
pub(crate) fn optional_id(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Uuid>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| Uuid::parse_str(&text).map_err(|error| unreadable(row, column, error))).transpose()
}

/// Reads a JSON value that may be missing.
pub(crate) fn optional_json(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Value>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| serde_json::from_str(&text).map_err(|error| unreadable(row, column, error))).transpose()
}

/// Reads a JSON value.
pub(crate) fn json(row: &Row<'_>, column: &str) -> rusqlite::Result<Value> {
    Ok(optional_json(row, column)?.unwrap_or_default())
}

/// Reads what a use-case wrote. Where a damaged file holds no JSON there, it comes as a text: no use-case reads one as its
/// own, and so the row is listed with what is wrong, and the rest of the list with it.
pub(crate) fn kept(row: &Row<'_>, column: &str) -> rusqlite::Result<Value> {
    Ok(optional_kept(row, column)?.unwrap_or_default())
}

/// Reads what a use-case wrote, where it wrote anything; see [`kept`].
pub(crate) fn optional_kept(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Value>> {
    let text: Option<String> = row.get(column)?;
    Ok(text.map(|text| serde_json::from_str(&text).unwrap_or(Value::String(text))))
}

/// Reads a link's free settings; the seed's default where there are none.
pub(crate) fn config(row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(optional_json(row, "config")?.unwrap_or_else(|| Value::Object(serde_json::Map::new())))
}

/// Reads a list of texts kept as a JSON array, by the column's position.
pub(crate) fn texts(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let text = row.get_ref(column)?.as_str()?;
    if text == "[]" {
        return Ok(Vec::new());
    }
    serde_json::from_str(text).map_err(|error| unreadable_at(column, error))
}

/// A list of texts as the library keeps it.
pub(crate) fn json_list(items: &[String]) -> String {
    Value::from(items).to_string()
}

/// Reads a name out of a closed list.
pub(crate) fn named<T>(row: &Row<'_>, column: &str, parse: impl Fn(&str) -> Option<T>) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    parse(&text).ok_or_else(|| unreadable(row, column, format!("`{text}` is not a known value")))
}

/// Reads the audit columns; the seed lets all but the version be NULL.
pub(crate) fn audit(row: &Row<'_>) -> rusqlite::Result<Audit> {
    Ok(Audit {
        aggregate_version: row.get("aggregate_version")?,
        active: row.get::<_, Option<bool>>("active")?.unwrap_or(true),
        update_ts: row.get::<_, Option<String>>("update_ts")?.unwrap_or_default(),
        update_user: row.get::<_, Option<String>>("update_user")?.unwrap_or_default(),
    })
}

/// Runs a query and reads every row.
pub(crate) fn list<T>(
    connection: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Fault> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params, read)?.collect::<rusqlite::Result<Vec<T>>>()?;
    Ok(rows)
}

/// Runs a query that meets one row or none.
pub(crate) fn find<T>(
    connection: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, Fault> {
    Ok(connection.prepare_cached(sql)?.query_row(params, read).optional()?)
}

fn unreadable(
    row: &Row<'_>,
    column: &str,
    error: impl Into<Box<dyn std::error::Error + Send + Sync + 'static>>,
) -> rusqlite::Error {
    unreadable_at(row.as_ref().column_index(column).unwrap_or_default(), error)
}

fn unreadable_at(
    column: usize,
    error: impl Into<Box<dyn std::error::Error + Send + Sync + 'static>>,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
}
