//! Search by meaning on the server, for libraries too large for one computer.

use std::collections::HashMap;

use studio_model::{SharedKind, Standing};
use uuid::Uuid;

use crate::{
    Error, Studio,
    base::shown::in_row,
    dto::{RemoteHit, SharingPlace},
    sharing::{
        connecting::IfNone,
        pairs::{Sides, shown_kind, shown_state},
    },
};

/// Most that is asked for at once.
const MOST: u32 = 200;

impl Studio {
    /// The skills and tools on a server that mean nearly what a query says, nearest first. They need not be here.
    pub fn search_remote(&self, place: &SharingPlace, query: &str, limit: u32) -> Result<Vec<RemoteHit>, Error> {
        let session = self.session()?;
        let connected = self.reach(&session, place, IfNone::Refuse)?;
        let vector = session.query_vector(query)?;
        let sides = Sides::of(&session.library, connected.row.id)?;
        let standings: HashMap<(SharedKind, Uuid), Standing> =
            sides.pairs.iter().map(|pair| ((pair.kind, pair.id), pair.standing)).collect();
        let mut hits = Vec::new();
        for kind in [SharedKind::Skill, SharedKind::Tool] {
            let near = connected.remote.nearest(connected.row.tenant, kind, &vector, limit.min(MOST), false)?;
            hits.extend(near.into_iter().map(|near| RemoteHit {
                kind: shown_kind(kind),
                id: near.id.to_string(),
                name: in_row(near.name),
                description: in_row(near.description),
                score: near.similarity,
                // What nobody has looked at yet is not here.
                state: shown_state(standings.get(&(kind, near.id)).copied().unwrap_or(Standing::NotInstalled)),
            }));
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(limit as usize);
        Ok(hits)
    }
}
