//! Bytes of a file to text and back, without losing one byte where that is possible.
//!
//! Line ends are content here: they are neither changed nor judged.

mod over;

pub use over::encode_over;

use crate::{Finding, Span, code};

/// How a file's text is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-8 behind a byte order mark; the text does not contain the mark.
    Utf8Bom,
    /// UTF-16 little endian behind its byte order mark.
    Utf16Le,
    /// UTF-16 big endian behind its byte order mark.
    Utf16Be,
    /// Not any of these: undecodable bytes became U+FFFD; only [`encode_over`] can write them back.
    Lossy,
}

/// A file's text and how it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// How it was stored.
    pub encoding: Encoding,
    /// What readers will trip over, at spans of `text`.
    pub findings: Vec<Finding>,
}

/// Codes of what is found in a file that is whole and not stored as UTF-8 alone: storing its text as that ends them.
pub const STORED_OTHERWISE: [&str; 2] = [code::BYTE_ORDER_MARK, code::ENCODING_UTF16];

const UTF8_BOM: &[u8] = &[0xEF, 0xBB, 0xBF];

/// Decodes a file. Never fails: what cannot be decoded is marked [`Encoding::Lossy`] and found.
///
/// Unless it is lossy, [`encode`] gives back exactly `bytes`.
pub fn decode(bytes: &[u8]) -> Decoded {
    if let Some(rest) = bytes.strip_prefix(UTF8_BOM) {
        return match std::str::from_utf8(rest) {
            Ok(text) => Decoded { text: text.to_owned(), encoding: Encoding::Utf8Bom, findings: vec![bom_finding()] },
            Err(_) => lossy(rest),
        };
    }
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(bytes, rest, Encoding::Utf16Le),
        [0xFE, 0xFF, rest @ ..] => utf16(bytes, rest, Encoding::Utf16Be),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Decoded { text: text.to_owned(), encoding: Encoding::Utf8, findings: Vec::new() },
            Err(_) => lossy(bytes),
        },
    }
}

/// The bytes that store `text` in `encoding`; a lossy text becomes UTF-8.
pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 | Encoding::Lossy => text.as_bytes().to_vec(),
        Encoding::Utf8Bom => [UTF8_BOM, text.as_bytes()].concat(),
        Encoding::Utf16Le => [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect(),
        Encoding::Utf16Be => [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect(),
    }
}

fn utf16(bytes: &[u8], rest: &[u8], encoding: Encoding) -> Decoded {
    let unit = if encoding == Encoding::Utf16Le { u16::from_le_bytes } else { u16::from_be_bytes };
    let (pairs, odd) = rest.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    match String::from_utf16(&units) {
        Ok(text) if odd.is_empty() => Decoded { text, encoding, findings: vec![utf16_finding()] },
        _ if units.is_empty() => lossy(bytes),
        _ => {
            let text = String::from_utf16_lossy(&units);
            let span = replaced(&text);
            Decoded { text, encoding: Encoding::Lossy, findings: vec![lossy_finding(span)] }
        }
    }
}

fn lossy(bytes: &[u8]) -> Decoded {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let span = replaced(&text);
    Decoded { text, encoding: Encoding::Lossy, findings: vec![lossy_finding(span)] }
}

fn replaced(text: &str) -> Span {
    text.find('\u{FFFD}').map_or(Span::at(text.len()), |at| Span::new(at, at + '\u{FFFD}'.len_utf8()))
}

fn bom_finding() -> Finding {
    let message = "The file starts with a byte order mark, which most parsers treat as text before the frontmatter. Save the \
                   file as UTF-8 without a BOM.";
    code::finding(code::BYTE_ORDER_MARK, Span::at(0), message)
}

fn utf16_finding() -> Finding {
    let message = "The file is encoded as UTF-16, which clients can't read. Save it as UTF-8.";
    code::finding(code::ENCODING_UTF16, Span::at(0), message)
}

fn lossy_finding(span: Span) -> Finding {
    let message = "The file isn't valid UTF-8. Bytes that can't be decoded are shown as \u{FFFD} from here on. They are kept \
                   until you replace them, and most parsers reject the file until then.";
    code::finding(code::ENCODING_INVALID, span, message)
}
