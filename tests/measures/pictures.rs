//! Pictures of every place with somebody else's skills, in both themes and at three sizes, for whoever judges how the
//! studio looks. It checks nothing. `SKILL_STUDIO_CORPUS` names the folder of skills,
//! `SKILL_STUDIO_SCREENS` where the pictures go.
#![expect(clippy::print_stdout, reason = "it says why it took no pictures")]

mod packs;

use std::{env, path::PathBuf, time::Duration};

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::{Options, Window};
use tokio::time::sleep;

use studio_tests::sessions::{FIRST, allow, begin, choose, say, setup};

/// The usual window, a small one, and one that fills a large screen.
const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 700), (2560, 1440)];
const QUERY: &str = "how do I write unit tests for my code";
/// Queries of the corpus, with what they are for where it has such a skill.
const LABELLED: [(&str, &str); 6] = [
    (QUERY, "csharp-xunit"),
    ("the build fails and nobody knows why", "systematic-debugging"),
    ("write a test before the code", "test-driven-development"),
    ("create an architecture diagram of our cloud resources", "azure-resource-visualizer"),
    ("我想分析信用风险数据", "datanalysis-credit-risk"),
    ("what is the capital of France", ""),
];

/// The folder of skills, if one is named.
fn corpus() -> Option<PathBuf> {
    let named = env::var_os("SKILL_STUDIO_CORPUS").map(PathBuf::from).filter(|folder| folder.is_dir());
    if named.is_none() {
        println!("SKILL_STUDIO_CORPUS names no folder of skills: no pictures were taken");
    }
    named
}

struct Album {
    window: Window,
    corpus: PathBuf,
}

impl Album {
    /// A window with nothing in it yet.
    async fn open() -> Option<Self> {
        let corpus = corpus()?;
        let window = Window::open(Options { screen: Some(SIZES[2]), ..Options::default() }).await;
        Some(Self { window, corpus })
    }

    /// A window with the samples, whose tools and servers are needed, and with the skills of the corpus.
    async fn full() -> Option<Self> {
        let album = Self::open().await?;
        album.window.press_button("Start from samples").await;
        album.window.find("[data-testid=skill-row]").await;
        album.window.ask("import_paths", json!({ "paths": [album.corpus], "isLinked": false })).await;
        Some(album)
    }

    /// The place as it is now, in every size and theme.
    async fn take(&self, name: &str) {
        let window = &self.window;
        for size in SIZES {
            window.resize(size).await;
            for theme in ["light", "dark"] {
                window.use_theme(theme).await;
                window.save_screenshot(&format!("{name}-{}-{theme}", size.0)).await;
            }
        }
        window.resize(SIZES[0]).await;
    }

    /// The same without the ring that keys leave on what has the focus.
    async fn take_at_rest(&self, name: &str) {
        self.window.run("document.activeElement?.blur()", vec![]).await;
        self.take(name).await;
    }

    /// What opens over a place by a chord, and is closed again.
    async fn take_dialog(&self, name: &str, chord: &[char]) {
        self.window.press(chord).await;
        self.window.find("[role=dialog]").await;
        self.take(name).await;
        self.close_dialog().await;
    }

    async fn close_dialog(&self) {
        self.window.press_key(Key::Escape).await;
        self.window.until_gone("[role=dialog]").await;
    }

    /// Waits for the meanings of all skills, which may be many and take long.
    async fn until_indexed(&self) {
        while self.window.ask("get_embedding_status", json!({})).await["state"] != "ready" {
            sleep(Duration::from_secs(1)).await;
        }
        self.window.until_indexed().await;
    }

    /// The rows of the library.
    async fn skills(&self) -> Vec<Value> {
        self.window.ask("list_skills", json!({})).await.as_array().cloned().unwrap_or_default()
    }

    /// Opens a skill through the list's filter, wherever it stands.
    async fn open_skill(&self, name: &str) {
        let window = &self.window;
        window.press_ctrl('1').await;
        window.fill("[data-testid=library-search]", name).await;
        window.open_skill(name).await;
        window.fill("[data-testid=library-search]", "").await;
        window.press_key(Key::Backspace).await;
        window.find("[data-testid=filters]").await;
    }

