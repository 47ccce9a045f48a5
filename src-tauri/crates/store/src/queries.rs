//! Labelled queries and the sets they form. A set is nothing but the name its queries share.
//!
//! What is expected and what is not wanted stand in one list, the latter behind it and with a `!` before each name: to a studio
//! that knows of no unwanted skills such a name is one the library does not have, and it leaves the query out.

use rusqlite::{Row, ToSql, Transaction};
use studio_model::{HostId, one_line};
use uuid::Uuid;

use crate::{Error, LabelledQuery, Library, QueryPlace, QuerySet, Reading, connection::Fault, table};

/// Stands before the name of a skill that must not fire.
const NOT: &str = "!";

const COLUMNS: &str = "query_id, set_name, text, expected, source";

impl Library {
    /// Creates or replaces one labelled query.
    pub fn put_query(&self, query: &LabelledQuery) -> Result<(), Error> {
        self.put_queries(std::slice::from_ref(query))
    }

    /// Creates a query that was deleted anew, at its former place in the order; as the last one where that is taken by now.
    pub fn put_query_back(&self, query: &LabelledQuery, place: QueryPlace) -> Result<(), Error> {
        self.put(&[(query, Some(place))])
    }

    /// Creates or replaces labelled queries, all or none. One that is replaced keeps its place in the order.
    ///
    /// Two queries of a set may have the same text; who wants each only once asks first, one by one with
    /// [`Library::find_query`] or, for a whole file, with [`Library::list_queries`].
    pub fn put_queries(&self, queries: &[LabelledQuery]) -> Result<(), Error> {
        let queries: Vec<_> = queries.iter().map(|query| (query, None)).collect();
        self.put(&queries)
    }

    fn put(&self, queries: &[(&LabelledQuery, Option<QueryPlace>)]) -> Result<(), Error> {
        // With no row number, SQLite takes the next one.
        let sql = "INSERT INTO query_t (rowid, host_id, query_id, set_name, text, expected, source, created_ts)
            VALUES ((SELECT ?8 WHERE NOT EXISTS (SELECT 1 FROM query_t WHERE rowid = ?8)), ?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT DO UPDATE SET set_name = excluded.set_name, text = excluded.text,
                expected = excluded.expected, source = excluded.source";
        let stamp = self.stamp();
        let host = stamp.host.to_string();
        self.connections.write(|tx| {
            let mut put = tx.prepare_cached(sql)?;
            for (query, place) in queries {
                let (id, expected) = (query.id.to_string(), kept_label(query));
                let number = place.map(|QueryPlace(number)| number);
                put.execute((&host, id, &query.set, &query.text, expected, &query.source, &stamp.now, number))?;
            }
            Ok(())
        })
    }
}

impl Reading {
    /// The labelled queries of one set, or of all, in the order they came.
    pub fn list_queries(&self, set: Option<&str>) -> Result<Vec<LabelledQuery>, Error> {
        let (condition, mut values) = ("host_id = ?", vec![self.host().to_string()]);
        let condition = match set {
            Some(set) => {
                values.push(set.to_owned());
                format!("{condition} AND set_name = ?")
            }
            None => condition.to_owned(),
        };
        let sql = format!("SELECT {COLUMNS} FROM query_t WHERE {condition} ORDER BY rowid");
        self.connections.read(|db| table::list(db, &sql, rusqlite::params_from_iter(values), labelled_query))
    }

    /// The first labelled query of a set with just this text.
    pub fn find_query(&self, set: &str, text: &str) -> Result<Option<LabelledQuery>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM query_t WHERE host_id = ? AND set_name = ? AND text = ? ORDER BY rowid LIMIT 1"
        );
        let values = (self.host().to_string(), set, text);
        self.connections.read(|db| table::find(db, &sql, values, labelled_query))
    }

    /// The sets by name.
    pub fn query_sets(&self) -> Result<Vec<QuerySet>, Error> {
        // Where one name is expected, it stands first.
        let sql = "SELECT set_name, count(*), sum(expected <> '[]' AND expected NOT LIKE '[\"!%')
            FROM query_t WHERE host_id = ? GROUP BY set_name ORDER BY set_name COLLATE NOCASE, set_name";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok(QuerySet { name: row.get(0)?, queries: row.get(1)?, in_scope: row.get(2)? })
            })
        })
    }
}

