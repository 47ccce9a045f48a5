//! adk exact from file to context: random folders and real ones, read, indexed, scored and resolved by the crate
//! adk-skill 0.6.0 and by a studio that imports the same folder, until both say the same to the bit.

mod folders;
mod peer;
mod pipeline;

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Path, PathBuf},
};

use studio_api::{
    ImportFormat, Studio,
    dto::{
        Candidate, CandidateState, ImportOutcome, Policy, ResolveRequest, Scorer, SkipReason, Strategy, TriggerRule,
        ValidationMode,
    },
};

use crate::harness::{Bench, skill};
use folders::{Random, TOOLS};

/// How many random folders a test compares: `SKILL_STUDIO_FOLDERS`, else so many.
fn number_of_folders(usual: u64) -> u64 {
    let told = std::env::var("SKILL_STUDIO_FOLDERS").ok();
    told.map_or(usual, |number| number.parse().expect("SKILL_STUDIO_FOLDERS is a whole number"))
}

/// Compares random folders, those of some seeds; each in a library of its own.
fn compare_folders(count: u64) -> Counts {
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
struct Counts {
    folders: u64,
    skills: u64,
    dropped: u64,
    matches: u64,
    contexts: u64,
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
fn compare(studio: &Studio, root: &Path, queries: &[String], random: &mut Random, what: &str) -> Counts {
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

/// `SKILL_STUDIO_FOLDERS` and `SKILL_STUDIO_SEED` compare more and others.
#[test]
fn s4_03_s4_13_s4_14_random_folders_equal_the_crate() {
    let counts = compare_folders(number_of_folders(200));
    assert!(counts.skills > counts.folders && counts.dropped > counts.folders, "{counts:?}");
    assert!(counts.matches > counts.folders && counts.contexts > counts.folders, "{counts:?}");
}

#[test]
#[ignore = "two minutes: cargo test --test scenarios two_thousand -- --ignored"]
#[expect(clippy::print_stderr, reason = "the figures are what it is run for")]
fn s4_03_s4_13_s4_14_two_thousand_random_folders_equal_the_crate() {
    eprintln!("{:?}", compare_folders(number_of_folders(2000)));
}

/// Real skills, where a folder of them is at hand: `SKILL_STUDIO_CORPUS` names it. Each becomes a skill of a project's
/// `.skills`, by its own path; all of them are one library.
#[test]
#[expect(clippy::print_stderr, reason = "a test that did nothing says so, and the other one what adk drops")]
fn s4_03_s4_14_s4_16_a_corpus_equals_the_crate() {
    let Some(corpus) = std::env::var_os("SKILL_STUDIO_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: SKILL_STUDIO_CORPUS names no folder of real skills");
        return;
    };
    let bench = Bench::new();
    let root = PathBuf::from(bench.path("project"));
    let mut copied = 0;
    copy_skills(&corpus, &root.join(".skills"), &mut copied);
    assert!(copied > 0, "{} has no skills", corpus.display());
    let root = fs::canonicalize(root).unwrap();
    let theirs = peer::load(&root);
    let queries: Vec<String> = theirs
        .skills()
        .iter()
        .step_by(6)
        .flat_map(|skill| {
            let asked: Vec<&str> = skill.description.split_whitespace().take(12).collect();
            [skill.name.clone(), asked.join(" ")]
        })
        .collect();
    let counts = compare(&bench, &root, &queries, &mut Random::new(1), "the corpus");
    let everything = Policy { top_k: u32::MAX, min_score: 0.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let report = bench.score("code", Scorer::Adk, &everything).unwrap();
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    for candidate in report.candidates.into_iter().filter(is_dropped) {
        *reasons.entry(candidate.reason.unwrap_or_default()).or_default() += 1;
    }
    eprintln!("{copied} files copied, {counts:?}\ndropped by adk and listed: {reasons:#?}");
}

/// Whether adk has no use for a file, though others may.
fn is_dropped(candidate: &Candidate) -> bool {
    matches!(candidate.state, CandidateState::Broken | CandidateState::Dropped)
}

/// Copies every markdown file of a folder, and what lies around it stays.
fn copy_skills(from: &Path, to: &Path, copied: &mut u32) {
    for entry in fs::read_dir(from).expect("the corpus can be read").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_skills(&entry.path(), &target, copied);
        } else if entry.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md")) {
            fs::create_dir_all(to).unwrap();
            fs::write(&target, fs::read(entry.path()).expect("the corpus can be read")).unwrap();
            *copied += 1;
        }
    }
}

