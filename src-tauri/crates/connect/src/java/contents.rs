//! What the entries of a class path hold, as one hash: what was allowed is not to change under its name.
//!
//! Counted are archives that are named, and in folders everything Java would load: classes and archives, wherever they
//! lie. A file is read again only where its size or one of its times changed.

use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fs::{self, File, Metadata},
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::LazyLock,
    time::{Duration, SystemTime},
};

use sha2::{Digest as _, Sha256};

/// How much is read for one tool, at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Files and folders together.
    pub(super) entries: usize,
    /// Bytes of all files.
    pub(super) bytes: u64,
}

/// More than the largest class paths of real programs have.
pub(super) const BOUNDS: Bounds = Bounds { entries: 50_000, bytes: 1 << 30 };

/// A file changed as lately as this may change again without a sign: its times are not finer than the system's clock.
const SETTLED: Duration = Duration::from_secs(2);

/// Why contents have no hash.
#[derive(Debug)]
pub(super) enum Unknown {
    /// There is more than may be read.
    TooMuch,
    /// Something could not be read.
    Unread(PathBuf, io::Error),
}

/// What tells that a file is still the one that was read.
#[derive(Clone, Debug, PartialEq)]
struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// When anything about it changed, which no program can choose.
    changed: (i64, i64),
}

/// The hashes of files that were read, with what they were then.
static READ: LazyLock<Mutex<HashMap<PathBuf, (Stamp, String)>>> = LazyLock::new(Mutex::default);

/// One hash of the contents of these files and folders, in their order.
pub(super) fn hash(paths: &[PathBuf], bounds: Bounds) -> Result<String, Unknown> {
    let mut rest = bounds;
    let mut whole = Sha256::new();
    for path in paths {
        for (name, file) in files(path, &mut rest)? {
            let hash = file_hash(&file, &mut rest)?;
            // Lengths keep apart what would read the same in a row.
            whole.update(format!("{} {}{hash}", name.as_os_str().len(), name.display()));
        }
        whole.update("\n");
    }
    Ok(hex::encode(whole.finalize()))
}

/// The files of one entry by their names in it, sorted. One that is a file itself has no name: its path is told apart.
fn files(entry: &Path, rest: &mut Bounds) -> Result<BTreeMap<PathBuf, PathBuf>, Unknown> {
    if !entry.is_dir() {
        return Ok(BTreeMap::from([(PathBuf::new(), entry.to_path_buf())]));
    }
    let mut found = BTreeMap::new();
    let mut entered = HashSet::new();
    let mut folders = BTreeSet::from([entry.to_path_buf()]);
    while let Some(folder) = folders.pop_first() {
        let unread = |cause| Unknown::Unread(folder.clone(), cause);
        // Links may lead in circles.
        if !entered.insert(folder.canonicalize().map_err(unread)?) {
            continue;
        }
        for inside in fs::read_dir(&folder).map_err(unread)? {
            let path = inside.map_err(unread)?.path();
            rest.entries = rest.entries.checked_sub(1).ok_or(Unknown::TooMuch)?;
            if path.is_dir() {
                folders.insert(path);
            } else if is_loaded(&path) && path.is_file() {
                found.insert(path.strip_prefix(entry).unwrap_or(&path).to_path_buf(), path);
            }
        }
    }
    Ok(found)
}

fn is_loaded(path: &Path) -> bool {
    path.extension().is_some_and(|kind| ["class", "jar", "zip"].iter().any(|known| kind.eq_ignore_ascii_case(known)))
}

