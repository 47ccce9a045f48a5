//! Everything that opens over a place: what axe finds in it in both themes, and where the keyboard goes in it and after it, at
//! the usual size and at 200 %. `fixtures/overlays.json` lists it; ui/src/overlays.test.ts holds the list against the source.

use std::fs;

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_testkit::repository;
use studio_tests::{Options, Window};

use crate::accessibility::{axe, findings_in};

/// More stops than this are those of a list, which are alike.
const STOPS: usize = 60;

/// Does a step by the keyboard where what it is done to takes that: the driver's pointer goes astray in a page that is zoomed.
const TAKE: &str = "const [how, what] = arguments;
    const scopes = { press: 'section.view:not([hidden])', choose: '[role=menu]', answer: '[role=dialog]' };
    const parts = ':is(button, [role=menuitem], [role=tab], [role=radio], [role=option])';
    const called = each => (each.getAttribute('aria-label') ?? each.textContent).replace(/\\s+/g, ' ').trim();
    const found = [...document.querySelectorAll(how === 'click' ? what : `${scopes[how]} ${parts}`)]
        .find(each => each.checkVisibility() && !each.disabled && (how === 'click' || called(each).startsWith(what)));
    if (!found) return null;
    found.scrollIntoView({ block: 'nearest' });
    found.focus();
    window.studioFrom = found;
    if (document.activeElement === found) return 'focused';
    found.click();
    return 'clicked';";

/// What lies over everything else; the keyboard is in it once it is open.
const TOP: &str = "window.studioTop = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
        .filter(each => each.checkVisibility()).at(-1) ?? null;
    return window.studioTop !== null && window.studioTop !== window.studioBefore
        && window.studioTop.contains(document.activeElement);";

/// What is wrong with where the keyboard is, and whether it was there before.
const LOOK: &str = "const [done] = arguments;
    requestAnimationFrame(() => requestAnimationFrame(() => {
        const at = document.activeElement;
        const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
        const isSeen = width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
        const what = at.outerHTML.slice(0, 160);
        const isAgain = window.studioStops.has(at);
        window.studioStops.add(at);
        if (window.studioTop && !window.studioTop.contains(at)) done([`the keyboard left for ${what}`, isAgain]);
        else done([isSeen || at === document.body ? null : `nobody sees ${what}`, isAgain]);
    }));";

/// One line of the list.
struct Overlay {
    name: String,
    /// How one comes to where it opens, and how it is opened.
    at: Vec<String>,
    by: Vec<String>,
    /// Whether only a wide window has what opens it.
    is_wide: bool,
}

