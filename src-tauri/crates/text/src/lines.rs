//! From byte offsets to lines, columns and offsets in UTF-16.

/// Turns byte offsets into lines, columns and UTF-16 offsets. Built once a text; each question then costs a search over
/// its lines and a look at one block, however long a line is.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// What stands before each block of the text; empty where the text is ASCII, which needs no counting.
    before: Vec<Width>,
}

/// Bytes between two counts.
const BLOCK: usize = 4_096;

/// How long a piece of text is.
#[derive(Clone, Copy, Debug, Default)]
struct Width {
    characters: usize,
    utf16: usize,
}

impl Width {
    /// Every character has one byte that continues none; a character of four bytes takes two units of UTF-16.
    fn of(bytes: &[u8]) -> Self {
        let characters = bytes.iter().filter(|byte| !matches!(byte, 0x80..=0xBF)).count();
        let astral = bytes.iter().filter(|byte| matches!(byte, 0xF0..)).count();
        Self { characters, utf16: characters + astral }
    }

    fn plus(self, other: Self) -> Self {
        Self { characters: self.characters + other.characters, utf16: self.utf16 + other.utf16 }
    }
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of `text`; LF, CRLF and a lone CR each end one.
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        starts.extend(ends.filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n')).map(|at| at + 1));
        Self { text, starts, before: if text.is_ascii() { Vec::new() } else { widths(bytes) } }
    }

    /// Line and column of a byte offset, both from 1; columns count characters. An offset past the end is the end.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        (line, self.width(offset).characters - self.width(start).characters + 1)
    }

    /// A byte offset in units of UTF-16. An offset past the end is the end.
    pub fn utf16(&self, offset: usize) -> usize {
        self.width(offset.min(self.text.len())).utf16
    }

    /// How long the text is up to an offset; one inside a character counts as its end.
    fn width(&self, offset: usize) -> Width {
        match self.before.get(offset / BLOCK) {
            Some(before) => {
                let start = offset / BLOCK * BLOCK;
                before.plus(Width::of(&self.text.as_bytes()[start..offset]))
            }
            None => Width { characters: offset, utf16: offset },
        }
    }
}

fn widths(bytes: &[u8]) -> Vec<Width> {
    let mut before = vec![Width::default()];
    for block in bytes.chunks(BLOCK) {
        let last = before.last().copied().unwrap_or_default();
        before.push(last.plus(Width::of(block)));
    }
    before
}
