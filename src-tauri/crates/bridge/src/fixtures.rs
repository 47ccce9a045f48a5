//! Records what commands answer on the sample library, for tests of components: `ui/src/lib/ipc/fixtures`, a file a
//! command. To have one more answer, ask for it in [`ask`] and run `cargo xtask codegen`.

mod recorder;

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::{Value, json};
use studio_testkit::repository;

use recorder::Recorder;

/// Asks for everything that is recorded. What depends on the machine or on the embedding model has no place here.
fn ask(studio: &mut Recorder) {
    studio.ask("get_library", json!({}));
    studio.ask("get_library_client", json!({}));
    skills(studio);
    selection(studio);
    tools(studio);
    agents_and_map(studio);
    evaluation(studio);
    simulation(studio);
    for command in [
        "list_trash",
        "count_trash",
        "list_drafts",
        "list_change_sets",
        "list_import_roots",
        "list_recent_libraries",
        "get_salvage_report",
        "suggest_query",
        "list_pack_targets",
    ] {
        studio.ask(command, json!({}));
    }
}

fn skills(studio: &mut Recorder) {
    let rows = studio.ask("list_skills", json!({}));
    for name in ["gas-emergency", "hello-world"] {
        let id = id_of(&rows, name);
        studio.ask("get_skill", json!({ "id": id }));
        let file = studio.ask("get_file", json!({ "skillId": id, "path": "SKILL.md" }));
        studio.ask("analyze", json!({ "skillId": id, "path": "SKILL.md", "text": file["text"] }));
        studio.ask("list_versions", json!({ "skillId": id }));
        studio.ask("get_skill_wording", json!({ "skillId": id }));
    }
    studio.ask("list_problems", json!({}));
    studio.ask("list_rules", json!({}));
    studio.ask("list_client_problems", json!({ "client": "codex" }));
    studio.ask("get_skill", json!({ "id": "nobody" }));
}

fn selection(studio: &mut Recorder) {
    studio.ask("list_scorers", json!({}));
    studio.ask("get_host_budgets", json!({}));
    let policy = json!({ "top_k": 1, "min_score": 1.0, "include_tags": [], "exclude_tags": [] });
    let query = json!({ "query": "I smell gas", "scorer": "adk", "policy": policy, "host": null, "listed": 5 });
    studio.ask("score", query);
}

fn tools(studio: &mut Recorder) {
    let rows = studio.ask("list_tools", json!({}));
    for name in ["sayHello", "transfer_call"] {
        let id = id_of(&rows, name);
        studio.ask("get_tool", json!({ "id": id }));
        studio.ask("list_tool_cases", json!({ "toolId": id }));
        studio.ask("list_tool_versions", json!({ "id": id }));
    }
    for command in ["list_tool_problems", "list_tool_libraries", "list_servers", "list_found_servers", "list_consents"]
    {
        studio.ask(command, json!({}));
    }
}

fn agents_and_map(studio: &mut Recorder) {
    let rows = studio.ask("list_agents", json!({}));
    let id = id_of(&rows, "hello_world_agent");
    for command in ["get_agent", "load_agent", "get_agent_gram"] {
        studio.ask(command, json!({ "idOrName": id }));
    }
    studio.ask("get_map", json!({}));
}

fn evaluation(studio: &mut Recorder) {
    let sets = studio.ask("list_query_sets", json!({}));
    for set in sets.as_array().into_iter().flatten() {
        studio.ask("list_queries", json!({ "set": set["name"] }));
    }
    studio.ask("list_found_evals", json!({}));
    studio.ask("list_runs", json!({}));
}

/// A session of the PICO reviewer whose model says what is written down, so that it is the same on every machine.
fn simulation(studio: &mut Recorder) {
    let call = |name: &str, arguments: Value| json!({ "calls": [{ "name": name, "arguments": arguments }] });
    let replies = json!([
        call("get_skill", json!({ "skill_name": "pico-extraction" })),
        call("set_picos_element", json!({ "element": "population", "value": "adults over 65" })),
        call("search_pubmed", json!({ "term": "adults over 65" })),
        { "text": "The population is recorded." },
    ]);
    let setup = json!({
        "agent": "pico_reviewer",
        "runtime": "agent-lib",
        "components": "only_skills",
        "adk": {
            "way": "coordinator", "strategies": [{ "kind": "message" }], "mode": "strict", "max_chars": null,
            "policy": { "top_k": 1, "min_score": 1.0, "include_tags": [], "exclude_tags": [] },
        },
        "model": { "kind": "scripted", "replies": replies.to_string() },
        "tool_library": "mock",
        "max_iterations": 10,
        "window_tokens": 10_240,
        "host": "agent-skills",
        "without": [],
        "uses": null,
        "versions": [],
        "inputs": [],
        "captured": null,
        "skills": null,
        "reads": null,
    });
    let id = studio.ask("start_simulation", json!({ "setup": setup, "credentials": "ask" }))["row"]["id"].clone();
    let text = "Extract the population: adults over 65";
    studio.ask("say_in_simulation", json!({ "id": id, "text": text, "pace": "run", "credentials": "ask" }));
    studio.ask("list_simulations", json!({}));
    let session = studio.ask("get_simulation", json!({ "id": id }));
    for step in session["steps"].as_array().into_iter().flatten() {
        studio.ask("get_simulation_step", json!({ "id": id, "event": step["event"] }));
    }
}

fn id_of(rows: &Value, name: &str) -> Value {
    let row = rows.as_array().into_iter().flatten().find(|row| row["name"] == name);
    row.unwrap_or_else(|| panic!("the samples have {name}"))["id"].clone()
}

/// The committed fixtures are what the studio answers now; `cargo xtask codegen` records them anew.
#[test]
fn fixtures_are_fresh() {
    let mut recorder = Recorder::start();
    ask(&mut recorder);
    let fresh = recorder.files();
    let folder = repository().join("ui/src/lib/ipc/fixtures");
    if std::env::var_os("UPDATE_BINDINGS").is_some() {
        write(&folder, &fresh);
    }
    let committed = read(&folder);
    let names: Vec<_> = fresh.keys().chain(committed.keys()).collect();
    let is_stale = |name: &&String| fresh.get(*name) != committed.get(*name);
    let stale: Vec<_> = names.into_iter().filter(is_stale).collect();
    assert!(stale.is_empty(), "ui/src/lib/ipc/fixtures is stale in {stale:?}: run `cargo xtask codegen`");
}

fn write(folder: &Path, files: &BTreeMap<String, String>) {
    let _absent = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn read(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let file = |path: &Path| Some((path.file_name()?.to_str()?.to_owned(), fs::read_to_string(path).ok()?));
    entries.filter_map(|entry| file(&entry.ok()?.path())).collect()
}
