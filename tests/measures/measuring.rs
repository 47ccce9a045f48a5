//! Measurements in the real window. They print and never fail on a number; run one by its name, with `--nocapture`.
#![expect(clippy::print_stdout, reason = "the numbers are the output")]

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::{Options, Window, sessions, talks};

use crate::large::slowly;

/// Nodes and links of the map that is measured.
const NODES: usize = 500;
const LINKS: usize = 1000;

/// Notes when each frame was drawn while a mouse button is down.
const COUNT_FRAMES: &str = "
    window.__frames = [];
    let counting = 0;
    const tick = (now) => { window.__frames.push(now); counting = requestAnimationFrame(tick); };
    addEventListener('mousedown', () => (counting = requestAnimationFrame(tick)), { once: true, capture: true });
    addEventListener('mouseup', () => cancelAnimationFrame(counting), { once: true, capture: true });";
/// Notes when each frame was drawn, until it is stopped.
const COUNT_ALL_FRAMES: &str = "
    window.__frames = [];
    let counting = 0;
    const tick = (now) => { window.__frames.push(now); counting = requestAnimationFrame(tick); };
    counting = requestAnimationFrame(tick);
    window.__stop = () => cancelAnimationFrame(counting);";
/// Marks the node nearest to the middle of the canvas.
const MARK_MIDDLE: &str = "
    const canvas = document.querySelector('.svelte-flow').getBoundingClientRect();
    const away = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return Math.hypot(x + width / 2 - canvas.x - canvas.width / 2, y + height / 2 - canvas.y - canvas.height / 2);
    };
    const nodes = [...document.querySelectorAll('.svelte-flow__node')];
    nodes.sort((a, b) => away(a) - away(b))[0].dataset.middle = '';";
/// How long one drag lasts, in moves of the pointer a frame apart.
const MOVES: i64 = 120;

#[tokio::test]
async fn a_large_map_opens_and_is_dragged() {
    let window = Window::open_samples().await;
    fill(&window).await;
    window.run("window.__asked = performance.now()", vec![]).await;
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-tile-key], [data-ready=true] .svelte-flow__node").await;
    let opened = window
        .run_async(
            "const done = arguments[arguments.length - 1];
             requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - window.__asked)));",
            vec![],
        )
        .await;
    let map = window.ask("get_map", json!({})).await;
    let count = |what: &str| map[what].as_array().map_or(0, Vec::len);
    println!("map of {} nodes, {} links", count("nodes"), count("links"));
    println!(
        "asked for until painted twice: {:.0} ms (the driver's own polling included)",
        opened.as_f64().unwrap_or_default()
    );
    // From afar groups are told, and no nodes: as near as it takes for names to be read.
    while window.count(".svelte-flow__node").await == 0 {
        window.press_button("Zoom in").await;
        window.settle().await;
    }
    let zoom = window.text(".map-panel .percent").await;
    println!("at {zoom}: {} nodes are elements", window.count(".svelte-flow__node").await);
    for kind in ["agent", "skill", "tool"] {
        let (key, links) = busiest(&map, kind);
        let name = map["nodes"].as_array().into_iter().flatten().find(|node| node["key"] == key.as_str());
        let name = name.and_then(|node| node["name"].as_str()).unwrap_or_default().to_owned();
        window.fill("[aria-label='Find on the map']", &name).await;
        window.settle().await;
        print!("dragging the {kind} with most links, {links}: ");
        drag(&window, &format!(".svelte-flow__node:has([data-node-key='{key}'])")).await;
    }
    for _ in 0..8 {
        window.press_button("Zoom in").await;
    }
    window.settle().await;
    let zoom = window.text(".map-panel .percent").await;
    println!("at {zoom}: {} nodes are elements", window.count(".svelte-flow__node").await);
    window.run(MARK_MIDDLE, vec![]).await;
    print!("dragging the node in the middle: ");
    drag(&window, "[data-middle]").await;
    window.run(COUNT_ALL_FRAMES, vec![]).await;
    window.press_button("Auto-layout").await;
    let undo = "[aria-label='Undo: Auto-layout']:not(:disabled)";
    window.until("the layout to be done", async || window.exists(undo).await).await;
    print!("laying out, from the press to the step: ");
    report(&window.run("window.__stop(); return window.__frames", vec![]).await);
    window.press_key(Key::Escape).await;
}

async fn drag(window: &Window, selector: &str) {
    window.run(COUNT_FRAMES, vec![]).await;
    window.shake(selector, MOVES).await;
    report(&window.run("return window.__frames", vec![]).await);
}

