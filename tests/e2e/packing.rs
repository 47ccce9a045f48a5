//! Packs: from choosing skills to a fresh library that has them, with what stands in the way shown and mended.

use std::{fs, path::Path};

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::{
    Options, Window,
    packs::{new_pack, tick, tick_target, write_into},
};
use tempfile::TempDir;

/// The smallest window the studio is made for.
const SMALL: (u32, u32) = (1024, 700);
const LARGE: (u32, u32) = (2560, 1440);
const USUAL: (u32, u32) = (1440, 900);

const NAME: &str = "harbour-log";

/// A skill that every target takes as it is.
const PLAIN: &str = "tide-table";

/// Two skills, the first with a description that Agent Skills take and light-4j does not, and with a licence that light-4j
/// has no column for.
fn write_skills(folder: &Path) -> String {
    let long =
        format!("description: Writes the log of a harbour. {}Use when a ship comes in.", "It is long. ".repeat(45));
    let text = format!("---\nname: {NAME}\n{long}\nlicense: MIT\n---\n\n# Log\n\nNote the ship and the hour.\n");
    let skill = folder.join(NAME);
    fs::create_dir_all(&skill).expect("the temporary folder can be written");
    fs::write(skill.join("SKILL.md"), text).expect("the temporary folder can be written");
    let plain = folder.join(PLAIN);
    fs::create_dir_all(&plain).expect("the temporary folder can be written");
    let text = format!("---\nname: {PLAIN}\ndescription: Says when the tide turns.\n---\n\n# Tides\n\nAsk the moon.\n");
    fs::write(plain.join("SKILL.md"), text).expect("the temporary folder can be written");
    long
}

fn state_of(target: &str) -> String {
    format!("[data-testid=target][data-target={target}] [data-testid=target-state]")
}

async fn until_writable(window: &Window) {
    window.find("[data-testid=write-pack]:not([disabled])").await;
}

/// The text of a skill in the library that is open.
async fn text_of(window: &Window) -> String {
    window.stored_text(NAME).await
}

#[tokio::test]
async fn x_22_a_pack_shows_what_a_target_refuses_is_mended_written_verified_and_comes_into_a_fresh_library() {
    let somewhere = TempDir::new().expect("the temporary folder can be written");
    let (theirs, out) = (somewhere.path().join("theirs"), somewhere.path().join("out"));
    let long = write_skills(&theirs);
    let window = Window::open_samples().await;
    window.import(&theirs).await;

    // Chosen: two skills and light-4j, which refuses a description of more than 500 characters.
    window.press_ctrl('7').await;
    window.until_text("[data-testid=packs]", "No packs yet").await;
    window.save_both_themes("packs-none").await;
    new_pack(&window, "harbour").await;
    tick(&window, NAME).await;
    tick(&window, PLAIN).await;
    window.fill("[data-testid=pack-filter]", "").await;
    window.press_key(Key::Backspace).await;
    tick_target(&window, "light4j-sql").await;
    write_into(&window, &out).await;
    window.until_text(&state_of("light4j-sql"), "1 rejected").await;
    window.until_text("[data-testid=target-name]", "light-4j SQL").await;
    let refused = format!("[data-testid=loss-row][data-outcome=refused][data-entity='skill {NAME}']");
    window.until_text(&refused, "500").await;
    window.until_text("[data-testid=write-hint]", "1 item was rejected").await;
    assert!(window.exists("[data-testid=write-pack][disabled]").await, "what is refused is not written");
    window.save_both_themes("packs-refused").await;
    for (size, name) in [(SMALL, "packs-refused-small"), (LARGE, "packs-refused-large"), (USUAL, "packs-refused-usual")]
    {
        window.resize(size).await;
        window.save_both_themes(name).await;
    }
    assert!(!out.exists(), "a dry run writes nothing");

    // Mended in the editor, where the row leads to.
    window.click(&format!("{refused} button[aria-label^=Open]")).await;
    window.find(&format!("[data-testid=editor][data-skill={NAME}]")).await;
    window.show_yaml().await;
    window.retype_line(&long, "description: Writes the log of a harbour. Use when a ship comes in.").await;
    window.save().await;
    window.press_ctrl('7').await;
    window.until_text(&state_of("light4j-sql"), "lost").await;
    window.find(&format!("[data-testid=loss-row][data-outcome=lost][data-entity='skill {NAME}']")).await;
    window.save_both_themes("packs-lost").await;

    // What light-4j loses stays at home: the archive takes its place, which loses nothing of it.
    tick_target(&window, "light4j-sql").await;
    tick_target(&window, "skill-zip").await;
    window.until_text(&state_of("skill-zip"), "lossless").await;
    until_writable(&window).await;
    window.click("[data-testid=verify]").await;
    window.find("[data-testid=verdict][data-target=skill-zip][data-equal=true]").await;
    window.find("[data-testid=verdict][data-target=agent-skills][data-equal=true]").await;
    window.save_both_themes("packs-verified").await;
    window.click("[data-testid=write-pack]").await;
    window.find("[data-testid=export-row]").await;
    let archive = out.join("skill-zip").join(format!("{NAME}.skill"));
    assert!(archive.is_file(), "{} was written", archive.display());
    window.until_text("[data-testid=write-hint]", "unchanged").await;
    window.save_both_themes("packs-written").await;

    // Into a fresh library, and compared.
    let before = text_of(&window).await;
    let path = somewhere.path().join("fresh.db");
    window.ask("create_library", json!({ "path": path, "hasSamples": false })).await;
    window.click("button[aria-label^='Library:']").await;
    window.press_button("fresh").await;
    window.find("button[aria-label='Library: fresh']").await;
    window.press_ctrl('1').await;
    window.preview_import(&archive).await;
    window.run_import().await;
    assert_eq!(text_of(&window).await, before, "what went out came in");
    // Its folder says which pack it is of.
    window.preview_import(&out.join("agent-skills")).await;
    window.find("[data-testid=manifest]").await;
    window.save_both_themes("packs-import").await;
    window.run_import().await;
    let rows = window.ask("list_skills", json!({})).await;
    assert_eq!(rows.as_array().map(Vec::len), Some(2), "{rows:#}");
}

