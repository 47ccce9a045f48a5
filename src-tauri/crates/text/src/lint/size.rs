//! Whether a text has too many tokens, without counting them where a look is enough.

/// How far a quick estimate may be off, in parts of the true count: of 423 real skills, 99 in 100 are within it.
const TOLERANCE: f64 = 0.08;

/// The number of tokens of `text` if it is `limit` or more. Exact only near the limit, and elsewhere an estimate.
pub(super) fn tokens_over(text: &str, limit: usize) -> Option<usize> {
    if text.len() <= limit * 2 {
        return None;
    }
    let estimate = estimate(text);
    if (estimate as f64) < limit as f64 * (1.0 - TOLERANCE) {
        return None;
    }
    if estimate as f64 > limit as f64 * (1.0 + TOLERANCE) {
        return Some(estimate);
    }
    Some(crate::tokens::count(text)).filter(|&tokens| tokens >= limit)
}

/// A guess at the o200k tokens of `text` from its bytes alone.
pub(super) fn estimate(text: &str) -> usize {
    let mut tokens = 0.0;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let class = class(bytes[at]);
        let length = bytes[at..].iter().take_while(|&&byte| self::class(byte) == class).count();
        tokens += class.cost(length);
        at += length;
    }
    tokens as usize
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Space,
    LineEnd,
    Mark,
    Other,
}

const fn class(byte: u8) -> Class {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        b' ' | b'\t' => Class::Space,
        b'\n' | b'\r' => Class::LineEnd,
        0x80.. => Class::Other,
        _ => Class::Mark,
    }
}

impl Class {
    /// Tokens of a run, fitted by least squares to the o200k counts of 423 real skills. One space belongs to the word
    /// behind it.
    fn cost(self, length: usize) -> f64 {
        let length = length as f64;
        match self {
            Self::Letter => 0.983 + (length - 7.0).max(0.0) * 0.132,
            Self::Digit => (length / 3.0).ceil() * 1.468,
            Self::Space => {
                if length > 1.0 {
                    0.513
                } else {
                    0.0
                }
            }
            Self::LineEnd => 0.553,
            Self::Mark => 0.475 + length * 0.345,
            Self::Other => length * 0.273,
        }
    }
}
