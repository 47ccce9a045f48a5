//! Installed clients beside what the studio says: a program that plays one is run as the real ones are.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::PathBuf,
    thread,
};

use serde_json::{Value, json};
use studio_api::{
    ErrorCode, Studio,
    dto::{
        AdkSettings, ClientActivation, ClientComparison, ClientComparisonRequest, ClientComparisonScope,
        ComponentTools, EntryState, FixtureOffer, Host, SimulatedRuntime, SimulationModel, SimulationPace,
        SimulationSetup, SkillToLoad, TakenOutKind,
    },
};
use studio_testkit::{LOADS_SKILLS, played_client, played_program};

use crate::harness::{Bench, refused, skill, until};

/// What a program does first that hangs before it asks its model.
const HANGS: &str = "setTimeout(() => 0, 3600000); fetch = () => new Promise(() => 0);";

/// Where clients are looked for.
fn programs(bench: &Bench) -> PathBuf {
    PathBuf::from(bench.path("bin"))
}

fn request(scope: ClientComparisonScope) -> ClientComparisonRequest {
    ClientComparisonRequest {
        call_id: "comparison".to_owned(),
        client: Host::ClaudeCode,
        scope,
        has_own: false,
        load: None,
    }
}

/// A library with skills that Claude Code lists, hides, and could not tell from each other.
fn with_skills() -> Bench {
    let bench = Bench::new();
    bench.add_skill("notes", skill("notes", "Keeps notes. Use when asked.", "", "Body."));
    bench.add_skill("pdf", skill("pdf", "Reads pdf files. Use when asked.", "", "Body."));
    let hidden = skill("secret", "Is hidden. Use when asked.", "disable-model-invocation: true\n", "Body.");
    bench.add_skill("secret", hidden);
    bench.add_skill("other/pdf", skill("pdf-too", "Reads them too. Use when asked.", "", "Body."));
    bench
}

/// The entries of a comparison: name, how it stands, and whether it is the one one looks at.
fn entries(found: &ClientComparison) -> Vec<(&str, EntryState, bool)> {
    found.entries.iter().map(|entry| (entry.name.as_str(), entry.state, entry.is_asked)).collect()
}

#[test]
fn clients_that_are_installed_are_told_and_none_is_started() {
    let bench = Bench::new();
    let none = bench.list_installed_clients();
    assert!(none.iter().all(|client| client.program.is_none()), "{none:?}");
    let mark = bench.path("STARTED");
    let program = played_program(&programs(&bench), &format!("#!/bin/sh\ntouch {mark}\n"));
    let found = bench.list_installed_clients();
    let named = |client: Host| found.iter().find(|known| known.client == client).unwrap();
    let claude = named(Host::ClaudeCode);
    assert_eq!((claude.label.as_str(), claude.program.as_deref()), ("Claude Code", program.to_str()));
    assert_eq!(claude.install, "npm install -g @anthropic-ai/claude-code@latest");
    assert_eq!(claude.activation, ClientActivation::ToolCall);
    let codex = named(Host::Codex);
    assert_eq!((codex.program.as_deref(), codex.activation), (None, ClientActivation::Word));
    assert!(!fs::exists(mark).unwrap());
}

