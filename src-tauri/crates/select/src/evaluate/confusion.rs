//! What was expected against what fired.

use std::collections::HashMap;

use super::Outcome;

/// What was expected against what fired at a threshold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confusion {
    /// Names of skills that were expected or fired, those with the most mistakes first, then by name.
    pub names: Vec<String>,
    /// The cells that are not empty, row by row in the order of the names, “no skill” last.
    pub cells: Vec<Cell>,
    /// Places of the queries that only say what must not fire, where another skill does, rising. That is right, and nobody
    /// expected that skill, so they are in no row.
    pub apart: Vec<usize>,
}

/// A cell of the confusion matrix; a missing name is “no skill”.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What was expected (where several would be right: the one that fired, else the first).
    pub expected: Option<String>,
    /// What fired.
    pub chosen: Option<String>,
    /// Places of the queries among the outcomes, rising.
    pub queries: Vec<usize>,
}

/// The confusion matrix of a run at a threshold.
pub fn confusion(outcomes: &[Outcome], threshold: f32) -> Confusion {
    let mut cells: HashMap<(Option<&str>, Option<&str>), Vec<usize>> = HashMap::new();
    let mut apart = Vec::new();
    for (place, outcome) in outcomes.iter().enumerate() {
        let chosen = outcome.fired(threshold);
        let right = chosen.filter(|_| outcome.is_right(threshold));
        if right.is_some() && !outcome.is_in_scope() {
            apart.push(place);
            continue;
        }
        let expected = right.or(outcome.expected.first().map(String::as_str));
        cells.entry((expected, chosen)).or_default().push(place);
    }
    let names = by_mistakes(&cells);
    let places: HashMap<_, _> = names.iter().copied().zip(0..).collect();
    let place = |name: Option<&str>| name.map_or(names.len(), |name| places[name]);
    let mut cells: Vec<_> = cells.into_iter().collect();
    cells.sort_unstable_by_key(|((expected, chosen), _)| (place(*expected), place(*chosen)));
    let cell = |((expected, chosen), queries): ((Option<&str>, Option<&str>), Vec<usize>)| Cell {
        expected: expected.map(str::to_owned),
        chosen: chosen.map(str::to_owned),
        queries,
    };
    Confusion {
        cells: cells.into_iter().map(cell).collect(),
        names: names.iter().map(|&name| name.to_owned()).collect(),
        apart,
    }
}

/// Every name in the cells; a query that went wrong is a mistake of what was expected and of what fired.
fn by_mistakes<'a>(cells: &HashMap<(Option<&'a str>, Option<&'a str>), Vec<usize>>) -> Vec<&'a str> {
    let mut mistakes: HashMap<&str, usize> = HashMap::new();
    for (&(expected, chosen), queries) in cells {
        let count = if expected == chosen { 0 } else { queries.len() };
        for name in [expected, chosen].into_iter().flatten() {
            *mistakes.entry(name).or_default() += count;
        }
    }
    let mut names: Vec<_> = mistakes.into_iter().collect();
    names.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    names.into_iter().map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests_support::{any_outcomes, not, outcome};
    use super::*;

    #[test]
    fn queries_are_filed_under_what_was_expected_and_what_fired() {
        let outcomes = [
            outcome(&["a"], "a", 0.9, Some(1)),
            outcome(&["a", "b"], "b", 0.9, Some(1)),
            outcome(&["c", "a"], "b", 0.9, Some(2)),
            outcome(&["c"], "b", 0.9, Some(2)),
            outcome(&["a"], "a", 0.1, Some(1)),
            outcome(&[], "b", 0.9, None),
            outcome(&[], "b", 0.1, None),
        ];
        let found = confusion(&outcomes, 0.5);
        assert_eq!(found.names, ["b", "c", "a"]);
        let cells: Vec<_> = found
            .cells
            .iter()
            .map(|cell| (cell.expected.as_deref(), cell.chosen.as_deref(), cell.queries.as_slice()))
            .collect();
        assert_eq!(
            cells,
            [
                (Some("b"), Some("b"), &[1][..]),
                (Some("c"), Some("b"), &[2, 3]),
                (Some("a"), Some("a"), &[0]),
                (Some("a"), None, &[4]),
                (None, Some("b"), &[5]),
                (None, None, &[6]),
            ]
        );
        assert_eq!(confusion(&[], 0.5), Confusion::default());
    }

    #[test]
    fn a_skill_that_must_not_fire_is_a_mistake_only_where_it_does() {
        let found = confusion(&[not("a", "a", 0.9), not("a", "b", 0.9), not("a", "a", 0.1)], 0.5);
        let cells: Vec<_> = found
            .cells
            .iter()
            .map(|cell| (cell.expected.as_deref(), cell.chosen.as_deref(), cell.queries.as_slice()))
            .collect();
        assert_eq!(cells, [(None, Some("a"), &[0][..]), (None, None, &[2])]);
        assert_eq!((&found.names[..], &found.apart[..]), (&["a".to_owned()][..], &[1][..]), "nobody expected b");
    }

    proptest! {
        #[test]
        fn every_query_is_in_one_cell_or_apart_and_right_ones_on_the_diagonal(outcomes in any_outcomes(60), threshold in 0.0_f32..1.0) {
            let found = confusion(&outcomes, threshold);
            let mut places: Vec<_> = found.cells.iter().flat_map(|cell| cell.queries.clone()).collect();
            prop_assert!(found.apart.iter().all(|&place| outcomes[place].is_right(threshold)));
            places.extend(&found.apart);
            places.sort_unstable();
            prop_assert_eq!(places, (0..outcomes.len()).collect::<Vec<_>>());
            for cell in &found.cells {
                for &place in &cell.queries {
                    prop_assert_eq!(cell.expected == cell.chosen, outcomes[place].is_right(threshold));
                }
            }
        }
    }
}
