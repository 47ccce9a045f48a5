//! Two runs beside each other, query by query.

use super::{Outcome, mcnemar};

/// Two runs beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Queries whose outcome differs: broken ones first, then fixed, then the others, each in the order of the queries.
    pub changes: Vec<Change>,
    /// Wrong before, right after.
    pub fixed: usize,
    /// Right before, wrong after.
    pub broken: usize,
    /// How likely so uneven a change is by chance; see [`mcnemar`].
    pub p_value: f64,
}

/// A query with another outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its place among the outcomes.
    pub query: usize,
    /// What fired before.
    pub before: Option<String>,
    /// What fires after.
    pub after: Option<String>,
    /// Score of what was best before.
    pub before_score: f32,
    /// Score of what is best after.
    pub after_score: f32,
    /// What it means.
    pub kind: ChangeKind,
}

/// What a change of outcome means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// Right before, wrong after.
    Broken,
    /// Wrong before, right after.
    Fixed,
    /// Something else fires, and it is no better or worse for it.
    Other,
}

/// What changed between two runs over the same queries, each at its own threshold. Both lists hold the same queries in
/// the same order, with the same expectation; what one has beyond the other is left out.
pub fn compare(before: &[Outcome], after: &[Outcome], before_threshold: f32, after_threshold: f32) -> Comparison {
    let pairs = before.iter().zip(after).enumerate();
    let mut changes: Vec<_> = pairs
        .filter_map(|(query, (before, after))| change(query, (before, before_threshold), (after, after_threshold)))
        .collect();
    changes.sort_by_key(|change| change.kind);
    let count = |kind| changes.iter().filter(|change| change.kind == kind).count();
    let (fixed, broken) = (count(ChangeKind::Fixed), count(ChangeKind::Broken));
    Comparison { changes, fixed, broken, p_value: mcnemar(fixed, broken) }
}

fn change(query: usize, before: (&Outcome, f32), after: (&Outcome, f32)) -> Option<Change> {
    let ((before, before_threshold), (after, after_threshold)) = (before, after);
    let (was, is) = (before.fired(before_threshold), after.fired(after_threshold));
    if was == is {
        return None;
    }
    let kind = match (before.is_right(before_threshold), after.is_right(after_threshold)) {
        (true, false) => ChangeKind::Broken,
        (false, true) => ChangeKind::Fixed,
        _ => ChangeKind::Other,
    };
    Some(Change {
        query,
        before: was.map(str::to_owned),
        after: is.map(str::to_owned),
        before_score: before.score,
        after_score: after.score,
        kind,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests_support::{any_outcomes, outcome};
    use super::*;

    #[test]
    fn changes_are_told_with_the_broken_first() {
        let before = [
            outcome(&["a"], "b", 0.9, Some(2)),
            outcome(&["a"], "a", 0.9, Some(1)),
            outcome(&["a"], "b", 0.9, Some(2)),
            outcome(&[], "a", 0.2, None),
            outcome(&["a"], "a", 0.9, Some(1)),
        ];
        let after = [
            outcome(&["a"], "a", 0.6, Some(1)),
            outcome(&["a"], "a", 0.3, Some(1)),
            outcome(&["a"], "c", 0.9, Some(2)),
            outcome(&[], "a", 0.8, None),
            outcome(&["a"], "a", 0.5, Some(1)),
        ];
        let found = compare(&before, &after, 0.5, 0.4);
        let changes: Vec<_> = found
            .changes
            .iter()
            .map(|change| (change.query, change.before.as_deref(), change.after.as_deref(), change.kind))
            .collect();
        assert_eq!(
            changes,
            [
                (1, Some("a"), None, ChangeKind::Broken),
                (3, None, Some("a"), ChangeKind::Broken),
                (0, Some("b"), Some("a"), ChangeKind::Fixed),
                (2, Some("b"), Some("c"), ChangeKind::Other),
            ]
        );
        assert_eq!((found.fixed, found.broken), (1, 2));
        assert!((found.p_value - 1.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn going_back_undoes_it(outcomes in any_outcomes(60), low in 0.0_f32..1.0, high in 0.0_f32..1.0) {
            let there = compare(&outcomes, &outcomes, low, high);
            let back = compare(&outcomes, &outcomes, high, low);
            prop_assert_eq!((there.fixed, there.broken), (back.broken, back.fixed));
            prop_assert_eq!(there.changes.len(), back.changes.len());
            prop_assert!(compare(&outcomes, &outcomes, low, low).changes.is_empty());
        }
    }
}
