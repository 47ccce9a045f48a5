//! A query, cut into words and terms once, with its direction.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Index, QueryWord, index::Direction, terms::terms, words::query_words};

/// A query as the scorers take it: make it once, ask it often.
#[derive(Clone, Debug)]
pub struct Question {
    words: Vec<QueryWord>,
    terms: Vec<QueryTerm>,
    pairs: Vec<(usize, usize)>,
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
        let (terms, pairs) = query_terms(query);
        Self {
            words: query_words(query),
            terms,
            pairs,
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

    /// The distinct pairs of neighbouring terms, as places in [`Question::terms`], in order of first appearance.
    pub(crate) fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// An index that answers this question as the one answered whose bytes these are ([`Index::to_bytes`]), and no other
    /// question: of its words only those of the question are read. None where the bytes are not all there.
    pub fn index_in(&self, bytes: &[u8]) -> Option<Index> {
        let words: FxHashSet<&str> = self.words.iter().map(|word| word.word.as_str()).collect();
        let stems: FxHashSet<&str> = self.terms.iter().map(|term| term.stem.as_str()).collect();
        Index::with_lists(bytes, &words, &stems)
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

fn query_terms(query: &str) -> (Vec<QueryTerm>, Vec<(usize, usize)>) {
    let mut found: Vec<QueryTerm> = Vec::new();
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    let mut pairs = Vec::new();
    let mut seen: FxHashSet<(usize, usize)> = FxHashSet::default();
    let mut last = None;
    for term in terms(query) {
        let place = match places.get(&term.stem) {
            Some(&place) => place,
            None => found.len(),
        };
        if place == found.len() {
            places.insert(term.stem.clone(), place);
            let surface = query[term.span].to_lowercase().into();
            found.push(QueryTerm { stem: term.stem, surface, count: 0 });
        }
        found[place].count += 1;
        if let Some(pair) = last.replace(place).map(|last| (last, place)).filter(|pair| seen.insert(*pair)) {
            pairs.push(pair);
        }
    }
    (found, pairs)
}
