//! A component of an agent, typed into its form: kept with its state, removed, and found in the trash.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::Window;

#[tokio::test]
async fn s1_13_a_component_is_typed_into_the_agents_form_and_comes_back_from_the_trash() {
    let window = Window::open_samples().await;
    window.until_count("[data-testid=skill-row]", |rows| rows >= 24).await;
    window.press_ctrl('k').await;
    window.find("[role=dialog] [role=combobox]:focus").await;
    window.type_text("pico_reviewer").await;
    window.until_text("[role=dialog] [aria-selected=true]", "pico_reviewer").await;
    window.press_key(Key::Enter).await;

    // The sample's own, with what it begins as.
    window.find("[data-testid=agent-component][data-name=picos]").await;
    window.press_button("Details of picos").await;
    window.run("document.querySelector('[data-testid=agent-components]').scrollIntoView()", vec![]).await;
    window.until_text("[data-testid=agent-component]", "export_picos").await;
    window.save_both_themes("agent-component").await;
    window.press_button("Details of picos").await;

    window.click("[data-testid=agent-add-component]").await;
    window.click("[data-testid=agent-save]").await;
    window.until_text("[data-testid=agent-components] [role=alert]", "Enter a name").await;
    window.save_both_themes("agent-component-new").await;
    window.fill("[data-testid=component-name-1]", "notes").await;
    window.fill("[data-testid=component-prompt-1]", "Keep notes.").await;
    window.click("[data-testid=agent-save]").await;
    window.until("the save", async || components(&window).await == ["picos", "notes"]).await;

    window.press_button("Remove picos").await;
    window.click("[data-testid=agent-save]").await;
    window.until("the save", async || components(&window).await == ["notes"]).await;
    window.perform("Show trash").await;
    window.until_text("[role=dialog]", "picos of pico_reviewer").await;
    window.save_both_themes("trash-component").await;
    window.press_button("Restore picos of pico_reviewer").await;
    window.until("it to be back", async || components(&window).await.contains(&"picos".to_owned())).await;
}

/// Names of the agent's components as they are stored.
async fn components(window: &Window) -> Vec<String> {
    let agent = window.ask("get_agent", json!({ "idOrName": "pico_reviewer" })).await;
    let named = agent["edit"]["components"].as_array().cloned().unwrap_or_default();
    named.iter().filter_map(|component| component["name"].as_str().map(str::to_owned)).collect()
}
