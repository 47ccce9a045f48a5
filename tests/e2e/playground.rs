//! The playground: which skill a query wakes, where the threshold lies, what a missing tool does.

use fantoccini::key::Key;
use studio_tests::Window;

const QUERY: &str = "I smell gas in the basement";

fn candidate(scorer: &str, name: &str, state: &str) -> String {
    format!("[data-testid=candidate][data-scorer={scorer}][data-name={name}][data-state={state}]")
}

/// How many of the candidates that are drawn lie below the threshold.
async fn below(window: &Window, scorer: &str) -> usize {
    window.count(&format!("[data-testid=candidate][data-scorer={scorer}][data-state=below_min_score]")).await
}

async fn threshold(window: &Window, scorer: &str) -> f64 {
    let grip = format!("[data-testid=threshold][data-scorer={scorer}]");
    window.attribute(&grip, "aria-valuenow").await.and_then(|now| now.parse().ok()).expect("a slider has a value")
}

#[tokio::test]
async fn a_query_wakes_a_skill_until_threshold_or_tools_forbid_it() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    window.press_ctrl('3').await;
    window.click("[data-testid=query-input]").await;

    // Words and meaning disagree, side by side; a few words more and they agree.
    window.type_text(QUERY).await;
    window.find(&candidate("adk", "gas-emergency", "below_min_score")).await;
    window.find(&candidate("hybrid", "gas-emergency", "would_wake")).await;
    for scorer in ["adk", "hybrid"] {
        window.until_count(&format!("[data-testid=candidate][data-scorer={scorer}]"), |drawn| drawn >= 10).await;
    }
    window.type_text(", what do I do?").await;
    window.find(&candidate("adk", "gas-emergency", "wakes")).await;

    // By keys: above its score the best skill no longer wakes; back below it does.
    let grip = "[data-testid=threshold][data-scorer=adk]";
    let before = threshold(&window, "adk").await;
    window.run("document.querySelector(arguments[0]).focus()", vec![grip.into()]).await;
    for _ in 0..3 {
        window.press_key(Key::PageUp).await;
    }
    window.find(&candidate("adk", "gas-emergency", "below_min_score")).await;
    window.find("[data-testid=nothing-wakes]").await;
    assert!(threshold(&window, "adk").await > before);
    for _ in 0..3 {
        window.press_key(Key::PageDown).await;
    }
    window.find(&candidate("adk", "gas-emergency", "wakes")).await;

    // By pointer: to the left more of the other column passes.
    let before = (below(&window, "hybrid").await, threshold(&window, "hybrid").await);
    window.drag_by("[data-testid=threshold][data-scorer=hybrid]", -60, 0).await;
    window.until("more candidates to pass", async || below(&window, "hybrid").await < before.0).await;
    assert!(threshold(&window, "hybrid").await < before.1);

    // A tool that the host lacks: strict refuses the skill and names the tool, permissive leaves the tool out.
    window.until_text("[data-testid=resolved-name]", "gas-emergency").await;
    window.click("[data-testid=host-tools]").await;
    window.click("[data-testid=host-tool][data-name=dispatch_crew] button").await;
    window.press_key(Key::Escape).await;
    window.until_text("[data-testid=nothing-wakes]", "gas-emergency").await;
    let refused =
        window.attribute("[data-testid=rejected][data-name=gas-emergency]", "data-tip").await.unwrap_or_default();
    assert!(refused.contains("dispatch_crew"), "strict names the missing tool: {refused}");
    window.click("[data-testid=mode-segment] [data-value=permissive]").await;
    window.until_text("[data-testid=resolved-name]", "gas-emergency").await;
    window.until_text("[data-testid=bound-tools]", "dispatch_crew").await;
    window.until_text("[data-testid=bound-tools]", "1 tool omitted: not available in the client").await;
    let context = window.text("[data-testid=resolved-instruction]").await;
    assert!(context.contains("[skill:gas-emergency]") && !context.contains("create_work_order, dispatch_crew"));

    // Every other skill has its reason.
    window.until_count("[data-testid=rejected]", |drawn| drawn >= 4).await;
    let unexplained = "[data-testid=rejected] .reason:empty";
    assert!(!window.exists(unexplained).await);
    window.until_text("[data-testid=rejected]", "threshold").await;
    window.save_both_themes("playground").await;
}

