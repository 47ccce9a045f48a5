//! Secrets in the system's keychain.
//!
//! A keychain cannot say what it holds, so the names, and nothing but the names, are listed in a file beside the library.
//! It may be slow, or wait for somebody to unlock it: each question runs on a thread of its own and is given up after a
//! while.

use std::{
    fs, io,
    path::PathBuf,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use super::{
    Error, Secret,
    lock::{self, Existing, Lock},
};

const SERVICE: &str = "skill-studio";

/// How long a keychain may take to say that it is there.
const PROBE_LIMIT: Duration = Duration::from_secs(3);

/// How long it may take to answer: somebody may have to type a password first.
const ANSWER_LIMIT: Duration = Duration::from_mins(1);

/// What keeps a secret under a name.
pub(super) trait Chain: Send + Sync {
    fn get(&self, name: &str) -> keyring::Result<Secret>;
    fn set(&self, name: &str, value: &Secret) -> keyring::Result<()>;
    fn delete(&self, name: &str) -> keyring::Result<()>;
}

/// The keychain this system has.
struct SystemChain;

impl Chain for SystemChain {
    fn get(&self, name: &str) -> keyring::Result<Secret> {
        keyring::Entry::new(SERVICE, name)?.get_password().map(Secret::new)
    }

    fn set(&self, name: &str, value: &Secret) -> keyring::Result<()> {
        keyring::Entry::new(SERVICE, name)?.set_password(value.expose())
    }

    fn delete(&self, name: &str) -> keyring::Result<()> {
        keyring::Entry::new(SERVICE, name)?.delete_credential()
    }
}

pub(super) struct Keychain {
    chain: Arc<dyn Chain>,
    names: NameList,
}

impl Keychain {
    /// The system's keychain, if it answers.
    pub(super) fn of_system(names: NameList) -> Option<Self> {
        Self::probe(Arc::new(SystemChain), names, PROBE_LIMIT)
    }

    /// This keychain, if it answers in time.
    pub(super) fn probe(chain: Arc<dyn Chain>, names: NameList, limit: Duration) -> Option<Self> {
        let asked = Arc::clone(&chain);
        let answer = within(limit, move || asked.get("probe").map(drop)).ok()?;
        matches!(answer, Ok(()) | Err(keyring::Error::NoEntry)).then_some(Self { chain, names })
    }

    pub(super) fn get(&self, name: &str) -> Result<Option<Secret>, Error> {
        let (chain, asked) = (Arc::clone(&self.chain), name.to_owned());
        match within(ANSWER_LIMIT, move || chain.get(&asked))? {
            Ok(secret) => Ok(Some(secret)),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(cause) => Err(said(&cause)),
        }
    }

    pub(super) fn set(&self, name: &str, value: &Secret) -> Result<(), Error> {
        self.set_unlisted(name, value)?;
        self.names.add(name)
    }

    /// Keeps what is no secret of the author's.
    pub(super) fn set_unlisted(&self, name: &str, value: &Secret) -> Result<(), Error> {
        let (chain, asked, value) = (Arc::clone(&self.chain), name.to_owned(), value.clone());
        within(ANSWER_LIMIT, move || chain.set(&asked, &value))?.map_err(|cause| said(&cause))
    }

    /// Says whether there was something to delete.
    pub(super) fn delete(&self, name: &str) -> Result<bool, Error> {
        let (chain, asked) = (Arc::clone(&self.chain), name.to_owned());
        let was_there = match within(ANSWER_LIMIT, move || chain.delete(&asked))? {
            Ok(()) => true,
            Err(keyring::Error::NoEntry) => false,
            Err(cause) => return Err(said(&cause)),
        };
        self.names.remove(name)?;
        Ok(was_there)
    }
}

/// Names of the secrets that are in the keychain.
#[derive(Clone, Debug)]
pub(super) struct NameList {
    pub(super) file: PathBuf,
    pub(super) lock: PathBuf,
}

impl NameList {
    pub(super) fn read(&self) -> Result<Vec<String>, Error> {
        match fs::read_to_string(&self.file) {
            Ok(text) => Ok(text.lines().filter(|name| super::check_name(name).is_ok()).map(str::to_owned).collect()),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(cause) => Err(Error::io(&self.file)(cause)),
        }
    }

    fn add(&self, name: &str) -> Result<(), Error> {
        self.change(|names| names.push(name.to_owned()))
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        self.change(|names| names.retain(|kept| kept != name))
    }

    fn change(&self, change: impl FnOnce(&mut Vec<String>)) -> Result<(), Error> {
        let _lock = Lock::take(&self.lock)?;
        let old = self.read()?;
        let mut names = old.clone();
        change(&mut names);
        names.sort();
        names.dedup();
        if names == old {
            return Ok(());
        }
        lock::write(&self.file, names.join("\n").as_bytes(), Existing::Replaced)
    }
}

/// What `work` came to. It goes on alone when the time is over.
fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let worker = thread::Builder::new().name("keychain".to_owned()).spawn(move || {
        // Nobody listens any more when the time was over first.
        let _ = sender.send(work());
    });
    worker.map_err(|cause| Error::Keychain { cause: cause.to_string() })?;
    receiver.recv_timeout(limit).map_err(|_| Error::Silent { seconds: limit.as_secs() })
}

/// Some of the keychain's errors carry what was read, and would print it.
fn said(cause: &keyring::Error) -> Error {
    let cause = match cause {
        keyring::Error::BadEncoding(_) | keyring::Error::BadDataFormat(..) => "the entry isn't text".to_owned(),
        keyring::Error::Ambiguous(_) => "several entries have this name".to_owned(),
        other => other.to_string(),
    };
    Error::Keychain { cause }
}
