//! The library that wrecks are made of: something of everything an author can have in one.

use std::{collections::HashMap, fs, path::PathBuf};

use studio_model::SharedKind;
use studio_store::{
    Agreement, FormDraft, FormKind, LabelledQuery, Library, PackExportRow, PackFileRow, PackRow, RemoteItemRow,
    RemoteRow, RunRow, ServerRow, SimulationCaseRow, SimulationEventRow, SimulationRow, SkillChange, UndoHistory,
    UndoScope, sha256_hex, unsaved,
};
use studio_testkit::{AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder, agent_skill, skill_tool};
use uuid::Uuid;

use super::beside;
use crate::formats;

const AT: &str = "2026-01-02T03:04:05.000Z";

/// A library with rows in every table that has any, and its log as a killed process leaves it.
pub(super) fn whole() -> (tempfile::TempDir, PathBuf) {
    let library = TempLibrary::new();
    let skills: Vec<_> = (0..60)
        .map(|number| {
            let body = format!("Line of skill {number}.\n").repeat(20 + number * 7 % 90);
            SkillBuilder::new(&format!("skill-{number:03}")).body(&body).file("notes.md", &body[..200]).build()
        })
        .collect();
    let agent = library.add_agent(AgentBuilder::new("agent"));
    let tool = library.add_tool(ToolBuilder::new("tool"));
    for id in library.create_skills(&skills).unwrap() {
        let id = id.unwrap();
        library.put_agent_skill(&agent_skill(agent, id)).unwrap();
        library.put_skill_tool(&skill_tool(id, tool)).unwrap();
    }
    for number in 0..120 {
        let (set, source) = ("set".to_owned(), "hand".to_owned());
        let text = format!("query number {number} about something");
        let query = LabelledQuery { id: Uuid::now_v7(), set, text, expected: vec![], unwanted: vec![], source };
        library.put_query(&query).unwrap();
    }
    formats::evaluate(&library);
    formats::tool_up(&library);
    formats::change(&library);
    formats::keep_steps(&library);
    formats::keep_forms(&library);
    typed_and_undone(&library);
    simulated(&library);
    packed(&library);
    shared(&library);
    library.look();
    library.look();
    // The rest is in the log only.
    for row in library.list_skills().unwrap().into_iter().skip(20).take(12) {
        let content = Some(SkillBuilder::new(&row.name).body("Changed since.").content());
        library
            .update_skill(row.id, row.aggregate_version, &SkillChange { content, ..SkillChange::default() })
            .unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    for side in ["", "-wal"] {
        fs::copy(beside(library.path(), side), beside(&path, side)).unwrap();
    }
    (folder, path)
}

/// A text of a few pages at most, another one for each number.
fn text(what: &str, number: usize) -> String {
    format!("{what} {number} says so.\n").repeat(10 + number * 13 % 60)
}

fn typed_and_undone(library: &Library) {
    for (number, skill) in library.list_skills().unwrap().iter().enumerate().skip(30).take(12) {
        library.put_draft(skill.id, "SKILL.md", &text("draft", number), &skill.sha256).unwrap();
        let history = UndoHistory { done: vec![text("step", number)], undone: vec![], basis: "basis".to_owned() };
        let scope = UndoScope::File { skill: skill.id, path: "SKILL.md".to_owned() };
        library.put_undo_history(&scope, &history).unwrap();
    }
    for number in 0..20 {
        let (name, transport) = (format!("server-{number}"), serde_json::json!({ "kind": "stdio", "at": number }));
        let id = Uuid::now_v7();
        library.put_server(&ServerRow { id, name, transport, is_enabled: true, audit: unsaved() }).unwrap();
        let (sealed, row) = (text("sealed", number).into_bytes(), format!("new-{number}"));
        let (kind, saved_at) = (FormKind::Tool, String::new());
        library.put_form_draft(&FormDraft { kind, row, row_version: 0, sealed, saved_at }).unwrap();
        let run = RunRow {
            id: Uuid::now_v7(),
            finished_at: AT.to_owned(),
            elapsed_ms: 1,
            label: format!("run {number}"),
            request: "{}".to_owned(),
            summary: "{}".to_owned(),
        };
        library.put_run(&run, &serde_json::json!([text("result", number)]).to_string()).unwrap();
    }
}

fn simulated(library: &Library) {
    for number in 0..20 {
        let world = serde_json::json!({ "world": text("world", number) }).to_string();
        let row = SimulationRow {
            id: Uuid::now_v7(),
            world_hash: sha256_hex(world.as_bytes()),
            started_at: AT.to_owned(),
            updated_at: AT.to_owned(),
            setup: "{}".to_owned(),
            summary: "{}".to_owned(),
            parent: None,
            runner: None,
        };
        let event = |at| SimulationEventRow { event: text("event", at), calls: None };
        let events: Vec<_> = (number..number + 6).map(event).collect();
        assert!(library.put_simulation(&row, &world, &[], &events).unwrap());
        let (id, created_at, kept) = (Uuid::now_v7(), AT.to_owned(), text("case", number));
        library.put_simulation_case(&SimulationCaseRow { id, created_at, kept }).unwrap();
    }
}

fn packed(library: &Library) {
    for number in 0..4 {
        let (id, name) = (Uuid::now_v7(), format!("pack-{number}"));
        library.put_pack(&PackRow { id, name, content: "{}".to_owned(), audit: unsaved() }).unwrap();
        let export = PackExportRow { id: Uuid::now_v7(), pack: id, made_at: AT.to_owned(), kept: "{}".to_owned() };
        let texts: Vec<String> = (0..8).map(|file| text("exported", number * 8 + file)).collect();
        let file = |(at, text): (usize, &String)| PackFileRow {
            folder: String::new(),
            path: format!("{at}/SKILL.md"),
            sha256: sha256_hex(text.as_bytes()),
            bytes: text.len() as u64,
            has_text: true,
        };
        let files: Vec<_> = texts.iter().enumerate().map(file).collect();
        let texts: HashMap<_, _> = texts.iter().map(|text| (sha256_hex(text.as_bytes()), text.clone())).collect();
        library.put_pack_export(&export, &files, &texts).unwrap();
    }
}

fn shared(library: &Library) {
    let remote = RemoteRow {
        id: Uuid::now_v7(),
        tenant: Uuid::now_v7(),
        name: "team".to_owned(),
        address: "postgresql://ann@db/team".to_owned(),
        revision: 7,
        seen_at: AT.to_owned(),
    };
    let mut items = Vec::new();
    let mut agreements = Vec::new();
    for (number, skill) in library.list_skills().unwrap().iter().take(40).enumerate() {
        let id = Uuid::now_v7();
        let content = serde_json::json!({ "name": skill.name, "about": text("agreed", number) }).to_string();
        let sha256 = sha256_hex(content.as_bytes());
        items.push(RemoteItemRow {
            kind: SharedKind::Skill,
            id,
            local: skill.id.0,
            name: skill.name.clone(),
            sha256: Some(sha256.clone()),
            row_version: 1,
            revision: 7,
            changed_user: "ann".to_owned(),
            changed_at: AT.to_owned(),
            agreed: None,
        });
        agreements.push(Agreement { kind: SharedKind::Skill, id, content: Some((sha256, content)) });
    }
    library.put_seen(&remote, &items).unwrap();
    library.put_agreements(remote.id, &agreements).unwrap();
}
