//! The steps of `fixtures/overlays.json`: how one comes to where something opens, and opens it. Each tells whether it could be
//! done. They go by the keyboard wherever it will do: the driver's pointer goes astray in a page that is zoomed.

use fantoccini::key::Key;
use studio_tests::Window;

/// Presses what a step names, by the keyboard where that can be given to it.
const TAKE: &str = "const [how, what] = arguments;
    const scopes = { press: 'section.view:not([hidden])', choose: '[role=menu]', answer: '[role=dialog]' };
    const parts = ':is(button, [role=menuitem], [role=tab], [role=radio], [role=option])';
    const called = each => (each.getAttribute('aria-label') ?? each.textContent).replace(/\\s+/g, ' ').trim();
    const isHeld = each => each.disabled || each.getAttribute('aria-disabled') === 'true';
    const found = [...document.querySelectorAll(how === 'click' ? what : `${scopes[how]} ${parts}`)]
        .find(each => each.checkVisibility() && !isHeld(each) && (how === 'click' || called(each).startsWith(what)));
    if (!found) return null;
    found.scrollIntoView({ block: 'nearest' });
    found.focus();
    window.studioFrom = found;
    if (document.activeElement === found) return 'focused';
    found.click();
    return 'clicked';";

/// Gives the keyboard to what a selector names, once it is seen.
const FOCUS: &str = "const found = [...document.querySelectorAll(arguments[0])].find(each => each.checkVisibility());
    if (!found) return false;
    window.studioFrom = found;
    found.focus();
    return true;";

/// Gives the keyboard to an element.
pub(crate) async fn focus(window: &Window, selector: &str) -> bool {
    window.comes(async || window.run(FOCUS, vec![selector.into()]).await == true).await
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

/// Does what the palette finds first.
async fn perform(window: &Window, action: &str) -> bool {
    const FIRST: &str = "[role=dialog] [aria-selected=true]";
    window.press_ctrl('k').await;
    if !window.comes(async || window.exists("[role=dialog] [role=combobox]:focus").await).await {
        return false;
    }
    window.type_text(action).await;
    let is_found = async || window.shown(FIRST).await.iter().any(|shown| shown.contains(action));
    if !window.comes(is_found).await {
        return false;
    }
    window.press_key(Key::Enter).await;
    window.comes(async || !window.exists(".kit-palette").await).await
}

/// Chooses in a list that opens, as in `Agent: pico_reviewer`.
async fn pick(window: &Window, what: &str) -> bool {
    const HERE: &str = "[role=option][data-highlighted]";
    let (label, option) = what.split_once(": ").expect("a list and what is chosen in it are named");
    if !focus(window, &format!("[role=combobox][aria-label='{label}']")).await {
        return false;
    }
    window.press_key(Key::Enter).await;
    if !window.comes(async || window.exists(".kit-popup [role=option]").await).await {
        return false;
    }
    window.type_text(option).await;
    let is_here = async || window.shown(HERE).await.iter().any(|shown| shown.starts_with(option));
    if !window.comes(is_here).await {
        return false;
    }
    window.press_key(Key::Enter).await;
    window.comes(async || !window.exists(".kit-popup [role=option]").await).await
}

/// Presses a chord where the keyboard can be given to what a selector names.
async fn press_at(window: &Window, selector: &str, chord: &[char]) -> bool {
    let is_there = focus(window, selector).await;
    if is_there {
        window.press(chord).await;
    }
    is_there
}

/// Does one step: a verb and what it is done to. With a question mark it is done where that is there.
pub(crate) async fn step(window: &Window, step: &str) -> Result<(), String> {
    let (verb, what) = step.split_once(' ').expect("a step is a verb and what it is done to");
    let is_done = match verb {
        "place" | "ctrl" => {
            window.press_ctrl(what.chars().next().expect("a key is named")).await;
            true
        }
        "wait" => window.comes(async || window.exists(what).await).await,
        "perform" => perform(window, what).await,
        "pick" => pick(window, what).await,
        "menu" => press_at(window, what, &[Key::Shift.into(), Key::F10.into()]).await,
        "type" => press_at(window, what, &['x']).await,
        _ => match verb.strip_suffix('?') {
            Some(how) => {
                take(window, how, what).await;
                true
            }
            None => window.comes(async || take(window, verb, what).await).await,
        },
    };
    window.settle().await;
    if is_done { Ok(()) } else { Err(format!("the step `{step}` cannot be done")) }
}
