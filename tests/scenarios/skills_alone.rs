//! Sessions that begin with skills of the library and a client, without any agent.

use std::{fs, os::unix::fs::symlink, path::Path};

use serde_json::json;
use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        AdkSettings, ComponentTools, ConsentKind, ConsentRequest, Host, ModelProvider, ModelSettings, SimulatedRuntime,
        SimulatedSkills, SimulationModel, SimulationPace, SimulationSetup, SimulationState, SimulationView,
    },
};
use studio_store::{Library, Options};

use crate::harness::{Bench, refused, skill};

fn setup(skills: SimulatedSkills, replies: &serde_json::Value) -> SimulationSetup {
    SimulationSetup {
        agent: String::new(),
        runtime: SimulatedRuntime::AgentSkills,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Scripted { replies: replies.to_string() },
        tool_library: None,
        max_iterations: 10,
        window_tokens: 200_000,
        host: Host::ClaudeCode,
        without: Vec::new(),
        uses: None,
        versions: Vec::new(),
        inputs: Vec::new(),
        captured: None,
        skills: Some(skills),
        reads: None,
    }
}

fn named(names: &[&str]) -> SimulatedSkills {
    SimulatedSkills::Some { names: names.iter().map(|name| (*name).to_owned()).collect() }
}

fn calls(name: &str, arguments: &serde_json::Value) -> serde_json::Value {
    json!({ "calls": [{ "name": name, "arguments": arguments }] })
}

fn says(text: &str) -> serde_json::Value {
    json!({ "text": text })
}

fn say(bench: &Bench, setup: &SimulationSetup) -> SimulationView {
    let id = bench.start_simulation(setup).unwrap().row.id;
    bench.say_in_simulation(&id, "go", SimulationPace::Run).unwrap()
}

fn answers(view: &SimulationView) -> Vec<String> {
    let events = view.events.iter().map(|event| json!(event.event));
    let answers = events.filter(|event| event["kind"] == "tool_answered");
    answers.map(|event| event["content"].as_str().unwrap().to_owned()).collect()
}

/// Names of what the model called.
fn called(view: &SimulationView) -> Vec<String> {
    let events = view.events.iter().map(|event| json!(event.event));
    let calls = events.filter_map(|event| event["calls"].as_array().cloned()).flatten();
    calls.map(|call| call["name"].as_str().unwrap().to_owned()).collect()
}

/// Two skills, one of which asks for tools of the client.
fn folder() -> Bench {
    let bench = Bench::new();
    let tools = "allowed-tools: Read, Bash(git:*)\n";
    bench.add_skill(
        "commits",
        skill("commits", "Writes commit messages. Use to commit.", tools, "Run `Bash` beforehand."),
    );
    bench.add_skill("pdf", skill("pdf", "Fills forms. Use for PDF files.", "", "Fill it."));
    bench
}

