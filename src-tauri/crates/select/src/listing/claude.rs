//! Claude Code: `- name: description`, with `<` and `>` escaped, in columns of a terminal. Names always stay. Descriptions
//! find room one by one, the most used skill first: a short one may stay after a longer one before it fell. Its own skills
//! take their part first.

use std::cmp::Reverse;

use unicode_width::UnicodeWidthStr;

use super::{Client, Entry, Facts, Kept, Line, Settings, State, Unit, text};

/// Tokens of the context of the models it uses by itself, and of those it does not know.
const CONTEXT_TOKENS: u32 = 1_000_000;
const CUT: &str = "…";

pub(super) struct Claude;

impl Claude {
    /// Columns for the list, its own skills among them.
    fn columns(settings: &Settings) -> usize {
        if let Some(columns) = settings.claude_budget {
            return columns as usize;
        }
        let tokens = u64::from(settings.context_tokens.unwrap_or(CONTEXT_TOKENS));
        let columns = tokens * u64::from(settings.claude_chars_per_token) * u64::from(settings.claude_per_mille);
        usize::try_from(columns / 1_000).unwrap_or(usize::MAX)
    }
}

impl Client for Claude {
    fn facts(&self) -> Facts {
        Facts { version: "2.1.332", measured_on: "2026-11-26", unit: Unit::Columns }
    }

    fn budget(&self, settings: &Settings) -> Option<usize> {
        Some(Self::columns(settings).saturating_sub(settings.claude_bundled as usize))
    }

    fn left_out(&self, entry: &Entry<'_>) -> Option<State> {
        (entry.is_for_users_only || entry.waits_for_paths).then_some(State::Hidden)
    }

    fn description(&self, entry: &Entry<'_>) -> String {
        let description = text::one_line(entry.description);
        let when = text::one_line(entry.when_to_use);
        let entry = if when.is_empty() { description.into_owned() } else { format!("{description} - {when}") };
        // Before it is cut and counted.
        entry.replace('<', "&lt;").replace('>', "&gt;")
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        let joint = if description.is_empty() { 0 } else { ": ".len() };
        "- \n".len() + entry.name.width() + joint + description.width()
    }

    fn cut(&self, lines: &[Line<'_>], settings: &Settings) -> Vec<Kept> {
        let most = settings.claude_entry_chars as usize;
        let cut: Vec<Option<String>> = lines
            .iter()
            .map(|line| {
                let is_long = line.description.chars().nth(most).is_some();
                is_long.then(|| format!("{}{CUT}", text::beginning(&line.description, most.saturating_sub(1))))
            })
            .collect();
        let names: usize = lines.iter().map(|line| self.size(line.entry, "")).sum();
        // The last line has no end.
        let mut room = (self.budget(settings).unwrap_or(usize::MAX) + 1).saturating_sub(names);
        let mut kept = vec![Kept::Name; lines.len()];
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by_key(|at| Reverse(lines[*at].entry.uses));
        for at in order {
            let text = cut[at].as_ref().unwrap_or(&lines[at].description);
            let cost = self.size(lines[at].entry, text) - self.size(lines[at].entry, "");
            if let Some(left) = room.checked_sub(cost) {
                room = left;
                kept[at] = cut[at].clone().map_or(Kept::Whole, Kept::Beginning);
            }
        }
        kept
    }

    fn list_size(&self, lines: &[Line<'_>], kept: &[Kept]) -> usize {
        let size = |(line, kept): (&Line<'_>, &Kept)| Some(self.size(line.entry, kept.text(line)?));
        // The last line has no end.
        lines.iter().zip(kept).filter_map(size).sum::<usize>().saturating_sub(1)
    }

    fn rule(&self, settings: &Settings) -> String {
        let columns = text::grouped(Self::columns(settings));
        let basis = match settings.claude_budget {
            Some(_) => "as set".to_owned(),
            None => format!(
                "{}, {} characters a token",
                text::share(settings.claude_per_mille, settings.context_tokens.unwrap_or(CONTEXT_TOKENS)),
                settings.claude_chars_per_token
            ),
        };
        format!(
            "Claude Code cuts each description at {} characters and gives the list {columns} columns ({basis}), of which \
             its own skills take {}. Every name is listed. Descriptions are put in one by one, the most used skill's \
             first, as long as there is room.",
            text::grouped(settings.claude_entry_chars as usize),
            text::grouped(settings.claude_bundled as usize),
        )
    }
}
