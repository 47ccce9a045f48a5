//! Whether a query repeats what the library already says.

use std::collections::{BTreeSet, HashMap};

/// So many words of a description in a row are a repetition.
const RUN: usize = 5;

/// So much of the words of either, and two queries are the same.
const SAME: f64 = 0.8;

/// What a query must not repeat.
pub(super) struct Known<'a> {
    /// Every run of [`RUN`] words of every description, with the skill that has it first.
    runs: HashMap<Vec<String>, &'a str>,
    queries: Vec<(&'a str, BTreeSet<String>)>,
    /// For each word the labelled queries that have it.
    postings: HashMap<String, Vec<usize>>,
}

impl<'a> Known<'a> {
    pub(super) fn of(descriptions: impl Iterator<Item = (&'a str, &'a str)>, labelled: &[&'a str]) -> Self {
        let mut runs = HashMap::new();
        for (name, description) in descriptions {
            for run in words(description).windows(RUN) {
                runs.entry(run.to_vec()).or_insert(name);
            }
        }
        let queries: Vec<(_, BTreeSet<_>)> =
            labelled.iter().map(|&query| (query, words(query).into_iter().collect())).collect();
        let mut postings: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, (_, words)) in queries.iter().enumerate() {
            for word in words {
                postings.entry(word.clone()).or_default().push(place);
            }
        }
        Self { runs, queries, postings }
    }

    pub(super) fn leak(&self, query: &str) -> Option<String> {
        let words = words(query);
        let repeated = words.windows(RUN).find_map(|run| Some((run, self.runs.get(run)?)));
        if let Some((run, name)) = repeated {
            return Some(format!("It repeats “{}” from the description of {name}.", run.join(" ")));
        }
        self.same(&words.into_iter().collect())
            .map(|query| format!("It is nearly the same as the test query “{query}”."))
    }

    /// The labelled query that has most of the same words, if it has nearly all.
    fn same(&self, words: &BTreeSet<String>) -> Option<&'a str> {
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for place in words.iter().filter_map(|word| self.postings.get(word)).flatten() {
            *shared.entry(*place).or_default() += 1;
        }
        let alike = |(place, shared): (usize, usize)| {
            let either = words.len() + self.queries[place].1.len() - shared;
            (shared as f64 / either as f64, std::cmp::Reverse(place))
        };
        let (best, place) = shared.into_iter().map(alike).max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        (best >= SAME).then(|| self.queries[place.0].0)
    }
}

/// The words of a text, lower-cased: runs of letters, digits and apostrophes.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_apart = |c: char| !c.is_alphanumeric() && c != '\'' && c != '’';
    text.split(is_apart).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeating_a_description_or_a_query_leaks() {
        let descriptions = [("bill", "Use when a customer says the bill is too high.")];
        let known = Known::of(descriptions.into_iter(), &["my bill is far too high this month", "hello"]);
        for (query, leak) in [
            ("why, says the bill is so high", None),
            ("Says: the BILL is too-high", Some("It repeats “says the bill is too” from the description of bill.")),
            (
                "my bill is too high this month",
                Some("It is nearly the same as the test query “my bill is far too high this month”."),
            ),
            ("my bill is low", None),
            ("Hello!", Some("It is nearly the same as the test query “hello”.")),
            ("", None),
        ] {
            assert_eq!(known.leak(query).as_deref(), leak, "{query}");
        }
    }
}
