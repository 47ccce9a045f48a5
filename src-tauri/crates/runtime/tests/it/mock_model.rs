//! The model without a network: it picks, fills in and says what it did, the same way every time.

use std::sync::Arc;

use serde_json::{Value, json};
use studio_runtime::{
    Stop,
    context::{Event, ToolFacts, World},
    disclosure::{AgentLib, AgentSkills, Disclosure, Everything, LightGenai},
    session::{Limits, MockModel, Session},
};

use crate::stage::{Hands, skill, tool};

fn world() -> World {
    let typed = |name: &str, properties: Value, required: &[&str]| ToolFacts {
        schema: json!({ "type": "object", "properties": properties, "required": required }),
        ..tool(name)
    };
    let grade = json!({ "type": "string", "enum": ["low", "high"] });
    World {
        skills: vec![skill("greeting", "", "Greets people", &["sayHello"]), skill("gas", "", "Gas", &["dispatch"])],
        tools: vec![
            typed("sayHello", json!({ "name": { "type": "string" } }), &["name"]),
            typed(
                "dispatch",
                json!({ "crew": { "type": "integer" }, "grade": grade, "note": { "type": "string" } }),
                &["crew", "grade"],
            ),
        ],
        ..World::default()
    }
}

fn run(disclosure: Arc<dyn Disclosure>, message: &str) -> Session {
    let world = Arc::new(world());
    let picks = |message: &str| {
        let names = ["greeting", "gas"];
        names.into_iter().find(|name| message.to_lowercase().contains(&name[..3])).map(str::to_owned)
    };
    let mut session = Session::start(Arc::clone(&world), disclosure, Limits::default());
    session.say(message).unwrap();
    session.run(&MockModel::new(Arc::new(picks)), &Hands::of(&world), &Stop::new(), &mut |_| {});
    session
}

fn calls(session: &Session) -> Vec<(String, String)> {
    let calls = session.events().iter().filter_map(|event| match event {
        Event::ModelReplied { calls, .. } => Some(calls),
        _ => None,
    });
    calls.flatten().map(|call| (call.name.clone(), call.arguments.clone())).collect()
}

fn last_words(session: &Session) -> &str {
    session
        .events()
        .iter()
        .rev()
        .find_map(|event| match event {
            Event::ModelReplied { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .unwrap()
}

#[test]
fn it_picks_a_skill_under_every_runtime_then_calls_what_it_can_fill_in() {
    let runtimes: [(Arc<dyn Disclosure>, Option<&str>); 4] = [
        (Arc::new(AgentLib::default()), Some("get_skill")),
        (Arc::new(LightGenai), Some("select_skill")),
        (Arc::new(AgentSkills::default()), Some("activate_skill")),
        (Arc::new(Everything), None),
    ];
    for (runtime, activation) in runtimes {
        let session = run(Arc::clone(&runtime), "Send a greeting to Ada.");
        let made = calls(&session);
        let names: Vec<&str> = made.iter().map(|(name, _)| name.as_str()).collect();
        let expected: Vec<&str> = activation.into_iter().chain(["sayHello"]).collect();
        assert_eq!(names, expected, "{:?}", runtime.kind());
        assert_eq!(made.last().unwrap().1, r#"{"name":"Ada"}"#);
        let done = activation.map_or("Called sayHello", |_| "Loaded greeting and called sayHello");
        assert_eq!(
            last_words(&session),
            format!("[mock] {done}, which answered with an object: success and of."),
            "{:?}",
            runtime.kind()
        );
        assert_eq!(session.state().used, ["sayHello"]);
    }
}

#[test]
fn it_fills_in_numbers_choices_quotes_and_what_is_named() {
    let arguments =
        |message: &str| calls(&run(Arc::new(Everything), message)).first().map(|(_, arguments)| arguments.clone());
    assert_eq!(arguments("Gas! dispatch 2 of high grade").as_deref(), Some(r#"{"crew":2,"grade":"high"}"#));
    assert_eq!(
        arguments("dispatch crew=3, grade: low, note=\"by night\"").as_deref(),
        Some(r#"{"crew":3,"grade":"low","note":"by night"}"#)
    );
    assert_eq!(arguments(r#"dispatch {"crew": 4, "grade": "low"}"#).as_deref(), Some(r#"{"crew":4,"grade":"low"}"#));
    assert_eq!(arguments("say hello to \"Grace H.\"").as_deref(), Some(r#"{"name":"Grace H."}"#));
    assert_eq!(arguments("nothing to fill in here"), None);
}

#[test]
fn what_it_cannot_do_it_says() {
    let session = run(Arc::new(LightGenai), "what is the weather");
    assert_eq!(last_words(&session), "[mock] No skill or tool matches this message.");
    let loaded = run(Arc::new(AgentLib::default()), "gas");
    assert_eq!(last_words(&loaded), "[mock] Loaded gas; no further tool was called.");
    let again = run(Arc::new(LightGenai), "what is the weather");
    assert_eq!(session.events(), again.events());
}
