//! Other people's skills come in: whole, odd or broken; the broken one is seen, mended and no longer broken.

use std::{fs, path::Path};

use fantoccini::key::Key;
use serde_json::Value;
use studio_tests::Window;
use tempfile::TempDir;

use crate::disk::{copy_skill, fixtures};

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
    let window = Window::open_first_time().await;
    window.preview_import(&folder).await;
    window.until_text("[role=dialog]", "7 skills found").await;
    for shown in ["tide-tables", "New 5", "Broken 2", "A skill file starts with a frontmatter", "not valid UTF-8"] {
        window.until_text("[role=dialog]", shown).await;
    }
    window.save_screenshot("import-light").await;
    window.run_import().await;

    // It is in the list with its error, and opens as the text it is.
    let row = "[data-testid=skill-row][data-name='no-frontmatter']";
    window.until_text(row, "Can’t read").await;
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
