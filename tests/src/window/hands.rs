//! What an author does with keyboard and pointer.

use std::{cell::RefCell, time::Duration};

use fantoccini::{
    Locator,
    actions::{Actions, InputSource, KeyAction, KeyActions, MouseActions, PointerAction},
    elements::Element,
    key::Key,
};

use super::Window;
use crate::patience;

impl Window {
    /// Clicks the element a selector names, as soon as it can be clicked.
    pub async fn click(&self, selector: &str) {
        self.click_at(Locator::Css(selector)).await;
    }

    /// Presses the button, tab or menu entry whose label starts with `name`.
    pub async fn press_button(&self, name: &str) {
        self.press_in("", name).await;
    }

    /// The same, within the element an `XPath` names.
    pub(super) async fn press_in(&self, scope: &str, name: &str) {
        const PRESSABLE: &str = "self::button or @role='menuitem' or @role='tab' or @role='option'";
        let path =
            format!("{scope}//*[{PRESSABLE}][starts-with(normalize-space(.), '{name}') or @aria-label='{name}']");
        self.click_at(Locator::XPath(&path)).await;
    }

    async fn click_at(&self, locator: Locator<'_>) {
        let last = RefCell::new(String::new());
        let click = async || self.try_to_click(locator).await.map_err(|why| last.replace(why)).ok();
        if patience::find(click).await.is_none() {
            let last = last.take();
            self.fail(&format!("could not click {locator:?}: {last}")).await;
        }
    }

    /// Clicks what is there now, or says why it can't.
    async fn try_to_click(&self, locator: Locator<'_>) -> Result<(), String> {
        let element = self.client.find(locator).await.map_err(|error| error.to_string())?;
        if !self.is_at_rest(&element).await {
            return Err("it moves".to_owned());
        }
        element.click().await.map_err(|error| error.to_string())?;
        // Where the page is gone by then, the click went home.
        match self.client.execute("return window.studioAim?.() ?? false", vec![]).await {
            Ok(missed) if missed == true => Err("it moved away from under the pointer".to_owned()),
            _ => Ok(()),
        }
    }

    /// Whether an element stays where it is over two frames: the driver presses where it was when it looked, and a person
    /// does not aim at what still moves. A press that then lands on something else, since content came in above, is kept
    /// from it, and `studioAim` tells of it.
    async fn is_at_rest(&self, element: &Element) -> bool {
        const LOOK: &str = "const [element, done] = arguments;
            const place = () => {
                const { x, y, width, height } = element.getBoundingClientRect();
                return [x, y, width, height].join();
            };
            const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
            let missed = false;
            const guard = (event) => {
                if (!missed && event.composedPath().includes(element)) return leave();
                missed = true;
                event.preventDefault();
                event.stopImmediatePropagation();
            };
            const leave = () => PRESS.forEach((kind) => removeEventListener(kind, guard, true));
            element.scrollIntoViewIfNeeded?.();
            const before = place();
            requestAnimationFrame(() => requestAnimationFrame(() => {
                if (before !== place()) return done(false);
                window.studioAim?.();
                window.studioAim = () => (leave(), missed);
                PRESS.forEach((kind) => addEventListener(kind, guard, true));
                done(true);
            }));";
        let element = serde_json::to_value(element).expect("a reference to an element is JSON");
        self.client.execute_async(LOOK, vec![element]).await.is_ok_and(|at_rest| at_rest == true)
    }

