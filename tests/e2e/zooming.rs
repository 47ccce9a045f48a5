//! The page is zoomed and stays so; at 200 % on a small screen every place works, and the window opens within the screen.

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::{Options, Window};

const SMALL: (u32, u32) = (1024, 700);

/// Controls of the rail and the place that the pointer cannot reach, after they were scrolled to.
const OUT_OF_REACH: &str = "const found = [];
    for (const each of document.querySelectorAll('nav button, main section.view:not([hidden]) :is(button, input, textarea)')) {
        if (each.disabled || each.tabIndex < 0 || !each.checkVisibility() || each.closest('[role=row], [role=option]')) continue;
        each.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
        if (width <= 1 || height <= 1) continue;
        const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
        const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
        const at = document.elementFromPoint(x, y);
        const isHit = at !== null && (each.contains(at) || at.contains(each) || at.closest('label')?.contains(each));
        if (!isHit) found.push(`${each.outerHTML.slice(0, 160)} is behind ${at?.outerHTML.slice(0, 120)}`);
    }
    return found;";

/// What of the place is scrolled sideways: all of it, or what takes most of it. Lines of text and lists of chips may be.
const SIDEWAYS: &str = "const place = document.querySelector('main section.view:not([hidden])');
    const isMost = ({ clientWidth, clientHeight }) => clientWidth > place.clientWidth * 0.9 && clientHeight > place.clientHeight / 2;
    const found = [...place.querySelectorAll('*')].filter(each => each.checkVisibility() && isMost(each)
        && !each.closest('.cm-editor') && ['auto', 'scroll'].includes(getComputedStyle(each).overflowX)
        && each.scrollWidth > each.clientWidth + 1);
    const page = document.documentElement;
    const told = [...found, ...(page.scrollWidth > innerWidth ? [page] : [])];
    return told.map(each => `${each.outerHTML.slice(0, 120)} needs ${each.scrollWidth} of ${each.clientWidth}`);";

/// Turns from a list to its page or back, where one of them is shown at a time; tells whether it did.
const TURN: &str =
    "const turns = ['pane-back', 'pane-onward'].map(id => `section.view:not([hidden]) [data-testid=${id}]`);
    const turn = [...document.querySelectorAll(turns.join())].find(each => each.checkVisibility());
    turn?.click();
    return turn !== undefined;";

/// Which of a list and its page in the library is seen alone and has the keyboard.
const SEEN: &str = "const place = document.querySelector('section[aria-label=Library]');
    const seen = ['skill-list', 'editor'].map(id => place.querySelector(`[data-testid=${id}]`)).filter(part => part?.checkVisibility());
    return seen.filter(part => seen.length === 1 && part.closest('.pane').contains(document.activeElement)).map(part => part.dataset.testid);";

async fn zoom_to(window: &Window, percent: u32) {
    while window.ask("get_zoom", json!({})).await != json!(percent) {
        window.ask("set_zoom", json!({ "step": "in" })).await;
    }
    window.settle().await;
}

/// How wide and high the page is, in its own pixels.
async fn size(window: &Window) -> (u64, u64) {
    let size: Value = window.run("return [innerWidth, innerHeight]", vec![]).await;
    (size[0].as_u64().unwrap_or_default(), size[1].as_u64().unwrap_or_default())
}

/// Looks at a place that was gone to for what cannot be reached there, and for what is scrolled sideways; at its list and
/// at its page.
async fn look(window: &Window, place: &str, wrong: &mut Vec<String>) {
    window.find(&format!("section[aria-label={place}]:not([hidden])")).await;
    look_at(window, place, wrong).await;
    if window.run(TURN, vec![]).await == true {
        look_at(window, &format!("{place}-turned"), wrong).await;
    }
}

async fn look_at(window: &Window, what: &str, wrong: &mut Vec<String>) {
    window.settle().await;
    for script in [SIDEWAYS, OUT_OF_REACH] {
        let found = serde_json::from_value::<Vec<String>>(window.run(script, vec![]).await).expect("a list of words");
        wrong.extend(found.into_iter().map(|line| format!("{what}: {line}")));
    }
    window.save_screenshot(&format!("zoomed-{}", what.to_lowercase())).await;
}

