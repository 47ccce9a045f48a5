//! Weights of evidence, learned from queries whose right skills are known: those under which a right skill would be
//! chosen most surely, if choices were made at random by e to the weighted sum. No weight is below 0.

use studio_select::hybrid::KINDS;

/// A query: what speaks for each skill, by kind, and which skills are right.
pub(crate) struct Lesson {
    pub(crate) evidence: Vec<[f32; KINDS]>,
    pub(crate) is_right: Vec<bool>,
}

/// How much large weights cost: as little as keeps them from growing without end where few lessons tell.
const LARGE: f64 = 1e-4;
/// How often the weights are moved at most.
const STEPS: usize = 200;
/// A gain that is no gain any more.
const LEAST_GAIN: f64 = 1e-7;
/// The logarithm of a weight that is as good as none.
const NEXT_TO_NOTHING: f64 = -20.0;

/// What each of these kinds of evidence weighs; the others weigh nothing. Each group of lessons counts the same, however
/// many it has.
pub(crate) fn weights(groups: &[Vec<&Lesson>], kinds: &[usize]) -> [f64; KINDS] {
    // Weights are powers of e, so that none can fall below 0. Each step is as long as the last one says it should be
    // (Barzilai and Borwein, 1988), and is halved until it gains.
    let mut at = [f64::NEG_INFINITY; KINDS];
    for &kind in kinds {
        at[kind] = 1.0;
    }
    let mut here = Slope::of(groups, &at);
    let mut length = 1.0;
    for _ in 0..STEPS {
        let found = (0..30).find_map(|halvings| {
            let step = length / f64::from(1 << halvings);
            let mut next = at;
            for &kind in kinds {
                next[kind] = (at[kind] - (step * here.rise[kind]).clamp(-1.0, 1.0)).max(NEXT_TO_NOTHING);
            }
            let there = Slope::of(groups, &next);
            (there.cost < here.cost).then_some((next, there))
        });
        let Some((next, there)) = found else { break };
        let (mut along, mut squared) = (0.0, 0.0);
        for &kind in kinds {
            let moved = next[kind] - at[kind];
            along += moved * (there.rise[kind] - here.rise[kind]);
            squared += moved * moved;
        }
        length = if along > 0.0 { squared / along } else { length * 2.0 };
        let gain = here.cost - there.cost;
        (at, here) = (next, there);
        if gain < LEAST_GAIN {
            break;
        }
    }
    at.map(f64::exp)
}

/// The sum of what speaks for a skill, by weights.
pub(crate) fn weighed(evidence: &[f32; KINDS], weights: &[f64; KINDS]) -> f64 {
    evidence.iter().zip(weights).map(|(&kind, weight)| f64::from(kind) * weight).sum()
}

/// What weights cost, and how that rises with the logarithm of each.
struct Slope {
    cost: f64,
    rise: [f64; KINDS],
}

impl Slope {
    fn of(groups: &[Vec<&Lesson>], at: &[f64; KINDS]) -> Self {
        let weights = at.map(f64::exp);
        let squares = weights.map(|weight| weight * weight);
        let mut slope =
            Self { cost: LARGE * squares.iter().sum::<f64>(), rise: weights.map(|weight| 2.0 * LARGE * weight) };
        for group in groups {
            let share = 1.0 / (group.len().max(1) * groups.len()) as f64;
            for lesson in group {
                slope.add(lesson, &weights, share);
            }
        }
        slope.rise.iter_mut().zip(&weights).for_each(|(rise, weight)| *rise *= weight);
        slope
    }

    fn add(&mut self, lesson: &Lesson, weights: &[f64; KINDS], share: f64) {
        let mut chances: Vec<f64> = lesson.evidence.iter().map(|kinds| weighed(kinds, weights)).collect();
        let highest = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for chance in &mut chances {
            *chance = (*chance - highest).exp();
        }
        let all: f64 = chances.iter().sum();
        let of_right = chances.iter().zip(&lesson.is_right).filter(|(_, is_right)| **is_right);
        let right = of_right.map(|(chance, _)| chance).sum::<f64>().max(f64::MIN_POSITIVE);
        self.cost -= share * (right / all).ln();
        for ((kinds, chance), &is_right) in lesson.evidence.iter().zip(chances).zip(&lesson.is_right) {
            let blame = share * (chance / all - if is_right { chance / right } else { 0.0 });
            self.rise.iter_mut().zip(kinds).for_each(|(rise, &kind)| *rise += blame * f64::from(kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_right_from_wrong_weighs_and_what_does_not_weighs_nothing() {
        let kinds = |tells: f32, does_not: f32| {
            let mut kinds = [1.0; KINDS];
            (kinds[3], kinds[7]) = (tells, does_not);
            kinds
        };
        let lesson = |right: f32, wrong: f32, other: f32| Lesson {
            evidence: vec![kinds(right, 0.5), kinds(wrong, other)],
            is_right: vec![true, false],
        };
        let lessons = [lesson(0.9, 0.1, 0.9), lesson(0.7, 0.3, 0.6), lesson(0.6, 0.5, 0.8), lesson(0.4, 0.5, 0.5)];
        let groups = [lessons.iter().collect::<Vec<_>>()];
        let found = weights(&groups, &[3, 7]);
        assert!(found[3] > 1.0 && found[7] < 0.01 && found[0] == 0.0, "{found:?}");
        let cost = |times: f64| {
            let mut at = found.map(f64::ln);
            at[3] += times.ln();
            Slope::of(&groups, &at).cost
        };
        assert!(cost(1.0) < cost(1.2) && cost(1.0) < cost(1.0 / 1.2));
    }
}
