//! Line endings around an editor that knows only `\n`.
//!
//! An editor hands back text in which every line ends the same way. The stored file may end its lines otherwise, or
//! each one differently; saving must change only the lines the author changed.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use studio_text::decode::{decode, encode_over};

/// Time to find out which lines were changed; after it, the comparison is coarser.
const LONGEST: Duration = Duration::from_millis(500);

/// `text` as an editor holds it: every line ends with `\n`.
pub(crate) fn for_editor(text: &str) -> String {
    if !text.contains('\r') {
        return text.to_owned();
    }
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The bytes of an edited text, in the encoding and with the line endings of the stored ones. What of them cannot be
/// decoded is kept where nothing was typed.
pub(crate) fn encode_like(stored: &[u8], edited: &str) -> Vec<u8> {
    encode_over(stored, &restore(&decode(stored).text, edited))
}

/// The edited text with the stored one's line endings: a line that stands in both keeps its own, a new one ends as
/// most of the stored ones do.
pub(crate) fn restore(stored: &str, edited: &str) -> String {
    if !stored.contains('\r') {
        return edited.to_owned();
    }
    let edited = for_editor(edited);
    let (old, new) = (lines(stored), lines(&edited));
    let usual = usual_ending(&old);
    let old_text: Vec<&str> = old.iter().map(|line| line.text).collect();
    let new_text: Vec<&str> = new.iter().map(|line| line.text).collect();
    let mut endings: Vec<&str> = new.iter().map(|line| if line.ending.is_empty() { "" } else { usual }).collect();
    let until = Some(Instant::now() + LONGEST);
    for operation in capture_diff_slices_deadline(Algorithm::Myers, &old_text, &new_text, until) {
        if let DiffOp::Equal { old_index, new_index, len } = operation {
            for offset in 0..len {
                let is_open = new[new_index + offset].ending.is_empty();
                let kept = old[old_index + offset].ending;
                endings[new_index + offset] = match (is_open, kept) {
                    (true, _) => "",
                    (false, "") => usual,
                    (false, kept) => kept,
                };
            }
        }
    }
    new_text.iter().zip(endings).flat_map(|(text, ending)| [*text, ending]).collect()
}

struct Line<'a> {
    text: &'a str,
    /// `\n`, `\r\n`, `\r`, or nothing at the end of the text.
    ending: &'a str,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let length = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        found.push(Line { text: &text[start..at], ending: &text[at..at + length] });
        at += length;
        start = at;
    }
    if start < bytes.len() {
        found.push(Line { text: &text[start..], ending: "" });
    }
    found
}

fn usual_ending<'a>(lines: &[Line<'a>]) -> &'a str {
    let count = |ending: &str| lines.iter().filter(|line| line.ending == ending).count();
    let (crlf, lf, cr) = (count("\r\n"), count("\n"), count("\r"));
    if crlf >= lf && crlf >= cr {
        "\r\n"
    } else if lf >= cr {
        "\n"
    } else {
        "\r"
    }
}

#[cfg(test)]
mod tests {
    use super::{for_editor, restore};

    #[test]
    fn only_changed_lines_change() {
        for (stored, edited, expected) in [
            ("a\nb\n", "a\nc\n", "a\nc\n"),
            ("a\r\nb\r\n", "a\nc\n", "a\r\nc\r\n"),
            ("a\r\nb\nc\r\n", "a\nb\nnew\nc\n", "a\r\nb\nnew\r\nc\r\n"),
            ("a\rb\r", "a\nb\n", "a\rb\r"),
            ("a\r\nb", "a\nb\nc", "a\r\nb\r\nc"),
            ("", "x\n", "x\n"),
        ] {
            assert_eq!(restore(stored, edited), expected, "{stored:?} edited to {edited:?}");
            assert_eq!(restore(stored, &for_editor(stored)), stored);
        }
    }
}