    /// The name of the skill that costs most of all those with several files.
    async fn largest(&self) -> String {
        let skills = self.skills().await;
        let size = |skill: &&Value| {
            let tokens = &skill["tokens"];
            (tokens["files"].as_u64().unwrap_or_default() > 0, tokens["body"].as_u64().unwrap_or_default())
        };
        let largest = skills.iter().filter(|skill| skill["broken"].is_null()).max_by_key(size);
        largest.and_then(|skill| skill["name"].as_str()).unwrap_or("gas-emergency").to_owned()
    }
}

#[tokio::test]
async fn of_the_first_start_and_of_importing() {
    let Some(album) = Album::open().await else { return };
    let window = &album.window;
    window.find("[data-testid=welcome]").await;
    album.take_at_rest("welcome").await;
    window.press_button("New library").await;
    window.find("[data-testid=library-path]").await;
    album.take("new-library").await;

    // Nothing in it: what each place says then.
    window.fill("[data-testid=library-path]", "empty").await;
    window.press_button("Create library").await;
    window.until_text("main", "This library is empty").await;
    let places = ["library", "map", "playground", "evaluate", "simulate", "tools", "packs"];
    for (key, place) in ('1'..).zip(places) {
        window.press_ctrl(key).await;
        album.take_at_rest(&format!("empty-{place}")).await;
    }
    window.press_ctrl('1').await;
    window.preview_import(&album.corpus).await;
    album.take("import-preview").await;
    window.click("[role=dialog] footer button.primary:not([disabled])").await;
    window.until_text("[role=dialog]", "Import report").await;
    album.take("import-report").await;
    window.press_button("Done").await;
    window.until_gone("[role=dialog]").await;
    album.take_at_rest("imported").await;
}

#[tokio::test]
async fn of_the_library() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    album.open_skill(&album.largest().await).await;
    album.take_at_rest("library-form").await;
    window.show_yaml().await;
    for tab in ["Problems", "Versions", "Uses", "Preview"] {
        window.open_tab(tab).await;
        album.take_at_rest(&format!("library-{}", tab.to_lowercase())).await;
    }
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl('f').await;
    window.find("[data-testid=find-field]:focus").await;
    window.type_text("the").await;
    album.take("editor-find").await;
    window.press_key(Key::Escape).await;
    if window.exists("[data-node]:not([data-node='SKILL.md'])").await {
        window.click("[data-testid=file-tree] [data-node*='.']:not([data-node='SKILL.md'])").await;
        window.find("[data-testid=editor]:not([data-file='SKILL.md'])").await;
        album.take_at_rest("library-file").await;
    }
    for name in ["datanalysis-credit-risk", "gas-emergency"] {
        album.open_skill(name).await;
        album.take_at_rest(&format!("library-{name}")).await;
    }
    window.fill("[data-testid=library-search]", "test").await;
    window.until_text("[data-testid=found]", "skills").await;
    album.take("library-filter").await;
    window.fill("[data-testid=library-search]", "zzyzx").await;
    window.settle().await;
    album.take("library-nothing-found").await;
    window.fill("[data-testid=library-search]", " ").await;
    window.press_key(Key::Backspace).await;
    window.find("[data-testid=filters]").await;
    window.run("document.querySelector('[data-testid=skill-list] [role=listbox]').focus()", vec![]).await;
    for key in [' ', Key::Up.into(), ' ', Key::Up.into(), ' '] {
        window.press(&[key]).await;
    }
    window.find("[data-testid=marked-bar]").await;
    album.take_at_rest("library-selected").await;
    window.press_key(Key::Escape).await;
    window.press(&[Key::Control.into(), Key::Shift.into(), 'f']).await;
    window.find("[data-testid=find-query]:focus").await;
    window.type_text("test").await;
    window.until_text("[data-testid=find-summary]", "results").await;
    album.take("find-in-files").await;
    window.click("[data-testid=toggle-replace]").await;
    window.fill("[data-testid=replacement]", "trial").await;
    album.take("replace-in-files").await;
    window.click("[data-testid=close-find]").await;
    window.press(&[Key::Control.into(), Key::Shift.into(), 'm']).await;
    window.find("[data-testid=library-problems] [data-testid=problem-group]").await;
    album.take_at_rest("problems").await;
    window.press_button("By rule").await;
    album.take_at_rest("problems-by-rule").await;
    if window.exists("[data-testid=fix-kind]").await {
        window.click("[data-testid=fix-kind]").await;
        window.find("[data-testid=fix-dialog] .diff").await;
        album.take("problems-fix").await;
        album.close_dialog().await;
    }
}

