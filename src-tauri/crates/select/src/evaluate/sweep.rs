//! What other thresholds would do, tried on one half of the queries and judged on the other.

use std::collections::HashMap;

use super::{Metric, Outcome, SplitMix64, metrics::FEWEST, wilson};

/// The most steps a range of scores is cut into.
const MOST_STEPS: f64 = 100.0;

/// A skill for which so many queries trigger it rightly now is silenced where none would. One query less is no silence.
const SEVERAL: u32 = 2;

/// Keeps the split in halves from following the draws of the intervals, which may have the same seed.
const SPLIT: u64 = 0x5_eed0_fa11;

/// Every threshold tried on one half of the queries, and what it does on the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// On the half used for picking, by rising threshold.
    pub tuning: Vec<Point>,
    /// On the half held out, at the same thresholds.
    pub held_out: Vec<Point>,
    /// Place in both lists of the threshold with the best F1 on the tuning half whose false fires are at most the
    /// share asked for; where none is, of the one with the fewest. Among equals, the one in their middle. None where
    /// that is withheld.
    pub pick: Option<usize>,
    /// Place of the run's own threshold (nearest).
    pub now: usize,
    /// Largest share of false fires a pick may have.
    pub most_false_fires: f64,
    /// Queries in the tuning half.
    pub tuning_queries: usize,
    /// Queries held out.
    pub held_out_queries: usize,
    /// Why no threshold is proposed; none where one is.
    pub withheld: Option<Withheld>,
}

/// Why a threshold is not proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// A half has fewer than [`FEWEST`] queries that should trigger a skill, or fewer that should not.
    TooFew,
    /// Nothing that should trigger would, on one of the halves.
    SilencesAll,
    /// A skill that triggers rightly for several of its queries now would for none of them.
    Silences(String),
}

/// What one threshold does. Intervals are Wilson's, 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The threshold.
    pub threshold: f32,
    /// Of what fires, the share that is right. Missing where nothing fires.
    pub precision: Option<Metric>,
    /// Of what should fire, the share that does, rightly. Missing where no query is in scope.
    pub recall: Option<Metric>,
    /// Of queries that expect no skill, the share that fires something they should not. Missing where every query is in
    /// scope.
    pub false_fires: Option<Metric>,
    /// Harmonic mean of precision and recall; 0 where nothing right fires.
    pub f1: f64,
}

/// Tries thresholds over the range of the best scores. Queries in and out of scope are each split in two by the seed,
/// so that both halves have their share; the odd one goes to the tuning half.
pub fn sweep(outcomes: &[Outcome], current: f32, most_false_fires: f64, seed: u64) -> Sweep {
    let (tuning, held_out) = halves(outcomes, seed);
    let thresholds = thresholds(outcomes, current);
    let points = |half: &[&Outcome]| thresholds.iter().map(|&threshold| point(half, threshold)).collect::<Vec<_>>();
    let (tuning_queries, held_out_queries) = (tuning.len(), held_out.len());
    let are_enough = [&tuning, &held_out].iter().all(|half| has_enough(half));
    let (tuning, held_out) = (points(&tuning), points(&held_out));
    let pick = pick(&tuning, most_false_fires);
    let withheld = if !are_enough {
        Some(Withheld::TooFew)
    } else if tuning[pick].f1 <= 0.0 || held_out[pick].f1 <= 0.0 {
        Some(Withheld::SilencesAll)
    } else {
        silenced(outcomes, current, thresholds[pick]).map(|skill| Withheld::Silences(skill.to_owned()))
    };
    Sweep {
        pick: withheld.is_none().then_some(pick),
        withheld,
        now: nearest(&thresholds, current),
        tuning,
        held_out,
        most_false_fires,
        tuning_queries,
        held_out_queries,
    }
}

/// Whether a half has queries enough of either kind for a share of them to say anything.
fn has_enough(half: &[&Outcome]) -> bool {
    let in_scope = half.iter().filter(|outcome| outcome.is_in_scope()).count();
    in_scope.min(half.len() - in_scope) >= FEWEST as usize
}

