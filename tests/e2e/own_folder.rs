//! A folder of skills that a client reads, and nothing else: from there every goal is a step or three away, by pointer and
//! by keys alone, and each place has something of one's own in it.

use std::fs;

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};
use tempfile::TempDir;

use crate::disk::{copy_skill, fixtures};

/// Places by their keys, with what tells that something of the folder is shown in them.
const PLACES: [(char, &str, &str); 7] = [
    ('1', "library", "[data-testid=editor]"),
    ('2', "map", "[data-node-key]"),
    ('3', "playground", "[data-testid=client-row]"),
    ('4', "evaluate", "[data-testid=evaluate] [data-testid=empty-action]"),
    ('5', "simulate", "[data-testid=first-message]"),
    ('6', "tools", "[data-testid=found-offer]"),
    ('7', "packs", "[data-testid=packs]"),
];

/// Twenty skills of Claude Code, one with trigger queries beside it, and two servers in the client's own settings.
fn computer() -> TempDir {
    let home = TempDir::new().expect("the temporary folder can be written");
    let skills = home.path().join("home/.claude/skills");
    for good in ["tide-tables", "water-houseplants", "morning-notes"] {
        copy_skill(&fixtures().join("good").join(good), &skills.join(good));
    }
    for number in 4..=20 {
        let name = format!("task-{number}");
        let text = format!(
            "---\nname: {name}\ndescription: Does task {number} of the week. Use when task {number} is due.\n---\n\nDo task {number}.\n"
        );
        fs::create_dir_all(skills.join(&name)).expect("the temporary folder can be written");
        fs::write(skills.join(&name).join("SKILL.md"), text).expect("the temporary folder can be written");
    }
    let evals = json!([
        { "query": "when is high tide tomorrow", "should_trigger": true },
        { "query": "bake a loaf of bread", "should_trigger": false }
    ]);
    let folder = skills.join("tide-tables/evals");
    fs::create_dir_all(&folder).expect("the temporary folder can be written");
    fs::write(folder.join("trigger_evals.json"), evals.to_string()).expect("the temporary folder can be written");
    let servers = json!({ "mcpServers": {
        "tickets": { "command": "tickets", "args": ["--stdio"] },
        "calendar": { "type": "http", "url": "https://calendar.example.com/mcp" }
    } });
    fs::write(home.path().join("home/.claude.json"), servers.to_string()).expect("the temporary folder can be written");
    home
}

/// What an author does, counted: a chord, a key, a click, a text typed at one go.
struct Author {
    window: Window,
    actions: u32,
}

impl Author {
    /// The folder is found at the first start, and opened with one key.
    async fn start() -> Self {
        let window = Window::open(Options { home: Some(computer()), ..Options::default() }).await;
        window.until_text("[data-testid=open-own]:not([disabled])", "20 skills").await;
        window
            .until("the way in has the keyboard", async || has_keyboard(&window, "[data-testid=open-own]").await)
            .await;
        let mut author = Self { window, actions: 0 };
        author.key(Key::Enter).await;
        author.window.until_count("[data-testid=skill-row]", |rows| rows == 20).await;
        author.window.find("[data-testid=editor]").await;
        author
    }

    async fn chord(&mut self, key: char) {
        self.actions += 1;
        self.window.press_ctrl(key).await;
    }

    async fn key(&mut self, key: Key) {
        self.actions += 1;
        self.window.press_key(key).await;
    }

    async fn text(&mut self, text: &str) {
        self.actions += 1;
        self.window.type_text(text).await;
    }

    async fn click(&mut self, selector: &str) {
        self.actions += 1;
        self.window.click(selector).await;
    }

    /// Waits until what is meant has the keyboard, without a key.
    async fn with_keyboard_on(&self, selector: &str) {
        self.window
            .until(&format!("the keyboard on {selector}"), async || has_keyboard(&self.window, selector).await)
            .await;
    }

