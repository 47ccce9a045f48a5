//! Every format that ever shipped is read; the newest is written; what is newer is refused by its number.

use serde_json::{Value, json};

use super::{
    Kept, Unreadable,
    calls::{Expectation, Last},
    cases::Case,
    outcomes::Made,
    packs, read, read_file, read_text,
    runs::{Outcomes, Request, Summary},
    servers::{OfferedTools, Transport},
    simulations::{Begun, Event, Standing},
    steps::MapStep,
    tools::{Behaviour, Settings, Snapshot},
    user::{ChatModel, ChatModels, Consents, Draft, Drafts, HostBudgets, Interpreters, Recent, WindowLook},
    worlds::AgentWorld,
    write, write_text,
};

/// What each format looked like on disk, as the studios of its time wrote it.
const FORMATS: [(u32, &str); 2] = [
    (1, include_str!("../../../../../fixtures/kept/1.json")),
    (2, include_str!("../../../../../fixtures/kept/2.json")),
];

/// The steps of the map of each fixture, as they are written now.
const STEPS: [&str; 5] = [
    r#"{"format":2,"kind":"link","label":"Connect a to b","before":null,"after":{"key":"uses:skill:a>tool:b","from":"skill:a","to":"tool:b","aggregate_version":1,"kind":"uses","access":"write","tool_version":3,"config":"{}"},"replaced":null}"#,
    r#"{"format":2,"kind":"link","label":"Remove a link","before":{"key":"depends:skill:a>skill:c","from":"skill:a","to":"skill:c","aggregate_version":2,"kind":"depends","is_required":true},"after":null,"replaced":{"key":"parent:skill:a>skill:d","from":"skill:a","to":"skill:d","aggregate_version":4,"kind":"parent"}}"#,
    r#"{"format":2,"kind":"link","label":"Change the sequence of a skill","before":{"key":"assigned:agent:e>skill:a","from":"agent:e","to":"skill:a","aggregate_version":1,"kind":"assigned","priority":7,"sequence":-1,"config":"{}"},"after":null,"replaced":null}"#,
    r#"{"format":2,"kind":"move","label":"Move nodes","keys":["skill:a"],"before":[null],"after":[{"x":1.5,"y":-2.0}]}"#,
    r#"{"format":2,"kind":"changes","label":"Rename b to c","set":"set-1"}"#,
];

/// Reads one text of a fixture, and what is written of that again.
fn whole<T: Kept + PartialEq + std::fmt::Debug>(text: &Value, format: u32) -> T {
    let text = text.as_str().unwrap();
    let parsed: Value = serde_json::from_str(text).unwrap();
    assert_eq!(parsed.get("format").and_then(Value::as_u64), (format > 1).then_some(u64::from(format)), "{text}");
    let kept: T = read_text(text).unwrap_or_else(|why| panic!("{why} {text}"));
    assert_eq!(read::<T>(&parsed).unwrap(), kept);
    let written = write_text(&kept).unwrap();
    assert!(written.starts_with(&format!("{{\"format\":{},", T::FORMAT)) || written.len() < 13, "{written}");
    assert_eq!(read_text::<T>(&written).unwrap(), kept);
    assert_eq!(read::<T>(&write(&kept)).unwrap(), kept);
    kept
}

fn each<T: Kept + PartialEq + std::fmt::Debug>(texts: &Value, format: u32) -> Vec<T> {
    let texts: Vec<T> = texts.as_array().unwrap().iter().map(|text| whole(text, format)).collect();
    assert!(!texts.is_empty());
    texts
}

