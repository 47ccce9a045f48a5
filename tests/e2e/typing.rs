//! Key by key into every editor there is: none loses the focus, a key, or what stood there before.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::Window;

/// What an editor shows, line by line.
const SHOWN: &str =
    "return [...document.querySelectorAll(`${arguments[0]} .cm-line`)].map(line => line.textContent).join('\\n')";
const SCRIPT: &str = "[data-testid=implementation] .script";

#[tokio::test]
async fn every_editor_takes_what_is_typed_key_by_key() {
    let window = Window::open_samples().await;

    // A skill: its text, then its frontmatter as YAML.
    window.open_skill("hello-world").await;
    window.put_cursor_behind("# ").await;
    window.type_text(" (typed, not pasted)").await;
    window.until_editor_shows("(typed, not pasted)").await;
    window.show_yaml().await;
    window.put_cursor_behind("name: hello-world").await;
    window.press_key(Key::Enter).await;
    window.type_text("license: MIT").await;
    window.until_editor_shows("license: MIT").await;

    // A tool's three texts.
    window.press_ctrl('6').await;
    window.press_button("sayHello").await;
    write(&window, "[data-testid=signature-text]", "(name: Text, loud: Maybe Bool) --> IO Text").await;
    write(&window, "[data-testid=script-text]", "// a comment // and another one").await;
    assert!(below_the_last_line_is_the_text(&window).await, "a click below the last line is a click into the text");
    window.click("[data-testid=edit-schema]").await;
    write(&window, "[data-testid=schema-text]", r#"{"type": "object"}"#).await;

    // The bench's arguments.
    window.press_button("JSON").await;
    write(&window, "[data-testid=arguments] .cm-content", r#"{"name": "Ada"}"#).await;
}

#[tokio::test]
async fn a_new_tool_is_written_from_field_to_field_and_a_discarded_one_comes_back() {
    let window = Window::open_samples().await;
    window.press_ctrl('6').await;
    window.click("[data-testid=new-tool]").await;
    window.find("[data-testid=tool-name]:focus").await;
    window.type_text("wave_goodbye").await;
    window.press_key(Key::Tab).await;
    window.find("[data-testid=tool-description]:focus").await;
    window.type_text("Waves goodbye to somebody").await;
    let written = async || {
        let value = "return document.querySelector(arguments[0])?.value ?? null";
        (
            window.run(value, vec![json!("[data-testid=tool-name]")]).await,
            window.run(value, vec![json!("[data-testid=tool-description]")]).await,
        )
    };
    let whole = (json!("wave_goodbye"), json!("Waves goodbye to somebody"));
    assert_eq!(written().await, whole);

    window.click("[data-testid=discard-tool]").await;
    window.until_gone("[data-testid=tool-name]").await;
    window.press_button("Undo").await;
    window.until("the tool that was discarded", async || written().await == whole).await;
}

/// Types a text in place of what an editor holds, and waits until that is what it shows.
async fn write(window: &Window, editor: &str, text: &str) {
    window.click(editor).await;
    window.press_ctrl('a').await;
    window.type_text(text).await;
    window
        .until(&format!("“{text}” in {editor}"), async || {
            window.run(SHOWN, vec![json!(editor)]).await.as_str().is_some_and(|shown| shown == text)
        })
        .await;
    let is_in_it = "return document.querySelector(arguments[0]).contains(document.activeElement)";
    assert_eq!(window.run(is_in_it, vec![json!(editor)]).await, true, "the keyboard is still in {editor}");
}

/// Whether the lowest point of the script's editor belongs to its text.
async fn below_the_last_line_is_the_text(window: &Window) -> bool {
    const LOOK: &str = "const box = document.querySelector(`${arguments[0]} .cm-scroller`).getBoundingClientRect();
        const there = document.elementFromPoint(box.x + box.width / 2, box.bottom - 6);
        return there?.closest('.cm-content') !== null;";
    window.run(LOOK, vec![json!(SCRIPT)]).await == true
}
