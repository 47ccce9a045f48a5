//! A measured number with its unit, and which of two is the better one.

use std::fmt;
use std::time::Duration;

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Amount {
    /// A time; less is better.
    Time(Duration),
    /// A rate of things named by the text; more is better.
    PerSecond(f64),
    /// Memory in bytes; less is better.
    Bytes(u64),
}

impl Amount {
    /// How many times better this is than `other`; none when they measure different things or nothing.
    pub(crate) fn times_better_than(self, other: Self) -> Option<f64> {
        let ratio = match (self, other) {
            (Self::Time(ours), Self::Time(theirs)) => theirs.as_secs_f64() / ours.as_secs_f64(),
            (Self::PerSecond(ours), Self::PerSecond(theirs)) => ours / theirs,
            (Self::Bytes(ours), Self::Bytes(theirs)) => theirs as f64 / ours as f64,
            _ => return None,
        };
        ratio.is_finite().then_some(ratio)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Time(time) if time >= Duration::from_secs(1) => write!(formatter, "{:.2} s", time.as_secs_f64()),
            Self::Time(time) if time >= Duration::from_millis(100) => write!(formatter, "{} ms", time.as_millis()),
            Self::Time(time) if time >= Duration::from_millis(1) => {
                write!(formatter, "{:.1} ms", time.as_secs_f64() * 1e3)
            }
            Self::Time(time) => write!(formatter, "{:.1} µs", time.as_secs_f64() * 1e6),
            Self::PerSecond(rate) if rate < 10.0 => write!(formatter, "{rate:.1}/s"),
            Self::PerSecond(rate) => write!(formatter, "{rate:.0}/s"),
            Self::Bytes(bytes) => write!(formatter, "{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_well_and_compare_in_their_own_direction() {
        let time = |micros| Amount::Time(Duration::from_micros(micros));
        let shown = [time(2_346_000), time(345_600), time(4_560), time(7)].map(|amount| amount.to_string());
        assert_eq!(shown, ["2.35 s", "345 ms", "4.6 ms", "7.0 µs"]);
        assert_eq!(Amount::Bytes(3 << 19).to_string(), "1.5 MiB");
        assert_eq!(time(10).times_better_than(time(500)), Some(50.0));
        assert_eq!(Amount::PerSecond(10.0).times_better_than(Amount::PerSecond(5.0)), Some(2.0));
        assert_eq!(time(10).times_better_than(Amount::PerSecond(5.0)), None);
        assert_eq!(time(0).times_better_than(time(5)), None);
    }
}