#[tokio::test]
async fn of_the_playground_and_evaluate() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    album.until_indexed().await;
    window.press_ctrl('3').await;
    window.find("[data-testid=query-input]").await;
    album.take_at_rest("playground-empty").await;
    window.fill("[data-testid=query-input]", QUERY).await;
    window.until_count("[data-testid=candidate]", |drawn| drawn > 10).await;
    album.take_at_rest("playground").await;
    window.click("[data-testid=candidate]").await;
    window.find("[data-testid=explanation]").await;
    album.take_at_rest("playground-explanation").await;
    window.click("[data-testid=try-wording]").await;
    window.click("[data-testid=what-if-description]").await;
    window.press(&[Key::Control.into(), Key::End.into()]).await;
    window.type_text(" Use when unit tests for code are asked for.").await;
    window.find("[data-testid=what-if-diff]").await;
    album.take_at_rest("what-if").await;
    window.click("[data-testid=what-if-discard]").await;

    let names: Vec<Value> = album.skills().await.iter().map(|skill| skill["name"].clone()).collect();
    for (query, expected) in LABELLED {
        let expected: Vec<&str> = Some(expected).filter(|name| names.contains(&json!(name))).into_iter().collect();
        let query = json!({ "id": null, "set": "samples", "query": query, "expected": expected, "source": { "kind": "written" } });
        window.ask("save_query", json!({ "query": query, "credentials": "ask" })).await;
    }
    window.press_ctrl('4').await;
    window.find("[data-testid=evaluate]").await;
    album.take_at_rest("evaluate-before").await;
    window.press(&[Key::Control.into(), Key::Enter.into()]).await;
    window.find("[data-testid=confusion-matrix]").await;
    album.take_at_rest("evaluate").await;
    window.press_button("Queries").await;
    album.take_at_rest("evaluate-queries").await;
    for (tab, shown) in [("Heat map", "heat-map"), ("Client lists", "host-entry")] {
        window.press_button(tab).await;
        window.find(&format!("[data-testid={shown}]")).await;
        album.take_at_rest(&format!("evaluate-{shown}")).await;
    }
    window.press_button("Suggest near-miss queries").await;
    window.find("[data-testid=near-miss]").await;
    album.take("evaluate-near-misses").await;
    album.close_dialog().await;

    // Compared with a run by another scorer.
    window.click("[data-testid=set-bar] [aria-label=Scorer]").await;
    window.click("[role=option][data-value=adk]").await;
    window.press(&[Key::Control.into(), Key::Enter.into()]).await;
    window.find("[data-testid=change-card]").await;
    window.press_button("Changes").await;
    album.take_at_rest("evaluate-changes").await;
    window.click("[data-testid=runs]").await;
    window.find("[role=dialog]").await;
    album.take("evaluate-runs").await;
}

#[tokio::test]
async fn of_the_tools() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    let toolbox = json!({ "servers": [], "tools": [nested_tool()], "agents": [] });
    window.ask("import_toolbox", json!({ "toolbox": toolbox })).await;
    window.press_ctrl('6').await;
    window.find("[data-testid=servers]").await;
    album.take_at_rest("tools").await;
    window.fill("[aria-label='Filter tools']", "plan_field_visit").await;
    window.press_button("plan_field_visit").await;
    window.find("[data-testid=tool-page]").await;
    window.find("[data-testid=arguments]").await;
    album.take_at_rest("tool-nested").await;
    for tool in ["sayHello", "dispatch_crew"] {
        window.fill("[aria-label='Filter tools']", tool).await;
        window.press_button(tool).await;
        window.find("[data-testid=tool-page]").await;
        album.take_at_rest(&format!("tool-{tool}")).await;
    }
    window.fill("[aria-label='Filter tools']", " ").await;
    window.press_key(Key::Backspace).await;
    window.click("[data-testid^='server-']").await;
    window.find("[data-testid=server-page]").await;
    album.take_at_rest("server").await;
    window.click("[data-testid=import-tools]").await;
    window.find("[data-testid=import-dialog]").await;
    album.take("tools-import").await;
    album.close_dialog().await;
    window.press_button("Add server").await;
    window.press_button("Import MCP servers").await;
    window.find("[data-testid=paste-servers]").await;
    album.take("servers-paste").await;
    album.close_dialog().await;
}

