//! A folder of skills that a client reads, and nothing else: each place has something of one's own in it.

use fantoccini::key::Key;

use crate::author::Author;

/// Places by their keys, with what tells that something of the folder is shown in them.
const PLACES: [(char, &str, &str); 7] = [
    ('1', "library", "[data-testid=editor]"),
    ('2', "map", "[data-node-key]"),
    ('3', "playground", "[data-testid=client-row]"),
    ('4', "evaluate", "[data-testid=evaluate] [data-testid=empty-action]"),
    ('5', "simulate", "[data-testid=first-message]"),
    ('6', "tools", "[data-testid=found-offer]"),
    ('7', "packs", "[data-testid=packs]"),
];

#[tokio::test]
async fn every_place_has_something_of_ones_own_folder_right_after_opening() {
    let mut author = Author::at_own_computer().await;
    author.key(Key::Enter).await;
    author.until_opened().await;
    for (size, of) in [((1440, 900), "1440"), ((1024, 700), "1024")] {
        author.window.resize(size).await;
        for (key, name, shown) in PLACES {
            author.window.press_ctrl(key).await;
            author.window.find(shown).await;
            author.window.save_both_themes(&format!("own-folder-{name}-{of}")).await;
        }
    }
}
