//! A database server that says what it likes: while one signs in, afterwards, and in place of the rows of a pull, a push or a
//! search, up to which it does what a server does.

use std::{
    io::{self, Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

use studio_connect::postgres::{Address, Patience, Remote};
use studio_model::SharedKind;
use uuid::Uuid;

use crate::{
    Ends, MB, Told,
    hostile::{Hostile, SECRET},
};

/// Bytes of an answer.
pub(crate) const LIMIT: usize = 96 * MB;

/// When it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    SigningIn,
    SignedIn,
    /// In place of the rows of a pull.
    Pulling,
    /// In place of the library's row, which a push holds.
    Pushing,
    /// In place of what a search is to be answered with.
    Searching,
}

pub(crate) const STAGES: [Stage; 5] =
    [Stage::SigningIn, Stage::SignedIn, Stage::Pulling, Stage::Pushing, Stage::Searching];

impl Stage {
    /// How a reply must end. Where nothing is asked for but settings, "done" is an answer, however often it is said.
    pub(crate) fn ends(self, reply: &Hostile) -> Ends {
        if self == Self::SignedIn && reply.kind == "endless ends" { Ends::MayPass } else { Ends::Fails }
    }
}

/// Whose list of what is there never ends: it is asked for in parts, and each is as full as the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    OfPull,
    OfPush,
}

pub(crate) const LISTS: [List; 2] = [List::OfPull, List::OfPush];

/// What a connection is answered with.
enum Script {
    /// From a stage on with this.
    Hostile(Stage, Hostile),
    /// As by a server whose library has no end.
    Endless,
}

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
    let done = [message(b'C', b"SELECT 1\0"), message(b'Z', b"I")].concat();
    let beyond = [&[0, 2][..], &i32::MAX.to_be_bytes(), b"x", &i32::MIN.to_be_bytes()].concat();
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
        Hostile::of("rows that are none", [message(b'2', b""), row(&[b"abc"]), row(&[]), head(b'D', 4)].concat()),
        Hostile::of("values of other lengths", [message(b'2', b""), row(&[b"abc", b"x"]), done.clone()].concat()),
        Hostile::of("lengths beyond the row", [message(b'2', b""), message(b'D', &beyond), done].concat()),
        Hostile::of("a page", "HTTP/1.1 400 Bad Request\r\n\r\n<html>"),
    ]
}

/// Rows that come at once: as many as are asked for.
const ROWS: usize = 50_000;
/// Numbers of types.
const BOOL: u32 = 16;
const INT8: u32 = 20;
const INT4: u32 = 23;
const TEXT: u32 = 25;
const UUID: u32 = 2950;
/// A list of them.
const UUIDS: u32 = 2951;

/// Asks a server that says this from a stage on for what it comes to there.
pub(crate) fn ask(stage: Stage, reply: &Hostile) -> Told {
    let remote = connected(Script::Hostile(stage, reply.clone()))?;
    let (host, ids) = (Uuid::nil(), [Uuid::nil()]);
    let asked = match stage {
        Stage::SigningIn | Stage::SignedIn => Ok(()),
        Stage::Pulling => remote.items(host, SharedKind::Skill, &ids).map(drop),
        Stage::Pushing => remote.begin_push(host, 0).map(drop),
        Stage::Searching => remote.nearest(host, SharedKind::Skill, &[0.5; 384], 10, false).map(drop),
    };
    asked.map_err(|error| error.to_string())
}

/// Asks a server whose list has no end for all of it.
pub(crate) fn list(list: List) -> Told {
    let remote = connected(Script::Endless)?;
    let asked = match list {
        List::OfPull => remote.changes(Uuid::nil(), 0).map(drop),
        List::OfPush => remote.begin_push(Uuid::nil(), 0).map(drop),
    };
    asked.map_err(|error| error.to_string())
}

/// Signs in.
fn connected(script: Script) -> Result<Remote, String> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever has heard enough hangs up.
            let _ = answer(stream, &script);
        }
    });
    let address = Address::parse(&format!("postgresql://ann:{SECRET}@127.0.0.1:{port}/team")).unwrap();
    Remote::connect(&address, Patience::default()).map_err(|error| error.to_string())
}

