//! Copying a damaged table: what its rows are, and how many there were.
//!
//! Rows are read from both ends; what lies between is asked for one by one, so that a bad page costs the rows on it and no
//! others. How many there were is told by the indexes of the table, which lie on pages of their own.

use std::{borrow::Cow, collections::HashSet};

use rusqlite::{
    Connection,
    types::{Value, ValueRef},
};
use studio_model::plural;
use uuid::Uuid;

use super::{TableSalvage, mend::Mended};
use crate::{connection::Fault, files::PAGE_SIZE};

/// Numbers tried one by one where a table does not even tell its last one.
const BLIND_ROWS: i64 = 100_000;
/// Bytes a row takes at least, with what points to it.
const LEAST_ROW: i64 = 8;

/// What became of one table before its rows were made to fit those of others.
#[derive(Debug, Default)]
pub(super) struct Copied {
    pub(super) name: String,
    /// Rows that went into the fresh file.
    inserted: u32,
    /// Rows that were read and did not fit.
    refused: u32,
    /// Rows that are known to have been there and could not be read.
    unread: u32,
    /// Rows that fitted only after a value was put right.
    mended: u32,
    /// Rows with a text that is not UTF-8 any more: what of it is no letter came over as `\u{FFFD}`.
    illegible: u32,
    /// Whether nothing else can have been there.
    is_exact: bool,
}

impl Copied {
    /// What is told of texts that could not be read whole.
    pub(super) fn illegible(&self) -> Option<String> {
        let rows = || plural(self.illegible, "row", "rows");
        let told = || format!("text in {} of {} (with \u{FFFD} for unreadable characters)", rows(), self.name);
        (self.illegible > 0).then(told)
    }

    /// The numbers to tell, where `left` rows are in the table now.
    pub(super) fn report(self, left: u32, mended: &Mended) -> TableSalvage {
        let of = |counts: &std::collections::HashMap<&'static str, u32>| {
            counts.get(self.name.as_str()).copied().unwrap_or_default()
        };
        let made = of(&mended.made);
        let before = self.inserted + self.refused + self.unread;
        let rescued = left.saturating_sub(made).min(self.inserted);
        // Rows of other tables told of rows that this one did not know any more.
        let before = before.max(rescued + made.min(of(&mended.missed)));
        // Where a part could not be read and nothing tells what it held, something was there.
        let lost = if !self.is_exact && before == rescued { 1 } else { before - rescued };
        TableSalvage {
            before: rescued + lost,
            rescued,
            repaired: self.mended + made + of(&mended.restored),
            altered: (of(&mended.changed) + self.illegible).min(rescued),
            lost,
            is_exact: self.is_exact,
            table: self.name,
        }
    }
}

/// What is known of a table without reading it.
#[derive(Default)]
struct Known {
    rows: HashSet<i64>,
    is_complete: bool,
}

pub(super) fn copy_table(damaged: &Connection, fresh: &Connection, table: &str) -> Result<Copied, Fault> {
    let mut copied = Copied { name: table.to_owned(), is_exact: true, ..Copied::default() };
    let columns = shared_columns(damaged, fresh, table)?;
    if columns.is_empty() || !lies_in_the_file(damaged, table) {
        return Ok(copied);
    }
    let names = columns.join(", ");
    let marks = vec!["?"; columns.len()].join(", ");
    let mut insert = fresh.prepare(&format!("INSERT INTO {table} ({names}) VALUES ({marks})"))?;
    let mut seen = HashSet::new();
    let mut store = |number: i64, found: Found, copied: &mut Copied| -> Result<(), Fault> {
        if !seen.insert(number) {
            return Ok(());
        }
        let Found { mut values, is_legible } = found;
        let is_mended = put_right(&mut values);
        match insert.execute(rusqlite::params_from_iter(values)).map_err(Fault::from) {
            Ok(_) => {
                copied.inserted += 1;
                copied.mended += u32::from(is_mended);
                copied.illegible += u32::from(!is_legible);
            }
            Err(fault) if fault.is_of_the_row() => copied.refused += 1,
            // The disk is full, or gone: that is no row's fault.
            Err(fault) => return Err(fault),
        }
        Ok(())
    };
    let is_whole = sweep(damaged, table, &names, "ASC", &mut |number, found| store(number, found, &mut copied))?;
    let known = known_rows(damaged, table);
    if !is_whole {
        sweep(damaged, table, &names, "DESC", &mut |number, found| store(number, found, &mut copied))?;
        let sql = format!("SELECT {names} FROM {table} NOT INDEXED WHERE rowid = ?");
        for number in numbers_to_try(damaged, table, &known) {
            let row = damaged
                .prepare_cached(&sql)
                .and_then(|mut statement| statement.query_row([number], |row| values(row, 0, columns.len())));
            if let Ok(row) = row {
                store(number, row, &mut copied)?;
            }
        }
    }
    copied.unread = known.rows.difference(&seen).count() as u32;
    copied.is_exact = is_whole || known.is_complete;
    Ok(copied)
}

