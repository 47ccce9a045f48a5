//! What a client says on one of its outputs.

use std::{
    io::Read,
    sync::{
        Arc,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

use parking_lot::Mutex;

/// Bytes kept of the beginning, and as many of the end.
const MOST_SAID: usize = 64 * 1024;

/// What comes out of a pipe, read on a thread of its own until it is closed.
pub(super) struct Said {
    kept: Arc<Mutex<Vec<u8>>>,
    /// Hangs up when all was read.
    all_read: Receiver<()>,
}

impl Said {
    /// Begins to read.
    pub(super) fn on(pipe: Option<impl Read + Send + 'static>) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (reading, all_read) = mpsc::channel();
        let into = Arc::clone(&kept);
        if let Some(mut pipe) = pipe {
            thread::spawn(move || {
                let mut chunk = [0; 8 * 1024];
                while let Ok(count @ 1..) = pipe.read(&mut chunk) {
                    keep(&mut into.lock(), &chunk[..count]);
                }
                drop(reading);
            });
        }
        Self { kept, all_read }
    }

    /// Its beginning and its end, once all was read; what was until then where something still holds the pipe open after
    /// this time.
    pub(super) fn text(&self, at_most: Duration) -> String {
        // Nothing is ever sent: it ends when the other side is gone, or by the time.
        let _over = self.all_read.recv_timeout(at_most);
        String::from_utf8_lossy(&self.kept.lock()).into_owned()
    }
}

/// Adds to what is kept; what is then too long for both loses from its middle.
fn keep(kept: &mut Vec<u8>, chunk: &[u8]) {
    kept.extend_from_slice(chunk);
    if kept.len() > 2 * MOST_SAID {
        kept.drain(MOST_SAID..kept.len() - MOST_SAID);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor};

    use super::*;

    /// Says something, and then nothing more, without an end.
    struct Open {
        said: Option<&'static [u8]>,
        /// Told when the second word is waited for.
        asks: mpsc::Sender<()>,
        /// Held by the test.
        never: Receiver<()>,
    }

    impl Read for Open {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if let Some(said) = self.said.take() {
                into[..said.len()].copy_from_slice(said);
                return Ok(said.len());
            }
            self.asks.send(()).unwrap();
            let _ended = self.never.recv();
            Ok(0)
        }
    }

    #[test]
    fn all_is_there_once_the_pipe_is_closed_and_of_much_the_beginning_and_the_end() {
        let text = |bytes: Vec<u8>| Said::on(Some(Cursor::new(bytes))).text(Duration::MAX);
        for length in [0, 1, 8 * 1024, 2 * MOST_SAID] {
            assert_eq!(text(vec![b'x'; length]).len(), length);
        }
        let middle = "-".repeat(1_000_000);
        let said = text(format!("first{middle}last").into_bytes());
        assert!(said.starts_with("first-") && said.ends_with("-last"));
        assert_eq!(said.len(), 2 * MOST_SAID);
        assert_eq!(Said::on(None::<Cursor<Vec<u8>>>).text(Duration::MAX), "");
    }

    #[test]
    fn a_pipe_that_stays_open_gives_what_was_said_until_then() {
        let ((asks, asked), (held, never)) = (mpsc::channel(), mpsc::channel());
        let said = Said::on(Some(Open { said: Some(b"said"), asks, never }));
        asked.recv().unwrap();
        assert_eq!(said.text(Duration::ZERO), "said");
        drop(held);
    }
}
