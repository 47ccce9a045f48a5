//! Evaluate: label, run, see who is taken for whom, try another wording, keep it, compare, sweep, take a chart away.

use fantoccini::key::Key;
use serde_json::json;
use studio_tests::Window;

/// Nothing in the library says anything like it.
const QUERY: &str = "the whiffle box hums at midnight";

#[tokio::test]
async fn a_wording_is_judged_by_labelled_queries_before_and_after() {
    let window = Window::open_samples().await;
    window.until_indexed().await;

    // Label, where the query was asked.
    window.press_ctrl('3').await;
    window.click("[data-testid=query-input]").await;
    window.type_text(QUERY).await;
    window.find("[data-testid=candidate][data-scorer=hybrid][data-state=below_min_score]").await;
    window.click("[data-testid=label-button]").await;
    window.click("[data-testid=label-popover] [aria-label='Query set']").await;
    window.press_button("samples").await;
    window.fill("[data-testid=skill-picker-search]", "gas-em").await;
    window.click("[data-testid=pick-skill][data-name=gas-emergency]").await;
    window.click("[data-testid=save-label]").await;
    window.until_text("[data-testid=label-button]", "gas-emergency").await;
    window.settle().await;

    // Run: the new query is one of those that are wrong, and its cell opens it.
    window.press_ctrl('4').await;
    window.until_text("[data-testid=set-picker]", "83 queries").await;
    window.press(&[Key::Control.into(), Key::Enter.into()]).await;
    window.find("[data-testid=metric-top1]").await;
    window.find("[data-testid=confusion-matrix]").await;
    window.click("[data-testid=confusion-cell][data-expected=gas-emergency][data-chosen='no skill']").await;
    window.until_text("[data-testid=cell-query]", QUERY).await;
    window.save_both_themes("evaluate").await;
    window.click("[data-testid=cell-open-playground]").await;
    window.find("[data-testid=candidate][data-scorer=hybrid][data-name=gas-emergency]").await;

    // Try another wording: ranks move, the labelled query flips, nothing is stored.
    let stored = window.stored_text("gas-emergency").await;
    window.click("[data-testid=candidate][data-scorer=hybrid][data-name=gas-emergency]").await;
    window.find("[data-testid=counterfactual], [data-testid=explanation]").await;
    window.click("[data-testid=try-wording]").await;
    window.click("[data-testid=what-if-description]").await;
    window.press(&[Key::Control.into(), Key::End.into()]).await;
    window.type_text(" Use when the whiffle box hums at midnight.").await;
    window.find("[data-testid=candidate][data-scorer=hybrid][data-name=gas-emergency][data-rank='1']").await;
    window.find("[data-testid=flip][data-kind=fixed]").await;
    window.until_text("[data-testid=flip][data-kind=fixed]", QUERY).await;
    window.until_text("[data-testid=what-if-diff]", "whiffle").await;
    window.save_both_themes("what-if").await;
    assert_eq!(window.stored_text("gas-emergency").await, stored, "nothing is kept before it is kept");

    // Keep it: a new version of the file, and nothing else in it changed.
    window.click("[data-testid=what-if-keep]").await;
    window.until("the wording to be stored", async || window.stored_text("gas-emergency").await != stored).await;
    let kept = window.stored_text("gas-emergency").await;
    assert!(kept.contains("sends a crew. Use when the whiffle box hums at midnight."));
    let below = |text: &str| text.split_once("\nlicense:").map(|(_, below)| below.to_owned());
    assert_eq!(below(&kept), below(&stored), "nothing but the description is touched");

    // Run again: compared with the run before, that query is fixed.
    window.until_indexed().await;
    window.press_ctrl('4').await;
    window.press(&[Key::Control.into(), Key::Enter.into()]).await;
    window.until_text("[data-testid=change-card]", "fixed").await;
    window.press_button("Changes").await;
    window.until_text("[data-testid=run-change][data-kind=fixed]", QUERY).await;

    // Sweep: hold another threshold by keys, put it in force.
    let before = threshold(&window).await;
    window
        .run(
            "document.querySelector(arguments[0]).focus()",
            vec!["[data-testid=sweep-chart] [data-testid=scrubber]".into()],
        )
        .await;
    for _ in 0..3 {
        window.press_key(Key::Right).await;
    }
    let held = threshold(&window).await;
    assert!(held > before, "{before} → {held}");
    window.click("[data-testid=use-threshold]").await;
    window.until_text("[data-testid=use-threshold]", "in use").await;
    let scorers = window.ask("list_scorers", json!({})).await;
    let hybrid = scorers.as_array().and_then(|all| all.iter().find(|one| one["scorer"] == "hybrid")).cloned();
    let in_force = hybrid.and_then(|info| info["min_score"].as_f64()).expect("a threshold is a number");
    assert!((in_force - held).abs() < 1e-4, "{held} was put in force, not {in_force}");

    // Take the chart away.
    for (kind, start) in [("SVG", &b"<svg"[..]), ("PNG", &[0x89, b'P', b'N', b'G']), ("JSON", b"{")] {
        let file = window.home().join(format!("sweep.{}", kind.to_lowercase()));
        window.click("[data-testid=sweep] [aria-label='Export the threshold sweep']").await;
        window.press_button(&format!("Export as {kind}")).await;
        window.fill("[data-testid=export-path]", &file.to_string_lossy()).await;
        window.click("[data-testid=export-save]").await;
        window.until("the chart to be written", async || file.is_file()).await;
        window.until_gone("[data-testid=export-path]").await;
        let bytes = std::fs::read(&file).expect("it is there");
        let text = String::from_utf8_lossy(&bytes);
        assert!(bytes.starts_with(start) || text.trim_start().starts_with("<?xml"), "{kind}: {text:.80}");
        assert!(bytes.len() > 500, "{kind}: {} bytes", bytes.len());
    }
}

