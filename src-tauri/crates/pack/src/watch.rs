//! Noticing changes in linked folders. It says which paths may have changed, never what changed: who is told looks.

use parking_lot::Mutex;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode};
use notify::{ErrorKind, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, NoCache, new_debouncer_opt};

use crate::error::Error;
use crate::names::TEMPORARY_PREFIX;

/// How long a path must be quiet before its change is told.
const QUIET: Duration = Duration::from_millis(200);
/// How often folders are looked through that the system cannot watch.
const POLL: Duration = Duration::from_secs(2);
/// How often it is looked whether a folder that went away is back.
const SEARCH: Duration = Duration::from_secs(1);

/// A watch over folders, with everything below them. Dropping it ends it.
///
/// The callback gets each burst of changes as one sorted list without repeats. A folder in the list means that
/// anything below it may have changed: it is new, it went away, it came back (as after a change of branch), or so much
/// happened that the system lost count. This crate's own temporary files are never in it, but a file written by
/// `write_atomically` is, as any other.
pub struct FolderWatch {
    shared: Arc<Mutex<Shared>>,
}

type Callback = Arc<dyn Fn(Vec<PathBuf>) + Send + Sync>;

struct Shared {
    /// `None` where the system gives out no watches at all.
    native: Option<Debouncer<RecommendedWatcher, NoCache>>,
    /// Made when the first folder needs it.
    polling: Option<Debouncer<PollWatcher, NoCache>>,
    folders: HashSet<PathBuf>,
    /// Those of `folders` that are polled.
    polled: HashSet<PathBuf>,
    /// Those of `folders` that are gone, and waited for by a thread while there are any.
    lost: HashSet<PathBuf>,
    callback: Callback,
    me: Weak<Mutex<Shared>>,
}

impl FolderWatch {
    /// A watch over nothing yet. `callback` is called from the watch's own threads.
    pub fn start(callback: impl Fn(Vec<PathBuf>) + Send + Sync + 'static) -> Self {
        Self::start_with(Arc::new(callback), native)
    }

    fn start_with(
        callback: Callback,
        native: impl FnOnce(Weak<Mutex<Shared>>) -> notify::Result<Debouncer<RecommendedWatcher, NoCache>>,
    ) -> Self {
        let shared = Arc::new_cyclic(|me: &Weak<Mutex<Shared>>| {
            Mutex::new(Shared {
                native: native(me.clone()).ok(),
                polling: None,
                folders: HashSet::new(),
                polled: HashSet::new(),
                lost: HashSet::new(),
                callback,
                me: me.clone(),
            })
        });
        Self { shared }
    }

    /// Watches `folder` too; one that is not there is waited for, and told when it comes. Fails where it cannot be read.
    /// Watching it twice is watching it once.
    pub fn watch(&self, folder: &Path) -> Result<(), Error> {
        let mut shared = self.shared.lock();
        if shared.folders.contains(folder) {
            return Ok(());
        }
        match std::fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                shared.folders.insert(folder.to_owned());
                shared.lose(folder.to_owned());
                return Ok(());
            }
            read => drop(read.map_err(Error::io("watch", folder))?),
        }
        shared.add(folder).map_err(|source| Error::Watch { path: folder.to_owned(), source })?;
        shared.folders.insert(folder.to_owned());
        Ok(())
    }

    /// Stops watching `folder`. Changes of the last moment may still be told.
    pub fn unwatch(&self, folder: &Path) {
        let mut shared = self.shared.lock();
        if !shared.folders.remove(folder) {
            return;
        }
        shared.lost.remove(folder);
        // Neither fails in a way that matters: a folder that is gone is watched by nobody.
        if shared.polled.remove(folder) {
            let _ = shared.polling.as_mut().map(|polling| polling.unwatch(folder));
        } else {
            let _ = shared.native.as_mut().map(|native| native.unwatch(folder));
            shared.repair_around(folder);
        }
    }

    /// Whether some folder is looked through every two seconds because the system has no watch left for it.
    pub fn is_polling(&self) -> bool {
        !self.shared.lock().polled.is_empty()
    }
}

impl Shared {
    fn add(&mut self, folder: &Path) -> notify::Result<()> {
        if let Some(native) = &mut self.native {
            match native.watch(folder, RecursiveMode::Recursive) {
                Ok(()) => return Ok(()),
                Err(error) if !is_exhausted(&error) => return Err(error),
                // What was watched of it before the watches ran out.
                Err(_) => drop(native.unwatch(folder)),
            }
        }
        self.poll(folder)
    }

    fn poll(&mut self, folder: &Path) -> notify::Result<()> {
        if self.polling.is_none() {
            let config = notify::Config::default().with_poll_interval(POLL).with_follow_symlinks(false);
            self.polling = Some(new_debouncer_opt(QUIET, None, handler(self.me.clone()), NoCache, config)?);
        }
        let polling = self.polling.as_mut().expect("it was made above");
        polling.watch(folder, RecursiveMode::Recursive)?;
        self.polled.insert(folder.to_owned());
        Ok(())
    }

    /// Watches again what overlaps `folder`: the system forgets everything below a folder together with it.
    fn repair_around(&mut self, folder: &Path) {
        let is_around = |other: &&PathBuf| *other != folder && (other.starts_with(folder) || folder.starts_with(other));
        let around: Vec<_> = self.folders.iter().filter(is_around).cloned().collect();
        for other in around {
            if !self.polled.contains(&other) && self.add(&other).is_err() {
                self.lose(other);
            }
        }
    }

