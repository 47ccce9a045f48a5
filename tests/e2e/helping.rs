//! Help in the window: the first run, what the samples show of their use, what this program is, a report, and what one does
//! without the model.

use fantoccini::key::Key;
use studio_tests::{Options, Window};
use tempfile::TempDir;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[tokio::test]
async fn a_newcomer_is_led_through_five_steps_and_finds_them_again_under_help() {
    let window = Window::start_from_samples(Options::default()).await;
    window.find("[data-testid=editor][data-skill]").await;
    // The samples have no problem to fix.
    window.until_text("[data-testid=first-run-line]", "2 of 5: Try a query").await;
    window.save_both_themes("first-run").await;
    window.click("[data-testid=first-run-line] button.primary").await;
    window.until_text("nav [aria-current=page]", "Playground").await;

    // The samples come with what was made with them.
    window.press_ctrl('5').await;
    window.until_text("[data-testid=session-row]", "I smell gas in my kitchen").await;
    window.press_ctrl('7').await;
    window.until_text("[data-testid=packs]", "field-service").await;

    window.press_ctrl('1').await;
    window.press_button("Skip first steps").await;
    window.until_gone("[data-testid=first-run-line]").await;
    window.press_button("Help").await;
    window.press_button("First steps").await;
    window.until_count("[data-testid=first-run] li", |steps| steps == 5).await;
    window.save_both_themes("first-run-steps").await;
    window.press_button("Set up a session").await;
    window.until_gone("[role=dialog]").await;
    window.until_text("nav [aria-current=page]", "Simulate").await;
}

#[tokio::test]
async fn help_says_what_this_is_and_shows_a_report_before_it_goes_anywhere() {
    let window = Window::open_samples().await;
    window.press_button("Help").await;
    window.press_button("About Skill Studio").await;
    window.until_text("[data-testid=version]", VERSION).await;
    window.save_both_themes("about").await;
    window.press_button("Licenses").await;
    window.until_text("[data-testid=licenses]", "rusqlite").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;
    window.press_button("Help").await;
    window.press_button("Report a problem").await;
    window.until_text("[data-testid=diagnostics]", &format!("Skill Studio {VERSION}")).await;
    window.save_both_themes("report").await;
}

#[tokio::test]
async fn without_the_model_the_window_says_what_works_and_where_its_files_go() {
    let nothing = TempDir::new().expect("the temporary folder can be written");
    let options = Options { assets: Some(nothing.path().to_owned()), ..Options::default() };
    let window = Window::start_from_samples(options).await;
    window.until_text("footer[aria-label=Status]", "Semantic search: off").await;
    window.press_button("Set up…").await;
    window.until_text("[data-testid=model-files]", "Keyword search and scoring").await;
    window.until_text("[data-testid=model-files]", &nothing.path().display().to_string()).await;
    window.click("[data-testid=fetch-model]").await;
    window.until_text("[role=dialog]", "Each file is verified against its known hash").await;
    window.save_both_themes("model-download").await;
    window.press_button("Cancel").await;
    assert_eq!(std::fs::read_dir(nothing.path()).expect("it is there").count(), 0, "nothing is fetched without a yes");
}