/// A file that is on the disk is replaced only after a question; the history has both exports.
#[tokio::test]
async fn files_are_replaced_only_after_a_question_and_two_exports_are_compared() {
    let somewhere = TempDir::new().expect("the temporary folder can be written");
    let out = somewhere.path().join("out");
    let window = Window::open_samples().await;
    new_pack(&window, "home").await;
    tick(&window, "gas-emergency").await;
    write_into(&window, &out).await;
    until_writable(&window).await;
    window.click("[data-testid=write-pack]").await;
    window.find("[data-testid=export-row]").await;
    window.until_text("[data-testid=write-hint]", "unchanged").await;

    // Somebody writes into it; the pack says so, and asks.
    let file = out.join("agent-skills/gas-emergency/SKILL.md");
    fs::write(&file, "Mine.\n").expect("it can be written");
    window.press_key(Key::F5).await;
    window.until_text("[data-testid=write-hint]", "1 replaced").await;
    window.click("[data-testid=write-pack]").await;
    window.until_text("[data-testid=replaced]", "agent-skills/gas-emergency/SKILL.md").await;
    window.save_both_themes("packs-replace").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), "Mine.\n", "nothing was replaced without a yes");
    tick(&window, "emergency").await;
    window.until_text("[data-testid=pack-count]", "2 of").await;
    until_writable(&window).await;
    window.click("[data-testid=write-pack]").await;
    window.click("[data-testid=replace-files]").await;
    window.until_count("[data-testid=export-row]", |drawn| drawn == 2).await;
    // The question stays until what would be replaced now is known.
    window.until_gone("[role=dialog]").await;
    assert_ne!(fs::read_to_string(&file).unwrap_or_default(), "Mine.\n");
    // What is looked at anew comes in above the history, and moves it.
    window.until_text("[data-testid=write-hint]", "unchanged").await;
    window.click("[data-testid=export-row]").await;
    window.until_text("[data-testid=pack-history]", "emergency").await;
    window.save_both_themes("packs-history").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;

    // Deleted and taken back, with its history.
    window.perform("Move pack to trash").await;
    window.press_button("Move to trash").await;
    window.until_text("[data-testid=packs]", "No packs yet").await;
    let trashed = window.ask("list_trash", json!({})).await;
    assert_eq!(trashed[0]["item"]["kind"], json!("pack"), "{trashed:#}");
    window.ask("restore_item", json!({ "item": trashed[0]["item"], "name": Value::Null })).await;
    window.until_count("[data-testid=export-row]", |drawn| drawn == 2).await;
}

/// A dry run asks for nothing; a folder that was typed is asked about once, when one exports.
#[tokio::test]
async fn a_folder_is_asked_about_only_when_one_exports() {
    let somewhere = TempDir::new().expect("the temporary folder can be written");
    let out = somewhere.path().join("out");
    let window = Window::open_samples_with(Options { asks_for_paths: true, ..Options::default() }).await;
    new_pack(&window, "home").await;
    window.until_text("[data-testid=write-hint]", "Add skills to the pack").await;
    tick(&window, "gas-emergency").await;
    write_into(&window, &out).await;
    until_writable(&window).await;
    window.until_text("[data-testid=write-hint]", "checked when you export").await;
    assert!(!window.is_asking().await, "a dry run asks for nothing");
    window.click("[data-testid=write-pack]").await;
    window.allow().await;
    window.find("[data-testid=export-row]").await;
    assert!(out.join("agent-skills/gas-emergency/SKILL.md").is_file(), "{} was written", out.display());
    window.until_text("[data-testid=write-hint]", "unchanged").await;
}

/// What is chosen is in the library as soon as it is chosen, and undone by keys.
#[tokio::test]
async fn what_is_chosen_is_kept_over_a_restart_and_undone() {
    let window = Window::open_samples().await;
    new_pack(&window, "kept").await;
    tick(&window, "gas-emergency").await;
    tick_target(&window, "gram").await;
    until_saved(&window, 1, 2).await;
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('7').await;
    window.until_text("[data-testid=target-count]", "2 of ").await;
    window.click("[data-testid=packs] h2").await;
    window.run("document.querySelector('[data-testid=pack-version]').focus()", vec![]).await;
    window.press_ctrl('z').await;
    window.until_text("[data-testid=target-count]", "1 of ").await;
    until_saved(&window, 1, 1).await;
    window.press_ctrl('z').await;
    until_saved(&window, 0, 1).await;
    for _ in 0..2 {
        window.press(&[Key::Control.into(), Key::Shift.into(), 'z']).await;
    }
    until_saved(&window, 1, 2).await;
    window.until_text("[data-testid=target-count]", "2 of ").await;
}

/// Waits until the library has the pack with so many skills and targets.
async fn until_saved(window: &Window, skills: usize, targets: usize) {
    window
        .until("the pack to be saved", async || {
            let list = window.ask("list_packs", json!({})).await;
            let content = &list["packs"][0]["content"];
            let count = |field: &str| content[field].as_array().map(Vec::len);
            (count("skills"), count("targets")) == (Some(skills), Some(targets))
        })
        .await;
}