fn overlays() -> Vec<Overlay> {
    let text = fs::read_to_string(repository().join("fixtures/overlays.json")).expect("the list is there");
    let listed: Vec<Value> = serde_json::from_str(&text).expect("the list is JSON");
    let steps = |of: &Value| -> Vec<String> {
        of.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let overlays = listed.iter().map(|one| Overlay {
        name: one["is"].as_str().unwrap_or_default().to_owned(),
        at: steps(&one["at"]),
        by: steps(&one["by"]),
        is_wide: one["wide"] == true,
    });
    overlays.filter(|one| !one.by.is_empty()).collect()
}

/// Gives the keyboard to an element.
async fn focus(window: &Window, selector: &str) {
    window.find(selector).await;
    let focus = "window.studioFrom = document.querySelector(arguments[0]); window.studioFrom.focus();";
    window.run(focus, vec![selector.into()]).await;
}

/// Presses what a step names; tells whether it was there.
async fn take(window: &Window, how: &str, what: &str) -> bool {
    window.settle().await;
    let taken = window.run(TAKE, vec![how.into(), what.into()]).await;
    if taken == "focused" {
        window.press_key(Key::Enter).await;
    }
    !taken.is_null()
}

/// Does one step: a verb and what it is done to. With a question mark it is done where that is there.
async fn step(window: &Window, step: &str) {
    let (verb, what) = step.split_once(' ').expect("a step is a verb and what it is done to");
    match verb {
        "place" | "ctrl" => window.press_ctrl(what.chars().next().expect("a key is named")).await,
        "perform" => window.perform(what).await,
        "menu" => {
            focus(window, what).await;
            window.press(&[Key::Shift.into(), Key::F10.into()]).await;
        }
        "type" => {
            focus(window, what).await;
            window.type_text("x").await;
        }
        _ => {
            if let Some(how) = verb.strip_suffix('?') {
                take(window, how, what).await;
            } else {
                window.until(step, async || take(window, verb, what).await).await;
            }
        }
    }
    window.settle().await;
}

/// Presses a chord: what is wrong with where the keyboard is then, and whether it was there before.
async fn stop(window: &Window, chord: &[char]) -> (Option<String>, bool) {
    window.press(chord).await;
    let seen = window.run_async(LOOK, vec![]).await;
    (seen[0].as_str().map(str::to_owned), seen[1] == true)
}

/// Goes once round with the keyboard, and back a little.
async fn walk(window: &Window) -> Vec<String> {
    let is_menu = window.run("return window.studioTop?.role === 'menu'", vec![]).await == true;
    let on: [char; 1] = [if is_menu { Key::Down.into() } else { Key::Tab.into() }];
    let back: Vec<char> = if is_menu { vec![Key::Up.into()] } else { vec![Key::Shift.into(), Key::Tab.into()] };
    window.run("window.studioStops = new Set()", vec![]).await;
    let mut wrong = Vec::new();
    for _ in 0..STOPS {
        let (found, is_again) = stop(window, &on).await;
        wrong.extend(found);
        if is_again {
            break;
        }
    }
    for _ in 0..2 {
        wrong.extend(stop(window, &back).await.0);
    }
    wrong
}

/// Opens one, looks at it, and closes it.
async fn look(window: &Window, overlay: &Overlay, how: &str) -> Vec<String> {
    const BACK: &str = "const [from, at] = [window.studioFrom, document.activeElement];
        return at === from || (!from.isConnected && at !== document.body);";
    let name = format!("{} {how}", overlay.name);
    for each in &overlay.at {
        step(window, each).await;
    }
    if overlay.by.iter().any(|by| by.starts_with("perform ") || by.starts_with("ctrl ")) {
        focus(window, "nav [aria-current=page]").await;
    }
    window.run("window.studioBefore = null", vec![]).await;
    window.run(TOP, vec![]).await;
    window.run("window.studioBefore = window.studioTop", vec![]).await;
    for each in &overlay.by {
        step(window, each).await;
    }
    window.until(&format!("{name} with the keyboard in it"), async || window.run(TOP, vec![]).await == true).await;
    window.settle().await;
    let within = "const { left, top, right, bottom } = window.studioTop.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;";
    let mut wrong = Vec::new();
    if window.run(within, vec![]).await != true {
        wrong.push("it is larger than the window".to_owned());
    }
    // All but a menu is hidden from a screen reader while one is open: there is no page to speak of.
    let context = "window.studioTop.role === 'menu' ? window.studioTop : document";
    for theme in ["dark", "light"] {
        window.run("document.documentElement.dataset.theme = arguments[0]", vec![theme.into()]).await;
        wrong.extend(findings_in(window, context).await.into_iter().map(|line| format!("{theme}: {line}")));
    }
    wrong.extend(walk(window).await);
    window.press_key(Key::Escape).await;
    let gone = "return !window.studioTop.isConnected || !window.studioTop.checkVisibility()";
    window.until(&format!("the end of {name}"), async || window.run(gone, vec![]).await == true).await;
    window.until(&format!("the keyboard back from {name}"), async || window.run(BACK, vec![]).await == true).await;
    while window.exists("[role=dialog], [role=menu]").await {
        window.press_key(Key::Escape).await;
        window.settle().await;
    }
    wrong.into_iter().map(|line| format!("{name}: {line}")).collect()
}

/// Fills the places with what opens more: a query, a run.
async fn fill(window: &Window) {
    window.open_skill("gas-emergency").await;
    window.show_yaml().await;
    window.press_ctrl('3').await;
    window.click("[data-testid=query-input]").await;
    window.type_text("I smell gas in the basement").await;
    window.until_count("[data-testid=candidate]", |drawn| drawn > 10).await;
    window.press_ctrl('4').await;
    window.click("[data-testid=set-bar] [aria-label=Scorer]").await;
    window.click("[role=option][data-value=adk]").await;
    window.click("[data-testid=run]:not([disabled])").await;
    window.find("[data-testid=confusion-matrix]").await;
    window.find("[data-testid=runs]").await;
}

async fn zoom_to(window: &Window, percent: u32) {
    while window.ask("get_zoom", json!({})).await != json!(percent) {
        window.ask("set_zoom", json!({ "step": "in" })).await;
    }
    window.settle().await;
}

/// What is wrong with all that opens, at one size.
async fn all_at(percent: u32) -> Vec<String> {
    let window = Window::start_from_samples(Options { screen: Some((1024, 700)), ..Options::default() }).await;
    window.until_indexed().await;
    fill(&window).await;
    window.run(&axe(), vec![]).await;
    zoom_to(&window, percent).await;
    let mut wrong = Vec::new();
    for overlay in overlays().iter().filter(|one| percent == 100 || !one.is_wide) {
        wrong.extend(look(&window, overlay, &format!("at {percent} %")).await);
    }
    wrong
}

#[tokio::test]
async fn axe_and_the_keyboard_find_nothing_wrong_in_what_opens_over_a_place() {
    let wrong = all_at(100).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn axe_and_the_keyboard_find_nothing_wrong_in_what_opens_over_a_place_at_200_percent() {
    let wrong = all_at(200).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_stop_of_the_keyboard_in_a_place_is_seen() {
    let window = Window::start_from_samples(Options { screen: Some((1024, 700)), ..Options::default() }).await;
    window.until_indexed().await;
    fill(&window).await;
    let mut wrong = Vec::new();
    for percent in [100, 200] {
        zoom_to(&window, percent).await;
        for place in ["Library", "Map", "Playground", "Evaluate", "Simulate", "Tools", "Packs", "Overview", "Problems"]
        {
            window.perform(&format!("Go to {place}")).await;
            window.find(&format!("section[aria-label={place}]:not([hidden])")).await;
            focus(&window, "nav [aria-current=page]").await;
            window.run("window.studioTop = null", vec![]).await;
            wrong.extend(walk(&window).await.into_iter().map(|line| format!("{place} at {percent} %: {line}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