    /// How many actions it took since this was asked last.
    fn took(&mut self) -> u32 {
        std::mem::take(&mut self.actions)
    }
}

async fn has_keyboard(window: &Window, selector: &str) -> bool {
    let is_there = "return document.activeElement?.matches(arguments[0]) ?? false";
    window.run(is_there, vec![json!(selector)]).await == json!(true)
}

#[tokio::test]
async fn every_goal_is_reached_from_ones_own_folder_by_keys_alone() {
    let mut author = Author::start().await;
    assert_eq!(author.took(), 1, "to one's own skills");

    // What Claude Code sees of them.
    author.chord('3').await;
    author.window.until_text("[data-testid=client-column]", "Claude Code").await;
    author.window.until_count("[data-testid=client-row]", |rows| rows > 3).await;
    assert!(author.took() <= 2, "to what the client sees");

    // A conversation.
    author.chord('5').await;
    author.with_keyboard_on("[data-testid=first-message]").await;
    author.text("When is high tide tomorrow?").await;
    author.key(Key::Enter).await;
    author.window.find("[data-testid=chat]").await;
    author.window.until_text("[data-testid=chat]", "tide-tables").await;
    assert!(author.took() <= 3, "to a simulated conversation");

    // A run of the queries that lie beside the skills.
    author.chord('4').await;
    author.with_keyboard_on("[data-testid=evaluate] [data-testid=empty-action]").await;
    author.key(Key::Enter).await;
    author.with_keyboard_on("[data-testid=run]").await;
    author.key(Key::Enter).await;
    author.window.find("[data-testid=confusion-matrix]").await;
    assert!(author.took() <= 3, "to a run of the evals");

    // The servers of the client's own settings.
    author.chord('6').await;
    author.with_keyboard_on("[data-testid=found-add-all]").await;
    author.key(Key::Enter).await;
    author.window.until_gone("[data-testid=found-offer]").await;
    let servers = author.window.ask("list_servers", json!({})).await;
    assert_eq!(servers.as_array().map(Vec::len), Some(2), "{servers}");
    assert!(author.took() <= 2, "to one's MCP servers");
}

#[tokio::test]
async fn every_goal_is_reached_from_ones_own_folder_by_pointer() {
    let mut author = Author::start().await;
    author.took();
    let place = |name: &str| format!("nav[aria-label=Places] [aria-label={name}]");

    author.click(&place("Playground")).await;
    author.window.until_count("[data-testid=client-row]", |rows| rows > 3).await;
    assert!(author.took() <= 2, "to what the client sees");

    author.click(&place("Simulate")).await;
    author.with_keyboard_on("[data-testid=first-message]").await;
    author.text("When is high tide tomorrow?").await;
    author.click("[data-testid=begin]").await;
    author.window.until_text("[data-testid=chat]", "tide-tables").await;
    assert!(author.took() <= 3, "to a simulated conversation");

    author.click(&place("Evaluate")).await;
    author.click("[data-testid=evaluate] [data-testid=empty-action]").await;
    author.click("[data-testid=run]:not([disabled])").await;
    author.window.find("[data-testid=confusion-matrix]").await;
    assert!(author.took() <= 3, "to a run of the evals");

    author.click(&place("Tools")).await;
    author.click("[data-testid=found-add-all]").await;
    author.window.until_gone("[data-testid=found-offer]").await;
    assert!(author.took() <= 2, "to one's MCP servers");
}

#[tokio::test]
async fn every_place_has_something_of_ones_own_folder_right_after_opening() {
    let author = Author::start().await;
    for (size, of) in [((1440, 900), "1440"), ((1024, 700), "1024")] {
        author.window.resize(size).await;
        for (key, name, shown) in PLACES {
            author.window.press_ctrl(key).await;
            author.window.find(shown).await;
            author.window.save_both_themes(&format!("own-folder-{name}-{of}")).await;
        }
    }
}
