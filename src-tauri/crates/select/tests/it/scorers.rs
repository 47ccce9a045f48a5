//! The laws every scorer keeps: order of insertion, history of the index, explanation, threshold, what-if.

use std::collections::BTreeMap;

use proptest::{collection::vec, option, prelude::*, sample::select};
use studio_model::SkillId;
use studio_select::{
    Candidate, CandidateState, Detail, Entry, FieldScores, Index, Policy, Question, ScorerKind, View, hybrid,
    meaning_texts,
};

use crate::{
    differential::policy,
    samples::{entry, key},
};

/// Numbers of a vector; the real ones have 384, which would only be slower.
const DIMENSION: usize = 24;

type Vectors = Vec<Option<Vec<f32>>>;

const PIECES: &[&str] = &[
    "deploy",
    "Deploys",
    "deployment",
    "app",
    "myApp",
    "code_search",
    "search",
    "the",
    "not for",
    "Do not use for",
    "gas",
    "日本語",
    "한글",
    "🚀",
    "Größe",
    ". ",
    "; ",
    "\n- ",
    "\"fix it now\"",
    "“do that”",
    "`x y z`",
    "e.g.",
    "v2.0",
    "a",
    "FOOBar",
];

fn text(most: usize) -> impl Strategy<Value = String> {
    vec((select(PIECES), select(&[" ", " ", ", ", "-", ""][..])), 0..most)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, gap)| [piece, gap]).collect())
}

/// A skill and how many of its vectors are there; few names, so that there are ties.
fn skill() -> impl Strategy<Value = (Entry, Vectors)> {
    let texts = (select(&["app", "search-code", "gas", ""][..]), text(12), text(20), vec(text(2), 0..3));
    let broken = option::weighted(0.1, Just("torn".to_owned()));
    (texts, broken, 0..12_usize, any::<bool>()).prop_map(|((name, description, body, tags), broken, there, is_bare)| {
        let entry = Entry { body, tags, broken, ..entry(0, name, &description) };
        let vectors = if is_bare { Vec::new() } else { vectors(&entry, there) };
        (entry, vectors)
    })
}

/// What a model would make of a skill's texts, but for some that are not there yet.
fn vectors(entry: &Entry, there: usize) -> Vectors {
    let made = meaning_texts(entry).into_iter().enumerate();
    made.map(|(place, text)| (place < 2 || place < there).then(|| direction(&text.text))).collect()
}

/// A direction that depends on nothing but the text: texts that begin alike point alike.
fn direction(text: &str) -> Vec<f32> {
    let mut numbers = vec![0.05; DIMENSION];
    for (place, byte) in text.bytes().enumerate() {
        numbers[(usize::from(byte) * 7 + place) % DIMENSION] += 1.0 / (place + 3) as f32 - 0.1;
    }
    numbers
}

fn library() -> impl Strategy<Value = Vec<(Entry, Vectors)>> {
    vec(skill(), 0..8).prop_map(|skills| {
        let keyed = (0..).zip(skills).map(|(number, (entry, vectors))| (Entry { key: key(number), ..entry }, vectors));
        keyed.collect()
    })
}

fn question() -> impl Strategy<Value = Question> {
    (text(8), any::<bool>()).prop_map(|(text, has_vector)| {
        let vector = direction(&text);
        Question::new(&text, has_vector.then_some(vector.as_slice()))
    })
}

fn index<'a>(skills: impl IntoIterator<Item = &'a (Entry, Vectors)>) -> Index {
    let mut index = Index::new();
    for (entry, vectors) in skills {
        index.upsert(entry.clone());
        index.set_vectors(entry.key, vectors);
    }
    index
}

/// Everything every scorer says of a view.
fn said(view: &View<'_>, question: &Question, policy: &Policy) -> Vec<(ScorerKind, Vec<Candidate>)> {
    let explain = |scorer: ScorerKind| (scorer, scorer.explain(view, question, policy, Detail::ALL));
    ScorerKind::ALL.map(explain).into()
}

fn passing(candidates: &[Candidate]) -> Vec<SkillId> {
    let passing = candidates.iter().filter(|candidate| candidate.state == CandidateState::Passes);
    passing.map(|candidate| candidate.key).collect()
}

