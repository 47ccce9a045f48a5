//! An installed client beside the studio: a program that plays one is run, its list compared, and a skill loaded.

use studio_testkit::{LOADS_SKILLS, played_client};
use studio_tests::Window;

const OPEN: &str = "[data-testid=compare-client-open]";
const SHEET: &str = "[data-testid=compare-client]";
const RUN: &str = "[data-testid=compare-client-run]";

/// What a program does first that hangs before it asks its model.
const HANGS: &str = "setTimeout(() => 0, 3600000); fetch = () => new Promise(() => 0);";

#[tokio::test]
async fn the_list_of_an_installed_client_is_compared_and_a_skill_loaded_after_a_yes() {
    let window = Window::open_samples().await;
    let programs = window.home().join("bin");
    let other_words = "body.messages[0].content = list.replace('Handles reports', 'Sniffs at reports');";
    played_client(&programs, &format!("{other_words}\n{LOADS_SKILLS}"));

    // From the editor it is about the skill that is open; what will be done is said before.
    window.open_skill("gas-emergency").await;
    window.click(OPEN).await;
    window.until_text(SHEET, "This skill, as saved, with the rest of the library").await;
    window.until_text("[role=dialog]", "Nothing is written to your home folder").await;
    window.save_both_themes("compare-client-before").await;
    window.click(RUN).await;
    window.until_text("[data-testid=compared-entry][data-state=other_words]", "Sniffs at").await;
    window.until_text("[data-testid=compared-entry]", "This skill").await;
    window.until_text("[data-testid=own-skills]", "built-in skill").await;
    window.save_both_themes("compare-client").await;

    // Loading is asked for, and what is kept is shown before it is written.
    window.click("[data-testid=load-skill]").await;
    window.until_text("[role=dialog]", "Commands in the body of gas-emergency may run").await;
    window.save_both_themes("compare-client-load").await;
    window.click("[data-testid=load-confirm]").await;
    window.until_text("[data-testid=loaded-skill]", "How gas-emergency is loaded").await;
    window.click("[data-testid=save-capture]").await;
    window.until_text("[data-testid=kept-capture]", "Sniffs at reports").await;
    window.press_button("Cancel").await;
    window.until_gone("[data-testid=kept-capture]").await;
    window.click("[role=dialog] footer button:last-child").await;
    window.until_gone(SHEET).await;
    assert!(!window.home().join("home/.claude").exists(), "nothing is written into the author's home folder");

    // From the playground it is about the whole library; a client that hangs is ended.
    played_client(&programs, HANGS);
    window.press_ctrl('3').await;
    window.click(OPEN).await;
    window.until_text(SHEET, "All skills in the library, as saved").await;
    window.click(RUN).await;
    window.click("[data-testid=compare-client-cancel]").await;
    window.until_gone("[data-testid=compare-client-cancel]").await;
    assert!(!window.exists("[data-testid=compare-client-error]").await, "what was cancelled is no failure");
}
