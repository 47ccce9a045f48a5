//! Qwen Code: an element an entry in the form of the standard; of a description its first line, with where it is from.

use super::{Client, Entry, Facts, Kept, Line, Settings, State, Unit, text};

pub(super) struct Qwen;

impl Client for Qwen {
    fn facts(&self) -> Facts {
        Facts { version: "0.24.4", measured_on: "2026-11-22", unit: Unit::Characters }
    }

    fn left_out(&self, entry: &Entry<'_>) -> Option<State> {
        if entry.is_for_users_only || entry.waits_for_paths {
            return Some(State::Hidden);
        }
        let folder = entry.path.rsplit('/').nth(1);
        folder.is_some_and(|folder| folder != entry.name).then_some(State::Refused)
    }

    fn description(&self, entry: &Entry<'_>) -> String {
        entry.description.trim().to_owned()
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        text::xml_chars(entry.name, description, "project", true) + " (project)".len()
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        let first = |line: &Line<'_>| match line.description.split_once('\n') {
            Some((first, _)) => Kept::Beginning(first.trim_end().to_owned()),
            None => Kept::Whole,
        };
        lines.iter().map(first).collect()
    }

    fn rule(&self, _: &Settings) -> String {
        "Qwen Code shows the first line of every description; no limit was found with 300 skills of 1,000 characters."
            .to_owned()
    }
}