fn is_near(a: FieldScores, b: FieldScores) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 1e-4;
    near(a.name, b.name) && near(a.description, b.description) && near(a.tags, b.tags) && near(a.body, b.body)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_skills_come_in_does_not_matter(
        (skills, shuffled) in library().prop_flat_map(|skills| (Just(skills.clone()), Just(skills).prop_shuffle())),
        question in question(),
        policy in policy(),
    ) {
        let (one, other) = (index(&skills), index(&shuffled));
        prop_assert_eq!(said(&one.view(), &question, &policy), said(&other.view(), &question, &policy));
    }

    #[test]
    fn an_index_read_back_for_a_question_answers_it_as_the_whole_one(
        (skills, gone) in library().prop_flat_map(|skills| (Just(skills), option::of(0..8_u32))),
        question in question(),
        policy in policy(),
    ) {
        let mut whole = index(&skills);
        if let Some(number) = gone {
            whole.remove(key(number));
        }
        let bytes = whole.to_bytes();
        let read = question.index_in(&bytes).expect("all bytes are there");
        prop_assert_eq!((read.len(), read.is_empty()), (whole.len(), whole.is_empty()));
        prop_assert_eq!(said(&read.view(), &question, &policy), said(&whole.view(), &question, &policy));
        prop_assert!(question.index_in(&bytes[..bytes.len() - 1]).is_none());
    }

    #[test]
    fn an_index_changed_step_by_step_is_the_index_built_anew(
        steps in vec((0..5_u32, option::weighted(0.8, skill()), any::<bool>()), 0..16),
        question in question(),
        policy in policy(),
    ) {
        let mut changed = Index::new();
        let mut model: BTreeMap<SkillId, (Entry, Vectors)> = BTreeMap::new();
        for (number, skill, has_vectors) in steps {
            let key = key(number);
            let Some((entry, vectors)) = skill else {
                prop_assert_eq!(changed.remove(key), model.remove(&key).map(|(entry, _)| entry));
                continue;
            };
            let entry = Entry { key, ..entry };
            changed.upsert(entry.clone());
            let vectors = if has_vectors { vectors } else { Vec::new() };
            changed.set_vectors(key, &vectors);
            model.insert(key, (entry, vectors));
        }
        let anew = index(model.values());
        prop_assert_eq!(said(&changed.view(), &question, &policy), said(&anew.view(), &question, &policy));
    }

    #[test]
    fn a_view_of_an_edit_is_the_index_after_it(
        skills in library(),
        number in 0..9_u32,
        (entry, vectors) in skill(),
        question in question(),
        policy in policy(),
    ) {
        let mut index = index(&skills);
        let entry = Entry { key: key(number), ..entry };
        let expected = {
            let mut after = index.clone();
            after.upsert(entry.clone());
            after.set_vectors(entry.key, &vectors);
            (after.len(), said(&after.view(), &question, &policy))
        };
        let view = index.edited(entry.clone(), &vectors);
        prop_assert_eq!(view.get(entry.key), Some(&entry));
        prop_assert_eq!((view.len(), said(&view, &question, &policy)), expected);
        // Where a place is vacant the new skill takes it; nobody may notice.
        index.remove(key(0));
        let mut after = index.clone();
        after.upsert(entry.clone());
        after.set_vectors(entry.key, &vectors);
        prop_assert_eq!(said(&index.edited(entry, &vectors), &question, &policy), said(&after.view(), &question, &policy));
    }

    #[test]
    fn the_parts_sum_to_the_score(skills in library(), question in question(), policy in policy()) {
        for (scorer, candidates) in said(&index(&skills).view(), &question, &policy) {
            for candidate in candidates {
                let mut parts = candidate.meaning.as_ref().map_or_else(FieldScores::default, |meaning| meaning.fields);
                for word in &candidate.words {
                    parts += word.fields;
                }
                prop_assert!((candidate.fields.sum() - candidate.score).abs() < 1e-4, "{scorer:?} {candidate:?}");
                prop_assert!(is_near(parts, candidate.fields), "{scorer:?} {candidate:?}");
            }
        }
    }

    #[test]
    fn a_higher_threshold_never_adds_a_candidate(
        skills in library(),
        question in question(),
        policy in policy(),
        (low, high) in (0.0..1.0_f32, 0.0..6.0_f32),
    ) {
        let index = index(&skills);
        for scorer in ScorerKind::ALL {
            let at = |min_score| {
                let policy = Policy { min_score, ..policy.clone() };
                passing(&scorer.explain(&index.view(), &question, &policy, Detail::ALL))
            };
            let (more, fewer) = (at(low), at(low + high));
            prop_assert!(more.starts_with(&fewer), "{scorer:?}: {fewer:?} of {more:?}");
        }
    }

    #[test]
    fn the_fast_way_ranks_as_the_explanation_does(
        skills in library(),
        question in question(),
        policy in policy(),
        how_many in 0..9_usize,
    ) {
        let index = index(&skills);
        let watch: Vec<_> = (0..9).map(key).collect();
        for (scorer, candidates) in said(&index.view(), &question, &policy) {
            let ranking = scorer.top(&index.view(), &question, &policy, how_many, &watch);
            let ranked = candidates.iter().filter(|candidate| candidate.rank > 0);
            let ranked: Vec<_> = ranked.map(|c| (c.key, c.rank as u32, c.score.to_bits())).collect();
            let top: Vec<_> = ranking.top.iter().map(|found| (found.key, found.score.to_bits())).collect();
            let expected: Vec<_> = ranked.iter().take(how_many).map(|&(key, _, score)| (key, score)).collect();
            prop_assert_eq!(top, expected);
            for (key, found) in watch.iter().zip(ranking.watched) {
                let expected = ranked.iter().find(|ranked| ranked.0 == *key).map(|&(_, rank, score)| (rank, score));
                prop_assert_eq!(found.map(|(rank, score)| (rank, score.to_bits())), expected);
            }
        }
    }

    #[test]
    fn a_hybrid_score_is_between_0_and_1(skills in library(), query in any::<String>(), numbers in vec(-1e3..1e3_f32, DIMENSION)) {
        for vector in [None, Some(numbers.as_slice())] {
            let question = Question::new(&query, vector);
            for candidate in hybrid::explain(&index(&skills).view(), &question, &Policy::default(), Detail::ALL) {
                prop_assert!((0.0..=1.0).contains(&candidate.score));
            }
        }
    }
}

