//! Packs in the window: what stories and measurements do alike.

use std::path::Path;

use fantoccini::key::Key;

use crate::Window;

/// Makes a pack that begins without skills, with its details in sight.
pub async fn new_pack(window: &Window, name: &str) {
    window.press_ctrl('7').await;
    window.press_button("New pack").await;
    window.fill("[data-testid=ask-text]", name).await;
    window.click("[role=dialog] [role=combobox]").await;
    window.click("[role=option][data-value=none]").await;
    window.click("[data-testid=ask-confirm]").await;
    window.until_gone("[role=dialog]").await;
    window.find("[data-testid=pack-count]").await;
    unfold(window).await;
}

/// Unfolds what a target loses and what is checked; both stay so.
pub async fn unfold(window: &Window) {
    for part in ["report", "checks"] {
        let folded = format!("[data-testid=unfold-{part}][aria-expanded=false]");
        if window.exists(&folded).await {
            window.click(&folded).await;
        }
    }
}

/// Ticks or clears a skill, through the filter.
pub async fn tick(window: &Window, name: &str) {
    window.fill("[data-testid=pack-filter]", name).await;
    // Rows move when the list follows the words.
    window.find(&format!(".search[data-words='{name}'] [data-testid=pack-filter]")).await;
    window.click(&format!("[data-testid=pack-skill][data-name='{name}']")).await;
}

/// Ticks or clears a target.
pub async fn tick_target(window: &Window, target: &str) {
    window.click(&format!("[data-testid=target][data-target={target}] [data-testid=target-tick]")).await;
    // The row's own click looks at it.
    window.click(&format!("[data-testid=target][data-target={target}] b")).await;
}

/// Names the folder the pack is written to.
pub async fn write_into(window: &Window, folder: &Path) {
    window.fill("[data-testid=pack-out]", &folder.display().to_string()).await;
    window.press_key(Key::Enter).await;
    window.run("document.activeElement?.blur()", vec![]).await;
}
