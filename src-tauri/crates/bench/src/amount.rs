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
    /// A number of things named by the text; neither more nor less is better, except that none is none.
    Count(usize),
    /// A part of a whole, 1 is all; more is better.
    Share(f64),
    /// How many times as much as something else; less is better.
    Times(f64),
}

impl Amount {
    /// So many of so many; all of none.
    pub(crate) fn share(part: usize, whole: usize) -> Self {
        Self::Share(if whole == 0 { 1.0 } else { part as f64 / whole as f64 })
    }

    /// How many times better this is than `other`; none when they measure different things or nothing.
    pub(crate) fn times_better_than(self, other: Self) -> Option<f64> {
        let ratio = match (self, other) {
            (Self::Time(ours), Self::Time(theirs)) => theirs.as_secs_f64() / ours.as_secs_f64(),
            (Self::PerSecond(ours), Self::PerSecond(theirs)) | (Self::Share(ours), Self::Share(theirs)) => {
                ours / theirs
            }
            (Self::Times(ours), Self::Times(theirs)) => theirs / ours,
            (Self::Bytes(ours), Self::Bytes(theirs)) => theirs as f64 / ours as f64,
            _ => return None,
        };
        ratio.is_finite().then_some(ratio)
    }

    /// Whether this is as good as `goal` or better; a count has to be that very number.
    pub(crate) fn reaches(self, goal: Self) -> Option<bool> {
        match (self, goal) {
            (Self::Count(here), Self::Count(goal)) => Some(here == goal),
            _ => self.times_better_than(goal).map(|times| times >= 1.0),
        }
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
            Self::Times(times) => write!(formatter, "{times:.1}×"),
            Self::Count(count) => write!(formatter, "{count}"),
            // Cut, not rounded: 100 % is said of all and of nothing less.
            Self::Share(share) => write!(formatter, "{} %", (share * 1e4).floor() / 1e2),
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
        let shown = [Amount::Bytes(3 << 19), Amount::Count(460), Amount::share(459_999, 460_000), Amount::share(0, 0)];
        assert_eq!(shown.map(|amount| amount.to_string()), ["1.5 MiB", "460", "99.99 %", "100 %"]);
        assert_eq!(time(10).times_better_than(time(500)), Some(50.0));
        assert_eq!(Amount::PerSecond(10.0).times_better_than(Amount::PerSecond(5.0)), Some(2.0));
        assert_eq!(time(10).times_better_than(Amount::PerSecond(5.0)), None);
        assert_eq!(time(0).times_better_than(time(5)), None);
    }

    #[test]
    fn a_goal_is_reached_or_missed_or_of_another_kind() {
        assert_eq!(Amount::Count(0).reaches(Amount::Count(0)), Some(true));
        assert_eq!(Amount::Count(3).reaches(Amount::Count(0)), Some(false));
        assert_eq!(Amount::share(1, 2).reaches(Amount::Share(1.0)), Some(false));
        assert_eq!(Amount::Bytes(5).reaches(Amount::Bytes(6)), Some(true));
        assert_eq!(Amount::Bytes(5).reaches(Amount::Count(5)), None);
    }
}
