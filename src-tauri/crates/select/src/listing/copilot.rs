//! GitHub Copilot CLI: an element an entry, escaped, in 15,000 characters whatever the model. The first that fit are shown
//! whole; of the others the names are listed in one line, which is not counted. Its own skills come last, and fall first.

use super::{Client, Entry, Facts, Kept, Line, Settings, State, Unit, text};

const MOST_CHARS: usize = 15_000;
const MOST_NAME_CHARS: usize = 64;
const MOST_DESCRIPTION_CHARS: usize = 1_024;

pub(super) struct Copilot;

impl Client for Copilot {
    fn facts(&self) -> Facts {
        Facts { version: "1.0.102", measured_on: "2026-11-26", unit: Unit::Characters }
    }

    fn budget(&self, _: &Settings) -> Option<usize> {
        Some(MOST_CHARS)
    }

    fn left_out(&self, entry: &Entry<'_>) -> Option<State> {
        if entry.is_for_users_only {
            return Some(State::Hidden);
        }
        let is_read = entry.name.chars().nth(MOST_NAME_CHARS).is_none()
            && entry.description.chars().nth(MOST_DESCRIPTION_CHARS).is_none();
        (!is_read).then_some(State::Refused)
    }

    fn description(&self, entry: &Entry<'_>) -> String {
        entry.description.trim().to_owned()
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        // Names in the line after the others are not counted.
        if description.is_empty() {
            return 0;
        }
        element(entry.name, description)
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        let mut room = Some(MOST_CHARS);
        let mut keep = |line: &Line<'_>| {
            let size = element(line.entry.name, &line.description);
            // One that does not fit ends the list: none after it is shown, however short.
            room = room.and_then(|room| room.checked_sub(size));
            if room.is_some() { Kept::Whole } else { Kept::Name }
        };
        lines.iter().map(&mut keep).collect()
    }

    fn rule(&self, _: &Settings) -> String {
        format!(
            "Copilot CLI shows the first skills whole, as many as fit in {} characters of XML, and lists the others by name.",
            text::grouped(MOST_CHARS)
        )
    }
}

/// Characters of an entry with its line end.
fn element(name: &str, description: &str) -> usize {
    const MARKUP: usize =
        "<skill>\n  <name></name>\n  <description></description>\n  <location>project</location>\n</skill>\n".len();
    MARKUP + text::escaped_chars(name) + text::escaped_chars(description)
}
