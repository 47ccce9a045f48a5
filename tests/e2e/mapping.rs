//! The map: linked by pointer and by keys, undone, a missing tool seen and mended, and all of it there after a restart.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};

/// The line of hello-world's frontmatter that is made to name a tool that is not there.
const ALLOWED: &str = "allowed-tools: sayHello";

#[tokio::test]
async fn the_map_is_drawn_linked_undone_and_kept() {
    let window = Window::open_first_time().await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='agent:']").await;
    let map = window.ask("map", json!({})).await;
    let nodes = map["nodes"].as_array().map_or(0, Vec::len);
    window.until_count("[data-node-key]", |shown| shown == nodes).await;
    // Overlaps show as soon as the vectors are there; the columns are ordered by them, too.
    window.until_text("[role=toolbar][aria-label=Map]", "2 overlaps").await;
    window.save_both_themes("map").await;

    let skill = format!("skill:{}", window.id_of("hello-world").await);
    let (crew, sms) = (tool(&window, "dispatch_crew").await, tool(&window, "send_sms").await);

    // By pointer: from a skill's port to a tool.
    reveal(&window, "hello-world").await;
    window.drag_onto(&port(&skill, "out"), &port(&crew, "in")).await;
    let link = format!("[data-link-key='uses:{skill}>{crew}']");
    window.find(&link).await;
    assert_eq!(uses(&window, &skill).await, ["dispatch_crew", "sayHello"]);

    // By keys: the node, what it can be linked to, the name.
    focus(&window, &skill).await;
    window.type_text("c").await;
    window.find("[data-testid=connect-menu]").await;
    window.type_text("send_sms").await;
    window.press_key(Key::Enter).await;
    window.find(&format!("[data-link-key='uses:{skill}>{sms}']")).await;

    // One step a gesture, back and forth.
    focus(&window, &skill).await;
    window.press_ctrl('z').await;
    window.until_gone(&format!("[data-link-key='uses:{skill}>{sms}']")).await;
    window.press_ctrl('z').await;
    window.until_gone(&link).await;
    assert_eq!(uses(&window, &skill).await, ["sayHello"]);
    window.press(&[Key::Control.into(), Key::Shift.into(), 'z']).await;
    window.find(&link).await;

    // Laid out on demand, away from the window, as one step.
    assert_eq!(place(&window, &skill).await, None, "nobody placed it yet");
    window.press_button("Lay out").await;
    window.until("the layout to be kept", async || place(&window, &skill).await.is_some()).await;
    window.press_button("Undo: Lay out").await;
    window.until("the layout to be taken back", async || place(&window, &skill).await.is_none()).await;

    // A node is moved, and stands there after a restart, as the link does.
    window.drag_by(&node(&skill), 60, 40).await;
    window.until("the place to be kept", async || place(&window, &skill).await.is_some()).await;
    let kept = place(&window, &skill).await;
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('2').await;
    window.find(&link).await;
    assert_eq!(place(&window, &skill).await, kept);
}

#[tokio::test]
async fn a_missing_tool_is_seen_while_writing_drawn_mended_and_undone() {
    let window = Window::open_first_time().await;
    let text = window.stored_text("hello-world").await;
    window.open_skill("hello-world").await;
    window.open_tab("Problems").await;
    window.show_yaml().await;
    window.retype_line(ALLOWED, &ALLOWED.replace("sayHello", "say_hullo")).await;
    window.press_key(Key::Escape).await;
    window.until_text("[data-testid=problems]", "say_hullo").await;
    window.save().await;
    let phantom = window.stored_text("hello-world").await;
    assert_ne!(phantom, text);

    let missing = "[data-node-key='missing:say_hullo']";
    let id = window.id_of("hello-world").await;
    window.press_ctrl('2').await;
    window.find(missing).await;
    window.find(&format!("[data-link-key='names:skill:{id}>missing:say_hullo']")).await;
    window.click(missing).await;
    window.save_both_themes("map-missing").await;
    window.press_button("Rename to sayHello").await;
    window.until_gone(missing).await;
    assert_eq!(window.stored_text("hello-world").await, text);

    // The mend is a step like any other.
    window.press_button("Undo: Rename say_hullo to sayHello").await;
    window.find(missing).await;
    assert_eq!(window.stored_text("hello-world").await, phantom);
    window.press_button("Redo: Rename say_hullo to sayHello").await;
    window.until_gone(missing).await;

    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='skill:']").await;
    assert_eq!((window.count(missing).await, window.stored_text("hello-world").await), (0, text));
}

pub(crate) async fn tool(window: &Window, name: &str) -> String {
    let tools = window.ask("list_tools", json!({})).await;
    let found = tools.as_array().and_then(|tools| tools.iter().find(|tool| tool["name"] == name)).cloned();
    format!("tool:{}", found.expect("it is a sample tool")["id"].as_str().expect("an id is a text"))
}

/// Names of the tools a skill uses, by name.
pub(crate) async fn uses(window: &Window, skill: &str) -> Vec<String> {
    let map = window.ask("map", json!({})).await;
    let links = map["links"].as_array().cloned().unwrap_or_default();
    let ends = links.iter().filter(|link| link["kind"] == "uses" && link["from"] == skill).map(|link| &link["to"]);
    let name = |key: &serde_json::Value| {
        let node = map["nodes"].as_array().and_then(|nodes| nodes.iter().find(|node| node["key"] == *key)).cloned();
        node.and_then(|node| node["name"].as_str().map(str::to_owned)).unwrap_or_default()
    };
    let mut names: Vec<String> = ends.map(name).collect();
    names.sort();
    names
}

async fn place(window: &Window, key: &str) -> Option<serde_json::Value> {
    let map = window.ask("map", json!({})).await;
    let node = map["nodes"].as_array()?.iter().find(|node| node["key"] == key)?.clone();
    Some(node["position"].clone()).filter(|position| !position.is_null())
}

/// Brings a node into view by searching for it, and ends the search.
async fn reveal(window: &Window, name: &str) {
    window.fill("[aria-label='Find on the map']", name).await;
    window.settle().await;
    window.fill("[aria-label='Find on the map']", "").await;
    window.settle().await;
}

pub(crate) async fn focus(window: &Window, key: &str) {
    let selector = format!(".svelte-flow__node[data-id='{key}']");
    window.run("document.querySelector(arguments[0]).focus()", vec![selector.into()]).await;
}

fn node(key: &str) -> String {
    format!("[data-node-key='{key}']")
}

pub(crate) fn port(key: &str, side: &str) -> String {
    format!("[data-node-key='{key}'] [data-port={side}]")
}