#[test]
fn a_client_with_the_skills_of_a_library_answers_as_a_mock() {
    let bench = folder();
    let load = calls("Skill", &json!({ "skill": "commits" }));
    let replies =
        json!([load, calls("Bash", &json!({ "command": "git log" })), calls("greet", &json!({})), says("done")]);
    let view = say(&bench, &setup(SimulatedSkills::All, &replies));
    assert_eq!(view.row.agent, "Claude Code");
    assert!(matches!(view.state, SimulationState::WaitingForUser { ended: Some(_) }), "{:?}", view.state);
    let said = answers(&view);
    assert!(said[0].contains("commits"), "{said:?}");
    assert!(said[1].contains("Bash") && said[1].contains(r#"{"command":"git log"}"#), "{said:?}");
    assert!(said[1].contains("nothing was run"), "{said:?}");
    assert!(said[2].contains("greet"), "a tool that no client brings is unknown: {said:?}");
    let first = view.steps[0].event;
    let tools = bench.get_simulation_step(&view.row.id, first).unwrap().tools;
    let count = |name: &str| tools.iter().filter(|tool| tool.name == name).count();
    assert_eq!(["Read", "Bash", "Skill", "run_shell_command"].map(count), [1, 1, 1, 0]);
    assert!(tools.iter().any(|tool| tool.name == "Skill" && tool.is_own), "the runtime loads skills itself");

    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.get_simulation(&view.row.id).unwrap().setup, view.setup, "it is kept with its skills");
    let case = bench.save_simulation_as_case(&view.row.id, "Commits").unwrap();
    assert_eq!((case.expected_skills, case.expected_tools), (vec!["commits".to_owned()], vec!["Bash".to_owned()]));
    let ran = bench.run_simulation_case(&case.id, None).unwrap().case.last.unwrap();
    assert!(ran.is_passed, "{ran:?}");
    let spread = bench.repeat_simulation(&view.setup, &["go".to_owned()], 2, "again").unwrap();
    assert_eq!((spread.times, spread.answered), (2, 2));
}

#[test]
fn a_client_that_was_not_recorded_has_the_tools_that_its_documentation_names() {
    let bench = folder();
    let replies = json!([calls("run_terminal_cmd", &json!({ "command": "ls" })), says("Done.")]);
    let cursor = SimulationSetup { host: Host::Cursor, ..setup(SimulatedSkills::All, &replies) };
    let answers = answers(&say(&bench, &cursor));
    assert!(answers.len() == 1 && answers[0].starts_with("Cursor would call run_terminal_cmd"), "{answers:?}");
}

#[test]
fn the_mock_model_runs_such_a_session_and_calls_no_tool_by_an_everyday_word() {
    let bench = folder();
    let mock = SimulationSetup { model: SimulationModel::Mock, ..setup(SimulatedSkills::All, &json!([])) };
    let id = bench.start_simulation(&mock).unwrap().row.id;
    let view = bench.say_in_simulation(&id, "Read this and Write commit messages", SimulationPace::Run).unwrap();
    let called = called(&view);
    assert!(!called.contains(&"Read".to_owned()) && !called.contains(&"Write".to_owned()), "{called:?}");
    let view = bench.say_in_simulation(&id, "Read file_path=notes.md", SimulationPace::Run).unwrap();
    assert!(self::called(&view).contains(&"Read".to_owned()), "{:#}", json!(view.events));
}

#[test]
fn the_mock_model_loads_a_skill_by_what_the_client_calls_it() {
    let bench = Bench::new();
    let log = "Keeps the harbour log of ships. Use when a ship arrives in the harbour.";
    for (folder, name, description) in [
        ("quay", "harbour-log", log),
        ("yard", "crane-plan", "Plans crane lifts. Use when heavy cargo is lifted."),
        ("galley", "soup-timer", "Times the soup on the stove. Use when cooking soup."),
    ] {
        let folder = format!("project/.claude/skills/{folder}");
        bench.write(&format!("{folder}/SKILL.md"), skill(name, description, "", "Body."));
        bench.import(&[folder.as_str()]);
    }
    let mock = SimulationSetup { model: SimulationModel::Mock, ..setup(SimulatedSkills::All, &json!([])) };
    let id = bench.start_simulation(&mock).unwrap().row.id;
    let view = bench.say_in_simulation(&id, log, SimulationPace::Run).unwrap();
    assert!(answers(&view)[0].contains("/quay"), "Claude Code calls it by its folder: {:?}", answers(&view));
}

#[test]
fn skills_are_all_those_of_a_group_or_those_that_are_named() {
    let bench = folder();
    let listed = |skills| {
        let view = bench.start_simulation(&setup(skills, &json!([]))).unwrap();
        let sections = bench.get_simulation_step(&view.row.id, 0).unwrap().sections;
        let text: String = sections.into_iter().map(|section| section.text).collect();
        ["commits", "pdf"].map(|name| text.contains(&format!("- {name}: ")))
    };
    assert_eq!(listed(SimulatedSkills::All), [true, true]);
    assert_eq!(listed(named(&["pdf"])), [false, true]);
    let group = bench.row("pdf").group;
    let is_in_group = bench.row("commits").group == group;
    assert_eq!(listed(SimulatedSkills::Group { name: group }), [is_in_group, true]);
    for (skills, why) in [
        (named(&["pdf", "word"]), "word"),
        (named(&[]), "at least one"),
        (SimulatedSkills::Group { name: "nobody".to_owned() }, "nobody"),
    ] {
        let said = refused(bench.start_simulation(&setup(skills, &json!([]))), ErrorCode::Invalid);
        assert!(said.contains(why), "{said}");
    }
    let empty = Bench::new();
    refused(empty.start_simulation(&setup(SimulatedSkills::All, &json!([]))), ErrorCode::Invalid);
}

#[test]
fn of_several_skills_of_one_name_a_session_has_the_one_its_client_takes() {
    let bench = Bench::new();
    for (folder, description) in [
        ("project/.claude/skills/pdf", "Of the project."),
        ("home/.claude/skills/pdf", "Of the user."),
        ("project/.claude/skills/word", "Writes."),
    ] {
        let name = folder.rsplit('/').next().unwrap();
        bench.write(&format!("{folder}/SKILL.md"), skill(name, description, "", "Body."));
        bench.import(&[folder]);
    }
    let begun = |host: Host, skills: SimulatedSkills| {
        let view = bench.start_simulation(&SimulationSetup { host, ..setup(skills, &json!([])) }).unwrap();
        let sections = bench.get_simulation_step(&view.row.id, 0).unwrap().sections;
        let text: String = sections.into_iter().map(|section| section.text).collect();
        (["Of the user.", "Of the project."].map(|description| text.contains(description)), view)
    };
    // Claude Code takes the user's before the project's, Copilot the other way round.
    for (host, has) in [(Host::ClaudeCode, [true, false]), (Host::Copilot, [false, true])] {
        for skills in [SimulatedSkills::All, named(&["pdf"])] {
            let (found, view) = begun(host, skills);
            assert_eq!(found, has, "{host:?}");
            let [other] = view.not_taken.as_slice() else { panic!("{host:?}: {:?}", view.not_taken) };
            assert_eq!((other.skill.as_str(), other.path.contains("/home/.claude/")), ("pdf", !has[0]), "{host:?}");
            assert!(other.why.contains("is used instead"), "{}", other.why);
            assert_eq!(bench.get_host_list(host).unwrap().entries.len(), 3);
        }
    }
    // A client that lists both is seen with both, and each can be loaded; where nothing is cut, the first stands for them.
    let (found, view) = begun(Host::Codex, SimulatedSkills::All);
    assert_eq!((found, view.not_taken.len()), ([true, true], 0));
    let loads = json!([calls("activate_skill", &json!({ "name": "pdf (2)" })), says("done")]);
    let view = say(&bench, &SimulationSetup { host: Host::Codex, ..setup(SimulatedSkills::All, &loads) });
    assert!(answers(&view)[0].contains("<name>pdf (2)</name>"), "{:?}", answers(&view));
    let both = SimulationSetup { host: Host::Codex, ..setup(SimulatedSkills::All, &json!([])) };
    let agent = bench.save_simulation_as_agent(&both, "Clerk").unwrap().edit.name;
    let view = bench.start_simulation(&SimulationSetup { agent, skills: None, ..both }).unwrap();
    let sections = bench.get_simulation_step(&view.row.id, 0).unwrap().sections;
    let lines = sections.iter().filter(|section| section.text.starts_with("- pdf: Of the ")).count();
    assert_eq!(lines, 2, "an agent that has both is seen with both, too");
    let (found, view) = begun(Host::Standard, SimulatedSkills::All);
    assert_eq!((found.iter().filter(|is_there| **is_there).count(), view.not_taken.len()), (1, 1));
    assert!(
        view.not_taken[0].why.contains("another skill in the session has the same name"),
        "{}",
        view.not_taken[0].why
    );
    let (_, view) = begun(Host::ClaudeCode, named(&["word"]));
    assert!(view.not_taken.is_empty());
    let id = begun(Host::ClaudeCode, SimulatedSkills::All).1.row.id;
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.get_simulation(&id).unwrap().not_taken.len(), 1, "it is kept with the session");
}

