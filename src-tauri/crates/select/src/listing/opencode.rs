//! opencode: an element an entry, as it is written, without a limit that was found.

use super::{Client, Entry, Facts, Kept, Line, Settings, Unit, text};

pub(super) struct Opencode;

impl Client for Opencode {
    fn facts(&self) -> Facts {
        Facts { version: "1.18.33", measured_on: "2026-11-26", unit: Unit::Characters }
    }

    fn description(&self, entry: &Entry<'_>) -> String {
        entry.description.trim().to_owned()
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        text::element_chars(entry.name, description, entry.path)
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        text::all_whole(lines)
    }

    fn rule(&self, _: &Settings) -> String {
        "opencode shows every description in full; no limit was found with 300 skills of 1,000 characters.".to_owned()
    }
}
