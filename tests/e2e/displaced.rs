//! The library's file goes from its path under the open window: it says so at once, and every way on has all of it.

use std::{fs, path::PathBuf};

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::Window;

const SHEET: &str = "[role=dialog]";

async fn library_path(window: &Window) -> PathBuf {
    let info = window.ask("get_library", json!({})).await;
    PathBuf::from(info["path"].as_str().expect("paths are texts"))
}

#[tokio::test]
async fn a_library_that_goes_from_its_path_is_followed_copied_or_left() {
    let window = Window::open_samples().await;
    window.open_skill("water-leak-triage").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(Key::End.into()).await;
    window.type_text("Saved before the move.").await;
    window.save().await;
    let first = library_path(&window).await;

    // Moved: what is typed meanwhile is kept, and comes back as a draft where the library is now.
    let archive = first.with_file_name("archive");
    fs::create_dir(&archive).expect("the temporary folder can be written");
    let moved = archive.join("Moved.db");
    fs::rename(&first, &moved).expect("a file can be moved");
    window.until_text(SHEET, "The library was moved").await;
    window.until_text(SHEET, &moved.display().to_string()).await;
    window.save_screenshot("displaced-moved-light").await;
    window.press_key(Key::Escape).await;
    window.until_gone(SHEET).await;
    window.until_text(".banner", "was moved to").await;
    window.put_cursor_behind("Saved before the move.").await;
    window.type_text(" Typed after the move.").await;
    window.until_kept().await;
    window.press_ctrl('s').await;
    window.until_text(SHEET, "Unsaved changes to 1 file are kept as a draft").await;
    window.find(&format!("{SHEET} li button:focus")).await;
    window.press_key(Key::Enter).await;
    window.until_text(SHEET, "Unsaved drafts").await;
    window.until_text(SHEET, "Typed after the move.").await;
    window.press_button("Continue editing water-leak-triage").await;
    window.until_editor_shows("Typed after the move.").await;
    assert_eq!(library_path(&window).await, moved);
    window.put_cursor_behind("Typed after the move.").await;
    window.save().await;
    assert!(window.stored_text("water-leak-triage").await.contains("Saved before the move. Typed after the move."));
    assert!(!first.exists());

    // Deleted: it goes on in a copy.
    window.use_theme("dark").await;
    fs::remove_file(&moved).expect("a file can be deleted");
    window.until_text(SHEET, "The library was deleted").await;
    window.save_screenshot("displaced-deleted-dark").await;
    let copy = archive.join("Copy.db");
    // What its button asks the system's dialog for, no driver can press.
    window.ask("save_library_copy", json!({ "path": copy.display().to_string() })).await;
    window.run("location.reload()", vec![]).await;
    window.until_gone(SHEET).await;
    window.until_count("[data-testid=skill-row]", |rows| rows > 0).await;
    assert!(!window.exists(SHEET).await);
    window.until("the copy to be open", async || library_path(&window).await == copy).await;
    assert!(window.stored_text("water-leak-triage").await.contains("Typed after the move."));

    // Replaced: the file that is there now can be opened, and is as it was put there.
    let other = archive.join("Other.db");
    window.ask("create_library", json!({ "path": other.display().to_string(), "hasSamples": false })).await;
    window.ask("open_library", json!({ "path": copy.display().to_string() })).await;
    fs::rename(&other, &copy).expect("a file can be replaced");
    window.until_text(SHEET, "The library was replaced").await;
    window.save_screenshot("displaced-replaced-dark").await;
    window.press_button("Open file").await;
    window.until_gone(SHEET).await;
    window
        .until("the other library to be open", async || window.ask("get_library", json!({})).await["skills"] == 0)
        .await;
}
