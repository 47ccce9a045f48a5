//! An edited text back to bytes, where the original holds some that cannot be decoded.
//!
//! On screen such bytes are U+FFFD. Wherever one of those still stands as it stood, the original bytes go back.

use std::{
    borrow::Cow,
    collections::HashMap,
    time::{Duration, Instant},
};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::{Encoding, UTF8_BOM, decode, encode};

/// Time to find out what became of a text; after it, the comparison is coarser.
const LONGEST: Duration = Duration::from_millis(500);
const UNDECODABLE: char = '\u{FFFD}';

/// The bytes of `edited`, which [`decode`] gave for `original` before it was edited.
///
/// It is [`encode`]d as the original was; bytes of the original that could not be decoded are kept where the author left
/// them alone.
pub fn encode_over(original: &[u8], edited: &str) -> Vec<u8> {
    let encoding = decode(original).encoding;
    if encoding != Encoding::Lossy {
        return encode(edited, encoding);
    }
    let source = Source::of(original);
    let old = source.lines();
    let old_texts: Vec<&str> = old.iter().map(|line| line.text.as_ref()).collect();
    let new: Vec<&str> = edited.split_inclusive('\n').collect();
    let odd: HashMap<&str, &[u8]> =
        old.iter().filter(|line| line.is_odd()).map(|line| (line.text.as_ref(), line.bytes)).collect();
    let until = Some(Instant::now() + LONGEST);
    let mut bytes = source.mark.to_vec();
    for operation in capture_diff_slices_deadline(Algorithm::Myers, &old_texts, &new, until) {
        match operation {
            DiffOp::Equal { old_index, len, .. } => {
                old[old_index..old_index + len].iter().for_each(|line| bytes.extend_from_slice(line.bytes));
            }
            DiffOp::Delete { .. } => {}
            DiffOp::Insert { new_index, new_len, .. } => {
                // A line that was moved is found by what it says.
                for text in &new[new_index..new_index + new_len] {
                    match odd.get(text) {
                        Some(known) => bytes.extend_from_slice(known),
                        None => source.encode(text, &mut bytes),
                    }
                }
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let (old, new) = (&old[old_index..old_index + old_len], new[new_index..new_index + new_len].concat());
                source.encode_over(old, &new, &mut bytes);
            }
        }
    }
    bytes.extend_from_slice(source.rest);
    bytes
}

/// Bytes of which some cannot be decoded.
struct Source<'a> {
    /// The byte order mark, which the text does not show.
    mark: &'a [u8],
    bytes: &'a [u8],
    /// Half a UTF-16 unit at the end, which it does not show either.
    rest: &'a [u8],
    /// How a UTF-16 unit is read and written; none for UTF-8.
    units: Option<Units>,
}

#[derive(Clone, Copy)]
struct Units {
    read: fn([u8; 2]) -> u16,
    write: fn(u16) -> [u8; 2],
}

struct Line<'a> {
    text: Cow<'a, str>,
    bytes: &'a [u8],
}

impl Line<'_> {
    fn is_odd(&self) -> bool {
        self.text.contains(UNDECODABLE)
    }
}

impl<'a> Source<'a> {
    fn of(original: &'a [u8]) -> Self {
        let wide = |read, write| {
            let (mark, bytes) = original.split_at(2);
            let (bytes, rest) = bytes.split_at(bytes.len() / 2 * 2);
            Self { mark, bytes, rest, units: Some(Units { read, write }) }
        };
        match original {
            // Fewer bytes than a unit behind the mark are read as UTF-8.
            [0xFF, 0xFE, _, _, ..] => wide(u16::from_le_bytes, u16::to_le_bytes),
            [0xFE, 0xFF, _, _, ..] => wide(u16::from_be_bytes, u16::to_be_bytes),
            _ => {
                let (mark, bytes) = original.split_at(if original.starts_with(UTF8_BOM) { UTF8_BOM.len() } else { 0 });
                Self { mark, bytes, rest: &[], units: None }
            }
        }
    }

