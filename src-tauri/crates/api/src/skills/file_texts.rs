//! Which files of a skill are texts.

use studio_text::decode::{Encoding, decode};

/// The text of a file that can be edited as text.
pub(crate) fn text_of(bytes: &[u8]) -> Option<String> {
    if bytes.contains(&0) && !bytes.starts_with(&[0xFF, 0xFE]) && !bytes.starts_with(&[0xFE, 0xFF]) {
        return None;
    }
    let decoded = decode(bytes);
    (decoded.encoding != Encoding::Lossy).then_some(decoded.text)
}

/// The same of bytes that nobody else needs, which plain UTF-8 keeps.
pub(crate) fn into_text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) || bytes.starts_with(b"\xEF\xBB\xBF") {
        return text_of(&bytes);
    }
    String::from_utf8(bytes).map_or_else(|error| text_of(error.as_bytes()), Some)
}
