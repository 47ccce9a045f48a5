//! Pictures of what leaves the library: packs from the first to a written one, and a library shared through a server.

use std::{fs, time::Duration};

use fantoccini::key::Key;
use serde_json::json;
use studio_testkit::{POSTGRES_PASSWORD, PostgresServer};
use studio_tests::Window;
use tempfile::TempDir;
use tokio::time::sleep;

use super::Album;
use studio_tests::packs::{new_pack, tick, tick_target, unfold, write_into};

/// Waits for the dry run of a target. Where there are many skills it takes long, and does not begin by itself.
async fn until_planned(window: &Window, target: &str) {
    let state = format!("[data-testid=target][data-target={target}] [data-testid=target-state]");
    while !window.exists(&state).await || window.exists("[data-testid=cancel-plan]").await {
        window.press_key(Key::F5).await;
        sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn of_packs() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    let out = TempDir::new().expect("the temporary folder can be written");
    window.press_ctrl('7').await;
    window.until_text("[data-testid=packs]", "No packs yet").await;
    album.take_at_rest("packs-none").await;
    window.press_button("New pack").await;
    window.fill("[data-testid=ask-text]", "everything").await;
    album.take("packs-new").await;
    window.click("[data-testid=ask-confirm]").await;
    window.until_gone("[role=dialog]").await;
    for (target, shown) in [("claude-plugin", "plugin"), ("light4j-sql", "refused"), ("gram", "gram")] {
        tick_target(window, target).await;
        until_planned(window, target).await;
        album.take_at_rest(&format!("packs-{shown}")).await;
    }
    // In the smallest window, and with its details unfolded.
    window.resize((1024, 700)).await;
    window.settle().await;
    window.save_both_themes("packs-1024").await;
    window.resize((1440, 900)).await;
    unfold(window).await;
    album.take_at_rest("packs-details").await;

    // A few that nothing refuses, written.
    new_pack(window, "few").await;
    for skill in ["gas-emergency", "csharp-xunit", "code-review"] {
        tick(window, skill).await;
    }
    write_into(window, out.path()).await;
    until_planned(window, "agent-skills").await;
    window.find("[data-testid=write-pack]:not([disabled])").await;
    album.take_at_rest("packs-to-write").await;
    window.click("[data-testid=write-pack]").await;
    window.find("[data-testid=export-row]").await;
    album.take_at_rest("packs-written").await;
    window.click("[data-testid=show-history]").await;
    window.find("[data-testid=pack-history]").await;
    album.take("packs-history").await;
    album.close_dialog().await;
    for (action, name) in [("Signing keys", "keys"), ("Rename pack", "rename")] {
        window.perform(action).await;
        window.find("[role=dialog]").await;
        album.take(&format!("packs-{name}")).await;
        album.close_dialog().await;
    }
    window.perform("Help on packs").await;
    window.find("[data-testid=packs-help]").await;
    album.take("packs-help").await;
}

#[tokio::test]
async fn of_a_shared_library() {
    let Some(album) = Album::full().await else { return };
    let window = &album.window;
    let mut server = PostgresServer::start(&[]);
    let url = server.database();
    window.perform("Shared library").await;
    window.find("[data-testid=sharing-address]").await;
    album.take("sharing-connect").await;
    window.fill("[data-testid=sharing-address]", &url.replacen(":p%40ss%20word", "", 1)).await;
    window.fill("[data-testid=sharing-password]", POSTGRES_PASSWORD).await;
    window.click("[data-testid=sharing-find]").await;
    window.allow().await;
    window.find("[data-testid=sharing-plan]").await;
    album.take("sharing-plan").await;
    window.click("[data-testid=sharing-set-up]").await;
    window.fill("[data-testid=sharing-name]", "team").await;
    window.click("[data-testid=sharing-use]").await;
    window.find("[data-state=not_shared]").await;
    album.take_at_rest("sharing-new").await;
    window.click("[data-testid=sharing-push]").await;
    window.until_text("[data-testid=sharing-sum]", "created").await;
    album.take("sharing-push").await;
    window.click("[data-testid=sharing-go]").await;
    window.until_gone("[data-testid=sharing-review]").await;
    window.until_text("[data-testid=sharing]", "Everything is up to date").await;
    album.take_at_rest("sharing-equal").await;
    window.press_button("Search the server").await;
    window.fill("[aria-label='Describe the skill or tool']", "write tests").await;
    window.click("[data-testid=remote-search]").await;
    window.find("[data-testid^='hit-']").await;
    album.take("sharing-search").await;
    server.kill();
    window.click("[data-testid=sharing] [aria-label='Check the server now']").await;
    window.until_text("[data-testid=sharing]", "Showing the status as of").await;
    album.take_at_rest("sharing-offline").await;
}

#[tokio::test]
async fn of_a_change_on_both_sides() {
    let Some(album) = Album::open().await else { return };
    let window = &album.window;
    let theirs = TempDir::new().expect("the temporary folder can be written");
    let file = theirs.path().join("tide-table/SKILL.md");
    let text = |line: &str| {
        format!(
            "---\nname: tide-table\ndescription: Says when the tide turns.\n---\n\n# Tides\n\n{line}\n\nAsk again.\n"
        )
    };
    fs::create_dir_all(file.parent().expect("it is in a folder")).expect("the temporary folder can be written");
    fs::write(&file, text("Ask the moon.")).expect("the temporary folder can be written");
    window.press_button("New library").await;
    window.fill("[data-testid=library-path]", "both").await;
    window.press_button("Create library").await;
    window.until_text("main", "This library is empty").await;
    window.ask("import_paths", json!({ "paths": [theirs.path()], "isLinked": true })).await;
    window.open_skill("tide-table").await;
    window.show_yaml().await;
    window.retype_line("Ask the moon.", "Ask the harbour master.").await;
    window.until_kept().await;
    fs::write(&file, text("Ask the almanac.")).expect("the temporary folder can be written");
    window.find("[data-testid=review-merge]").await;
    album.take_at_rest("changed-on-disk").await;
    window.click("[data-testid=review-merge]").await;
    window.until_text("[role=dialog]", "onflict").await;
    album.take("merge").await;
}