#[test]
fn every_difference_between_the_lists_is_marked() {
    let bench = with_skills();
    // It has other words for one skill, leaves one out, and lists one that it should hide.
    let before = r"body.messages[0].content = list.replace('Reads pdf', 'Eats pdf').replace(/\n- notes:[^\n]*/, '');";
    played_client(&programs(&bench), before);
    let asked = bench.row("pdf").id;
    let found = bench.compare_with_client(&request(ClientComparisonScope::Skill { skill_id: asked })).unwrap();
    assert_eq!((found.label.as_str(), found.version.as_str()), ("Claude Code", "2.1.332"));
    assert_eq!((found.model.as_deref(), found.window_tokens), (Some("played"), Some(200_000)));
    assert!(found.has_list && !found.is_equal && found.order.is_none() && found.loaded.is_none());
    assert_eq!(
        entries(&found),
        [
            ("pdf", EntryState::OtherWords, true),
            ("secret", EntryState::OnlyClient, false),
            ("notes", EntryState::OnlyStudio, false),
        ]
    );
    let pdf = &found.entries[0];
    assert_eq!(pdf.theirs.as_deref(), Some("- pdf: Eats pdf files. Use when asked."));
    assert_eq!(pdf.ours.as_deref(), Some("- pdf: Reads pdf files. Use when asked."));
    let left_out: Vec<(&str, &str)> =
        found.left_out.iter().map(|skill| (skill.name.as_str(), skill.why.as_str())).collect();
    assert_eq!(
        left_out,
        [
            ("secret", "`disable-model-invocation` is set"),
            ("pdf-too", "another skill already uses the folder name pdf"),
        ]
    );
    assert_eq!(found.own.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["own"]);
    assert_eq!(found.parts.iter().filter(|part| part.is_list).count(), 1);
    assert!(found.parts.iter().any(|part| part.role == "user" && part.chars as usize == part.text.chars().count()));
    assert!(found.requests.iter().any(|request| request.path.contains("/v1/messages")), "{:?}", found.requests);
    assert!(found.blocked.is_empty(), "{:?}", found.blocked);
    // What is kept has the author's lines, and nothing of the client's own.
    let kept = &found.kept.text;
    assert!(kept.contains("Eats pdf files") && !kept.contains("A skill of its own"), "{kept}");
    assert!(!kept.contains(&bench.path("")), "{kept}");
}

#[test]
fn a_list_that_is_as_the_studio_says_is_equal_with_own_skills_and_without() {
    let bench = Bench::new();
    bench.add_skill("pdf", skill("pdf", "Reads pdf files. Use when asked.", "", "Body."));
    bench.write("home/.claude/skills/mine/SKILL.md", skill("mine", "Is mine. Use when asked.", "", "Body."));
    played_client(&programs(&bench), "");
    let alone = bench.compare_with_client(&request(ClientComparisonScope::Library)).unwrap();
    assert!(alone.is_equal, "{:?}", alone.entries);
    assert_eq!(entries(&alone), [("pdf", EntryState::Equal, false)]);
    let FixtureOffer::Offered { fixture } = alone.fixture else { panic!("{:?}", alone.fixture) };
    let fixture: Value = serde_json::from_str(&fixture.text).unwrap();
    assert_eq!(fixture["lists"]["claude-code"]["lines"], json!({ "pdf": "- pdf: Reads pdf files. Use when asked." }));
    assert_eq!(fixture["files"]["pdf/SKILL.md"], json!(bench.text(&bench.row("pdf").id, "SKILL.md")));
    let with_own = ClientComparisonRequest { has_own: true, ..request(ClientComparisonScope::Library) };
    let both = bench.compare_with_client(&with_own).unwrap();
    assert!(both.is_equal, "{:?}", both.entries);
    assert_eq!(both.entries.len(), 2);
    let FixtureOffer::Refused { why } = both.fixture else { panic!("{:?}", both.fixture) };
    assert!(why.contains("Compare without your personal skills"), "{why}");
}

