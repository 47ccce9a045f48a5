//! The numbers of a run, each with the interval it lies in.
//!
//! Intervals are 95 % percentile bootstrap over queries: a thousand times as many queries as there are, drawn with
//! replacement, are counted anew. A draw counts how often each query is taken and copies none; queries are put in the
//! order of their scores once, so that one pass over a draw gives every number, the AUROC among them. Where every draw
//! gives the same number (none of eight, all of eight), the draws know nothing of what they have not seen: Wilson's
//! interval stands in. Fewer than five queries are too few for any.

use super::{Outcome, SplitMix64, wilson};

/// How often the queries are drawn anew.
const RESAMPLES: usize = 1_000;
/// So many queries an interval takes at least: of fewer it would hold nearly every number there is. A threshold is proposed
/// from as many of either kind.
pub const FEWEST: u32 = 5;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metric {
    /// The number, 0 to 1.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How many counted for it, where it is a share.
    pub hits: Option<u32>,
    /// Out of how many queries.
    pub of: u32,
}

impl Metric {
    /// Whether the ends say anything: there are queries enough, and somebody has reckoned them.
    pub fn has_interval(&self) -> bool {
        self.of >= FEWEST && self.low < self.high
    }
}

/// How well a run went. A number that nothing can be said of is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics {
    /// The best skill is right; queries in scope, whatever the threshold.
    pub top1: Option<Metric>,
    /// A right skill is among the best three; queries in scope, whatever the threshold.
    pub top3: Option<Metric>,
    /// Mean of one over the rank of the first right skill, 0 where it has none; queries in scope.
    pub mrr: Option<Metric>,
    /// Of what fires at the threshold, the share that is right. Missing where nothing fires. Where only is said what must
    /// not fire, another skill counts as neither.
    pub precision: Option<Metric>,
    /// Of what should fire, the share that does, rightly.
    pub recall: Option<Metric>,
    /// Harmonic mean of precision and recall, 0 where nothing right fires. Missing where no query is in scope.
    pub f1: Option<Metric>,
    /// How likely a query in scope has a better best score than one out of it, ties counting half. Missing where
    /// either kind is.
    pub auroc: Option<Metric>,
    /// Of queries that expect no skill, the share that fires something they should not: anything, or a skill that is said
    /// not to.
    pub false_fires: Option<Metric>,
}

/// The numbers of a run at a threshold, with their intervals. An end of an interval is moved to the number itself
/// where the draws, few queries and a lopsided number leave it outside. A draw that can say nothing of a number
/// does not count for it.
pub fn metrics(outcomes: &[Outcome], threshold: f32, seed: u64) -> Metrics {
    let queries = sorted(outcomes, threshold);
    let tally = Tally::of(&queries, |_| 1);
    let mut draws: [Vec<f64>; NUMBERS] = std::array::from_fn(|_| Vec::with_capacity(RESAMPLES));
    let mut random = SplitMix64::new(seed);
    let mut taken = vec![0_u32; queries.len()];
    for _ in 0..RESAMPLES {
        taken.fill(0);
        for _ in 0..queries.len() {
            taken[random.below(queries.len())] += 1;
        }
        let drawn = Tally::of(&queries, |place| taken[place]).values();
        for (values, value) in draws.iter_mut().zip(drawn) {
            values.extend(value);
        }
    }
    tally.metrics(|number, value, of| interval(&mut draws[number], value, of))
}

/// The numbers of a run at a threshold, without intervals: both ends are the number. For what is known so far.
pub fn quick_metrics(outcomes: &[Outcome], threshold: f32) -> Metrics {
    Tally::of(&sorted(outcomes, threshold), |_| 1).metrics(|_, value, _| (value, value))
}

/// The 2.5 % and 97.5 % percentiles, widened to the value where it lies outside. Draws that are all alike are those of
/// a number at one of its ends; there Wilson's interval of a share of as many queries holds for any mean of numbers
/// between 0 and 1.
fn interval(draws: &mut [f64], value: f64, of: u64) -> (f64, f64) {
    draws.sort_unstable_by(f64::total_cmp);
    let Some(last) = draws.len().checked_sub(1) else { return (value, value) };
    let at = |share: f64| draws[(share * last as f64).round() as usize];
    let (low, high) = (at(0.025).min(value), at(0.975).max(value));
    if low < high {
        return (low, high);
    }
    let (low, high) = wilson((value * of as f64).round() as usize, of as usize);
    (low.min(value), high.max(value))
}

