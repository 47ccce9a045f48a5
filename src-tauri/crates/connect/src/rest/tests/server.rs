//! Servers on this machine that answer as a test wants, and remember what they heard.

use parking_lot::Mutex;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    thread,
};

/// A request as it came over the wire.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    /// Method and target.
    pub(super) line: String,
    /// Names in small letters.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl Heard {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn target(&self) -> &str {
        self.line.split(' ').nth(1).unwrap()
    }
}

/// What a server does with a request.
pub(super) enum Reaction {
    /// Writes this and closes.
    Say(Vec<u8>),
    /// Closes without a word.
    HangUp,
    /// Says this and holds the line.
    Hold(Vec<u8>),
    /// Writes a head without length, and then this piece again and again until nobody listens.
    Flood(Vec<u8>),
}

pub(super) struct Server {
    pub(super) address: SocketAddr,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl Server {
    /// A server that reacts to the request with this number.
    pub(super) fn start(react: impl FnMut(&Heard, usize) -> Reaction + Send + 'static) -> Self {
        Self::start_on("127.0.0.1:0", react)
    }

    pub(super) fn start_on(address: &str, mut react: impl FnMut(&Heard, usize) -> Reaction + Send + 'static) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        let server = Self { address: listener.local_addr().unwrap(), heard: Arc::default() };
        let ears = Arc::clone(&server.heard);
        thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(heard) = listen(&mut stream) else { continue };
                let count = {
                    let mut ears = ears.lock();
                    ears.push(heard.clone());
                    ears.len()
                };
                // The other side may be gone already; that is for the test to see.
                let _ = match react(&heard, count) {
                    Reaction::Say(bytes) => stream.write_all(&bytes),
                    Reaction::HangUp => Ok(()),
                    Reaction::Hold(bytes) => {
                        let said = stream.write_all(&bytes);
                        held.push(stream);
                        said
                    }
                    Reaction::Flood(piece) => {
                        let head = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
                        stream.write_all(head).and_then(|()| {
                            loop {
                                stream.write_all(&piece)?;
                            }
                        })
                    }
                };
            }
        });
        server
    }

    /// A server that says the same to everybody.
    pub(super) fn saying(bytes: Vec<u8>) -> Self {
        Self::start(move |_, _| Reaction::Say(bytes.clone()))
    }

    /// A server that tells what it heard, as JSON.
    pub(super) fn echo() -> Self {
        Self::start(|heard, _| {
            let headers: serde_json::Map<_, _> =
                heard.headers.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
            let body = serde_json::json!({"line": heard.line, "headers": headers, "body": heard.body});
            Reaction::Say(json(200, &body.to_string()))
        })
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(super) fn heard(&self) -> Vec<Heard> {
        self.heard.lock().clone()
    }

    /// The only request that came.
    pub(super) fn only(&self) -> Heard {
        let [only] = <[Heard; 1]>::try_from(self.heard()).unwrap();
        only
    }
}

pub(super) fn say(status: u16, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} So\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

pub(super) fn json(status: u16, body: &str) -> Vec<u8> {
    say(status, "content-type: application/json\r\n", body.as_bytes())
}

pub(super) fn redirect(status: u16, location: &str) -> Vec<u8> {
    say(status, &format!("location: {location}\r\n"), b"")
}

fn listen(stream: &mut TcpStream) -> Option<Heard> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        match stream.read(&mut piece) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&piece[..count]),
            _ => return None,
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let (line, fields) = head.split_once("\r\n").unwrap_or((&head, ""));
    let headers: Vec<_> = fields
        .lines()
        .filter_map(|field| field.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let mut heard = Heard { line: line.trim_end_matches(" HTTP/1.1").to_owned(), headers, body: String::new() };
    let length: usize = heard.header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = bytes.split_off(end + 4);
    while body.len() < length {
        let count = stream.read(&mut piece).ok().filter(|count| *count > 0)?;
        body.extend_from_slice(&piece[..count]);
    }
    heard.body = String::from_utf8_lossy(&body).into_owned();
    Some(heard)
}
