//! What something costs: time on the clock, time of the processors, memory. Memory is known on Linux only.

use std::fs;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

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
    measured(UsageWho::RUSAGE_SELF, work)
}

/// Runs a program to its end with its output caught, and measures it with all it started.
pub(crate) fn of_program(command: &mut Command) -> std::io::Result<(Output, Cost)> {
    let (output, cost) = measured(UsageWho::RUSAGE_CHILDREN, || command.output());
    output.map(|output| (output, cost))
}

/// Runs a program to its end with its output thrown away, and measures it and the most memory it had, in bytes, when the
/// system tells.
pub(crate) fn peak_of_program(command: &mut Command) -> std::io::Result<(ExitStatus, Cost, Option<u64>)> {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
    let (ended, cost) = measured(UsageWho::RUSAGE_CHILDREN, || {
        let mut program = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let status = format!("/proc/{}/status", program.id());
        let mut peak = None;
        // The peak goes with the program, and what the system keeps of it after its end counts this process, too.
        loop {
            peak = peak.max(kib_of(&status, "VmHWM:"));
            if let Some(ended) = program.try_wait()? {
                return Ok((ended, peak));
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    });
    ended.map(|(status, peak)| (status, cost, peak))
}

/// The middle one of the times; zero of none.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Proportional memory of this process in bytes, when the system tells.
pub(crate) fn own_memory() -> Option<u64> {
    kib_of("/proc/self/smaps_rollup", "Pss:")
}

/// Does something here and tells the most memory this process took meanwhile, in bytes, when the system tells.
pub(crate) fn peak_memory_of<T>(work: impl FnOnce() -> T) -> (T, Option<u64>) {
    // 5 resets the peak to what is in use now (proc(5)).
    let is_reset = fs::write("/proc/self/clear_refs", "5").is_ok();
    let result = work();
    (result, is_reset.then(|| kib_of("/proc/self/status", "VmHWM:")).flatten())
}

fn measured<T>(who: UsageWho, work: impl FnOnce() -> T) -> (T, Cost) {
    let (start, cpu) = (Instant::now(), cpu_of(who));
    let result = work();
    (result, Cost { wall: start.elapsed(), cpu: cpu_of(who).saturating_sub(cpu) })
}

fn cpu_of(who: UsageWho) -> Duration {
    let time = |time: TimeVal| Duration::new(time.tv_sec().unsigned_abs(), time.tv_usec() as u32 * 1000);
    getrusage(who).map(|usage| time(usage.user_time()) + time(usage.system_time())).unwrap_or_default()
}

fn kib_of(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_seen_here_and_in_children() {
        let (sum, cost) = of(|| (0..20_000_000_u64).fold(0_u64, |sum, n| sum.wrapping_mul(31) ^ n));
        assert!(sum != 1 && cost.cpu > Duration::ZERO && cost.wall > Duration::ZERO);
        let busy = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done";
        let (output, cost) = of_program(Command::new("sh").args(["-c", busy])).unwrap();
        assert!(output.stdout == b"done\n" && cost.cpu > Duration::ZERO);
        assert!(of_program(&mut Command::new("there-is-no-such-program")).is_err());
        let (status, cost, peak) = peak_of_program(Command::new("sh").args(["-c", busy])).unwrap();
        assert!(status.success() && cost.cpu > Duration::ZERO && peak.is_none_or(|peak| peak > 100 << 10));
    }

    #[test]
    fn a_peak_of_memory_is_seen_after_it_is_over() {
        let before = own_memory();
        let ((), peak) = peak_memory_of(|| drop(std::hint::black_box(vec![1_u8; 64 << 20])));
        assert!(peak.zip(before).is_none_or(|(peak, before)| peak > before + (32 << 20)));
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median([5, 1, 9].map(Duration::from_millis).to_vec()), Duration::from_millis(5));
        assert_eq!(median(Vec::new()), Duration::ZERO);
    }
}
