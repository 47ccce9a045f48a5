//! The place Packs on a large library: opened, its filter typed into, a pack of a thousand skills checked, stopped and
//! written, and what the frames took meanwhile.

use std::time::Duration;

use serde_json::{Value, json};
use studio_tests::Window;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::{COUNT_FRAMES, filter, gaps, memory, open_place};
use studio_tests::packs::{unfold, write_into};

/// Skills of the pack.
const IN_PACK: usize = 1_000;
/// How long a dry run or a writing may take before the measurement gives up.
const LONGEST: Duration = Duration::from_mins(10);

const AGAIN: &str = "[data-testid=plan-again]:not([disabled])";
const CANCEL: &str = "[data-testid=cancel-plan]";
const REFUSING: &str = "[data-testid=refusing]";
const REMOVE: &str = "[data-testid=remove-refused]";
const WRITE: &str = "[data-testid=write-pack]:not([disabled])";

/// Makes a pack and prints what working with it costs.
pub(super) async fn measure(window: &Window) {
    let rows = window.ask("list_skills", json!({})).await;
    let ids: Vec<Value> = rows.as_array().into_iter().flatten().take(IN_PACK).map(|row| row["id"].clone()).collect();
    println!("-- a pack of {} of {} skills --", ids.len(), rows.as_array().map_or(0, Vec::len));
    window.ask("save_pack", json!({ "pack": edit(&ids) })).await;
    for times in ["first", "second"] {
        open_place(window, "Packs", '7', "[data-testid=pack-skill]", times).await;
    }
    unfold(window).await;
    until(window, AGAIN).await;
    window.click("[data-testid=pack-filter]").await;
    filter(window, "Packs, filter", "[aria-label='Library skills']").await;

    counted(window, "dry run", AGAIN, AGAIN).await;
    // Stopped as soon as it has begun.
    window.click(AGAIN).await;
    until(window, CANCEL).await;
    sleep(Duration::from_millis(300)).await;
    counted(window, "dry run cancelled", CANCEL, AGAIN).await;
    counted(window, "dry run again", AGAIN, AGAIN).await;

    let somewhere = TempDir::new().expect("the temporary folder can be written");
    write_into(window, &somewhere.path().join("out")).await;
    // What a target refuses stays out. A dry run that takes long does not start by itself.
    while window.exists(REMOVE).await {
        window.click(REMOVE).await;
        until(window, AGAIN).await;
        window.click(AGAIN).await;
        until_gone(window, AGAIN).await;
        until(window, AGAIN).await;
    }
    assert!(!window.exists(REFUSING).await, "nothing is refused any more");
    until(window, WRITE).await;
    counted(window, "written", WRITE, "[data-testid=export-row]").await;
    memory(window, "Packs").await;
}

fn edit(skills: &[Value]) -> Value {
    let target = |target: &str| json!({ "target": target, "client": null, "plugin": null, "folder": target });
    json!({
        "id": null, "aggregate_version": 0, "name": "large",
        "content": {
            "skills": skills, "version": "1.0.0",
            "along": { "required_skills": true, "tools": true, "agents": true, "queries": true },
            "targets": [target("agent-skills"), target("skill-zip")],
            "gates": { "enforced": [], "min_accuracy": null, "scorer": "hybrid", "query_set": null },
        },
    })
}

/// Clicks, waits until that is there, and prints how long it took and the longest frames meanwhile.
async fn counted(window: &Window, what: &str, click: &str, done: &str) {
    window.run(COUNT_FRAMES, vec![]).await;
    let begun = Instant::now();
    window.click(click).await;
    if click == done {
        until_gone(window, done).await;
    }
    until(window, done).await;
    let took = begun.elapsed().as_millis();
    let frames = window.run("return window.__endFrames()", vec![]).await;
    let gaps = gaps(&frames);
    let longest: Vec<String> = gaps.iter().rev().take(3).map(|gap| format!("{gap:.0}")).collect();
    println!("Packs, {what}: {took} ms; longest frames {} ms", longest.join(", "));
}

async fn until(window: &Window, selector: &str) {
    wait(window, selector, true).await;
}

async fn until_gone(window: &Window, selector: &str) {
    wait(window, selector, false).await;
}

async fn wait(window: &Window, selector: &str, is_there: bool) {
    let begun = Instant::now();
    while window.exists(selector).await != is_there {
        assert!(begun.elapsed() < LONGEST, "{selector} takes too long");
        sleep(Duration::from_millis(20)).await;
    }
}
