//! Every goal of somebody who keeps the skills of five teams, counted in actions, by keys alone and by pointer: a thousand
//! skills with one problem that a fix ends, some twice, and servers in the settings of two clients and of the project.

use std::{fs, ops::RangeInclusive, path::Path};

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::{Window, skillctl};
use tempfile::TempDir;

use crate::author::{Author, place};

const TEAMS: [&str; 5] = ["blue", "green", "red", "white", "yellow"];
/// Of each team; the first has another's name in two of them.
const EACH: usize = 200;
const TWICE: &str = "release-notes";
/// Those of one team that a search finds, by their numbers.
const NIGHTS: RangeInclusive<usize> = 2..=7;
/// Those that lie a second time in a folder of their own, as they are.
const COPIED: RangeInclusive<usize> = 2..=12;

/// What the fix moves under `metadata`: a key that no client reads.
const RULE: &str = "unknown-key";

const FOLDER: &str = "home/work/platform";
const PREVIEWED: &str = "1,000 of 1,011 skills selected";
const PATH: &str = "[data-testid=import-path]";
const SEARCH: &str = "[data-testid=library-search]";
const TAG: &str = "[data-testid=batch-text]";
const COUNTS: &str = "[data-testid=host-counts]";

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("the temporary folder can be written");
    fs::write(path, text).expect("the temporary folder can be written");
}

/// Name and text of a team's skill.
fn skill(team: &str, number: usize) -> (String, String) {
    let is_twice = number == 1 && ["blue", "red"].contains(&team);
    let name = if is_twice { TWICE.to_owned() } else { format!("{team}-task-{number:03}") };
    let about = if is_twice {
        format!("Writes release notes for team {team}. Use when team {team} ships.")
    } else if team == "green" && NIGHTS.contains(&number) {
        format!("Tends the zephyr desk on night {number}. Use when night {number} begins.")
    } else {
        format!("Does task {number} of team {team}. Use when task {number} of team {team} is due.")
    };
    let text = format!("---\nname: {name}\ndescription: {about}\nowner: {team}\n---\n\n# {name}\n\nDo it.\n");
    (name, text)
}

/// A computer with all of it, on which no client has skills of its own.
fn computer() -> TempDir {
    let home = TempDir::new().expect("the temporary folder can be written");
    let folder = home.path().join(FOLDER);
    for team in TEAMS {
        for number in 1..=EACH {
            let (name, text) = skill(team, number);
            write(&folder.join(team).join(name).join("SKILL.md"), &text);
        }
    }
    for number in COPIED {
        let (name, text) = skill("blue", number);
        write(&folder.join("z-archive").join(name).join("SKILL.md"), &text);
    }
    let of_project = json!({ "mcpServers": { "tickets": { "command": "tickets", "args": ["--stdio"] } } });
    write(&folder.join(".mcp.json"), &of_project.to_string());
    let of_claude =
        json!({ "mcpServers": { "calendar": { "type": "http", "url": "https://calendar.example.com/mcp" } } });
    write(&home.path().join("home/.claude.json"), &of_claude.to_string());
    let of_codex =
        "[mcp_servers.notes]\ncommand = \"notes\"\n\n[mcp_servers.maps]\nurl = \"https://maps.example.com/mcp\"\n";
    write(&home.path().join("home/.codex/config.toml"), of_codex);
    home
}

fn folder(author: &Author) -> String {
    author.window.home().join(FOLDER).display().to_string()
}

async fn until_imported(author: &Author) {
    author.window.until_text("[role=dialog]", "Import report").await;
    author.window.until_text("[role=dialog]", "1,000 imported").await;
    author.window.until_text("[role=dialog]", "11 not selected").await;
}

/// The overview is what the library opens on; it says of each team what one would ask.
async fn until_overview(author: &Author) {
    author.window.until_text("nav [aria-current=page]", "Overview").await;
    author.window.until_text("[data-testid=overview-total]", "1,000 skills").await;
    for team in TEAMS {
        author.window.until_text(&format!("[data-testid=overview-group][data-group={team}]"), "200").await;
    }
    author.window.until_text(&format!("[data-testid=overview-rule][data-code={RULE}]"), "1,000").await;
}

/// What is there twice is told with the teams that have it.
async fn until_duplicates(author: &Author) {
    for part in [TWICE, "blue", "red"] {
        author.window.until_text("[data-testid=overview-same-name]", part).await;
    }
}

