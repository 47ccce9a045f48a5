//! The trash: a required skill is trashed after its dependents were named, missed everywhere, and restored; the name of a
//! deleted agent is used again.

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::Window;

#[tokio::test]
async fn s0_17_a_required_skill_is_trashed_missed_and_restored_and_a_name_is_used_again() {
    let window = Window::open_samples().await;
    window.hold_toasts().await;
    window.open_skill("gas-emergency").await;
    let skill = format!("skill:{}", window.id_of("gas-emergency").await);

    // Who depends on it is named first, and no is an answer.
    window.perform("Move skill to trash").await;
    window.until_text("[data-testid=dependents]", "carbon-monoxide-alarm requires gas-emergency.").await;
    window.until_text("[data-testid=dependents]", "field_service_dispatcher loads gas-emergency.").await;
    window.save_both_themes("trash-asks").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[data-testid=dependents]").await;
    assert!(window.row_of("gas-emergency").await.is_some());
    window.perform("Move skill to trash").await;
    window.click("[data-testid=trash-anyway]").await;
    window.until_text("[data-sonner-toast]", "Moved gas-emergency to trash").await;
    window.find("[data-testid=trash] [data-count='1']").await;

    // What requires it says so among the problems,
    window.until("the problem", async || code_of(&window).await == json!(["required-skill"])).await;
    window.click("[data-testid=problem-count]").await;
    window.until_text("[data-testid=library-problems]", "requires the skill gas-emergency").await;
    window.save_both_themes("trash-problem").await;

    // and on the map it is drawn as missing, with the links that lead to it.
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='agent:']").await;
    window.press_button("Fit the whole map").await;
    window.settle().await;
    let ghost = format!("[data-node-key='{skill}'].trashed");
    window.find(&ghost).await;
    let carbon = format!("skill:{}", window.id_of("carbon-monoxide-alarm").await);
    window.find(&format!("[data-link-key='depends:{carbon}>{skill}'].broken")).await;
    window.click(&ghost).await;
    window.until_text("aside[aria-label=Selection]", "is in the trash").await;
    window.save_both_themes("trash-on-map").await;
    window.click("[data-testid=restore-trashed]").await;
    window.until_gone(&ghost).await;
    window.find(&format!("[data-node-key='{skill}']:not(.trashed)")).await;
    window.until_gone("[data-link-key].broken").await;
    window.until("the problem to be gone", async || code_of(&window).await == json!([])).await;
    window.until("the list", async || window.row_of("gas-emergency").await.is_some()).await;

    // An agent in the trash leaves its name to another, and comes back beside it.
    let agents = window.ask("list_agents", json!({})).await;
    let old = agents[0].clone();
    let (id, name) = (old["id"].clone(), old["name"].as_str().unwrap_or_default().to_owned());
    let mut edit = window.ask("get_agent", json!({ "idOrName": id })).await["edit"].clone();
    let read = json!({ "kind": "agent", "id": id, "aggregate_version": edit["aggregate_version"] });
    window.ask("trash_item", json!({ "item": read, "when": "refuse" })).await;
    for (key, value) in [("id", Value::Null), ("aggregate_version", json!(0))] {
        edit[key] = value;
    }
    window.ask("save_agent", json!({ "agent": edit, "credentials": "ask" })).await;
    window.click("[data-testid=trash]").await;
    window.find("[role=dialog]").await;
    window.save_both_themes("trash-list").await;
    window.press_button("Restore…").await;
    window.until_text("[role=alertdialog], [role=dialog]", &format!("already named {name}")).await;
    window.save_both_themes("trash-taken").await;
    window.press_button(&format!("Restore as {name}-2")).await;
    window.until_text("[role=dialog]", "The trash is empty").await;
    let names: Vec<Value> = named(&window.ask("list_agents", json!({})).await);
    assert!(names.contains(&json!(name)) && names.contains(&json!(format!("{name}-2"))), "{names:?}");
}

fn named(list: &Value) -> Vec<Value> {
    list.as_array().into_iter().flatten().map(|one| one["name"].clone()).collect()
}

/// The codes of what carbon-monoxide-alarm misses.
async fn code_of(window: &Window) -> Value {
    let list = window.ask("list_problems", json!({})).await;
    let files = list["files"].as_array().cloned().unwrap_or_default();
    let of = files.iter().filter(|file| file["skill"] == "carbon-monoxide-alarm");
    let problems = of.flat_map(|file| file["problems"].as_array().cloned().unwrap_or_default());
    problems.map(|one| one["code"].clone()).filter(|code| *code == "required-skill").collect()
}
