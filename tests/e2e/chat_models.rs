//! Chat models in the real window: set up in Settings, asked in a session, heard as they speak, and stopped.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::talks::talking;

#[tokio::test]
async fn a_chat_model_is_set_up_asked_heard_and_stopped() {
    let (window, server) = talking(2_000, &["--latency", "20", "--chunk-size", "5"]).await;
    window.press_ctrl('5').await;
    window.find("[data-testid=simulate-start]").await;
    window.press_button("Chat model").await;
    window.press_button("Open Settings").await;
    window.until_text("[aria-label=Sections] [aria-current]", "Chat models").await;
    window.click("[data-testid=add-model]").await;
    window.fill("[data-testid=model-name]", "small").await;
    window.fill("[data-testid=model-url]", "not an address").await;
    window.click("[data-testid=save-chat-model]").await;
    window.until_text("[data-testid=chat-model-form]", "isn't a valid model URL").await;
    window.fill("[data-testid=model-url]", &server.url("/v1")).await;
    window.save_both_themes("chat-model-form").await;
    window.click("[data-testid=save-chat-model]").await;
    window.until_text("[data-testid=model-small]", &server.url("/v1")).await;
    window.run("document.querySelector('#settings-models').scrollIntoView()", vec![]).await;
    window.save_both_themes("chat-models").await;
    window.press_key(Key::Escape).await;

    // Before anything is sent the form says where it would go, what that takes, and what may be taken.
    window.until_text("[data-testid=cost]", &server.url("/v1")).await;
    window.until_text("[data-testid=cost]", "tokens plus your message").await;
    window.run("document.querySelector('[data-testid=real-model]').scrollIntoView({ block: 'center' })", vec![]).await;
    window.save_both_themes("simulate-chat-model").await;
    window.click("[data-testid=begin]").await;
    window.fill("[data-testid=message]", "Tell me a story").await;
    window.press_key(Key::Enter).await;

    // Its words are there while it speaks; then it is stopped.
    window.until_text("[data-testid=heard]", "word word word").await;
    window.save_both_themes("simulate-stream").await;
    window.click("[data-testid=stop]").await;
    window.until_text("[data-testid=chat]", "Stopped. Send another message").await;
    window.until_gone("[data-testid=heard]").await;

    // What went over the wire is there, raw, and as a command line.
    window.click("[data-testid=step-inspector] [role=tab][data-value=calls]").await;
    window.until_text("[data-testid=model-calls]", "Tell me a story").await;
    window.until_text("[data-testid=model-calls]", "data: {").await;
    window.find("[data-testid=copy-curl]").await;
    window.save_both_themes("simulate-model-calls").await;
    let id = window.ask("list_simulations", json!({})).await[0]["id"].clone();
    let session = window.ask("get_simulation", json!({ "id": id })).await;
    assert_eq!(session["row"]["ended"], "cancelled", "{:#}", session["row"]);
    let went =
        window.ask("list_simulation_exchanges", json!({ "id": id, "event": session["steps"][0]["event"] })).await;
    let curl = went[0]["curl"].as_str().unwrap_or_default();
    assert!(curl.starts_with(&format!("curl --no-buffer '{}/chat/completions'", server.url("/v1"))), "{curl}");
}

#[tokio::test]
async fn a_session_stops_at_its_cap_and_says_so() {
    let (window, server) = talking(50, &[]).await;
    let model = json!({ "name": "talker", "provider": "openai", "model": "small", "base_url": server.url("/v1") });
    window.ask("save_model", json!({ "settings": model, "before": null })).await;
    window.press_ctrl('5').await;
    window.find("[data-testid=simulate-start]").await;
    window.press_button("Chat model").await;
    window.fill("[data-testid=cap-tokens]", "50").await;
    window.click("[data-testid=begin]").await;
    window.fill("[data-testid=message]", "Tell me a story").await;
    window.press_key(Key::Enter).await;
    window.until_text("[data-testid=capped]", "Stopped at the cap of 50 tokens").await;
    window.save_both_themes("simulate-cap").await;
}
