//! Menus by pointer and by keys in the real window: they have the keyboard at once, and nothing of them stays behind.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::Window;

#[tokio::test]
async fn a_menu_has_the_keyboard_at_once_and_is_gone_with_its_place() {
    let window = Window::open_samples().await;
    window.until_count("[data-testid=skill-row]", |rows| rows >= 24).await;

    // The pointer has only just arrived, which is when a tooltip would be on its way.
    window.click("[aria-label='More filters']").await;
    window.find("[role=menu]:focus-within, [role=menu]:focus").await;
    window.press_key(Key::Down).await;
    window.find("[role=menuitem]:focus").await;
    assert_eq!(window.count("[role=tooltip]").await, 0);
    window.press_key(Key::Escape).await;
    window.until_gone("[role=menu]").await;

    // Going elsewhere takes it along, and the next click is one.
    window.click("[aria-label='More filters']").await;
    window.find("[role=menu]").await;
    window.press_ctrl('3').await;
    window.until_gone("[role=menu]").await;
    let pointer = "return getComputedStyle(document.body).pointerEvents";
    window.until("a page that takes clicks", async || window.run(pointer, vec![]).await == json!("auto")).await;
    window.click("[data-testid=query-input]").await;
    window.find("[data-testid=query-input]:focus").await;
}

#[tokio::test]
async fn shift_f10_opens_the_menu_of_the_skill_that_is_selected() {
    let window = Window::open_samples().await;
    window.open_skill("gas-emergency").await;
    window.run("document.querySelector('[data-testid=skill-list] [role=listbox]').focus()", vec![]).await;
    window.press(&[Key::Shift.into(), Key::F10.into()]).await;
    window.until_text("[role=menu]", "Copy path").await;
    let beside = "const row = document.querySelector('[data-testid=skill-row][data-name=gas-emergency]').getBoundingClientRect();
        const menu = document.querySelector('[role=menu]').getBoundingClientRect();
        return menu.top <= row.bottom + 8 && menu.bottom >= row.top - 8;";
    assert_eq!(window.run(beside, vec![]).await, json!(true), "it stands at the row");
    window.press_key(Key::Escape).await;
    window.until_gone("[role=menu]").await;
}
