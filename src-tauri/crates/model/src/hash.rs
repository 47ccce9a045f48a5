//! Content hashes.

use sha2::{Digest as _, Sha256};

/// SHA-256 of `bytes` as 64 lower-case hex digits, as the library and adk write it.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_hash_has_64_digits_in_lower_case() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::sha256_hex(b"abc"), expected);
    }
}
