//! Tries one input after another on a reader, and keeps what fails.

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::PathBuf,
    process::{self, Command},
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use studio_testkit::{FIGURES, PATIENCE, repository, tell, worked};

use crate::mutate::Mutator;

/// Seconds of inputs for each reader, where they are not counted.
const SECONDS: &str = "SKILL_STUDIO_FUZZ_SECONDS";
/// Says to a process that it has a reader for itself.
const ALONE: &str = "SKILL_STUDIO_FUZZ_ALONE";

/// Inputs made for a reader of texts where nobody gives it a time: always the same ones.
pub(crate) const MANY: usize = 300;
/// As many for one that goes through the whole studio.
pub(crate) const FEW: usize = 40;
/// As many for one that works for a second on each.
pub(crate) const SLOW: usize = 8;
/// Fewest inputs, however slow a reader is.
const LEAST: usize = 4;
/// Most processor time any input may take. A build that is not optimised is several times slower.
const MOST_WORK: Duration = Duration::from_secs(if cfg!(debug_assertions) { 6 } else { 2 });
/// Most memory a reader may take with all that a studio has, in MB.
const MOST_MEMORY: u64 = 300;

/// The time each reader is given; none where its inputs are counted.
fn given() -> Option<Duration> {
    env::var(SECONDS).ok().and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs)
}

fn corpus(reader: &str) -> PathBuf {
    repository().join("fixtures/fuzz").join(reader)
}

/// What a reader once failed at, in one order.
fn kept(reader: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(corpus(reader)).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    files.iter().filter_map(|file| fs::read(file).ok()).collect()
}

/// Readers that are given a time take turns, so that each has the machine for itself.
static TURN: Mutex<()> = Mutex::new(());

/// Puts a reader to its corpus, then to mutations of it. Each reader has a process of its own: what memory and work it takes
/// is not that of others. `inputs` are made, unless it is given a time.
pub(crate) fn fuzz(reader: &str, inputs: usize, own: &[&[u8]], words: &[&str], read: impl Fn(&[u8])) {
    if env::var_os(ALONE).is_none() {
        return alone(reader);
    }
    let mut seeds: Vec<Vec<u8>> = own.iter().map(|seed| seed.to_vec()).collect();
    seeds.extend(kept(reader));
    let mut most = Duration::ZERO;
    for seed in &seeds {
        most = most.max(attempt(reader, seed, &read));
    }
    let (known, mut tried) = (seeds.len(), 0);
    let mut mutator = Mutator::new(seeds, words);
    let until = given().map(|time| Instant::now() + time);
    while until.map_or(tried < inputs, |until| Instant::now() < until || tried < LEAST) {
        most = most.max(attempt(reader, &mutator.next(), &read));
        tried += 1;
    }
    let (tried, peak) = (known + tried, memory() / 1024);
    let said = format!("{reader}: {tried} inputs, {most:.1?} of work for one at most, {peak} MB of memory at most");
    tell(&said);
    assert!(peak <= MOST_MEMORY, "{said}");
}

/// Runs the test that asks for this again, as a process that does nothing else.
fn alone(reader: &str) {
    let _turn = given().is_some().then(|| TURN.lock());
    let test = thread::current().name().expect("a test's thread has its name").to_owned();
    let mut again = Command::new(env::current_exe().expect("a program knows where it is"));
    again.args(["--exact", &test, "--nocapture"]).env(ALONE, "yes").env_remove(FIGURES);
    let done = again.output().expect("this program can be started");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success() && out.contains(" 1 passed"), "{out}{err}");
    let said = format!("{reader}: ");
    err.lines().filter(|line| line.starts_with(&said)).for_each(tell);
}

/// Tries one input; says how much work it was.
fn attempt(reader: &str, input: &[u8], read: &impl Fn(&[u8])) -> Duration {
    let (started, before) = (Instant::now(), worked(process::id()));
    let ended = catch_unwind(AssertUnwindSafe(|| read(input)));
    let work = worked(process::id()).saturating_sub(before);
    // A machine that is busy with something else makes all things late, but not that late.
    let is_late = started.elapsed() > PATIENCE;
    if ended.is_ok() && work <= MOST_WORK && !is_late {
        return work;
    }
    let folder = corpus(reader);
    let file = folder.join(&studio_text::sha256_hex(input)[..16]);
    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input)).expect("the corpus can be written");
    match ended {
        Err(panic) => resume_unwind(panic),
        Ok(()) => panic!("{reader}: {} took {work:?} of work in {:?}", file.display(), started.elapsed()),
    }
}

/// The most memory this process ever had, in KiB; 0 where the system does not say.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
