//! Rows as `CloudEvents`, in the form of light-4j's importer.

use serde_json::{Map, Value, json};
use studio_model::sha256_hex;

use super::{
    cell::Cell,
    rows::Row,
    table::{Holds, Table, camel},
};
use crate::targets::export::pretty;

const SOURCE: &str = "https://github.com/lightapi/light-portal";

/// The whole file: a list of events, one a row.
pub(super) fn write(rows: &[Row]) -> String {
    let events: Vec<Value> = rows.iter().zip(1_u32..).map(|(row, nonce)| event(row, nonce)).collect();
    pretty(&Value::Array(events))
}

fn event(row: &Row, nonce: u32) -> Value {
    let table = row.table;
    let subject = table.key().iter().map(|column| text(row.cell(column))).collect::<Vec<_>>().join("/");
    let host = text(row.cell("host_id"));
    let kind = format!("{}CreatedEvent", table.aggregate());
    json!({
        "specversion": "1.0",
        "id": id(&format!("{host} {kind} {subject} {}", text(row.cell("aggregate_version")))),
        "source": SOURCE,
        "type": kind,
        "subject": subject,
        "time": text(row.cell("update_ts")),
        "host": host,
        "user": text(row.cell("update_user")),
        "nonce": nonce,
        "aggregatetype": table.aggregate(),
        "aggregateversion": 1,
        "datacontenttype": "application/json",
        "data": data(row),
    })
}

/// The columns, camelCase, without what the server computes: the vector, and who changed the row when.
fn data(row: &Row) -> Value {
    let mut data = Map::new();
    for ((column, holds), cell) in row.table.columns().zip(&row.cells) {
        if holds == Holds::Vector || matches!(column, "aggregate_version" | "active" | "update_ts" | "update_user") {
            continue;
        }
        let value = match cell {
            Cell::Null | Cell::Vector(_) => continue,
            Cell::Text(text) => Value::from(text.as_str()),
            // The importer keeps these as they come: an object for agents, a text for tools.
            Cell::Json(value) if row.table == Table::SkillTool => Value::from(value.to_string()),
            Cell::Json(value) => value.clone(),
            Cell::Truth(is_so) => Value::from(*is_so),
            Cell::Whole(number) => Value::from(*number),
            Cell::Decimal(number) => Value::from(*number),
        };
        data.insert(camel(column), value);
    }
    data.insert("aggregateVersion".to_owned(), Value::from(0));
    data.insert("newAggregateVersion".to_owned(), Value::from(1));
    Value::Object(data)
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Whole(number) => number.to_string(),
        _ => String::new(),
    }
}

/// An id that is the same for the same row, and for no other.
fn id(of: &str) -> String {
    let digest = sha256_hex(of.as_bytes());
    let mut bytes = [0_u8; 16];
    for (byte, digits) in bytes.iter_mut().zip(digest.as_bytes().chunks(2)) {
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or_default();
    }
    uuid::Builder::from_custom_bytes(bytes).into_uuid().to_string()
}