/// Writes ids as they are always written: a letter that a flipped bit made a capital is the same id.
fn put_right(values: &mut [Value]) -> bool {
    let mut is_changed = false;
    for value in values {
        let Value::Text(text) = value else { continue };
        if text.len() == 36
            && text.contains(|letter: char| letter.is_ascii_uppercase())
            && Uuid::parse_str(text).is_ok()
        {
            text.make_ascii_lowercase();
            is_changed = true;
        }
    }
    is_changed
}

/// The rows a table's indexes know of.
fn known_rows(damaged: &Connection, table: &str) -> Known {
    let sql = "SELECT name FROM pragma_index_list(?) WHERE partial = 0";
    let names = damaged.prepare(sql).and_then(|mut list| list.query_map([table], |row| row.get(0))?.collect());
    let names: Vec<String> = names.unwrap_or_default();
    let mut whole: Vec<HashSet<i64>> = Vec::new();
    let mut partly = HashSet::new();
    for name in names {
        let mut numbers = HashSet::new();
        if entries(damaged, table, &name, "ASC", &mut numbers) {
            whole.push(numbers);
        } else {
            entries(damaged, table, &name, "DESC", &mut numbers);
            partly.extend(numbers);
        }
    }
    // A row is in each index of its table: what only some of those know that can be read to their ends is damage of theirs.
    let is_complete = !whole.is_empty();
    let mut whole = whole.into_iter();
    let mut rows = whole.next().unwrap_or_default();
    for other in whole {
        rows.retain(|number| other.contains(number));
    }
    if !is_complete {
        rows = partly;
    }
    rows.retain(|number| *number > 0);
    Known { rows, is_complete }
}

/// Reads the numbers of rows off an index until its end or the first error; says whether it came to the end.
fn entries(damaged: &Connection, table: &str, index: &str, order: &str, numbers: &mut HashSet<i64>) -> bool {
    let mut read = || -> rusqlite::Result<()> {
        let sql = "SELECT group_concat('\"' || name || '\" ' || ?2, ', ') FROM pragma_index_info(?1)";
        let columns: Option<String> = damaged.query_row(sql, [index, order], |row| row.get(0))?;
        let order = columns.map(|columns| format!("ORDER BY {columns}")).unwrap_or_default();
        let sql = format!("SELECT rowid FROM {table} INDEXED BY \"{index}\" {order}");
        let mut statement = damaged.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            numbers.insert(row.get(0)?);
        }
        Ok(())
    };
    read().is_ok()
}

/// Whether a table is one, and not a view or another program's in its place, which may never end.
fn lies_in_the_file(damaged: &Connection, table: &str) -> bool {
    let sql = "SELECT rootpage > 0 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE";
    // Where the list can't be read through, nothing else stands in it either.
    damaged.query_row(sql, [table], |row| row.get(0)).unwrap_or(true)
}

