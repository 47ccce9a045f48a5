//! Links that are a list of their owner's, in its order: what a tool needs, what an agent is given.
//!
//! They are saved with their owner, under its version; each has a version of its own besides, and one that is cut lies in
//! the trash until it is drawn again.

use std::collections::HashMap;

use rusqlite::{Connection, Row, Transaction};
use studio_model::HostId;
use uuid::Uuid;

use crate::{
    connection::Fault,
    table::{self, Stamp},
};

/// A table of such links.
pub(crate) struct OwnedLinks {
    /// What an error calls one of them.
    pub(crate) entity: &'static str,
    pub(crate) table: &'static str,
    /// The column of who has the link.
    pub(crate) owner: &'static str,
    /// The column of whom it leads to.
    pub(crate) other: &'static str,
}

/// What a tool needs.
pub(crate) const NEEDS: OwnedLinks =
    OwnedLinks { entity: "tool dependency", table: "tool_dependency_t", owner: "tool_id", other: "depends_on_tool_id" };

/// The tools that work on a component's state.
pub(crate) const WORKS_ON: OwnedLinks =
    OwnedLinks { entity: "component tool", table: "component_tool_t", owner: "component_id", other: "tool_id" };

/// The tools an agent is given by itself.
pub(crate) const GIVEN: OwnedLinks =
    OwnedLinks { entity: "agent tool", table: "agent_tool_t", owner: "agent_def_id", other: "tool_id" };

struct Stored {
    order: i64,
    is_active: bool,
}

impl OwnedLinks {
    /// Cuts every link of an owner that is not among `kept`.
    pub(crate) fn cut(&self, tx: &Transaction<'_>, stamp: &Stamp, owner: Uuid, kept: &[Uuid]) -> Result<(), Fault> {
        let sql = format!(
            "UPDATE {} SET active = 0, aggregate_version = aggregate_version + 1, update_ts = ?, update_user = ?
            WHERE host_id = ? AND {} = ? AND {} = ? AND active = 1",
            self.table, self.owner, self.other
        );
        let (host, owner_text) = (stamp.host.to_string(), owner.to_string());
        for (other, link) in self.stored(tx, stamp.host, owner)? {
            if link.is_active && !kept.contains(&other) {
                let values = (&stamp.now, &stamp.user, &host, &owner_text, other.to_string());
                tx.prepare_cached(&sql)?.execute(values)?;
            }
        }
        Ok(())
    }

    /// Draws links to these in their order, those that were cut before too; one that is named twice counts once. What
    /// stays as it is keeps its version.
    pub(crate) fn put(&self, tx: &Transaction<'_>, stamp: &Stamp, owner: Uuid, others: &[Uuid]) -> Result<(), Fault> {
        let mut stored = self.stored(tx, stamp.host, owner)?;
        let (host, owner_text) = (stamp.host.to_string(), owner.to_string());
        let update = format!(
            "UPDATE {} SET order_index = ?, active = 1, aggregate_version = aggregate_version + 1, update_ts = ?,
                update_user = ? WHERE host_id = ? AND {} = ? AND {} = ?",
            self.table, self.owner, self.other
        );
        let insert = format!(
            "INSERT INTO {} (order_index, update_ts, update_user, host_id, {}, {}) VALUES (?, ?, ?, ?, ?, ?)",
            self.table, self.owner, self.other
        );
        for (order, other) in others.iter().enumerate() {
            let order = order as i64;
            let before = stored.insert(*other, Stored { order, is_active: true });
            let sql = match before {
                Some(link) if link.is_active && (link.order == order || others[..order as usize].contains(other)) => {
                    continue;
                }
                Some(_) => &update,
                None => &insert,
            };
            let values = (order, &stamp.now, &stamp.user, &host, &owner_text, other.to_string());
            let outcome = tx.prepare_cached(sql)?.execute(values);
            outcome.map_err(|error| table::dangling(error, self.entity, &format!("{owner}/{other}")))?;
        }
        Ok(())
    }

    /// The version of each link that is drawn, by its two ends.
    pub(crate) fn versions(&self, db: &Connection, host: HostId) -> Result<HashMap<(Uuid, Uuid), i64>, Fault> {
        let sql = format!(
            "SELECT {}, {}, aggregate_version FROM {} WHERE host_id = ? AND active = 1",
            self.owner, self.other, self.table
        );
        let read = |row: &Row<'_>| Ok(((table::id_at(row, 0)?, table::id_at(row, 1)?), row.get(2)?));
        Ok(table::list(db, &sql, [host.to_string()], read)?.into_iter().collect())
    }

    fn stored(&self, tx: &Transaction<'_>, host: HostId, owner: Uuid) -> Result<HashMap<Uuid, Stored>, Fault> {
        let sql = format!(
            "SELECT {}, order_index, active FROM {} WHERE host_id = ? AND {} = ?",
            self.other, self.table, self.owner
        );
        let read = |row: &Row<'_>| Ok((table::id_at(row, 0)?, Stored { order: row.get(1)?, is_active: row.get(2)? }));
        Ok(table::list(tx, &sql, (host.to_string(), owner.to_string()), read)?.into_iter().collect())
    }
}
