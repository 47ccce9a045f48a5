//! Which terms stand side by side in a body, in little room: three bytes for each pair, by hash. One pair in some ten
//! thousand that is not there seems to be. Lists by pair, such as names and descriptions have, would take more room than
//! everything else.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// Two terms side by side, as a number of three bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Neighbours([u8; 3]);

/// The distinct pairs of neighbouring terms of one body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BodyPairs(Box<[Neighbours]>);

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

    fn number(self) -> u32 {
        let [high, middle, low] = self.0;
        u32::from_be_bytes([0, high, middle, low])
    }
}

impl BodyPairs {
    /// Takes pairs in any order, repeats too.
    pub(super) fn of(pairs: &mut Vec<Neighbours>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        Self(pairs.drain(..).collect())
    }

    /// Whether the body has the pair.
    pub(super) fn has(&self, pair: Neighbours) -> bool {
        // Hashes are spread evenly: a pair is close to where its share of all numbers is.
        let Some(last) = self.0.len().checked_sub(1) else { return false };
        let mut place = ((u64::from(pair.number()) * last as u64) >> 24) as usize;
        while place < last && self.0[place] < pair {
            place += 1;
        }
        while place > 0 && self.0[place] > pair {
            place -= 1;
        }
        self.0[place] == pair
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
    fn a_pair_turned_round_is_another() {
        assert_ne!(Neighbours::of("code", "review"), Neighbours::of("review", "code"));
    }
}
