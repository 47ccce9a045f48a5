//! Many lists of ascending numbers in little room: the gaps, each in as few bytes as it needs.

use super::sevens::{Bytes, put, take};

/// Ascending numbers, kept as the gaps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ascending(Box<[u8]>);

impl Ascending {
    /// Packs numbers of which each is larger than the one before.
    pub(super) fn of(numbers: &[u32]) -> Self {
        let mut bytes = Bytes::with_capacity(numbers.len() * 2);
        let mut last = 0;
        for &number in numbers {
            put(&mut bytes, u64::from(number - last));
            last = number;
        }
        Self(bytes.into_boxed_slice())
    }

    /// The numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let mut bytes = &*self.0;
        let mut last = 0;
        std::iter::from_fn(move || {
            if bytes.is_empty() {
                return None;
            }
            last += take(&mut bytes) as u32;
            Some(last)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        for numbers in [
            vec![],
            vec![0],
            vec![0, 1, 2, 127, 128, 129, 255, 16_383, 16_384, 40_000, u32::MAX - 1, u32::MAX],
            (0..10_000).map(|at| at * 17).collect(),
            vec![u32::MAX],
        ] {
            let packed = Ascending::of(&numbers);
            assert_eq!(packed.iter().collect::<Vec<_>>(), numbers);
            assert!(packed.0.len() <= numbers.len() * 5);
        }
    }
}
