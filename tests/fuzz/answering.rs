//! A server on this machine that answers whatever it is told to.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

use parking_lot::Mutex;

/// Answers each request with the next of its answers, and with the last one from then on.
pub(crate) struct Answering {
    pub(crate) address: SocketAddr,
    answers: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Answering {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback interface has free ports");
        let address = listener.local_addr().expect("a bound listener has an address");
        let answers: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let next = Arc::clone(&answers);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut answers = next.lock();
                let answer =
                    if answers.len() > 1 { answers.remove(0) } else { answers.first().cloned().unwrap_or_default() };
                drop(answers);
                // Whoever asked may have gone.
                let _gone = answer_with(stream, &answer);
            }
        });
        Self { address, answers }
    }

    /// What is answered from now on.
    pub(crate) fn say(&self, answers: Vec<Vec<u8>>) {
        *self.answers.lock() = answers;
    }
}

/// An answer that does not say that it is one of HTTP is the body of one.
fn answer_with(mut stream: TcpStream, answer: &[u8]) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    hear(&mut stream)?;
    if answer.starts_with(b"HTTP/") {
        return stream.write_all(answer);
    }
    let kind = if answer.starts_with(b"event:") || answer.starts_with(b"data:") {
        "text/event-stream"
    } else {
        "application/json"
    };
    let length = answer.len();
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(answer)
}

/// Reads a request to its end.
fn hear(stream: &mut TcpStream) -> std::io::Result<()> {
    let (mut heard, mut piece) = (Vec::new(), [0; 8192]);
    loop {
        let count = stream.read(&mut piece)?;
        heard.extend_from_slice(&piece[..count]);
        let end = heard.windows(4).position(|four| four == b"\r\n\r\n");
        let Some(end) = end.filter(|_| count > 0) else {
            if count == 0 {
                return Ok(());
            }
            continue;
        };
        let head = String::from_utf8_lossy(&heard[..end]).to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        if heard.len() >= end + 4 + length.unwrap_or(0_usize) {
            return Ok(());
        }
    }
}
