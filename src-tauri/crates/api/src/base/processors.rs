//! Work that is shared out to all processors.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use crate::Error;

/// Does something with each item on as many threads as there are processors; the results are in order.
pub(crate) fn on_all_processors<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, Error> {
    let next = AtomicUsize::new(0);
    let do_some = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(item)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let parts = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(do_some)).collect();
        threads.into_iter().map(thread::ScopedJoinHandle::join).collect::<Result<Vec<_>, _>>()
    });
    let parts = parts.map_err(|_| Error::interrupted(&"a reader stopped"))?;
    let mut done: Vec<(usize, R)> = parts.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
