//! Tries one input after another on a reader, and keeps what fails.

use std::{
    fs,
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::PathBuf,
    time::{Duration, Instant},
};

use studio_testkit::repository;

use crate::mutate::Mutator;

/// Longest any input may take. A build that is not optimised is several times slower.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 6 } else { 2 });
/// Fewest inputs, however slow a reader is.
const LEAST: usize = 4;
/// Most memory all readers may take together, in MB.
const MOST_MEMORY: u64 = 500;

fn seconds() -> u64 {
    std::env::var("SKILL_STUDIO_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(1)
}

fn corpus(reader: &str) -> PathBuf {
    repository().join("fixtures/fuzz").join(reader)
}

/// Puts a reader to its corpus, then to mutations of it until the time is over.
pub(crate) fn fuzz(reader: &str, own: &[&[u8]], words: &[&str], read: impl Fn(&[u8])) {
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
    let said = format!("{reader}: {tried} inputs, the slowest {slowest:.1?}, {peak} MB of memory at most\n");
    std::io::stderr().write_all(said.as_bytes()).expect("the test is listened to");
    assert!(peak <= MOST_MEMORY, "{said}");
}

/// Tries one input; says how long it took.
fn attempt(reader: &str, input: &[u8], read: &impl Fn(&[u8])) -> Duration {
    let timed = || {
        let started = Instant::now();
        let ended = catch_unwind(AssertUnwindSafe(|| read(input)));
        (started.elapsed(), ended)
    };
    let (mut took, mut ended) = timed();
    if took > LONGEST && ended.is_ok() {
        // The machine may have been busy with something else.
        let again = timed();
        (took, ended) = (took.min(again.0), again.1);
    }
    if ended.is_ok() && took <= LONGEST {
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

/// The most memory this process ever had, in KiB; 0 where the system does not say.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
