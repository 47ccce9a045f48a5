//! The first start of a newcomer: the samples, whole and clean.

use std::{collections::HashSet, fs, path::Path};

use studio_api::{
    Upkeep,
    dto::{Policy, Scorer, Severity},
};
use studio_store::{Library, Options};

use crate::harness::{Bench, is_standard};

#[test]
fn the_first_start_opens_the_samples_and_the_next_one_too() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    assert!(bench.recent_libraries().unwrap().is_empty());
    bench.open_at_start(None, false);
    let info = bench.library_info().unwrap();
    assert!(info.is_sample);
    assert_eq!(info.name, "Sample library");
    assert!(info.skills >= 25, "{} skills", info.skills);
    assert!(bench.list_tools().unwrap().len() >= 10);
    assert!(bench.list_agents().unwrap().len() >= 2);
    assert!(bench.list_servers().unwrap().iter().all(|server| !server.tools.is_empty()));
    let groups: HashSet<String> = bench.list_skills().unwrap().into_iter().map(|row| row.group).collect();
    assert!(groups.len() >= 3, "{groups:?}");

    let bench = bench.reopen(Upkeep::OnDemand);
    bench.open_at_start(None, false);
    assert_eq!(bench.library_info().unwrap().path, info.path);
    assert_eq!(bench.library_info().unwrap().skills, info.skills);
    assert_eq!(bench.recent_libraries().unwrap().len(), 1);
}

#[test]
fn a_sample_library_appears_whole_or_not_at_all() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    bench.create_library(&bench.path("new/Samples.db"), true).unwrap();
    let left: Vec<_> = fs::read_dir(bench.path("new")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| name.to_string_lossy().starts_with("Samples.db")), "{left:?}");
    let (library, _) = Library::open(Path::new(&bench.path("new/Samples.db")), &Options::new("tester")).unwrap();
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    let links = (
        library.list_skill_tools().unwrap().len(),
        library.list_skill_dependencies().unwrap().len(),
        library.list_agent_skills().unwrap().len(),
        library.list_queries(None).unwrap().len(),
    );
    assert!(links.0 >= 20 && links.1 >= 1 && links.2 >= 5 && links.3 >= 50, "{links:?}");
}

#[test]
fn samples_are_clean() {
    let bench = Bench::with_samples();
    let mut problems = Vec::new();
    for row in bench.list_skills().unwrap() {
        let analysis = bench.analyze(&row.id, "SKILL.md", &bench.text(&row.id, "SKILL.md")).unwrap();
        let bad = analysis.findings.iter().filter(|finding| is_standard(finding) && finding.severity < Severity::Info);
        // The seed's own skill stays as the seed has it, byte for byte.
        let is_seeds = |code: &str| row.name == "emergency" && ["description-no-when", "tools-form"].contains(&code);
        let bad = bad.filter(|finding| !is_seeds(&finding.code));
        problems.extend(bad.map(|finding| format!("{}: {} ({})", row.name, finding.message, finding.code)));
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn every_expected_skill_of_the_labelled_queries_exists() {
    let bench = Bench::with_samples();
    let names: HashSet<String> = bench.list_skills().unwrap().into_iter().map(|row| row.name).collect();
    let library = Library::open(Path::new(&bench.path("Test.db")), &Options::new("tester")).unwrap().0;
    let queries = library.list_queries(None).unwrap();
    assert!(queries.iter().any(|query| query.expected.is_empty()), "some queries are for no skill");
    for query in queries {
        let unknown: Vec<_> = query.expected.iter().filter(|name| !names.contains(*name)).collect();
        assert!(unknown.is_empty(), "{:?} expects {unknown:?}", query.text);
    }
}

#[test]
fn s2_16_the_hello_world_agent_ships_as_a_sample() {
    let bench = Bench::with_samples();
    let agent = bench.find_agent("Hello_World_Agent").unwrap();
    assert_eq!(agent.info.name, "hello_world_agent");
    assert_eq!(agent.description.as_deref(), Some("A friendly agent that uses the sayHello tool to greet users"));
    assert_eq!((agent.model_provider.as_str(), agent.model_name.as_str()), ("openai", "gpt-3.5-turbo"));
    assert_eq!(
        agent.instruction,
        "You are a friendly assistant. Have friendly conversations with the user. When the user greets you or says \
         hello, use the `sayHello` tool to respond with a personalized greeting."
    );
    let edit = bench.get_agent(&agent.info.id).unwrap().edit;
    let given: Vec<String> = edit.tools.iter().map(|id| bench.get_tool(id).unwrap().name).collect();
    assert_eq!(given, ["sayHello"], "the specifications it is given itself");
    let tools: Vec<String> =
        agent.info.skills.iter().flat_map(|skill| bench.find_skill(skill).unwrap().detail.allowed_tools).collect();
    assert_eq!(tools, ["sayHello"], "those of its skill");
    let tool = bench.find_tool("sayHello").unwrap();
    assert_eq!(edit.tools, [tool.id.as_str()]);
    assert_eq!(tool.description, "Returns a friendly greeting message for the given name");
    assert_eq!(bench.get_tool(&tool.id).unwrap().spec.signature, "(name: Text) --> IO Text");
    assert_eq!(tool.parameters.len(), 1);
    assert_eq!(tool.parameters[0]["name"], "name");
    assert_eq!(tool.parameters[0]["type"], "string");
}

#[test]
fn v01_the_sample_emergency_skill_scores_as_the_seed_says() {
    let bench = Bench::with_samples();
    let policy = Policy { top_k: 100, min_score: 0.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let report = bench.score("gas emergency", Scorer::Adk, &policy).unwrap();
    let emergency = report.candidates.iter().find(|candidate| candidate.name == "emergency").unwrap();
    assert_eq!(emergency.score.to_bits(), 2.453_738_7_f32.to_bits());
    assert_eq!(report.skills as usize, report.candidates.len());
    let sum = emergency.fields.name + emergency.fields.description + emergency.fields.tags + emergency.fields.body;
    assert!((sum - emergency.score).abs() < 1e-5, "{:?}", emergency.fields);
}
