//! The work of a process, by the system's own count: what others do on the same machine is none of it.

use std::{fs, path::Path, time::Duration};

/// The processor time a process had so far, of all its threads together; none where the system does not say.
pub fn worked(process: u32) -> Duration {
    // Fields 14 and 15, behind the program's name, in hundredths of a second.
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

/// Tells whether what the thread that asks for this starts is at work: it took more of the processor than any interpreter
/// takes to start. Where the system does not say, it is taken to be.
pub fn at_work_here() -> impl Fn() -> bool + Send + Sync + use<> {
    const AT_WORK: Duration = Duration::from_millis(500);
    let here = fs::read_link("/proc/thread-self").ok();
    move || {
        let of = |here| descendants(&Path::new("/proc").join(here)).into_iter().map(worked).sum::<Duration>();
        here.as_ref().is_none_or(|here| of(here) > AT_WORK)
    }
}

/// What a thread started, and what that started.
fn descendants(thread: &Path) -> Vec<u32> {
    let children = fs::read_to_string(thread.join("children")).unwrap_or_default();
    let children: Vec<u32> = children.split_whitespace().filter_map(|id| id.parse().ok()).collect();
    let threads = |id: &u32| fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let below = children.iter().flat_map(threads).flat_map(|thread| descendants(&thread.path()));
    children.iter().copied().chain(below).collect()
}