/// The first skill by name that several of its queries trigger rightly at one threshold, and none at another.
fn silenced(outcomes: &[Outcome], now: f32, then: f32) -> Option<&str> {
    let mut skills: HashMap<&str, (u32, u32)> = HashMap::new();
    for outcome in outcomes {
        for name in outcome.expected.iter().map(String::as_str) {
            let (before, after) = skills.entry(name).or_default();
            *before += u32::from(outcome.fired(now) == Some(name));
            *after += u32::from(outcome.fired(then) == Some(name));
        }
    }
    let silenced = skills.into_iter().filter(|&(_, (before, after))| before >= SEVERAL && after == 0);
    silenced.map(|(name, _)| name).min()
}

fn halves(outcomes: &[Outcome], seed: u64) -> (Vec<&Outcome>, Vec<&Outcome>) {
    let mut random = SplitMix64::new(seed ^ SPLIT);
    let (mut inside, mut outside): (Vec<_>, Vec<_>) = outcomes.iter().partition(|outcome| outcome.is_in_scope());
    let (mut tuning, mut held_out) = (Vec::new(), Vec::new());
    for kind in [&mut inside, &mut outside] {
        random.shuffle(kind);
        let (first, second) = kind.split_at(kind.len().div_ceil(2));
        tuning.extend_from_slice(first);
        held_out.extend_from_slice(second);
    }
    (tuning, held_out)
}

/// Round numbers from just below the lowest best score up to the highest, as far apart as one, two or five in the last
/// place so that they are 100 or so at most, and the current threshold. Never none.
fn thresholds(outcomes: &[Outcome], current: f32) -> Vec<f32> {
    let scores = || outcomes.iter().map(Outcome::best_score).filter(|score| score.is_finite()).map(f64::from);
    let low = scores().fold(f64::INFINITY, f64::min);
    let high = scores().fold(f64::NEG_INFINITY, f64::max);
    let mut found = Vec::new();
    if low < high {
        let step = Step::over(high - low);
        let (first, last) = ((low / step.size()).floor(), (high / step.size()).floor());
        found.extend((first as i64..=last as i64).map(|times| step.times(times)));
    } else if low.is_finite() {
        found.push(low as f32);
    }
    if current.is_finite() {
        found.retain(|threshold| (threshold - current).abs() > f32::EPSILON * current.abs());
        found.push(current);
    }
    found.sort_unstable_by(f32::total_cmp);
    found.dedup();
    if found.is_empty() { vec![0.0] } else { found }
}

/// A round distance: 1, 2 or 5 times a power of ten.
struct Step {
    lead: f64,
    power: i32,
}

impl Step {
    /// The smallest that cuts a range into no more than [`MOST_STEPS`].
    fn over(range: f64) -> Self {
        let least = range / MOST_STEPS;
        let power = least.log10().floor() as i32;
        let lead = least / 10_f64.powi(power);
        let (lead, power) = match lead {
            lead if lead <= 1.0 => (1.0, power),
            lead if lead <= 2.0 => (2.0, power),
            lead if lead <= 5.0 => (5.0, power),
            _ => (1.0, power + 1),
        };
        Self { lead, power }
    }

    fn size(&self) -> f64 {
        self.times_exactly(1.0)
    }

    fn times(&self, times: i64) -> f32 {
        self.times_exactly(times as f64) as f32
    }

    /// Dividing by a power of ten, rather than multiplying by its inverse, keeps .15 from becoming .15000000000000002.
    fn times_exactly(&self, times: f64) -> f64 {
        if self.power < 0 {
            times * self.lead / 10_f64.powi(-self.power)
        } else {
            times * self.lead * 10_f64.powi(self.power)
        }
    }
}

