//! Somebody's own skills, some of them broken, opened linked at the first start: one is mended by a quick fix, all of a
//! kind at once, and all that is undone after a restart. The files on disk follow each time.

use std::{
    fs,
    path::{Path, PathBuf},
};

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};
use tempfile::TempDir;

const COLON: &str = "yaml-unquoted-colon";

fn plant(home: &Path, folder: &str, text: &str) {
    let folder = home.join("home/.claude/skills").join(folder);
    fs::create_dir_all(&folder).expect("the temporary folder can be written");
    fs::write(folder.join("SKILL.md"), text).expect("the temporary folder can be written");
}

fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n\n# About {name}\n\nDo what {name} says.\n")
}

/// Skills as they lie about on a disk: three that cannot be read for a colon, one without frontmatter, two of one name.
fn planted() -> TempDir {
    let home = TempDir::new().expect("the temporary folder can be written");
    for name in ["brew-tea", "fold-paper", "tie-knots"] {
        plant(home.path(), name, &skill(name, "Use this: whenever it is asked for."));
    }
    plant(home.path(), "no-start", "# No start\n\nSays what it is for. Use when a page lacks it.\n");
    plant(home.path(), "sweep-floor", &skill("sweep-floor", "Sweeps floors. Use when a floor is dirty."));
    plant(home.path(), "again/sweep-floor", &skill("sweep-floor", "Sweeps other floors. Use when asked to sweep."));
    home
}

fn file_of(home: &Path, name: &str) -> PathBuf {
    home.join("home/.claude/skills").join(name).join("SKILL.md")
}

fn read(home: &Path, name: &str) -> String {
    fs::read_to_string(file_of(home, name)).expect("it is there")
}

/// Opens the list of all problems by the count in the status line.
async fn open_problems(window: &Window) {
    window.click("[data-testid=problem-count]").await;
    window.find("[data-testid=library-problems] [data-testid=problem-group]").await;
}

#[tokio::test]
async fn broken_skills_are_mended_one_by_one_and_all_at_once_and_undone_after_a_restart() {
    let home = planted();
    let colons = ["brew-tea", "fold-paper", "tie-knots"];
    let before = colons.map(|name| read(home.path(), name));
    // The very first start: the folder is found, and opened linked.
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.hold_toasts().await;
    window.until_text("[data-testid=skill-folder][data-client=claude-code]", "6 skills").await;
    window.click("[data-testid=open-own]").await;
    window.until_count("[data-testid=skill-row]", |rows| rows == 6).await;
    open_problems(&window).await;
    window.until_text("[data-testid=library-problem][data-skill=sweep-floor]", "also named").await;

    // One by its quick fix, in its file.
    window.click("[data-testid=library-problem][data-code=frontmatter-missing] .what").await;
    window.find("[data-testid=editor][data-skill=no-start] .cm-content").await;
    window.open_tab("Problems").await;
    window.click("[data-testid=fix][data-code=frontmatter-missing]").await;
    window.until_gone("[data-testid=problem][data-code=frontmatter-missing]").await;
    window.save().await;
    let mended = read(window.home(), "no-start");
    assert!(mended.starts_with("---\nname: no-start\ndescription: Says what it is for.\n---\n"), "{mended}");

    // All of a kind, after a look at what changes.
    open_problems(&window).await;
    window.press_button("By rule").await;
    window.save_both_themes("problems").await;
    window.run("document.querySelector('[data-testid=library-problems] [role=grid]').scrollTop = 0", vec![]).await;
    window.click(&format!("[data-testid=fix-kind][data-code={COLON}]")).await;
    window.until_text("[data-testid=fix-dialog]", "3 files").await;
    window.until_text("[data-testid=fix-dialog] .diff", "\"Use this: whenever it is asked for.\"").await;
    window.save_screenshot("fix-all-light").await;
    window.click("[data-testid=fix-chosen]").await;
    window.until_text("[data-sonner-toast]", "Fixed 3 files").await;
    window.until_gone(&format!("[data-testid=library-problem][data-code={COLON}]")).await;
    for name in colons {
        let text = read(window.home(), name);
        assert!(text.contains("description: \"Use this: whenever it is asked for.\""), "{text}");
        assert_eq!(text, window.stored_text(name).await);
    }

    // Another day: everything is as it was left, and taken back in one step.
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press(&[Key::Control.into(), Key::Shift.into(), 'm']).await;
    window.click("[data-testid=change-history]").await;
    window.until_text("[data-testid=change-set]", "Fixed 3 skills").await;
    window.click("[data-testid=undo-set]").await;
    let asked = "[role=dialog]:has([data-autofocus])";
    window.until_text(asked, "3 linked files on disk will also change").await;
    window.click(&format!("{asked} button.primary")).await;
    window.until_text("[data-testid=change-set]", "undone").await;
    for (name, text) in colons.iter().zip(before) {
        assert_eq!(read(window.home(), name), text);
    }
    assert!(read(window.home(), "no-start").starts_with("---\n"), "what was saved by hand stays");
}