#[test]
fn nothing_that_is_kept_tells_of_the_author_and_what_was_taken_out_is_told() {
    let bench = Bench::new();
    let (home, memory) = (bench.path("home"), "The garage opens at half past seven.");
    bench.write("home/.claude/CLAUDE.md", format!("# Notes\n\n{memory}\n"));
    bench.write(".git/HEAD", "ref: refs/heads/planted/branch\n");
    let (old, new) = ("0".repeat(40), "b".repeat(40));
    bench.write(".git/logs/HEAD", format!("{old} {new} Zoe Zorn <zoe@example.com> 1 +0000\tcommit: Plant it\n"));
    let description =
        format!("Reads {home}/notes for Zoe Zorn, zoe@example.com and /srv/tester. Use on planted/branch.");
    let body = format!("On branch elsewhere\n\nSee {}.", "b".repeat(8));
    bench.add_skill("planted", skill("planted", &description, "", &body));
    bench.add_skill("memory", skill("memory", memory, "", "Body."));
    played_client(&programs(&bench), "");
    let found = bench.compare_with_client(&request(ClientComparisonScope::Library)).unwrap();
    assert!(found.is_equal, "{:?}", found.entries);
    let FixtureOffer::Offered { fixture } = found.fixture else { panic!("{:?}", found.fixture) };
    for kept in [&found.kept, &fixture] {
        for planted in [home.as_str(), "tester", "Zoe", "zoe", "garage", "planted/branch", "elsewhere", "bbbbbbbb"] {
            assert!(!kept.text.contains(planted), "{planted}: {}", kept.text);
        }
        let line = "- planted: Reads ~/notes for author, author@example.com and /srv/author. Use on [git state].";
        assert!(kept.text.contains(line) && kept.text.contains("- memory: [memory file]"), "{}", kept.text);
    }
    let told: HashSet<TakenOutKind> = fixture.taken_out.iter().map(|one| one.kind).collect();
    let all: HashSet<TakenOutKind> = TakenOutKind::ALL.iter().copied().collect();
    assert_eq!(told, all, "{:?}", fixture.taken_out);
    // A session is kept, too: it shows the list without that.
    let captured = found.captured.unwrap();
    let shown = |text: &str| captured.lines.iter().any(|line| line.line.contains(text));
    assert!(shown("Reads ~/notes for author,") && !shown("zoe") && !shown("garage"), "{captured:?}");
}

#[test]
fn a_list_that_was_captured_is_what_the_model_of_a_session_sees() {
    let bench = Bench::with_samples();
    let before = r"body.messages[0].content = list.replace(/- evidence-summary: .*/, '- evidence-summary: Sent   so');";
    played_client(&programs(&bench), before);
    let scope = ClientComparisonScope::Agent { agent: "pico_reviewer".to_owned(), without: Vec::new() };
    let captured = bench.compare_with_client(&request(scope)).unwrap().captured.unwrap();
    assert_eq!((captured.client, captured.version.as_str()), (Host::ClaudeCode, "2.1.332"));
    assert_eq!(captured.window_tokens, Some(200_000));
    let setup = SimulationSetup {
        agent: "pico_reviewer".to_owned(),
        runtime: SimulatedRuntime::AgentSkills,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Scripted { replies: json!([{ "text": "one" }, { "text": "two" }]).to_string() },
        tool_library: None,
        max_iterations: 10,
        window_tokens: 200_000,
        host: Host::ClaudeCode,
        without: Vec::new(),
        uses: Some(captured.uses.clone()),
        versions: Vec::new(),
        inputs: Vec::new(),
        captured: Some(captured.clone()),
        skills: None,
        reads: None,
    };
    let sent: Vec<String> = captured.lines.iter().map(|line| format!("{}\n", line.line)).collect();
    assert!(sent.contains(&"- evidence-summary: Sent   so\n".to_owned()), "{sent:?}");
    // What the model is sent of the list, in a studio that may read the session for the first time.
    let seen = |studio: &Studio, id: &str| -> Vec<String> {
        let view = studio.get_simulation(id).unwrap();
        assert!(view.listing.unwrap().is_captured);
        let sections = studio.get_simulation_step(id, view.steps[0].event).unwrap().sections;
        let list = sections.into_iter().filter(|section| json!(section.tier) == json!("catalogue"));
        list.map(|section| section.text).collect()
    };
    let id = bench.start_simulation(&setup).unwrap().row.id;
    bench.say_in_simulation(&id, "go", SimulationPace::Run).unwrap();
    assert_eq!(seen(&bench, &id), sent);
    let second = bench.second();
    assert_eq!(seen(&second, &id), sent);
    assert_eq!(second.get_simulation(&id).unwrap().setup, setup);
    // Changed in something else, it goes on with the list.
    let changed = SimulationSetup { max_iterations: 3, ..setup.clone() };
    let fork = bench.fork_simulation(&id, 0, Some(&changed)).unwrap().row.id;
    bench.say_in_simulation(&fork, "go", SimulationPace::Run).unwrap();
    assert_eq!(seen(&bench, &fork), sent);
    let other = SimulationSetup { host: Host::Codex, ..setup };
    let said = refused(bench.start_simulation(&other), ErrorCode::Invalid);
    assert!(said.contains("captured from Claude Code, not Codex"), "{said}");
}

