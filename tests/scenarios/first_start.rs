//! The first start of a newcomer: their own skills, a new library, new skills from templates; the samples, whole and
//! clean.

use std::{collections::HashSet, fs, path::Path};

use studio_api::{
    ErrorCode, Upkeep,
    dto::{Host, NewSkill, PackPlanRequest, PackTargetKind, Policy, Scorer, Severity, SkillTemplate},
};
use studio_store::{Library, Options};

use crate::harness::{Bench, is_standard, refused, skill};

#[test]
fn the_very_first_start_opens_nothing_and_the_next_one_what_was_chosen() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    assert!(bench.list_recent_libraries().unwrap().is_empty());
    bench.open_at_start(None, false);
    refused(bench.get_library(), ErrorCode::NoLibrary);

    let info = bench.open_samples().unwrap();
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
    assert_eq!(bench.get_library().unwrap().path, info.path);
    assert_eq!(info.home, Some(bench.path("home")), "what `~` stands for");
    assert_eq!(bench.get_library().unwrap().skills, info.skills);
    assert_eq!(bench.list_recent_libraries().unwrap().len(), 1);
}

#[test]
fn a_start_that_asks_for_the_samples_opens_them_whatever_was_open_last() {
    let bench = Bench::new();
    bench.open_at_start(None, true);
    assert!(bench.get_library().unwrap().is_sample);
}

#[test]
fn the_authors_own_skill_folders_are_found_with_what_is_in_each() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    assert_eq!(bench.list_skill_folders().unwrap(), []);
    for path in [
        ".claude/skills/tide-tables",
        ".claude/skills/plants",
        ".agents/skills/tide-tables",
        ".codex/skills/old",
        ".cursor/skills/new",
    ] {
        bench.write(&format!("home/{path}/SKILL.md"), skill("tide-tables", "Reads tides. Use for tides.", "", "Look."));
    }
    bench.write("home/.gemini/skills/README.md", "No skill here.");
    bench.write("home/.claude/skills/broken/SKILL.md", "no frontmatter");
    #[cfg(unix)]
    std::os::unix::fs::symlink(bench.path("home/.agents"), bench.path("home/.copilot")).unwrap();
    let found = bench.list_skill_folders().unwrap();
    let found: Vec<_> = found.iter().map(|folder| (folder.client, folder.shown.as_str(), folder.skills)).collect();
    let expected = [
        (Host::Standard, "~/.agents/skills", 1),
        (Host::ClaudeCode, "~/.claude/skills", 3),
        (Host::Codex, "~/.codex/skills", 1),
        (Host::Cursor, "~/.cursor/skills", 1),
    ];
    assert_eq!(found, expected, "an empty folder is left out, and so is a second name of the same folder");
}

#[test]
fn own_skills_are_opened_in_a_library_of_their_own_with_a_query_to_try() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    let text = skill("tide-tables", "Reads tide tables. Use when somebody asks for a tide table.", "", "Look it up.");
    bench.write("home/.claude/skills/tide-tables/SKILL.md", text);
    let folder = bench.list_skill_folders().unwrap().remove(0);
    let info = bench.open_own_library().unwrap();
    assert_eq!((info.name.as_str(), info.skills, info.is_sample), ("My skills", 0, false));
    assert_eq!(bench.suggest_query().unwrap(), None);
    bench.import_paths(&[folder.path], true).unwrap();
    let suggested = bench.suggest_query().unwrap().unwrap();
    assert_eq!(suggested.skill, "tide-tables");
    assert_eq!(bench.row("tide-tables").group, "Claude Code", "not under the name of the home folder");
    assert!(suggested.query.contains("tide"), "{suggested:?}");
    assert_eq!(bench.open_own_library().unwrap().skills, 1, "the second time it is the same library");
}

