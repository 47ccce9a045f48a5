//! The map: linked by pointer and by keys, undone, a missing tool seen and mended, and all of it there after a restart.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};

/// The line of hello-world's frontmatter that is made to name a tool that is not there.
const ALLOWED: &str = "  - sayHello";

#[tokio::test]
async fn the_map_is_drawn_linked_undone_and_kept() {
    let window = Window::open_samples().await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='agent:']").await;
    let nodes = nodes(&window).await;
    window.until_count("[data-node-key]", |shown| shown == nodes).await;
    // Overlaps show as soon as the vectors are there; the columns are ordered by them, too.
    window.until_text("[role=toolbar][aria-label=Map]", "2 overlaps").await;
    window.save_both_themes("map").await;

    let skill = format!("skill:{}", window.id_of("hello-world").await);
    let (crew, sms) = (tool(&window, "dispatch_crew").await, tool(&window, "send_sms").await);

    // By pointer: from a skill's port to a tool, with all of the map in view.
    window.press_button("Fit the whole map").await;
    window.settle().await;
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
    window.press_button("Auto-layout").await;
    window.until("the layout to be kept", async || place(&window, &skill).await.is_some()).await;
    window.press_button("Undo: Auto-layout").await;
    window.until("the layout to be taken back", async || place(&window, &skill).await.is_none()).await;

    // A node is moved, and stands there after a restart, as the link does.
    reveal(&window, "hello-world").await;
    window.drag_by(&node(&skill), 60, 40).await;
    window.until("the place to be kept", async || place(&window, &skill).await.is_some()).await;
    let kept = place(&window, &skill).await;
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('2').await;
    window.find(&link).await;
    assert_eq!(place(&window, &skill).await, kept);

    // And all of it can be undone still, in the library too, and done again.
    window.press_button("Undo: Move nodes").await;
    window.until("the place to be taken back", async || place(&window, &skill).await.is_none()).await;
    window.press_button("Undo: Connect hello-world to dispatch_crew").await;
    window.until_gone(&link).await;
    assert_eq!(uses(&window, &skill).await, ["sayHello"]);
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('2').await;
    window.press_button("Redo: Connect hello-world to dispatch_crew").await;
    window.find(&link).await;
    assert_eq!(uses(&window, &skill).await, ["dispatch_crew", "sayHello"]);

    // What was changed by somebody else meanwhile is left alone, and that is said.
    let map = window.ask("get_map", json!({})).await;
    let links = map["links"].as_array().cloned().unwrap_or_default();
    let mut changed =
        links.into_iter().find(|link| link["key"] == format!("uses:{skill}>{crew}")).expect("it is there");
    changed["access"] = json!("execute");
    window.ask("save_link", json!({ "link": changed })).await;
    window.press_button("Undo: Connect hello-world to dispatch_crew").await;
    window.until_text("[role=alert]", "has changed since").await;
    assert_eq!(uses(&window, &skill).await, ["dispatch_crew", "sayHello"]);
}