/// A tool whose arguments stand within one another under long names.
fn nested_tool() -> Value {
    let slot = json!({ "type": "object", "required": ["earliest_arrival_time"], "properties": {
        "earliest_arrival_time": { "type": "string", "format": "date-time" },
        "is_rescheduling_allowed": { "type": "boolean" },
        "technicians_required": { "type": "integer", "minimum": 1 },
    } });
    let schema = json!({ "type": "object", "required": ["customer"], "properties": {
        "customer": { "type": "object", "required": ["premise_identifier"], "properties": {
            "premise_identifier": { "type": "string", "description": "As the meter says" },
            "preferred_contact_channel": { "enum": ["phone", "text message", "letter"] },
            "appointment_window": slot,
        } },
        "instructions_for_the_crew": { "type": "array", "items": { "type": "string" } },
    } });
    json!({
        "id": null, "aggregate_version": 0, "name": "plan_field_visit", "version": "1.0.0",
        "description": "Plans a visit.", "effect": "read", "timeout_s": 30, "retries": 0, "depends_on": [],
        "spec": { "source": "schema", "signature": "", "dialect": "arrow", "parameters": [], "schema": schema.to_string() },
        "implementation": { "kind": "none" },
    })
}

#[tokio::test]
async fn of_simulate() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    album.until_indexed().await;
    window.press_ctrl('5').await;
    window.find("[data-testid=simulate-start]").await;
    album.take_at_rest("simulate-start").await;
    window.press_button("Tool availability").await;
    window.find("[data-testid=availability]").await;
    album.take("simulate-availability").await;
    album.close_dialog().await;
    begin(window, "pico_reviewer").await;
    say(window, FIRST).await;
    window.find("[data-testid=chat-consent]").await;
    album.take_at_rest("simulate-consent").await;
    allow(window).await;
    window.until_text("[data-testid=answered]", "called set_picos_element").await;
    for tab in ["prompt", "tools", "calls", "state"] {
        window.click(&format!("[data-testid=step-inspector] [role=tab][data-value={tab}]")).await;
        album.take_at_rest(&format!("simulate-{tab}")).await;
    }
    of_what_a_session_leaves(&album).await;
    let calls = json!({ "calls": [{ "name": "list_skills", "arguments": {} }] });
    let replies: Vec<Value> = std::iter::repeat_n(calls, 59).chain([json!({ "text": "Done." })]).collect();
    let id = window.ask("start_simulation", json!({ "setup": setup(&json!(replies)), "credentials": "ask" })).await["row"]["id"].clone();
    window
        .ask("say_in_simulation", json!({ "id": id, "text": "Again and again", "pace": "run", "credentials": "ask" }))
        .await;
    window.until_text("[data-testid=sessions]", "Again and again").await;
    album.take_at_rest("simulate-sessions").await;
    window.click("[data-testid=session-row]").await;
    window.until_text("[data-testid=step-of]", "60 of 60").await;
    album.take_at_rest("simulate-long").await;
    window.click("[data-testid=compare]").await;
    choose(window, "Runtime", "Everything up front").await;
    window.click("[data-testid=run-beside]").await;
    window.until_count("[data-testid=compare-view] [data-testid=scrubber]", |drawn| drawn == 2).await;
    album.take_at_rest("simulate-compare").await;
}

