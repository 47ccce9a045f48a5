//! The statistics the evaluation rests on: a seeded generator, Wilson's interval, `McNemar`'s exact test.

/// The 97.5 % quantile of the normal distribution: 95 % lie within it on both sides.
const Z: f64 = 1.959_963_984_540_054;

/// The generator `SplitMix64` (Steele, Lea, Flood 2014): small, fast, and the same on every machine.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, each as likely but for 2⁻³² or so; 0 where the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts items in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Wilson's 95 % interval of a share, as (low, high); holds for few trials and shares near 0 or 1. Without a trial
/// nothing is known: (0, 1).
pub fn wilson(hits: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let trials = of as f64;
    let share = hits as f64 / trials;
    let scale = 1.0 + Z * Z / trials;
    let middle = share + Z * Z / (2.0 * trials);
    let reach = Z * (share * (1.0 - share) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
    // At the ends the share itself is the end; rounding must not push it outside.
    (((middle - reach) / scale).clamp(0.0, share), ((middle + reach) / scale).clamp(share, 1.0))
}

/// `McNemar`'s exact test, two-sided: how likely a split at least as uneven as `fixed` against `broken` is if either
/// were as likely. 1 where nothing changed.
pub fn mcnemar(fixed: usize, broken: usize) -> f64 {
    let changed = fixed + broken;
    if changed == 0 {
        return 1.0;
    }
    let half = (changed as f64) * std::f64::consts::LN_2;
    // ln C(n, k) grows from ln C(n, k - 1) by ln((n - k + 1) / k), so no factorial is ever written out.
    let mut log_ways = 0.0;
    let mut tail = (-half).exp();
    for taken in 1..=fixed.min(broken) {
        log_ways += (((changed - taken + 1) as f64) / taken as f64).ln();
        tail += (log_ways - half).exp();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn wilsons_interval_is_as_published() {
        for (hits, of, low, high) in [
            (0, 0, 0.0, 1.0),
            (8, 10, 0.4902, 0.9433),
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (81, 263, 0.2553, 0.3662),
        ] {
            let (found_low, found_high) = wilson(hits, of);
            assert!(is_near(found_low, low) && is_near(found_high, high), "{hits}/{of}: {found_low} {found_high}");
        }
    }

    #[test]
    fn mcnemars_test_is_exact() {
        for (fixed, broken, p) in
            [(0, 0, 1.0), (1, 0, 1.0), (5, 5, 1.0), (11, 3, 0.0574), (10, 0, 0.00195), (6, 0, 0.03125)]
        {
            assert!(is_near(mcnemar(fixed, broken), p), "{fixed} against {broken}: {}", mcnemar(fixed, broken));
        }
    }

    proptest! {
        #[test]
        fn mcnemars_test_takes_no_side(fixed in 0_usize..3_000, broken in 0_usize..3_000) {
            let p = mcnemar(fixed, broken);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!((p - mcnemar(broken, fixed)).abs() < 1e-12);
        }

        #[test]
        fn wilsons_interval_contains_the_share(of in 1_usize..5_000, part in 0.0_f64..=1.0) {
            let hits = (part * of as f64).round() as usize;
            let (low, high) = wilson(hits, of);
            let share = hits as f64 / of as f64;
            prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        }

        #[test]
        fn shuffling_loses_nothing(seed: u64, length in 0_usize..200) {
            let mut items: Vec<_> = (0..length).collect();
            SplitMix64::new(seed).shuffle(&mut items);
            items.sort_unstable();
            prop_assert_eq!(items, (0..length).collect::<Vec<_>>());
        }
    }
}
