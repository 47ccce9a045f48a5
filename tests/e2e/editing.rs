//! One skill is edited: a draft while typing, problems while typing, a quick fix, saving, undo, versions.

use serde_json::json;
use studio_tests::Window;

const TOOLS: &str = "  - dispatch_crew";

#[tokio::test]
async fn a_skill_is_edited_mended_saved_undone_and_restored() {
    let window = Window::open_samples().await;
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

#[tokio::test]
async fn s1_13_a_definition_is_typed_into_the_form_and_kept_in_the_file() {
    let window = Window::open_samples().await;
    window.open_skill("gas-emergency").await;
    let original = window.stored_text("gas-emergency").await;
    window.click("[data-testid=definition]").await;
    window.fill("[data-testid=definition-display_name]", "Gas desk").await;
    window.fill("[data-testid=definition-capabilities]", "find leaks, close valves").await;
    window.fill("[data-testid=definition-on_activate]", "Say that help is coming.").await;
    window.until_kept().await;
    window.save_both_themes("definition").await;
    window.save().await;
    let saved = window.stored_text("gas-emergency").await;
    for line in
        ["display-name: Gas desk", "capabilities: find leaks, close valves", "on-activate: Say that help is coming."]
    {
        // A blank at the end, for as long as nothing followed it, made quotation marks.
        assert!(saved.replace('"', "").contains(&format!("\n  {line}\n")), "{saved}");
    }
    let entries = ["  display-name:", "  capabilities:", "  on-activate:", "metadata:"];
    let rest = |text: &str| -> Vec<String> {
        let is_other = |line: &&str| !entries.iter().any(|entry| line.starts_with(entry));
        text.lines().filter(is_other).map(str::to_owned).collect()
    };
    assert_eq!(rest(&saved), rest(&original), "no other line changed");
}
