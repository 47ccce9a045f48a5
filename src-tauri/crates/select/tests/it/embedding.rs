//! Scoring by vectors.

use studio_select::{Candidate, CandidateState, Detail, FieldScores, Index, Policy, Question, embedding};

use crate::samples::{entry, key};

fn index() -> Index {
    let mut index: Index =
        (0..5).map(|n| entry(n, ["near", "far", "opposite", "odd", "none"][n as usize], "d")).collect();
    let vectors = [vec![2.0, 0.1], vec![1.0, 1.0], vec![-3.0, 0.0], vec![1.0], vec![0.0, 0.0]];
    for (n, vector) in (0..).zip(vectors) {
        assert!(index.set_vector(key(n), Some(vector)));
    }
    index
}

fn explain(index: &Index, query: &[f32], policy: &Policy) -> Vec<Candidate> {
    embedding::explain(&index.view(), &Question::new("", Some(query)), policy, Detail::ALL)
}

#[test]
fn skills_rank_by_cosine_and_those_without_a_vector_say_so() {
    let mut index = index();
    index.upsert(entry(6, "new", "d"));
    let policy = Policy { min_score: 0.5, ..Policy::default() };
    let found: Vec<_> = explain(&index, &[1.0, 0.0], &policy)
        .into_iter()
        .map(|c| {
            (
                c.name,
                c.rank,
                format!("{:.2}", c.score),
                c.state,
                c.reason.map(|reason| reason.sentence).unwrap_or_default(),
            )
        })
        .collect();
    let expected = [
        ("near", 1, "1.00", CandidateState::Passes, ""),
        ("far", 2, "0.71", CandidateState::BeyondTopK, "Scored 0.71 and ranked 2nd; only the top result is used."),
        ("opposite", 3, "-1.00", CandidateState::BelowMinScore, "Scored -1.00, below the 0.50 threshold."),
        ("new", 0, "0.00", CandidateState::NotIndexed, "It isn't indexed yet."),
        ("none", 0, "0.00", CandidateState::NotIndexed, "Its embedding is empty."),
        ("odd", 0, "0.00", CandidateState::NotIndexed, "Its embedding has dimension 1; the query's has 2."),
    ];
    assert_eq!(found, expected.map(|(a, b, c, d, e)| (a.to_owned(), b, c.to_owned(), d, e.to_owned())));
}

#[test]
fn the_whole_score_is_the_descriptions() {
    for candidate in explain(&index(), &[1.0, 0.0], &Policy::default()) {
        assert_eq!(candidate.fields, FieldScores { description: candidate.score, ..FieldScores::default() });
        assert!(candidate.words.is_empty());
    }
}

#[test]
fn a_query_without_direction_is_empty() {
    for query in [&[][..], &[0.0, 0.0]] {
        let found = explain(&index(), query, &Policy::default());
        assert!(found.iter().all(|candidate| candidate.state == CandidateState::EmptyQuery));
    }
}

#[test]
fn a_vector_goes_stale_with_the_text_it_stands_for() {
    let state = |index: &Index| explain(index, &[1.0, 0.0], &Policy::default())[0].state;
    let mut index = Index::new();
    assert!(!index.set_vector(key(0), Some(vec![1.0, 0.0])), "there is no such skill yet");
    index.upsert(entry(0, "near", "d"));
    index.set_vector(key(0), Some(vec![1.0, 0.0]));
    let mut moved = entry(0, "near", "d");
    moved.path = "elsewhere.md".to_owned();
    index.upsert(moved);
    assert_eq!(state(&index), CandidateState::Passes);
    index.upsert(entry(0, "near", "another description"));
    assert_eq!(state(&index), CandidateState::NotIndexed);
}
