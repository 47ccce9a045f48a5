//! Numbers in as few bytes as they need: seven bits in each, the low ones first.

use smallvec::SmallVec;

/// Bytes that need no room of their own while they are few: most words occur in few skills.
pub(super) type Bytes = SmallVec<[u8; 16]>;

/// Bits of a number in a byte.
pub(super) const BITS: u32 = 7;
/// Set in a byte after which more of its number follows.
pub(super) const MORE: u8 = 1 << BITS;

/// Appends a number.
pub(super) fn put(bytes: &mut Bytes, mut number: u64) {
    while number >= u64::from(MORE) {
        bytes.push(number as u8 | MORE);
        number >>= BITS;
    }
    bytes.push(number as u8);
}

/// Takes the first number off; 0 if there is none.
pub(super) fn take(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u64::from(byte & (MORE - 1)) << shift;
        if byte < MORE {
            break;
        }
        shift += BITS;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, 1 << 35, u64::MAX - 1, u64::MAX];
        let mut bytes = Bytes::new();
        for number in numbers {
            put(&mut bytes, number);
        }
        let mut rest = bytes.as_slice();
        for number in numbers {
            assert_eq!(take(&mut rest), number);
        }
        assert_eq!((rest.len(), take(&mut rest)), (0, 0));
        assert_eq!(bytes.len(), 1 + 1 + 1 + 2 + 2 + 3 + 6 + 10 + 10);
    }
}
