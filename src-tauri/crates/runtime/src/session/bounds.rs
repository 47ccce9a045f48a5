//! Bounds on what a model or a tool says.

/// Characters of a tool's name or a call's id that are kept. No tool has a longer name.
pub(super) const NAME_CHARS: usize = 200;

/// Whether a text has more than `most` characters.
pub(super) fn is_longer(text: &str, most: usize) -> bool {
    text.char_indices().nth(most).is_some()
}

/// A text of at most `most` characters, with a mark where it was cut.
pub(super) fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}\n[… cut after {most} characters]", &text[..end]),
        None => text,
    }
}
