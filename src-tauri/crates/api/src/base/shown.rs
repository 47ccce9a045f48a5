//! Texts as rows of a screen show them.

use std::borrow::Cow;

use studio_model::one_line;

/// A text as a row shows it.
pub(crate) fn in_row(text: String) -> String {
    match one_line(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(shown) => shown,
    }
}
