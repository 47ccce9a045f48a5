//! One skill is edited: a draft while typing, problems while typing, a quick fix, saving, undo, versions.

use serde_json::json;
use studio_tests::Window;

const TOOLS: &str = "  - dispatch_crew";

#[tokio::test]
async fn a_skill_is_edited_mended_saved_undone_and_restored() {
    let window = Window::open_first_time().await;
    window.open_skill("gas-emergency").await;
    let original = window.stored_text("gas-emergency").await;

    // Typing in the body: unsaved at once, kept as a draft soon after, nothing stored.
    window.put_cursor_behind("Safety comes before account questions").await;
    window.type_text(" Stay calm.").await;
    window.until_kept().await;
    assert!(window.draft_of("gas-emergency").await.is_some_and(|draft| draft.contains("indoors. Stay calm.")));
    assert_eq!(window.stored_text("gas-emergency").await, original);

    // Mistakes in the frontmatter are found while they are typed.
    window.open_tab("Problems").await;
    window.show_yaml().await;
    window.retype_line("name: gas-emergency", "name: Gas-Emergency").await;
    window.retype_line(TOOLS, &TOOLS.replace("dispatch_crew", "dispatch_crews")).await;
    window.press_key(fantoccini::key::Key::Escape).await;
    for code in ["name-format", "unknown-tool"] {
        window.find(&format!("[data-testid=problem][data-code={code}][data-severity=error]")).await;
    }
    window.until_kept().await;
    window.save_both_themes("editor").await;
    window.use_theme("dark").await;
    window.open_tab("Preview").await;
    window.save_screenshot("library-yaml-dark").await;
    window.use_theme("light").await;

    // Their quick fixes mend them.
    window.open_tab("Problems").await;
    for code in ["name-format", "unknown-tool"] {
        window.click(&format!("[data-testid=fix][data-code={code}]")).await;
        window.until_gone(&format!("[data-testid=problem][data-code={code}]")).await;
    }
    window.until_editor_shows("name: gas-emergency").await;
    window.until_editor_shows(TOOLS).await;

    window.save().await;
    let saved = window.stored_text("gas-emergency").await;
    assert_eq!(saved, original.replace("on the line indoors.", "on the line indoors. Stay calm."));
    assert_eq!(window.draft_of("gas-emergency").await, None, "saving takes the draft away");

    // Undo goes back over the save, step by step, to the text as it was opened.
    window
        .until("the text as it was opened", async || {
            window.press_ctrl('z').await;
            window.attribute("[data-testid=undo]", "disabled").await.is_some()
        })
        .await;
    window.save().await;
    assert_eq!(window.stored_text("gas-emergency").await, original);

    // The timeline has them all; the first save comes back.
    window.open_tab("Versions").await;
    window.until_count("[data-testid=version]", |versions| versions == 3).await;
    window.click("li:nth-child(2) > [data-testid=version]").await;
    window.until_text("[role=dialog]", "Stay calm.").await;
    window.click("[data-testid=restore-version]").await;
    window.until_gone("[role=dialog]").await;
    window.until_editor_shows("Stay calm.").await;
    assert_eq!(window.stored_text("gas-emergency").await, saved);
    let versions = window.ask("list_versions", json!({ "skillId": window.id_of("gas-emergency").await })).await;
    assert_eq!(versions[0]["reason"], "restored", "going back is a version too: {versions}");
}
