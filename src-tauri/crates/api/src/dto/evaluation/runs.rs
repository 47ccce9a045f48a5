//! Runs over labelled queries, and their numbers.

use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

use crate::dto::{Host, Policy, Scorer, UnreadableRow};

/// What to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RunRequest {
    /// Set of labelled queries.
    pub set: String,
    /// Who scores.
    pub scorer: Scorer,
    /// The threshold and tags; `top_k` is of no concern here.
    pub policy: Policy,
    /// Through whose eyes.
    pub host: Host,
    /// Seed of the intervals and of the split in halves.
    pub seed: u32,
    /// Queries at most, the first of the set; all where not given.
    pub limit: Option<u32>,
    /// What it is about, in the author's words.
    pub label: String,
}

/// A number with the interval it lies in (95 %, bootstrap over queries).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Metric {
    /// The number.
    #[specta(type = Number)]
    pub value: f64,
    /// Lower end.
    #[specta(type = Number)]
    pub low: f64,
    /// Upper end.
    #[specta(type = Number)]
    pub high: f64,
    /// Whether the ends say anything; of too few queries, or of a run that still goes on, they do not.
    #[serde(default)]
    pub has_interval: bool,
    /// How many counted for it, where it is a share.
    pub hits: Option<u32>,
    /// Out of how many.
    pub of: u32,
}

/// How well a run went. A number that nothing can be said of is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct Metrics {
    /// The best skill is right; queries in scope, whatever the threshold.
    pub top1: Option<Metric>,
    /// A right skill is among the best three.
    pub top3: Option<Metric>,
    /// Mean of one over the rank of the first right skill.
    pub mrr: Option<Metric>,
    /// Of what fires at the threshold, the share that is right.
    pub precision: Option<Metric>,
    /// Of what should fire, the share that does, rightly.
    pub recall: Option<Metric>,
    /// Harmonic mean of the two.
    pub f1: Option<Metric>,
    /// How well the best score tells queries in scope from those out of it.
    pub auroc: Option<Metric>,
    /// Of queries that expect no skill, the share that fires something they should not.
    pub false_fires: Option<Metric>,
}

/// A run, in one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RunInfo {
    /// Its id.
    pub id: String,
    /// When it ended, in RFC 3339.
    pub finished_at: String,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u32,
    /// What was asked.
    pub request: RunRequest,
    /// Queries that counted.
    pub queries: u32,
    /// Queries left out, since they expect a skill the library does not have.
    pub left_out: u32,
    /// Skills in the library then.
    pub skills: u32,
    /// How it went.
    pub metrics: Metrics,
}

/// The runs that are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RunList {
    /// Those that can be read, newest first.
    pub runs: Vec<RunInfo>,
    /// Those that cannot.
    pub unreadable: Vec<UnreadableRow>,
}

/// What became of one query of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct QueryResult {
    /// Id of the labelled query.
    pub id: String,
    /// Its text then.
    pub query: String,
    /// Names that would be right; empty where none should fire, or only is said which must not.
    pub expected: Vec<String>,
    /// Names of skills that must not fire.
    #[serde(default)]
    pub unwanted: Vec<String>,
    /// The best skill's name, whatever the threshold; none where nothing scores.
    pub best: Option<String>,
    /// The best skill's score.
    #[specta(type = Number)]
    pub score: f32,
    /// The first right skill's rank; none where none is expected or it was ruled out.
    pub rank: Option<u32>,
    /// The first right skill's score.
    #[specta(type = Option<Number>)]
    pub expected_score: Option<f32>,
    /// Whether the best skill fires at the run's threshold.
    pub has_fired: bool,
    /// Whether what happens at the threshold is right.
    pub is_right: bool,
}

/// A run whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RunDetail {
    /// The run.
    pub info: RunInfo,
    /// Query by query, in the order of the set.
    pub results: Vec<QueryResult>,
    /// What was expected against what fired.
    pub confusion: Confusion,
}

/// A run that goes on or has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct RunProgress {
    /// Id of the run, which also cancels it (`cancel_activity`).
    pub id: String,
    /// Queries done.
    pub done: u32,
    /// Queries in all.
    pub total: u32,
    /// How it goes so far; intervals are left as wide as nothing (`low` = `value` = `high`) until the end.
    pub metrics: Metrics,
    /// Where it stands.
    pub state: RunState,
    /// Why it failed, where it did.
    pub message: Option<String>,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It goes on.
    Running,
    /// It ended and is kept.
    Finished,
    /// It was cancelled; nothing of it is kept.
    Cancelled,
    /// It could not go on.
    Failed,
}

/// What was expected against what fired at the threshold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Confusion {
    /// Names of skills that were expected or fired, those with the most mistakes first.
    pub names: Vec<String>,
    /// The cells that are not empty.
    pub cells: Vec<ConfusionCell>,
    /// Ids of the queries that only say what must not fire, where another skill does: that is right, and nobody expected it.
    pub apart: Vec<String>,
}

/// A cell of the confusion matrix; a missing name is “no skill”.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ConfusionCell {
    /// What was expected (where several would be right: the one that fired, else the first).
    pub expected: Option<String>,
    /// What fired.
    pub chosen: Option<String>,
    /// Ids of the queries.
    pub queries: Vec<String>,
}