async fn until_previewed(author: &Author) {
    author.window.until_text("[data-testid=fix-dialog]", "1,000 files").await;
    author.window.until_text("[data-testid=fix-dialog] .diff", "metadata:").await;
}

/// The class is gone, and what it was about is where the fix said.
async fn until_fixed(author: &Author) {
    author.window.until_text("[data-sonner-toast]", "Fixed 1,000 files").await;
    author.window.until_gone(&format!("[data-testid=fix-kind][data-code={RULE}]")).await;
    let text = author.window.stored_text("white-task-150").await;
    assert!(text.contains("metadata:\n  owner: white\n"), "{text}");
}

async fn until_tagged(author: &Author) {
    author.window.until("six with the tag", async || tagged(&author.window).await == 6).await;
}

async fn tagged(window: &Window) -> usize {
    let rows = window.ask("list_skills", json!({})).await;
    let has_tag = |row: &&Value| row["tags"].as_array().is_some_and(|tags| tags.contains(&json!("night")));
    rows.as_array().map_or(0, |rows| rows.iter().filter(has_tag).count())
}

/// A client's list of all of them, told by its numbers.
async fn until_list_of(author: &Author, client: &str) -> String {
    author.window.until_text("[data-testid=host-version]", client).await;
    author.window.until_text(COUNTS, " allowed").await;
    author.window.text(COUNTS).await
}

async fn until_offered(author: &Author) {
    author.window.until_text("[data-testid=found-offer]", "Found 4 servers in 3 settings files").await;
}

async fn until_added(author: &Author) {
    author.window.until_gone("[data-testid=found-offer]").await;
    let servers = author.window.ask("list_servers", json!({})).await;
    assert_eq!(servers.as_array().map(Vec::len), Some(4), "{servers}");
}

#[tokio::test]
async fn every_goal_of_a_platform_team_is_a_few_keys_away() {
    let mut author = Author::at(computer()).await;
    author.window.hold_toasts().await;
    author.window.until_text("[data-testid=welcome]", "No skills found").await;
    author.ctrl('i').await;
    author.with_keyboard_on(PATH).await;
    author.text(&folder(&author)).await;
    author.key(Key::Enter).await;
    author.window.until_text("[role=dialog]", PREVIEWED).await;
    author.with_keyboard_on("[data-testid=run-import]").await;
    author.key(Key::Enter).await;
    until_imported(&author).await;
    author.with_keyboard_on("[role=dialog] footer [data-autofocus]").await;
    author.key(Key::Enter).await;
    author.window.until_gone("[role=dialog]").await;
    assert_eq!(author.took(), 5, "to a thousand skills, looked at before");

    until_overview(&author).await;
    assert_eq!(author.took(), 0, "to an overview by team");

    author.ctrl_shift('m').await;
    author.window.find(&format!("[data-testid=fix-kind][data-code={RULE}]")).await;
    author.ctrl('.').await;
    until_previewed(&author).await;
    author.with_keyboard_on("[data-testid=fix-chosen]").await;
    author.key(Key::Enter).await;
    until_fixed(&author).await;
    assert_eq!(author.took(), 3, "to an end of a class of a thousand");

    author.ctrl_shift('o').await;
    until_duplicates(&author).await;
    assert_eq!(author.took(), 1, "to what is there twice");

    author.ctrl('1').await;
    author.chord(&['/']).await;
    author.with_keyboard_on(SEARCH).await;
    author.text("zephyr").await;
    author.window.until_text("[data-testid=found]", "6 skills found").await;
    author.key(Key::Down).await;
    author.with_keyboard_on("[data-testid=skill-list] [role=listbox]").await;
    author.ctrl('a').await;
    author.window.until_text("[data-testid=marked-bar]", "6 of 1,000 selected").await;
    author.find_and_do("Change tags for 6 skills").await;
    author.with_keyboard_on(TAG).await;
    author.text("night").await;
    author.key(Key::Enter).await;
    until_tagged(&author).await;
    // A place is not gone to from within what lies over this one.
    author.window.until_gone(TAG).await;
    assert_eq!(author.took(), 10, "to a tag on six skills");

    author.ctrl('4').await;
    author.window.find("[data-testid=overlap]").await;
    author.find_and_do("Show what each client shows").await;
    let codex = until_list_of(&author, "Codex").await;
    author.ctrl_shift('c').await;
    author.window.find("[role=menu]:focus-within, [role=menu]:focus").await;
    author.text("Claude").await;
    until_at(&author, "Claude Code").await;
    author.key(Key::Enter).await;
    let claude = until_list_of(&author, "Claude Code").await;
    assert_ne!(codex, claude);
    assert_eq!(author.took(), 7, "to the lists of two clients");

    author.ctrl('6').await;
    until_offered(&author).await;
    author.with_keyboard_on("[data-testid=found-add-all]").await;
    author.key(Key::Enter).await;
    until_added(&author).await;
    assert_eq!(author.took(), 2, "to the servers of all settings");
}

