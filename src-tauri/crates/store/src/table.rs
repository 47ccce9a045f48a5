//! Writing the rows that carry audit columns, and reading rows.

mod columns;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, ToSql, Transaction, ffi};
use studio_model::{Audit, HostId};
use uuid::Uuid;

pub(crate) use self::columns::{
    audit, config, id, id_at, json, json_list, kept, named, optional_id, optional_json, optional_kept, texts,
};
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