/// What every test below asks with: everything passes.
fn open() -> Policy {
    Policy { top_k: 100, min_score: 0.0, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

#[test]
fn s4_03_words_behind_the_first_thousand_characters_count() {
    let bench = Bench::new();
    let description = format!("{} zeppelin", "filler ".repeat(300));
    bench.add_skill("long", skill("long", &description, "", "Body."));
    let report = bench.score("zeppelin", Scorer::Adk, &open()).unwrap();
    assert_eq!(report.candidates[0].score.to_bits(), 2.5_f32.to_bits(), "{:?}", report.candidates[0]);
    let shown =
        bench.skillctl(&["score", "zeppelin", "--scorer", "adk", "--json", "--library", &bench.path("Test.db")]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["candidates"][0]["score"], 2.5, "{shown}");
}

#[test]
fn s4_14_a_long_name_and_description_are_whole_in_the_context() {
    let bench = Bench::new();
    let (name, description) = ("n".repeat(300), "d".repeat(3000));
    bench.add_skill("long", skill(&name, &description, "", "One.\r\nTwo."));
    let request = ResolveRequest {
        strategies: vec![Strategy::ByName(name.clone())],
        policy: open(),
        mode: ValidationMode::Strict,
        available_tools: None,
        max_instruction_chars: 8000,
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    };
    let resolved = bench.resolve(&request).unwrap().resolved.expect("it is found by its whole name");
    let expected = format!("[skill:{name}]\n\n# {name}\n{description}\n\n## Instructions\nOne.\nTwo.\n\n[/skill]");
    assert_eq!((resolved.instruction, resolved.is_truncated), (expected, false));
}

#[test]
fn s4_13_the_path_is_where_the_skill_was_imported_from() {
    let bench = Bench::new();
    let text = skill("same", "The same words.", "", "Body.");
    // Imported last first, and `a-b` is before `a/b` by bytes, but not part by part.
    for (folder, word) in [("b", "one"), ("a-b", "two"), ("a/b", "three")] {
        bench.write(&format!("{folder}/SKILL.md"), format!("{text}{word}"));
        bench.import(&[folder]);
    }
    let request = |strategy| ResolveRequest {
        strategies: vec![strategy],
        policy: open(),
        mode: ValidationMode::Strict,
        available_tools: None,
        max_instruction_chars: 8000,
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    };
    let root = fs::canonicalize(bench.path("")).unwrap();
    for strategy in [Strategy::ByName("same".to_owned()), Strategy::ByQuery("words".to_owned())] {
        let resolved = bench.resolve(&request(strategy)).unwrap().resolved.unwrap();
        assert_eq!(Path::new(&resolved.path), root.join("a/b/SKILL.md"));
        assert!(resolved.id.starts_with("same-") && resolved.hash.starts_with(&resolved.id[5..]));
    }
}

#[test]
fn s4_16_a_string_of_allowed_tools_drops_the_skill_and_says_why() {
    let bench = Bench::new();
    bench.add_skill("listed", skill("listed", "Opens the valve.", "allowed-tools: [valve]\n", "Body."));
    bench.add_skill("spaced", skill("spaced", "Opens the valve.", "allowed-tools: valve phone\n", "Body."));
    let report = bench.score("valve", Scorer::Adk, &open()).unwrap();
    let spaced = report.candidates.iter().find(|candidate| candidate.name == "spaced").unwrap();
    let reason = "adk drops this skill: `allowed-tools` is a string, but adk expects a list.";
    assert_eq!((spaced.state, spaced.reason.as_deref()), (CandidateState::Dropped, Some(reason)));
    assert_eq!((spaced.rank, report.candidates.len()), (0, 2));
    // A host that reads the string has the skill; so do the scorers that speak for no host.
    let bm25 = bench.score("valve", Scorer::Bm25, &open()).unwrap();
    assert!(bm25.candidates.iter().all(|candidate| candidate.state == CandidateState::Passes), "{bm25:?}");
    let request = |name: &str| ResolveRequest {
        strategies: vec![Strategy::ByName(name.to_owned())],
        policy: open(),
        mode: ValidationMode::Strict,
        available_tools: Some(vec!["valve".to_owned(), "phone".to_owned()]),
        max_instruction_chars: 8000,
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    };
    let resolution = bench.resolve(&request("spaced")).unwrap();
    assert!(resolution.resolved.is_none());
    assert_eq!(resolution.rejected[0].reason, reason);
    assert_eq!(resolution.strategies[0].detail, "“spaced” is dropped by adk.");
    assert_eq!(bench.resolve(&request("listed")).unwrap().resolved.unwrap().tools, ["valve"]);
}

#[test]
fn s4_16_what_adk_does_not_look_at_is_told() {
    let bench = Bench::new();
    let text = |name: &str| skill(name, "Opens the valve.", "", "Body.");
    for (path, name) in [
        (".skills/in/SKILL.md", "in"),
        (".skills/flat.md", "flat"),
        ("out/SKILL.md", "out"),
        ("sub/.skills/deep.md", "deep"),
        (".skills/in/references/SKILL.md", "reference"),
        (".skills/loud/SKILL.MD", "loud"),
    ] {
        bench.write(&format!("project/{path}"), text(name));
    }
    let report = bench.import_format(&bench.absolute(&["project"]), Some(ImportFormat::Adk), false).unwrap();
    let mut names: Vec<_> = report.imported.iter().map(|item| item.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["flat", "in"]);
    assert_eq!(report.skipped.len(), 4, "{report:#?}");
    assert!(report.skipped.iter().all(|skipped| skipped.code == SkipReason::AdkNotSearched), "{report:#?}");
}
