//! Reading values out of columns that `SQLite` holds as text.

use rusqlite::{Row, types::Type};
use serde_json::Value;
use studio_model::Audit;
use uuid::Uuid;

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
    parse(&text).ok_or_else(|| unreadable(row, column, format!("`{text}` isn't a known value")))
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
