//! Around the window by keyboard; and what it remembers when it is started again.

use fantoccini::key::Key;
use studio_tests::{Options, Window};

/// Whether what is seen in the middle of a skill's row is that row.
const IN_SIGHT: &str = "const row = document.querySelector(`[data-testid=skill-row][data-name='${arguments[0]}']`);
    const { x, y, width, height } = row?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
    return row !== null && row.contains(document.elementFromPoint(x + width / 2, y + height / 2));";

#[tokio::test]
async fn keys_reach_every_place_and_the_theme_is_remembered() {
    let window = Window::open_samples().await;
    window.until_count("[data-testid=skill-row]", |rows| rows >= 24).await;
    window.find("html[data-theme=light]").await;

    // The palette does what it finds.
    window.press_ctrl('k').await;
    window.find("[role=dialog] [role=combobox]:focus").await;
    window.type_text("light and dark").await;
    window.until_text("[role=dialog] [aria-selected=true]", "Toggle light and dark theme").await;
    window.press_key(Key::Enter).await;
    window.until_gone("[role=dialog]").await;
    window.find("html[data-theme=dark]").await;

    // The palette opens skills too.
    window.press_ctrl('k').await;
    window.find("[role=dialog] [role=combobox]:focus").await;
    window.save_screenshot("palette-dark").await;
    window.type_text("carbon").await;
    window.until_text("[role=dialog] [aria-selected=true]", "carbon-monoxide-alarm").await;
    window.press_key(Key::Enter).await;
    // Its text takes the keyboard, and no head of a group lies over its row.
    window.find("[data-testid=editor][data-skill=carbon-monoxide-alarm] .cm-content:focus").await;
    let low = "document.querySelector('[data-testid=skill-list] [role=listbox]').style.maxHeight = '160px'";
    window.run(low, vec![]).await;
    for name in ["water-leak-triage", "code-review", "carbon-monoxide-alarm"] {
        window.press_ctrl('p').await;
        window.find("[role=dialog] [role=combobox]:focus").await;
        window.type_text(name).await;
        window.until_text("[role=dialog] [aria-selected=true]", name).await;
        window.press_key(Key::Enter).await;
        window.find(&format!("[data-testid=editor][data-skill={name}] .cm-content:focus")).await;
        window.until("the row in sight", async || window.run(IN_SIGHT, vec![name.into()]).await == true).await;
    }

    // A place stays as it was left, also where others are opened for the first time meanwhile.
    let list = "document.querySelector('[data-testid=skill-list]')";
    window.run(&format!("window.__list = {list}"), vec![]).await;
    for (key, place) in [('3', "Playground"), ('4', "Evaluate"), ('1', "Library")] {
        window.press_ctrl(key).await;
        window.until_text("nav [aria-current=page]", place).await;
    }
    assert_eq!(window.run(&format!("return window.__list === {list}"), vec![]).await, true);
    window.press(&[Key::Shift.into(), '?']).await;
    window.until_text("[role=dialog]", "Keyboard shortcuts").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;

    // The window's keys are the window's in an editor, too.
    window.click("[data-testid=editor] .cm-content").await;
    for theme in ["light", "dark"] {
        window.press(&[Key::Control.into(), Key::Shift.into(), 'l']).await;
        window.find(&format!("html[data-theme={theme}]")).await;
    }

    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.find("html[data-theme=dark]").await;
    window.find("[data-testid=editor][data-skill=carbon-monoxide-alarm]").await;
}

#[tokio::test]
async fn the_palette_makes_a_file_of_the_open_skill() {
    let window = Window::open_samples().await;
    window.open_skill("hello-world").await;
    window.perform("New file in skill…").await;
    window.find("[data-testid=file-path]:focus").await;
    window.type_text("greetings.md").await;
    window.click("[data-testid=file-confirm]").await;
    window.find("[data-testid=editor][data-file='references/greetings.md']").await;
}
