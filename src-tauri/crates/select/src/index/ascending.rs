//! Many lists of ascending numbers in little room: the gaps, seven bits a byte.

/// Ascending numbers, kept as the gaps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ascending(Box<[u8]>);

impl Ascending {
    /// Packs numbers of which each is larger than the one before.
    pub(super) fn of(numbers: &[u32]) -> Self {
        let mut bytes = Vec::with_capacity(numbers.len() * 2);
        let mut last = 0;
        for &number in numbers {
            let mut gap = number - last;
            last = number;
            while gap >= MORE {
                bytes.push((gap & (MORE - 1) | MORE) as u8);
                gap >>= BITS;
            }
            bytes.push(gap as u8);
        }
        Self(bytes.into())
    }

    /// The numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let mut bytes = self.0.iter().map(|&byte| u32::from(byte));
        let mut last = 0;
        std::iter::from_fn(move || {
            let (mut gap, mut shift) = (0, 0);
            loop {
                let byte = bytes.next()?;
                gap |= (byte & (MORE - 1)) << shift;
                shift += BITS;
                if byte & MORE == 0 {
                    break;
                }
            }
            last += gap;
            Some(last)
        })
    }
}

/// Bits of a gap in a byte.
const BITS: u32 = 7;
/// Set in a byte after which more of its gap follows.
const MORE: u32 = 1 << BITS;

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
