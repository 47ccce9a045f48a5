//! Refusing a dependency that closes a circle, and naming the circle.

use std::collections::{HashMap, VecDeque};

use rusqlite::Transaction;
use studio_model::HostId;
use uuid::Uuid;

use crate::{Error, connection::Fault, table};

/// One kind of dependency, with what is asked of it for a host.
pub(crate) struct Relation {
    /// What an error calls it.
    pub(crate) name: &'static str,
    /// Every pair of ids: who depends, on whom.
    pub(crate) edges: &'static str,
    /// The name that belongs to an id.
    pub(crate) name_of: &'static str,
}

impl Relation {
    /// Refuses a dependency whose other end already leads back, and names the shortest way round.
    pub(crate) fn check(
        &self,
        tx: &Transaction<'_>,
        host: HostId,
        from: Uuid,
        depends_on: &[Uuid],
    ) -> Result<(), Fault> {
        if depends_on.is_empty() {
            return Ok(());
        }
        let edges = self.edges(tx, host)?;
        let back = depends_on.iter().filter_map(|to| way(&edges, *to, from)).min_by_key(Vec::len);
        let Some(back) = back else { return Ok(()) };
        let mut names = vec![self.name_of(tx, host, from)?];
        for id in back {
            names.push(self.name_of(tx, host, id)?);
        }
        Err(Error::Cycle { relation: self.name, names }.into())
    }

    fn edges(&self, tx: &Transaction<'_>, host: HostId) -> Result<HashMap<Uuid, Vec<Uuid>>, Fault> {
        let read = |row: &rusqlite::Row<'_>| Ok((table::id_at(row, 0)?, table::id_at(row, 1)?));
        let mut edges: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
        for (from, to) in table::list(tx, self.edges, [host.to_string()], read)? {
            edges.entry(from).or_default().push(to);
        }
        Ok(edges)
    }

    fn name_of(&self, tx: &Transaction<'_>, host: HostId, id: Uuid) -> Result<String, Fault> {
        let found = table::find(tx, self.name_of, (host.to_string(), id.to_string()), |row| row.get(0))?;
        Ok(found.unwrap_or_else(|| id.to_string()))
    }
}

/// The shortest way along `edges`, both ends included.
fn way(edges: &HashMap<Uuid, Vec<Uuid>>, from: Uuid, to: Uuid) -> Option<Vec<Uuid>> {
    let mut came_from = HashMap::from([(from, from)]);
    let mut open = VecDeque::from([from]);
    while let Some(current) = open.pop_front() {
        if current == to {
            let mut way = vec![to];
            let mut step = to;
            while step != from {
                step = came_from[&step];
                way.push(step);
            }
            way.reverse();
            return Some(way);
        }
        for next in edges.get(&current).into_iter().flatten() {
            if !came_from.contains_key(next) {
                came_from.insert(*next, current);
                open.push_back(*next);
            }
        }
    }
    None
}