#[test]
fn only_the_skills_of_an_agent_lie_before_the_client() {
    let bench = Bench::with_samples();
    played_client(&programs(&bench), "");
    let loads = bench.get_agent("pico_reviewer").unwrap().loads;
    let [first, rest @ ..] = loads.as_slice() else { panic!("the sample agent has skills") };
    assert!(!rest.is_empty());
    let scope = ClientComparisonScope::Agent { agent: "pico_reviewer".to_owned(), without: vec![first.skill.clone()] };
    let found = bench.compare_with_client(&request(scope)).unwrap();
    let listed: BTreeSet<&str> = found.entries.iter().map(|entry| entry.name.as_str()).collect();
    let given: BTreeSet<&str> = rest.iter().map(|load| load.skill.as_str()).collect();
    assert_eq!(listed, given);
    let all = loads.iter().map(|load| load.skill.clone()).collect();
    let nothing = ClientComparisonScope::Agent { agent: "pico_reviewer".to_owned(), without: all };
    let said = refused(bench.compare_with_client(&request(nothing)), ErrorCode::Invalid);
    assert!(said.contains("pico_reviewer has no skills to compare"), "{said}");
}

#[test]
fn a_skill_is_loaded_beside_how_the_studio_says_it_comes_in() {
    let bench = with_skills();
    played_client(&programs(&bench), LOADS_SKILLS);
    let load = |name: &str| ClientComparisonRequest {
        load: Some(SkillToLoad { skill_id: bench.row(name).id, arguments: "one two".to_owned() }),
        ..request(ClientComparisonScope::Library)
    };
    let loaded = bench.compare_with_client(&load("pdf")).unwrap().loaded.unwrap();
    assert_eq!(loaded.skill, "pdf");
    assert!(loaded.is_equal && loaded.theirs.ends_with("ARGUMENTS: one two"), "{loaded:?}");
    played_client(&programs(&bench), &LOADS_SKILLS.replace("Launching", "Starting"));
    let otherwise = bench.compare_with_client(&load("pdf")).unwrap().loaded.unwrap();
    assert!(!otherwise.is_equal && otherwise.ours == loaded.ours, "{otherwise:?}");
    // One that lies nowhere can't be loaded, and it is said why.
    let said = refused(bench.compare_with_client(&load("pdf-too")), ErrorCode::Invalid);
    assert!(said.contains("another skill already uses the folder name pdf"), "{said}");
}

#[test]
fn a_comparison_ends_when_it_is_cancelled() {
    let bench = with_skills();
    played_client(&programs(&bench), HANGS);
    thread::scope(|scope| {
        let comparing = scope.spawn(|| bench.compare_with_client(&request(ClientComparisonScope::Library)));
        until("the comparison to end", || {
            bench.cancel_call("comparison").unwrap();
            comparing.is_finished()
        });
        let said = refused(comparing.join().unwrap(), ErrorCode::Cancelled);
        assert_eq!(said, "The comparison was canceled. Nothing was saved.");
    });
}

#[test]
fn what_can_not_be_compared_is_told_in_words_of_the_window() {
    let bench = with_skills();
    let asked = request(ClientComparisonScope::Library);
    let absent = refused(bench.compare_with_client(&asked), ErrorCode::NotFound);
    assert!(absent.contains("Claude Code isn't installed") && absent.contains("npm install -g"), "{absent}");
    assert!(!absent.contains("--program"), "{absent}");
    played_program(&programs(&bench), "#!/bin/sh\necho 1.0.44\n");
    let old = refused(bench.compare_with_client(&asked), ErrorCode::Internal);
    assert!(old.contains("Claude Code 1.0.44 is too old") && old.contains("npm install -g"), "{old}");
    played_client(&programs(&bench), "body.tools = [];");
    let other = refused(bench.compare_with_client(&asked), ErrorCode::Internal);
    assert!(other.contains("Is it a different program with the same name?"), "{other}");
}
