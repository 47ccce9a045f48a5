//! Tries one input after another on a reader, and keeps what fails.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::PathBuf,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use studio_testkit::{repository, tell};

use crate::mutate::Mutator;

/// Longest any input may take where readers run for long. A build that is not optimised is several times slower.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 6 } else { 2 });
/// Fewest inputs, however slow a reader is.
const LEAST: usize = 4;
/// Most memory all readers may take together, in MB.
const MOST_MEMORY: u64 = 500;

fn seconds() -> u64 {
    std::env::var("SKILL_STUDIO_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(1)
}

/// Whether readers have the machine for themselves, one after the other.
fn runs_for_long() -> bool {
    seconds() > 1
}

fn corpus(reader: &str) -> PathBuf {
    repository().join("fixtures/fuzz").join(reader)
}

/// Readers that run for long take turns: memory is that of the whole process.
static TURN: Mutex<()> = Mutex::new(());

/// Puts a reader to its corpus, then to mutations of it until the time is over.
pub(crate) fn fuzz(reader: &str, own: &[&[u8]], words: &[&str], read: impl Fn(&[u8])) {
    let _turn = runs_for_long().then(|| TURN.lock());
    let mut seeds: Vec<Vec<u8>> = own.iter().map(|seed| seed.to_vec()).collect();
    if let Ok(kept) = fs::read_dir(corpus(reader)) {
        seeds.extend(kept.filter_map(|file| fs::read(file.ok()?.path()).ok()));
    }
    let mut slowest = Duration::ZERO;
    for seed in &seeds {
        slowest = slowest.max(attempt(reader, seed, &read));
    }
    let seeds_tried = seeds.len();
    let mut tried = seeds_tried;
    let mut mutator = Mutator::new(seeds, words);
    let until = Instant::now() + Duration::from_secs(seconds());
    while Instant::now() < until || tried < seeds_tried + LEAST {
        slowest = slowest.max(attempt(reader, &mutator.next(), &read));
        tried += 1;
    }
    let peak = memory() / 1024;
    let said = format!("{reader}: {tried} inputs, the slowest {slowest:.1?}, {peak} MB of memory at most");
    tell(&said);
    assert!(peak <= MOST_MEMORY, "{said}");
}

/// Tries one input; says how long it took.
fn attempt(reader: &str, input: &[u8], read: &impl Fn(&[u8])) -> Duration {
    let (started, worked) = (Instant::now(), at_work());
    let ended = catch_unwind(AssertUnwindSafe(|| read(input)));
    let (took, worked) = (started.elapsed(), at_work().saturating_sub(worked));
    // A machine that is busy with something else makes all things slow; what waits for nothing is. In the normal
    // tests all readers run at once, and only one that does not come to its end is slow.
    let longest = if runs_for_long() { LONGEST } else { 10 * LONGEST };
    let is_slow = took > longest && (worked > longest / 2 || took > 10 * longest);
    if ended.is_ok() && !is_slow {
        return took;
    }
    let folder = corpus(reader);
    let file = folder.join(&studio_text::sha256_hex(input)[..16]);
    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input)).expect("the corpus can be written");
    match ended {
        Err(panic) => resume_unwind(panic),
        Ok(()) => panic!("{reader}: {} took {took:?}", file.display()),
    }
}

/// How long this thread had a processor so far; nothing where the system does not say.
fn at_work() -> Duration {
    let status = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(status.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0))
}

/// The most memory this process ever had, in KiB; 0 where the system does not say.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
