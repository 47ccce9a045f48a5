//! Other people's skills come in: whole, odd or broken; the broken one is seen, mended and no longer broken.

use std::{fs, path::Path};

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::Window;
use tempfile::TempDir;

use crate::disk::{copy_skill, fixtures};

/// Two skills that are identical, one of the same name that is not, and one alone.
fn fill_with_twins(folder: &Path) {
    let text = |body: &str| format!("---\nname: twin\ndescription: Does it. Use when asked.\n---\n\n{body}\n");
    for (name, body) in [("a/twin", "Same."), ("b/twin", "Same."), ("c/twin", "Other.")] {
        let skill = folder.join(name);
        fs::create_dir_all(&skill).expect("folders can be made");
        fs::write(skill.join("SKILL.md"), text(body)).expect("files can be written");
    }
    copy_skill(&fixtures().join("good/tide-tables"), &folder.join("tide-tables"));
}

/// Waits until a skill's row in the list says how it stands to its folder.
async fn until_linked(window: &Window, name: &str, link: &str) {
    window
        .until(&format!("{name} {link}"), async || window.row_of(name).await.is_some_and(|row| row["link"] == link))
        .await;
}

#[tokio::test]
async fn rows_are_chosen_duplicates_said_and_the_folder_is_linked_unlinked_and_found_again() {
    let somewhere = TempDir::new().expect("the temporary folder can be written");
    let folder = somewhere.path().join("their-skills");
    fill_with_twins(&folder);
    let window = Window::open_samples().await;
    window.hold_toasts().await;

    // A wrong path is said beneath the field, which has the focus.
    window.press_ctrl('i').await;
    window.find("[data-testid=import-path]:focus").await;
    window.type_text("/no/such/folder").await;
    window.press_key(Key::Enter).await;
    window.until_text("[role=dialog]", "There is no file or folder at this path").await;
    window.save_both_themes("import-wrong-path").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;

    // The identical one is off, and says of what it is a copy; another row is taken out by hand.
    window.preview_import(&folder).await;
    window.until_text("[role=dialog]", "3 of 4 skills selected").await;
    window.until_text("[data-testid=import-item][data-state=identical]", "Identical to").await;
    window.until_text("[data-testid=import-item][data-state=same_name]", "different content").await;
    window.save_both_themes("import-preview").await;
    window.click("[data-testid=import-item][data-state=same_name]").await;
    window.until_text("[role=dialog]", "2 of 4 skills selected").await;
    window.click("[data-testid=run-import]").await;
    window.until_text("[role=dialog]", "2 imported, 2 not selected").await;
    window.save_both_themes("import-report").await;
    window.press_button("Done").await;
    window.until_gone("[role=dialog]").await;
    until_linked(&window, "twin", "unlinked").await;

    // Settings has one row for the folder: linked after the question, unlinked, and linked again by Undo.
    window.press_ctrl(',').await;
    window.until_text("[data-testid=import-root]", "2 skills, not linked").await;
    window.click("[data-testid=link-root]").await;
    window.until_text("[role=dialog]", "will write to its file").await;
    window.click("[role=dialog] footer button:last-child").await;
    window.until_text("[data-testid=import-root]", "2 of 2 skills linked").await;
    until_linked(&window, "twin", "linked").await;
    window.save_both_themes("settings-linked-folders").await;
    window.click("[data-testid=unlink-root]").await;
    until_linked(&window, "twin", "unlinked").await;
    window.click("[data-sonner-toast] button[data-button]").await;
    until_linked(&window, "twin", "linked").await;

    // The folder moves: its rows say that it is missing, and it is found again for all of them at once.
    let moved = somewhere.path().join("moved-skills");
    fs::rename(&folder, &moved).expect("folders can be moved");
    window.until_text("[data-testid=import-root]", "2 missing").await;
    window.until_text("[data-testid=import-root]", "Folder not found").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;
    window.find("[data-testid=skill-row][data-name=twin] [data-link=missing]").await;
    window.save_both_themes("list-missing").await;
    // The system's own dialog, which asks for the folder, cannot be driven from here.
    window.ask("relink_root", json!({ "root": folder, "folder": moved })).await;
    window.find("[data-testid=skill-row][data-name=twin] [data-link=linked]").await;
}

/// Good and broken skills, as they may be found on somebody's disk.
fn fill_with_skills(folder: &Path) {
    for good in ["tide-tables", "water-houseplants", "morning-notes"] {
        copy_skill(&fixtures().join("good").join(good), &folder.join(good));
    }
    for bad in ["unterminated-frontmatter", "no-frontmatter", "invalid-utf8", "unquoted-colon"] {
        copy_skill(&fixtures().join("bad").join(bad), &folder.join(bad));
    }
}

#[tokio::test]
async fn a_folder_with_broken_skills_comes_in_and_one_is_mended() {
    let somewhere = TempDir::new().expect("the temporary folder can be written");
    let folder = somewhere.path().join("found-skills");
    fill_with_skills(&folder);
    let window = Window::open_samples().await;
    window.preview_import(&folder).await;
    window.until_text("[role=dialog]", "7 skills found").await;
    for shown in
        ["tide-tables", "7 of 7 skills selected", "Can't be read", "isn't valid UTF-8", "writes to its file in"]
    {
        window.until_text("[role=dialog]", shown).await;
    }
    window.save_screenshot("import-light").await;
    window.click("[data-testid=import-link]").await;
    window.run_import().await;

    // It is in the list with its error, and opens as the text it is.
    let row = "[data-testid=skill-row][data-name='no-frontmatter']";
    window.until_text(row, "Can't read").await;
    window.click(&format!("{row} [data-testid=open-as-text]")).await;
    window.find("[data-testid=editor][data-skill=no-frontmatter] .cm-content").await;
    window.find("[data-testid=unreadable]").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(Key::Home.into()).await;
    for line in ["---", "name: no-frontmatter", "description: Says what it is for. Use when a page lacks it.", "---"] {
        window.type_text(line).await;
        window.press_key(Key::Enter).await;
    }
    window.until_gone("[data-testid=unreadable]").await;
    window.save().await;
    window.until_gone(&format!("{row} [data-testid=open-as-text]")).await;
    let mended = window.row_of("no-frontmatter").await.expect("it kept its name");
    assert_eq!(mended["broken"], Value::Null);
    let on_disk = fs::read_to_string(folder.join("no-frontmatter/SKILL.md")).expect("it is there");
    assert!(on_disk.starts_with("---\nname: no-frontmatter\n"), "a linked folder is written back: {on_disk}");
    assert_eq!(on_disk, window.stored_text("no-frontmatter").await);
}