/// The numbers of a session, and the test case that is made of it.
async fn of_what_a_session_leaves(album: &Album) {
    let window = &album.window;
    window.perform("Show tool and skill metrics for the session").await;
    window.find("[data-testid=tool-metrics]").await;
    album.take("simulate-metrics").await;
    album.close_dialog().await;
    window.perform("Save the session as a test case").await;
    window.find("[data-testid=case-save]").await;
    album.take("simulate-save-case").await;
    window.click("[data-testid=case-save]").await;
    window.until_gone("[role=dialog]").await;
    window.perform("Show session test cases").await;
    window.click("[data-testid=case-row]").await;
    window.click("[data-testid=run-case]").await;
    window.find("[data-testid=case-got]").await;
    album.take_at_rest("simulate-cases").await;
    window.press_ctrl('5').await;
    window.perform("Show all sessions").await;
    window.find("[data-testid=sessions]").await;
}

#[tokio::test]
async fn of_the_map() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    album.until_indexed().await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-tile-key], [data-ready=true] [data-node-key]").await;
    window.press_button("Fit the whole map").await;
    album.take_at_rest("map-far").await;
    for _ in 0..8 {
        if window.attribute("[data-level]", "data-level").await.as_deref() != Some("far") {
            break;
        }
        window.press_button("Zoom in").await;
        window.settle().await;
    }
    album.take_at_rest("map-middle").await;
    for name in ["gas-emergency", "dispatch_crew"] {
        window.fill("[aria-label='Find on the map']", name).await;
        window.click("[aria-label='Find on the map']").await;
        window.press_key(Key::Enter).await;
        window.until_text("aside[aria-label=Selection]", name).await;
        album.take_at_rest(&format!("map-near-{name}")).await;
    }
    window.fill("[aria-label='Find on the map']", " ").await;
    window.press_key(Key::Backspace).await;
    window.press_button("List").await;
    window.find("[data-testid=map-list]").await;
    album.take_at_rest("map-list").await;
    window.press_button("Canvas").await;
    window.find("[data-ready=true]").await;
    let map = window.ask("get_map", json!({})).await;
    let agent = map["nodes"].as_array().into_iter().flatten().find(|node| node["kind"] == "agent").cloned();
    if let Some(name) = agent.as_ref().and_then(|node| node["name"].as_str()) {
        window.fill("[aria-label='Find on the map']", name).await;
        window.click("[aria-label='Find on the map']").await;
        window.press_key(Key::Enter).await;
        window.find("[data-testid=agent-editor]").await;
        album.take_at_rest("agent").await;
    }
}

#[tokio::test]
async fn of_what_opens_over_a_place() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    album.open_skill("gas-emergency").await;
    let control = char::from(Key::Control);
    album.take_dialog("palette", &[control, 'k']).await;
    album.take_dialog("switcher", &[control, 'p']).await;
    album.take_dialog("import", &[control, 'i']).await;
    album.take_dialog("new-skill", &[control, 'n']).await;
    window.run("document.activeElement?.blur()", vec![]).await;
    album.take_dialog("shortcuts", &[char::from(Key::Shift), '?']).await;
    window.press_ctrl('k').await;
    window.find("[role=dialog] [role=combobox]:focus").await;
    window.type_text("test").await;
    album.take("palette-typed").await;
    album.close_dialog().await;

    window.press_ctrl(',').await;
    window.find("[data-testid=settings-pane]").await;
    let sections = window.shown("nav[aria-label=Sections] button").await;
    for (at, section) in (1..).zip(sections) {
        window.click(&format!("nav[aria-label=Sections] button:nth-child({at})")).await;
        album.take_at_rest(&format!("settings-{}", section.to_lowercase().replace(' ', "-"))).await;
    }
    album.close_dialog().await;

    for _ in 0..3 {
        album.window.perform("Move skill to trash").await;
        window.settle().await;
        // Where others depend on it, they are named first.
        window.run("document.querySelector('[data-testid=trash-anyway]')?.click()", vec![]).await;
        window.settle().await;
    }
    album.window.perform("Show trash").await;
    window.find("[role=dialog]").await;
    album.take("trash").await;
    album.close_dialog().await;
    album.window.perform("Show drafts").await;
    window.find("[role=dialog]").await;
    album.take("drafts").await;
}
