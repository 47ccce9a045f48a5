//! Input files: listed under every runtime before what the user says first, and read with a tool.

use std::sync::Arc;

use serde_json::json;
use studio_runtime::{
    Stop,
    context::{Event, FileFacts, Ledger, Role, Tier, World},
    disclosure::{AgentSkills, with_inputs},
    session::{Limits, MockModel, Session},
};

use crate::stage::{Hands, available, calling, last_answer, runtimes, skill, tool};

const LIST: &str = "Input files, to be read with `read_input_file`:\n- evals/a.csv\n- evals/scan.png (not text)\n\n";

fn world() -> World {
    let file = |path: &str, text: Option<&str>| FileFacts { path: path.to_owned(), text: text.map(str::to_owned) };
    World {
        // It names a tool of its own as the runtime names the one that reads.
        skills: vec![skill("tables", "", "Reads tables", &["count", "read_input_file"])],
        tools: vec![tool("count"), tool("read_input_file")],
        inputs: vec![file("evals/a.csv", Some("x,y\n1,2")), file("evals/scan.png", None)],
        ..World::default()
    }
}

#[test]
fn they_are_listed_before_the_first_words_and_read_when_asked_for() {
    let world = Arc::new(world());
    for runtime in runtimes(&world) {
        let kind = runtime.kind();
        let runtime = with_inputs(runtime, &world);
        assert_eq!(runtime.kind(), kind);
        let reads = |path: &str| {
            let call = ("read_input_file", json!({ "path": path }));
            calling(&world, Arc::clone(&runtime), &Hands::of(&world), std::slice::from_ref(&call))
        };
        let session = reads("evals/a.csv");
        assert_eq!(last_answer(&session), "x,y\n1,2", "{kind:?}");
        let prompt = session.prompt();
        let users: Vec<&str> = prompt
            .pieces
            .iter()
            .filter(|piece| piece.role == Role::User && piece.tier != Tier::Body)
            .map(|piece| piece.text.as_str())
            .collect();
        assert_eq!(users, [LIST, "go on"], "{kind:?}");
        assert_eq!(prompt.tools.iter().filter(|tool| tool.name == "read_input_file").count(), 1, "{kind:?}");
        assert_eq!(available(&session).iter().filter(|name| **name == "read_input_file").count(), 1, "{kind:?}");
        let ledger = Ledger::of(&prompt, str::len);
        assert_eq!(ledger.tier(Tier::File), LIST.len(), "{kind:?}: the list counts as files");
        assert_eq!(ledger.total(), Tier::ALL.into_iter().map(|tier| ledger.tier(tier)).sum::<usize>(), "{kind:?}");
        assert_eq!(last_answer(&reads("evals/scan.png")), "The file \"evals/scan.png\" is not text.");
        assert_eq!(last_answer(&reads("../secret")), "There is no input file \"../secret\".");
    }
}

#[test]
fn a_world_without_them_is_disclosed_as_before() {
    let world = Arc::new(World { inputs: Vec::new(), ..world() });
    for runtime in runtimes(&world) {
        let plain = calling(&world, Arc::clone(&runtime), &Hands::of(&world), &[]);
        let same = calling(&world, with_inputs(runtime, &world), &Hands::of(&world), &[]);
        assert_eq!((plain.prompt(), plain.events()), (same.prompt(), same.events()));
    }
}

#[test]
fn the_mock_reads_each_of_them_once() {
    let world = Arc::new(world());
    let runtime = with_inputs(Arc::new(AgentSkills::default()), &world);
    let mut session = Session::start(Arc::clone(&world), runtime, Limits::default());
    let model = MockModel::new(Arc::new(|_: &str| Some("tables".to_owned())));
    for message in ["How many rows are there?", "And columns?"] {
        session.say(message).unwrap();
        session.run(&model, &Hands::of(&world), &Stop::new(), &mut |_| {});
    }
    let read: Vec<&str> = session
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::ModelReplied { calls, .. } => calls.iter().find(|call| call.name == "read_input_file"),
            _ => None,
        })
        .map(|call| call.arguments.as_str())
        .collect();
    assert_eq!(read, [r#"{"path":"evals/a.csv"}"#, r#"{"path":"evals/scan.png"}"#]);
}