#[test]
fn a_skill_is_listed_whatever_the_library_calls_it() {
    let bench = Bench::new();
    let long = "n".repeat(200);
    for (folder, front) in [
        ("untold", "name: ~\ndescription: Has no name.".to_owned()),
        ("long", format!("name: {long}\ndescription: Has a long name.")),
        ("longer", format!("name: {long}n\ndescription: Has a longer one.")),
        ("silent", "name: silent\ndescription: \"\"".to_owned()),
    ] {
        let folder = format!("project/.claude/skills/{folder}");
        bench.write(&format!("{folder}/SKILL.md"), format!("---\n{front}\n---\n\nBody.\n"));
        bench.import(&[folder.as_str()]);
    }
    let listed = |host: Host| {
        let view =
            bench.start_simulation(&SimulationSetup { host, ..setup(SimulatedSkills::All, &json!([])) }).unwrap();
        assert!(view.not_taken.is_empty(), "{host:?}: {:?}", view.not_taken);
        let sections = bench.get_simulation_step(&view.row.id, 0).unwrap().sections;
        sections.into_iter().map(|section| section.text).collect::<String>()
    };
    let claude = listed(Host::ClaudeCode);
    for line in [
        "- untold: Has no name.\n".to_owned(),
        format!("- long ({long}): Has a long name.\n"),
        format!("- longer ({long}n): Has a longer one.\n"),
        "- silent: Body.\n".to_owned(),
    ] {
        assert!(claude.contains(&line), "{line} is not in {claude}");
    }
    let copilot = listed(Host::Copilot);
    assert!(copilot.contains("<name>silent</name>\n  <description></description>"), "{copilot}");
    assert!(!copilot.contains("Additional skills"), "{copilot}");
}

