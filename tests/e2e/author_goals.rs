//! Every goal of somebody who writes skills for one client, counted in actions, by keys alone and by pointer: each from
//! where one would think of it, to what answers it.

use std::{fs, path::PathBuf};

use fantoccini::key::Key;
use serde_json::json;

use crate::author::{Author, OPEN_OWN, VAGUE, place};

/// The skill that is tested, reworded, saved and exported.
const SKILL: &str = "water-houseplants";
const MESSAGE: &str = "When is high tide tomorrow?";

/// What users might say. Nothing in the library says anything like the last.
const QUERIES: [&str; 5] = [
    "my fern has drooping leaves",
    "how often should I water a cactus",
    "is this soil too dry for basil",
    "translate this letter into French",
    "the whiffle box hums at midnight",
];
/// What has the skill triggered by that one too.
const WORDS: &str = " Use when the whiffle box hums at midnight. ";

const FIRST_MESSAGE: &str = "[data-testid=first-message]";
const IMPORT_EVALS: &str = "[data-testid=evaluate] [data-testid=empty-action]";
const ADD_QUERY: &str = "[data-testid=add-skill-query]";
const DRAFT: &str = "[data-testid=what-if-description]";
const ADD_SERVERS: &str = "[data-testid=found-add-all]";
/// In the title of the file chooser.
const EXPORT: &str = "Export as .skill";

/// A query of the list, by how it goes.
fn query(text: &str, is_right: bool) -> String {
    format!("[data-testid=skill-query][data-tip='{text}'][data-right={is_right}]")
}

fn skill_file(author: &Author) -> PathBuf {
    author.window.home().join("home/.claude/skills").join(SKILL).join("SKILL.md")
}

/// The twenty are there, and linked to their folders.
async fn until_linked(author: &Author) {
    author.until_opened().await;
    let row = author.window.row_of(SKILL).await;
    assert_eq!(row.map(|row| row["link"].clone()), Some(json!("linked")));
}

/// It is said why a skill never triggers.
async fn until_reason(author: &Author) {
    let row = format!("[data-testid=library-problem][data-skill={VAGUE}]");
    author.window.until_text(&row, "too short for an agent to pick this skill").await;
}

/// The client's list is shown, as its model gets it.
async fn until_seen(author: &Author) {
    author.window.until_text("[data-testid=client-column]", "Claude Code").await;
    author.window.until_count("[data-testid=client-row]", |rows| rows > 3).await;
    author.window.until_text("[data-testid=client-row]", "Does task").await;
}

/// The client has loaded the skill for what was said.
async fn until_answered(author: &Author) {
    author.window.find("[data-testid=chat]").await;
    author.window.until_text("[data-testid=chat]", "tide-tables").await;
}

/// The run says how the queries that lay beside the skill went.
async fn until_run(author: &Author) {
    author.window.find("[data-testid=confusion-matrix] [data-testid=confusion-cell][data-expected=tide-tables]").await;
    author.window.until_text("[data-testid=metrics]", "Top-1").await;
}

/// Types queries into the field that has the keyboard by now, each ended with Enter; each has its result.
async fn type_queries(author: &Author) {
    author.with_keyboard_on(ADD_QUERY).await;
    for (before, text) in QUERIES.iter().enumerate() {
        author.window.type_text(text).await;
        author.window.press_key(Key::Enter).await;
        author.window.until_count("[data-testid=skill-query]", |rows| rows == before + 1).await;
    }
    author.window.until_count("[data-testid=skill-query][data-right]", |rows| rows == QUERIES.len()).await;
    author.window.until_text("[data-testid=skill-queries]", SKILL).await;
    author.window.until_text("[data-testid=queries-right]", "of 5 passed").await;
    author.window.find(&query(QUERIES[4], false)).await;
}

/// The draft is tested while it is typed.
async fn until_better(author: &Author) {
    let better = query(QUERIES[4], true);
    author.window.find(&better).await;
    author.window.until_text(&better, "Fixed").await;
}

async fn until_on_disk(author: &Author) {
    let file = skill_file(author);
    let is_there = async || fs::read_to_string(&file).is_ok_and(|text| text.contains("whiffle box hums"));
    author.window.until("the words in the file", is_there).await;
}

async fn until_exported(author: &Author) {
    author.window.until_text("[data-sonner-toast]", &format!("Exported {SKILL} to ")).await;
    let archive = author.window.home().join("home").join(format!("{SKILL}.skill"));
    assert!(archive.is_file(), "{} was written", archive.display());
}

/// All servers of the client's own settings are in the library.
async fn until_added(author: &Author) {
    author.window.until_gone("[data-testid=found-offer]").await;
    let servers = author.window.ask("list_servers", json!({})).await;
    assert_eq!(servers.as_array().map(Vec::len), Some(2), "{servers}");
}

