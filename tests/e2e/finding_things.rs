//! The palette over tools, agents and servers: found by words and by meaning, opened with Enter.

use fantoccini::key::Key;
use studio_tests::Window;

const FIRST: &str = "[role=dialog] [aria-selected=true]";

/// The headings of what the palette shows, in their order.
const HEADINGS: &str =
    "return [...document.querySelectorAll('[role=dialog] .heading')].map((head) => head.textContent.trim())";

async fn ask(window: &Window, text: &str) {
    window.press_ctrl('k').await;
    window.find("[role=dialog] [role=combobox]:focus").await;
    window.type_text(text).await;
}

#[tokio::test]
async fn s0_19_the_palette_finds_tools_agents_and_servers_and_opens_them() {
    let window = Window::open_samples().await;
    window.until_count("[data-testid=skill-row]", |rows| rows >= 24).await;

    // By words, each kind under its heading.
    ask(&window, "hello").await;
    window
        .until("every kind", async || {
            let headings = window.run(HEADINGS, vec![]).await.to_string();
            ["Skills", "Tools", "Agents"].iter().all(|kind| headings.contains(kind))
        })
        .await;
    window.save_screenshot("palette-kinds-light").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;

    ask(&window, "sayhello").await;
    window.until_text(FIRST, "sayHello").await;
    window.press_key(Key::Enter).await;
    window.find("[data-testid=tool-page]").await;
    // Version, row version and hash of a tool are shown where it is edited.
    for part in ["Version", "Revision", "Hash"] {
        window.until_text("[data-testid=tool-page] [data-testid=identity]", part).await;
    }
    window.save_both_themes("tool-identity").await;

    ask(&window, "hello_world_agent").await;
    window.until_text(FIRST, "hello_world_agent").await;
    window.press_key(Key::Enter).await;
    window.until_text("nav [aria-current=page]", "Map").await;
    window.find("[data-testid=agent-editor]").await;

    window.use_theme("dark").await;

    // By meaning: none of the words stands anywhere together.
    ask(&window, "hand the caller over to another desk").await;
    window.until_text("[role=dialog] [role=listbox]", "Semantic matches").await;
    window.until_text("[role=dialog] [role=listbox]", "transfer_call").await;
    window.save_screenshot("palette-meaning-dark").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;

    ask(&window, "zxqv blorptastic wug").await;
    window.until_text("[role=dialog] [role=listbox]", "No results for").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;

    // An action by the word one has for it, whatever letters others have.
    window.press_ctrl('1').await;
    window.open_skill("gas-emergency").await;
    ask(&window, ">export").await;
    window.until_text(FIRST, "Export as .skill…").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;

    // The same three of a skill.
    window.press_ctrl('1').await;
    window.open_skill("gas-emergency").await;
    window.open_tab("Versions").await;
    window.until_text("[data-testid=versions] [data-testid=identity]", "Revision").await;
    window.save_both_themes("skill-identity").await;
}
