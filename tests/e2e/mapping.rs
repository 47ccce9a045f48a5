//! The map: linked by pointer and by keys, undone, a missing tool seen and mended, and all of it there after a restart.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};

#[tokio::test]
async fn the_map_is_drawn_linked_undone_and_kept() {
    let window = Window::open_first_time().await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='agent:']").await;
    let map = window.ask("map", json!({})).await;
    let nodes = map["nodes"].as_array().map_or(0, Vec::len);
    window.until_count("[data-node-key]", |shown| shown == nodes).await;
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
async fn a_missing_tool_is_drawn_and_mended() {
    let window = Window::open_first_time().await;
    let (id, text) = (window.id_of("hello-world").await, window.stored_text("hello-world").await);
    let version = window.ask("get_skill", json!({ "id": id })).await["aggregate_version"].clone();
    let phantom =
        text.replace("allowed-tools: sayHello", "allowed-tools: say_hullo").replace("`sayHello`", "`say_hullo`");
    assert_ne!(phantom, text);
    let save =
        json!({ "skillId": id, "path": "SKILL.md", "text": phantom, "aggregateVersion": version, "theirHash": null });
    window.ask("save_file", save).await;

    window.press_ctrl('2').await;
    window.find("[data-node-key='missing:say_hullo']").await;
    window.find(&format!("[data-link-key='names:skill:{id}>missing:say_hullo']")).await;
    window.click("[data-node-key='missing:say_hullo']").await;
    window.save_both_themes("map-missing").await;
    window.press_button("Rename to sayHello").await;
    window.until_gone("[data-node-key='missing:say_hullo']").await;
    assert_eq!(window.stored_text("hello-world").await, text);
}

async fn tool(window: &Window, name: &str) -> String {
    let tools = window.ask("list_tools", json!({})).await;
    let found = tools.as_array().and_then(|tools| tools.iter().find(|tool| tool["name"] == name)).cloned();
    format!("tool:{}", found.expect("it is a sample tool")["id"].as_str().expect("an id is a text"))
}

/// Names of the tools a skill uses, by name.
async fn uses(window: &Window, skill: &str) -> Vec<String> {
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

async fn focus(window: &Window, key: &str) {
    let selector = format!(".svelte-flow__node[data-id='{key}']");
    window.run("document.querySelector(arguments[0]).focus()", vec![selector.into()]).await;
}

fn node(key: &str) -> String {
    format!("[data-node-key='{key}']")
}

fn port(key: &str, side: &str) -> String {
    format!("[data-node-key='{key}'] [data-port={side}]")
}