#[test]
fn a_library_is_for_the_client_in_whose_folders_its_skills_lie_until_its_author_says_otherwise() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    let text = |name: &str| skill(name, "Reads tide tables. Use when somebody asks for one.", "", "Look it up.");
    for (folder, name) in [(".claude/skills", "tides"), (".claude/skills", "moons"), (".agents/skills", "stars")] {
        bench.write(&format!("home/{folder}/{name}/SKILL.md"), text(name));
    }
    bench.open_own_library().unwrap();
    let none = bench.get_library_client().unwrap();
    assert_eq!((none.client, none.is_chosen, none.found), (None, false, vec![]));
    bench.import_paths(&[bench.path("home/.claude/skills")], true).unwrap();
    bench.import_paths(&[bench.path("home/.agents/skills")], false).unwrap();
    let told = bench.get_library_client().unwrap();
    assert_eq!((told.client, told.is_chosen), (Some(Host::ClaudeCode), false), "many read the standard's folder");
    let found: Vec<_> = told.found.iter().map(|one| (one.client, one.skills)).collect();
    assert_eq!(found, [(Host::ClaudeCode, 2), (Host::Standard, 1)]);
    bench.write("home/.gemini/skills/suns/SKILL.md", text("suns"));
    bench.import_paths(&[bench.path("home/.gemini/skills")], false).unwrap();
    assert_eq!(bench.get_library_client().unwrap().client, None, "they are two clients'");
    for chosen in [Some(Host::Codex), None] {
        let said = bench.set_library_client(chosen).unwrap();
        assert_eq!((said.client, said.is_chosen), (chosen, true));
        let bench = bench.get_library_client().unwrap();
        assert_eq!((bench.client, bench.is_chosen), (chosen, true));
    }
}

#[test]
fn the_skill_to_look_at_first_is_the_one_with_the_gravest_problem_for_the_client() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    bench.open_own_library().unwrap();
    assert_eq!(bench.suggest_skill().unwrap(), None, "there is none");
    let clean = "Reads tide tables. Use when somebody asks for a tide table.";
    let long = format!("Reads tide tables. Use when somebody asks for {}one.", "the next or the last or ".repeat(12));
    // Each is graver than all before it; their names sort the other way.
    for (name, description, more, why) in [
        ("z-clean", clean, "", "it is the only one"),
        ("y-clean", clean, "", "it is the first by name"),
        ("z-vague", "Reads tide tables of many harbours in the north of the country.", "", "it does not say when"),
        ("z-cut", long.as_str(), "", "its description is cut"),
        ("z-warned", clean, "disallowed-tools: Bash\n", "a key is ignored"),
        ("z-wrong", clean, "metadata: none\n", "its metadata is no map"),
        ("z-dropped", clean, "type: other\n", "the client drops it"),
    ] {
        bench.write(&format!("home/.kimi-code/skills/{name}/SKILL.md"), skill(name, description, more, "Look it up."));
        let folder = bench.path(&format!("home/.kimi-code/skills/{name}"));
        bench.import_paths(&[folder], false).unwrap();
        let id = bench.row(name).id;
        assert_eq!(bench.suggest_skill().unwrap(), Some(id), "{name}: {why}");
    }
    assert_eq!(bench.get_library_client().unwrap().client, Some(Host::Kimi));
    bench.set_library_client(None).unwrap();
    let wrong = bench.row("z-wrong").id;
    assert_eq!(bench.suggest_skill().unwrap(), Some(wrong), "what one client drops is no error of the others");
}

#[test]
fn a_pack_is_offered_the_targets_of_the_librarys_client_first() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    let none = bench.list_pack_targets().unwrap();
    bench.create_library("team", false).unwrap();
    assert_eq!(bench.list_pack_targets().unwrap(), none, "it is for all clients");
    bench.set_library_client(Some(Host::ClaudeCode)).unwrap();
    let offer = bench.list_pack_targets().unwrap();
    assert_eq!(offer.groups[0].kind, PackTargetKind::Own);
    assert_eq!(offer.preselected, offer.groups[0].choices);
}

