//! The first start of a newcomer: the sample library, both places, both themes.

use studio_tests::Window;

#[tokio::test]
async fn the_first_start_shows_the_samples() {
    let window = Window::open_first_time().await;
    window.until("the sample skills", async || window.count("[data-testid=skill-row]").await >= 24).await;
    window.save_screenshot("library-light").await;
}
