//! Gemini CLI: an element an entry, as it is written, without a limit that was found.

use super::{Client, Entry, Facts, Kept, Line, Settings, State, Unit, text};

pub(super) struct Gemini;

impl Client for Gemini {
    fn facts(&self) -> Facts {
        Facts { version: "0.61.0", measured_on: "2026-11-26", unit: Unit::Characters }
    }

    fn left_out(&self, entry: &Entry<'_>) -> Option<State> {
        let is_read = !entry.name.trim().is_empty() && !entry.description.trim().is_empty();
        (!is_read).then_some(State::Refused)
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
        "Gemini CLI shows every description in full; no limit was found with 300 skills of 1,000 characters.".to_owned()
    }
}
