//! adk-rust lists nothing: the model gets the one skill that was selected.

use super::{Client, Entry, Facts, Kept, Line, Settings, Unit};

pub(super) struct Adk;

impl Client for Adk {
    fn facts(&self) -> Facts {
        Facts { version: "0.6.0", measured_on: "2026-11-22", unit: Unit::Characters }
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        entry.name.chars().count() + description.chars().count()
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        vec![Kept::Nothing; lines.len()]
    }

    fn rule(&self, _: &Settings) -> String {
        "adk shows no list. The model gets only the skill that adk selected.".to_owned()
    }
}