fn nearest(thresholds: &[f32], current: f32) -> usize {
    let distance = |place: &usize| (thresholds[*place] - current).abs();
    (0..thresholds.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
}

fn point(half: &[&Outcome], threshold: f32) -> Point {
    let count = |holds: &dyn Fn(&Outcome) -> bool| half.iter().filter(|outcome| holds(outcome)).count();
    let fired = count(&|outcome| outcome.counts_as_fired(threshold));
    let hits = count(&|outcome| outcome.counts_as_fired(threshold) && outcome.is_right(threshold));
    let in_scope = count(&Outcome::is_in_scope);
    let false_fires = count(&|outcome| outcome.is_false_fire(threshold));
    Point {
        threshold,
        precision: share(hits, fired),
        recall: share(hits, in_scope),
        false_fires: share(false_fires, half.len() - in_scope),
        f1: if hits == 0 { 0.0 } else { 2.0 * hits as f64 / (fired + in_scope) as f64 },
    }
}

fn share(hits: usize, of: usize) -> Option<Metric> {
    let (low, high) = wilson(hits, of);
    let value = hits as f64 / of as f64;
    (of > 0).then_some(Metric { value, low, high, hits: Some(hits as u32), of: of as u32 })
}

fn pick(points: &[Point], most_false_fires: f64) -> usize {
    let false_fires = |place: &usize| points[*place].false_fires.map_or(0.0, |share| share.value);
    let f1 = |place: &usize| points[*place].f1;
    let allowed: Vec<_> = (0..points.len()).filter(|place| false_fires(place) <= most_false_fires).collect();
    let best: Vec<_> = if allowed.is_empty() {
        let fewest = equal_best((0..points.len()).collect(), |place| -false_fires(place));
        equal_best(fewest, f1)
    } else {
        equal_best(equal_best(allowed, f1), |place| -false_fires(place))
    };
    best.get(best.len() / 2).copied().unwrap_or(0)
}

/// Those of the places that have the highest value.
fn equal_best(places: Vec<usize>, value: impl Fn(&usize) -> f64) -> Vec<usize> {
    let best = places.iter().map(&value).fold(f64::NEG_INFINITY, f64::max);
    places.into_iter().filter(|place| value(place) >= best).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests_support::{any_outcomes, not, outcome};
    use super::*;

    /// Right ones at .6 to .9, false fires up to .5.
    fn clear_cut() -> Vec<Outcome> {
        let inside = (0..40).map(|n| outcome(&["a"], "a", 0.6 + 0.3 * (n as f32) / 40.0, Some(1)));
        let outside = (0..21).map(|n| outcome(&[], "a", 0.5 * (n as f32) / 20.0, None));
        inside.chain(outside).collect()
    }

    #[test]
    fn the_pick_separates_what_can_be_separated_and_holds_on_the_other_half() {
        let found = sweep(&clear_cut(), 0.2, 0.1, 3);
        assert_eq!((found.tuning_queries, found.held_out_queries), (31, 30));
        let place = found.pick.unwrap();
        let (pick, now) = (found.tuning[place], found.tuning[found.now]);
        assert!((0.5..0.62).contains(&pick.threshold), "{pick:?}");
        assert!((pick.f1 - 1.0).abs() < 1e-12 && found.held_out[place].f1 > 0.95);
        assert!((now.threshold - 0.2).abs() < f32::EPSILON && now.false_fires.is_some_and(|share| share.value > 0.1));
    }

    #[test]
    fn a_pick_is_proposed_from_enough_of_either_kind_that_fire() {
        assert_eq!(sweep(&clear_cut(), 0.2, 0.1, 3).withheld, None);
        let four =
            [outcome(&["a"], "b", 0.9, Some(2)), not("a", "a", 0.3), not("a", "b", 0.8), outcome(&[], "a", 0.2, None)];
        let of_four = sweep(&four, 0.5, 0.05, 1);
        assert_eq!((of_four.withheld, of_four.pick), (Some(Withheld::TooFew), None));
        let inside_only: Vec<_> = (0..60).map(|_| outcome(&["a"], "a", 0.9, Some(1))).collect();
        let found = sweep(&inside_only, 0.5, 0.05, 1).withheld;
        assert_eq!(found, Some(Withheld::TooFew), "nothing says what too low a threshold does");
        let never_right: Vec<_> =
            (0..40).flat_map(|_| [outcome(&["a"], "b", 0.9, Some(2)), not("a", "a", 0.3)]).collect();
        assert_eq!(sweep(&never_right, 0.5, 0.05, 1).withheld, Some(Withheld::SilencesAll));
        let either: Vec<_> = (0..10).flat_map(|_| [outcome(&["a"], "a", 0.9, Some(1)), not("a", "a", 0.3)]).collect();
        assert_eq!(sweep(&either, 0.2, 0.05, 1).withheld, None);
    }

    #[test]
    fn a_pick_that_silences_a_skill_for_all_its_queries_is_not_proposed() {
        let of = |quiet: usize| -> Vec<Outcome> {
            let loud = (0..40).flat_map(|_| [outcome(&["b"], "b", 0.9, Some(1)), outcome(&[], "b", 0.5, None)]);
            loud.chain((0..quiet).map(|_| outcome(&["a"], "a", 0.3, Some(1)))).collect()
        };
        let found = sweep(&of(6), 0.2, 0.05, 1);
        let best = found.tuning[pick(&found.tuning, 0.05)];
        assert!(best.threshold > 0.5 && best.f1 > 0.0, "{best:?}");
        assert_eq!((found.withheld, found.pick), (Some(Withheld::Silences("a".to_owned())), None));
        assert_eq!(sweep(&of(6), 0.6, 0.05, 1).withheld, None, "it is silent as it is");
        assert_eq!(sweep(&of(2), 0.2, 0.05, 1).withheld, Some(Withheld::Silences("a".to_owned())));
        assert_eq!(sweep(&of(1), 0.2, 0.05, 1).withheld, None, "one query says too little of a skill");
    }

    #[test]
    fn where_no_threshold_is_strict_enough_the_strictest_is_picked() {
        let outcomes =
            [outcome(&["a"], "a", 0.3, Some(1)), outcome(&[], "b", 0.9, None), outcome(&["a"], "a", 0.5, Some(1))];
        let found = sweep(&outcomes, 0.5, 0.0, 1);
        let fewest = found.tuning.iter().filter_map(|point| point.false_fires).map(|share| share.value);
        let fewest = fewest.fold(1.0, f64::min);
        let strictest = found.tuning[pick(&found.tuning, 0.0)];
        assert!(strictest.false_fires.is_some_and(|share| share.value <= fewest));
    }

    #[test]
    fn thresholds_are_round_numbers_over_the_range() {
        let outcomes = [outcome(&["a"], "a", 0.113, Some(1)), outcome(&["a"], "a", 0.871, Some(1))];
        let found = thresholds(&outcomes, 0.305);
        assert_eq!(found.first().zip(found.last()), Some((&0.11, &0.87)));
        assert_eq!(found.len(), 78);
        assert_eq!(&found[18..22], [0.29, 0.3, 0.305, 0.31]);
        assert_eq!(thresholds(&[], 0.4), [0.4]);
        assert_eq!(thresholds(&[], f32::NAN), [0.0]);
        assert_eq!(thresholds(&outcomes[..1], 2.0), [0.113, 2.0]);
    }

    proptest! {
        #[test]
        fn a_higher_threshold_never_fires_more(outcomes in any_outcomes(80), current in 0.0_f32..1.0, seed: u64) {
            let found = sweep(&outcomes, current, 0.05, seed);
            prop_assert_eq!(&found, &sweep(&outcomes, current, 0.05, seed));
            prop_assert_eq!(found.tuning_queries + found.held_out_queries, outcomes.len());
            let is_there = |place: usize| place < found.tuning.len();
            prop_assert!(found.tuning.len() <= 103 && found.pick.is_none_or(is_there) && is_there(found.now));
            prop_assert_eq!(found.pick.is_none(), found.withheld.is_some());
            for half in [&found.tuning, &found.held_out] {
                for pair in half.windows(2) {
                    let fired = |point: &Point| point.precision.map_or(0, |share| share.of);
                    let false_fires = |point: &Point| point.false_fires.map_or(0, |share| share.hits.unwrap_or(0));
                    prop_assert!(pair[0].threshold < pair[1].threshold);
                    prop_assert!(fired(&pair[0]) >= fired(&pair[1]));
                    prop_assert!(false_fires(&pair[0]) >= false_fires(&pair[1]));
                }
            }
        }

        #[test]
        fn both_halves_have_their_share(outcomes in any_outcomes(80), seed: u64) {
            let (tuning, held_out) = halves(&outcomes, seed);
            let inside = |half: &[&Outcome]| half.iter().filter(|outcome| outcome.is_in_scope()).count();
            let outside = |half: &[&Outcome]| half.len() - inside(half);
            prop_assert!(inside(&tuning) - inside(&held_out) <= 1);
            prop_assert!(outside(&tuning) - outside(&held_out) <= 1);
        }
    }
}
