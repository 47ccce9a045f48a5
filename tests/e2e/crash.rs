//! The power fails while typing, or the page's process does: what was acknowledged as kept is there again, and nothing is
//! saved unasked.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};

#[tokio::test]
async fn what_was_typed_survives_a_kill_and_is_restored() {
    let window = Window::open_samples().await;
    window.open_skill("water-leak-triage").await;
    let stored = window.stored_text("water-leak-triage").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(Key::End.into()).await;
    window.type_text("Ask for the meter reading before and after.").await;
    window
        .until("the draft on disk", async || {
            window.draft_of("water-leak-triage").await.is_some_and(|draft| draft.contains("before and after."))
        })
        .await;
    window.type_text(" And then the light went ou").await;
    let home = window.kill();

    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.until_text("[role=dialog]", "Unsaved drafts").await;
    window.until_text("[role=dialog]", "before and after.").await;
    window.save_screenshot("drafts-light").await;
    assert_eq!(window.stored_text("water-leak-triage").await, stored, "a draft saves nothing");
    window.press_button("Continue editing water-leak-triage").await;
    window.find("[data-testid=editor][data-skill=water-leak-triage]").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(Key::End.into()).await;
    window.until_editor_shows("Ask for the meter reading before and after.").await;
    window.until_kept().await;
    window.save().await;
    assert!(window.stored_text("water-leak-triage").await.contains("before and after."));
}

#[tokio::test]
async fn a_page_that_crashes_is_loaded_again_with_what_was_typed() {
    let mut window = Window::open_samples_with(Options { is_beside: true, ..Options::default() }).await;
    window.open_skill("water-leak-triage").await;
    let stored = window.stored_text("water-leak-triage").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(Key::End.into()).await;
    window.type_text("Ask for the meter reading before and after.").await;
    window.until_kept().await;
    window.crash_page().await;

    window.until_text("[role=dialog]", "Unsaved drafts").await;
    window.press_button("Continue editing water-leak-triage").await;
    window.find("[data-testid=editor][data-skill=water-leak-triage]").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(Key::End.into()).await;
    window.until_editor_shows("Ask for the meter reading before and after.").await;
    assert_eq!(window.stored_text("water-leak-triage").await, stored, "a crash saves nothing");
    let report = window.ask("get_diagnostics", json!({})).await;
    let report = report.as_str().expect("it is a text");
    let ends = report.matches("the process of a page ended why=Crashed").count();
    assert_eq!(ends, 1, "the log says why the page was loaded again: {report}");
    window.until_kept().await;
    window.save().await;

    // It is loaded again where one was.
    window.press_ctrl('3').await;
    window.until_text("nav [aria-current=page]", "Playground").await;
    window.crash_page().await;
    window.until_text("[data-sonner-toast]", "crashed").await;
    window.until_text("nav [aria-current=page]", "Playground").await;
    window.close().await;
}
