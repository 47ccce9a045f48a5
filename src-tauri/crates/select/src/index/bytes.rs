//! Numbers and texts as bytes, and back: how an index is kept between two runs of a program.

use super::sevens::{BITS, Bytes, MORE, put};

/// Bytes that are written piece by piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Written(Vec<u8>);

/// Bytes that are read piece by piece, from the front; nothing comes where there are not enough.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'a>(&'a [u8]);

impl Written {
    /// All that was written.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// A whole number, in as few bytes as it needs.
    pub(super) fn number(&mut self, number: u64) {
        let mut few = Bytes::new();
        put(&mut few, number);
        self.0.extend_from_slice(&few);
    }

    /// How many of something follow.
    pub(super) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// A number with its fraction.
    pub(super) fn float(&mut self, number: f32) {
        self.0.extend(number.to_bits().to_le_bytes());
    }

    /// Bytes, with how many they are.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    /// Numbers of a byte with a sign.
    pub(super) fn signed(&mut self, numbers: &[i8]) {
        self.count(numbers.len());
        self.0.extend(numbers.iter().map(|number| number.cast_unsigned()));
    }

    /// A text.
    pub(super) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Texts, in their order.
    pub(super) fn texts(&mut self, texts: &[String]) {
        self.count(texts.len());
        for text in texts {
            self.text(text);
        }
    }

    /// A text that may be missing.
    pub(super) fn text_if_any(&mut self, text: Option<&str>) {
        self.count(usize::from(text.is_some()));
        if let Some(text) = text {
            self.text(text);
        }
    }

    /// What is written apart, so that it can be passed over as a whole.
    pub(super) fn apart(&mut self, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        write(&mut inner);
        self.bytes(&inner.0);
    }
}

impl<'a> Pieces<'a> {
    /// Bytes that were written so.
    pub(super) const fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let [byte] = self.array()?;
            number |= u64::from(byte & (MORE - 1)).checked_shl(shift)?;
            if byte < MORE {
                return Some(number);
            }
            shift += BITS;
        }
    }

    pub(super) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    pub(super) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    pub(super) fn float(&mut self) -> Option<f32> {
        Some(f32::from_bits(u32::from_le_bytes(self.array()?)))
    }

    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.count()?;
        self.take(count)
    }

    pub(super) fn signed(&mut self) -> Option<Vec<i8>> {
        Some(self.bytes()?.iter().map(|byte| byte.cast_signed()).collect())
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub(super) fn texts(&mut self) -> Option<Vec<String>> {
        (0..self.count()?).map(|_| self.text().map(str::to_owned)).collect()
    }

    /// Takes a text that may be missing.
    pub(super) fn text_if_any(&mut self, into: &mut Option<String>) -> Option<()> {
        *into = if self.count()? == 0 { None } else { Some(self.text()?.to_owned()) };
        Some(())
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Pieces, Written};

    #[test]
    fn what_was_written_comes_back_and_no_less() {
        let mut written = Written::default();
        written.number(u64::MAX);
        written.float(f32::NAN);
        written.signed(&[-128, -1, 0, 127]);
        written.texts(&["tides".to_owned(), String::new()]);
        written.text_if_any(None);
        written.text_if_any(Some("Größe"));
        written.apart(|inner| inner.number(300));
        let bytes = written.into_bytes();
        let mut read = Pieces::of(&bytes);
        assert_eq!(read.number(), Some(u64::MAX));
        assert!(read.float().is_some_and(f32::is_nan));
        assert_eq!(read.signed(), Some(vec![-128, -1, 0, 127]));
        assert_eq!(read.texts(), Some(vec!["tides".to_owned(), String::new()]));
        for expected in [None, Some("Größe".to_owned())] {
            let mut text = Some("before".to_owned());
            assert_eq!((read.text_if_any(&mut text), text), (Some(()), expected));
        }
        assert_eq!(read.bytes().and_then(|inner| Pieces::of(inner).small()), Some(300));
        assert_eq!((read.number(), read.bytes()), (None, None));
        assert_eq!(Pieces::of(&[5, 1, 2]).bytes(), None, "five were promised");
        assert_eq!(Pieces::of(&[0xff; 20]).number(), None, "no number is as long");
    }
}
