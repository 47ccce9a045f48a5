//! What `WebKit` says of a process that it ended or that went. It says so to the system's journal and nowhere else: a message
//! that one process may not send to another ends the sender by a plain kill. Where no journal runs this listens in its
//! place; where one does, `journalctl` has it.

use std::{fs, io, os::unix::net::UnixDatagram, path::Path, sync::LazyLock, thread};

use parking_lot::Mutex;
use studio_testkit::LastWill;

/// Where a journal listens.
const PLACE: &str = "/run/systemd/journal/socket";
/// What `WebKit` is to speak of.
pub(super) const CHANNELS: &str = "IPC,Process";
/// The least urgent of what is kept, as the system counts: an error.
const ERROR: u32 = 3;

/// What it said to this process of tests, of all windows.
static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Listens from now on, if that is possible here.
pub(super) fn listens() -> bool {
    static LISTENS: LazyLock<bool> = LazyLock::new(|| listen().is_ok());
    *LISTENS
}

/// The errors it spoke of, oldest first.
pub(super) fn errors() -> Vec<String> {
    SAID.lock().clone()
}

fn listen() -> io::Result<()> {
    let place = Path::new(PLACE);
    let left = UnixDatagram::unbound()?.connect(place).err().map(|error| error.kind());
    if left == Some(io::ErrorKind::ConnectionRefused) {
        // Of a process that was killed.
        fs::remove_file(place)?;
    }
    fs::create_dir_all(place.parent().unwrap_or(place))?;
    let socket = UnixDatagram::bind(place)?;
    let will = LastWill::of(place);
    thread::spawn(move || {
        let _will = will;
        let mut entry = vec![0; 64 * 1024];
        while let Ok(length) = socket.recv(&mut entry) {
            SAID.lock().extend(error(&String::from_utf8_lossy(&entry[..length])));
        }
    });
    Ok(())
}

/// What an entry of the journal says, where it is of an error.
fn error(entry: &str) -> Option<String> {
    let field = |name: &str| entry.lines().find_map(|line| line.strip_prefix(name));
    let urgency: u32 = field("PRIORITY=")?.parse().ok()?;
    (urgency <= ERROR).then(|| field("MESSAGE=").unwrap_or_default().to_owned())
}
