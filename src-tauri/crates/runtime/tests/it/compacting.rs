//! Compacting the conversation of a session: what is left of it, what is gone, and what its next turns are sent.

use std::sync::Arc;

use serde_json::{Value, json};
use studio_clients::Client;
use studio_runtime::{
    Stop,
    context::{CompactedSkill, Event, FileFacts, Ledger, Origin, Prompt, Remains, Role, SkillFacts, Tier, World},
    disclosure::{AgentSkills, Disclosure, PLACEHOLDER, with_inputs},
    session::{Limits, MockModel, NotCompacted, Session, turns},
};

use crate::stage::{Hands, available, call_more, calling, last_answer, runtimes, skill, tool, world};

/// A token a word.
fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// What Claude Code says of a skill before its instructions, in words.
const AROUND: usize = 9;

/// Skills by name, with how many words each has when it is loaded; each has a tool that is called as it is.
fn studio(sizes: &[(&str, usize)]) -> World {
    let one = |(name, size): &(&str, usize)| SkillFacts {
        body: "word ".repeat(size - AROUND),
        ..skill(name, "", "Helps", &[&format!("{name}_tool")])
    };
    World {
        skills: sizes.iter().map(one).collect(),
        tools: sizes.iter().map(|(name, _)| tool(&format!("{name}_tool"))).collect(),
        ..World::default()
    }
}

fn claude_code() -> Arc<dyn Disclosure> {
    Arc::new(AgentSkills { client: Client::ClaudeCode })
}

fn load(name: &str) -> (&'static str, Value) {
    ("Skill", json!({ "skill": name }))
}

/// A session of Claude Code that loaded all skills, one after the other.
fn loaded(sizes: &[(&str, usize)]) -> (Session, Hands) {
    let world = Arc::new(studio(sizes));
    let hands = Hands::of(&world);
    let calls: Vec<(&str, Value)> = sizes.iter().map(|(name, _)| load(name)).collect();
    (calling(&world, claude_code(), &hands, &calls), hands)
}

/// What the last compaction left, with the tokens before and after.
fn left(session: &Session) -> (Vec<CompactedSkill>, u32, u32) {
    let compacted = session.events().iter().rev().find_map(|event| match event {
        Event::Compacted { skills, tokens_before, tokens_after, .. } => {
            Some((skills.clone(), *tokens_before, *tokens_after))
        }
        _ => None,
    });
    compacted.unwrap()
}

fn remains(session: &Session) -> Vec<(String, u32, Remains)> {
    left(session).0.into_iter().map(|one| (one.skill, one.tokens, one.remains)).collect()
}

fn total(prompt: &Prompt) -> u32 {
    Ledger::of(prompt, words).total() as u32
}

const SIZES: [(&str, usize); 7] = [
    ("brand", 4_999),
    ("one", 6_000),
    ("two", 6_000),
    ("three", 6_000),
    ("four", 6_000),
    ("pdf", 8_210),
    ("style", 109),
];

#[test]
fn the_list_is_gone_and_loaded_skills_are_attached_again_as_far_as_there_is_room() {
    let (mut session, _) = loaded(&SIZES);
    let before = total(&session.prompt());
    assert!(session.prompt().system_text().contains("- brand: Helps\n"));
    assert_eq!(session.compact(words), Ok(()));
    let cut = Remains::Beginning { tokens: 5_000 };
    let of = |name: &str, tokens, remains| (name.to_owned(), tokens, remains);
    assert_eq!(
        remains(&session),
        [
            of("style", 109, Remains::Whole),
            of("pdf", 8_210, cut),
            of("four", 6_000, cut),
            of("three", 6_000, cut),
            of("two", 6_000, cut),
            of("one", 6_000, Remains::Nothing),
            of("brand", 4_999, Remains::Nothing),
        ]
    );
    let prompt = session.prompt();
    assert_eq!((left(&session).1, left(&session).2), (before, total(&prompt)));
    assert!(total(&prompt) < before && total(&prompt) > 20_109);
    // Nothing that is sent names the skills that were dropped.
    assert_eq!(Ledger::of(&prompt, words).tier(Tier::Catalogue), 0);
    assert!(!prompt.text().contains("brand") && !prompt.text().contains("go on"), "{:?}", prompt.tools);
    assert!(prompt.tools[0].schema["properties"]["skill"].get("enum").is_none(), "{:?}", prompt.tools);
    let (first, attached) = prompt.pieces.split_first().unwrap();
    assert_eq!((first.role, first.text.as_str()), (Role::User, PLACEHOLDER));
    let origins: Vec<&Origin> = attached.iter().map(|piece| &piece.origin).collect();
    let expected = ["style", "pdf", "four", "three", "two"].map(|name| Origin::Skill { skill: name.to_owned() });
    assert_eq!(origins, expected.iter().collect::<Vec<_>>());
    assert!(attached.iter().all(|piece| (piece.role, piece.tier) == (Role::User, Tier::Body)));
    assert!(attached[1].text.starts_with("Launching skill: pdf\n\nBase directory for this skill: /skills/pdf\n\n"));
    assert_eq!(words(&attached[1].text), 5_000);
}