#[tokio::test]
async fn a_map_of_many_skills_is_named_from_afar_and_gone_through() {
    let window = Window::open_samples().await;
    let folder = tempfile::TempDir::new().expect("the temporary folder can be written");
    let skills = 300;
    for at in 0..skills {
        let skill = folder.path().join(format!("pack-{}/skills/made-{at:03}", at % 6));
        std::fs::create_dir_all(&skill).expect("the temporary folder can be written");
        let text = format!("---\nname: made-{at:03}\ndescription: Does thing {at}.\n---\n\nDo thing {at}.\n");
        std::fs::write(skill.join("SKILL.md"), text).expect("the temporary folder can be written");
    }
    let library = window.home().join("many.db");
    window.ask("create_library", json!({ "path": library, "hasSamples": false })).await;
    window.ask("import_paths", json!({ "paths": [folder.path()], "isLinked": false })).await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-tile-key]").await;
    // Every tile can be read, none covers another, and together they are all skills.
    let tiles = window.run(TILES, vec![]).await;
    assert_eq!(tiles["wrong"], json!([]), "{tiles}");
    assert_eq!(tiles["nodes"], json!(skills), "{tiles}");
    window.save_both_themes("map-many").await;

    // A tile is opened; its nodes have readable names.
    window.click("[data-tile-key]").await;
    window.find("[data-node-key]").await;
    let small = window.run(SMALL_NAMES, vec![]).await;
    assert_eq!(small, json!([]));

    // Farther away they are a picture, and the one where the keyboard begins is an element.
    window.press_button("Zoom out").await;
    window.find("[data-level=middle] [data-plates]").await;
    window.settle().await;
    assert_eq!(window.count("[data-node-key]").await, 1);
    assert_eq!(window.run(SMALL_NAMES, vec![]).await, json!([]));
    window.save_both_themes("map-many-names").await;

    // What is pressed in the picture is selected, what is dragged there is moved.
    window.run(MARK_BELOW, vec![json!(1)]).await;
    window.drag_by("[data-probe]", 0, 0).await;
    window.until_text("aside[aria-label=Selection]", "made-").await;
    window.save_both_themes("map-many-selected").await;
    window.run(MARK_BELOW, vec![json!(2)]).await;
    window.drag_by("[data-probe]", 40, 10).await;
    window.until("one node to be moved", async || moved(&window).await == 1).await;
    window.press_button("Undo: Move nodes").await;
    window.until("the node to be back", async || moved(&window).await == 0).await;

    // A skill in a folded group is found, and gone to.
    window.press_button("Collapse by server and group").await;
    window.fill("[aria-label='Find on the map']", "made-123").await;
    window.until_text("[role=toolbar][aria-label=Map]", "1 found").await;
    window.click("[aria-label='Find on the map']").await;
    window.press_key(Key::Enter).await;
    let key = format!("skill:{}", window.id_of("made-123").await);
    window.find(&format!("[data-node-key='{key}']")).await;
    window.until_text("aside[aria-label=Selection]", "made-123").await;
}

/// The tiles on the screen: how many nodes they stand for, and those too small for a name or over another.
const TILES: &str = "
    const tiles = [...document.querySelectorAll('[data-tile-key]')].map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        const name = tile.querySelector('.name');
        return { x, y, width, height, size: parseFloat(getComputedStyle(name).fontSize) * width / tile.offsetWidth,
            nodes: parseInt(tile.querySelector('.detail').textContent), text: name.textContent };
    });
    const meets = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    const wrong = tiles.filter((tile, at) => !tile.text || tile.width < 60 || tile.height < 26 || tile.size < 10
        || tiles.slice(at + 1).some((other) => meets(tile, other)));
    return { wrong, nodes: tiles.reduce((sum, { nodes }) => sum + nodes, 0) };";

/// Names of nodes that are written too small to be read.
const SMALL_NAMES: &str = "
    const zoom = Number(document.querySelector('[data-zoom]').dataset.zoom);
    return [...document.querySelectorAll('[data-node-key] .name')]
        .filter((name) => parseFloat(getComputedStyle(name).fontSize) * zoom < 8 || !name.textContent.trim())
        .map((name) => name.textContent);";

/// Marks the place of the node so many rows below the one that is an element.
const MARK_BELOW: &str = "
    document.querySelector('[data-probe]')?.remove();
    const zoom = Number(document.querySelector('[data-zoom]').dataset.zoom);
    const { x, y, width, height } = document.querySelector('[data-node-key]').getBoundingClientRect();
    const [left, top] = [x + width / 2, y + height / 2 + arguments[0] * (height + 22 * zoom)];
    const probe = document.createElement('i');
    probe.dataset.probe = '';
    probe.style.cssText = `position:fixed;width:2px;height:2px;left:${left - 1}px;top:${top - 1}px;pointer-events:none`;
    document.body.append(probe);";

/// How many nodes stand where somebody has put them.
async fn moved(window: &Window) -> usize {
    let map = window.ask("get_map", json!({})).await;
    map["nodes"].as_array().into_iter().flatten().filter(|node| !node["position"].is_null()).count()
}

