//! Why a skill stands where it stands, and where another wording would take it.

use crate::dto::{Candidate, Host, Policy, ScoreReport, ScoredField, Scorer};
use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

/// Why one skill stands where it stands for a query.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Explanation {
    /// The skill.
    pub candidate: Candidate,
    /// The best other skill.
    pub rival: Option<Candidate>,
    /// Its score minus the threshold.
    #[specta(type = Number)]
    pub to_threshold: f32,
    /// Its score minus the best other skill's.
    #[specta(type = Option<Number>)]
    pub to_rival: Option<f32>,
    /// Words of the query both have.
    pub shared_words: Vec<String>,
    /// Words of the query only the rival has.
    pub rival_words: Vec<String>,
    /// What would change if a word were not there, the largest effect first.
    pub counterfactuals: Vec<Counterfactual>,
}

/// What would change if a field had not one word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Counterfactual {
    /// The word, as the skill writes it.
    pub word: String,
    /// The field.
    pub field: ScoredField,
    /// The rank it would have.
    pub rank: u32,
    /// The score it would have.
    #[specta(type = Number)]
    pub score: f32,
    /// As a sentence: “Without *deploy* in the description it drops to rank 3.”
    pub sentence: String,
}

/// A skill as the author tries it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillWording {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Instructions.
    pub body: String,
}

/// Another wording of one skill, to be scored without being kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct WhatIfRequest {
    /// The skill.
    pub skill_id: String,
    /// Its other wording.
    pub wording: SkillWording,
    /// The query of the moment; may be empty.
    pub query: String,
    /// Who scores.
    pub scorer: Scorer,
    /// Limits for the query of the moment; its threshold holds for the labelled queries too.
    pub policy: Policy,
    /// Through whose list the skills are seen; with their whole texts where none is named.
    pub host: Option<Host>,
    /// Set of labelled queries to watch; all sets where none is named.
    pub set: Option<String>,
    /// Whether labelled queries are compared too. Where there are thousands, a first call without them is answered
    /// sooner, and `flips` stays empty.
    pub has_queries: bool,
}

/// What another wording would change.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct WhatIfReport {
    /// The skill as it is, for the query of the moment.
    pub before: Option<Candidate>,
    /// The skill as tried.
    pub after: Option<Candidate>,
    /// Every skill's score with the other wording.
    pub report: ScoreReport,
    /// Labelled queries watched.
    pub labelled: u32,
    /// Labelled queries that could not be compared yet, since their vectors are still being made.
    pub waiting: u32,
    /// Those with another outcome, broken ones first.
    pub flips: Vec<Flip>,
    /// Wrong as it is, right as tried.
    pub fixed: u32,
    /// Right as it is, wrong as tried.
    pub broken: u32,
    /// Time all scoring took, in microseconds.
    pub elapsed_us: u32,
}

/// A labelled query with another outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Flip {
    /// Id of the labelled query.
    pub id: String,
    /// Its text.
    pub query: String,
    /// Names that would be right; empty where none should fire, or only is said which must not.
    pub expected: Vec<String>,
    /// Names of skills that must not fire.
    #[serde(default)]
    pub unwanted: Vec<String>,
    /// What fires as it is.
    pub before: Option<String>,
    /// What fires as tried.
    pub after: Option<String>,
    /// The edited skill's score as it is.
    #[specta(type = Number)]
    pub before_score: f32,
    /// The edited skill's score as tried.
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