#[test]
fn what_was_dropped_or_cut_can_be_loaded_again_by_name_and_what_is_whole_is_still_loaded() {
    let (mut session, hands) = loaded(&SIZES);
    session.compact(words).unwrap();
    assert_eq!(session.state().active, ["two", "three", "four", "pdf", "style"]);
    let has = |session: &Session, name: &str| available(session).contains(&name);
    assert!(has(&session, "pdf_tool") && !has(&session, "brand_tool"), "{:?}", available(&session));
    call_more(&mut session, &hands, &[load("style")]);
    assert_eq!(last_answer(&session), "Skill \"style\" is already loaded.");
    call_more(&mut session, &hands, &[load("pdf")]);
    assert_eq!(words(&last_answer(&session)), 8_210, "all of it");
    call_more(&mut session, &hands, &[load("pdf")]);
    assert_eq!(last_answer(&session), "Skill \"pdf\" is already loaded.");
    call_more(&mut session, &hands, &[load("brand")]);
    assert!(last_answer(&session).starts_with("Launching skill: brand\n"));
    assert!(has(&session, "brand_tool"));
    assert_eq!(session.state().active, ["two", "three", "four", "pdf", "style", "brand"]);
    // The next compaction goes by when each was loaded last, and remembers all that ever were.
    session.compact(words).unwrap();
    let names: Vec<String> = left(&session).0.into_iter().map(|one| one.skill).collect();
    assert_eq!(names, ["brand", "pdf", "style", "four", "three", "two", "one"]);
    let whole: Vec<u32> = left(&session).0.iter().map(|one| one.tokens).collect();
    assert_eq!(whole, [4_999, 8_210, 109, 6_000, 6_000, 6_000, 6_000], "told of what was loaded, not of what was left");
}

#[test]
fn later_turns_go_on_from_what_is_left() {
    let (mut session, hands) = loaded(&[("pdf", 100)]);
    session.compact(words).unwrap();
    call_more(&mut session, &hands, &[("pdf_tool", json!({}))]);
    let texts: Vec<(Role, String)> =
        session.prompt().pieces.into_iter().map(|piece| (piece.role, piece.text)).collect();
    assert_eq!(texts[0], (Role::User, PLACEHOLDER.to_owned()));
    assert_eq!(texts[2], (Role::User, "go on".to_owned()));
    assert_eq!(texts[5], (Role::Assistant, "done".to_owned()));
    assert_eq!(texts.len(), 6, "placeholder, skill, message, call, answer, words: {texts:?}");
    let turns = turns(session.events());
    assert_eq!(turns.iter().map(|turn| turn.is_compacted).collect::<Vec<_>>(), [true, false]);
    assert_eq!(turns[0].events.end, turns[1].events.start, "it belongs to the turn before it");
    // What happened is on paper, too: it replays, and forks before and after it.
    let paper = serde_json::to_string(session.events()).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Event>>(&paper).unwrap(), session.events());
    for count in 0..=session.events().len() {
        let fork = session.fork(Session::resting_place(session.events(), count));
        assert_eq!(fork.prompt(), session.prompt_after(fork.events().len()));
    }
    let at = session.events().iter().position(|event| matches!(event, Event::Compacted { .. })).unwrap();
    assert_eq!(Session::resting_place(session.events(), at + 1), at + 1);
}

#[test]
fn without_a_rule_without_words_and_within_a_turn_it_is_refused_and_nothing_happens() {
    let world = Arc::new(world());
    let refused = |runtime: Arc<dyn Disclosure>| {
        let mut session = calling(&world, runtime, &Hands::of(&world), &[]);
        let before = session.events().to_vec();
        let why = session.compact(words).unwrap_err();
        assert_eq!(session.events(), before);
        why
    };
    for runtime in runtimes(&world) {
        assert!(matches!(refused(runtime), NotCompacted::NoRule(_)));
    }
    for client in Client::ALL.into_iter().filter(|client| *client != Client::ClaudeCode) {
        let why = refused(Arc::new(AgentSkills { client }));
        assert_eq!(why, NotCompacted::NoRule(client.label()));
        assert!(why.to_string().contains(client.label()) && why.to_string().contains("Claude Code"), "{why}");
    }
    let mut session = Session::start(Arc::clone(&world), claude_code(), Limits::default());
    assert_eq!(session.compact(words), Err(NotCompacted::NothingSaid));
    session.say("go").unwrap();
    assert_eq!(session.compact(words), Err(NotCompacted::WithinTurn));
    assert!(session.compaction().is_ok(), "the rule is known all the same");
}

#[test]
fn the_mock_forgets_skills_with_their_list_until_they_are_named() {
    let world = Arc::new(studio(&[("tables", 100)]));
    let hands = Hands::of(&world);
    let model = MockModel::new(Arc::new(|message: &str| message.contains("rows").then(|| "tables".to_owned())));
    let mut session = Session::start(Arc::clone(&world), claude_code(), Limits::default());
    let hear = |session: &mut Session, message: &str| {
        session.say(message).unwrap();
        session.run(&model, &hands, &Stop::new(), &mut |_| {});
        session.state().active.clone()
    };
    assert!(hear(&mut session, "hello").is_empty());
    session.compact(words).unwrap();
    assert!(left(&session).0.is_empty());
    assert!(hear(&mut session, "count the rows").is_empty(), "nothing tells it of the skill");
    assert_eq!(hear(&mut session, "count the rows with tables"), ["tables"]);
}

#[test]
fn input_files_were_listed_with_what_was_said_first() {
    let file = FileFacts { path: "a.csv".to_owned(), text: Some("x,y".to_owned()) };
    let world = Arc::new(World { inputs: vec![file], ..studio(&[("tables", 100)]) });
    let hands = Hands::of(&world);
    let mut session = calling(&world, with_inputs(claude_code(), &world), &hands, &[]);
    let is_listed = |session: &Session| session.prompt().pieces.iter().any(|piece| piece.text.contains("- a.csv\n"));
    assert!(is_listed(&session));
    session.compact(words).unwrap();
    call_more(&mut session, &hands, &[("read_input_file", json!({ "path": "a.csv" }))]);
    assert!(!is_listed(&session));
    assert_eq!(last_answer(&session), "x,y", "and can be read");
}
