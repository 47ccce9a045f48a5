//! What axe-core finds in each place, in both themes: nothing serious.

use std::fs;

use studio_testkit::repository;
use studio_tests::{
    Window,
    packs::{new_pack, tick, tick_target},
};

fn axe() -> String {
    let path = repository().join("ui/node_modules/axe-core/axe.min.js");
    fs::read_to_string(path).expect("`npm ci` in ui/ installs axe-core")
}

/// What is serious or worse, one a line: the rule and the elements.
async fn findings(window: &Window) -> Vec<String> {
    const CHECK: &str = "const [done] = arguments;
        window.axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(
            ({ violations }) => done(violations.filter(each => /serious|critical/.test(each.impact)).flatMap(each =>
                each.nodes.map(node => `${each.id} (${each.impact}): ${node.target} ${node.html.slice(0, 160)} ${node.failureSummary.split('\\n')[1] ?? ''}`))),
            error => done([String(error)]));";
    window.settle().await;
    let found = window.run_async(CHECK, vec![]).await;
    let found = found.as_array().cloned().unwrap_or_else(|| vec![found]);
    found.iter().map(|line| line.as_str().map_or_else(|| line.to_string(), str::to_owned)).collect()
}

#[tokio::test]
async fn axe_finds_nothing_serious_in_any_place_and_theme() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    window.open_skill("gas-emergency").await;
    window.until_text("[data-testid=problem-counts]", "No problems found").await;
    window.run(&axe(), vec![]).await;
    let mut serious: Vec<String> = Vec::new();
    for theme in ["light", "dark"] {
        window.use_theme(theme).await;
        window.press_ctrl('1').await;
        for tab in ["Problems", "Versions", "Uses", "Preview"] {
            window.open_tab(tab).await;
            serious.extend(findings(&window).await.into_iter().map(|line| format!("library {tab} {theme}: {line}")));
        }
        window.press_ctrl('3').await;
        if !window.exists("[data-testid=candidate]").await {
            window.click("[data-testid=query-input]").await;
            window.type_text("I smell gas in the basement").await;
        }
        window.until_count("[data-testid=candidate]", |drawn| drawn > 10).await;
        window.find("[data-testid=resolved-name]").await;
        serious.extend(findings(&window).await.into_iter().map(|line| format!("playground {theme}: {line}")));
        window.press_ctrl('7').await;
        if !window.exists("[data-testid=pack-count]").await {
            serious.extend(findings(&window).await.into_iter().map(|line| format!("no packs {theme}: {line}")));
            new_pack(&window, "seen").await;
            tick(&window, "gas-emergency").await;
            tick_target(&window, "light4j-sql").await;
        }
        window.until_count("[data-testid=target-state]", |drawn| drawn == 2).await;
        window.find("[data-testid=gate]").await;
        serious.extend(findings(&window).await.into_iter().map(|line| format!("packs {theme}: {line}")));
    }
    serious.sort();
    serious.dedup();
    assert!(serious.is_empty(), "{}", serious.join("\n"));
}
