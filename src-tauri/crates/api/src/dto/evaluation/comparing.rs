//! What is computed from kept runs: two runs side by side, thresholds.

use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

use crate::dto::{ChangeKind, Metric, RunInfo};

/// Two runs beside each other, over the queries both have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RunComparison {
    /// The earlier.
    pub before: RunInfo,
    /// The later.
    pub after: RunInfo,
    /// Queries both have, with the same expectation.
    pub common: u32,
    /// Queries whose outcome differs, broken ones first.
    pub changes: Vec<RunChange>,
    /// Wrong before, right after.
    pub fixed: u32,
    /// Right before, wrong after.
    pub broken: u32,
    /// Exact `McNemar` test, two-sided: how likely so uneven a change is by chance.
    #[specta(type = Number)]
    pub p_value: f64,
}

/// A query with another outcome in another run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RunChange {
    /// Id of the labelled query.
    pub id: String,
    /// Its text.
    pub query: String,
    /// Names that would be right.
    pub expected: Vec<String>,
    /// Names of skills that must not fire.
    #[serde(default)]
    pub unwanted: Vec<String>,
    /// What fired before.
    pub before: Option<String>,
    /// What fires after.
    pub after: Option<String>,
    /// Score of what was best before.
    #[specta(type = Number)]
    pub before_score: f32,
    /// Score of what is best after.
    #[specta(type = Number)]
    pub after_score: f32,
    /// What it means.
    pub kind: ChangeKind,
}

/// Every threshold tried on one half of a run's queries, and what the pick does on the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Sweep {
    /// On the half used for picking, by rising threshold.
    pub tuning: Vec<SweepPoint>,
    /// On the half held out, at the same thresholds.
    pub held_out: Vec<SweepPoint>,
    /// Place in both lists of the threshold with the best F1 on the tuning half whose false fires are at most
    /// `most_false_fires`; where none is, of the one with the fewest. None where no threshold is proposed.
    pub pick: Option<u32>,
    /// Place of the run's own threshold (nearest).
    pub now: u32,
    /// Largest share of false fires a pick may have.
    #[specta(type = Number)]
    pub most_false_fires: f64,
    /// Queries in the tuning half.
    pub tuning_queries: u32,
    /// Queries held out.
    pub held_out_queries: u32,
    /// Why no threshold is proposed, in full sentences; none where one is.
    pub withheld: Option<String>,
}

/// What one threshold does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct SweepPoint {
    /// The threshold.
    #[specta(type = Number)]
    pub threshold: f32,
    /// Missing where nothing fires.
    pub precision: Option<Metric>,
    /// Missing where no query is in scope.
    pub recall: Option<Metric>,
    /// Missing where every query is in scope.
    pub false_fires: Option<Metric>,
    /// Harmonic mean of precision and recall; 0 where nothing right fires.
    #[specta(type = Number)]
    pub f1: f64,
}
