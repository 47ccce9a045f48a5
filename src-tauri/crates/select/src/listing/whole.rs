//! No host: everything is listed whole.

use super::{Client, Entry, Facts, Kept, Line, Settings, Unit, text};

pub(super) struct Whole;

impl Client for Whole {
    fn facts(&self) -> Facts {
        Facts { version: "", measured_on: "", unit: Unit::Characters }
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        let joint = if description.is_empty() { 0 } else { ": ".len() };
        "- \n".len() + entry.name.chars().count() + joint + description.chars().count()
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        text::all_whole(lines)
    }

    fn rule(&self, _: &Settings) -> String {
        "Every description is shown in full.".to_owned()
    }
}