async fn threshold(window: &Window) -> f64 {
    let now = window.attribute("[data-testid=sweep-chart] [data-testid=scrubber]", "aria-valuenow").await;
    now.and_then(|now| now.parse().ok()).expect("a slider has a value")
}

#[tokio::test]
async fn what_hosts_cut_and_what_overlaps_is_shown() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    window.press_ctrl('4').await;
    window.find("[data-testid=overlap-pair]").await;
    window.press_button("Heat map").await;
    window.find("[data-testid=heat-map]").await;
    window.press_button("Client lists").await;
    window.until_count("[data-testid=host-entry]", |drawn| drawn >= 5).await;
    window.save_both_themes("host-lists").await;

    // Near misses are proposed, and one that is accepted is one more labelled query.
    window.press_button("Suggest near-miss queries").await;
    window.find("[data-testid=near-miss]").await;
    window.save_both_themes("near-misses").await;
    let count = async || {
        let sets = window.ask("list_query_sets", json!({})).await;
        let queries = sets.as_array().map(|sets| sets.iter().filter_map(|set| set["queries"].as_u64()).sum::<u64>());
        queries.expect("sets are listed")
    };
    let before = count().await;
    window.click("[data-testid=accept-near-miss]").await;
    window.until("one more labelled query", async || count().await == before + 1).await;

    // A file with a bad line: what is good comes in, what is bad is named by its line.
    window.press_key(Key::Escape).await;
    let file = window.home().join("queries.jsonl");
    std::fs::write(&file, "{\"query\": \"it smells\", \"expected\": [\"gas-emergency\"]}\n{oops\n")
        .expect("it is written");
    window.click("[data-testid=set-picker]").await;
    window.press_button("Import").await;
    window.fill("[data-testid=import-queries-path]", &file.to_string_lossy()).await;
    window.press_key(Key::Enter).await;
    window.until_text("[data-testid=import-problems]", "2").await;
    window.until("the good line to be there", async || count().await == before + 2).await;
}
