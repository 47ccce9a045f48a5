//! Qwen Code: an element an entry in the form of the standard, with `when_to_use` behind the description and where it is
//! from, without a limit that was found.

use super::{Client, Entry, Facts, Kept, Line, Settings, State, Unit, text};

pub(super) struct Qwen;

impl Client for Qwen {
    fn facts(&self) -> Facts {
        Facts { version: "0.24.4", measured_on: "2026-11-26", unit: Unit::Characters }
    }

    fn left_out(&self, entry: &Entry<'_>) -> Option<State> {
        if entry.is_for_users_only || entry.waits_for_paths {
            return Some(State::Hidden);
        }
        let folder = entry.path.rsplit('/').nth(1);
        folder.is_some_and(|folder| folder != entry.name).then_some(State::Refused)
    }

    fn description(&self, entry: &Entry<'_>) -> String {
        let (description, when) = (entry.description.trim(), entry.when_to_use.trim());
        if when.is_empty() { description.to_owned() } else { format!("{description} — {when}") }
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        text::xml_chars(entry.name, description, "project") + " (project)".len()
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        text::all_whole(lines)
    }

    fn rule(&self, _: &Settings) -> String {
        "Qwen Code shows every description in full; no limit was found with 300 skills of 1,000 characters.".to_owned()
    }
}