/// What the numbers need to know of a query.
struct Query {
    score: f32,
    /// Whether the next query's score is higher: a run of equal scores ends here.
    ends_tie: bool,
    is_in_scope: bool,
    is_out_of_scope: bool,
    fired: Fired,
    /// Of the first right skill; `u32::MAX` where it has none.
    rank: u32,
    /// One over the rank; 0 where it has none.
    reciprocal: f64,
}

/// What a query fires at the threshold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fired {
    Nothing,
    Wrong,
    Right,
}

/// The queries by rising best score.
fn sorted(outcomes: &[Outcome], threshold: f32) -> Vec<Query> {
    let mut queries: Vec<_> = outcomes.iter().map(|outcome| query(outcome, threshold)).collect();
    queries.sort_by(|a, b| a.score.total_cmp(&b.score));
    for place in 1..queries.len() {
        queries[place - 1].ends_tie = queries[place - 1].score < queries[place].score;
    }
    queries
}

fn query(outcome: &Outcome, threshold: f32) -> Query {
    let is_in_scope = outcome.is_in_scope();
    let rank = outcome.rank.filter(|&rank| is_in_scope && rank > 0);
    let fired = match (outcome.counts_as_fired(threshold), outcome.is_right(threshold)) {
        (false, _) => Fired::Nothing,
        (true, false) => Fired::Wrong,
        (true, true) => Fired::Right,
    };
    Query {
        // Adding nought makes the two zeros one, so that they tie.
        score: outcome.best_score() + 0.0,
        ends_tie: true,
        is_in_scope,
        is_out_of_scope: outcome.is_out_of_scope(),
        fired,
        rank: rank.unwrap_or(u32::MAX),
        reciprocal: rank.map_or(0.0, |rank| 1.0 / f64::from(rank)),
    }
}

/// How many numbers there are.
const NUMBERS: usize = 8;

/// The counts every number is made of.
#[derive(Default)]
struct Tally {
    queries: u64,
    in_scope: u64,
    out_of_scope: u64,
    fired: u64,
    hits: u64,
    top1: u64,
    top3: u64,
    false_fires: u64,
    reciprocals: f64,
    /// Pairs of a query in scope and one out of it in which the former scores better, twice; a tie once.
    twice_won: u64,
}

impl Tally {
    /// Counts queries, each as often as told.
    fn of(queries: &[Query], times: impl Fn(usize) -> u32) -> Self {
        let mut tally = Self::default();
        let (mut outside_below, mut inside, mut outside) = (0, 0, 0);
        for (place, query) in queries.iter().enumerate() {
            let count = u64::from(times(place));
            let counts = |holds: bool| if holds { count } else { 0 };
            tally.queries += count;
            tally.fired += counts(query.fired != Fired::Nothing);
            tally.hits += counts(query.fired == Fired::Right);
            tally.top1 += counts(query.rank == 1);
            tally.top3 += counts(query.rank <= 3);
            tally.false_fires += counts(query.fired != Fired::Nothing && !query.is_in_scope);
            tally.reciprocals += query.reciprocal * count as f64;
            inside += counts(query.is_in_scope);
            outside += counts(query.is_out_of_scope);
            if query.ends_tie {
                tally.in_scope += inside;
                tally.out_of_scope += outside;
                tally.twice_won += inside * (2 * outside_below + outside);
                outside_below += outside;
                (inside, outside) = (0, 0);
            }
        }
        tally
    }

    /// Queries that expect no skill.
    fn none_expected(&self) -> u64 {
        self.queries - self.in_scope
    }

    /// The numbers as (what counts for it, out of what), in the order of [`Metrics`].
    fn shares(&self) -> [(f64, u64); NUMBERS] {
        // 2·P·R / (P + R) is twice the hits over what fired and what should have; without a query in scope it is moot.
        let either = if self.in_scope == 0 { 0 } else { self.fired + self.in_scope };
        [
            (self.top1 as f64, self.in_scope),
            (self.top3 as f64, self.in_scope),
            (self.reciprocals, self.in_scope),
            (self.hits as f64, self.fired),
            (self.hits as f64, self.in_scope),
            (2.0 * self.hits as f64, either),
            (self.twice_won as f64, 2 * self.in_scope * self.out_of_scope),
            (self.false_fires as f64, self.none_expected()),
        ]
    }

