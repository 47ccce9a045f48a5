//! The form encoding of addresses and forms.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What is escaped: a space as well, so that what is written fits a query and a form.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A key or value as a form writes it.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

/// What a form's key or value means. Bytes that are no UTF-8 become the replacement character.
pub(super) fn decoded(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// The pairs of a query or form, decoded; one without `=` has an empty value.
pub(super) fn pairs(text: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}
