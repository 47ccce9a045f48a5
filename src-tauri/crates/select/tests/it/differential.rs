//! Generated libraries, queries, policies and strategies: the same answers as adk-skill 0.6.0, bit for bit.

use std::{collections::HashMap, ops::Range, path::PathBuf};

use adk_skill::{SkillDocument, SkillIndex};
use proptest::{prelude::*, sample::select, strategy::Strategy};
use studio_select::{CandidateState, Coordinator, Entry, FieldScores, Policy, ValidationMode, adk};

use crate::{peer, samples};

/// Few words, so that queries hit; some that only look like one word, some without any ASCII.
const WORDS: &[&str] = &[
    "gas",
    "Gas",
    "GAS",
    "leak",
    "leaks",
    "code_search",
    "search",
    "v2.0",
    "the",
    "café",
    "Größe",
    "日本語",
    "naïve",
    "—",
    "a",
];
const NAMES: &[&str] = &["gas", "Gas", "gas-leak", "search", "code_search", "café", "日本", "a", "a.b", ""];
const TAGS: &[&str] = &["gas", "GAS", "code search", "fallback", "Fallback", "É", "é", ""];
const TOOLS: &[&str] = &["valve", "phone", "quote\"d", "日本"];
/// Paths whose order by parts differs from their order by bytes, and equal ones.
const PATHS: &[&str] = &["a.md", "a/b.md", "a-b.md", "a b/c.md", "a.b/c.md", "a/b/c.md", "a//b.md"];
/// Few, so that skills share them.
const IDS: &[&str] = &["one", "two", "three", "four", "five", "six"];

fn some(of: &'static [&'static str], how_many: Range<usize>) -> impl Strategy<Value = Vec<String>> + Clone {
    prop::collection::vec(select(of).prop_map(str::to_owned), how_many)
}

/// A text of words, separated in different ways.
pub(crate) fn query() -> impl Strategy<Value = String> + Clone {
    let piece = (select(WORDS), select(&[" ", ", ", "-", "\n", "é", ""][..]));
    prop::collection::vec(piece, 0..8)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(word, gap)| [word, gap]).collect())
}

fn body() -> impl Strategy<Value = String> {
    prop_oneof![3 => query(), 1 => some(WORDS, 8..40).prop_map(|words| words.join(" "))]
        .prop_map(|body: String| body.trim().to_owned())
}

/// The skills of a library, in the order the peer's loader would keep them.
fn library(how_many: Range<usize>) -> impl Strategy<Value = SkillIndex> {
    let texts = (select(NAMES), query(), some(TAGS, 0..3), body());
    let skill = (texts, some(TOOLS, 0..4), select(PATHS), select(IDS));
    prop::collection::vec(skill, how_many).prop_map(|skills| {
        let mut skills: Vec<_> =
            skills.into_iter().map(|(texts, tools, path, id)| document(texts, tools, path, id)).collect();
        skills.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
        SkillIndex::new(skills)
    })
}

/// The same skills as entries.
pub(crate) fn entries(how_many: Range<usize>) -> impl Strategy<Value = Vec<Entry>> {
    library(how_many).prop_map(|library| samples::entries_of(&library))
}

fn document(
    (name, description, tags, body): (&str, String, Vec<String>, String),
    allowed_tools: Vec<String>,
    path: &str,
    id: &str,
) -> SkillDocument {
    SkillDocument {
        id: id.to_owned(),
        name: name.to_owned(),
        description,
        version: None,
        license: None,
        compatibility: None,
        tags,
        allowed_tools,
        references: Vec::new(),
        trigger: false,
        hint: None,
        metadata: HashMap::new(),
        body,
        path: PathBuf::from(path),
        hash: format!("hash of {id}"),
        last_modified: None,
        triggers: Vec::new(),
    }
}

pub(crate) fn policy() -> impl Strategy<Value = Policy> {
    let minimum = select(&[-1.0, 0.0, -0.0, 0.1, 0.5, 1.0, 1.0, 2.5, 4.0, f32::NAN, f32::INFINITY][..]);
    let tags = || prop_oneof![3 => Just(Vec::new()), 1 => some(TAGS, 1..3)];
    (0..7_usize, minimum, tags(), tags()).prop_map(|(top_k, min_score, include_tags, exclude_tags)| Policy {
        top_k,
        min_score,
        include_tags,
        exclude_tags,
    })
}

