//! The laws of what opens over a place: the keyboard is in it and stays there, all of it is seen, axe finds nothing in it in
//! either theme, Escape closes it, and the keyboard goes back to where it was.

use fantoccini::key::Key;
use studio_tests::Window;

use crate::{
    accessibility::findings_in,
    overlay_steps::{focus, step},
};

/// More stops than this are those of a list, which are alike.
const STOPS: usize = 60;
/// More than this do not lie over one another: what is there still does not go by Escape.
const LAYERS: usize = 8;

/// What lies over everything else; the keyboard is in it once it is open.
const TOP: &str = "window.studioTop = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
        .filter(each => each.checkVisibility()).at(-1) ?? null;
    return window.studioTop !== null && window.studioTop !== window.studioBefore
        && window.studioTop.contains(document.activeElement);";

/// What is wrong with where the keyboard is, and whether it was there before. What scrolls there may take some frames to come.
const LOOK: &str = "const [done] = arguments;
    const at = () => document.activeElement ?? document.body;
    const isSeen = one => {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        return width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    };
    const tell = () => {
        const what = at().outerHTML.slice(0, 160);
        const isAgain = window.studioStops.has(at());
        window.studioStops.add(at());
        if (window.studioTop && !window.studioTop.contains(at())) done([`the keyboard left for ${what}`, isAgain]);
        else done([isSeen(at()) || at() === document.body ? null : `nobody sees ${what}`, isAgain]);
    };
    const look = left => {
        if (left === 0 || isSeen(at())) requestAnimationFrame(tell);
        else requestAnimationFrame(() => look(left - 1));
    };
    requestAnimationFrame(() => look(120));";

/// Where the keyboard is, where that is not what it was at before; of what is gone by then nothing but the page is wrong.
const BACK: &str = "const [from, at] = [window.studioFrom, document.activeElement ?? document.body];
    if (at === from || (!from.isConnected && at !== document.body)) return null;
    return `${at.outerHTML.slice(0, 160)} has it, not ${from.outerHTML.slice(0, 160)}`;";

/// Presses a chord: what is wrong with where the keyboard is then, and whether it was there before.
async fn stop(window: &Window, chord: &[char]) -> (Option<String>, bool) {
    window.press(chord).await;
    let seen = window.run_async(LOOK, vec![]).await;
    (seen[0].as_str().map(str::to_owned), seen[1] == true)
}

/// Goes once round with the keyboard, and back a little.
pub(crate) async fn walk(window: &Window) -> Vec<String> {
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

/// Opens something by its steps; or which of them cannot be gone, or that the keyboard is not in it.
pub(crate) async fn open(window: &Window, by: &[String]) -> Result<(), String> {
    const STANDS: &str = "return [window.studioTop, document.activeElement]
        .map(each => each?.outerHTML.slice(0, 160) ?? 'nothing').join(' is on top, and the keyboard is at ');";
    if by.iter().any(|by| by.starts_with("perform ") || by.starts_with("ctrl ")) {
        focus(window, "nav [aria-current=page]").await;
    }
    window.run("window.studioBefore = null", vec![]).await;
    window.run(TOP, vec![]).await;
    window.run("window.studioBefore = window.studioTop", vec![]).await;
    for each in by {
        step(window, each).await?;
    }
    if !window.comes(async || window.run(TOP, vec![]).await == true).await {
        let stands = window.run(STANDS, vec![]).await;
        return Err(format!("focus inside: {}", stands.as_str().unwrap_or_default()));
    }
    window.settle().await;
    Ok(())
}

/// What is wrong with what is open, and with how it goes.
pub(crate) async fn laws(window: &Window) -> Vec<String> {
    const WITHIN: &str = "const { left, top, right, bottom } = window.studioTop.getBoundingClientRect();
        const isWithin = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        return isWithin ? null : `it lies at ${[left, top, right, bottom]} of a window of ${[innerWidth, innerHeight]}`;";
    const GONE: &str = "return !window.studioTop.isConnected || !window.studioTop.checkVisibility()";
    // All but a menu is hidden from a screen reader while one is open: there is no page to speak of.
    const CONTEXT: &str = "window.studioTop.role === 'menu' ? window.studioTop : document";
    let mut wrong = Vec::new();
    if let Some(found) = window.run(WITHIN, vec![]).await.as_str() {
        wrong.push(format!("size: {found}"));
    }
    for theme in ["dark", "light"] {
        window.run("document.documentElement.dataset.theme = arguments[0]", vec![theme.into()]).await;
        wrong.extend(findings_in(window, CONTEXT).await.into_iter().map(|line| format!("axe, {theme}: {line}")));
    }
    wrong.extend(walk(window).await.into_iter().map(|line| format!("focus inside: {line}")));
    window.press_key(Key::Escape).await;
    if !window.comes(async || window.run(GONE, vec![]).await == true).await {
        wrong.push("Escape closes: it is still there".to_owned());
    } else if !window.comes(async || window.run(BACK, vec![]).await.is_null()).await {
        let held = window.run(BACK, vec![]).await;
        wrong.push(format!("focus back: {}", held.as_str().unwrap_or_default()));
    }
    wrong
}

/// Closes all that is open, so that what comes next begins at a place; tells what would not close.
pub(crate) async fn leave(window: &Window) -> Option<String> {
    const OPEN: &str = "[role=dialog], [role=alertdialog], [role=menu]";
    for _ in 0..LAYERS {
        window.settle().await;
        if !window.exists(OPEN).await {
            return None;
        }
        window.press_key(Key::Escape).await;
    }
    Some("Escape closes: something below it stays".to_owned())
}