/// Columns that both files have: an older file lacks some.
fn shared_columns(damaged: &Connection, fresh: &Connection, table: &str) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM pragma_table_info(?)";
    let read = |db: &Connection| -> rusqlite::Result<Vec<String>> {
        db.prepare(sql)?.query_map([table], |row| row.get(0))?.collect()
    };
    let old = read(damaged).unwrap_or_default();
    Ok(read(fresh)?.into_iter().filter(|column| old.contains(column)).collect())
}

/// A row that was read.
struct Found {
    values: Vec<Value>,
    /// Whether all its texts are UTF-8.
    is_legible: bool,
}

/// What is done with a row that was read: its number and its values.
type Take<'a> = dyn FnMut(i64, Found) -> Result<(), Fault> + 'a;

/// Reads a table from one of its ends until the other or the first error; says whether it came to the other end.
fn sweep(damaged: &Connection, table: &str, names: &str, order: &str, take: &mut Take<'_>) -> Result<bool, Fault> {
    let mut refused = Ok(());
    let mut read = || -> rusqlite::Result<()> {
        let sql = format!("SELECT rowid, {names} FROM {table} NOT INDEXED ORDER BY rowid {order}");
        let mut statement = damaged.prepare(&sql)?;
        let width = statement.column_count() - 1;
        let mut rows = statement.query([])?;
        while let Some(found) = rows.next()? {
            refused = take(found.get(0)?, values(found, 1, width)?);
            if refused.is_err() {
                break;
            }
        }
        Ok(())
    };
    let is_whole = read().is_ok();
    refused.map(|()| is_whole)
}

/// Values as they lie in the file; text that is not UTF-8 any more is read around.
fn values(row: &rusqlite::Row<'_>, first: usize, count: usize) -> rusqlite::Result<Found> {
    let mut found = Found { values: Vec::with_capacity(count), is_legible: true };
    for index in first..first + count {
        found.values.push(match row.get_ref(index)? {
            ValueRef::Text(text) => {
                let text = String::from_utf8_lossy(text);
                found.is_legible &= matches!(text, Cow::Borrowed(_));
                Value::Text(text.into_owned())
            }
            ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Real(number) => Value::Real(number),
            ValueRef::Null => Value::Null,
        });
    }
    Ok(found)
}

/// The numbers a row that was not read yet may have. A damaged one may claim to be the last of billions: no more are
/// tried than the file can hold, from either end.
fn numbers_to_try(damaged: &Connection, table: &str, known: &Known) -> Box<dyn Iterator<Item = i64>> {
    if known.is_complete {
        return Box::new(known.rows.clone().into_iter());
    }
    let last = last_number(damaged, table, known);
    let pages: i64 = damaged.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap_or_default();
    let most = (pages.saturating_mul(i64::from(PAGE_SIZE)) / LEAST_ROW).max(BLIND_ROWS);
    Box::new((1..=last.min(most)).chain(last.saturating_sub(most).max(most) + 1..=last))
}

/// The last number that is worth trying.
fn last_number(damaged: &Connection, table: &str, known: &Known) -> i64 {
    if known.is_complete {
        return known.rows.iter().copied().max().unwrap_or_default();
    }
    let sql = format!("SELECT max(rowid) FROM {table} NOT INDEXED");
    match damaged.query_row(&sql, [], |row| row.get::<_, Option<i64>>(0)).ok().flatten() {
        Some(last) => last,
        None if answers(damaged, table) => BLIND_ROWS,
        None => 0,
    }
}

/// Whether a table tells of any row that it is there or not. Where the page it starts on is none of a table's, as in a
/// layout that is not the file's own, every question fails, and there is no use in asking them all.
fn answers(damaged: &Connection, table: &str) -> bool {
    let sql = format!("SELECT 1 FROM {table} NOT INDEXED WHERE rowid = ?");
    let Ok(mut statement) = damaged.prepare(&sql) else { return false };
    // Every one at first, then wider apart: a page further on holds the numbers on both sides of one.
    let mut samples = std::iter::successors(Some(1), |number| Some(number + 1 + number / 100));
    samples.by_ref().take_while(|number| *number <= BLIND_ROWS).any(|number| statement.exists([number]).is_ok())
}
