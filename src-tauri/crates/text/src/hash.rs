//! Content hashes.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// SHA-256 of `bytes` as 64 lower-case hex digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing into a `String` cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
