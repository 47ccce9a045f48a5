//! Simulated sessions: what each began with, and what happened in it. The texts are the use-cases'; nothing here reads them,
//! but for the hashes in a world of the parts that are kept apart from it, each once for all worlds that name it.

use rusqlite::{Row, Transaction};
use uuid::Uuid;

use crate::{Error, Library, Reading, SimulationEventRow, SimulationRow, connection::Fault, table};

const COLUMNS: &str =
    "simulation_id, world_hash, started_ts, updated_ts, setup, summary, parent_id, parent_events, runner";

impl Library {
    /// Begins a session. Its world is kept once, whatever number of sessions has it, and so is each of `parts`, a hash and a
    /// text, that the world names under `skill_hashes`. Where the library cannot be written, nothing is kept; says whether
    /// it was.
    pub fn put_simulation(
        &self,
        row: &SimulationRow,
        world: &str,
        parts: &[(String, String)],
        events: &[SimulationEventRow],
    ) -> Result<bool, Error> {
        let host = self.host().to_string();
        self.connections.write_aside(|tx| {
            let sql =
                "INSERT INTO simulation_world_t (host_id, world_hash, world) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
            let mut insert = tx.prepare_cached(sql)?;
            insert.execute((&host, &row.world_hash, world))?;
            for (hash, part) in parts {
                insert.execute((&host, hash, part))?;
            }
            let sql = format!("INSERT INTO simulation_t (host_id, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
            let (parent, shared) = row.parent.map(|(id, events)| (id.to_string(), events)).unzip();
            let id = row.id.to_string();
            let values = (
                &host,
                &id,
                &row.world_hash,
                &row.started_at,
                &row.updated_at,
                &row.setup,
                &row.summary,
                parent,
                shared,
                &row.runner,
            );
            tx.execute(&sql, values)?;
            append(tx, &host, &id, 0, events)?;
            Ok(true)
        })
    }

    /// Keeps what happened in a session from some event on, and how it stands now. Says whether it was kept.
    pub fn append_simulation(
        &self,
        id: Uuid,
        from: u32,
        events: &[SimulationEventRow],
        summary: &str,
        updated_at: &str,
        runner: Option<&str>,
    ) -> Result<bool, Error> {
        let (host, key) = self.simulation_key(id);
        self.connections.write_aside(|tx| {
            let sql = "UPDATE simulation_t SET summary = ?, updated_ts = ?, runner = ?
                WHERE host_id = ? AND simulation_id = ?";
            if tx.prepare_cached(sql)?.execute((summary, updated_at, runner, &host, &key))? == 0 {
                return Err(not_found(id).into());
            }
            append(tx, &host, &key, from, events)?;
            Ok(true)
        })
    }

    /// Makes `runner` the program at work in a session, if it still stands as `seen`. Says whether it does; none where the
    /// library cannot be written.
    pub fn take_simulation(&self, seen: &SimulationRow, runner: &str) -> Result<Option<bool>, Error> {
        let (host, key) = self.simulation_key(seen.id);
        self.connections.write_aside(|tx| {
            let sql = "UPDATE simulation_t SET runner = ?
                WHERE host_id = ? AND simulation_id = ? AND runner IS ? AND updated_ts = ?";
            let taken = tx.execute(sql, (runner, &host, &key, &seen.runner, &seen.updated_at))?;
            Ok(Some(taken == 1))
        })
    }

    /// Forgets a session, its world where no other has it, and the parts that no world names any more.
    pub fn delete_simulation(&self, id: Uuid) -> Result<(), Error> {
        let (host, key) = self.simulation_key(id);
        self.connections.write(|tx| {
            let sql = "DELETE FROM simulation_t WHERE host_id = ? AND simulation_id = ?";
            if tx.execute(sql, (&host, &key))? == 0 {
                return Err(not_found(id).into());
            }
            let sql = "DELETE FROM simulation_world_t WHERE host_id = ?1 AND world_hash NOT IN (
                SELECT world_hash FROM simulation_t WHERE host_id = ?1
                UNION ALL
                SELECT part.value FROM simulation_world_t w
                    JOIN json_each(CASE WHEN json_valid(w.world) THEN w.world ELSE '{}' END, '$.skill_hashes') part
                    WHERE w.host_id = ?1 AND part.type = 'text'
                        AND w.world_hash IN (SELECT world_hash FROM simulation_t WHERE host_id = ?1))";
            tx.execute(sql, [&host])?;
            Ok(())
        })
    }
}

