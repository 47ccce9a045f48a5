//! What is said of the window beside a picture of it: places, tabs and headings. The README's pictures are held against
//! what the same stories see today, so that an old one is noticed without looking at it.

use std::{fs, path::Path};

use serde_json::Value;
use studio_testkit::repository;

use super::Window;

/// What can be seen of them. Numbers are no part of it: how many there are is not what a picture is of.
const SEEN: &str = "const words = element => (element.innerText || element.getAttribute('aria-label') || '')
        .replace(/[\\d.,%+]+/g, ' ').replace(/\\s+/g, ' ').trim();
    const all = selector => [...document.querySelectorAll(selector)]
        .filter(element => element.getClientRects().length > 0).map(words).filter(Boolean);
    return { places: all('nav[aria-label=Places] button'), tabs: all('[role=tab]'), headings: all('h1, h2, h3') };";

impl Window {
    /// What a picture of the window as it is now shows.
    async fn seen(&self) -> Value {
        self.run(SEEN, vec![]).await
    }

    /// Puts what a picture shows beside it.
    pub(super) async fn record(&self, folder: &Path, name: &str) {
        let text = format!("{:#}\n", self.seen().await);
        fs::write(folder.join(format!("{name}.json")), text).expect("the record can be written");
    }

    /// Fails where the README's picture of this name shows something else than the window.
    pub(super) async fn hold_to_record(&self, name: &str) {
        let path = repository().join("fixtures/pictures").join(format!("{name}.json"));
        let Ok(text) = fs::read_to_string(path) else { return };
        let recorded: Value = serde_json::from_str(&text).expect("a record is JSON");
        let seen = self.seen().await;
        if seen != recorded {
            let advice = "`cargo xtask pictures` takes the README's pictures anew";
            self.fail(&format!("the picture {name} is not of today: {seen} instead of {recorded}; {advice}")).await;
        }
    }
}