#[test]
fn a_new_library_goes_where_its_author_would_look_for_it() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    fs::create_dir_all(bench.path("home/Documents/work")).unwrap();
    let place = |typed: &str| bench.get_library_place(typed);
    for (typed, expected) in [
        ("skills", "home/Documents/skills.db"),
        (" skills.db ", "home/Documents/skills.db"),
        ("v1.2", "home/Documents/v1.2.db"),
        ("team/skills.DB", "home/Documents/team/skills.DB"),
        ("./a/../skills", "home/Documents/skills.db"),
        ("~/skills", "home/skills.db"),
        ("~", "home/Library.db"),
        ("work", "home/Documents/work/Library.db"),
        ("new/", "home/Documents/new/Library.db"),
        (&bench.path("elsewhere"), "elsewhere.db"),
    ] {
        let found = place(typed);
        assert_eq!((found.path, found.problem), (bench.path(expected), None), "{typed}");
    }
    for typed in ["", "  ", "two\nlines"] {
        assert!(place(typed).problem.is_some(), "{typed:?}");
    }

    let info = bench.create_library("team skills", false).unwrap();
    assert_eq!(info.path, bench.path("home/Documents/team skills.db"));
    assert!(Path::new(&info.path).is_file());
    assert_eq!(bench.list_recent_libraries().unwrap()[0].path, info.path);
    let taken = place("team skills").problem.unwrap();
    assert!(taken.contains("team skills.db already exists"), "{taken}");
    assert_eq!(refused(bench.create_library("team skills", false), ErrorCode::Invalid), taken);
}

#[test]
fn every_template_is_a_skill_without_a_finding_of_the_standard() {
    let bench = Bench::with_samples();
    let all = [SkillTemplate::Plain, SkillTemplate::Tools, SkillTemplate::References, SkillTemplate::Scripts];
    for (at, template) in all.into_iter().enumerate() {
        for (kind, description) in
            [("own", "Sorts the night's mail. Use when somebody asks what came in."), ("none", "")]
        {
            let name = format!("template-{kind}-{at}");
            let new = NewSkill { name: name.clone(), description: description.to_owned(), template };
            let created = bench.create_skill(&new).unwrap();
            let text = bench.text(&created.id, "SKILL.md");
            let findings = bench.analyze(&created.id, "SKILL.md", &text).unwrap().findings;
            // Of the standard: adk and it want `allowed-tools` in two forms that exclude each other.
            let findings = findings.iter().filter(|finding| is_standard(finding));
            let findings: Vec<_> = findings.map(|finding| (&finding.code, &finding.message)).collect();
            assert!(findings.is_empty(), "{template:?}: {findings:?}");
            let row = bench.row(&name);
            assert_eq!((row.errors, row.warnings, row.broken), (0, 0, None), "{template:?}");
            assert!(text.contains(&format!("# Template {kind} {at}\n")), "{text}");
            let folders: HashSet<_> = created.files.iter().filter_map(|file| file.path.split_once('/')).collect();
            let folders: HashSet<_> = folders.into_iter().map(|(folder, _)| folder).collect();
            let expected: &[&str] = match template {
                SkillTemplate::References => &["references"],
                SkillTemplate::Scripts => &["scripts"],
                SkillTemplate::Plain | SkillTemplate::Tools => &[],
            };
            assert_eq!(folders, expected.iter().copied().collect(), "{template:?}");
            assert_eq!(created.allowed_tools.is_empty(), template != SkillTemplate::Tools, "{template:?}");
        }
    }
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
fn a_sample_library_has_a_run_a_session_and_a_pack_of_its_own() {
    let bench = Bench::with_samples_of_its_own();
    let run = bench.list_runs().unwrap().runs.remove(0);
    assert_eq!((run.request.set.as_str(), run.queries), ("samples", 82));
    assert_eq!(bench.get_run(&run.id).unwrap().results.len(), 82);
    let session = bench.list_simulations().unwrap().remove(0);
    assert_eq!((session.title.as_str(), session.messages, session.problem), ("I smell gas in my kitchen", 2, None));
    let view = bench.get_simulation(&session.id).unwrap();
    let events = view.events.iter().map(|event| serde_json::json!(event.event));
    let activated: Vec<_> = events.filter(|event| event["kind"] == "skill_activated").collect();
    assert!(activated.len() == 1 && activated[0]["skill"] == "gas-emergency", "{activated:#?}");
    let pack = bench.find_pack("field-service").unwrap();
    assert_eq!((pack.content.skills.len(), pack.content.targets.len()), (3, 2));
    let plan = bench.plan_pack(&PackPlanRequest { pack_id: pack.id, out: None }).unwrap();
    assert!(!plan.is_refused && !plan.is_held_back, "{:#?}", plan.gates);
    assert!(bench.model.texts().is_empty(), "no model is needed to make them");
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
