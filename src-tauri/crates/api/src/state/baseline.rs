//! The labelled queries with their outcomes as the library stands.

use std::sync::Arc;

use studio_model::SkillId;
use studio_select::{Question, evaluate as measure};

use crate::dto::{Host, HostBudgets, Policy, Scorer};

/// The labelled queries as the library stands, kept between one keystroke and the next.
#[derive(Debug)]
pub(crate) struct Baseline {
    pub(crate) key: BaselineKey,
    pub(crate) queries: Arc<Vec<Watched>>,
    pub(crate) waiting: u32,
}

#[derive(Debug, PartialEq)]
pub(crate) struct BaselineKey {
    pub(crate) generation: u64,
    pub(crate) skill: SkillId,
    pub(crate) scorer: Scorer,
    pub(crate) policy: Policy,
    /// Through whose list the skills are seen, and how it cuts.
    pub(crate) host: Option<(Host, HostBudgets)>,
    pub(crate) queries: String,
}

/// A labelled query with its outcome as the library stands.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) expected: Vec<String>,
    pub(crate) unwanted: Vec<String>,
    pub(crate) question: Question,
    pub(crate) outcome: measure::Outcome,
    /// The edited skill's own score.
    pub(crate) own: f32,
}
