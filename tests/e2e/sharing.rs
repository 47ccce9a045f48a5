//! A library shared through a real `PostgreSQL` server, from the window: connected after the author allowed it, set up, pushed,
//! changed elsewhere with `skillctl`, pulled, merged; without the server the studio goes on and says how old its view is.

use std::{fs, sync::Arc};

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_api::{Config, Keychain, Studio, Upkeep, dto::SaveOutcome};
use studio_testkit::{POSTGRES_PASSWORD, PostgresServer};
use studio_tests::{Options, Window, skillctl};
use tempfile::TempDir;

/// Somebody else with a library of their own, which `skillctl` shares.
struct Colleague {
    folder: TempDir,
    url: String,
}

impl Colleague {
    fn new(url: &str) -> Self {
        let colleague = Self { folder: TempDir::new().expect("the folder can be written"), url: url.to_owned() };
        colleague.skillctl(&["init"]);
        colleague
    }

    /// Runs a command, which succeeds; pushes and pulls know where to.
    fn skillctl(&self, arguments: &[&str]) -> Value {
        let mut command = skillctl(self.folder.path());
        command.arg("--json").args(arguments);
        if matches!(arguments[0], "push" | "pull") {
            command.args(["--remote", &self.url]);
        }
        let ran = command.output().expect("skillctl runs");
        assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
        serde_json::from_slice(&ran.stdout).unwrap_or_default()
    }

    /// Replaces a passage of a skill.
    fn edit(&self, skill: &str, from: &str, to: &str) {
        let own = |folder: &str| self.folder.path().join(folder).join("dev.skillstudio.desktop");
        let config = Config {
            data_dir: own("data"),
            cache_dir: own("cache"),
            config_dir: own("config"),
            home_dir: None,
            documents_dir: None,
            script_host: None,
            client_path: None,
            resource_dir: None,
            user: "bob".to_owned(),
            upkeep: Upkeep::OnDemand,
            keychain: Keychain::Never,
        };
        let studio = Studio::start(config, Arc::new(|_| ())).expect("a studio starts");
        studio.open_named_or_last(None).expect("the library opens");
        let rows = studio.list_skills().expect("it lists its skills");
        let id = &rows.iter().find(|row| row.name == skill).expect("it was pulled").id;
        let file = studio.get_file(id, "SKILL.md").expect("it has its file");
        assert!(file.text.contains(from), "{}", file.text);
        let text = file.text.replacen(from, to, 1);
        let saved = studio.save_file(id, "SKILL.md", &text, file.aggregate_version, None).expect("it can be saved");
        assert!(matches!(saved, SaveOutcome::Saved { .. }), "{saved:?}");
    }

    fn text(&self, skill: &str) -> String {
        self.skillctl(&["show", "skill", skill])["text"].as_str().expect("it is there").to_owned()
    }
}

/// A line of a sample skill, which both change.
const HEADING: &str = "# Hello world";
const DIALOG: &str = "[data-testid=sharing]";

/// The row of a skill in the list of what is shared, in this state.
fn row(skill: &str, state: &str) -> String {
    format!("[data-testid=shared-{skill}][data-state={state}]")
}

/// Pushes or pulls, after a look at what that does.
async fn carry_out(window: &Window, what: &str, expected: &str) {
    window.click(&format!("[data-testid=sharing-{what}]")).await;
    window.until_text("[data-testid=sharing-sum]", expected).await;
    window.save_both_themes(&format!("sharing-{what}-review")).await;
    window.click("[data-testid=sharing-go]").await;
    window.until_gone("[data-testid=sharing-review]").await;
}

/// Connects to the database, sets it up and makes a library on it.
async fn connect(window: &Window, server: &PostgresServer, url: &str) {
    window.perform("Shared library").await;
    window.fill("[data-testid=sharing-address]", &url.replacen(":p%40ss%20word", "", 1)).await;
    window.fill("[data-testid=sharing-password]", POSTGRES_PASSWORD).await;
    window.save_both_themes("sharing-connect").await;
    window.click("[data-testid=sharing-find]").await;
    window.enter_question().await;
    window.until_text("[data-testid=question]", "Connect to the database 127.0.0.1:").await;
    window.until_text("[data-testid=consent-place]", "postgresql://postgres@127.0.0.1:").await;
    window.save_question("question-of-a-database").await;
    window.leave_question().await;
    window.allow().await;

    // What is missing is shown, and only shown.
    window.until_text("[data-testid=sharing-plan]", "Create the Skill Studio tables").await;
    window.save_both_themes("sharing-plan").await;
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(server.sql(url, tables), "0");
    window.click("[data-testid=sharing-set-up]").await;
    window.find("[data-testid=sharing-name]").await;
    assert_ne!(server.sql(url, tables), "0");
    window.fill("[data-testid=sharing-name]", "team").await;
    window.save_screenshot("sharing-choose-light").await;
    window.click("[data-testid=sharing-use]").await;
    // The first of the list, which draws what is seen.
    window.find(&row("api-changelog", "not_shared")).await;
}

