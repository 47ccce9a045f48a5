//! A query, cut into words and terms once, with its direction.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{QueryWord, index::Direction, terms::terms, words::query_words};

/// A query as the scorers take it: make it once, ask it often.
#[derive(Clone, Debug)]
pub struct Question {
    words: Vec<QueryWord>,
    terms: Vec<QueryTerm>,
    direction: Option<Direction>,
    has_vector: bool,
}

/// A distinct term of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryTerm {
    /// What is compared.
    pub stem: String,
    /// As the query writes it first, lower-cased.
    pub surface: Arc<str>,
    /// How often the query has it.
    pub count: usize,
}

impl Question {
    /// A query with its vector, if there is one. Scorers that compare no meanings do without.
    pub fn new(query: &str, vector: Option<&[f32]>) -> Self {
        Self {
            words: query_words(query),
            terms: query_terms(query),
            direction: vector.and_then(Direction::of),
            has_vector: vector.is_some(),
        }
    }

    /// Its distinct words as [`adk`](crate::adk) sees them, in order of first appearance.
    pub fn words(&self) -> &[QueryWord] {
        &self.words
    }

    /// Its distinct terms as [`bm25`](crate::bm25) and [`hybrid`](crate::hybrid) see them, in order of first appearance.
    pub fn terms(&self) -> &[QueryTerm] {
        &self.terms
    }

    /// Whether a vector came with it.
    pub fn has_vector(&self) -> bool {
        self.has_vector
    }

    /// Where its vector points; none if it has no vector or that is nil.
    pub(crate) fn direction(&self) -> Option<&Direction> {
        self.direction.as_ref()
    }
}

fn query_terms(query: &str) -> Vec<QueryTerm> {
    let mut found: Vec<QueryTerm> = Vec::new();
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for term in terms(query) {
        if let Some(&place) = places.get(&term.stem) {
            found[place].count += 1;
            continue;
        }
        places.insert(term.stem.clone(), found.len());
        let surface = query[term.span].to_lowercase().into();
        found.push(QueryTerm { stem: term.stem, surface, count: 1 });
    }
    found
}