#[test]
fn queries_of_any_size_and_script_are_scored() {
    let skills: Vec<_> = (0..20)
        .map(|number| {
            let entry = Entry {
                body: "deploy 日本語 🚀".repeat(9),
                ..entry(number, "deploy-app", "Deploys apps. 部署应用。")
            };
            let vectors = vectors(&entry, 9);
            (entry, vectors)
        })
        .collect();
    let index = index(&skills);
    let long = "deploy the App now 日本語 🚀 ".repeat(3000);
    assert!(long.len() > 100_000);
    for query in ["", " ", "the of", "日本語", "🚀🚀", "\u{0}\u{feff}", "a\u{301}", &long] {
        for vector in [None, Some(direction(query))] {
            let question = Question::new(query, vector.as_deref());
            for (scorer, candidates) in said(&index.view(), &question, &Policy::default()) {
                assert_eq!(candidates.len(), 20, "{scorer:?} {query:.20}");
                let is_sound =
                    |c: &Candidate| c.score.is_finite() && scorer.max_score().is_none_or(|max| c.score <= max);
                assert!(candidates.iter().all(is_sound), "{scorer:?} {query:.20}");
            }
        }
    }
}

/// More skills than are looked at closely: what is not must come out the same, too.
#[test]
fn a_large_library_keeps_the_laws() {
    let skill = |number: u32| {
        let (a, b) = (PIECES[number as usize % PIECES.len()], PIECES[number as usize / 7 % PIECES.len()]);
        let entry = entry(number, &format!("{a}-{number}"), &format!("Handles {b} {}. Then {a} again.", number % 97));
        let vectors = vectors(&entry, 9);
        (entry, vectors)
    };
    let skills: Vec<_> = (0..1400).map(skill).collect();
    let (one, other) = (index(&skills), index(skills.iter().rev()));
    let query = "deploy the app again";
    let question = Question::new(query, Some(&direction(query)));
    let policy = Policy { top_k: 5, min_score: 0.1, ..Policy::default() };
    for scorer in [ScorerKind::Embedding, ScorerKind::Hybrid] {
        let explain = |view: &View<'_>| scorer.explain(view, &question, &policy, Detail::ALL);
        let expected = explain(&one.view());
        assert_eq!(explain(&other.view()), expected);
        for place in [0, 700, 1399] {
            let key = expected[place].key;
            let (mut changed, vectors) =
                skills.iter().find(|(entry, _)| entry.key == key).expect("it is there").clone();
            changed.body = "deploy".to_owned();
            let mut after = one.clone();
            after.upsert(changed.clone());
            after.set_vectors(key, &vectors);
            assert_eq!(explain(&one.edited(changed, &vectors)), explain(&after.view()));
        }
        let ranked: Vec<_> = expected.iter().map(|candidate| (candidate.key, candidate.score)).collect();
        let top = scorer.top(&one.view(), &question, &policy, 1400, &[]).top;
        assert_eq!(top.into_iter().map(|found| (found.key, found.score)).collect::<Vec<_>>(), ranked);
        for candidate in &expected {
            assert!((candidate.fields.sum() - candidate.score).abs() < 1e-4);
        }
    }
}