impl Library {
    /// Forgets labelled queries, and says where those that were there stood in the order.
    pub fn delete_queries(&self, ids: &[Uuid]) -> Result<Vec<(Uuid, QueryPlace)>, Error> {
        let host = self.host().to_string();
        let sql = "DELETE FROM query_t WHERE host_id = ? AND query_id = ? RETURNING rowid";
        self.connections.write(|tx| {
            let mut deleted = Vec::new();
            for &id in ids {
                let place = table::find(tx, sql, (&host, id.to_string()), |row| Ok(QueryPlace(row.get(0)?)))?;
                deleted.extend(place.map(|place| (id, place)));
            }
            Ok(deleted)
        })
    }

    /// Gives a set another name. Where that one exists, the two become one, without the queries it has already: the same
    /// text with the same expectation.
    pub fn rename_set(&self, from: &str, to: &str) -> Result<(), Error> {
        if from == to {
            return Ok(());
        }
        let values: &[&dyn ToSql] = &[&self.host().to_string(), &from, &to];
        let doubles = "DELETE FROM query_t WHERE host_id = ?1 AND set_name = ?2 AND (text, expected) IN
            (SELECT text, expected FROM query_t WHERE host_id = ?1 AND set_name = ?3)";
        let others = "UPDATE query_t SET set_name = ?3 WHERE host_id = ?1 AND set_name = ?2";
        self.connections.write(|tx| match tx.execute(doubles, values)? + tx.execute(others, values)? {
            0 => Err(Error::NotFound { entity: "query set", id: from.to_owned() }.into()),
            _ => Ok(()),
        })
    }

    /// Forgets every query of a set.
    pub fn delete_set(&self, name: &str) -> Result<(), Error> {
        let sql = "DELETE FROM query_t WHERE host_id = ? AND set_name = ?";
        self.connections.write(|tx| match tx.execute(sql, (self.host().to_string(), name))? {
            0 => Err(Error::NotFound { entity: "query set", id: name.to_owned() }.into()),
            _ => Ok(()),
        })
    }
}

/// Has labels follow a skill that goes by another name now, and the set that is named after it. Where another skill has the
/// former name they stay with that one; a set stays where there is one of the new name.
pub(crate) fn follow_name(tx: &Transaction<'_>, host: HostId, from: &str, to: &str) -> Result<(), Fault> {
    let host = host.to_string();
    let sql = "SELECT 1 FROM skill_t WHERE host_id = ? AND name = ? AND active = 1";
    if from == to || table::find(tx, sql, (&host, from), |_| Ok(()))?.is_some() {
        return Ok(());
    }
    let sql = format!(
        "SELECT {COLUMNS} FROM query_t WHERE host_id = ?1
            AND EXISTS (SELECT 1 FROM json_each(query_t.expected) label WHERE label.value IN (?2, ?3))"
    );
    let mut relabel = tx.prepare_cached("UPDATE query_t SET expected = ? WHERE host_id = ? AND query_id = ?")?;
    for mut query in table::list(tx, &sql, (&host, from, format!("{NOT}{from}")), labelled_query)? {
        query.expected = renamed(query.expected, from, to);
        query.unwanted = renamed(query.unwanted, from, to);
        query.unwanted.retain(|name| !query.expected.contains(name));
        relabel.execute((kept_label(&query), &host, query.id.to_string()))?;
    }
    if one_line(to) == to {
        let sql = "UPDATE query_t SET set_name = ?3 WHERE host_id = ?1 AND set_name = ?2
            AND NOT EXISTS (SELECT 1 FROM query_t other WHERE other.host_id = ?1 AND other.set_name = ?3)";
        tx.prepare_cached(sql)?.execute((&host, from, to))?;
    }
    Ok(())
}

/// Names with one of them replaced, each once.
fn renamed(names: Vec<String>, from: &str, to: &str) -> Vec<String> {
    let mut renamed: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let name = if name == from { to.to_owned() } else { name };
        if !renamed.contains(&name) {
            renamed.push(name);
        }
    }
    renamed
}

fn kept_label(query: &LabelledQuery) -> String {
    let unwanted = query.unwanted.iter().map(|name| format!("{NOT}{name}"));
    let names: Vec<String> = query.expected.iter().cloned().chain(unwanted).collect();
    table::json_list(&names)
}

fn labelled_query(row: &Row<'_>) -> rusqlite::Result<LabelledQuery> {
    let mut expected = table::texts(row, 3)?;
    let mut unwanted: Vec<String> = Vec::new();
    expected.retain(|name| {
        let other = name.strip_prefix(NOT);
        unwanted.extend(other.map(str::to_owned));
        other.is_none()
    });
    Ok(LabelledQuery {
        id: table::id_at(row, 0)?,
        set: row.get(1)?,
        text: row.get(2)?,
        expected,
        unwanted,
        source: row.get(4)?,
    })
}
