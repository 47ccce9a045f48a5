//! Kimi CLI: the first 250 characters of every description.

use super::{Client, Entry, Facts, Kept, Line, Settings, Unit, text};

const MOST_CHARS: usize = 250;

pub(super) struct Kimi;

impl Client for Kimi {
    fn facts(&self) -> Facts {
        Facts { version: "2.1.0", measured_on: "2026-11-22", unit: Unit::Characters }
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        let joint = if description.is_empty() { 0 } else { ": ".len() };
        "- \n".len() + entry.name.chars().count() + joint + description.chars().count()
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        let cut = |line: &Line<'_>| match line.description.chars().nth(MOST_CHARS) {
            Some(_) => Kept::Beginning(text::beginning(&line.description, MOST_CHARS).to_owned()),
            None => Kept::Whole,
        };
        lines.iter().map(cut).collect()
    }

    fn rule(&self, _: &Settings) -> String {
        format!("Kimi CLI shows at most {MOST_CHARS} characters of each description.")
    }
}
