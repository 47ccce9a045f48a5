//! A database server that says what it likes, while one signs in or afterwards.

use std::{
    io::{self, Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

use studio_connect::postgres::{Address, Patience, Remote};

use crate::{
    MB, Told,
    hostile::{Hostile, SECRET},
};

/// Bytes of an answer.
pub(crate) const LIMIT: usize = 96 * MB;

/// When it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stage {
    SigningIn,
    SignedIn,
}

pub(crate) const STAGES: [Stage; 2] = [Stage::SigningIn, Stage::SignedIn];

fn message(tag: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap();
    [&[tag][..], &length.to_be_bytes(), body].concat()
}

/// A message that says it has so many bytes.
fn head(tag: u8, length: u32) -> Vec<u8> {
    [&[tag][..], &length.to_be_bytes()].concat()
}

fn error(said: &str) -> Vec<u8> {
    message(b'E', format!("SERROR\0VERROR\0C42601\0M{said}\0\0").as_bytes())
}

/// One of each kind.
pub(crate) fn replies() -> Vec<Hostile> {
    let notice = message(b'N', b"SWARNING\0VWARNING\0C01000\0Mmore of the same\0\0");
    let continued = [&11_u32.to_be_bytes()[..], b"r=a,s=YQ==,i=4000000000"].concat();
    let scram = [&10_u32.to_be_bytes()[..], b"SCRAM-SHA-256\0\0"].concat();
    let flood = |kind, piece: &[u8]| Hostile::of(kind, "").then(piece, 200 * MB);
    vec![
        flood("endless notices", &notice),
        flood("endless settings", &message(b'S', b"a\0b\0")),
        flood("endless notifications", &message(b'A', b"\0\0\0\x01a\0b\0")),
        flood("endless rows", &message(b'D', &[0, 1, 0, 0, 0, 1, b'x'])),
        flood("endless answers", &message(b'C', b"SELECT 1\0")),
        flood("endless ends", &message(b'Z', b"I")),
        flood("endless nothing", &[0]),
        flood("endless copying", &message(b'd', b"row")),
        Hostile::of("a row without an end", head(b'D', u32::MAX)).then(b"x", 200 * MB),
        Hostile::of("a column count of 65,535", message(b'D', &[0xff].repeat(200_000))),
        Hostile::of("descriptions of 65,535 columns", message(b'T', &[0xff].repeat(60_000))),
        Hostile::of("descriptions of 65,535 parameters", message(b't', &[0xff].repeat(60_000))),
        Hostile::of("an error of 50 MB", head(b'E', 50 * 1024 * 1024)).then(b"no ", 50 * MB),
        Hostile::of("a notice of 50 MB", head(b'N', 50 * 1024 * 1024)).then(b"no ", 50 * MB),
        Hostile::of("a long error", error(&"no ".repeat(200_000))),
        Hostile::of("the password", error(&format!("no such user as {SECRET}, {SECRET}"))),
        Hostile::of("invalid UTF-8", message(b'E', b"SERROR\0C42601\0M\xff\xfe\0\0")),
        Hostile::of("an error without fields", message(b'E', b"\0")),
        Hostile::of("a length of nothing", head(b'Z', 0)),
        Hostile::of("a negative length", head(b'R', 0x8000_0000)).then(b"x", 200 * MB),
        Hostile::of("an unknown sign-in", message(b'R', &99_u32.to_be_bytes())),
        Hostile::of("billions of rounds", [message(b'R', &scram), message(b'R', &continued)].concat()),
        Hostile::of("cut off", head(b'T', 500)),
        Hostile::of("nothing", ""),
        Hostile::of("a page", "HTTP/1.1 400 Bad Request\r\n\r\n<html>"),
    ]
}

/// Signs in to a server that says this.
pub(crate) fn ask(stage: Stage, reply: &Hostile) -> Told {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let reply = reply.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever has heard enough hangs up.
            let _ = answer(stream, stage, &reply);
        }
    });
    let address = Address::parse(&format!("postgresql://ann:{SECRET}@127.0.0.1:{port}/team")).unwrap();
    Remote::connect(&address, Patience::default()).map(drop).map_err(|error| error.to_string())
}

fn answer(mut stream: TcpStream, stage: Stage, reply: &Hostile) -> io::Result<()> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    skip(&mut stream, u32::from_be_bytes(length))?;
    if matches!(stage, Stage::SignedIn) {
        stream.write_all(&[message(b'R', &[0; 4]), message(b'K', &[0; 8]), message(b'Z', b"I")].concat())?;
        let mut question = [0; 5];
        stream.read_exact(&mut question)?;
        skip(&mut stream, u32::from_be_bytes([question[1], question[2], question[3], question[4]]))?;
    }
    reply.say(&mut stream)
}

/// Reads the rest of a message, whose length counts itself.
fn skip(stream: &mut TcpStream, length: u32) -> io::Result<()> {
    io::copy(&mut stream.take(u64::from(length) - 4), &mut io::sink()).map(drop)
}