impl Reading {
    /// The sessions, the one in which something happened last first.
    pub fn list_simulations(&self) -> Result<Vec<SimulationRow>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM simulation_t WHERE host_id = ? ORDER BY updated_ts DESC, rowid DESC");
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], simulation_row))
    }

    /// One session; none where there is none of the id.
    pub fn find_simulation(&self, id: Uuid) -> Result<Option<SimulationRow>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM simulation_t WHERE host_id = ? AND simulation_id = ?");
        self.connections.read(|db| table::find(db, &sql, self.simulation_key(id), simulation_row))
    }

    /// What happened in a session, in its order.
    pub fn simulation_events(&self, id: Uuid) -> Result<Vec<SimulationEventRow>, Error> {
        let sql = "SELECT event, calls FROM simulation_event_t WHERE host_id = ? AND simulation_id = ?
            ORDER BY event_index";
        let event = |row: &Row<'_>| Ok(SimulationEventRow { event: row.get(0)?, calls: row.get(1)? });
        self.connections.read(|db| table::list(db, sql, self.simulation_key(id), event))
    }

    /// What sessions began with, by its hash.
    pub fn simulation_world(&self, hash: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT world FROM simulation_world_t WHERE host_id = ? AND world_hash = ?";
        self.connections.read(|db| table::find(db, sql, (self.host().to_string(), hash), |row| row.get(0)))
    }

    /// The parts of a world, by their hashes and in the same order; none for one that is gone.
    pub fn simulation_parts(&self, hashes: &[String]) -> Result<Vec<Option<String>>, Error> {
        let sql = "SELECT world FROM simulation_world_t WHERE host_id = ? AND world_hash = ?";
        let host = self.host().to_string();
        self.connections
            .read(|db| hashes.iter().map(|hash| table::find(db, sql, (&host, hash), |row| row.get(0))).collect())
    }

    fn simulation_key(&self, id: Uuid) -> (String, String) {
        (self.host().to_string(), id.to_string())
    }
}

fn append(tx: &Transaction<'_>, host: &str, id: &str, from: u32, events: &[SimulationEventRow]) -> Result<(), Fault> {
    let sql =
        "INSERT INTO simulation_event_t (host_id, simulation_id, event_index, event, calls) VALUES (?, ?, ?, ?, ?)";
    let mut insert = tx.prepare_cached(sql)?;
    for (row, index) in events.iter().zip(from..) {
        insert.execute((host, id, index, &row.event, &row.calls))?;
    }
    Ok(())
}

fn not_found(id: Uuid) -> Error {
    Error::NotFound { entity: "session", id: id.to_string() }
}

fn simulation_row(row: &Row<'_>) -> rusqlite::Result<SimulationRow> {
    let parent = match row.get::<_, Option<String>>("parent_id")? {
        Some(_) => Some((table::id_at(row, 6)?, row.get::<_, Option<u32>>("parent_events")?.unwrap_or_default())),
        None => None,
    };
    Ok(SimulationRow {
        id: table::id_at(row, 0)?,
        world_hash: row.get("world_hash")?,
        started_at: row.get("started_ts")?,
        updated_at: row.get("updated_ts")?,
        setup: row.get("setup")?,
        summary: row.get("summary")?,
        parent,
        runner: row.get("runner")?,
    })
}
