//! A linked file changes under the studio: reloaded where nothing was typed, put to the author as a merge where it was.

use std::{fs, path::Path};

use studio_tests::Window;
use tempfile::TempDir;

use crate::disk::{copy_skill, fixtures};

fn change(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("it can be read");
    assert!(text.contains(from), "{} says “{from}”", file.display());
    fs::write(file, text.replacen(from, to, 1)).expect("it can be written");
}

#[tokio::test]
async fn an_outside_change_is_reloaded_or_merged() {
    let somewhere = TempDir::new().expect("the temporary folder can be written");
    let folder = somewhere.path().join("linked-skills");
    for name in ["tide-tables", "water-houseplants"] {
        copy_skill(&fixtures().join("good").join(name), &folder.join(name));
    }
    let window = Window::open_samples().await;
    window.hold_toasts().await;
    window.import_linked(&folder).await;

    // Nothing typed here: what is on disk is shown, and said.
    window.open_skill("water-houseplants").await;
    let plants = folder.join("water-houseplants/SKILL.md");
    change(&plants, "# ", "# Changed outside: ");
    window.until_text("[data-sonner-toast]", "changed on disk and was reloaded").await;
    window.until_editor_shows("Changed outside: ").await;

    // Something typed here: both changes end up in the file, after the author has looked.
    window.open_skill("tide-tables").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(fantoccini::key::Key::End.into()).await;
    window.type_text("Typed in the studio.").await;
    window.until_kept().await;
    let tides = folder.join("tide-tables/SKILL.md");
    change(&tides, "# ", "# Written elsewhere: ");
    window.click("[data-testid=review-merge]").await;
    window.until_text("[role=dialog]", "No conflicts").await;
    window.until_text("[role=dialog]", "Written elsewhere: ").await;
    window.save_screenshot("merge-light").await;
    window.press_button("Save merge").await;
    window.until_gone("[role=dialog]").await;
    window.until_saved().await;
    let merged = fs::read_to_string(&tides).expect("it can be read");
    assert!(merged.contains("# Written elsewhere: ") && merged.contains("Typed in the studio."), "{merged}");
    assert_eq!(merged, window.stored_text("tide-tables").await);
    window.until_gone("[data-testid=review-merge]").await;
}