    fn values(&self) -> [Option<f64>; NUMBERS] {
        self.shares().map(|(part, whole)| (whole > 0).then(|| part / whole as f64))
    }

    fn metrics(&self, mut interval: impl FnMut(usize, f64, u64) -> (f64, f64)) -> Metrics {
        let values = self.values();
        let mut number = |place: usize, hits: Option<u64>, of: u64| {
            let value = values[place]?;
            let (low, high) = interval(place, value, of);
            Some(Metric { value, low, high, hits: hits.map(|hits| hits as u32), of: of as u32 })
        };
        Metrics {
            top1: number(0, Some(self.top1), self.in_scope),
            top3: number(1, Some(self.top3), self.in_scope),
            mrr: number(2, None, self.in_scope),
            precision: number(3, Some(self.hits), self.fired),
            recall: number(4, Some(self.hits), self.in_scope),
            f1: number(5, None, self.queries),
            auroc: number(6, None, self.queries),
            false_fires: number(7, Some(self.false_fires), self.none_expected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests_support::{any_outcomes, not, outcome};
    use super::*;

    fn values(metrics: &Metrics) -> [Option<Metric>; NUMBERS] {
        let Metrics { top1, top3, mrr, precision, recall, f1, auroc, false_fires } = *metrics;
        [top1, top3, mrr, precision, recall, f1, auroc, false_fires]
    }

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn a_small_run_counted_by_hand() {
        let outcomes = [
            outcome(&["a"], "a", 0.9, Some(1)),
            outcome(&["a", "b"], "b", 0.5, Some(1)),
            outcome(&["b"], "a", 0.6, Some(2)),
            outcome(&["c"], "a", 0.2, Some(4)),
            outcome(&[], "a", 0.5, None),
            outcome(&[], "b", 0.1, None),
        ];
        let found = quick_metrics(&outcomes, 0.5);
        // In scope .9 .5 .6 .2 against .5 .1: 2 + 1.5 + 2 + 1 of 8.
        let expected = [0.5, 0.75, (1.0 + 1.0 + 0.5 + 0.25) / 4.0, 0.5, 0.5, 0.5, 6.5 / 8.0, 0.5];
        let counts =
            [(Some(2), 4), (Some(3), 4), (None, 4), (Some(2), 4), (Some(2), 4), (None, 6), (None, 6), (Some(1), 2)];
        for ((metric, value), (hits, of)) in values(&found).into_iter().zip(expected).zip(counts) {
            let metric = metric.expect("every number can be told");
            assert!(is_near(metric.value, value), "{metric:?} is not {value}");
            assert_eq!((metric.hits, metric.of), (hits, of));
            assert_eq!((metric.low.to_bits(), metric.high.to_bits()), (metric.value.to_bits(), metric.value.to_bits()));
        }
    }

    #[test]
    fn a_trigger_set_whose_skill_is_always_right_has_no_mistake() {
        let triggers: Vec<_> = (0..3).map(|_| outcome(&["pdf"], "pdf", 0.9, Some(1))).collect();
        let others = [not("pdf", "pptx", 0.8), not("pdf", "pptx", 0.9), not("pdf", "pdf", 0.1)];
        let found = quick_metrics(&[&triggers[..], &others].concat(), 0.5);
        for (metric, value, of) in [(found.precision, 1.0, 3), (found.recall, 1.0, 3), (found.false_fires, 0.0, 3)] {
            let metric = metric.expect("every one can be told");
            assert!(is_near(metric.value, value) && metric.of == of, "{metric:?}");
        }
        assert!(found.f1.is_some_and(|f1| is_near(f1.value, 1.0)));
        assert!(found.auroc.is_none(), "no query is out of scope");
        let wrong = quick_metrics(&[&triggers[..], &[not("pdf", "pdf", 0.7)]].concat(), 0.5);
        assert!(wrong.precision.is_some_and(|precision| is_near(precision.value, 0.75)));
        assert!(wrong.false_fires.is_some_and(|fires| is_near(fires.value, 1.0)));
    }

    #[test]
    fn what_nothing_can_be_said_of_is_missing() {
        assert_eq!(metrics(&[], 0.5, 1), Metrics::default());

        let inside = metrics(&[outcome(&["a"], "a", 0.2, Some(1))], 0.5, 1);
        assert!(inside.precision.is_none() && inside.auroc.is_none() && inside.false_fires.is_none());
        assert!(inside.recall.is_some_and(|recall| is_near(recall.value, 0.0)));
        assert!(inside.f1.is_some_and(|f1| is_near(f1.value, 0.0)));

        let outside = metrics(&[outcome(&[], "a", 0.7, None)], 0.5, 1);
        assert!(outside.top1.is_none() && outside.recall.is_none() && outside.f1.is_none());
        assert!(outside.precision.is_some_and(|precision| is_near(precision.value, 0.0)));
        assert!(outside.false_fires.is_some_and(|fires| is_near(fires.value, 1.0)));
    }

    #[test]
    fn nothing_scored_is_below_every_score() {
        let nothing = Outcome { expected: vec![], best: None, score: 7.0, ..Outcome::default() };
        let found = quick_metrics(&[nothing, outcome(&["a"], "a", -1.0, Some(1))], 0.0);
        assert!(found.auroc.is_some_and(|auroc| is_near(auroc.value, 1.0)));
        assert!(found.false_fires.is_some_and(|fires| is_near(fires.value, 0.0)));
    }

    #[test]
    fn numbers_at_an_end_are_not_taken_for_certain() {
        let never = |queries: usize| {
            let outcomes: Vec<_> = (0..queries).map(|_| outcome(&["a"], "b", 0.9, Some(4))).collect();
            metrics(&outcomes, 0.5, 7).top1.expect("all are in scope")
        };
        let few = never(3);
        assert!(!few.has_interval(), "three queries say nothing: {few:?}");
        let some = never(20);
        assert!(some.has_interval());
        // Wilson, none of twenty: 1.96² / (20 + 1.96²) = .161
        assert!(is_near(some.low, 0.0) && (0.160..0.162).contains(&some.high), "{some:?}");
    }

    #[test]
    fn intervals_are_about_as_wide_as_they_should_be() {
        let outcomes: Vec<_> =
            (0..400).map(|n| outcome(&["a"], "a", 0.9, Some(if n % 5 == 0 { 2 } else { 1 }))).collect();
        let top1 = metrics(&outcomes, 0.5, 7).top1.expect("all are in scope");
        // ±1.96·√(.8·.2/400) = ±.039
        assert!((0.75..0.77).contains(&top1.low) && (0.83..0.85).contains(&top1.high), "{top1:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn the_same_seed_gives_the_same_intervals_around_the_same_numbers(
            outcomes in any_outcomes(60), threshold in 0.0_f32..1.0, seed: u64,
        ) {
            let found = metrics(&outcomes, threshold, seed);
            prop_assert_eq!(found, metrics(&outcomes, threshold, seed));
            let quick = quick_metrics(&outcomes, threshold);
            for (found, quick) in values(&found).into_iter().zip(values(&quick)) {
                prop_assert_eq!(found.map(|m| (m.value, m.hits, m.of)), quick.map(|m| (m.value, m.hits, m.of)));
                if let Some(Metric { value, low, high, .. }) = found {
                    prop_assert!(0.0 <= low && low <= value && value <= high && high <= 1.0 + 1e-12);
                }
            }
        }

        #[test]
        fn auroc_is_the_share_of_pairs(outcomes in any_outcomes(60)) {
            let inside: Vec<_> = outcomes.iter().filter(|outcome| outcome.is_in_scope()).collect();
            let outside: Vec<_> = outcomes.iter().filter(|outcome| outcome.is_out_of_scope()).collect();
            let mut won = 0.0;
            for a in &inside {
                for b in &outside {
                    won += match a.best_score().partial_cmp(&b.best_score()) {
                        Some(std::cmp::Ordering::Greater) => 1.0,
                        Some(std::cmp::Ordering::Equal) => 0.5,
                        _ => 0.0,
                    };
                }
            }
            let pairs = inside.len() * outside.len();
            let expected = (pairs > 0).then(|| won / pairs as f64);
            let found = quick_metrics(&outcomes, 0.5).auroc.map(|auroc| auroc.value);
            prop_assert_eq!(found.is_some(), expected.is_some());
            prop_assert!(found.zip(expected).is_none_or(|(found, expected)| is_near(found, expected)));
        }
    }
}
