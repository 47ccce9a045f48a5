//! Finding: the list's filter, text in all files with replace and one undo, and what a name in a text stands for.

use std::fs;

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};
use tempfile::TempDir;

/// A bundled file.
const WHO: &str = "references/who.md";

async fn who(window: &Window) -> String {
    let id = window.id_of("gamma-desk").await;
    let file = window.ask("get_file", json!({ "skillId": id, "path": WHO })).await;
    file["text"].as_str().expect("it is text").to_owned()
}

#[tokio::test]
async fn text_is_found_in_bundled_files_replaced_in_three_skills_and_undone_after_a_restart() {
    let somewhere = TempDir::new().expect("the temporary folder can be written");
    let folder = somewhere.path().join("found-skills");
    for (name, path, text) in [
        ("alpha-desk", "SKILL.md", "Call the zephyr desk.\nThe zephyr desk answers."),
        ("beta-desk", "SKILL.md", "Ask the zephyr desk."),
        ("gamma-desk", "SKILL.md", "Nothing."),
        ("gamma-desk", WHO, "The zephyr desk knows."),
    ] {
        let head = format!("---\nname: {name}\ndescription: Answers calls. Use when it rings.\n---\n\n");
        let path = folder.join(name).join(path);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(&path, if path.ends_with("SKILL.md") { format!("{head}{text}\n") } else { format!("{text}\n") })
            .expect("it can be written");
    }
    let window = Window::open_samples().await;
    window.import(&folder).await;

    // The filter: an exact name is the first row; a word of a bundled file is found and shown.
    window.fill("[data-testid=library-search]", "emergency").await;
    window.until_text("[data-testid=found]", "found").await;
    let first = "[data-testid=skill-list] [role=option]:first-child [data-testid=skill-row]";
    window
        .until("the exact name first", async || {
            window.attribute(first, "data-name").await.as_deref() == Some("emergency")
        })
        .await;
    window.fill("[data-testid=library-search]", "zephyr knows").await;
    window.find("[data-testid=skill-row][data-name=gamma-desk][data-field=file]").await;
    window.until_text("[data-testid=skill-row][data-name=gamma-desk]", "references/who.md").await;
    window.save_both_themes("filter-found").await;
    window.fill("[data-testid=library-search]", "").await;

    // Every match, by file; one opens where it stands.
    window.press(&[Key::Control.into(), Key::Shift.into(), 'f']).await;
    window.find("[data-testid=find-query]:focus").await;
    window.type_text("zephyr desk").await;
    window.until_text("[data-testid=find-summary]", "4 results in 3 files").await;
    window.click("[data-testid=find-match]").await;
    window.find("[data-testid=editor][data-skill=alpha-desk] .cm-content").await;

    // A preview, one match left out, all others replaced.
    window.click("[data-testid=toggle-replace]").await;
    window.fill("[data-testid=replacement]", "night desk").await;
    window.until_text("[data-testid=find-match]", "night desk").await;
    window.click("[data-testid=choose-match]").await;
    window.until_text("[data-testid=replace-all]", "Replace 3").await;
    window.save_both_themes("replace-preview").await;
    window.click("[data-testid=replace-all]").await;
    window.until_text("[role=dialog]", "Replace 3 matches in 3 files?").await;
    window.click("[role=dialog] footer button:last-child").await;
    window.until_text("[data-testid=find-summary]", "1 result in 1 file").await;
    let alpha = window.stored_text("alpha-desk").await;
    assert!(alpha.contains("Call the zephyr desk.\nThe night desk answers."), "{alpha}");
    assert_eq!(who(&window).await, "The night desk knows.\n");

    // Undone as one, by the next start.
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.find("[data-testid=skill-row]").await;
    window.press(&[Key::Control.into(), Key::Shift.into(), 'h']).await;
    window.click("[data-testid=undo-replace]").await;
    window.until_gone("[data-testid=undo-replace]").await;
    let alpha = window.stored_text("alpha-desk").await;
    assert!(alpha.contains("Call the zephyr desk.\nThe zephyr desk answers."), "{alpha}");
    assert_eq!(who(&window).await, "The zephyr desk knows.\n");
}

#[tokio::test]
async fn a_name_in_the_text_shows_its_card_opens_and_lists_its_uses() {
    let window = Window::open_samples().await;
    window.open_skill("gas-emergency").await;
    window.put_cursor_behind("Get the address with").await;
    window.hover_text("[data-testid=editor] .cm-content", "lookup_premise").await;
    window.until_text("[data-testid=name-card][data-kind=tool]", "lookup_premise").await;
    window.save_both_themes("name-card").await;

    // The card goes with the pointer. The editor's own find panel.
    window.hover_text("[data-testid=editor] .cm-content", "Anyone dizzy").await;
    window.until_gone("[data-testid=name-card]").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl('f').await;
    window.find("[data-testid=find-field]:focus").await;
    window.type_text("lookup_premise").await;
    window.press_key(Key::Enter).await;
    window.until_text("[data-testid=find-count]", "of 2").await;
    window.save_screenshot("editor-find-light").await;
    window.click("[data-testid=find-field]").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[data-testid=find-field]").await;

    // The match is selected, so the cursor is on the name.
    window.press(&[Key::Shift.into(), Key::F12.into()]).await;
    window.until_count("[data-testid=use]", |uses| uses >= 3).await;
    window.find("[data-testid=use][data-how=linked]").await;
    window.find("[data-testid=use][data-how=mentioned]").await;
    window.save_screenshot("uses-light").await;
    window.click("[data-testid=close-uses]").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.put_cursor_behind("Get the address with").await;
    window.select_text("[data-testid=editor] .cm-content", "lookup_premise").await;
    window.press_key(Key::F12).await;
    window.until_text("nav [aria-current=page]", "Tools").await;
    window.until_text("main", "lookup_premise").await;
}