#[test]
fn every_format_that_shipped_is_read() {
    for (format, fixture) in FORMATS {
        let all: Value = serde_json::from_str(fixture).unwrap();
        for run in all["run"].as_array().unwrap() {
            assert_eq!(whole::<Request>(&run["request"], format).label, "before");
            assert_eq!(whole::<Summary>(&run["summary"], format).queries, 2);
            assert_eq!(whole::<Outcomes>(&run["results"], format).outcomes.len(), 2);
        }
        let tools: Vec<Snapshot> = each(&all["tool_version"], format);
        assert_eq!(tools[0].name, "sayHello");
        assert!(tools.iter().any(|tool| tool.retries == 2 && tool.depends_on.len() == 1));
        let settings: Vec<Settings> = each(&all["tool_settings"], format);
        assert_eq!(settings.iter().filter(|one| one.class_path == ["/opt/tools.jar"]).count(), 1);
        let steps: Vec<MapStep> = each(&all["map_step"], format);
        let again: Vec<String> = steps.iter().map(|step| write_text(step).unwrap()).collect();
        assert_eq!(again, STEPS, "a step of any format is shown as the newest has it");
        assert_eq!(each::<Expectation>(&all["case_expected"], format).len(), 5);
        assert!(each::<Last>(&all["case_last"], format)[0].is_passed);
        let behaviours: Vec<Behaviour> = each(&all["behaviour"], format);
        assert!(behaviours.contains(&Behaviour::Delay { ms: 20, value: "{}".to_owned() }));
        let transports: Vec<Transport> = each(&all["transport"], format);
        assert!(transports.iter().any(|one| matches!(one, Transport::Stdio { sandbox: Some(_), .. })));
        assert_eq!(each::<OfferedTools>(&all["offered"], format)[0].tools[0].name, "echo");
        assert_eq!(whole::<ChatModel>(&all["setting"]["model"], format).model, "small");
        assert_eq!(whole::<HostBudgets>(&all["setting"]["host_budgets"], format).context_tokens, Some(9000));
        assert!(!whole::<Consents>(&all["consents"], format).granted.is_empty());
        assert_eq!(whole::<Recent>(&all["studio"], format).libraries[0].name, "Test");
        assert_eq!(whole::<ChatModels>(&all["chat-models"], format).saved.len(), 1);
        assert_eq!(whole::<Interpreters>(&all["interpreters"], format).python.as_deref(), Some("/usr/bin/python3"));
        assert_eq!(whole::<Drafts<Draft>>(&all["kept-drafts"], format).drafts[0].text, "typed");
    }
}

/// Sessions came with the second format.
const SESSIONS: &str = include_str!("../../../../../fixtures/kept/2-sessions.json");

#[test]
fn sessions_of_every_format_are_read() {
    let all: Value = serde_json::from_str(SESSIONS).unwrap();
    let begun: Begun = whole(&all["begun"], 2);
    assert_eq!((begun.model.as_str(), begun.setup.window_tokens, begun.asked_before), ("Mock", 200_000, 1));
    assert_eq!(whole::<Standing>(&all["standing"], 2).most_tokens, 1234);
    let world: AgentWorld = whole(&all["world"], 2);
    assert_eq!((world.world.skills[0].name.as_str(), world.handlers["greet"].as_str()), ("hello", "javascript"));
    assert_eq!(each::<Event>(&all["events"], 2).len(), 19);
    // Compactions came with the third.
    let all: Value = serde_json::from_str(CLIENTS[1].1).unwrap();
    assert!(matches!(whole::<Event>(&all["event"], 3), Event::Compacted { skills, .. } if skills.len() == 3));
    let all: Value = serde_json::from_str(SESSIONS).unwrap();
    assert_eq!(whole::<Made>(&all["made"], 2).calls.len(), 1);
    assert_eq!(whole::<Case>(&all["case"], 2).messages, ["Hello"]);
}

/// Since the fourth format the skills of a world are kept apart from it.
const WORLDS: &str = include_str!("../../../../../fixtures/kept/4-worlds.json");

#[test]
fn a_world_is_read_with_its_parts() {
    let all: Value = serde_json::from_str(WORLDS).unwrap();
    let world: AgentWorld = whole(&all["world"], 4);
    assert_eq!((world.world.skills.len(), world.not_taken[0].skill.as_str()), (0, "pdf"));
    let parts: Vec<Option<String>> =
        all["parts"].as_array().unwrap().iter().map(|part| part.as_str().map(str::to_owned)).collect();
    let world = world.whole(&parts).unwrap().world;
    let skill = &world.skills[0];
    assert_eq!(skill.file, format!("---\nname: {}\n---\n\n{}\n", skill.name, skill.body));
}

/// How the window looks came with the second format.
const WINDOW: &str = include_str!("../../../../../fixtures/kept/2-window.json");

#[test]
fn how_the_window_looks_is_read() {
    let all: Value = serde_json::from_str(WINDOW).unwrap();
    assert_eq!(whole::<WindowLook>(&all["window"], 2).zoom, 150);
}

/// Packs came with the second format.
const PACKS: &str = include_str!("../../../../../fixtures/kept/2-packs.json");