#[tokio::test]
async fn the_queries_of_a_skill_are_a_list_that_goes_with_every_draft() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    window.press_ctrl('3').await;
    window.click("[data-testid=test-skill]").await;
    window.fill("[data-testid=skill-picker-search]", "gas-em").await;
    window.click("[data-testid=pick-skill][data-name=gas-emergency]").await;
    window.until_text("[data-testid=skill-queries]", "gas-emergency").await;
    window.until_text("[data-testid=tested-standing]", "rank").await;
    window.until_text("[data-testid=queries-right]", "passed").await;

    // One is added with Enter; nothing in the library says anything like it.
    window.click("[data-testid=add-skill-query]").await;
    window.type_text("the whiffle box hums at midnight").await;
    window.press_key(Key::Enter).await;
    window.click("[data-testid=skill-query]").await;
    window.press_key(Key::End).await;
    let added = "[data-testid=skill-query][data-tip='the whiffle box hums at midnight']";
    window.find(&format!("{added}[data-right=false]")).await;

    // A draft is tested while it is typed, in the list and in every column.
    window.click("[data-testid=skill-queries] [aria-label='Try a different description']").await;
    window.click("[data-testid=what-if-description]").await;
    window.press(&[Key::Control.into(), Key::End.into()]).await;
    window.type_text(" Use when the whiffle box hums at midnight.").await;
    window.find(&format!("{added}[data-right=true]")).await;
    window.until_text(added, "Fixed").await;
    for scorer in ["adk", "hybrid"] {
        window.until_text(&format!("[data-testid=what-if-outcome][data-scorer={scorer}]"), "description").await;
    }
    window.save_both_themes("skill-queries").await;

    // By key: it must not trigger, and is then wrong with the draft; then it is gone.
    window.click(added).await;
    window.press(&['2']).await;
    window.until_text(added, "Not this skill").await;
    window.find(&format!("{added}[data-right=false]")).await;
    window.press_key(Key::Delete).await;
    window.until_gone(added).await;
}

/// Of each column: its scorer, and how many of its candidates are within the list that is seen.
const COLUMNS: &str = "return [...document.querySelectorAll('[data-testid=scorer]')].map((column) => {
        const list = column.querySelector('[role=listbox]').getBoundingClientRect();
        const isSeen = ({ top, bottom }) => top >= list.top - 1 && bottom <= list.bottom + 1;
        const rows = [...column.querySelectorAll('[data-testid=candidate]')];
        return [column.dataset.scorer, rows.filter((row) => isSeen(row.getBoundingClientRect())).length];
    })";

#[tokio::test]
async fn columns_change_places_with_their_names_and_no_list_is_blank() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    window.press_ctrl('3').await;
    window.click("[data-testid=query-input]").await;
    window.type_text(QUERY).await;
    window.find(&candidate("hybrid", "gas-emergency", "would_wake")).await;
    // From farther down: a list that begins anew must not stay there.
    window.run("document.querySelectorAll('[data-testid=scorer] [role=listbox]')[1].scrollTop = 600", vec![]).await;
    window.click("[aria-label='Scorer for column 2']").await;
    window.click("[role=option][data-value=adk]").await;
    window.find("[data-testid=scorer][data-scorer=hybrid] + [data-testid=scorer][data-scorer=adk]").await;
    window
        .until("names over the right columns", async || {
            window.shown("[data-testid=scorer-picker]").await.iter().map(|name| name.trim()).eq(["hybrid", "adk"])
        })
        .await;
    window
        .until("rows in both lists", async || {
            let columns = window.run(COLUMNS, vec![]).await;
            let columns = columns.as_array().into_iter().flatten();
            columns.filter(|column| column[1].as_u64() > Some(2)).count() == 2
        })
        .await;
}
