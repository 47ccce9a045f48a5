//! What axe-core finds in each place, in both themes, at the usual size and at 200 %: nothing. What opens over them is in
//! `overlays`.

use std::fs;

use serde_json::json;
use studio_testkit::repository;
use studio_tests::{
    Options, Window,
    packs::{new_pack, tick, tick_target},
};

pub(crate) fn axe() -> String {
    let path = repository().join("ui/node_modules/axe-core/axe.min.js");
    fs::read_to_string(path).expect("`npm ci` in ui/ installs axe-core")
}

/// What is wrong on the page, one a line: the rule and the elements.
async fn findings(window: &Window) -> Vec<String> {
    findings_in(window, "document").await
}

/// The same within what an expression of the page names.
///
/// Of a row of a list only its name, which is said first, has to be seen as it is said; a rank may be drawn before it. What
/// follows is a sentence: whether something is wrong, what it costs in words, and last the description, which may be a thousand
/// characters long. Said in the order it is drawn, as the rule would have it, one would hear the description before the error.
/// What is drawn with `…` in its middle counts as what it is cut from.
pub(crate) async fn findings_in(window: &Window, context: &str) -> Vec<String> {
    let check = format!(
        "const [done] = arguments;
        const rules = {{ 'label-content-name-mismatch': {{ enabled: true }} }};
        const words = text => (text ?? '').replace(/\\s+/g, ' ').trim();
        const isNamedFirst = node => {{
            const [spoken, drawn] = [node.getAttribute('aria-label'), node.innerText].map(words);
            const name = drawn.split(' ').find(word => /\\p{{L}}/u.test(word));
            return node.role === 'option' && name !== undefined && spoken.startsWith(name);
        }};
        const isNamedWhole = node => {{
            const whole = node.cloneNode(true);
            for (const cut of whole.querySelectorAll('.cut')) cut.replaceWith(` ${{cut.dataset.tip}} `);
            return words(node.getAttribute('aria-label')).includes(words(whole.textContent));
        }};
        const isNamed = ({{ element }}) => isNamedFirst(element) || isNamedWhole(element);
        window.axe.run({context}, {{ iframes: false, elementRef: true, resultTypes: ['violations'], rules }}).then(
            ({{ violations }}) => done(violations.flatMap(each =>
                each.nodes.filter(node => each.id !== 'label-content-name-mismatch' || !isNamed(node)).map(node => `${{each.id}} (${{each.impact}}): ${{node.target}} ${{node.html.slice(0, 160)}} ${{node.failureSummary.split('\\n')[1] ?? ''}}`))),
            error => done([String(error)]));"
    );
    window.settle().await;
    let found = window.run_async(&check, vec![]).await;
    let found = found.as_array().cloned().unwrap_or_else(|| vec![found]);
    found.iter().map(|line| line.as_str().map_or_else(|| line.to_string(), str::to_owned)).collect()
}

#[tokio::test]
async fn axe_finds_nothing_in_what_is_filled_in_either_theme() {
    let window = Window::open_samples().await;
    window.until_indexed().await;
    window.open_skill("gas-emergency").await;
    window.until_text("[data-testid=problem-counts]", "No problems found").await;
    window.run(&axe(), vec![]).await;
    let mut wrong: Vec<String> = Vec::new();
    for theme in ["light", "dark"] {
        window.use_theme(theme).await;
        window.press_ctrl('1').await;
        for tab in ["Problems", "Versions", "Uses", "Preview"] {
            window.open_tab(tab).await;
            wrong.extend(findings(&window).await.into_iter().map(|line| format!("library {tab} {theme}: {line}")));
        }
        window.press_ctrl('3').await;
        if !window.exists("[data-testid=candidate]").await {
            window.click("[data-testid=query-input]").await;
            window.type_text("I smell gas in the basement").await;
        }
        window.until_count("[data-testid=candidate]", |drawn| drawn > 10).await;
        window.find("[data-testid=resolved-name]").await;
        wrong.extend(findings(&window).await.into_iter().map(|line| format!("playground {theme}: {line}")));
        window.press_ctrl('7').await;
        if !window.exists("[data-testid=pack-count]").await {
            wrong.extend(findings(&window).await.into_iter().map(|line| format!("no packs {theme}: {line}")));
            new_pack(&window, "seen").await;
            tick(&window, "gas-emergency").await;
            tick_target(&window, "light4j-sql").await;
        }
        window.until_count("[data-testid=target-state]", |drawn| drawn == 2).await;
        window.find("[data-testid=gate]").await;
        wrong.extend(findings(&window).await.into_iter().map(|line| format!("packs {theme}: {line}")));
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Looks at every place.
async fn look(window: &Window, how: &str, wrong: &mut Vec<String>) {
    for key in '1'..='7' {
        window.press_ctrl(key).await;
        window.find("nav [aria-current=page]").await;
        wrong.extend(findings(window).await.into_iter().map(|line| format!("place {key} {how}: {line}")));
    }
    window.perform("Go to Overview").await;
    window.find("section[aria-label=Overview]:not([hidden])").await;
    wrong.extend(findings(window).await.into_iter().map(|line| format!("overview {how}: {line}")));
    window.perform("Go to Problems").await;
    window.find("[data-testid=library-problems]").await;
    wrong.extend(findings(window).await.into_iter().map(|line| format!("problems {how}: {line}")));
}

#[tokio::test]
async fn axe_finds_nothing_in_any_place_at_either_size() {
    let window = Window::open_samples_with(Options { screen: Some((1024, 700)), ..Options::default() }).await;
    window.until_indexed().await;
    window.open_skill("gas-emergency").await;
    window.run(&axe(), vec![]).await;
    let mut wrong: Vec<String> = Vec::new();
    for zoom in [100, 200] {
        while window.ask("get_zoom", json!({})).await != json!(zoom) {
            window.ask("set_zoom", json!({ "step": "in" })).await;
        }
        for theme in ["light", "dark"] {
            window.use_theme(theme).await;
            look(&window, &format!("{theme} {zoom} %"), &mut wrong).await;
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