/// The hashes of the skills that a session is kept with; each is there, and none stands in the world itself.
fn kept_skills(bench: &Bench, id: &str) -> Vec<String> {
    let library = Library::open(Path::new(&bench.path("Test.db")), &Options::new("other")).unwrap().0;
    let row = library.find_simulation(id.parse().unwrap()).unwrap().unwrap();
    let world = library.simulation_world(&row.world_hash).unwrap().unwrap();
    assert!(!world.contains("beforehand."), "{world}");
    let world: serde_json::Value = serde_json::from_str(&world).unwrap();
    let hashes: Vec<String> = serde_json::from_value(world["skill_hashes"].clone()).unwrap();
    assert!(library.simulation_parts(&hashes).unwrap().iter().all(Option::is_some));
    hashes
}

#[test]
fn what_a_session_began_with_is_kept_once_and_is_there_whole() {
    let bench = folder();
    let load = |name: &str| calls("Skill", &json!({ "skill": name }));
    let setup = setup(SimulatedSkills::All, &json!([load("commits"), says("done"), load("pdf"), says("done")]));
    let first = say(&bench, &setup);
    let without = SimulationSetup { without: vec!["pdf".to_owned()], ..setup.clone() };
    let without = bench.start_simulation(&without).unwrap().row.id;
    let pdf = bench.row("pdf").id;
    bench.save(&pdf, "SKILL.md", &skill("pdf", "Fills forms. Use for PDF files.", "", "Fill it twice."));
    let changed = bench.start_simulation(&setup).unwrap().row.id;
    let before = kept_skills(&bench, &first.row.id);
    assert_eq!(kept_skills(&bench, &without), before[..1], "it is another world of the same skill");
    let after = kept_skills(&bench, &changed);
    assert!(after[0] == before[0] && after[1] != before[1], "only what changed is kept anew");

    let bench = bench.reopen(Upkeep::OnDemand);
    let kept = bench.get_simulation(&first.row.id).unwrap();
    assert_eq!((&kept.events, &kept.steps, &kept.listing), (&first.events, &first.steps, &first.listing));
    bench.delete_simulation(&changed).unwrap();
    bench.delete_simulation(&without).unwrap();
    // What it did not disclose so far is there as it was, too.
    let view = bench.say_in_simulation(&first.row.id, "go on", SimulationPace::Run).unwrap();
    let said = answers(&view);
    assert!(said[1].contains("Fill it.") && !said[1].contains("twice"), "{said:?}");
}

