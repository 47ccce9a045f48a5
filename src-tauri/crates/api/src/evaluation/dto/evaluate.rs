//! Labelled queries, runs over them, and what they say of a library.

use crate::library::dto::library::UnreadableRow;
use crate::selection::dto::hosts::Host;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::closed::closed;

use specta_typescript::Number;

use crate::selection::dto::playground::{Policy, Scorer};

/// A query with the skills it should wake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LabelledQuery {
    /// Its id.
    pub id: String,
    /// The set it belongs to.
    pub set: String,
    /// What a user says.
    pub query: String,
    /// Names of skills that would be right; empty where none should fire.
    pub expected: Vec<String>,
    /// Where it came from: `written`, `playground`, `proposed`, or a file's name.
    pub source: String,
    /// Names among the expected that no skill of the library has.
    pub unknown: Vec<String>,
}

/// A labelled query to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NewQuery {
    /// The one to replace; a new one where none is named.
    pub id: Option<String>,
    /// The set it belongs to.
    pub set: String,
    /// What a user says.
    pub query: String,
    /// Names of skills that would be right; empty where none should fire.
    pub expected: Vec<String>,
    /// Where it came from.
    pub source: String,
}

/// A set of labelled queries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QuerySet {
    /// Its name.
    pub name: String,
    /// Queries in it.
    pub queries: u32,
    /// Those that should wake a skill.
    pub in_scope: u32,
    /// Those that name a skill the library does not have; runs leave them out.
    pub unknown: u32,
}

/// A line of an imported file that could not be taken, or was taken with a doubt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QueryProblem {
    /// Line in the file, from 1; 0 where it concerns the whole file.
    pub line: u32,
    /// What is wrong and what to do.
    pub message: String,
    /// Whether the query was left out.
    pub is_skipped: bool,
}

/// Which labels count where a file repeats a query with different ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RepeatedLabels {
    /// Those of the first line.
    #[default]
    First,
    /// All of them: any of the skills named is right.
    All,
}

closed! {
    /// What a file of labelled queries is.
    pub enum QueryFormat {
        /// A query and the names expected, a line each.
        Jsonl = "jsonl",
        /// skill-creator's `evals.json`.
        Evals = "evals",
        /// skill-creator's trigger set.
        Triggers = "triggers",
    }
}

/// What importing labelled queries came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct QueryImport {
    /// The set they went into.
    pub set: String,
    /// What the file is.
    pub format: QueryFormat,
    /// Queries new in the set.
    pub imported: u32,
    /// Queries the set already had, word for word.
    pub duplicates: u32,
    /// Queries the set already had, which now have the labels of every line.
    pub relabelled: u32,
    /// Queries the file holds more than once; each is named among the problems.
    pub repeated: u32,
    /// Those of them whose lines have different labels.
    pub conflicting: u32,
    /// What could not be taken, or only with a doubt.
    pub problems: Vec<QueryProblem>,
}

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
    /// Of queries out of scope, the share that fires something.
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
    /// Queries left out, since they name a skill the library does not have.
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
    /// Names that would be right; empty where none should fire.
    pub expected: Vec<String>,
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
    pub fires: bool,
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

/// What was expected against what fired at the threshold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Confusion {
    /// Names of skills that were expected or fired, those with the most mistakes first.
    pub names: Vec<String>,
    /// The cells that are not empty.
    pub cells: Vec<ConfusionCell>,
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

/// What a change of outcome means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// Wrong before, right after.
    Fixed,
    /// Right before, wrong after.
    Broken,
    /// Another skill, and no better or worse for it.
    Other,
}

/// Every threshold tried on one half of a run's queries, and what the pick does on the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Sweep {
    /// On the half used for picking, by rising threshold.
    pub tuning: Vec<SweepPoint>,
    /// On the half held out, at the same thresholds.
    pub held_out: Vec<SweepPoint>,
    /// Place in both lists of the threshold with the best F1 on the tuning half whose false fires are at most
    /// `most_false_fires`; where none is, of the one with the fewest.
    pub pick: u32,
    /// Place of the run's own threshold (nearest).
    pub now: u32,
    /// Largest share of false fires a pick may have.
    #[specta(type = Number)]
    pub most_false_fires: f64,
    /// Queries in the tuning half.
    pub tuning_queries: u32,
    /// Queries held out.
    pub held_out_queries: u32,
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

closed! {
    /// What similarity is made of.
    pub enum OverlapBasis {
        /// Words and meaning.
        Hybrid = "hybrid",
        /// Words alone, where vectors are missing.
        Words = "words",
    }
}

/// Skills whose descriptions say nearly the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct OverlapReport {
    /// Pairs at or above the limit, the most alike first, dismissed ones too.
    pub pairs: Vec<OverlapPair>,
    /// Lowest similarity listed.
    #[specta(type = Number)]
    pub limit: f32,
    /// Names along both sides of the heat map: the skills that overlap most.
    pub names: Vec<String>,
    /// Ids of those skills, in the same order: several may have one name.
    pub ids: Vec<String>,
    /// Row by row, similarity of `names` to one another.
    #[specta(type = Vec<Vec<Number>>)]
    pub matrix: Vec<Vec<f32>>,
    /// What similarity is made of here.
    pub basis: OverlapBasis,
}

/// Two skills that are alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct OverlapPair {
    /// Id of the one whose name comes first.
    pub a_id: String,
    /// Its name.
    pub a: String,
    /// Id of the other.
    pub b_id: String,
    /// Its name.
    pub b: String,
    /// How alike their descriptions are, 0 to 1.
    #[specta(type = Number)]
    pub similarity: f32,
    /// Words both descriptions have, the rarest first.
    pub shared_terms: Vec<String>,
    /// Queries of the newest run of any set in which one fired for the other.
    pub confused: u32,
    /// Dismissed by the author, until either description changes.
    pub is_dismissed: bool,
}

/// A query proposed to test where a skill ends and its neighbour begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NearMiss {
    /// What a user might say.
    pub query: String,
    /// The skill that should not fire.
    pub skill: String,
    /// The neighbour whose words it uses, and which should.
    pub neighbour: String,
    /// The neighbour's words in it.
    pub terms: Vec<String>,
    /// Why it would be no fair test, where it would not: it repeats a description or a labelled query.
    pub leak: Option<String>,
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
