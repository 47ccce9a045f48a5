//! The overview: reached by keys from anywhere, and its numbers lead to their lists.

use fantoccini::key::Key;
use studio_tests::Window;

#[tokio::test]
async fn numbers_of_the_overview_open_their_lists() {
    let window = Window::open_samples().await;
    window.press_ctrl('3').await;
    window.press(&[Key::Control.into(), Key::Shift.into(), 'o']).await;
    window.until_text("nav [aria-current=page]", "Overview").await;
    window.until_text("[data-testid=overview-total]", "skills").await;
    window.find("[data-testid=overview-near]").await;
    window.save_both_themes("overview").await;

    // Skills of one group, and no others.
    window.click("[data-testid=overview-group] td button").await;
    window.until_text("nav [aria-current=page]", "Library").await;
    window.until_text("[data-testid=filters] [aria-pressed=true]", "Skills in").await;

    // Problems of one rule.
    window.press(&[Key::Control.into(), Key::Shift.into(), 'o']).await;
    window.click("[data-testid=overview-rule] button").await;
    window.find("[data-testid=library-problems] [data-testid=library-problem]").await;
}