#[test]
fn a_folder_to_read_in_is_refused_where_no_tool_would_read_in_it() {
    let bench = folder();
    bench.write("notes/today.md", "Milk.");
    for (host, runtime) in [
        (Host::Codex, SimulatedRuntime::AgentSkills),
        (Host::Standard, SimulatedRuntime::AgentSkills),
        (Host::ClaudeCode, SimulatedRuntime::AgentLib),
    ] {
        let reads = Some(bench.path("notes"));
        let reading = SimulationSetup { host, runtime, reads, ..setup(SimulatedSkills::All, &json!([])) };
        for said in [
            refused(bench.start_simulation(&reading), ErrorCode::Invalid),
            refused(bench.asked_for_reading(&reading), ErrorCode::Invalid),
        ] {
            assert!(said.contains("has no built-in tool that reads files"), "{said}");
        }
    }
    for client in studio_api::list_clients() {
        assert_eq!(client.has_reading_tool, client.name.noun().reading_tool().is_some(), "{}", client.label);
    }
}

#[test]
fn files_are_read_below_the_folder_that_the_author_allows_and_nowhere_else() {
    let bench = folder();
    bench.write("notes/today.md", "Milk.");
    bench.write("secret.md", "Nobody reads this.");
    let read = |path: &str| calls("Read", &json!({ "file_path": path }));
    let replies = json!([read("today.md"), read(&bench.path("secret.md")), says("done")]);
    let reading = SimulationSetup { reads: Some(bench.path("notes")), ..setup(SimulatedSkills::All, &replies) };
    let view = say(&bench, &reading);
    let SimulationState::WaitingForConsent { request, call } = &view.state else { panic!("{:?}", view.state) };
    assert_eq!(
        (request.kind, &request.subject, call.name.as_str()),
        (ConsentKind::Folder, &bench.path("notes"), "Read")
    );
    assert_eq!(request.argv, [bench.path("Test.db"), "no chat model".to_owned()]);
    assert_eq!(answers(&view), [""; 0]);
    bench.grant_consent(&request.hash).unwrap();
    let said = answers(&bench.continue_simulation(&view.row.id).unwrap());
    assert_eq!(said[0], "Milk.");
    assert!(said[1].contains("isn't in") && !said[1].contains("Nobody reads"), "{said:?}");
    assert_eq!(bench.asked_for_reading(&reading).unwrap(), None, "what is allowed is not asked again");

    let mocked = answers(&say(&bench, &SimulationSetup { reads: None, ..reading.clone() }));
    assert!(mocked[0].contains("nothing was run"), "{mocked:?}");
    for reads in [bench.path("nowhere"), bench.path("secret.md"), "notes".to_owned()] {
        let setup = SimulationSetup { reads: Some(reads), ..reading.clone() };
        refused(bench.start_simulation(&setup), ErrorCode::Invalid);
        refused(bench.asked_for_reading(&setup), ErrorCode::Invalid);
    }
}

/// What has to be allowed before such a session reads.
fn asked(bench: &Bench, setup: &SimulationSetup) -> ConsentRequest {
    bench.asked_for_reading(setup).unwrap().expect("nobody has allowed this")
}