fn answer(mut stream: TcpStream, script: &Script) -> io::Result<()> {
    said(&mut stream, false)?;
    let is_at = |stage: Stage| matches!(script, Script::Hostile(at, _) if *at == stage);
    let hostile = |stream: &mut TcpStream| match script {
        Script::Hostile(_, reply) => reply.say(stream),
        Script::Endless => Ok(()),
    };
    if is_at(Stage::SigningIn) {
        return hostile(&mut stream);
    }
    stream.write_all(&[message(b'R', &[0; 4]), message(b'K', &[0; 8]), message(b'Z', b"I")].concat())?;
    let (mut asked, mut due, mut is_the_moment) = (String::new(), Vec::new(), false);
    loop {
        let (tag, body) = said(&mut stream, true)?;
        is_the_moment |= match tag {
            b'P' => is_at(Stage::Searching),
            b'B' => is_at(Stage::Pulling) || is_at(Stage::Pushing),
            _ => false,
        };
        // Once all is said that is asked.
        if is_at(Stage::SignedIn) || (is_the_moment && tag == b'S') {
            return hostile(&mut stream);
        }
        match tag {
            // Settings, and what begins or ends a transaction.
            b'Q' => due.extend([message(b'C', b"SET\0"), message(b'Z', b"I")].concat()),
            b'P' => {
                asked = String::from_utf8_lossy(&body).into_owned();
                due.extend(message(b'1', b""));
            }
            b'D' => due.extend(described(&asked)),
            b'B' => due.extend([message(b'2', b""), rows(&asked)].concat()),
            b'E' => due.extend(message(b'C', b"SELECT\0")),
            b'C' => due.extend(message(b'3', b"")),
            b'S' => due.extend(message(b'Z', b"I")),
            // It hangs up.
            _ => return Ok(()),
        }
        if matches!(tag, b'Q' | b'S') {
            stream.write_all(&std::mem::take(&mut due))?;
        }
    }
}

/// What a client says next: a message's tag and body. The first one has no tag.
fn said(stream: &mut TcpStream, has_tag: bool) -> io::Result<(u8, Vec<u8>)> {
    let (mut tag, mut length) = ([0], [0; 4]);
    if has_tag {
        stream.read_exact(&mut tag)?;
    }
    stream.read_exact(&mut length)?;
    // The length counts itself.
    let mut body = vec![0; u32::from_be_bytes(length) as usize - 4];
    stream.read_exact(&mut body)?;
    Ok((tag[0], body))
}

/// The types of what a question takes, and of what answers it.
fn types(asked: &str) -> (&'static [u32], &'static [u32]) {
    if asked.contains("FROM studio_library_t") {
        (&[UUID], &[INT8])
    } else if asked.contains("octet_length(content) FROM studio_item_t") {
        (&[UUID, TEXT, UUIDS], &[UUID, INT4])
    } else {
        (&[UUID, INT8, TEXT, UUID], &[TEXT, UUID, TEXT, TEXT, BOOL, INT8, INT8, TEXT, TEXT])
    }
}

fn described(asked: &str) -> Vec<u8> {
    let (taken, given) = types(asked);
    let count = |types: &[u32]| u16::try_from(types.len()).unwrap().to_be_bytes();
    let mut parameters = count(taken).to_vec();
    for number in taken {
        parameters.extend(number.to_be_bytes());
    }
    let mut columns = count(given).to_vec();
    for number in given {
        // A name, of no table, the type, of no fixed size, in the binary form.
        columns.extend([&b"c\0"[..], &[0; 6], &number.to_be_bytes(), &[0xff; 6], &[0, 1]].concat());
    }
    [message(b't', &parameters), message(b'T', &columns)].concat()
}

/// The rows that a question is answered with: a library that is at some revision, and as many things as are asked for.
fn rows(asked: &str) -> Vec<u8> {
    let one = 1_i64.to_be_bytes();
    if asked.contains("FROM studio_library_t") {
        return row(&[&one]);
    }
    row(&[b"skill", &[7; 16], b"a", b"b", &[1], &one, &one, b"ann", b"c"]).repeat(ROWS)
}

fn row(values: &[&[u8]]) -> Vec<u8> {
    let mut body = u16::try_from(values.len()).unwrap().to_be_bytes().to_vec();
    for value in values {
        body.extend(u32::try_from(value.len()).unwrap().to_be_bytes());
        body.extend(*value);
    }
    message(b'D', &body)
}
