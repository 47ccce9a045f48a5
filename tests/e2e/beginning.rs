//! The very first start on somebody's own computer: their skills are found, opened as they choose, and listed with what
//! is wrong, the gravest open, and a query to try; a new library and a new skill after that.

use std::{fs, path::Path};

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::{Options, Window};
use tempfile::TempDir;

use crate::disk::{copy_skill, fixtures};

/// A computer on which some clients have skills: good ones, broken ones, and one that two clients share.
fn computer() -> TempDir {
    let home = TempDir::new().expect("the temporary folder can be written");
    let claude = home.path().join("home/.claude/skills");
    for good in ["tide-tables", "water-houseplants", "morning-notes"] {
        copy_skill(&fixtures().join("good").join(good), &claude.join(good));
    }
    copy_skill(&fixtures().join("bad/no-frontmatter"), &claude.join("no-frontmatter"));
    copy_skill(&fixtures().join("good/tide-tables"), &home.path().join("home/.agents/skills/tide-tables"));
    home
}

async fn open(home: TempDir) -> Window {
    Window::open(Options { home: Some(home), ..Options::default() }).await
}

#[tokio::test]
async fn own_skills_are_found_opened_linked_and_listed_with_their_problems() {
    let window = open(computer()).await;
    window.until_text("[data-testid=skill-folder][data-client=claude-code]", "4 skills").await;
    window.until_text("[data-testid=skill-folder][data-client=agent-skills]", "1 skill").await;
    window.until_text("[data-testid=consequence]", "its files in that folder change").await;
    window.save_both_themes("welcome").await;
    window.click("[data-testid=skill-folder][data-client=agent-skills] button").await;
    window.until_text("[data-testid=open-own]", "Open 4 skills").await;
    window.click("[data-testid=open-own]").await;

    window.until_count("[data-testid=skill-row]", |rows| rows == 4).await;
    window.until_text("[data-testid=found-skills]", "4 skills").await;
    window.until_text("[data-testid=client-switch]", "Claude Code").await;
    window.find("[data-testid=editor][data-skill='no-frontmatter']").await;
    window.until_text("[data-testid=skill-row][data-name='no-frontmatter']", "Can't read").await;
    window.save_both_themes("first-steps").await;
    window.click("[data-testid=found-problems]").await;
    window.find("[data-testid=skill-row][data-name='no-frontmatter']").await;
    window.until_gone("[data-testid=skill-row][data-name='tide-tables']").await;
    window.press_button("Try it").await;
    window.until_text("nav [aria-current=page]", "Playground").await;

    // Linked: what is saved is in the folder.
    window.press_ctrl('1').await;
    window.press_button("All").await;
    window.open_skill("tide-tables").await;
    window.click("[data-testid=editor] .cm-content").await;
    window.press_ctrl(Key::End.into()).await;
    window.type_text("Saved here.").await;
    window.save().await;
    let file = window.home().join("home/.claude/skills/tide-tables/SKILL.md");
    assert!(fs::read_to_string(&file).expect("it is there").contains("Saved here."));
    assert!(!read(window.home(), "home/.agents/skills/tide-tables/SKILL.md").contains("Saved here."));

    // The next start opens what was chosen.
    let window = open(window.close().await).await;
    window.until_count("[data-testid=skill-row]", |rows| rows == 4).await;
}

#[tokio::test]
async fn a_new_library_and_skills_from_templates() {
    let window = open(TempDir::new().expect("the temporary folder can be written")).await;
    window.until_text("[data-testid=welcome]", "No skills found").await;
    window.press_button("New library").await;
    window.fill("[data-testid=library-path]", "team skills").await;
    let file = window.home().join("home/team skills.db").display().to_string();
    window.until_text("[data-testid=library-place]", &file).await;
    window.save_screenshot("new-library").await;
    window.press_button("Create library").await;
    window.until_text("main", "This library is empty").await;
    assert!(Path::new(&file).is_file(), "it is written where it was said");
    let recent = window.ask("list_recent_libraries", json!({})).await;
    assert_eq!(recent[0]["path"], json!(file));

    window.press_ctrl('n').await;
    window.click("[data-template=scripts]").await;
    window.save_screenshot("new-skill").await;
    window.fill("[role=dialog] input", "count-words").await;
    window.press_button("Create skill").await;
    window.find("[data-testid=editor][data-skill='count-words'] .cm-content").await;
    window.until_text("[data-testid=file-tree]", "count.py").await;
    let row = window.row_of("count-words").await.expect("it is listed");
    assert_eq!((row["errors"].as_u64(), row["warnings"].as_u64()), (Some(0), Some(0)), "{row}");

    // How the list is sorted is kept.
    window.click("[data-testid=sort-menu]").await;
    window.press_button("Recent").await;
    let window = open(window.close().await).await;
    window.find("[data-testid=sort-menu][aria-label='Sort by Recent']").await;
}

