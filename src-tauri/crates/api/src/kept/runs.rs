//! Runs over labelled queries, as the library keeps them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Kept,
    clients::{Client, NAMED},
    mirror, under,
};
use crate::dto;

mirror! {
    /// Who scored.
    #[serde(rename_all = "snake_case")]
    enum Scorer of dto::Scorer { Adk, Bm25, Embedding, Hybrid, Model }
}

mirror! {
    /// What limited the candidates.
    struct Policy of dto::Policy {
        top_k: u32,
        min_score: f32,
        include_tags: Vec<String>,
        exclude_tags: Vec<String>,
    }
}

mirror! {
    /// What was asked.
    struct Request of dto::RunRequest {
        set: String,
        scorer: Scorer,
        policy: Policy,
        host: Client,
        seed: u32,
        limit: Option<u32>,
        label: String,
    }
}

impl Kept for Request {
    const FORMAT: u32 = NAMED;
}

mirror! {
    /// A number with its interval. The first studios did not say whether the interval says anything; it is told anew.
    struct Metric of dto::Metric {
        value: f64,
        low: f64,
        high: f64,
        #[serde(default)]
        has_interval: bool,
        hits: Option<u32>,
        of: u32,
    }
}

mirror! {
    /// How well it went.
    struct Metrics of dto::Metrics {
        top1: Option<Metric>,
        top3: Option<Metric>,
        mrr: Option<Metric>,
        precision: Option<Metric>,
        recall: Option<Metric>,
        f1: Option<Metric>,
        auroc: Option<Metric>,
        false_fires: Option<Metric>,
    }
}

/// What it came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Summary {
    /// Queries that counted.
    pub(crate) queries: u32,
    /// Queries that expect skills the library did not have.
    pub(crate) left_out: u32,
    /// Skills in the library then.
    pub(crate) skills: u32,
    /// How it went.
    pub(crate) metrics: Metrics,
}

impl Kept for Summary {}

mirror! {
    /// What became of one query.
    struct Outcome of dto::QueryResult {
        id: String,
        query: String,
        expected: Vec<String>,
        #[serde(default)]
        unwanted: Vec<String>,
        best: Option<String>,
        score: f32,
        rank: Option<u32>,
        expected_score: Option<f32>,
        #[serde(rename = "fires")]
        has_fired: bool,
        is_right: bool,
    }
}

/// What became of every query, in the order of the set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcomes {
    /// One for each query.
    pub(crate) outcomes: Vec<Outcome>,
}

impl Kept for Outcomes {
    fn upgraded(value: Value, _from: u32) -> Value {
        under("outcomes", value)
    }
}
