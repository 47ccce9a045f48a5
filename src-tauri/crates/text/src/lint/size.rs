//! Whether a text has too many tokens, by an estimate: the encoder takes longer to load than a whole corpus to judge, and
//! the standard's limit is a recommendation.

/// About how many tokens `text` has, if that is `limit` or more. Of 423 real skills, 99 in 100 are within 8 % of the
/// true o200k count.
pub(super) fn has_tokens(text: &str, limit: usize) -> bool {
    // No token of usual text is shorter than two bytes on average.
    if text.len() <= limit * 2 {
        return false;
    }
    estimate(text) >= limit
}

/// How many bytes are judged at once. What is counted of one block fits in a byte, so that a processor counts many bytes
/// in one step.
const BLOCK: usize = 240;
/// How far a block looks back into the one before it.
const BEFORE: usize = 7;

/// A guess at the o200k tokens of `text` from its bytes alone, fitted by least squares to the counts of 423 real skills.
fn estimate(text: &str) -> usize {
    let [mut letters, mut digits, mut spaces, mut ends, mut marks, mut others] = [Class::EMPTY; 6];
    let is_space = |byte| matches!(byte, b' ' | b'\t');
    let is_line_end = |byte| matches!(byte, b'\n' | b'\r');
    let mut tokens = 0.0;
    for block in text.as_bytes().chunks(BLOCK) {
        letters.read(block, |byte| byte.is_ascii_alphabetic());
        digits.read(block, |byte| byte.is_ascii_digit());
        spaces.read(block, is_space);
        ends.read(block, is_line_end);
        others.read(block, |byte| !byte.is_ascii());
        marks.read(block, |byte| {
            byte.is_ascii() && !byte.is_ascii_alphanumeric() && !is_space(byte) && !is_line_end(byte)
        });
        tokens += letters.runs() * 0.983 + letters.after::<7>() * 0.132;
        tokens += digits.runs() * 1.468 + digits.after::<3>() * 0.489;
        // One space belongs to the word behind it.
        tokens += (spaces.after::<1>() - spaces.after::<2>()) * 0.513;
        tokens += ends.runs() * 0.553;
        tokens += marks.runs() * 0.475 + marks.after::<0>() * 0.345;
        tokens += others.after::<0>() * 0.273;
    }
    tokens as usize
}

/// Which bytes of a block, and of the end of the one before it, are of one kind: 1 or 0 for each.
struct Class([u8; BEFORE + BLOCK]);

impl Class {
    const EMPTY: Self = Self([0; BEFORE + BLOCK]);

    fn read(&mut self, block: &[u8], is_one: impl Fn(u8) -> bool) {
        self.0.copy_within(BLOCK.., 0);
        let (known, rest) = self.0[BEFORE..].split_at_mut(block.len());
        for (one, byte) in known.iter_mut().zip(block) {
            *one = u8::from(is_one(*byte));
        }
        rest.fill(0);
    }

    /// How many runs begin in the block.
    fn runs(&self) -> f64 {
        self.count(|before| before[BEFORE] & !before[BEFORE - 1])
    }

    /// How many bytes of the block have at least `N` of their kind right before them.
    fn after<const N: usize>(&self) -> f64 {
        self.count(|before| before[BEFORE - N..].iter().fold(1, |all, one| all & one))
    }

    fn count(&self, is_counted: impl Fn(&[u8; BEFORE + 1]) -> u8) -> f64 {
        f64::from(self.0.windows(BEFORE + 1).filter_map(<[u8]>::first_chunk).map(is_counted).sum::<u8>())
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, estimate};

    #[test]
    fn runs_are_counted_across_the_border_of_two_blocks() {
        for start in [0, BLOCK - 5, BLOCK - 1, BLOCK, 3 * BLOCK - 4] {
            // One word of a hundred letters; the blanks before it cost half a token, however many there are.
            let text = format!("{}{}", " ".repeat(start), "abcdefghij".repeat(10));
            assert_eq!(
                estimate(&text),
                (0.983 + 93.0 * 0.132 + if start > 1 { 0.513 } else { 0.0 }) as usize,
                "{start}"
            );
        }
    }

    #[test]
    fn each_kind_of_text_has_its_own_price() {
        for (text, tokens) in [
            ("one two three ".repeat(100), 300.0 * 0.983),
            ("1 22 333 4444 ".repeat(100), 400.0 * 1.468 + 100.0 * 0.489),
            ("\r\n\n".repeat(100), 0.553),
            ("a  b   c".repeat(100), 300.0 * 0.983 - 99.0 * 0.983 + 200.0 * 0.513),
            ("-- ".repeat(100), 100.0 * (0.475 + 2.0 * 0.345)),
            ("é ".repeat(100), 200.0 * 0.273),
        ] {
            let found = estimate(&text) as f64;
            assert!((found - tokens).abs() <= 1.0, "{text:.20}: {found}, not {tokens}");
        }
    }
}
