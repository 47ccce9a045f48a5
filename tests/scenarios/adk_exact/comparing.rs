//! One folder read, indexed, scored and resolved on both sides, and random folders in numbers.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use studio_api::{
    ImportFormat, Studio,
    dto::{
        Candidate, CandidateState, ImportOutcome, Policy, ResolveRequest, Scorer, Strategy, TriggerRule, ValidationMode,
    },
};

use super::{
    folders::{self, Random, TOOLS},
    peer,
};
use crate::harness::Bench;

/// How many random folders a test compares: `SKILL_STUDIO_FOLDERS`, else so many.
pub(super) fn number_of_folders(usual: u64) -> u64 {
    let told = std::env::var("SKILL_STUDIO_FOLDERS").ok();
    told.map_or(usual, |number| number.parse().expect("SKILL_STUDIO_FOLDERS is a whole number"))
}

/// Compares random folders, those of some seeds; each in a library of its own.
pub(super) fn compare_folders(count: u64) -> Counts {
    let first: u64 = std::env::var("SKILL_STUDIO_SEED").map_or(1, |seed| seed.parse().expect("a whole number"));
    let threads = 4;
    let counts = std::thread::scope(|scope| {
        let compare_some = |thread: u64| {
            move || {
                let mut counts = Counts::default();
                let bench = Bench::new();
                for seed in (first..first + count).skip(thread as usize).step_by(threads as usize) {
                    let root = PathBuf::from(bench.path(&format!("folder-{seed}")));
                    let root = fs::canonicalize(folders::write(&root, &mut Random::new(seed))).unwrap();
                    bench.create_library(&bench.path(&format!("{seed}.db")), false).unwrap();
                    let random = &mut Random::new(seed);
                    let queries: Vec<String> = (0..6).map(|_| folders::query(random)).collect();
                    counts.add(&compare(&bench, &root, &queries, random, &format!("seed {seed}")));
                    fs::remove_dir_all(&root).unwrap();
                }
                counts
            }
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(compare_some(thread))).collect();
        running.into_iter().map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).fold(
            Counts::default(),
            |mut all, one| {
                all.add(&one);
                all
            },
        )
    });
    assert_eq!(counts.folders, count);
    counts
}

/// What was compared, so that a test cannot pass for lack of anything to compare.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) folders: u64,
    pub(super) skills: u64,
    pub(super) dropped: u64,
    pub(super) matches: u64,
    pub(super) contexts: u64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.folders += other.folders;
        self.skills += other.skills;
        self.dropped += other.dropped;
        self.matches += other.matches;
        self.contexts += other.contexts;
    }
}

/// Imports a folder as skillctl's `--format adk` does and compares everything adk answers about it.
pub(super) fn compare(studio: &Studio, root: &Path, queries: &[String], random: &mut Random, what: &str) -> Counts {
    let folder = root.to_str().expect("test folders have plain names").to_owned();
    let what = &format!("{what}, {folder}");
    let theirs = peer::load(root);
    let report = studio.import_format(&[folder], Some(ImportFormat::Adk), false).unwrap();
    let paths: HashMap<String, PathBuf> = report
        .imported
        .iter()
        .inspect(|item| assert_eq!(item.outcome, ImportOutcome::Added, "{what}: {item:?}"))
        .map(|item| (item.id.clone(), PathBuf::from(&item.path)))
        .collect();
    let mut counts = Counts { folders: 1, skills: theirs.len() as u64, ..Counts::default() };

    // What adk loads, we have; what it drops is listed with a reason.
    let everything = Policy { top_k: u32::MAX, min_score: -1.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let all = studio.score("gas", Scorer::Adk, &everything).unwrap();
    assert_eq!(all.candidates.len(), paths.len(), "{what}");
    let (dropped, loaded): (Vec<_>, Vec<_>) = all.candidates.iter().partition(|candidate| is_dropped(candidate));
    let mut ours: Vec<(&str, &Path)> =
        loaded.iter().map(|candidate| (candidate.name.as_str(), paths[&candidate.id].as_path())).collect();
    ours.sort_unstable();
    assert_eq!(ours, peer::names(&theirs), "{what}: what is loaded");
    for candidate in &dropped {
        assert!(candidate.reason.as_ref().is_some_and(|reason| reason.len() > 10), "{what}: {candidate:?}");
    }
    counts.dropped = dropped.len() as u64;

    for query in queries {
        let policy = folders::policy(random);
        let expected = peer::select(&theirs, query, &policy);
        let report = studio.score(query, Scorer::Adk, &policy).unwrap();
        let passing = report.candidates.iter().filter(|candidate| candidate.state == CandidateState::Passes);
        let found: Vec<_> = passing
            .map(|candidate| (candidate.name.clone(), paths[&candidate.id].clone(), candidate.score.to_bits()))
            .collect();
        assert_eq!(found, expected, "{what}: {query:?} {policy:?}");
        counts.matches += found.len() as u64;

        let request = request(random, query.clone(), policy, &theirs);
        let expected = peer::resolve(&theirs, &request);
        let found = studio.resolve(&request).unwrap().resolved.map(|context| peer::Context {
            name: context.name,
            id: context.id,
            hash: context.hash,
            path: context.path.into(),
            score: context.score.to_bits(),
            tools: context.tools,
            instruction: context.instruction,
        });
        assert_eq!(found, expected, "{what}: {request:?}");
        counts.contexts += u64::from(found.is_some());
    }
    counts
}

fn request(random: &mut Random, query: String, policy: Policy, theirs: &peer::Peer) -> ResolveRequest {
    let names = peer::names(theirs);
    let name = if names.is_empty() { "nobody" } else { names[random.below(names.len())].0 };
    let by_name = Strategy::ByName(name.to_owned());
    let strategies = match random.below(4) {
        0 => vec![by_name],
        1 => vec![Strategy::ByTag((random.pick(folders::TAGS)).to_owned()), by_name],
        _ => vec![Strategy::ByQuery(query), by_name],
    };
    ResolveRequest {
        strategies,
        policy,
        mode: random.pick(&[ValidationMode::Strict, ValidationMode::Permissive]),
        available_tools: Some(TOOLS.iter().filter(|_| random.below(3) > 0).map(ToString::to_string).collect()),
        max_instruction_chars: random.pick(&[0, 10, 200, 8000, 8000]),
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    }
}

/// Whether adk has no use for a file, though others may.
pub(super) fn is_dropped(candidate: &Candidate) -> bool {
    matches!(candidate.state, CandidateState::Broken | CandidateState::Dropped)
}
