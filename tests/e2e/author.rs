//! Somebody at the window whose actions are counted: a key, a chord, a click, a text typed at one go. With them the computer
//! that most of these stories begin at.

use std::fs;

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};
use tempfile::TempDir;

use crate::disk::{copy_skill, fixtures};

/// What opens the skills that were found at the first start.
pub(crate) const OPEN_OWN: &str = "[data-testid=open-own]:not([disabled])";

/// A skill whose description tells nobody when it is for.
pub(crate) const VAGUE: &str = "task-20";

/// Twenty skills of Claude Code, one with trigger queries beside it, and two servers in the client's own settings.
fn computer() -> TempDir {
    let home = TempDir::new().expect("the temporary folder can be written");
    let skills = home.path().join("home/.claude/skills");
    for good in ["tide-tables", "water-houseplants", "morning-notes"] {
        copy_skill(&fixtures().join("good").join(good), &skills.join(good));
    }
    for number in 4..=20 {
        let name = format!("task-{number}");
        let about = if name == VAGUE {
            "The last.".to_owned()
        } else {
            format!("Does task {number} of the week. Use when task {number} is due.")
        };
        let text = format!("---\nname: {name}\ndescription: {about}\n---\n\nDo task {number}.\n");
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

/// The button in the rail that leads to a place.
pub(crate) fn place(name: &str) -> String {
    format!("nav[aria-label=Places] [aria-label^='{name}']")
}

/// Who sits at the window, and what they did since that was asked last.
pub(crate) struct Author {
    pub(crate) window: Window,
    actions: u32,
}

impl Author {
    /// Sits down at a computer on which the program was never started.
    pub(crate) async fn at(home: TempDir) -> Self {
        Self { window: Window::open(Options { home: Some(home), ..Options::default() }).await, actions: 0 }
    }

    /// Sits down at that of twenty skills, which are found.
    pub(crate) async fn at_own_computer() -> Self {
        let author = Self::at(computer()).await;
        author.window.until_text(OPEN_OWN, "20 skills").await;
        author.with_keyboard_on(OPEN_OWN).await;
        author
    }

    /// Waits until the twenty are listed, and one of them is open.
    pub(crate) async fn until_opened(&self) {
        self.window.until_count("[data-testid=skill-row]", |rows| rows == 20).await;
        self.window.find("[data-testid=editor]").await;
    }

    /// Presses several keys together.
    pub(crate) async fn chord(&mut self, keys: &[char]) {
        self.actions += 1;
        self.window.press(keys).await;
    }

    /// Presses Ctrl and a key.
    pub(crate) async fn ctrl(&mut self, key: char) {
        self.chord(&[Key::Control.into(), key]).await;
    }

    /// Presses Ctrl, Shift and a key.
    pub(crate) async fn ctrl_shift(&mut self, key: char) {
        self.chord(&[Key::Control.into(), Key::Shift.into(), key]).await;
    }

    pub(crate) async fn key(&mut self, key: Key) {
        self.chord(&[key.into()]).await;
    }

    /// Types a text into what has the keyboard.
    pub(crate) async fn text(&mut self, text: &str) {
        self.actions += 1;
        self.window.type_text(text).await;
    }

    pub(crate) async fn click(&mut self, selector: &str) {
        self.actions += 1;
        self.window.click(selector).await;
    }

    /// Clicks the button, tab or menu entry whose label starts with `name`.
    pub(crate) async fn click_on(&mut self, name: &str) {
        self.actions += 1;
        self.window.press_button(name).await;
    }

    /// Takes what the file chooser of this title offers.
    pub(crate) async fn take_offered_path(&mut self, title: &str) {
        self.actions += 1;
        self.window.take_offered_path(title).await;
    }

    /// Does what the palette finds first for these words, which are the start of what that is called.
    pub(crate) async fn find_and_do(&mut self, action: &str) {
        self.ctrl('k').await;
        self.with_keyboard_on("[role=dialog] [role=combobox]").await;
        self.text(action).await;
        self.window.until_text("[role=dialog] [aria-selected=true]", action).await;
        self.key(Key::Enter).await;
        self.window.until_gone(".kit-palette").await;
    }

    /// Waits until what is meant has the keyboard, without a key.
    pub(crate) async fn with_keyboard_on(&self, selector: &str) {
        let is_there = "return document.activeElement?.matches(arguments[0]) ?? false";
        let has_keyboard = async || self.window.run(is_there, vec![json!(selector)]).await == json!(true);
        self.window.until(&format!("the keyboard on {selector}"), has_keyboard).await;
    }

    /// How many actions it took since this was asked last.
    pub(crate) fn took(&mut self) -> u32 {
        std::mem::take(&mut self.actions)
    }
}