#[test]
fn only_those_asked_for_are_taken_apart() {
    let skills: Vec<_> = (0..5).map(|number| (entry(number, "deploy", "Deploys apps"), Vec::new())).collect();
    let index = index(&skills);
    let question = Question::new("deploy an app", None);
    let last = [key(4)];
    let detail = Detail { first: 1, named: &last, ..Detail::ALL };
    let found = ScorerKind::Bm25.explain(&index.view(), &question, &Policy::default(), detail);
    assert_eq!(found.iter().map(|candidate| candidate.words.len()).collect::<Vec<_>>(), [2, 0, 0, 0, 2]);
    assert!(found.iter().all(|candidate| candidate.fields == found[0].fields && candidate.score > 0.0));
}

/// Whoever lists few gets the first of what whoever lists all gets, ranks, states and reasons included.
#[test]
fn those_listed_are_the_first_of_all() {
    let texts = ["Deploys apps", "Deploys", "Says nothing of it", "An app", "Deploys an app to the cloud", "Else"];
    let skills: Vec<_> =
        (0..40).map(|number| (entry(number, "deploy", texts[number as usize % texts.len()]), Vec::new())).collect();
    let index = index(&skills);
    let policy = Policy { min_score: 0.01, top_k: 3, ..Policy::default() };
    for question in [Question::new("deploy an app", None), Question::new("", None)] {
        for scorer in ScorerKind::ALL {
            let report = |detail| scorer.report(&index.view(), &question, &policy, detail);
            let all = report(Detail::ALL);
            let named = [all.candidates[30].key, all.candidates[2].key, all.candidates[20].key];
            for listed in [0, 1, 7, 39, 40, 41] {
                let few = report(Detail { first: usize::MAX, named: &named, listed });
                assert_eq!((few.skills, few.not_indexed), (40, all.not_indexed));
                let expected: Vec<_> = all.candidates.iter().take(listed).collect();
                let others = all.candidates.iter().skip(listed).filter(|candidate| named.contains(&candidate.key));
                let expected: Vec<_> = expected.into_iter().chain(others).collect();
                assert_eq!(few.candidates.iter().collect::<Vec<_>>(), expected, "{scorer:?} {listed}");
            }
        }
    }
    assert_eq!(
        ScorerKind::Embedding
            .report(&index.view(), &Question::new("a", Some(&[1.0])), &policy, Detail::ALL)
            .not_indexed,
        40
    );
}

#[test]
fn an_index_that_forgets_bodies_scores_as_one_that_keeps_them() {
    let entries: Vec<_> = (0..5)
        .map(|number| studio_select::Entry {
            body: format!("Deploys number {number} {}", "again ".repeat(number as usize)),
            ..entry(number, "deploy", "Deploys apps")
        })
        .collect();
    let keeps: studio_select::Index = entries.iter().cloned().collect();
    let mut forgets = studio_select::Index::without_bodies();
    entries.iter().cloned().for_each(|entry| forgets.upsert(entry));
    let vector = Some(vec![1.0, 0.5]);
    let ready = forgets.ready_vectors(key(1), std::slice::from_ref(&vector)).unwrap();
    assert!(forgets.take_vectors(ready.clone()));
    let mut keeps = keeps;
    keeps.set_vectors(key(1), &[vector]);
    forgets.shrink();
    let question = Question::new("deploy again 3", Some(&[0.3, 1.0]));
    for scorer in ScorerKind::ALL {
        let found =
            |index: &studio_select::Index| scorer.explain(&index.view(), &question, &Policy::default(), Detail::ALL);
        assert_eq!(found(&keeps), found(&forgets));
    }
    assert!(forgets.entries().all(|entry| entry.body.is_empty()));
    // A skill that was changed meanwhile does not take the vectors of its old text.
    forgets.upsert(studio_select::Entry { hash: "other".to_owned(), ..entries[1].clone() });
    assert!(!forgets.take_vectors(ready));
}
