//! Vectors of queries that are typed: from memory where they were asked before, and stored a little later.

use std::{sync::Arc, thread, time::Duration};

use crate::{Error, Upkeep, state::session::Session};

/// How long vectors of typed queries wait to be stored. Nobody who types waits for the disk.
const QUERIES_REST: Duration = Duration::from_secs(1);

impl Session {
    /// The vector of a query, from memory where it was asked before.
    pub(crate) fn query_vector(self: &Arc<Self>, query: &str) -> Result<Vec<f32>, Error> {
        let hash = studio_store::sha256_hex(query.as_bytes());
        if let Some(vector) = self.index.query_vectors(std::slice::from_ref(&hash))?.remove(&hash) {
            return Ok(vector);
        }
        let vector = self.shared.embedder.query(query)?;
        self.keep_query((hash, vector.clone()))?;
        Ok(vector)
    }

    /// Stores the vector of a query: at once for a command line, which ends; else together with those that follow soon.
    fn keep_query(self: &Arc<Self>, query: (String, Vec<f32>)) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(self.index.put_query_vectors(&[query])?);
        }
        let mut waiting = self.asked.lock();
        waiting.push(query);
        if waiting.len() > 1 {
            return Ok(());
        }
        let session = Arc::downgrade(self);
        thread::spawn(move || {
            thread::sleep(QUERIES_REST);
            let Some(session) = session.upgrade() else { return };
            let asked = std::mem::take(&mut *session.asked.lock());
            // A vector that cannot be kept is made again next time.
            let kept = session.index.put_query_vectors(&asked);
            session.shared.log.dropped("vectors of queries were not kept", kept);
        });
        Ok(())
    }
}
