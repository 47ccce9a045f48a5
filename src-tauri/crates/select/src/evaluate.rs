//! What the outcomes of a run of labelled queries come to: numbers with their intervals, the confusion matrix, two
//! runs beside each other, and what other thresholds would do.
//!
//! Pure and deterministic: whatever is drawn at random is drawn from a seed the caller names. Who scored the queries,
//! and where runs are kept, is no concern of this module.

mod compare;
mod confusion;
mod metrics;
mod statistics;
mod sweep;

pub use compare::{Change, ChangeKind, Comparison, compare};
pub use confusion::{Cell, Confusion, confusion};
pub use metrics::{FEWEST, Metric, Metrics, metrics, quick_metrics};
pub use statistics::{SplitMix64, mcnemar, wilson};
pub use sweep::{Point, Sweep, Withheld, sweep};

/// What became of one labelled query, whatever the threshold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Names of skills that would be right; empty where none is known.
    pub expected: Vec<String>,
    /// Names of skills that must not fire. Where nothing is expected beside them, any other may fire, or none.
    pub unwanted: Vec<String>,
    /// The best skill's name; none where nothing scores.
    pub best: Option<String>,
    /// The best skill's score.
    pub score: f32,
    /// The first right skill's rank, from 1; none where none is expected or it was ruled out.
    pub rank: Option<u32>,
    /// The first right skill's score.
    pub expected_score: Option<f32>,
}

impl Outcome {
    /// Whether a skill should fire.
    pub fn is_in_scope(&self) -> bool {
        !self.expected.is_empty()
    }

    /// Whether nothing at all should fire. A query of which only is said what must not fire is neither in scope nor out
    /// of it.
    pub fn is_out_of_scope(&self) -> bool {
        self.expected.is_empty() && self.unwanted.is_empty()
    }

    /// What fires: the best skill, if its score is at or above the threshold.
    pub fn fired(&self, threshold: f32) -> Option<&str> {
        self.best.as_deref().filter(|_| self.score >= threshold)
    }

    /// Whether anything fires.
    pub fn fires(&self, threshold: f32) -> bool {
        self.fired(threshold).is_some()
    }

    /// Whether what happens is right: an expected skill fires; where none is expected, nothing does, or one that is not
    /// among those that must not.
    pub fn is_right(&self, threshold: f32) -> bool {
        match self.fired(threshold) {
            Some(name) if self.is_in_scope() => self.expects(name),
            Some(name) => !self.is_out_of_scope() && !self.unwanted.iter().any(|unwanted| unwanted == name),
            None => !self.is_in_scope(),
        }
    }

    /// Whether something fires that should not, where no skill is expected.
    pub fn is_false_fire(&self, threshold: f32) -> bool {
        !self.is_in_scope() && self.fires(threshold) && !self.is_right(threshold)
    }

    /// Whether what fires counts as right or as wrong. Beside a skill that must not fire another one is neither.
    fn counts_as_fired(&self, threshold: f32) -> bool {
        self.fires(threshold) && (self.is_in_scope() || self.is_false_fire(threshold))
    }

    /// Whether a skill of this name would be right.
    fn expects(&self, name: &str) -> bool {
        self.expected.iter().any(|expected| expected == name)
    }

    /// The best score, to be compared with others': lowest of all where nothing scores.
    fn best_score(&self) -> f32 {
        if self.best.is_none() || self.score.is_nan() { f32::NEG_INFINITY } else { self.score }
    }
}

#[cfg(test)]
mod tests {
    use super::tests_support::{not, outcome};

    #[test]
    fn a_skill_that_must_not_fire_says_nothing_of_the_others() {
        let other = not("pdf", "pptx", 0.9);
        assert!(other.is_right(0.5) && !other.is_false_fire(0.5) && !other.counts_as_fired(0.5));
        let itself = not("pdf", "pdf", 0.9);
        assert!(!itself.is_right(0.5) && itself.is_false_fire(0.5) && itself.counts_as_fired(0.5));
        assert!(itself.is_right(0.95) && !itself.is_false_fire(0.95), "nothing fires");
        assert!(!itself.is_in_scope() && !itself.is_out_of_scope());
        let nothing = outcome(&[], "pptx", 0.9, None);
        assert!(nothing.is_out_of_scope() && nothing.is_false_fire(0.5) && !nothing.is_right(0.5));
    }
}

#[cfg(test)]
mod tests_support {
    use proptest::prelude::*;

    use super::Outcome;

    pub(super) fn outcome(expected: &[&str], best: &str, score: f32, rank: Option<u32>) -> Outcome {
        let expected = expected.iter().map(|&name| name.to_owned()).collect();
        let expected_score = rank.map(|_| score);
        Outcome { expected, unwanted: vec![], best: Some(best.to_owned()), score, rank, expected_score }
    }

    /// A query of which only is said what must not fire.
    pub(super) fn not(unwanted: &str, best: &str, score: f32) -> Outcome {
        Outcome { unwanted: vec![unwanted.to_owned()], ..outcome(&[], best, score, None) }
    }

    /// Up to so many outcomes over few skills and few scores, so that ties are common.
    pub(super) fn any_outcomes(most: usize) -> impl Strategy<Value = Vec<Outcome>> {
        let name = || prop::sample::select(vec!["a", "b", "c"]).prop_map(str::to_owned);
        let expected = prop::collection::vec(name(), 0..3);
        let best = prop::option::weighted(0.9, name());
        let unwanted = prop::option::weighted(0.3, name()).prop_map(|name| name.into_iter().collect::<Vec<_>>());
        let rank = prop::option::of(1_u32..6);
        let one = (expected, unwanted, best, 0_u8..20, rank).prop_map(|(expected, unwanted, best, score, rank)| {
            let rank = if expected.is_empty() { None } else { rank };
            let score = f32::from(score) / 20.0;
            Outcome { expected, unwanted, best, score, rank, expected_score: rank.map(|_| score) }
        });
        prop::collection::vec(one, 0..most)
    }
}
