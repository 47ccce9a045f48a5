//! What is said of every skill: state, reason, parts of the score.

use studio_select::{CandidateState, FieldScores, Policy, adk};

use crate::samples::{emergency, entry, four};

/// Name, rank, state and reason of every skill.
fn verdicts(
    index: &studio_select::Index,
    query: &str,
    policy: &Policy,
) -> Vec<(String, usize, CandidateState, String)> {
    let candidates = adk::explain(index, query, policy).into_iter();
    candidates.map(|c| (c.name, c.rank, c.state, c.reason.map(|reason| reason.sentence).unwrap_or_default())).collect()
}

#[test]
fn every_skill_has_a_state_and_a_reason_with_the_numbers() {
    use CandidateState::{BelowMinScore, BeyondTopK, Broken, ExcludedByTag, MissingTag, Passes};

    let mut index = four();
    let mut broken = entry(9, "broken", "search");
    broken.broken = Some("no name could be found".to_owned());
    index.upsert(broken);
    let policy = Policy { min_score: 2.6, ..Policy::default() };
    let expected = [
        ("code_search", 1, Passes, ""),
        ("secret", 2, BeyondTopK, "Scored 3.89 and ranked 2nd; only the top result is used."),
        ("empty-body", 3, BelowMinScore, "Scored 2.50, below the 2.60 threshold."),
        ("release_notes", 4, BelowMinScore, "Scored 0.00, below the 2.60 threshold."),
        ("broken", 0, Broken, "It can't be read: no name could be found."),
    ];
    assert_eq!(verdicts(&index, "search", &policy), expected.map(|(a, b, c, d)| (a.to_owned(), b, c, d.to_owned())));

    let tagged = Policy { include_tags: vec!["SEARCH".to_owned()], exclude_tags: vec!["code".to_owned()], ..policy };
    let expected = [
        ("secret", 1, Passes, ""),
        ("code_search", 0, ExcludedByTag, "Excluded by tag: “code”."),
        ("empty-body", 0, MissingTag, "It doesn't have the tag “SEARCH”."),
        ("broken", 0, Broken, "It can't be read: no name could be found."),
        ("release_notes", 0, MissingTag, "It doesn't have the tag “SEARCH”."),
    ];
    assert_eq!(verdicts(&index, "search", &tagged), expected.map(|(a, b, c, d)| (a.to_owned(), b, c, d.to_owned())));
}

#[test]
fn several_tags_are_all_named() {
    let policy = |include: &[&str], exclude: &[&str]| Policy {
        include_tags: include.iter().map(ToString::to_string).collect(),
        exclude_tags: exclude.iter().map(ToString::to_string).collect(),
        ..Policy::default()
    };
    let reason = |policy| {
        let all = adk::explain(&four(), "code", &policy);
        all.into_iter()
            .find(|candidate| candidate.name == "code_search")
            .and_then(|candidate| candidate.reason)
            .map(|reason| reason.sentence)
    };
    let both = reason(policy(&[], &["SEARCH", "code", "x"]));
    assert_eq!(both.as_deref(), Some("Excluded by tag: “code”, “search”."));
    assert_eq!(reason(policy(&["a", "b"], &[])).as_deref(), Some("It has none of these tags: “a”, “b”."));
}

#[test]
fn an_empty_query_scores_nothing() {
    for candidate in adk::explain(&four(), "!!! 日本", &Policy::default()) {
        assert_eq!((candidate.state, candidate.rank), (CandidateState::EmptyQuery, 0));
        assert_eq!(
            candidate.reason.as_ref().map(|reason| reason.sentence.as_str()),
            Some(
                "The query has no words to score. Words are ASCII letters and digits in adk-skill 0.6.0; since 1.0.0, any \
                 other letter is a word, too."
            )
        );
    }
}

#[test]
fn words_that_contribute_are_listed_with_their_fields() {
    let candidates = adk::explain(&emergency(), "gas AND gas? zzz emergency", &Policy::default());
    let norm = 12.0_f32.sqrt();
    let words: Vec<_> = candidates[0].words.iter().map(|w| (&*w.word, w.count, w.is_stop_word, w.fields)).collect();
    let both =
        |count: f32| FieldScores { description: 2.5 * count / norm, body: count / norm, ..FieldScores::default() };
    let name = FieldScores { name: 4.0 / norm, body: 1.0 / norm, ..FieldScores::default() };
    assert_eq!(words, [("gas", 2, false, both(2.0)), ("and", 1, true, both(1.0)), ("emergency", 1, false, name)]);
    let all: Vec<_> = adk::query_words("gas AND gas? zzz").into_iter().map(|w| (w.word, w.count)).collect();
    assert_eq!(all, [("gas".to_owned(), 2), ("and".to_owned(), 1), ("zzz".to_owned(), 1)]);
}

#[test]
fn a_broken_skill_is_never_selected() {
    let mut index = emergency();
    let mut torn = entry(5, "gas", "gas");
    torn.tags = vec!["gas".to_owned()];
    torn.broken = Some("the frontmatter isn't closed".to_owned());
    index.upsert(torn.clone());
    let everything = Policy { top_k: 10, min_score: 0.0, ..Policy::default() };
    assert_eq!(adk::select(&index, "gas", &everything).len(), 1);
    let tagged = Policy { include_tags: vec!["gas".to_owned()], ..everything };
    assert_eq!(adk::select(&index, "", &tagged), []);
    torn.broken = None;
    index.upsert(torn);
    assert_eq!(adk::select(&index, "", &tagged).len(), 1);
}
