//! What nobody would choose: random letters and digits, told from words, counted names and examples.

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