#[tokio::test]
async fn every_goal_of_an_author_is_a_few_keys_away() {
    let mut author = Author::at_own_computer().await;
    author.window.hold_toasts().await;
    author.key(Key::Enter).await;
    until_linked(&author).await;
    assert_eq!(author.took(), 1, "to one's own skills, linked");

    author.ctrl_shift('m').await;
    until_reason(&author).await;
    assert_eq!(author.took(), 1, "to why a skill never triggers");

    author.ctrl('3').await;
    until_seen(&author).await;
    assert_eq!(author.took(), 1, "to what the client sees");

    author.ctrl('5').await;
    author.with_keyboard_on(FIRST_MESSAGE).await;
    author.text(MESSAGE).await;
    author.key(Key::Enter).await;
    until_answered(&author).await;
    assert_eq!(author.took(), 3, "to a simulated conversation");

    author.ctrl('4').await;
    author.with_keyboard_on(IMPORT_EVALS).await;
    author.key(Key::Enter).await;
    author.with_keyboard_on("[data-testid=run]").await;
    author.key(Key::Enter).await;
    until_run(&author).await;
    assert_eq!(author.took(), 3, "to a run of the trigger evals");

    author.ctrl('6').await;
    author.with_keyboard_on(ADD_SERVERS).await;
    author.key(Key::Enter).await;
    until_added(&author).await;
    assert_eq!(author.took(), 2, "to one's MCP servers");
    author.window.press_key(Key::Escape).await;
    author.window.until_gone("[role=dialog]").await;

    // From the skill that is open.
    open_by_keys(&author).await;
    author.chord(&[Key::Control.into(), Key::Enter.into()]).await;
    type_queries(&author).await;
    assert_eq!(author.took(), 1, "to five queries with their results, beside typing them");

    author.ctrl('e').await;
    author.with_keyboard_on(DRAFT).await;
    author.text(WORDS).await;
    until_better(&author).await;
    assert_eq!(author.took(), 2, "to what another description does");

    author.ctrl('s').await;
    until_on_disk(&author).await;
    assert_eq!(author.took(), 1, "to the disk");

    open_by_keys(&author).await;
    author.ctrl_shift('e').await;
    author.take_offered_path(EXPORT).await;
    until_exported(&author).await;
    assert_eq!(author.took(), 2, "to a .skill for claude.ai");
}

/// Opens the skill, which is no part of what is counted.
async fn open_by_keys(author: &Author) {
    author.window.press_ctrl('p').await;
    author.with_keyboard_on("[role=dialog] [role=combobox]").await;
    author.window.type_text(SKILL).await;
    author.window.until_text("[role=dialog] [aria-selected=true]", SKILL).await;
    author.window.press_key(Key::Enter).await;
    author.window.find(&format!("[data-testid=editor][data-skill={SKILL}] .cm-content:focus")).await;
}

#[tokio::test]
async fn every_goal_of_an_author_is_a_few_clicks_away() {
    let mut author = Author::at_own_computer().await;
    author.window.hold_toasts().await;
    author.click(OPEN_OWN).await;
    until_linked(&author).await;
    assert_eq!(author.took(), 1, "to one's own skills, linked");

    author.click(&place("Problems")).await;
    until_reason(&author).await;
    assert_eq!(author.took(), 1, "to why a skill never triggers");

    author.click(&place("Playground")).await;
    until_seen(&author).await;
    assert_eq!(author.took(), 1, "to what the client sees");

    author.click(&place("Simulate")).await;
    author.with_keyboard_on(FIRST_MESSAGE).await;
    author.text(MESSAGE).await;
    author.click("[data-testid=begin]").await;
    until_answered(&author).await;
    assert_eq!(author.took(), 3, "to a simulated conversation");

    author.click(&place("Evaluate")).await;
    author.click(IMPORT_EVALS).await;
    author.click("[data-testid=run]:not([disabled])").await;
    until_run(&author).await;
    assert_eq!(author.took(), 3, "to a run of the trigger evals");

    author.click(&place("Tools")).await;
    author.click(ADD_SERVERS).await;
    until_added(&author).await;
    assert_eq!(author.took(), 2, "to one's MCP servers");
    author.window.click("[data-testid=found-done]").await;
    author.window.until_gone("[role=dialog]").await;

    // From the skill that is open.
    author.window.click(&place("Library")).await;
    author.window.open_skill(SKILL).await;
    author.click("[data-testid=test-in-playground]").await;
    type_queries(&author).await;
    assert_eq!(author.took(), 1, "to five queries with their results, beside typing them");

    author.click("[data-testid=skill-queries] [aria-label='Try a different description']").await;
    author.with_keyboard_on(DRAFT).await;
    author.text(WORDS).await;
    until_better(&author).await;
    assert_eq!(author.took(), 2, "to what another description does");

    author.click("[data-testid=what-if-keep]").await;
    until_on_disk(&author).await;
    assert_eq!(author.took(), 1, "to the disk");

    author.window.click(&place("Library")).await;
    author.window.find(&format!("[data-testid=editor][data-skill={SKILL}]")).await;
    author.click("[data-testid=export-menu]").await;
    author.click_on("Export as .skill").await;
    author.take_offered_path(EXPORT).await;
    until_exported(&author).await;
    assert_eq!(author.took(), 3, "to a .skill for claude.ai");
}
