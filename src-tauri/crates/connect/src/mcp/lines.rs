//! Lines of a stream that is not trusted: long ones are cut, endless ones are noticed.

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Room that is kept from one line to the next.
const KEPT_CAPACITY: usize = 64 * 1024;

/// Bytes of the end of a line that was cut, which are kept too.
const TAIL: usize = 256;

/// Reads lines of at most `longest` bytes. Nothing is lost when a read is abandoned half-way.
pub(super) struct Lines<R> {
    read: BufReader<R>,
    line: Vec<u8>,
    /// The end of a line that was cut.
    tail: Vec<u8>,
    longest: usize,
    is_cut: bool,
    is_whole: bool,
    taken: usize,
    most: usize,
}

/// What came next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A line, whole.
    Line,
    /// A line that was too long; its beginning was kept.
    Cut,
    /// The end of the stream.
    End,
    /// More bytes than allowed since the last [`Lines::forgive`].
    Flood,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Of lines over `longest` bytes the beginning is kept; `most` bytes may come before somebody forgives.
    pub(super) fn new(read: R, longest: usize, most: usize) -> Self {
        let read = BufReader::with_capacity(KEPT_CAPACITY, read);
        Self { read, line: Vec::new(), tail: Vec::new(), longest, is_cut: false, is_whole: false, taken: 0, most }
    }

    /// Waits for the next line.
    pub(super) async fn next(&mut self) -> Next {
        if std::mem::take(&mut self.is_whole) {
            self.line.clear();
            self.line.shrink_to(KEPT_CAPACITY);
            self.tail.clear();
            self.is_cut = false;
        }
        loop {
            // A stream that fails is one that ended.
            let available = self.read.fill_buf().await.unwrap_or_default();
            if available.is_empty() {
                self.is_whole = true;
                return if self.line.is_empty() { Next::End } else { self.kind() };
            }
            let newline = available.iter().position(|byte| *byte == b'\n');
            let taken = newline.map_or(available.len(), |at| at + 1);
            let room = self.longest.saturating_sub(self.line.len());
            let text = newline.unwrap_or(taken);
            self.is_cut |= text > room;
            self.line.extend_from_slice(&available[..text.min(room)]);
            if self.is_cut {
                let last = &available[text.saturating_sub(TAIL)..text];
                self.tail.drain(..(self.tail.len() + last.len()).saturating_sub(TAIL).min(self.tail.len()));
                self.tail.extend_from_slice(last);
            }
            self.read.consume(taken);
            self.taken = self.taken.saturating_add(taken);
            if self.taken > self.most {
                return Next::Flood;
            }
            if newline.is_some() {
                self.is_whole = true;
                return self.kind();
            }
        }
    }

    /// What was read of the line, without its end.
    pub(super) fn line(&self) -> &[u8] {
        self.line.strip_suffix(b"\r").unwrap_or(&self.line)
    }

    /// The last bytes of a line that was cut.
    pub(super) fn tail(&self) -> &[u8] {
        self.tail.strip_suffix(b"\r").unwrap_or(&self.tail)
    }

    /// Begins to count anew.
    pub(super) fn forgive(&mut self) {
        self.taken = 0;
    }

    fn kind(&self) -> Next {
        if self.is_cut { Next::Cut } else { Next::Line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &str, longest: usize, most: usize) -> Vec<(Next, String)> {
        let mut lines = Lines::new(text.as_bytes(), longest, most);
        let mut all = Vec::new();
        loop {
            let next = lines.next().await;
            if next == Next::End || all.len() > 9 {
                return all;
            }
            all.push((next, String::from_utf8_lossy(lines.line()).into_owned()));
        }
    }

    #[test]
    fn lines_are_whole_cut_or_too_many() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let line = |text: &str| (Next::Line, text.to_owned());
            assert_eq!(read("a\r\n\nlast", 9, 99).await, [line("a"), line(""), line("last")]);
            assert_eq!(read("abcde\nabc\n", 3, 99).await, [(Next::Cut, "abc".to_owned()), line("abc")]);
            assert_eq!(read("", 3, 99).await, []);
            let flood = read("ab\nab\n", 3, 5).await;
            assert_eq!(flood[..2], [line("ab"), (Next::Flood, "ab".to_owned())]);
        });
    }
}
