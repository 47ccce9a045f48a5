//! Which skills test queries reach.

use std::collections::HashSet;

use studio_store::SkillRow;

use crate::{Error, state::session::Session};

/// Skills by name, as queries have them.
pub(super) struct Reach {
    pub(super) queries: u32,
    expected: HashSet<String>,
    /// Those that the newest run expected and never picked.
    missed: HashSet<String>,
    /// When that run ended; none where there is none.
    pub(super) run_finished_at: Option<String>,
}

impl Reach {
    pub(super) fn of(session: &Session) -> Result<Self, Error> {
        let queries = session.library.list_queries(None)?;
        let count = queries.len() as u32;
        let expected = queries.into_iter().flat_map(|query| query.expected).collect();
        let (run_finished_at, results) = session.newest_run()?.map(|(run, results)| (run.finished_at, results)).unzip();
        let (mut missed, mut picked) = (HashSet::new(), HashSet::new());
        for result in results.into_iter().flatten() {
            missed.extend(result.expected);
            picked.extend(result.best.filter(|_| result.has_fired));
        }
        missed.retain(|name| !picked.contains(name));
        Ok(Self { queries: count, expected, missed, run_finished_at })
    }

    /// Whether a query says that it should wake this skill.
    pub(super) fn expects(&self, row: &SkillRow) -> bool {
        self.expected.contains(&row.name)
    }

    /// Whether the newest run expected this skill and never picked it.
    pub(super) fn misses(&self, row: &SkillRow) -> bool {
        self.missed.contains(&row.name)
    }
}
