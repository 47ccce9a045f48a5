//! Sessions with a model that talks: what stories and measurements do alike.

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_testkit::ModelServer;

use crate::{Window, sessions};

/// Sessions with a model that talks for a while, a few letters at a time.
pub async fn talking(words: usize, more: &[&str]) -> (Window, ModelServer) {
    let fixtures = json!([{ "match": {}, "response": { "content": "word ".repeat(words) } }]);
    let server = ModelServer::aimock(&fixtures, more);
    let window = Window::open_samples().await;
    window.until_indexed().await;
    (window, server)
}

/// Opens a session of the reviewer with the model of a server.
pub async fn open(window: &Window, server: &ModelServer) {
    let model = json!({ "name": "talker", "provider": "openai", "model": "small", "base_url": server.url("/v1") });
    window.ask("save_model", json!({ "settings": model, "before": null })).await;
    let mut setup = sessions::setup(&json!([]));
    setup["model"] = json!({ "kind": "real", "name": "talker", "max_tokens": null, "max_cents": null });
    window.ask("start_simulation", json!({ "setup": setup, "credentials": "ask" })).await;
    window.press_ctrl('5').await;
    window.click("[data-testid=session-row]").await;
    window.find("[data-testid=chat]").await;
}

/// Says something and notes when each frame was drawn until the answer is whole; how far they lie apart, in milliseconds.
pub async fn frames_of_a_stream(window: &Window) -> Vec<f64> {
    window.fill("[data-testid=message]", "Tell me a story").await;
    window
        .run(
            "window.__frames = [];
             const tick = (now) => { window.__frames.push(now); requestAnimationFrame(tick); };
             requestAnimationFrame(tick);",
            vec![],
        )
        .await;
    window.press_key(Key::Enter).await;
    window.find("[data-testid=heard]").await;
    window.find("[data-testid=answered]").await;
    let frames = window.run("return window.__frames", vec![]).await;
    let drawn: Vec<f64> = frames.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    drawn.windows(2).map(|pair| pair[1] - pair[0]).collect()
}