    /// After something happened to `folder` itself, as removing it and making it anew: the system's watch is on what
    /// it was before.
    fn renew(&mut self, folder: &Path) {
        if self.polled.contains(folder) || self.lost.contains(folder) {
            return;
        }
        let _ = self.native.as_mut().map(|native| native.unwatch(folder));
        if !folder.is_dir() || self.add(folder).is_err() {
            self.lose(folder.to_owned());
        }
        self.repair_around(folder);
    }

    fn lose(&mut self, folder: PathBuf) {
        let is_first = self.lost.is_empty();
        self.lost.insert(folder);
        if is_first {
            let me = self.me.clone();
            thread::spawn(move || search(&me));
        }
    }

    /// Watches those lost folders again that are back, and returns them.
    fn regain(&mut self) -> Vec<PathBuf> {
        let mut back: Vec<_> = self.lost.iter().filter(|folder| folder.is_dir()).cloned().collect();
        back.retain(|folder| self.add(folder).is_ok());
        for folder in &back {
            self.lost.remove(folder);
        }
        back.sort();
        back
    }

    /// Moves every folder to polling: the system has no watches left, so which changes are seen is chance.
    fn poll_all(&mut self) {
        self.native = None;
        for folder in self.folders.clone() {
            if !self.polled.contains(&folder) && !self.lost.contains(&folder) && self.poll(&folder).is_err() {
                self.lose(folder);
            }
        }
    }
}

/// Waits for lost folders until none is left.
fn search(shared: &Weak<Mutex<Shared>>) {
    loop {
        thread::sleep(SEARCH);
        let Some(shared) = shared.upgrade() else { return };
        let (back, callback, is_done) = {
            let mut shared = shared.lock();
            let back = shared.regain();
            (back, Arc::clone(&shared.callback), shared.lost.is_empty())
        };
        if !back.is_empty() {
            callback(back);
        }
        if is_done {
            return;
        }
    }
}

fn native(shared: Weak<Mutex<Shared>>) -> notify::Result<Debouncer<RecommendedWatcher, NoCache>> {
    let config = notify::Config::default().with_follow_symlinks(false);
    new_debouncer_opt(QUIET, None, handler(shared), NoCache, config)
}

fn is_exhausted(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::MaxFilesWatch => true,
        ErrorKind::Io(error) => matches!(
            error.kind(),
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded | std::io::ErrorKind::OutOfMemory
        ),
        _ => false,
    }
}

fn handler(shared: Weak<Mutex<Shared>>) -> impl FnMut(DebounceEventResult) + Send + 'static {
    move |result| {
        let Some(shared) = shared.upgrade() else { return };
        let (changed, callback) = {
            let mut shared = shared.lock();
            (changed_paths(result, &mut shared), Arc::clone(&shared.callback))
        };
        if !changed.is_empty() {
            callback(changed.into_iter().collect());
        }
    }
}

fn changed_paths(result: DebounceEventResult, shared: &mut Shared) -> BTreeSet<PathBuf> {
    let everything = |shared: &Shared| shared.folders.iter().cloned().collect();
    match result {
        Ok(events) if events.iter().any(|event| event.need_rescan()) => everything(shared),
        Ok(events) => {
            let events = events.into_iter().filter(|event| is_change(event.kind));
            let paths = events.flat_map(|event| event.event.paths);
            let changed: BTreeSet<_> = paths.filter(|path| !is_temporary(path)).collect();
            let touched: Vec<_> = shared.folders.iter().filter(|folder| changed.contains(*folder)).cloned().collect();
            for folder in touched {
                shared.renew(&folder);
            }
            changed
        }
        Err(errors) => {
            if errors.iter().any(is_exhausted) {
                shared.poll_all();
            }
            // Something was missed, so everything may have changed.
            everything(shared)
        }
    }
}

/// Whether it is more than somebody looking: this program's own reading would otherwise wake it again and again.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(TEMPORARY_PREFIX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::mpsc::{Receiver, channel};

    fn receive(receiver: &Receiver<Vec<PathBuf>>, path: &Path) {
        while !receiver.recv_timeout(studio_testkit::PATIENCE).expect("the change is told").contains(&path.to_owned()) {
        }
    }

    #[test]
    fn without_system_watches_folders_are_polled() {
        let root = tempfile::tempdir().unwrap();
        let (sender, receiver) = channel();
        let callback: Callback = Arc::new(move |paths| drop(sender.send(paths)));
        let watch = FolderWatch::start_with(callback, |_| Err(notify::Error::new(ErrorKind::MaxFilesWatch)));
        watch.watch(root.path()).unwrap();
        assert!(watch.is_polling());
        let file = root.path().join("SKILL.md");
        fs::write(&file, "new").unwrap();
        receive(&receiver, &file);
        let later = root.path().join("later");
        watch.watch(&later).unwrap();
        fs::create_dir(&later).unwrap();
        receive(&receiver, &later);
        watch.unwatch(&later);
        watch.unwatch(root.path());
        assert!(!watch.is_polling());
    }

    #[test]
    fn running_out_of_system_watches_moves_every_folder_to_polling() {
        let root = tempfile::tempdir().unwrap();
        let (sender, receiver) = channel();
        let watch = FolderWatch::start(move |paths| drop(sender.send(paths)));
        watch.watch(root.path()).unwrap();
        let mut handle = handler(Arc::downgrade(&watch.shared));
        handle(Err(vec![notify::Error::new(ErrorKind::MaxFilesWatch)]));
        receive(&receiver, root.path());
        assert!(watch.is_polling());
        let file = root.path().join("SKILL.md");
        fs::write(&file, "new").unwrap();
        receive(&receiver, &file);
    }
}