/// Waits until the keyboard is at an entry that begins so.
async fn until_at(author: &Author, label: &str) {
    let is_there = "return (document.activeElement?.innerText ?? '').trim().startsWith(arguments[0])";
    let is_at = async || author.window.run(is_there, vec![json!(label)]).await == json!(true);
    author.window.until(&format!("the keyboard at {label}"), is_at).await;
}

#[tokio::test]
async fn every_goal_of_a_platform_team_is_a_few_clicks_away() {
    let mut author = Author::at(computer()).await;
    author.window.hold_toasts().await;
    author.window.until_text("[data-testid=welcome]", "No skills found").await;
    author.click_on("Import").await;
    author.with_keyboard_on(PATH).await;
    author.text(&folder(&author)).await;
    author.click("[role=dialog] form button[type=submit]:not([disabled])").await;
    author.window.until_text("[role=dialog]", PREVIEWED).await;
    author.click("[data-testid=run-import]:not([disabled])").await;
    until_imported(&author).await;
    author.click("[role=dialog] footer [data-autofocus]").await;
    author.window.until_gone("[role=dialog]").await;
    assert_eq!(author.took(), 5, "to a thousand skills, looked at before");

    until_overview(&author).await;
    assert_eq!(author.took(), 0, "to an overview by team");

    author.click(&place("Problems")).await;
    author.click(&format!("[data-testid=fix-kind][data-code={RULE}]")).await;
    until_previewed(&author).await;
    author.click("[data-testid=fix-chosen]:not([disabled])").await;
    until_fixed(&author).await;
    assert_eq!(author.took(), 3, "to an end of a class of a thousand");

    author.click(&place("Overview")).await;
    until_duplicates(&author).await;
    assert_eq!(author.took(), 1, "to what is there twice");

    author.click(&place("Library")).await;
    author.click(SEARCH).await;
    author.text("zephyr").await;
    author.window.until_text("[data-testid=found]", "6 skills found").await;
    author.click("[data-testid=select-all]").await;
    author.click("[data-testid=marked-tags]").await;
    author.with_keyboard_on(TAG).await;
    author.text("night").await;
    author.click("[data-testid=batch-confirm]:not([disabled])").await;
    until_tagged(&author).await;
    assert_eq!(author.took(), 7, "to a tag on six skills");

    author.click(&place("Evaluate")).await;
    author.click_on("Client lists").await;
    let codex = until_list_of(&author, "Codex").await;
    author.click("[data-testid=host-lists] [aria-label=Client]").await;
    author.click("[role=option][data-value=claude-code]").await;
    let claude = until_list_of(&author, "Claude Code").await;
    assert_ne!(codex, claude);
    assert_eq!(author.took(), 4, "to the lists of two clients");

    author.click(&place("Tools")).await;
    until_offered(&author).await;
    author.click("[data-testid=found-add-all]").await;
    until_added(&author).await;
    assert_eq!(author.took(), 2, "to the servers of all settings");
}

/// What people and pipelines type, a command each.
#[test]
fn in_a_pipeline_each_check_is_one_command_without_a_library() {
    let home = computer();
    let folder = home.path().join(FOLDER).display().to_string();
    let run = |arguments: &[&str]| {
        let ran = skillctl(home.path()).args(arguments).output().expect("skillctl runs");
        (ran.status.code(), String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    let (code, said) = run(&["lint", &folder]);
    assert_eq!((code, said.matches(RULE).count()), (Some(1), 1_011));
    assert_eq!(run(&["lint", &folder, "--severity", "error"]), (Some(0), String::new()), "it fails by what is asked");
    let (code, said) = run(&["score", "who tends the zephyr desk", &folder, "--scorer", "bm25"]);
    assert!(code == Some(0) && said.contains("green-task-00"), "{said}");
}