    fn lines(&self) -> Vec<Line<'a>> {
        match self.units {
            None => {
                let lines = self.bytes.split_inclusive(|byte| *byte == b'\n');
                lines.map(|bytes| Line { text: String::from_utf8_lossy(bytes), bytes }).collect()
            }
            Some(units) => {
                let lines =
                    self.bytes.as_chunks::<2>().0.split_inclusive(|pair| (units.read)(*pair) == u16::from(b'\n'));
                lines.map(|pairs| Line { text: Cow::Owned(units.text(pairs)), bytes: pairs.as_flattened() }).collect()
            }
        }
    }

    fn encode(&self, text: &str, into: &mut Vec<u8>) {
        match self.units {
            None => into.extend_from_slice(text.as_bytes()),
            Some(units) => text.encode_utf16().for_each(|unit| into.extend_from_slice(&(units.write)(unit))),
        }
    }

    /// Encodes lines that were edited, character by character where some cannot be decoded.
    fn encode_over(&self, old: &[Line<'a>], new: &str, into: &mut Vec<u8>) {
        if !new.contains(UNDECODABLE) || !old.iter().any(Line::is_odd) {
            return self.encode(new, into);
        }
        let old: Vec<(char, &[u8])> = old.iter().flat_map(|line| self.characters(line.bytes)).collect();
        let old_text: Vec<char> = old.iter().map(|(character, _)| *character).collect();
        let new: Vec<char> = new.chars().collect();
        let until = Some(Instant::now() + LONGEST);
        for operation in capture_diff_slices_deadline(Algorithm::Myers, &old_text, &new, until) {
            if let DiffOp::Equal { old_index, len, .. } = operation {
                old[old_index..old_index + len].iter().for_each(|(_, bytes)| into.extend_from_slice(bytes));
            } else {
                let typed: String = new[operation.new_range()].iter().collect();
                self.encode(&typed, into);
            }
        }
    }

    /// Each character of some bytes with those it was read from.
    fn characters(&self, bytes: &'a [u8]) -> Vec<(char, &'a [u8])> {
        match self.units {
            None => {
                let of_chunk = |chunk: std::str::Utf8Chunk<'a>| {
                    let valid = chunk.valid();
                    let characters = valid.char_indices();
                    let characters = characters
                        .map(|(at, one)| (one, &valid.as_bytes()[at..at + one.len_utf8()]))
                        .collect::<Vec<_>>();
                    let invalid = chunk.invalid();
                    characters.into_iter().chain((!invalid.is_empty()).then_some((UNDECODABLE, invalid)))
                };
                bytes.utf8_chunks().flat_map(of_chunk).collect()
            }
            Some(units) => {
                let mut at = 0;
                let read = bytes.as_chunks::<2>().0.iter().map(|pair| (units.read)(*pair));
                char::decode_utf16(read)
                    .map(|one| {
                        let one = one.unwrap_or(UNDECODABLE);
                        let start = at;
                        at += one.len_utf16() * 2;
                        (one, &bytes[start..at])
                    })
                    .collect()
            }
        }
    }
}

impl Units {
    fn text(self, pairs: &[[u8; 2]]) -> String {
        let units: Vec<u16> = pairs.iter().map(|pair| (self.read)(*pair)).collect();
        String::from_utf16_lossy(&units)
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode_over};

    #[track_caller]
    fn check(original: &[u8], edit: impl Fn(&str) -> String, expected: &[u8]) {
        let text = decode(original).text;
        assert_eq!(encode_over(original, &text), original, "untouched");
        assert_eq!(String::from_utf8_lossy(&encode_over(original, &edit(&text))), String::from_utf8_lossy(expected));
        assert_eq!(encode_over(original, &edit(&text)), expected);
    }

    #[test]
    fn bytes_that_cannot_be_decoded_stay_where_nothing_was_typed() {
        let latin = b"caf\xE9\nna\xEFve\nplain\n";
        check(
            latin,
            |text| text.replace("plain", "plainer \u{e9}"),
            "caf\u{0}\nna\u{1}ve\nplainer \u{e9}\n"
                .bytes()
                .map(|byte| match byte {
                    0 => 0xE9,
                    1 => 0xEF,
                    byte => byte,
                })
                .collect::<Vec<_>>()
                .as_slice(),
        );
        check(latin, |text| text.replace("na\u{FFFD}ve", "so na\u{FFFD}ve!"), b"caf\xE9\nso na\xEFve!\nplain\n");
        check(latin, |text| text.replace("caf\u{FFFD}", "caf\u{e9}"), b"caf\xC3\xA9\nna\xEFve\nplain\n");
        // Lines that change their places take their bytes with them.
        check(latin, |_| "na\u{FFFD}ve\ncaf\u{FFFD}\nplain\n".to_owned(), b"na\xEFve\ncaf\xE9\nplain\n");
        // One that was always there, and one that is typed.
        check("\u{FFFD} \n".as_bytes(), |text| format!("{text}\u{FFFD}\n"), "\u{FFFD} \n\u{FFFD}\n".as_bytes());
        check(b"\xEF\xBB\xBFa\xFF\nb\n", |text| text.replace('b', "c"), b"\xEF\xBB\xBFa\xFF\nc\n");
    }

    #[test]
    fn utf16_keeps_its_odd_halves_too() {
        let wide = [0xFF, 0xFE, b'a', 0, 0x00, 0xD8, b'\n', 0, b'b', 0, 0x7F];
        let edited = [0xFF, 0xFE, b'a', 0, 0x00, 0xD8, b'\n', 0, b'c', 0, b'd', 0, 0x7F];
        check(&wide, |text| text.replace('b', "cd"), &edited);
    }
}
