//! How well every scorer finds the right skill on every labelled set, with what it ships with: nothing is fitted here.
//!
//! A set is taken in as the studio would: its skills in an index with their vectors, its queries asked one by one, the
//! outcomes counted by the studio's own numbers. Queries that name no skill are out of scope: nothing should fire. Where
//! there is a corpus, the set is asked again in a library grown with its skills.

use std::thread;

use studio_select::evaluate::{Metric, Metrics, Outcome, quick_metrics};
use studio_select::{Policy, Question, ScorerKind};

use crate::amount::Amount;
use crate::data::Data;
use crate::report::{Measured, Report, Row};
use crate::selection::{Set, skills_below};
use crate::vectors::Vectors;

/// Share of the queries for which the right skill should come first with the hybrid scorer, by set.
const TOP_ONE: [(&str, f64); 6] =
    [("sfskills", 0.84), ("marketing", 0.76), ("dotnet", 0.90), ("gtm", 1.0), ("metatool", 0.58), ("clinc150", 0.86)];

/// The set with enough queries out of scope to say something of them.
const WITH_SCOPE: &str = "clinc150";
/// How well the best score should tell queries in scope from those out of it.
const AUROC: f64 = 0.95;
/// Share of the queries in scope that should fire something at the shipped threshold.
const KEPT: f64 = 0.90;
/// Share of the queries out of scope that should fire nothing at it.
const QUIET: f64 = 0.75;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let mut sets = Set::all(data)?;
    if let Ok(corpus) = data.corpus() {
        let others = skills_below(corpus)?;
        let with_grown = |set: Set| {
            let grown = set.grown(&others);
            [set, grown]
        };
        sets = sets.into_iter().flat_map(with_grown).collect();
    }
    let vectors = Vectors::of(sets.iter().flat_map(Set::texts))?;
    let mut lines = vec![
        ["set", "scorer", "skills", "queries", "top-1", "top-3", "MRR", "AUROC", "AUPRC", "kept", "right", "quiet"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let mut report = report;
    for set in &sets {
        let index = set.index(&vectors);
        for scorer in ScorerKind::ALL {
            let outcomes = outcomes(set, &index, scorer, &vectors);
            let threshold = scorer.default_min_score();
            let numbers = Numbers::of(&outcomes, threshold);
            lines.push(numbers.line(set, scorer));
            if scorer == ScorerKind::Hybrid {
                report = numbers.goals(set, report);
            }
        }
    }
    let thresholds = ScorerKind::ALL.map(|scorer| format!("{} {}", name(scorer), scorer.default_min_score()));
    Ok(report
        .table(lines)
        .note(
            "whatever the threshold: top-1, top-3, MRR of queries in scope; AUROC: best score, in scope against out of it; \
             AUPRC: mean precision of finding those out of scope by a low best score",
        )
        .note(format!(
            "at the shipped threshold ({}): kept = of those in scope, a skill triggers; right = the right skill triggers; \
             quiet = of those out of scope, no skill triggers",
            thresholds.join(", ")
        ))
        .note(format!("vectors made now: {}; the others were kept from before", vectors.made())))
}

/// What becomes of every query of a set, asked on two threads.
fn outcomes(set: &Set, index: &studio_select::Index, scorer: ScorerKind, vectors: &Vectors) -> Vec<Outcome> {
    let ask = |queries: &[crate::selection::Query]| -> Vec<Outcome> {
        queries.iter().map(|query| outcome(index, scorer, query, vectors.get(&query.text))).collect()
    };
    let (first, second) = set.queries.split_at(set.queries.len().div_ceil(2));
    thread::scope(|scope| {
        let beside = scope.spawn(|| ask(second));
        let mut all = ask(first);
        all.extend(beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        all
    })
}

/// As the studio's runs have it: a score of nothing names nobody.
fn outcome(
    index: &studio_select::Index,
    scorer: ScorerKind,
    query: &crate::selection::Query,
    vector: Option<&[f32]>,
) -> Outcome {
    let view = index.view();
    let is_expected = |entry: &&studio_select::Entry| query.expected.contains(&entry.name);
    let watch: Vec<_> = view.entries().filter(is_expected).map(|entry| entry.key).collect();
    let ranking = scorer.top(&view, &Question::new(&query.text, vector), &Policy::default(), 1, &watch);
    let best = ranking.top.first().filter(|best| best.score > 0.0);
    let right = ranking.watched.iter().flatten().filter(|(_, score)| *score > 0.0).min_by_key(|(rank, _)| *rank);
    Outcome {
        expected: query.expected.clone(),
        unwanted: Vec::new(),
        best: best.and_then(|best| view.get(best.key)).map(|entry| entry.name.clone()),
        score: best.map_or(0.0, |best| best.score),
        rank: right.map(|(rank, _)| *rank),
        expected_score: right.map(|(_, score)| *score),
    }
}

/// How one scorer does on one set.
struct Numbers {
    metrics: Metrics,
    /// Mean precision of finding those out of scope, where there are any.
    auprc: Option<f64>,
    in_scope: usize,
    kept: usize,
    out_of_scope: usize,
    quiet: usize,
}

impl Numbers {
    fn of(outcomes: &[Outcome], threshold: f32) -> Self {
        let (inside, outside): (Vec<_>, Vec<_>) = outcomes.iter().partition(|outcome| outcome.is_in_scope());
        Self {
            metrics: quick_metrics(outcomes, threshold),
            auprc: auprc(outcomes),
            in_scope: inside.len(),
            kept: inside.iter().filter(|outcome| outcome.fires(threshold)).count(),
            out_of_scope: outside.len(),
            quiet: outside.iter().filter(|outcome| !outcome.fires(threshold)).count(),
        }
    }

    fn line(&self, set: &Set, scorer: ScorerKind) -> Vec<String> {
        let of =
            |metric: Option<Metric>| metric.map_or_else(|| "–".to_owned(), |metric| format!("{:.3}", metric.value));
        let share = |part: usize, whole: usize| {
            if whole == 0 { "–".to_owned() } else { format!("{:.3}", part as f64 / whole as f64) }
        };
        vec![
            set.name.clone(),
            name(scorer).to_owned(),
            set.skills.len().to_string(),
            set.queries.len().to_string(),
            of(self.metrics.top1),
            of(self.metrics.top3),
            of(self.metrics.mrr),
            of(self.metrics.auroc),
            self.auprc.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}")),
            share(self.kept, self.in_scope),
            of(self.metrics.recall),
            share(self.quiet, self.out_of_scope),
        ]
    }

    /// The rows that have a goal.
    fn goals(&self, set: &Set, mut report: Report) -> Report {
        let value = |metric: Option<Metric>| metric.map_or(0.0, |metric| metric.value);
        let row = |what: &str, here: f64| Row::new(format!("{}: hybrid, {what}", set.name), Amount::Share(here));
        let top_one = row("top-1", value(self.metrics.top1));
        let goal = TOP_ONE.iter().find(|(name, _)| *name == set.name);
        report = report.row(match goal {
            Some(&(_, goal)) => top_one.goal(Amount::Share(goal)),
            None => top_one,
        });
        if set.name != WITH_SCOPE {
            return report;
        }
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        report
            .row(row("AUROC in and out of scope", value(self.metrics.auroc)).goal(Amount::Share(AUROC)))
            .row(row("in scope, kept at the threshold", share(self.kept, self.in_scope)).goal(Amount::Share(KEPT)))
            .row(
                row("out of scope, no skill triggers", share(self.quiet, self.out_of_scope)).goal(Amount::Share(QUIET)),
            )
    }
}

/// The mean, over the queries out of scope, of the share of such queries among those whose best score is no better;
/// equal scores count together.
fn auprc(outcomes: &[Outcome]) -> Option<f64> {
    let scores = |is_wanted: fn(&&Outcome) -> bool| {
        let mut scores: Vec<f32> = outcomes.iter().filter(is_wanted).map(|outcome| outcome.score).collect();
        scores.sort_unstable_by(f32::total_cmp);
        scores
    };
    let (all, outside) = (scores(|_| true), scores(|outcome| !outcome.is_in_scope()));
    let up_to = |scores: &[f32], score: f32| scores.partition_point(|&other| other <= score) as f64;
    let precisions = outside.iter().map(|&score| up_to(&outside, score) / up_to(&all, score));
    (!outside.is_empty()).then(|| precisions.sum::<f64>() / outside.len() as f64)
}

fn name(scorer: ScorerKind) -> &'static str {
    match scorer {
        ScorerKind::Adk => "adk",
        ScorerKind::Bm25 => "bm25",
        ScorerKind::Embedding => "embedding",
        ScorerKind::Hybrid => "hybrid",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auprc_is_the_mean_precision_of_those_out_of_scope() {
        let outcome = |score: f32, expected: &[&str]| Outcome {
            expected: expected.iter().map(|&name| name.to_owned()).collect(),
            unwanted: Vec::new(),
            best: None,
            score,
            rank: None,
            expected_score: None,
        };
        assert_eq!(auprc(&[outcome(0.2, &["a"])]), None);
        let outcomes = [outcome(0.1, &[]), outcome(0.2, &["a"]), outcome(0.3, &[]), outcome(0.3, &["a"])];
        assert_eq!(auprc(&outcomes), Some(0.75));
    }
}