#[test]
fn a_folder_is_allowed_as_it_really_is_for_one_library_and_one_model() {
    let bench = folder();
    bench.write("notes/today.md", "Milk.");
    bench.write("private/today.md", "Nobody reads this.");
    symlink(bench.path("notes"), bench.path("link")).unwrap();
    let read = calls("Read", &json!({ "file_path": "today.md" }));
    let replies = json!([read, says("done")]);
    let scripted = SimulationSetup { reads: Some(bench.path("link")), ..setup(SimulatedSkills::All, &replies) };
    let first = asked(&bench, &scripted);
    assert_eq!(first.subject, bench.path("notes"), "the author sees where the link leads");
    bench.grant_consent(&first.hash).unwrap();
    assert_eq!(answers(&say(&bench, &scripted)), ["Milk."]);

    // The same folder by its own path, and with another model that nobody hears.
    let mock = SimulationSetup {
        model: SimulationModel::Mock,
        reads: Some(bench.path("notes/../notes")),
        ..setup(SimulatedSkills::All, &json!([]))
    };
    assert_eq!(bench.asked_for_reading(&mock).unwrap(), None);

    let models = ["near", "far"].map(|name| ModelSettings {
        name: name.to_owned(),
        provider: ModelProvider::Ollama,
        model: "small".to_owned(),
        base_url: format!("http://{name}.localhost:1"),
        ..ModelSettings::default()
    });
    let told = models.map(|model| {
        bench.save_model(&model, None).unwrap();
        let model = SimulationModel::Real { name: model.name, max_tokens: None, max_cents: None };
        let real = SimulationSetup { model, ..scripted.clone() };
        let asked = asked(&bench, &real);
        bench.grant_consent(&asked.hash).unwrap();
        assert_eq!(bench.asked_for_reading(&real).unwrap(), None);
        asked.argv[1].clone()
    });
    assert_eq!(told, ["small at http://near.localhost:1", "small at http://far.localhost:1"]);
    assert_eq!(bench.asked_for_reading(&scripted).unwrap(), None, "what was allowed before still is");

    fs::remove_file(bench.path("link")).unwrap();
    symlink(bench.path("private"), bench.path("link")).unwrap();
    let view = say(&bench, &scripted);
    let SimulationState::WaitingForConsent { request, .. } = &view.state else { panic!("{:?}", view.state) };
    assert_eq!(request.subject, bench.path("private"), "the link leads elsewhere by now");

    bench.create_library(&bench.path("Other.db"), false).unwrap();
    assert_eq!(asked(&bench, &mock).argv[0], bench.path("Other.db"), "another library asks anew");
}

#[test]
fn a_session_keeps_no_credential_of_a_file_and_tells_nothing_of_what_is_outside() {
    let bench = folder();
    let token = "q7Wx3vK9pLmT5zR8nB2c";
    bench.write("notes/settings.toml", format!("api_token = \"{token}\"\nlevel = 3\n"));
    bench.write("notes/.env", "export DB_PASSWORD=hunter2pw\nAWS_SECRET=ab/cd.ef\nLEVEL=3\n# Tokens: none here\n");
    bench.write("secret.md", "Nobody reads this.");
    let paths = ["settings.toml", "../secret.md", "../nothing.md", "nothing.md", ".env"];
    let mut replies: Vec<_> = paths.iter().map(|path| calls("Read", &json!({ "file_path": path }))).collect();
    replies.push(says("done"));
    let reading = SimulationSetup { reads: Some(bench.path("notes")), ..setup(SimulatedSkills::All, &json!(replies)) };
    bench.grant_consent(&asked(&bench, &reading).hash).unwrap();
    let view = say(&bench, &reading);
    let said = answers(&view);
    assert_eq!(said[0], "api_token = \"••••\"\nlevel = 3\n");
    assert_eq!(said[4], "export DB_PASSWORD=••••\nAWS_SECRET=••••\nLEVEL=3\n# Tokens: none here\n");
    assert!(!json!(view).to_string().contains(token), "{view:?}");
    let without: Vec<String> = said.iter().zip(paths).map(|(said, path)| said.replacen(path, "…", 1)).collect();
    assert!(without[1].contains("isn't in"), "{without:?}");
    assert!(without[1] == without[2] && without[2] == without[3], "{without:?}");
}