fn file_hash(path: &Path, rest: &mut Bounds) -> Result<String, Unknown> {
    let unread = |cause| Unknown::Unread(path.to_path_buf(), cause);
    let metadata = fs::metadata(path).map_err(unread)?;
    if !metadata.is_file() {
        return Err(unread(io::Error::other("it isn't a file")));
    }
    let stamp = Stamp::of(&metadata);
    rest.bytes = rest.bytes.checked_sub(stamp.len).ok_or(Unknown::TooMuch)?;
    let known = READ.lock().get(path).cloned();
    if let Some((_, hash)) = known.filter(|(then, _)| *then == stamp) {
        return Ok(hash);
    }
    let hash = hash_of(path, stamp.len).map_err(unread)?;
    if stamp.is_settled() {
        READ.lock().insert(path.to_path_buf(), (stamp, hash.clone()));
    }
    Ok(hash)
}

/// The hash of a file's first bytes; one that is written meanwhile may not end.
fn hash_of(path: &Path, len: u64) -> io::Result<String> {
    let mut file = File::open(path)?.take(len);
    let mut whole = Sha256::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hex::encode(whole.finalize())),
            read => whole.update(&part[..read]),
        }
    }
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt as _;
            (metadata.ctime(), metadata.ctime_nsec())
        };
        #[cfg(not(unix))]
        let changed = (0, 0);
        Self { len: metadata.len(), modified: metadata.modified().ok(), changed }
    }

    fn is_settled(&self) -> bool {
        self.modified.is_some_and(|then| then.elapsed().is_ok_and(|age| age > SETTLED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn whatever_java_would_load_changes_the_hash_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let (classes, archive) = (folder.path().join("classes"), folder.path().join("one.jar"));
        put(&classes, "a/A.class", "A");
        put(&classes, "lib/b.JAR", "b");
        put(folder.path(), "one.jar", "one");
        let paths = [classes.clone(), archive.clone()];
        let now = || hash(&paths, BOUNDS).unwrap();
        let mut seen = vec![now()];
        put(&classes, "notes.txt", "of no account");
        assert_eq!(seen, [now()]);
        for (name, text) in
            [("classes/a/A.class", "B"), ("classes/a/A$1.class", ""), ("classes/lib/b.JAR", "c"), ("one.jar", "two")]
        {
            put(folder.path(), name, text);
            assert!(!seen.contains(&now()), "{name}");
            seen.push(now());
        }
        fs::rename(classes.join("a/A.class"), classes.join("a/C.class")).unwrap();
        assert!(!seen.contains(&now()), "names count");
        assert_ne!(now(), hash(&[archive, classes], BOUNDS).unwrap(), "the first one wins, so their order counts");
    }

    #[test]
    fn a_file_that_was_read_long_ago_is_read_again_when_it_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.jar");
        let old = SystemTime::now() - Duration::from_hours(1);
        let write = |text: &str| {
            fs::write(&path, text).unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        };
        let paths = [path.clone()];
        write("one");
        let first = hash(&paths, BOUNDS).unwrap();
        assert!(READ.lock().contains_key(&path));
        assert_eq!(hash(&paths, BOUNDS).unwrap(), first);
        write("other");
        assert_ne!(hash(&paths, BOUNDS).unwrap(), first);
    }

    #[test]
    fn what_is_too_much_or_leads_in_circles_has_an_end() {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "A.class", "0123456789");
        put(folder.path(), "B.class", "0123456789");
        let within = |entries, bytes| hash(&[folder.path().to_path_buf()], Bounds { entries, bytes });
        assert!(within(2, 20).is_ok());
        assert!(matches!(within(1, 20), Err(Unknown::TooMuch)));
        assert!(matches!(within(2, 19), Err(Unknown::TooMuch)));
        #[cfg(unix)]
        {
            let device = hash(&[PathBuf::from("/dev/zero")], BOUNDS);
            assert!(matches!(device, Err(Unknown::Unread(..))), "what never ends is not read");
            let before = within(2, 20).unwrap();
            std::os::unix::fs::symlink(folder.path(), folder.path().join("again")).unwrap();
            assert_eq!(within(3, 20).unwrap(), before);
        }
        let gone = folder.path().join("gone.jar");
        assert!(matches!(hash(std::slice::from_ref(&gone), BOUNDS), Err(Unknown::Unread(path, _)) if path == gone));
    }
}
