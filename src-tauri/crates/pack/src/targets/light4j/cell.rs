//! What stands in a column.

use std::collections::BTreeMap;

use serde_json::Value;

use super::table::Table;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Null,
    Text(String),
    Json(Value),
    Truth(bool),
    Whole(i64),
    Decimal(f64),
    Vector(Vec<f32>),
}

/// A row that was read, whatever it was read from: its columns by name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReadRow {
    pub(super) table: Table,
    pub(super) cells: BTreeMap<String, Cell>,
    /// Where it stands, from 1; none where the format has no lines.
    pub(super) line: Option<u32>,
}

impl ReadRow {
    pub(super) fn text(&self, column: &str) -> Option<&str> {
        match self.cells.get(column) {
            Some(Cell::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn whole(&self, column: &str) -> Option<i64> {
        match self.cells.get(column)? {
            Cell::Whole(number) => Some(*number),
            Cell::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    pub(super) fn decimal(&self, column: &str) -> Option<f64> {
        match self.cells.get(column)? {
            Cell::Decimal(number) => Some(*number),
            Cell::Whole(number) => Some(*number as f64),
            Cell::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    pub(super) fn truth(&self, column: &str) -> Option<bool> {
        match self.cells.get(column)? {
            Cell::Truth(is_so) => Some(*is_so),
            Cell::Whole(number @ (0 | 1)) => Some(*number == 1),
            Cell::Text(text) => match text.to_ascii_lowercase().as_str() {
                "t" | "true" | "yes" | "on" | "1" => Some(true),
                "f" | "false" | "no" | "off" | "0" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// JSON, which SQL writes as text and events sometimes do.
    pub(super) fn json(&self, column: &str) -> Result<Option<Value>, String> {
        match self.cells.get(column) {
            None | Some(Cell::Null) => Ok(None),
            Some(Cell::Json(value)) => Ok(Some(value.clone())),
            Some(Cell::Text(text)) => {
                serde_json::from_str(text).map(Some).map_err(|error| format!("`{column}` isn't valid JSON: {error}"))
            }
            Some(Cell::Truth(is_so)) => Ok(Some(Value::from(*is_so))),
            Some(Cell::Whole(number)) => Ok(Some(Value::from(*number))),
            Some(Cell::Decimal(number)) => Ok(Some(Value::from(*number))),
            Some(Cell::Vector(_)) => Err(format!("`{column}` isn't JSON")),
        }
    }
}
