//! adk exact from file to context: random folders and real ones, read, indexed, scored and resolved by the crate
//! adk-skill 0.6.0 and by a studio that imports the same folder, until both say the same to the bit.

mod comparing;
mod folders;
mod peer;
mod pipeline;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use studio_api::{
    ImportFormat,
    dto::{CandidateState, Policy, ResolveRequest, Scorer, SkipReason, Strategy, TriggerRule, ValidationMode},
};

use crate::harness::{Bench, skill};
use comparing::{compare, compare_folders, is_dropped, number_of_folders};
use folders::Random;

/// `SKILL_STUDIO_FOLDERS` and `SKILL_STUDIO_SEED` compare more and others.
#[test]
fn s4_03_s4_13_s4_14_random_folders_equal_the_crate() {
    let counts = compare_folders(number_of_folders(200));
    assert!(counts.skills > counts.folders && counts.dropped > counts.folders, "{counts:?}");
    assert!(counts.matches > counts.folders && counts.contexts > counts.folders, "{counts:?}");
}

/// Real skills, where a folder of them is at hand: `SKILL_STUDIO_CORPUS` names it. Each becomes a skill of a project's
/// `.skills`, by its own path; all of them are one library.
#[test]
#[ignore = "needs a corpus: SKILL_STUDIO_CORPUS=DIR cargo test -p studio-tests --test scenarios a_corpus -- --ignored --nocapture"]
#[expect(clippy::print_stderr, reason = "it says what adk drops")]
fn s4_03_s4_14_s4_16_a_corpus_equals_the_crate() {
    let corpus = std::env::var_os("SKILL_STUDIO_CORPUS").expect("SKILL_STUDIO_CORPUS names a folder of skills");
    let corpus = PathBuf::from(corpus);
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
    let reason = "adk-rust can't load this skill: `allowed-tools` is a string, but adk expects a list.";
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
    assert_eq!(resolution.strategies[0].detail, "“spaced” can't be loaded by adk-rust.");
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
