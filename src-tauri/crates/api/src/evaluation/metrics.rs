//! What the measures of `studio_select::evaluate` come to, shaped for a screen.

use studio_select::evaluate as measure;

use crate::dto::{Metric, Metrics, Sweep, SweepPoint};

pub(crate) fn metrics(from: &measure::Metrics) -> Metrics {
    Metrics {
        top1: from.top1.map(metric),
        top3: from.top3.map(metric),
        mrr: from.mrr.map(metric),
        precision: from.precision.map(metric),
        recall: from.recall.map(metric),
        f1: from.f1.map(metric),
        auroc: from.auroc.map(metric),
        false_fires: from.false_fires.map(metric),
    }
}

fn metric(from: measure::Metric) -> Metric {
    let has_interval = from.has_interval();
    Metric { value: from.value, low: from.low, high: from.high, has_interval, hits: from.hits, of: from.of }
}

/// The numbers of a run as they were kept: those of earlier studios do not say whether their intervals say anything.
pub(crate) fn kept_metrics(from: &Metrics) -> Metrics {
    let known = |kept: Option<Metric>| {
        kept.map(|Metric { value, low, high, hits, of, .. }| metric(measure::Metric { value, low, high, hits, of }))
    };
    Metrics {
        top1: known(from.top1),
        top3: known(from.top3),
        mrr: known(from.mrr),
        precision: known(from.precision),
        recall: known(from.recall),
        f1: known(from.f1),
        auroc: known(from.auroc),
        false_fires: known(from.false_fires),
    }
}

pub(crate) fn sweep(from: measure::Sweep) -> Sweep {
    Sweep {
        tuning: from.tuning.into_iter().map(point).collect(),
        held_out: from.held_out.into_iter().map(point).collect(),
        pick: from.pick.map(|place| place as u32),
        now: from.now as u32,
        most_false_fires: from.most_false_fires,
        tuning_queries: from.tuning_queries as u32,
        held_out_queries: from.held_out_queries as u32,
        withheld: from.withheld.map(withheld),
    }
}

/// Why a threshold is not proposed.
fn withheld(from: measure::Withheld) -> String {
    match from {
        measure::Withheld::TooFew => {
            let fewest = measure::FEWEST;
            format!(
                "Too few queries to suggest a threshold. The queries are split in half, and each half needs \
                 {fewest} that should trigger a skill and {fewest} that shouldn't."
            )
        }
        measure::Withheld::SilencesAll => {
            "No threshold suggested: even the best one triggers none of the expected skills.".to_owned()
        }
        measure::Withheld::Silences(skill) => {
            format!("No threshold suggested: even the best one wouldn't trigger “{skill}” for any of its queries.")
        }
    }
}

fn point(from: measure::Point) -> SweepPoint {
    SweepPoint {
        threshold: from.threshold,
        precision: from.precision.map(metric),
        recall: from.recall.map(metric),
        false_fires: from.false_fires.map(metric),
        f1: from.f1,
    }
}
