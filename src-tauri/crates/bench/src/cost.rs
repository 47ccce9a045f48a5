//! What something costs: time on the clock, time of the processors, memory. Linux only; elsewhere memory is unknown.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The cost of one piece of work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Time on the clock.
    pub(crate) wall: Duration,
    /// Time of the processors, of all threads together.
    pub(crate) cpu: Duration,
}

/// Does something here and measures it.
pub(crate) fn of<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let (start, cpu) = (Instant::now(), own_cpu());
    let result = work();
    (result, Cost { wall: start.elapsed(), cpu: own_cpu().saturating_sub(cpu) })
}

/// Runs a program to its end with its output caught, and measures it with all it started; none when it is not there.
/// The system counts a child's processor time in hundredths of a second.
#[expect(dead_code, reason = "for the measurements whose peers are programs")]
pub(crate) fn of_program(command: &mut Command) -> Option<(std::process::Output, Cost)> {
    let (start, cpu) = (Instant::now(), children_cpu());
    let output = command.output().ok()?;
    Some((output, Cost { wall: start.elapsed(), cpu: children_cpu().saturating_sub(cpu) }))
}

/// The middle one of the times; zero of none.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Proportional memory of this process in bytes, when the system tells.
pub(crate) fn own_memory() -> Option<u64> {
    let rollup = fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
}

fn own_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Fields 16 and 17 of `/proc/self/stat`, counted behind the program's name, in ticks of a hundredth of a second.
fn children_cpu() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = fields.split_whitespace().skip(13).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_seen_here_and_in_children() {
        let (sum, cost) = of(|| (0..20_000_000_u64).fold(0_u64, |sum, n| sum.wrapping_mul(31) ^ n));
        assert!(sum != 1 && cost.cpu > Duration::ZERO && cost.wall > Duration::ZERO);
        let before = children_cpu();
        let busy = Command::new("sh").args(["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"]).status();
        assert!(busy.is_ok_and(|status| status.success()) && children_cpu() > before);
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median([5, 1, 9].map(Duration::from_millis).to_vec()), Duration::from_millis(5));
        assert_eq!(median(Vec::new()), Duration::ZERO);
    }
}
