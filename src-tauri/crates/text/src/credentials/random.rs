//! What nobody would choose: random letters and digits, told from words, counted names and examples.

use super::LONG_RUN;

/// Different letters and digits that a random value of that length has at least.
const DIFFERENT: usize = 10;
/// Equal letters in a row that fill an example up.
const FILLED: usize = 6;
/// What only examples hold.
const EXAMPLES: [&str; 12] = [
    "example",
    "sample",
    "your",
    "xxxx",
    "1234567",
    "0123456",
    "abcdef",
    "placeholder",
    "changeme",
    "dummy",
    "redacted",
    "sflkxwrjsm",
];

/// Whether a text says that it is an example.
pub(super) fn is_example(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    EXAMPLES.iter().any(|example| lower.contains(example))
}

/// Whether a text has a run of letters and digits that nobody would choose.
pub(super) fn is_random(text: &str, run: usize) -> bool {
    let is_like_one = text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).any(|part| {
        if part.len() < run {
            return false;
        }
        let digits = part.iter().filter(|byte| byte.is_ascii_digit()).count();
        let is_mixed = digits >= 2 && part.len() - digits >= 2;
        // Forty digits of hexadecimal are the name of a commit.
        let is_commit = part.len() == 40 && part.iter().all(u8::is_ascii_hexdigit);
        is_mixed && !is_commit && !is_composed(part) && different(part) >= DIFFERENT
    });
    is_like_one && !is_example(text)
}

/// Whether a part of an address is one that nobody would choose, where only a key or a name can stand.
pub(super) fn is_drawn(part: &str) -> bool {
    let letters: Vec<u8> = part.bytes().filter(u8::is_ascii_alphanumeric).collect();
    if letters.len() < LONG_RUN || is_example(part) || is_uuid(part) {
        return false;
    }
    is_random(part, LONG_RUN) || is_shuffled(&letters)
}

/// Whether letters and digits are mixed as no words are: two of five are of another kind than the one before.
pub(super) fn is_shuffled(letters: &[u8]) -> bool {
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    let changes = letters.windows(2).filter(|pair| kind(pair[0]) != kind(pair[1])).count();
    changes * 5 >= letters.len() * 2 && different(letters) >= DIFFERENT
}

/// Whether a text is a UUID, which names something and is no secret.
pub(super) fn is_uuid(text: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12]) && text.split('-').all(is_hex)
}

/// Whether letters and digits are words with a number beside them, or filled up, as somebody writes an example.
fn is_composed(bytes: &[u8]) -> bool {
    let changes = bytes.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
    changes < 2 || bytes.chunk_by(|one, next| one == next).any(|run| run.len() >= FILLED)
}

fn different(text: &[u8]) -> usize {
    let mut bytes = text.to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    bytes.len()
}
