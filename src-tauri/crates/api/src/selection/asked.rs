//! Queries as they are asked, and how the answers are judged.

use studio_model::SkillId;
use studio_select::{Entry, Question, ScorerKind, View, evaluate as measure};
use studio_store::LabelledQuery;

use crate::{
    Error, ErrorCode,
    dto::{ChangeKind, Policy, QueryResult},
    selection::playground::policy_of,
    state::session::Session,
};

/// Longest query that is taken, in bytes.
pub(crate) const LONGEST: usize = 100_000;

impl Session {
    /// The queries of a set that can be run, and how many cannot, since they expect a skill that is not here.
    pub(crate) fn asked(&self, set: &str, limit: Option<u32>) -> Result<(Vec<Asked>, u32), Error> {
        let known = self.skill_names()?;
        let rows = self.library.list_queries(Some(set))?;
        let all = rows.len();
        let can_be_asked = |row: &LabelledQuery| can_be_asked(row, |name| known.contains(name));
        let mut asked: Vec<Asked> = rows.into_iter().filter(can_be_asked).map(Asked::from).collect();
        let left_out = (all - asked.len()) as u32;
        asked.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
        Ok((asked, left_out))
    }

    /// The labelled queries of a skill: those of the set that is named after it, and those whose labels name it.
    pub(crate) fn queries_of_skill(&self, skill: &str) -> Result<Vec<LabelledQuery>, Error> {
        let mut rows = self.library.list_queries(None)?;
        rows.retain(|row| row.set == skill || names_of(row).any(|name| name == skill));
        Ok(rows)
    }
}

/// A query to evaluate.
pub(crate) struct Asked {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) expected: Vec<String>,
    pub(crate) unwanted: Vec<String>,
}

impl From<LabelledQuery> for Asked {
    fn from(row: LabelledQuery) -> Self {
        Self { id: row.id.to_string(), text: row.text, expected: row.expected, unwanted: row.unwanted }
    }
}

impl Asked {
    pub(crate) fn label(&self) -> Label<'_> {
        Label { expected: &self.expected, unwanted: &self.unwanted }
    }
}

/// What is said of a query: names of the skills that would be right, and of those that must not fire.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label<'a> {
    pub(crate) expected: &'a [String],
    pub(crate) unwanted: &'a [String],
}

/// Every skill that the label of a query names.
pub(crate) fn names_of(row: &LabelledQuery) -> impl Iterator<Item = &String> {
    row.expected.iter().chain(&row.unwanted)
}

/// Whether it can be told how a query goes: every skill it expects is here. One that must not fire may be missing.
pub(crate) fn can_be_asked(row: &LabelledQuery, is_skill: impl Fn(&str) -> bool) -> bool {
    row.expected.iter().all(|name| is_skill(name))
}

/// What becomes of one query, and rank and score of the skill that is `named`, where it has them: whatever that one is called
/// in the view, labels know it by this name.
pub(crate) fn judged(
    view: &View<'_>,
    kind: ScorerKind,
    policy: &Policy,
    question: &Question,
    label: Label<'_>,
    named: Option<(SkillId, &str)>,
) -> (measure::Outcome, Option<(u32, f32)>) {
    let is_expected = |entry: &&Entry| label.expected.iter().any(|name| name == name_of(entry, named));
    let right = view.entries().filter(is_expected).map(|entry| entry.key);
    let mut watch: Vec<SkillId> = right.collect();
    let rights = watch.len();
    watch.extend(named.map(|(key, _)| key));
    let ranking = kind.top(view, question, &policy_of(policy), 1, &watch);
    let (right, own) = ranking.watched.split_at(rights);
    // A score of nothing names nobody: whoever stands first then stands there by name.
    let best = ranking.top.first().filter(|best| best.score > 0.0);
    let right = right.iter().flatten().filter(|(_, score)| *score > 0.0).min_by_key(|(rank, _)| *rank);
    let outcome = measure::Outcome {
        expected: label.expected.to_vec(),
        unwanted: label.unwanted.to_vec(),
        best: best.and_then(|best| view.get(best.key)).map(|entry| name_of(entry, named).to_owned()),
        score: best.map_or(0.0, |best| best.score),
        rank: right.map(|(rank, _)| *rank),
        expected_score: right.map(|(_, score)| *score),
    };
    (outcome, own.first().copied().flatten())
}

/// What labels know a skill by.
pub(crate) fn name_of<'a>(entry: &'a Entry, named: Option<(SkillId, &'a str)>) -> &'a str {
    match named {
        Some((key, name)) if key == entry.key => name,
        _ => &entry.name,
    }
}

pub(crate) fn results(asked: &[Asked], outcomes: Vec<measure::Outcome>, threshold: f32) -> Vec<QueryResult> {
    let result = |(query, outcome): (&Asked, measure::Outcome)| QueryResult {
        id: query.id.clone(),
        query: query.text.clone(),
        has_fired: outcome.fires(threshold),
        is_right: outcome.is_right(threshold),
        expected: outcome.expected,
        unwanted: outcome.unwanted,
        best: outcome.best,
        score: outcome.score,
        rank: outcome.rank,
        expected_score: outcome.expected_score,
    };
    asked.iter().zip(outcomes).map(result).collect()
}

pub(crate) fn outcome(result: &QueryResult) -> measure::Outcome {
    measure::Outcome {
        expected: result.expected.clone(),
        unwanted: result.unwanted.clone(),
        best: result.best.clone(),
        score: result.score,
        rank: result.rank,
        expected_score: result.expected_score,
    }
}

/// What a query gets that is far too long.
pub(crate) fn too_long(bytes: usize) -> Error {
    let message = format!("The query is {} KB; the limit is {} KB. Shorten it.", bytes.div_ceil(1000), LONGEST / 1000);
    Error::new(ErrorCode::Invalid, message)
}

/// What a change of outcome means, as a screen takes it.
pub(crate) const fn change_kind(from: measure::ChangeKind) -> ChangeKind {
    match from {
        measure::ChangeKind::Fixed => ChangeKind::Fixed,
        measure::ChangeKind::Broken => ChangeKind::Broken,
        measure::ChangeKind::Other => ChangeKind::Other,
    }
}