#[tokio::test]
async fn a_library_is_pushed_changed_elsewhere_pulled_and_merged_in_the_window() {
    let mut server = PostgresServer::start(&[]);
    let url = server.database();
    let window = Window::open_samples_with(Options { asks_for_paths: true, ..Options::default() }).await;
    window.until_indexed().await;
    connect(&window, &server, &url).await;
    window.save_both_themes("sharing-new").await;
    window.resize((1024, 700)).await;
    window.save_both_themes("sharing-new-small").await;
    window.resize((1440, 900)).await;
    carry_out(&window, "push", "created").await;
    window.until_text(DIALOG, "Everything is up to date").await;
    let skills = window.ask("list_skills", json!({})).await.as_array().map_or(0, Vec::len);
    assert_eq!(server.sql(&url, "SELECT count(*) FROM skill_t WHERE active"), skills.to_string());
    let known = window.ask("list_sharing_summaries", json!({})).await.to_string();
    assert!(known.contains("secret://database-127-0-0-1") && !known.contains("p@ss"), "{known}");

    // Bob has it all, changes one thing and adds another.
    let bob = Colleague::new(&url);
    bob.skillctl(&["pull"]);
    assert_eq!(bob.text("hello-world"), window.stored_text("hello-world").await);
    bob.edit("hello-world", HEADING, "# Hello from Bob");
    let folder = bob.folder.path().join("new/fold-paper");
    fs::create_dir_all(&folder).expect("the folder can be written");
    let text = "---\nname: fold-paper\ndescription: Folds paper cranes. Use when asked for origami.\n---\n\nFold it.\n";
    fs::write(folder.join("SKILL.md"), text).expect("the folder can be written");
    bob.skillctl(&["import", &bob.folder.path().join("new").display().to_string()]);
    bob.skillctl(&["push"]);

    // The same line is changed here.
    window.press_key(Key::Escape).await;
    window.until_gone(DIALOG).await;
    window.open_skill("hello-world").await;
    window.retype_line(HEADING, "# Hello from Ann").await;
    window.save().await;
    window.until_text("[data-testid=sharing-status]", "team ↑1").await;
    window.click("[data-testid=sharing-status]").await;
    window.find(&row("hello-world", "both_changed")).await;
    window.find(&row("fold-paper", "not_installed")).await;
    window.save_both_themes("sharing-conflict").await;

    // A push is refused as long as that stands.
    window.click("[data-testid=sharing-push]").await;
    window.until_text("[data-testid=sharing-review]", "changed on both sides").await;
    window.press_button("Cancel").await;
    window.until_gone("[data-testid=sharing-review]").await;

    window.press_button("Resolve hello-world").await;
    window.click("[data-testid=dispute-merge]").await;
    window.until_text("[role=dialog]", "SKILL.md changed on the server").await;
    window.save_both_themes("sharing-merge").await;
    window.press_button("Keep both").await;
    window.press_button("Save merge").await;
    window.find(&row("hello-world", "locally_modified")).await;
    let merged = window.stored_text("hello-world").await;
    assert!(merged.contains("# Hello from Ann") && merged.contains("# Hello from Bob"), "{merged}");

    // What Bob added is found by what it does, and brought in.
    window.press_button("Search the server").await;
    window.fill("[aria-label='Describe the skill or tool']", "origami birds").await;
    window.click("[data-testid=remote-search]").await;
    window.find("[data-testid=hit-fold-paper]").await;
    window.save_both_themes("sharing-search").await;
    window.press_button("Install fold-paper").await;
    window.until_text("[data-testid=hit-fold-paper]", "Up to date").await;
    assert_eq!(window.stored_text("fold-paper").await, text);

    carry_out(&window, "push", "1 updated").await;
    bob.skillctl(&["pull"]);
    assert_eq!(bob.text("hello-world"), merged);

    // Without the server everything is as it was seen, and that is said.
    server.kill();
    window.click(&format!("{DIALOG} [aria-label='Check the server now']")).await;
    window.until_text(DIALOG, "Showing the status as of").await;
    window.save_both_themes("sharing-offline").await;
    server.launch();
    window.press_button("Try again").await;
    window
        .until("the server answers again", async || !window.text(DIALOG).await.contains("Showing the status as of"))
        .await;
}