/// How many nodes the map has, those found in texts too.
#[tokio::test]
async fn x_09_a_link_cut_on_the_map_is_cut_in_the_file_and_undoing_brings_both_back() {
    const WRITTEN: &str = "---\nname: night-dispatch\ndescription: Sends a crew at night. Use when someone calls after \
                           ten.\nallowed-tools:\n  - dispatch_crew # the crew on duty\n  - \"Bash(date:*)\"\n---\nCall \
                           `dispatch_crew`.\n";
    let window = Window::open_samples().await;
    let folder = window.home().join("their-skills/dispatch");
    std::fs::create_dir_all(&folder).expect("the home can be written");
    let file = folder.join("SKILL.md");
    std::fs::write(&file, WRITTEN).expect("the home can be written");
    let on_disk = || std::fs::read_to_string(&file).expect("the file is there");

    // A foreign folder comes in: what its file lists is on the map.
    window.import_linked(&folder).await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='agent:']").await;
    let skill = format!("skill:{}", window.id_of("night-dispatch").await);
    let crew = tool(&window, "dispatch_crew").await;
    let link = format!("[data-link-key='uses:{skill}>{crew}']");
    reveal(&window, "night-dispatch").await;
    window.click(&node(&skill)).await;
    window.find(&link).await;
    window.until_text("[aria-label=Selection]", "Bash(date:*)").await;
    window.save_both_themes("map-imported-tools").await;

    // The link is cut: the file follows, here and on disk, and nothing else of it changes.
    window
        .run(
            "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            vec![json!(format!("{link} .reach"))],
        )
        .await;
    window.click("[data-testid=unlink]").await;
    window.until_gone(&link).await;
    assert_eq!(
        window.stored_text("night-dispatch").await,
        WRITTEN.replace("  - dispatch_crew # the crew on duty\n", "")
    );
    assert_eq!(on_disk(), window.stored_text("night-dispatch").await);

    // Undone: link and file are as they were, to the byte. Done again, and undone after a restart.
    window.press_button("Undo: Remove link").await;
    window.find(&link).await;
    assert_eq!(on_disk(), WRITTEN);
    window.press_button("Redo: Remove link").await;
    window.until_gone(&link).await;
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('2').await;
    window.press_button("Undo: Remove link").await;
    window.find(&link).await;
    assert_eq!(window.stored_text("night-dispatch").await, WRITTEN);
    assert_eq!(on_disk(), WRITTEN);
    window.close().await;
}

async fn nodes(window: &Window) -> usize {
    let count = |answer: &serde_json::Value, rows: &str| answer[rows].as_array().map_or(0, Vec::len);
    let (map, found) =
        (window.ask("get_map", json!({})).await, window.ask("get_map_findings", json!({ "limit": null })).await);
    count(&map, "nodes") + count(&found, "missing")
}

#[tokio::test]
async fn a_missing_tool_is_seen_while_writing_drawn_mended_and_undone() {
    let window = Window::open_samples().await;
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
    let map = window.ask("get_map", json!({})).await;
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
    let map = window.ask("get_map", json!({})).await;
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
    let selector = format!(".svelte-flow__node:has([data-node-key='{key}'])");
    window.run("document.querySelector(arguments[0]).focus()", vec![selector.into()]).await;
}

fn node(key: &str) -> String {
    format!("[data-node-key='{key}']")
}

pub(crate) fn port(key: &str, side: &str) -> String {
    format!("[data-node-key='{key}'] [data-port={side}]")
}

#[tokio::test]
async fn s1_16_a_link_is_bound_to_a_version_of_its_tool_and_the_step_is_taken_back() {
    let window = Window::open_samples().await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='agent:']").await;
    let skill = format!("skill:{}", window.id_of("gas-emergency").await);
    let key = format!("uses:{skill}>{}", tool(&window, "dispatch_crew").await);
    reveal(&window, "gas-emergency").await;
    window.click(&node(&skill)).await;
    window.find(&format!("[data-link-key='{key}']")).await;
    window
        .run(
            "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            vec![json!(format!("[data-link-key='{key}'] .reach"))],
        )
        .await;
    let select = "[aria-label=Selection] [aria-label='Tool version']";
    window.until_text(select, "Latest (1.2.0)").await;
    window.click(select).await;
    window.until_text("[role=listbox]", "1.2.0 · revision 1").await;
    window.press_key(Key::Down).await;
    window.press_key(Key::Enter).await;
    let pinned = async || {
        let map = window.ask("get_map", json!({})).await;
        let links = map["links"].as_array().cloned().unwrap_or_default();
        links.into_iter().find(|link| link["key"] == json!(key)).map(|link| link["tool_version"].clone())
    };
    window.until("the version", async || pinned().await == Some(json!(1))).await;
    window.until_text("[aria-label=Selection]", "gas-emergency stays on this version").await;
    window.save_both_themes("link-version").await;
    window.press_button("Undo: Pin dispatch_crew in gas-emergency").await;
    window.until("the newest", async || pinned().await == Some(json!(null))).await;
}