fn coordinator() -> impl Strategy<Value = Coordinator> {
    let mode = select(&[ValidationMode::Strict, ValidationMode::Permissive][..]);
    let limit = prop_oneof![1 => 0..40_usize, 1 => Just(8000)];
    (policy(), limit, mode).prop_map(|(policy, max_instruction_chars, mode)| Coordinator {
        policy,
        max_instruction_chars,
        mode,
        ..Coordinator::default()
    })
}

fn strategies() -> impl Strategy<Value = Vec<studio_select::Strategy>> {
    use studio_select::Strategy as Way;
    let way = prop_oneof![
        select(NAMES).prop_map(|name| Way::ByName(name.to_owned())),
        query().prop_map(Way::ByQuery),
        select(TAGS).prop_map(|tag| Way::ByTag(tag.to_owned())),
    ];
    prop::collection::vec(way, 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_skills_with_the_same_scores_in_the_same_order(library in library(0..8), query in query(), policy in policy()) {
        let index = peer::index_of(&library);
        let expected: Vec<_> = peer::select(&library, &query, &policy)
            .into_iter()
            .map(|found| (found.skill.name, found.skill.path, found.skill.id, found.score.to_bits()))
            .collect();
        let found = adk::select(&index, &query, &policy);
        let ours: Vec<_> = found
            .iter()
            .map(|found| (index.get(found.key).expect("a match is a skill"), found.score))
            .map(|(entry, score)| (entry.name.clone(), PathBuf::from(&entry.path), entry.id.clone(), score.to_bits()))
            .collect();
        prop_assert_eq!(ours, expected);

        let explained = adk::explain(&index, &query, &policy);
        prop_assert_eq!(explained.len(), library.len());
        let passing: Vec<_> = explained.iter().filter(|candidate| candidate.state == CandidateState::Passes).collect();
        let passing: Vec<_> = passing.iter().map(|candidate| (candidate.key, candidate.score.to_bits())).collect();
        prop_assert_eq!(passing, found.iter().map(|found| (found.key, found.score.to_bits())).collect::<Vec<_>>());
    }

    #[test]
    fn parts_sum_to_the_score(library in library(0..8), query in query(), policy in policy()) {
        let index = peer::index_of(&library);
        let open = Policy { top_k: usize::MAX, min_score: 0.0, ..Policy::default() };
        let scores: HashMap<_, _> =
            adk::select(&index, &query, &open).into_iter().map(|found| (found.key, found.score.to_bits())).collect();
        for candidate in adk::explain(&index, &query, &policy) {
            prop_assert_eq!(candidate.score.to_bits(), scores.get(&candidate.key).copied().unwrap_or_default());
            let by_word: f32 = candidate.words.iter().map(|word| word.fields.sum()).sum();
            prop_assert!((candidate.fields.sum() - candidate.score).abs() < 1e-5);
            prop_assert!((by_word - candidate.score).abs() < 1e-5);
            let field = |of: fn(&FieldScores) -> f32| {
                let words: f32 = candidate.words.iter().map(|word| of(&word.fields)).sum();
                (words - of(&candidate.fields)).abs() < 1e-5
            };
            prop_assert!(field(|f| f.name) && field(|f| f.description) && field(|f| f.tags) && field(|f| f.body));
            prop_assert_eq!(candidate.reason.is_none(), candidate.state == CandidateState::Passes);
        }
    }

    #[test]
    fn the_same_context_to_the_byte(
        library in library(0..8),
        coordinator in coordinator(),
        strategies in strategies(),
        tools in some(TOOLS, 0..4),
    ) {
        let index = peer::index_of(&library);
        let expected = peer::resolve(&library, &coordinator, &strategies, &tools).map(|context| {
            let names: Vec<String> = context.active_tools.iter().map(|tool| tool.name().to_owned()).collect();
            let found = &context.provenance;
            let provenance = (found.skill.id.clone(), found.skill.hash.clone(), found.skill.path.clone(), found.score.to_bits());
            (context.system_instruction.clone(), names, found.skill.name.clone(), provenance)
        });
        let resolution = coordinator.resolve(&index, &strategies, &|tool| tools.iter().any(|there| there == tool));
        for rejection in &resolution.rejected {
            prop_assert!(!rejection.reason.is_empty());
            prop_assert!(resolution.resolved.as_ref().is_none_or(|context| context.key != rejection.key));
        }
        let ours = resolution.resolved.map(|context| {
            let provenance = (context.id, context.hash, PathBuf::from(context.path), context.score.to_bits());
            (context.instruction, context.tools, context.name, provenance)
        });
        prop_assert_eq!(ours, expected);
    }
}