#[test]
fn packs_of_every_format_are_read() {
    let all: Value = serde_json::from_str(PACKS).unwrap();
    let content: packs::Content = whole(&all["content"], 2);
    assert_eq!((content.version.as_str(), content.targets.len(), content.gates.min_accuracy), ("1.2.0", 4, Some(90)));
    let export: packs::Export = whole(&all["export"], 2);
    assert_eq!((export.gates.len(), export.overrides[0].reason.as_str()), (2, "revoked"));
}

/// Up to format 2 some clients had another name.
const CLIENTS: [(u32, &str); 2] = [
    (2, include_str!("../../../../../fixtures/kept/2-clients.json")),
    (3, include_str!("../../../../../fixtures/kept/3-clients.json")),
];

/// What names clients, read in either format, as it is written now.
fn renamed<T: Kept + PartialEq + std::fmt::Debug>(kind: &str) -> String {
    let [old, new] = CLIENTS.map(|(format, fixture)| {
        let all: Value = serde_json::from_str(fixture).unwrap();
        whole::<T>(&all[kind], format)
    });
    assert_eq!(old, new, "{kind}");
    write_text(&old).unwrap()
}

#[test]
fn clients_are_read_under_the_names_they_had_and_written_under_those_they_have() {
    for written in [
        renamed::<Request>("request"),
        renamed::<Begun>("begun"),
        renamed::<AgentWorld>("world"),
        renamed::<Case>("case"),
        renamed::<packs::Content>("content"),
        renamed::<packs::Export>("export"),
    ] {
        let says =
            |name: &str| ["host", "client"].into_iter().any(|key| written.contains(&format!("\"{key}\":\"{name}\"")));
        assert!(["agent-skills", "claude-code"].into_iter().any(says), "{written}");
        assert!(!["whole", "claude", "agents"].into_iter().any(says), "{written}");
    }
    let unknown = r#"{"format":3,"target":"client-folder","client":"clippy","plugin":null,"folder":""}"#;
    let content = serde_json::from_str::<packs::Place>(unknown).unwrap_err().to_string();
    assert!(content.contains("unknown client \"clippy\""), "{content}");
}

#[test]
fn a_context_of_zero_was_one_that_is_not_known() {
    let budgets = |text: &str| read_text::<HostBudgets>(text).unwrap();
    let shipped =
        r#"{"format":2,"context_tokens":0,"codex_per_mille":30,"codex_fallback_chars":8000,"chars_per_token":4}"#;
    assert_eq!((budgets(shipped).context_tokens, budgets(shipped).codex_per_mille), (None, 30));
    let newest = write_text(&budgets(shipped)).unwrap();
    assert!(newest.starts_with("{\"format\":3,"), "{newest}");
    assert_eq!(budgets(&newest), budgets(shipped));
}

#[test]
fn a_consent_of_the_first_studios_still_covers_what_it_covered() {
    let all: Value = serde_json::from_str(FORMATS[0].1).unwrap();
    let granted = whole::<Consents>(&all["consents"], 1).granted;
    for known in granted.iter().filter(|known| known.hash != "older") {
        assert!(known.hash.len() == 64);
    }
    assert!(granted.iter().any(|known| known.tools.is_none()));
}

#[test]
fn what_a_newer_studio_wrote_is_refused_by_its_number() {
    let newer = json!({ "format": 9, "kind": "success", "and": "more" });
    let said = read::<Expectation>(&newer).unwrap_err();
    assert!(matches!(said, Unreadable::Newer { found: 9, known: 2 }), "{said}");
    assert!(said.to_string().contains("format 9; this version supports up to 2"), "{said}");
    assert_eq!(read_text::<Expectation>(&newer.to_string()).unwrap_err().to_string(), said.to_string());
    let huge = json!({ "format": 99_999_999_999_u64 });
    assert!(matches!(read::<Settings>(&huge), Err(Unreadable::Newer { .. })));
}

#[test]
fn what_is_damaged_says_how() {
    for text in ["", "{", "[1]", "\"text\"", "{\"format\":2}", "{\"format\":2,\"kind\":\"other\"}"] {
        let said = read_text::<Expectation>(text).unwrap_err().to_string();
        assert!(said.starts_with("It's damaged: "), "{text}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.json");
    assert!(read_file::<Recent>(&file).unwrap().is_none());
    std::fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(read_file::<Recent>(&file).unwrap().unwrap().is_err());
}