    /// Has what pops up stay until it is pressed, as under a pointer that rests on it. By itself it goes after some seconds,
    /// in which a busy machine may not get to look at it.
    pub async fn hold_toasts(&self) {
        const HOLD: &str = "new MutationObserver(() => {
                for (const list of document.querySelectorAll('[data-sonner-toaster]'))
                    list.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
            }).observe(document.body, { childList: true, subtree: true });";
        self.run(HOLD, vec![]).await;
    }

    /// Has keyboard or pointer do this.
    async fn act(&self, actions: impl Into<Actions>) {
        let done = self.client.perform_actions(actions).await;
        self.answered("use keyboard or pointer", done).await;
    }

    /// Puts text into a field, in place of what it holds.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.click(selector).await;
        self.press_ctrl('a').await;
        self.type_text(text).await;
    }

    /// Types into whatever has the focus.
    pub async fn type_text(&self, text: &str) {
        let keys = text.chars().fold(KeyActions::new("keyboard".to_owned()), |keys, key| {
            keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key })
        });
        self.act(keys).await;
    }

    /// Types with a rest before each key, as a hand does.
    pub async fn type_slowly(&self, text: &str, rest: Duration) {
        let keys = text.chars().fold(KeyActions::new("keyboard".to_owned()), |keys, key| {
            let keys = keys.then(KeyAction::Pause { duration: rest });
            keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key })
        });
        self.act(keys).await;
    }

    /// Presses a chord such as `[Key::Control.into(), 's']`.
    pub async fn press(&self, chord: &[char]) {
        let keys = KeyActions::new("keyboard".to_owned());
        let keys = chord.iter().fold(keys, |keys, key| keys.then(KeyAction::Down { value: *key }));
        let keys = chord.iter().rev().fold(keys, |keys, key| keys.then(KeyAction::Up { value: *key }));
        self.act(keys).await;
    }

    /// Presses one key that types nothing.
    pub async fn press_key(&self, key: Key) {
        self.press(&[key.into()]).await;
    }

    /// Presses Ctrl and a key.
    pub async fn press_ctrl(&self, key: char) {
        self.press(&[Key::Control.into(), key]).await;
    }

    /// Puts the cursor at the end of the editor's line that holds `text`.
    pub async fn put_cursor_behind(&self, text: &str) {
        let path = format!(
            "//*[@data-testid='editor']//*[contains(concat(' ', @class, ' '), ' cm-line ')][contains(., \"{text}\")]"
        );
        self.click_at(Locator::XPath(&path)).await;
        // The first press goes to the end of a wrapped row, the second to that of the line.
        self.press_key(Key::End).await;
        self.press_key(Key::End).await;
    }

    /// Types a line in place of the editor's line that holds `text`.
    pub async fn retype_line(&self, text: &str, line: &str) {
        self.put_cursor_behind(text).await;
        let length = self.line_length(text).await;
        let shift: char = Key::Shift.into();
        let left: char = Key::Left.into();
        let mut keys = KeyActions::new("keyboard".to_owned()).then(KeyAction::Down { value: shift });
        for _ in 0..length {
            keys = keys.then(KeyAction::Down { value: left }).then(KeyAction::Up { value: left });
        }
        self.act(keys.then(KeyAction::Up { value: shift })).await;
        self.type_text(line).await;
    }

    /// Drags from the middle of one element to the middle of another, as one drags a link.
    pub async fn drag_onto(&self, from: &str, to: &str) {
        let from = self.middle_of(from).await;
        let to = self.middle_of(to).await;
        self.drag(from, (to.0 - from.0, to.1 - from.1)).await;
    }

    /// Presses the pointer on an element and moves it by so many pixels before letting go.
    pub async fn drag_by(&self, selector: &str, dx: i64, dy: i64) {
        let at = self.middle_of(selector).await;
        self.drag(at, (dx, dy)).await;
    }

    /// Presses the pointer on an element and moves it to and fro for so many frames before letting go.
    pub async fn shake(&self, selector: &str, frames: i64) {
        let at = self.middle_of(selector).await;
        let mut mouse =
            MouseActions::new("mouse".to_owned()).then(move_to(at.0, at.1)).then(PointerAction::Down { button: 0 });
        for frame in 1..=frames {
            let away = 60 - (frame % 120 - 60).abs();
            mouse = mouse.then(move_to(at.0 + away, at.1 + away / 2));
        }
        let mouse = mouse.then(PointerAction::Up { button: 0 });
        self.act(mouse).await;
    }

    /// Rests the pointer on the first place of a text within an element.
    pub async fn hover_text(&self, selector: &str, text: &str) {
        let at = self.middle_of_text(selector, text).await;
        let mouse = MouseActions::new("mouse".to_owned()).then(move_to(at.0 - 2, at.1)).then(move_to(at.0, at.1));
        self.act(mouse).await;
    }

    /// Double-clicks the first place of a text within an element, which selects a word.
    pub async fn select_text(&self, selector: &str, text: &str) {
        let at = self.middle_of_text(selector, text).await;
        let mut mouse = MouseActions::new("mouse".to_owned()).then(move_to(at.0, at.1));
        for _ in 0..2 {
            mouse = mouse.then(PointerAction::Down { button: 0 }).then(PointerAction::Up { button: 0 });
        }
        self.act(mouse).await;
    }

    async fn middle_of_text(&self, selector: &str, text: &str) -> (i64, i64) {
        self.until_text(selector, text).await;
        let script =
            "const walker = document.createTreeWalker(document.querySelector(arguments[0]), NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const from = walker.currentNode.data.indexOf(arguments[1]);
                if (from < 0) continue;
                const range = document.createRange();
                range.setStart(walker.currentNode, from);
                range.setEnd(walker.currentNode, from + arguments[1].length);
                const { x, y, width, height } = range.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
            }";
        let at = self.run(script, vec![selector.into(), text.into()]).await;
        let coordinate = |at: &serde_json::Value| at.as_f64().expect("it has a place") as i64;
        (coordinate(&at[0]), coordinate(&at[1]))
    }

    /// Where the middle of an element is. The driver itself gives no place of one that shows only while the pointer is on it.
    async fn middle_of(&self, selector: &str) -> (i64, i64) {
        self.find(selector).await;
        let script = "const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
            return [x + width / 2, y + height / 2];";
        let at = self.run(script, vec![selector.into()]).await;
        let coordinate = |at: &serde_json::Value| at.as_f64().expect("it has a place") as i64;
        (coordinate(&at[0]), coordinate(&at[1]))
    }

    async fn drag(&self, at: (i64, i64), (dx, dy): (i64, i64)) {
        let mut mouse =
            MouseActions::new("mouse".to_owned()).then(move_to(at.0, at.1)).then(PointerAction::Down { button: 0 });
        for step in 1..=8 {
            mouse = mouse.then(move_to(at.0 + dx * step / 8, at.1 + dy * step / 8));
        }
        let mouse = mouse.then(PointerAction::Up { button: 0 });
        self.act(mouse).await;
    }
}

fn move_to(x: i64, y: i64) -> PointerAction {
    PointerAction::MoveTo { duration: Some(std::time::Duration::from_millis(16)), x: x as f64, y: y as f64 }
}
