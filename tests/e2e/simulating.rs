//! Simulate: the PICO walkthrough in the real window, step by step, with a fork, a comparison, and the power failing.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{
    Options, Window,
    sessions::{FIRST, SCRUB, allow, begin, choose, long_session, say, setup},
};

/// The smallest window the studio is made for.
const SMALL: (u32, u32) = (1024, 700);

const STATE: &str = "[data-testid=step-inspector] [role=tab][data-value=state]";
const TOOLS: &str = "[data-testid=step-inspector] [role=tab][data-value=tools]";
const CALLS: &str = "[data-testid=step-inspector] [role=tab][data-value=calls]";

#[tokio::test]
async fn s3_11_the_pico_walkthrough_is_simulated_stepped_forked_and_compared() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    begin(&window, "pico_reviewer").await;

    // What the model calls is not run before the author allows it.
    say(&window, FIRST).await;
    window.until_text("[data-testid=activated]", "pico-extraction").await;
    window.until_text("[data-testid=chat-consent]", "Paused before set_picos_element").await;
    window.save_both_themes("simulate-consent").await;
    allow(&window).await;
    window.until_text("[data-testid=step-of]", "3 of 3").await;
    window.until_text("[data-testid=answered]", "called set_picos_element").await;

    // The state is what the call made of it, the tools are those of the active skill.
    window.click(STATE).await;
    window.until_text("[data-testid=component-state]", "adults over 65").await;
    window.click(TOOLS).await;
    window.until_text("[data-testid=tools-table]", "Tools of the active skill, pico-extraction").await;

    // Scrubbed back by keys: before the skill was active.
    window.run("document.querySelector('[data-testid=scrubber]').focus()", vec![]).await;
    window.press_key(Key::Home).await;
    window.until_text("[data-testid=step-of]", "1 of 3").await;
    window.until_text("[data-testid=tools-table]", "available, no skill is active").await;
    window.click(STATE).await;
    window.until_text("[data-testid=component-state]", "[]").await;
    window.click(CALLS).await;
    window.until_text("[data-testid=calls]", "get_skill").await;

    // Stepped: one question to the model, then the call it asks for.
    window.click("[aria-label='Latest step']").await;
    window.fill("[data-testid=message]", "validate_picos strict=false").await;
    window.press_key(Key::F10).await;
    window.until_text("[data-testid=step-of]", "4 of 4").await;
    window.until_text("[data-testid=composer]", "Paused mid-turn").await;
    window.click("[data-testid=resume]").await;
    window.until("the turn to end", async || window.exists("[data-testid=message]").await).await;
    window.save_both_themes("simulate").await;

    // A fork shares what came before, and is a session of its own.
    window.run("document.querySelector('[data-testid=scrubber]').focus()", vec![]).await;
    window.press_key(Key::Home).await;
    window.press_key(Key::Right).await;
    window.until_text("[data-testid=step-of]", "2 of").await;
    window.click("[data-testid=fork]").await;
    window.until_text("[data-testid=session-bar]", "fork").await;
    let rows = window.ask("list_simulations", json!({})).await;
    assert_eq!(rows.as_array().map(Vec::len), Some(2), "{rows:#}");

    // The same messages under another runtime, side by side.
    window.click("[data-testid=leave-session]").await;
    window.until_count("[data-testid=session-row]", |drawn| drawn == 2).await;
    window.run("[...document.querySelectorAll('[data-testid=session-row]')].at(-1).click()", vec![]).await;
    window.find("[data-testid=chat]").await;
    window.click("[data-testid=compare]").await;
    choose(&window, "Runtime", "Everything up front").await;
    window.click("[data-testid=run-beside]").await;
    window.until_text("[data-testid=side-B]", "Everything up front").await;
    window.until_count("[data-testid=compare-view] [data-testid=scrubber]", |drawn| drawn == 2).await;
    window.find("[data-testid=compare-row][data-of=skills][data-differs=true]").await;
    window.save_both_themes("simulate-compare").await;
    window.resize(SMALL).await;
    window.save_both_themes("simulate-compare-small").await;
    window.click("[aria-label='Back to the session']").await;
    window.find("[data-testid=session-bar]").await;
    window.save_both_themes("simulate-small").await;
}

/// A session becomes a test case, which is run again as it went.
#[tokio::test]
async fn a_session_becomes_a_test_case() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    let setup = setup(&json!([{ "text": "Nothing to extract." }]));
    let id = window.ask("start_simulation", json!({ "setup": setup, "credentials": "ask" })).await["row"]["id"].clone();
    window
        .ask("say_in_simulation", json!({ "id": id, "text": "Hello there", "pace": "run", "credentials": "ask" }))
        .await;
    window.press_ctrl('5').await;
    window.click("[data-testid=session-row]").await;
    window.until_text("[data-testid=answered]", "Nothing to extract.").await;
    window.click("[data-testid=session-menu]").await;
    window.press_button("Save as test case").await;
    window.fill("[data-testid=case-text]", "Nothing").await;
    window.save_both_themes("simulate-case").await;
    window.click("[data-testid=case-save]").await;
    window.until_gone("[role=dialog]").await;
    // It is run again in Evaluate, where expected stands against got.
    window.click("[data-testid=leave-session]").await;
    window.press_button("Test cases").await;
    window.find("[data-testid=cases]").await;
    window.click("[data-testid=run-cases]").await;
    window.until_text("[data-testid=cases-passed]", "1 of 1 test case passed").await;
    window.until_text("[data-testid=case-got]", "Nothing to extract.").await;
    window.find("[data-testid=case-checks] [data-met=true]").await;
    window.save_both_themes("evaluate-case").await;
    // It can be looked at as a session of its own.
    window.click("[data-testid=case-session]").await;
    window.find("[data-testid=chat]").await;
    let message = window.run("return document.querySelector('[data-testid=message]').value", vec![]).await;
    assert_eq!(message, json!("Hello there"));
}

