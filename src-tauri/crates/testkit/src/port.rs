//! The number of a port that is ours for as long as we hold it: for a program that has to be told where to listen, and for
//! an address at which nobody shall answer.
//!
//! A port that the system picks for a listener which is then closed is anybody's: the system picks it again, for another
//! test or for a connection, before a slow program listens there. These numbers are none that the system picks, and each is
//! held by a lock on a file that every test of this user respects. Who can listen by itself binds port 0 and hands the
//! listener on instead.

use std::{
    fs::{self, File},
    net::TcpListener,
    path::PathBuf,
    process,
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// Below these are services that a machine may well run.
const FIRST: u32 = 20_000;
/// Below these nobody but root listens.
const FIRST_OF_ALL: u32 = 1_024;
/// The number after the last.
const END: u32 = 65_536;
/// As many as are enough for all tests that run at once on a machine.
const ENOUGH: u32 = 1_000;

/// A port on the loopback interface that nobody listens on and that no other test is given while this is held.
#[derive(Debug)]
pub struct Port {
    number: u16,
    /// Its lock goes with it, also where the process is killed.
    _held: File,
}

impl Port {
    /// Takes one.
    pub fn reserve() -> Self {
        static RANGE: LazyLock<(u32, u32)> = LazyLock::new(|| given_out_by_nobody(picked_by_the_system()));
        static ASKED: AtomicU32 = AtomicU32::new(0);
        let (first, end) = *RANGE;
        // Each process begins at a place of its own, and one that was let go is not given again at once.
        let begin = process::id().wrapping_mul(101);
        let mut numbers =
            (first..end).map(|_| first + begin.wrapping_add(ASKED.fetch_add(1, Ordering::Relaxed)) % (end - first));
        numbers.find_map(|number| Self::take(number as u16)).expect("some of thousands of ports is free")
    }

    /// The number, to tell it to who listens there.
    pub fn number(&self) -> u16 {
        self.number
    }

    fn take(number: u16) -> Option<Self> {
        let folder = folder();
        fs::create_dir_all(&folder).expect("the temporary folder can be written");
        let path = folder.join(number.to_string());
        let file = File::options().create(true).truncate(false).write(true).open(path).expect("it is this user's");
        file.try_lock().ok()?;
        // Somebody who is no test may listen there.
        TcpListener::bind(("127.0.0.1", number)).ok()?;
        Some(Self { number, _held: file })
    }
}

/// Where this user's locks lie. They stay: a file that is removed while another process opens it would be locked twice.
fn folder() -> PathBuf {
    #[cfg(unix)]
    let user = nix::unistd::getuid();
    #[cfg(not(unix))]
    let user = "own";
    std::env::temp_dir().join(format!("skill-studio-ports-{user}"))
}

/// The first and the last port that the system picks where it is asked for any.
fn picked_by_the_system() -> (u32, u32) {
    let told = fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").unwrap_or_default();
    let numbers: Vec<u32> = told.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    // The range that the registry of ports has for this.
    if let [first, last] = numbers[..] { (first, last) } else { (49_152, 65_535) }
}

/// The first of the ports that are ours to give, and the one after the last, beside those that the system picks.
fn given_out_by_nobody((picked, last): (u32, u32)) -> (u32, u32) {
    let ranges = [(FIRST, picked), (last + 1, END), (FIRST_OF_ALL, picked)];
    // Where the system picks all of them, the lock and the look are all there is.
    ranges.into_iter().find(|(first, end)| *end >= first + ENOUGH).unwrap_or((FIRST, END))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ports_that_are_given_are_none_that_the_system_picks() {
        for (picked, expected) in [
            ((32_768, 60_999), (20_000, 32_768)),
            ((49_152, 65_535), (20_000, 49_152)),
            ((15_000, 60_000), (60_001, 65_536)),
            ((15_000, 65_000), (1_024, 15_000)),
            ((1_024, 65_535), (20_000, 65_536)),
        ] {
            assert_eq!(given_out_by_nobody(picked), expected, "{picked:?}");
        }
    }

    #[test]
    fn a_port_is_nobody_elses_while_it_is_held() {
        let held: Vec<Port> = (0..20).map(|_| Port::reserve()).collect();
        for port in &held {
            assert!(Port::take(port.number()).is_none(), "{} was given twice", port.number());
        }
        let number = held[0].number();
        drop(held);
        let listener = TcpListener::bind(("127.0.0.1", number)).expect("nobody listens there");
        assert!(Port::take(number).is_none(), "somebody listens there");
        drop(listener);
    }
}