fn read(home: &Path, path: &str) -> String {
    fs::read_to_string(home.join(path)).expect("it is there")
}

/// A skill row of the list.
fn row(name: &str) -> String {
    format!("[data-testid=skill-row][data-name='{name}']")
}

#[tokio::test]
async fn several_skills_are_tagged_moved_and_trashed_each_with_one_undo() {
    let window = Window::open_samples().await;
    window.hold_toasts().await;
    window.open_skill("gas-emergency").await;
    window.press_key(Key::Escape).await;
    window.run("document.querySelector('[role=listbox]').focus()", vec![]).await;
    window.press(&[' ']).await;
    window.find("[data-testid=marked-bar]").await;
    window.click(&format!("{} .mark", row("meter-reading-dispute"))).await;
    let all = skills(&window).await;
    window.until_text("[data-testid=marked-bar]", &format!("2 of {all} selected")).await;
    window.save_screenshot("selected").await;

    // Tags, and back.
    window.click("[data-testid=marked-tags]").await;
    window.fill("[data-testid=batch-text]", "night").await;
    window.save_screenshot("change-tags").await;
    window.click("[data-testid=batch-confirm]").await;
    window.until("the tag", async || has_tag(&window, "meter-reading-dispute").await).await;
    assert!(has_tag(&window, "gas-emergency").await);
    window.click("[data-sonner-toast] [data-button]").await;
    window.until("the undo", async || !has_tag(&window, "gas-emergency").await).await;
    assert!(!has_tag(&window, "meter-reading-dispute").await);

    // To a group of its own.
    window.click("[data-testid=marked-move]").await;
    window.fill("[data-testid=batch-text]", "Night shift").await;
    window.click("[data-testid=batch-confirm]").await;
    window.until_text("[data-testid=skill-list]", "Night shift").await;

    // To the trash and back, together.
    window.click("[data-testid=marked-trash]").await;
    window.until_text("[data-testid=dependents]", "loads gas-emergency.").await;
    window.click("[data-testid=trash-anyway]").await;
    window.find("[data-testid=trash] [data-count='2']").await;
    window.until_gone(&row("gas-emergency")).await;
    window.until_text("[data-sonner-toast]", "Moved 2 skills to trash").await;
    // From another place, by keys: the offer is there long after its toast.
    window.press_ctrl('2').await;
    window.find("[data-ready=true]").await;
    window.until_text("[data-testid=last-undo]", "Moved 2 skills to trash").await;
    window.run("document.activeElement.blur()", vec![]).await;
    window.press_ctrl('z').await;
    window.until_gone("[data-testid=last-undo]").await;
    window.press_ctrl('1').await;
    window.find(&row("gas-emergency")).await;
    window.find(&row("meter-reading-dispute")).await;

    // All that a search shows is selected, and nothing that it hides; more than a handful go only after a question.
    let request = json!({ "query": "emergency", "mode": "words", "limit": 100, "among": null });
    let found = window.ask("search_skills", json!({ "request": request })).await["total"].as_u64().unwrap_or_default();
    assert!(found > 1 && (found as usize) < all, "{found} of {all}");
    window.fill("[data-testid=library-search]", "emergency").await;
    window.until("what was found", async || window.count("[data-testid=skill-row]").await == found as usize).await;
    window.press_key(Key::Down).await;
    window.press_ctrl('a').await;
    window.until_text("[data-testid=marked-bar]", &format!("{found} of {all} selected")).await;
    window.save_both_themes("selected-in-a-search").await;
    window.fill("[data-testid=library-search]", "").await;
    window.press_key(Key::Delete).await;
    window.run("document.querySelector('[role=listbox]').focus()", vec![]).await;
    window.press_ctrl('a').await;
    window.until_text("[data-testid=marked-bar]", &format!("{all} of {all} selected")).await;
    window.click("[data-testid=marked-trash]").await;
    window.until_text("[data-testid=to-trash]", "meter-reading-dispute").await;
    window.save_both_themes("trash-many-asks").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[data-testid=to-trash]").await;
    assert_eq!(skills(&window).await, all, "no is an answer");
}

async fn skills(window: &Window) -> usize {
    window.ask("list_skills", json!({})).await.as_array().map_or(0, Vec::len)
}

async fn has_tag(window: &Window, name: &str) -> bool {
    let row = window.row_of(name).await.expect("it is listed");
    row["tags"].as_array().is_some_and(|tags| tags.iter().any(|tag| tag == "night"))
}