#[test]
fn an_agent_is_made_of_such_a_start() {
    let bench = folder();
    let setup = SimulationSetup { without: vec!["pdf".to_owned()], ..setup(SimulatedSkills::All, &json!([])) };
    let agent = bench.save_simulation_as_agent(&setup, "Committer").unwrap();
    let loads: Vec<&str> = agent.loads.iter().map(|load| load.skill.as_str()).collect();
    assert_eq!((agent.edit.name.as_str(), &loads[..]), ("Committer", &["commits"][..]));
    let with_agent =
        SimulationSetup { agent: "Committer".to_owned(), skills: None, without: Vec::new(), ..setup.clone() };
    assert_eq!(bench.start_simulation(&with_agent).unwrap().row.agent, "Committer");
    refused(bench.save_simulation_as_agent(&with_agent, "Again"), ErrorCode::Invalid);
}

#[test]
fn the_cases_of_one_client_are_not_those_of_another() {
    let bench = folder();
    let evals = json!({"skill_name": "pdf", "evals": [{"id": 1, "prompt": "Fill the form"}]}).to_string();
    let path = bench.write("evals.json", evals).display().to_string();
    let import = |host: Host| {
        let setup = SimulationSetup { host, model: SimulationModel::Mock, ..setup(named(&["pdf"]), &json!([])) };
        bench.import_simulation_cases(&path, &setup).unwrap()
    };
    let [claude, codex] = [Host::ClaudeCode, Host::Codex].map(import);
    assert_eq!((claude.updated, codex.updated), (0, 0));
    assert_ne!(claude.cases[0].id, codex.cases[0].id);
    let again = import(Host::ClaudeCode);
    assert_eq!((again.updated, &again.cases[0].id), (1, &claude.cases[0].id));
    let hosts: Vec<Host> =
        bench.list_simulation_cases().unwrap().cases.into_iter().map(|case| case.setup.host).collect();
    assert_eq!(hosts.len(), 2);
    assert!(hosts.contains(&Host::ClaudeCode) && hosts.contains(&Host::Codex), "{hosts:?}");
}

#[test]
fn a_fork_tells_another_model_what_was_read_only_once_that_is_allowed() {
    let bench = folder();
    bench.write("notes/today.md", "Milk.");
    let read = calls("Read", &json!({ "file_path": "today.md" }));
    let replies = json!([read, says("done")]);
    let scripted = SimulationSetup { reads: Some(bench.path("notes")), ..setup(SimulatedSkills::All, &replies) };
    bench.grant_consent(&asked(&bench, &scripted).hash).unwrap();
    let view = say(&bench, &scripted);
    let far = ModelSettings {
        name: "far".to_owned(),
        provider: ModelProvider::Ollama,
        model: "small".to_owned(),
        base_url: "http://far.localhost:1".to_owned(),
        ..ModelSettings::default()
    };
    bench.save_model(&far, None).unwrap();
    let model = SimulationModel::Real { name: far.name.clone(), max_tokens: None, max_cents: None };
    // That the fork itself reads nothing does not take back what was read.
    let other = SimulationSetup { model, reads: None, ..scripted.clone() };
    let fork = |changes| bench.fork_simulation(&view.row.id, u32::MAX, changes);
    assert!(refused(fork(Some(&other)), ErrorCode::Invalid).contains("new model"));
    let request = bench.asked_for_fork(&view.row.id, Some(&other)).unwrap().unwrap();
    bench.grant_consent(&request.hash).unwrap();
    let second = fork(Some(&other)).unwrap();
    fork(None).unwrap();

    // Nor does a fork of the fork, after a restart and without what it parted from.
    let model = ModelSettings { name: "farther".to_owned(), base_url: "http://farther.localhost:1".to_owned(), ..far };
    bench.save_model(&model, None).unwrap();
    let model = SimulationModel::Real { name: model.name, max_tokens: None, max_cents: None };
    let third = SimulationSetup { model, ..other };
    bench.delete_simulation(&view.row.id).unwrap();
    let bench = bench.reopen(Upkeep::OnDemand);
    let fork = |changes| bench.fork_simulation(&second.row.id, u32::MAX, changes);
    assert!(refused(fork(Some(&third)), ErrorCode::Invalid).contains(&bench.path("notes")));
    let request = bench.asked_for_fork(&second.row.id, Some(&third)).unwrap().unwrap();
    bench.grant_consent(&request.hash).unwrap();
    fork(Some(&third)).unwrap();
}
