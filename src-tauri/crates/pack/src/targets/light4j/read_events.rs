//! `CloudEvents` as rows: created, updated and deleted one after the other, so that what is left is what the server has.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use super::{
    Unreadable,
    cell::{Cell, ReadRow},
    incoming::RowProblem,
    table::{Holds, Table, camel},
};

/// The rows that events leave, and what of them could not be taken.
pub(super) fn read(text: &str) -> Result<(Vec<ReadRow>, Vec<RowProblem>), Unreadable> {
    let read: Value = serde_json::from_str(text).map_err(|error| Unreadable::Syntax {
        line: error.line(),
        column: error.column(),
        message: format!("This isn't valid JSON: {error}."),
    })?;
    let events = match read {
        Value::Array(events) => events,
        event @ Value::Object(_) => vec![event],
        _ => return Err(Unreadable::Empty(NO_EVENTS)),
    };
    let mut state = State::default();
    for (event, at) in events.iter().zip(1_usize..) {
        state.apply(event, at);
    }
    if !state.has_events {
        return Err(Unreadable::Empty(NO_EVENTS));
    }
    Ok((state.rows, state.problems))
}

const NO_EVENTS: &str =
    "No light-4j events found. Expected a list of objects with `type`, such as SkillCreatedEvent, and `data`.";

/// What can happen to a row.
#[derive(Clone, Copy)]
enum Happening {
    Created,
    Updated,
    Deleted,
}

#[derive(Default)]
struct State {
    /// In the order they were created in. One that was deleted is out of use, as the server keeps it.
    rows: Vec<ReadRow>,
    /// The places of those.
    deleted: HashSet<usize>,
    /// Where each stands, by its key.
    places: HashMap<(Table, String), usize>,
    problems: Vec<RowProblem>,
    /// Whether there was an event of ours.
    has_events: bool,
}

impl State {
    fn apply(&mut self, event: &Value, at: usize) {
        let kind = event["type"].as_str().unwrap_or_default();
        let Some((table, happening)) = kind_of(kind) else {
            // Other events of light-portal are none of ours; what is no event at all is named.
            if kind.is_empty() {
                self.problems.push(RowProblem::new(None, format!("Event {at} has no `type`.")));
            }
            return;
        };
        self.has_events = true;
        let Some(data) = event["data"].as_object() else {
            self.problems.push(RowProblem::new(None, format!("Event {at} ({kind}) has no `data`.")));
            return;
        };
        let cells = cells(table, data);
        let of_key: Vec<Option<&Cell>> = table.key().iter().map(|column| cells.get(*column)).collect();
        let key = (table, format!("{of_key:?}"));
        let before = self.places.get(&key).copied();
        let place = before.filter(|place| !self.deleted.contains(place));
        match (happening, place) {
            (Happening::Created, None) => {
                let row = ReadRow { table, cells, line: None };
                if let Some(place) = before {
                    // It comes again.
                    self.rows[place] = row;
                    self.deleted.remove(&place);
                } else {
                    self.places.insert(key, self.rows.len());
                    self.rows.push(row);
                }
            }
            (Happening::Created | Happening::Updated, Some(place)) => self.rows[place].cells.extend(cells),
            (Happening::Deleted, Some(place)) => {
                self.rows[place].cells.insert("active".to_owned(), Cell::Truth(false));
                self.deleted.insert(place);
            }
            (Happening::Updated | Happening::Deleted, None) => {
                let message = format!("Event {at} ({kind}) changes a row that no earlier event created.");
                self.problems.push(RowProblem::new(None, message));
            }
        }
    }
}

fn kind_of(kind: &str) -> Option<(Table, Happening)> {
    let ends = [
        ("CreatedEvent", Happening::Created),
        ("UpdatedEvent", Happening::Updated),
        ("DeletedEvent", Happening::Deleted),
    ];
    let (aggregate, happening) =
        ends.into_iter().find_map(|(end, happening)| Some((kind.strip_suffix(end)?, happening)))?;
    Some((Table::ALL.into_iter().find(|table| table.aggregate() == aggregate)?, happening))
}

fn cells(table: Table, data: &Map<String, Value>) -> BTreeMap<String, Cell> {
    let own = table.columns().filter(|(_, holds)| *holds != Holds::Vector);
    own.filter_map(|(column, holds)| Some((column.to_owned(), cell(holds, data.get(&camel(column))?)))).collect()
}

fn cell(holds: Holds, value: &Value) -> Cell {
    match (holds, value) {
        (_, Value::Null) => Cell::Null,
        // A text there may be JSON that was written as text, or JSON that is a text.
        (Holds::Json, Value::String(text)) => {
            serde_json::from_str(text).map_or_else(|_| Cell::Json(value.clone()), Cell::Json)
        }
        (Holds::Json, value) => Cell::Json(value.clone()),
        (_, Value::String(text)) => Cell::Text(text.clone()),
        (_, Value::Bool(is_so)) => Cell::Truth(*is_so),
        (_, Value::Number(number)) => {
            number.as_i64().map_or_else(|| Cell::Decimal(number.as_f64().unwrap_or_default()), Cell::Whole)
        }
        (_, value) => Cell::Json(value.clone()),
    }
}
