//! The power fails while typing: what was acknowledged as kept is there again, and nothing is saved unasked.

use studio_tests::{Options, Window};

#[tokio::test]
async fn what_was_typed_survives_a_kill_and_is_restored() {
    let window = Window::open_samples().await;
    window.open_skill("water-leak-triage").await;
    let stored = window.stored_text("water-leak-triage").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(fantoccini::key::Key::End.into()).await;
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
    window.press_ctrl(fantoccini::key::Key::End.into()).await;
    window.until_editor_shows("Ask for the meter reading before and after.").await;
    window.until_kept().await;
    window.save().await;
    assert!(window.stored_text("water-leak-triage").await.contains("before and after."));
}
