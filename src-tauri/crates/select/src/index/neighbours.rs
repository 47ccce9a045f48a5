//! Which terms stand side by side in a body, in little room: a number of three bytes for each pair, by hash, kept in a little
//! more than two. One pair in some ten thousand that is not there seems to be. Lists by pair, such as names and descriptions
//! have, would take more room than everything else.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// Two terms side by side, as a number of three bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Neighbours([u8; 3]);

/// The distinct pairs of neighbouring terms of one body, by their first byte. First stand bits, in words of eight bytes: one
/// set for each pair, and one not set after all pairs with the same first byte. The two other bytes of each pair follow
/// from the end on: those of the first pair are the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BodyPairs(Box<[u8]>);

/// How many first bytes there are.
const FIRST: usize = 1 << u8::BITS;

impl Neighbours {
    /// Two terms, in this order.
    pub(crate) fn of(first: &str, second: &str) -> Self {
        Self::of_hashes(term_hash(first), term_hash(second))
    }

    /// The same of terms whose [`term_hash`] is known.
    pub(super) fn of_hashes(first: u32, second: u32) -> Self {
        // An odd factor keeps the order: a pair turned round is another one. The best bits of a product are the high ones.
        let mixed = ((u64::from(first) << 32) | u64::from(second)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [high, middle, low, ..] = mixed.to_be_bytes();
        Self([high, middle, low])
    }
}

impl BodyPairs {
    /// Takes pairs in any order, repeats too.
    pub(super) fn of(pairs: &mut Vec<Neighbours>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        if pairs.is_empty() {
            return Self::default();
        }
        let words = (pairs.len() + FIRST).div_ceil(u64::BITS as usize);
        let mut bytes = vec![0; words * size_of::<u64>() + pairs.len() * 2].into_boxed_slice();
        for (number, Neighbours([first, rest @ ..])) in pairs.drain(..).enumerate() {
            let bit = number + usize::from(first);
            bytes[bit / 8] |= 1 << (bit % 8);
            let at = bytes.len() - (number + 1) * 2;
            bytes[at..at + 2].copy_from_slice(&rest);
        }
        Self(bytes)
    }

    /// As they are kept.
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Those that were kept so.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    /// Whether the body has the pair.
    pub(super) fn has(&self, Neighbours([first, rest @ ..]): Neighbours) -> bool {
        let bytes = &self.0;
        let Some(mut bit) = self.end_of(first) else { return false };
        while bit > 0 && bytes[(bit - 1) / 8] >> ((bit - 1) % 8) & 1 != 0 {
            bit -= 1;
            let at = bytes.len() - (bit - usize::from(first) + 1) * 2;
            if bytes[at..at + 2] == rest {
                return true;
            }
        }
        false
    }

    /// Where the bit stands that follows those of the pairs with a first byte; none if there is no pair at all.
    fn end_of(&self, first: u8) -> Option<usize> {
        let mut before = u32::from(first);
        for (number, &word) in self.0.as_chunks().0.iter().enumerate() {
            let mut ends = !u64::from_le_bytes(word);
            let count = ends.count_ones();
            if before >= count {
                before -= count;
                continue;
            }
            for _ in 0..before {
                ends &= ends - 1;
            }
            return Some(number * u64::BITS as usize + ends.trailing_zeros() as usize);
        }
        None
    }
}

/// What stands for a term in a pair; the same in every index.
pub(super) fn term_hash(stem: &str) -> u32 {
    let mut hasher = FxHasher::default();
    stem.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_has_the_pairs_it_was_given_and_hardly_any_other() {
        let word = |number: usize| format!("word{number}");
        let pair = |(first, second): (usize, usize)| Neighbours::of(&word(first), &word(second));
        let mut given: Vec<_> = (0..2_000).map(|number| pair((number, number * 7 % 501))).collect();
        given.extend(given.clone());
        let body = BodyPairs::of(&mut given);
        assert!(given.is_empty());
        assert!((0..2_000).all(|number| body.has(pair((number, number * 7 % 501)))));
        assert!(!body.has(pair((3, 22))) && !BodyPairs::default().has(pair((0, 0))));
        let others = (0..20_000).map(|number| pair((number % 200 + 3_000, number / 200 + 4_000)));
        assert!(others.filter(|&pair| body.has(pair)).count() < 20);
    }

    #[test]
    fn a_pair_is_told_from_those_next_to_it_wherever_it_stands() {
        let number = |number: u32| {
            let [_, bytes @ ..] = number.to_be_bytes();
            Neighbours(bytes)
        };
        let most = (1 << 24) - 1;
        // None, one, the first and the last of all numbers, many of one first byte, a few of each.
        let few = (0..700).map(|at| at * 23_000).collect();
        let same_first = (0..1_000).map(|at| 0x7f_0000 + at * 65).collect();
        for numbers in [vec![], vec![0], vec![most], vec![0, 1, 0xffff, 0x1_0000, most - 1, most], same_first, few] {
            let body = BodyPairs::of(&mut numbers.iter().rev().map(|&of| number(of)).collect());
            assert!(numbers.iter().all(|&there| body.has(number(there))));
            let beside =
                |of: u32| [1, 256, 0x1_0000].into_iter().flat_map(move |by| [of.saturating_sub(by), most.min(of + by)]);
            for other in numbers.iter().copied().chain([0, most / 2]).flat_map(beside) {
                assert_eq!(body.has(number(other)), numbers.contains(&other), "{other:x}");
            }
        }
    }

    #[test]
    fn a_pair_turned_round_is_another() {
        assert_ne!(Neighbours::of("code", "review"), Neighbours::of("review", "code"));
    }
}