/// The node of a kind that has most links, and how many.
fn busiest(map: &Value, kind: &str) -> (String, usize) {
    let rows = |what: &str| map[what].as_array().into_iter().flatten();
    let nodes = rows("nodes").filter(|node| node["kind"] == kind).filter_map(|node| node["key"].as_str());
    let links = |key: &str| rows("links").filter(|link| link["from"] == key || link["to"] == key).count();
    nodes.map(|key| (key.to_owned(), links(key))).max_by_key(|(_, links)| *links).unwrap_or_default()
}

/// Frames a second, and the longest wait for one.
fn report(frames: &Value) {
    let times: Vec<f64> = frames.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let mut gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_by(f64::total_cmp);
    let at = |share: f64| gaps.get((gaps.len() as f64 * share) as usize).or(gaps.last()).copied().unwrap_or_default();
    let all: f64 = gaps.iter().sum();
    println!(
        "{:.0} frames a second over {:.1} s; gap median {:.0} ms, 95 % {:.0} ms, longest {:.0} ms",
        gaps.len() as f64 / all * 1000.0,
        all / 1000.0,
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

/// Adds tools to the sample library, and links from its skills, until the map has its size.
async fn fill(window: &Window) {
    let map = window.ask("get_map", json!({})).await;
    let count = |map: &Value, what: &str| map[what].as_array().map_or(0, Vec::len);
    let missing = NODES.saturating_sub(count(&map, "nodes"));
    let tools: Vec<Value> = (0..missing)
        .map(|at| {
            json!({
                "id": null, "aggregate_version": 0, "name": format!("generated_{at}"), "version": "1.0.0",
                "description": "Made to be measured.", "effect": "read", "timeout_s": 30, "retries": 0, "depends_on": [],
                "spec": { "source": "signature", "signature": "() --> IO Text", "dialect": "arrow", "parameters": [], "schema": "" },
                "implementation": { "kind": "none" },
            })
        })
        .collect();
    window.ask("import_toolbox", json!({ "toolbox": { "servers": [], "tools": tools, "agents": [] } })).await;
    let map = window.ask("get_map", json!({})).await;
    let keys = |kind: &str| -> Vec<Value> {
        let nodes = map["nodes"].as_array().into_iter().flatten();
        nodes.filter(|node| node["kind"] == kind).map(|node| node["key"].clone()).collect()
    };
    let (skills, tools) = (keys("skill"), keys("tool"));
    let mut known: std::collections::HashSet<String> =
        map["links"].as_array().into_iter().flatten().map(|link| link["key"].to_string()).collect();
    let mut at = 0;
    while known.len() < LINKS {
        let (from, to) =
            (&skills[at % skills.len()], &tools[(at % skills.len() * 7 + at / skills.len()) % tools.len()]);
        at += 1;
        let key = json!(format!("uses:{}>{}", from.as_str().unwrap_or_default(), to.as_str().unwrap_or_default()));
        if !known.insert(key.to_string()) {
            continue;
        }
        let link = json!({
            "key": key, "kind": "uses", "from": from, "to": to, "aggregate_version": 0, "access": "read",
            "tool_version": null, "config": "{}",
        });
        window.ask("save_link", json!({ "link": link })).await;
    }
}

/// Opens a skill and tells when its text stood in the editor and when in the preview beside it.
const OPEN_AND_READ: &str = "
    const [name, done] = arguments;
    const asked = performance.now();
    const times = [null, null];
    const texts = [
        () => document.querySelector(`[data-testid=editor][data-skill='${name}'] .cm-content`)?.textContent,
        () => document.querySelector('[data-testid=preview]')?.contentDocument?.body?.textContent,
    ];
    const look = () => {
        const there = texts.map((text, at) => times[at] === null && text()?.includes(`Start of ${name}`));
        requestAnimationFrame(() => setTimeout(() => there.forEach((is, at) => is && (times[at] = performance.now() - asked))));
        if (times.includes(null)) requestAnimationFrame(look); else done(times);
    };
    document.querySelector(`[data-testid=skill-row][data-name='${name}']`).click();
    look();";

#[tokio::test]
async fn monstrous_texts_open() {
    let monsters = [
        ("one-long-line", "long words ".repeat(100_000)),
        ("one-long-word", "x".repeat(1 << 20)),
        ("nested-tags", "<b>".repeat(100_000)),
        ("nested-quotes", "> ".repeat(100_000)),
        ("nested-lists", (0..2_000).flat_map(|depth| ["  ".repeat(depth), "- deep\n".to_owned()]).collect()),
    ];
    let folder = tempfile::TempDir::new().expect("the temporary folder can be written");
    for (name, body) in &monsters {
        let skill = folder.path().join(name);
        std::fs::create_dir(&skill).expect("the temporary folder can be written");
        let text =
            format!("---\nname: {name}\ndescription: Use when it is {name}.\n---\n\nStart of {name}\n\n{body}\n");
        std::fs::write(skill.join("SKILL.md"), text).expect("the temporary folder can be written");
    }
    let window = Window::open_samples().await;
    window.ask("import_paths", json!({ "paths": [folder.path()], "isLinked": false })).await;
    window.until_indexed().await;
    for (name, body) in &monsters {
        // Away from the last one, to a text that is small.
        window.fill("[data-testid=library-search]", "carbon-monoxide-alarm").await;
        window.open_skill("carbon-monoxide-alarm").await;
        window.open_tab("Preview").await;
        window.until_preview_shows("alarm").await;
        window.fill("[data-testid=library-search]", name).await;
        window.find(&format!("[data-testid=skill-row][data-name={name}]")).await;
        window.settle().await;
        let times = window.run_async(OPEN_AND_READ, vec![json!(name)]).await;
        let at = |part: usize| times[part].as_f64().unwrap_or(f64::NAN);
        println!(
            "{name}, {} KiB: read in the editor after {:.0} ms, in the preview after {:.0} ms",
            body.len() / 1024,
            at(0),
            at(1)
        );
        window.fill("[data-testid=library-search]", "").await;
    }
}

#[tokio::test]
async fn a_long_session_is_scrubbed() {
    let window = sessions::long_session().await;
    let took = window.run_async(sessions::SCRUB, vec![]).await;
    for (part, name) in ["key to frame", "of it script", "of it style and layout"].into_iter().enumerate() {
        let mut took: Vec<f64> = took.as_array().into_iter().flatten().filter_map(|one| one[part].as_f64()).collect();
        took.sort_by(f64::total_cmp);
        let at =
            |share: f64| took.get((took.len() as f64 * share) as usize).or(took.last()).copied().unwrap_or_default();
        println!("200 steps, {name}: p50 {:.1}, p95 {:.1}, worst {:.1} ms", at(0.5), at(0.95), at(1.0));
    }
}

/// Opens the first session of the list, and tells in milliseconds how long it took until its last step was drawn.
const OPEN_SESSION: &str = "
    const [done] = arguments;
    const start = performance.now();
    const look = () => {
        if (document.querySelector('[data-testid=step-of]') && document.querySelector('[data-testid=chat] [data-item]'))
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
        else requestAnimationFrame(look);
    };
    document.querySelector('[data-testid=session-row]').click();
    requestAnimationFrame(look);";

/// Promised are two seconds and 600 MB.
#[tokio::test]
async fn a_session_of_10_000_steps_is_opened() {
    const TURNS: usize = 10;
    let window = Window::open_samples().await;
    window.until_indexed().await;
    let call = json!({ "calls": [{ "name": "list_skills", "arguments": {} }] });
    let replies: Vec<Value> = std::iter::repeat_n(call, TURNS * 1_000).collect();
    let setup = json!({ "setup": sessions::setup(&json!(replies)), "credentials": "ask" });
    let id = window.ask("start_simulation", setup).await["row"]["id"].clone();
    for turn in 0..TURNS {
        let said = json!({ "id": id, "text": format!("Turn {turn}"), "pace": "run", "credentials": "ask" });
        slowly(&window, "say_in_simulation", said).await;
    }
    let window = Window::open(Options { home: Some(window.close().await), ..Options::default() }).await;
    window.until_indexed().await;
    window.press_ctrl('5').await;
    window.find("[data-testid=session-row]").await;
    window.settle().await;
    let megabytes = || window.memory().iter().map(|(_, kib)| kib).sum::<u64>() / 1024;
    let before = megabytes();
    let took = window.run_async(OPEN_SESSION, vec![]).await;
    let opened = megabytes();
    let steps = window.text("[data-testid=step-of]").await;
    let elements = window.count("section.view:not([hidden]) *").await;
    println!(
        "a session opened at step {steps}: {:.0} ms; {before} MB before, {opened} MB of all processes then; {elements} elements",
        took.as_f64().unwrap_or(f64::NAN)
    );
}

#[tokio::test]
async fn a_stream_of_10_000_deltas_is_heard() {
    let (window, server) = talks::talking(10_000, &["--chunk-size", "5"]).await;
    talks::open(&window, &server).await;
    let mut gaps = talks::frames_of_a_stream(&window).await;
    gaps.sort_by(f64::total_cmp);
    let at = |share: f64| gaps.get((gaps.len() as f64 * share) as usize).or(gaps.last()).copied().unwrap_or_default();
    let (count, late) = (gaps.len(), gaps.iter().filter(|gap| **gap > 100.0).count());
    println!(
        "10,000 deltas, {count} frames: p50 {:.0}, p95 {:.0}, worst {:.0} ms; {late} over 100 ms",
        at(0.5),
        at(0.95),
        at(1.0)
    );
}
