//! What a library keeps and this studio cannot read: listed in its place with the reason, and never the end of its list.

use std::path::Path;

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{
        CallStatus, Expectation, LibraryBehaviour, LinkFacts, MapLink, ServerState, ServerTransport, ToolCase,
        UndoHistory, UndoScope,
    },
};
use studio_store::{
    Library, LibraryToolRow, Options, RunRow, ServerRow, SimulationCaseRow, SimulationRow, ToolCaseRow, unsaved,
};
use uuid::Uuid;

use crate::{
    harness::{Bench, refused},
    toolbox::{edit_of, error, javascript, server, signature, stdio, tool},
};

/// Rows of a studio that is not there yet, and rows that say nothing.
const BAD: [(&str, &str); 2] = [
    (r#"{"format":9,"kind":"telepathy"}"#, "It was saved by a newer version of Skill Studio (format 9"),
    (r#"{"kind":"telepathy"}"#, "It's damaged: unknown variant `telepathy`"),
];

/// The library under a bench's studio, to plant rows in.
fn planted(bench: &Bench) -> Library {
    Library::open(Path::new(&bench.path("Test.db")), &Options::new("other")).unwrap().0
}

fn bad(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn greeting(bench: &Bench) -> String {
    bench.add_tool(&tool("sayHello", signature("(name: Text) --> IO Text"), javascript("function run() {}"))).id
}

#[test]
fn a_run_that_cannot_be_read_stands_among_the_others() {
    let bench = Bench::new();
    let ids: Vec<Uuid> = BAD.iter().map(|_| Uuid::now_v7()).collect();
    for ((text, _), id) in BAD.iter().zip(&ids) {
        let row = RunRow {
            id: *id,
            finished_at: "2026-11-01T10:00:00Z".to_owned(),
            elapsed_ms: 1,
            label: "of another studio".to_owned(),
            request: (*text).to_owned(),
            summary: (*text).to_owned(),
        };
        planted(&bench).put_run(&row, "[]").unwrap();
    }
    let listed = bench.list_runs().unwrap();
    assert_eq!((listed.runs.len(), listed.unreadable.len()), (0, 2));
    for (row, (text, says)) in listed.unreadable.iter().zip(BAD.iter().rev()) {
        assert_eq!(row.name, "of another studio");
        let damaged = "It's damaged: missing field";
        assert!(
            row.reason.starts_with(if says.starts_with("It's damaged") { damaged } else { says }),
            "{text} {row:?}"
        );
    }
    let said = refused(bench.get_run(&ids[0].to_string()), ErrorCode::Invalid);
    assert!(said.contains("can't be read") && said.contains("Run it again"), "{said}");
    bench.delete_run(&ids[0].to_string()).unwrap();
    assert_eq!(bench.list_runs().unwrap().unreadable.len(), 1);
}

#[test]
fn a_session_or_test_case_that_cannot_be_read_stands_among_the_others_with_its_reason() {
    let bench = Bench::new();
    for (text, _) in BAD {
        let row = SimulationRow {
            id: Uuid::now_v7(),
            world_hash: "0".repeat(64),
            started_at: "2026-11-01T10:00:00Z".to_owned(),
            updated_at: "2026-11-01T10:00:00Z".to_owned(),
            setup: text.to_owned(),
            summary: text.to_owned(),
            parent: None,
            runner: None,
        };
        let library = planted(&bench);
        library.put_simulation(&row, text, &[], &[]).unwrap();
        let (created_at, kept) = (row.started_at, text.to_owned());
        library.put_simulation_case(&SimulationCaseRow { id: row.id, created_at, kept }).unwrap();
    }
    let sessions = bench.list_simulations().unwrap();
    let cases = bench.list_simulation_cases().unwrap();
    assert_eq!((sessions.len(), cases.cases.len(), cases.unreadable.len()), (2, 0, 2));
    let reasons = [sessions.iter().filter_map(|row| row.unreadable.clone()).collect::<Vec<_>>(), {
        cases.unreadable.iter().map(|row| row.reason.clone()).collect()
    }];
    for reasons in reasons {
        assert!(reasons.iter().any(|why| why.starts_with(BAD[0].1)), "{reasons:?}");
        assert!(reasons.iter().any(|why| why.starts_with("It's damaged: ")), "{reasons:?}");
    }
    for row in sessions {
        let said = refused(bench.get_simulation(&row.id), ErrorCode::Invalid);
        assert!(said.contains("can't be read") && said.contains("Delete it"), "{said}");
        bench.delete_simulation(&row.id).unwrap();
        bench.delete_simulation_case(&row.id).unwrap();
    }
    assert!(bench.list_simulations().unwrap().is_empty());
    assert!(bench.list_simulation_cases().unwrap().unreadable.is_empty());
}

#[test]
fn a_kept_call_that_cannot_be_read_stands_among_the_others() {
    let bench = Bench::new();
    let id = greeting(&bench);
    let case = ToolCase {
        id: String::new(),
        tool_id: id.clone(),
        name: "fine".to_owned(),
        arguments: "{}".to_owned(),
        expected: Expectation::Refused,
        last: None,
    };
    bench.save_tool_case(&case).unwrap();
    for (text, _) in BAD {
        let row = ToolCaseRow {
            id: Uuid::now_v7(),
            tool: id.parse().unwrap(),
            name: "odd".to_owned(),
            arguments: "{}".to_owned(),
            expected: bad(text),
            last: Some(json!({ "format": 9 })),
        };
        planted(&bench).put_tool_case(&row).unwrap();
    }
    let listed = bench.list_tool_cases(&id).unwrap();
    assert_eq!((listed.cases.len(), listed.cases[0].name.as_str()), (1, "fine"));
    for (row, (_, says)) in listed.unreadable.iter().zip(BAD) {
        assert_eq!(row.name, "odd");
        assert!(row.reason.starts_with(says), "{row:?}");
        bench.delete_tool_case(&row.id).unwrap();
    }
    assert!(bench.list_tool_cases(&id).unwrap().unreadable.is_empty());
}

#[test]
fn an_implementation_that_cannot_be_read_stands_in_its_library() {
    let bench = Bench::new();
    let id = greeting(&bench);
    bench.create_tool_library("staging", Some("own")).unwrap();
    for (name, (text, _)) in ["one", "two"].into_iter().zip(BAD) {
        let row = LibraryToolRow {
            name: name.to_owned(),
            description: String::new(),
            schema: json!({}),
            behaviour: bad(text),
        };
        planted(&bench).put_library_tool("staging", &row).unwrap();
    }
    let listed = bench.get_tool_library("staging").unwrap();
    assert_eq!((listed.tools.len(), listed.tools[0].name.as_str()), (1, "sayHello"));
    for (row, (_, says)) in listed.unreadable.iter().zip(BAD) {
        assert!(row.reason.starts_with(says), "{row:?}");
    }
    // A library that holds one can still be bound, copied and mended.
    assert_eq!(bench.bind_tool_library("staging").unwrap().len(), 1);
    let copy = bench.create_tool_library("copy", Some("staging")).unwrap();
    assert_eq!(copy.tools, ["sayHello"]);
    bench.remove_implementation("staging", "one").unwrap();
    let mock = bench.get_tool_library("mock").unwrap().tools.remove(0);
    let mended = studio_api::dto::LibraryTool { name: "two".to_owned(), behaviour: LibraryBehaviour::Echo, ..mock };
    bench.save_implementation("staging", &mended).unwrap();
    assert!(bench.get_tool_library("staging").unwrap().unreadable.is_empty());
    assert!(bench.get_tool(&id).is_ok());
}

#[test]
fn a_server_that_cannot_be_read_is_listed_as_failed_and_can_be_set_up_again() {
    let bench = Bench::new();
    bench.save_server(&server("fine", stdio("true", &[], &[]))).unwrap();
    for (name, (text, _)) in ["one", "two"].into_iter().zip(BAD) {
        let transport = bad(text);
        let row =
            ServerRow { id: Uuid::new_v4(), name: name.to_owned(), transport, is_enabled: true, audit: unsaved() };
        planted(&bench).put_server(&row).unwrap();
    }
    let listed = bench.list_servers().unwrap();
    assert_eq!(listed.iter().map(|server| server.name.as_str()).collect::<Vec<_>>(), ["fine", "one", "two"]);
    for (server, (_, says)) in listed[1..].iter().zip(BAD) {
        assert_eq!((server.state, &server.transport), (ServerState::Failed, &None));
        assert!(server.message.contains(says) && server.message.contains("Set it up again"), "{}", server.message);
    }
    let output = bench.skillctl(&["list", "servers"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("The connection settings of the server one can't be read"),
        "{said}"
    );
    let again = studio_api::dto::ServerEdit {
        id: Some(listed[1].id.clone()),
        aggregate_version: listed[1].aggregate_version,
        ..server("one", stdio("true", &[], &[]))
    };
    let saved = bench.save_server(&again).unwrap();
    assert!(matches!(saved.transport, Some(ServerTransport::Stdio { .. })));
    assert_eq!(saved.state, ServerState::Stopped);
}

#[test]
fn a_state_of_a_tool_that_cannot_be_read_stands_in_its_history() {
    let bench = Bench::new();
    let id = greeting(&bench);
    let library = planted(&bench);
    for (text, _) in BAD {
        let record = library.get_tool_record(id.parse().unwrap()).unwrap();
        library.save_tool(&record, &bad(text), "saved").unwrap();
    }
    let versions = bench.list_tool_versions(&id).unwrap();
    assert_eq!(versions.len(), 3);
    assert!(versions[0].unreadable.as_deref().unwrap().starts_with("It's damaged"), "{:?}", versions[0]);
    assert!(versions[1].unreadable.as_deref().unwrap().starts_with(BAD[0].1), "{:?}", versions[1]);
    assert_eq!(versions[2].unreadable, None);
    let said = refused(bench.restore_tool_version(&id, &versions[1].id), ErrorCode::Invalid);
    assert!(said.contains("newer version"), "{said}");
    bench.restore_tool_version(&id, &versions[2].id).unwrap();
}

#[test]
fn a_tool_whose_settings_cannot_be_read_says_so_and_is_not_called() {
    let bench = Bench::new();
    let id = greeting(&bench);
    let library = planted(&bench);
    let mut record = library.get_tool_record(id.parse().unwrap()).unwrap();
    record.detail.settings = json!({ "format": 9 });
    library.save_tool(&record, &json!({}), "saved").unwrap();
    let says = "The implementation of sayHello can't be read. It was saved by a newer version";
    assert!(bench.list_tools().unwrap()[0].problem.as_deref().unwrap().starts_with(says));
    let outcome = bench.try_call(&id, &json!({ "name": "Ada" }));
    assert!(error(&outcome, CallStatus::Refused).contains(says), "{outcome:?}");
    let detail = bench.get_tool(&id).unwrap();
    bench.save_tool(&edit_of(&detail)).unwrap();
    assert_eq!(bench.list_tools().unwrap()[0].problem, None);
}

#[test]
fn steps_of_the_map_are_read_back_to_the_first_that_cannot_be() {
    let bench = Bench::new();
    let old = r#"{"kind":"link","label":"Remove a link","before":{"key":"depends:skill:a>skill:b","kind":"depends","from":"skill:a","to":"skill:b","aggregate_version":2,"access":null,"required":true,"priority":0,"sequence":0,"config":"","similarity":0.0},"after":null,"replaced":null}"#;
    let good = r#"{"kind":"changes","label":"Rename a to b","set":"1"}"#;
    let done = [good, BAD[0].0, old, good].map(str::to_owned).to_vec();
    let history = studio_store::UndoHistory { done, ..studio_store::UndoHistory::default() };
    planted(&bench).put_undo_history(&studio_store::UndoScope::Map, &history).unwrap();

    let kept = bench.get_undo_history(&UndoScope::Map).unwrap().done;
    assert_eq!(kept.len(), 2, "what is before one that cannot be read can't be undone either");
    let link: MapLink = serde_json::from_value(bad(&kept[0])["before"].clone()).unwrap();
    assert_eq!(link.facts, LinkFacts::Depends { is_required: true });

    // What is no step is not kept, and those before and after it are.
    let done = vec![kept[0].clone(), BAD[1].0.to_owned(), kept[1].clone()];
    bench.save_undo_history(&UndoScope::Map, UndoHistory { done, ..UndoHistory::default() }).unwrap();
    assert_eq!(bench.get_undo_history(&UndoScope::Map).unwrap().done, kept);
}
