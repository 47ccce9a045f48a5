//! Simulated sessions in the window: what stories and measurements do alike.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::Window;

/// A message that has the reviewer of the samples call a tool.
pub const FIRST: &str = "Extract the PICO elements: set_picos_element element=population, value=\"adults over 65\"";

/// Chooses in a list by the words its option starts with.
pub async fn choose(window: &Window, label: &str, option: &str) {
    window.click(&format!("[role=combobox][aria-label='{label}']")).await;
    window.press_button(option).await;
}

/// Begins a session of an agent.
pub async fn begin(window: &Window, agent: &str) {
    window.press_ctrl('5').await;
    window.find("[data-testid=simulate-start]").await;
    choose(window, "Agent", agent).await;
    window.click("[data-testid=begin]").await;
    window.find("[data-testid=chat]").await;
}

/// Says something in the session that is open.
pub async fn say(window: &Window, text: &str) {
    window.fill("[data-testid=message]", text).await;
    window.press_key(Key::Enter).await;
}

/// Lets what the session waits for be called.
pub async fn allow(window: &Window) {
    window.click("[data-testid=consent-allow]").await;
    window.allow().await;
}

/// What a session of the reviewer is set up with whose model says what is written down.
pub fn setup(replies: &Value) -> Value {
    json!({
        "agent": "pico_reviewer",
        "runtime": "agent-lib",
        "components": "only_skills",
        "adk": {
            "way": "coordinator", "strategies": [{ "kind": "message" }], "mode": "strict", "max_chars": null,
            "policy": { "top_k": 1, "min_score": 1.0, "include_tags": [], "exclude_tags": [] },
        },
        "model": { "kind": "scripted", "replies": replies.to_string() },
        "tool_library": "mock",
        "max_iterations": 1000,
        "window_tokens": 128_000,
        "host": "agent-skills",
        "without": [],
        "uses": null,
        "versions": [],
        "inputs": [],
    })
}

/// Steps back by 60 keys on the handle, and tells of each how long it took until the frame that shows its step, and how much
/// of that was script and how much style and layout, in milliseconds.
pub const SCRUB: &str = "const [done] = arguments;
    const handle = document.querySelector('[data-testid=scrubber]');
    const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    const took = [];
    (async () => {
        for (let at = 0; at < 60; at++) {
            const before = performance.now();
            handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true }));
            for (let turn = 0; turn < 8; turn++) await Promise.resolve();
            const scripted = performance.now();
            document.body.getBoundingClientRect();
            const laidOut = performance.now();
            await frame();
            took.push([performance.now() - before, scripted - before, laidOut - scripted]);
        }
        done(took);
    })();";

/// A session of 200 steps, open in the window.
pub async fn long_session() -> Window {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    let call = json!({ "calls": [{ "name": "list_skills", "arguments": {} }] });
    let replies: Vec<Value> = std::iter::repeat_n(call, 199).chain([json!({ "text": "Done." })]).collect();
    let id = window.ask("start_simulation", json!({ "setup": setup(&json!(replies)), "credentials": "ask" })).await["row"]["id"].clone();
    window
        .ask("say_in_simulation", json!({ "id": id, "text": "Again and again", "pace": "run", "credentials": "ask" }))
        .await;
    window.press_ctrl('5').await;
    window.click("[data-testid=session-row]").await;
    window.until_text("[data-testid=step-of]", "200 of 200").await;
    window.settle().await;
    window
}
