//! Rows of a list of `CloudEvents`, one an event, by the keys of its data.

use std::io;

use serde_json::Value;

use super::{Row, TABLES};

/// The rows that the events of a list create.
pub(in super::super) fn rows(text: &str) -> io::Result<Vec<Row>> {
    let events: Vec<Value> = serde_json::from_str(text).map_err(io::Error::other)?;
    events.iter().map(row).collect()
}

fn row(event: &Value) -> io::Result<Row> {
    let created = event["type"].as_str().and_then(|kind| kind.strip_suffix("CreatedEvent"));
    let table = TABLES.iter().find(|(_, aggregate, _)| Some(*aggregate) == created).map(|(table, ..)| *table);
    let (Some(table), Some(data)) = (table, event["data"].as_object()) else {
        return Err(io::Error::other(format!("{} is no event of a new row", event["type"])));
    };
    let columns = data.iter().map(|(key, value)| (column(key), value.clone()));
    Ok(Row { table, columns: columns.collect() })
}

/// A key as the tables call it: `parentSkillId` → `parent_skill_id`.
fn column(key: &str) -> String {
    let mut column = String::with_capacity(key.len() + 4);
    for letter in key.chars() {
        if letter.is_ascii_uppercase() {
            column.push('_');
        }
        column.push(letter.to_ascii_lowercase());
    }
    column
}