/// Waits until the keyboard is in the library's list or its editor, and that is all one sees of both.
async fn until_at(window: &Window, part: &str) {
    window
        .until(&format!("the keyboard in the {part}"), async || window.run(SEEN, vec![]).await == json!([part]))
        .await;
}

/// The library's list and the skill that is open take one another's place, and the keyboard goes along.
async fn assert_list_or_page(window: &Window) {
    window.press_ctrl('1').await;
    window.perform("Search skills").await;
    until_at(window, "skill-list").await;
    window.press_key(Key::Down).await;
    window.press_key(Key::Enter).await;
    until_at(window, "editor").await;
    window.press_key(Key::Escape).await;
    until_at(window, "skill-list").await;
    window.press_key(Key::Enter).await;
    until_at(window, "editor").await;
    window.press(&[Key::Alt.into(), Key::Left.into()]).await;
    until_at(window, "skill-list").await;
}

#[tokio::test]
async fn keys_zoom_and_the_zoom_is_remembered() {
    let window = Window::open_samples().await;
    let (usual, _) = size(&window).await;
    for (key, percent) in [('+', 110), ('+', 125), ('-', 110), ('0', 100), ('+', 110)] {
        window.press_ctrl(key).await;
        let width = usual * 100 / percent;
        window.until(&format!("the page at {percent} %"), async || size(&window).await.0.abs_diff(width) <= 1).await;
    }
    let home = window.close().await;
    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.until("the page as it was left", async || size(&window).await.0.abs_diff(usual * 100 / 110) <= 1).await;
}

#[tokio::test]
async fn every_place_works_at_200_percent_on_a_small_screen() {
    let window = Window::open_samples_with(Options { screen: Some(SMALL), ..Options::default() }).await;
    let (width, height) = size(&window).await;
    assert!(width <= SMALL.0.into() && height <= SMALL.1.into(), "the window is within the screen: {width}×{height}");
    window.until_indexed().await;
    window.open_skill("gas-emergency").await;
    window.press_ctrl('6').await;
    window.click("[data-testid=tool-lookup_premise]").await;
    zoom_to(&window, 200).await;
    window.until("a page of half the size", async || size(&window).await.0.abs_diff(width / 2) <= 1).await;
    let mut wrong: Vec<String> = Vec::new();
    for (key, place) in [
        ('1', "Library"),
        ('2', "Map"),
        ('3', "Playground"),
        ('4', "Evaluate"),
        ('5', "Simulate"),
        ('6', "Tools"),
        ('7', "Packs"),
    ] {
        window.press_ctrl(key).await;
        look(&window, place, &mut wrong).await;
    }
    for place in ["Overview", "Problems"] {
        window.perform(&format!("Go to {place}")).await;
        look(&window, place, &mut wrong).await;
    }
    assert_list_or_page(&window).await;
    // What narrow panes do is asked of the pane as it is on the page, not on the screen.
    window.perform("Go to Overview").await;
    let columns = "const parts = document.querySelector('section[aria-label=Overview] .parts');
        return getComputedStyle(parts).gridTemplateColumns.split(' ').length";
    assert_eq!(window.run(columns, vec![]).await, json!(1), "the overview is one column");
    window.press_ctrl('3').await;
    let field = "return document.querySelector('[data-testid=query-input]').getBoundingClientRect().width";
    let room = window.run(field, vec![]).await.as_f64().unwrap_or_default();
    assert!(room > 300.0, "a query can be read while it is typed: {room}");
    for chord in [[char::from(Key::Control), ','], [char::from(Key::Control), 'i'], [char::from(Key::Control), 'n']] {
        window.press(&chord).await;
        window.find("[role=dialog]").await;
        window.settle().await;
        let fits =
            "const { left, top, right, bottom } = document.querySelector('[role=dialog]').getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;";
        assert_eq!(window.run(fits, vec![]).await, json!(true), "the dialog of {chord:?} is within the window");
        window.press_key(Key::Escape).await;
        window.until_gone("[role=dialog]").await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