/// An evals.json comes in by a button, whole, and its cases are run and cancelled.
#[tokio::test]
async fn an_evals_file_comes_in_by_a_button_and_its_cases_are_run() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    let folder = tempfile::TempDir::new().expect("the temporary folder can be written");
    let file = folder.path().join("evals.json");
    let assertions = json!(["Quotes the source", { "type": "contains", "value": "no such words" }]);
    let entry = |id: u32, prompt: &str| {
        let files = ["references/hard-cases.md", "trial.pdf"];
        json!({ "id": id, "prompt": prompt, "files": files, "assertions": assertions })
    };
    let evals = json!({ "skill_name": "pico-extraction", "evals": [
        entry(1, "Extract the PICO elements of this trial report"),
        entry(2, "Fill the PICO table of the abstract"),
        { "id": 3 },
    ] });
    std::fs::write(&file, evals.to_string()).expect("the temporary folder can be written");
    window.press_ctrl('4').await;
    window.press_button("Test cases").await;
    window.click("[data-testid=import-evals]").await;
    window.fill("[data-testid=evals-path]", &file.display().to_string()).await;
    window.press_key(Key::Enter).await;
    window.until_text("[data-testid=evals-facts]", "2 assertions to check manually").await;
    window.until_text("[data-testid=evals-facts]", "Entry 3 skipped: It has no “prompt”.").await;
    window.until_text("[data-testid=evals-facts]", "is imported without trial.pdf, which isn't in the skill").await;
    choose(&window, "Tool library", "mock").await;
    window.save_both_themes("evaluate-import-evals").await;
    window.click("[data-testid=take-evals]").await;
    window.until_count("[data-testid=case-row]", |drawn| drawn == 2).await;
    window.until_text("[data-testid=case-judged]", "Quotes the source").await;
    window.until_text("[data-testid=case-inputs]", "references/hard-cases.md").await;
    window.until_text("[data-testid=case-missing]", "trial.pdf").await;
    window.click("[data-testid=run-cases]").await;
    window.until_count("[data-testid=case-row][data-standing=failed]", |drawn| drawn == 2).await;
    window.until_text("[data-testid=case-checks]", "The answer doesn't contain “no such words”.").await;
    window.save_both_themes("evaluate-cases").await;
    window.resize(SMALL).await;
    window.save_both_themes("evaluate-cases-small").await;
    let kept = window.ask("list_simulation_cases", json!({})).await;
    assert_eq!(kept["cases"][0]["last"]["unchecked"], 1, "{kept:#}");
}

#[tokio::test]
async fn a_session_of_200_steps_is_scrubbed() {
    let window = long_session().await;
    window.run_async(SCRUB, vec![]).await;
    window.until_text("[data-testid=step-of]", "140 of 200").await;
    window.save_both_themes("simulate-200").await;
}

#[tokio::test]
async fn a_session_is_found_again_after_a_kill() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    begin(&window, "pico_reviewer").await;
    say(&window, FIRST).await;
    window.until_text("[data-testid=chat-consent]", "Paused before set_picos_element").await;
    let home = window.kill();

    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('5').await;
    // It is open where it was, and goes on from there.
    window.until_text("[data-testid=said]", "Extract the PICO elements").await;
    window.until_text("[data-testid=activated]", "pico-extraction").await;
    window.click("[data-testid=leave-session]").await;
    window.until_text("[data-testid=session-row]", "Extract the PICO elements").await;
    window.save_both_themes("simulate-sessions").await;
    window.click("[data-testid=session-row]").await;
    window.find("[data-testid=chat]").await;
    if window.exists("[data-testid=resume]").await {
        window.click("[data-testid=resume]").await;
    }
    allow(&window).await;
    window.until_text("[data-testid=answered]", "called set_picos_element").await;
}

#[tokio::test]
async fn s1_15_the_tool_availability_model_is_a_page_of_help_with_a_picture() {
    let window = Window::open_samples().await;
    window.press_ctrl('5').await;
    window.press_button("Tool availability").await;
    let state = |title: &str| format!("[data-testid=availability] section[aria-label='{title}']");
    window.until_text(&state("No skill is active"), "clear_picos").await;
    assert!(!window.exists(&format!("{} .off:not(:last-child)", state("No skill is active"))).await);
    window.find(&format!("{} .off", state("A skill with tools is active"))).await;
    window.until_text("[data-testid=availability] table", "light-genai-4j").await;
    window.save_both_themes("availability").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[data-testid=availability]").await;
}
