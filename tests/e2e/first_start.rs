//! The first start of a newcomer: the sample library, one skill with what is known about it, light and dark.

use studio_tests::{Options, Window};

#[tokio::test]
async fn the_first_start_shows_the_samples_and_what_one_of_them_costs() {
    let window = Window::start_from_samples(Options::default()).await;
    window.until_count("[data-testid=skill-row]", |rows| rows >= 24).await;
    window.until_indexed().await;
    window.until_text("footer[aria-label=Status]", "Semantic search: ready").await;
    assert!(!window.exists("[data-testid=skill-row][data-state=danger]").await, "a sample has an error");

    window.open_skill("gas-emergency").await;
    for tier in ["Description", "Body", "Files"] {
        window.until_text("[data-testid=inspector]", tier).await;
    }
    window.until_text("[data-testid=problem-counts]", "No problems found").await;
    window.until_text("[data-testid=file-tree]", "leak-grades.md").await;
    window.until_preview_shows("Say this at once").await;
    window.save_both_themes("library").await;

    window.open_tab("Problems").await;
    window.until_text("[data-testid=problems]", "Agent Skills").await;
    window.click("[data-node='references/leak-grades.md']").await;
    window.find("[data-testid=editor][data-file='references/leak-grades.md']").await;
    window.until_editor_shows("Leak grades").await;
}
