//! Rows as SQL that `PostgreSQL` loads as it is: into tables that are there, or that it makes first.

use std::fmt::Write as _;

use super::{SCHEMA_SQL, cell::Cell, rows::Row};

const HEAD: &str = "-- Skills, tools and agents for light-4j. Load with psql into PostgreSQL with pgvector; all of it is loaded, or nothing.
-- Existing rows are updated, unless they have a newer aggregate_version.
BEGIN;

";

/// The whole file.
pub(super) fn write(rows: &[Row]) -> String {
    let mut sql = format!("{HEAD}{SCHEMA_SQL}");
    let mut last = None;
    for row in rows {
        if last != Some(row.table) {
            sql.push('\n');
            last = Some(row.table);
        }
        insert(&mut sql, row);
    }
    sql.push_str("\nCOMMIT;\n");
    sql
}

fn insert(sql: &mut String, row: &Row) {
    let table = row.table;
    let columns: Vec<&str> = table.columns().map(|(name, _)| name).collect();
    let values: Vec<String> = row.cells.iter().map(literal).collect();
    let key: Vec<&str> = std::iter::once("host_id").chain(table.key().iter().copied()).collect();
    let rest = columns.iter().filter(|column| !key.contains(column));
    let set: Vec<String> = rest.map(|column| format!("{column} = EXCLUDED.{column}")).collect();
    let name = table.name();
    let _infallible = writeln!(
        sql,
        "INSERT INTO {name} ({}) VALUES ({})\n    ON CONFLICT ({}) DO UPDATE SET {}\n    WHERE {name}.aggregate_version <= EXCLUDED.aggregate_version;",
        columns.join(", "),
        values.join(", "),
        key.join(", "),
        set.join(", "),
    );
}

fn literal(cell: &Cell) -> String {
    match cell {
        Cell::Null => "NULL".to_owned(),
        Cell::Text(text) => quoted(text),
        Cell::Json(value) => quoted(&value.to_string().replace("\\u0000", "\\ufffd")),
        Cell::Truth(is_so) => is_so.to_string(),
        Cell::Whole(number) => number.to_string(),
        Cell::Decimal(number) => format!("{number:.2}"),
        Cell::Vector(numbers) => quoted(&vector(numbers)),
    }
}

/// A string as standard SQL has it; nothing in it but the quote means anything.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A vector as pgvector reads it.
fn vector(numbers: &[f32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(","))
}