#[tokio::test]
async fn a_problem_is_ignored_with_its_reason_and_problems_are_walked_by_key() {
    let home = planted();
    let window = Window::open_samples_with(Options { home: Some(home), ..Options::default() }).await;
    window.import_linked(&window.home().join("home/.claude/skills")).await;
    open_problems(&window).await;
    let row = "[data-testid=library-problem][data-skill=brew-tea]";
    window.click(&format!("{row} [data-testid=ignore-one]")).await;
    window.find("[data-testid=ignore-dialog] input").await;
    window.type_text("Our reader takes it").await;
    window.click("[data-testid=ignore-confirm]").await;
    window.until_gone(row).await;
    window.press_button("Ignored").await;
    window.until_text(row, "Our reader takes it").await;
    window.click(&format!("{row} [data-testid=stop-ignoring]")).await;
    window.until_gone(&format!("{row} [data-testid=stop-ignoring]")).await;

    // From problem to problem, on to the next skill.
    window.press_key(Key::F8).await;
    window.find("[data-testid=editor]:not([data-skill=''])").await;
    let first = window.attribute("[data-testid=editor]", "data-skill").await;
    window
        .until("the next skill with a problem", async || {
            window.press_key(Key::F8).await;
            let now = window.attribute("[data-testid=editor]", "data-skill").await;
            now.as_deref().is_some_and(|now| !now.is_empty()) && now != first
        })
        .await;
}

#[tokio::test]
async fn a_rule_is_ignored_in_the_library_taken_back_and_turned_off_in_settings() {
    let window = Window::open(Options { home: Some(planted()), ..Options::default() }).await;
    window.hold_toasts().await;
    window.until_text("[data-testid=skill-folder][data-client=claude-code]", "6 skills").await;
    window.click("[data-testid=open-own]").await;
    window.until_count("[data-testid=skill-row]", |rows| rows == 6).await;
    // The rail counts them and leads there; each class has a way to end it.
    window.until_text("nav[aria-label=Places] [aria-label^=Problems]", "Problems").await;
    window.click("nav[aria-label=Places] [aria-label^=Problems]").await;
    let head = |what: &str| format!("[data-testid={what}][data-code={COLON}]");
    window.find(&head("fix-kind")).await;
    window.click(&head("ignore-kind")).await;
    window.find("[data-testid=ignore-dialog] input").await;
    window.type_text("Our reader takes it").await;
    window.click("[data-testid=ignore-confirm]").await;
    window.until_text("[data-sonner-toast]", "3 problems ignored").await;
    window.until_gone(&head("ignore-kind")).await;
    window.click("[data-sonner-toast] button[data-button]").await;
    window.find(&head("ignore-kind")).await;

    // Off, it finds nothing any more, here and for who asks the library.
    window.ask("set_rule_level", json!({ "code": COLON, "level": "off" })).await;
    window.until_gone(&head("ignore-kind")).await;
    window.perform("Set rule severity").await;
    let rule = format!("[data-testid=rule][data-code={COLON}]");
    window.until_text(&rule, "Off").await;
    window.save_both_themes("settings-rules").await;
}
