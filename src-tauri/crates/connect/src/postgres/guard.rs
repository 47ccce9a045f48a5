//! What comes from a server, looked at before anything is made of it: no message is longer, no answer larger, than ours
//! ever are. The program that speaks the protocol would take in whatever comes.

use std::{fmt, io, sync::Arc};

use parking_lot::Mutex;

/// Bytes an answer may have: the files of one part of a pull, with what stands around them.
pub(super) const MOST_BYTES: usize = 96 * 1024 * 1024;
/// Rows an answer may have.
pub(super) const MOST_ROWS: usize = 100_000;
/// Bytes of an error, a notice or a setting.
const MOST_SAID: usize = 1024 * 1024;
/// Notices, notifications and settings that may come with one answer.
const MOST_ASIDE: usize = 1_000;
/// Bytes of what describes columns, and of a step of the sign-in.
const MOST_DESCRIBED: usize = 64 * 1024;
/// Columns of a row.
const MOST_COLUMNS: u16 = 64;
/// Columns of the row that describes a type which the client does not know; none of our own questions has as many. Types
/// lead to types, and a server could go on without end.
const TYPE_COLUMNS: u16 = 7;
/// Such rows a connection may have.
const MOST_TYPES: usize = 64;
/// Rounds of hashing a sign-in may ask for; servers ask for 4,096, and a million take a second.
const MOST_ROUNDS: u64 = 1_000_000;

/// What a server sent that no server of ours does, as it fits after "sent".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    /// Bytes of an answer.
    Bytes,
    /// Rows of an answer.
    Rows,
    /// Something that came beside an answer.
    Aside,
    /// The length of an error, a notice or a setting.
    Said,
    /// Columns.
    Columns,
    /// Types that lead to types.
    Types,
    /// Rounds of a sign-in.
    Rounds,
    /// No message at all.
    Garbage,
}

impl fmt::Display for Excess {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Bytes => "more than 96 MB in one response",
            Self::Rows => "more than 100,000 rows in one response",
            Self::Aside => "more than 1,000 notices with one response",
            Self::Said => "an error or a notice of more than 1 MB",
            Self::Columns => "more than 64 columns",
            Self::Types => "an endless chain of data types",
            Self::Rounds => "a sign-in that needs more than 1,000,000 rounds of hashing",
            Self::Garbage => "something that isn't the PostgreSQL protocol",
        })
    }
}

impl std::error::Error for Excess {}

/// What was too much on one of a server's connections, until somebody asks: who waits for the answer is told only that the
/// connection is gone.
pub(super) type Found = Arc<Mutex<Option<Excess>>>;

/// The bytes of one connection, message by message.
#[derive(Debug, Default)]
pub(super) struct Guard {
    /// Tag and length of the message that is coming.
    header: Vec<u8>,
    /// Bytes of it that are still to come.
    left: usize,
    /// Its beginning, as much of it as is looked at.
    opening: Vec<u8>,
    /// How much of it is.
    wanted: usize,
    /// Of the answer that is coming.
    bytes: usize,
    rows: usize,
    aside: usize,
    /// Of the connection.
    types: usize,
}

impl Guard {
    /// Looks at what came; an error where it may not be read.
    pub(super) fn look(&mut self, mut came: &[u8]) -> Result<(), Excess> {
        while !came.is_empty() {
            if self.header.len() < 5 {
                let taken = came.len().min(5 - self.header.len());
                self.header.extend_from_slice(&came[..taken]);
                came = &came[taken..];
                if self.header.len() == 5 {
                    self.begin()?;
                }
                continue;
            }
            let taken = came.len().min(self.left);
            let missing = (self.wanted - self.opening.len()).min(taken);
            self.opening.extend_from_slice(&came[..missing]);
            came = &came[taken..];
            self.left -= taken;
            if missing > 0 && self.opening.len() == self.wanted {
                self.opened()?;
            }
            if self.left == 0 {
                self.header.clear();
            }
        }
        Ok(())
    }

    /// A message begins.
    fn begin(&mut self) -> Result<(), Excess> {
        let length = u32::from_be_bytes([self.header[1], self.header[2], self.header[3], self.header[4]]) as usize;
        let body = length.checked_sub(4).ok_or(Excess::Garbage)?;
        let tag = self.header[0];
        self.bytes = self.bytes.saturating_add(length + 1);
        match tag {
            b'N' | b'A' | b'S' => {
                self.aside += 1;
                within(body, MOST_SAID, Excess::Said)?;
            }
            b'E' => within(body, MOST_SAID, Excess::Said)?,
            b'T' | b't' | b'R' => within(body, MOST_DESCRIBED, Excess::Columns)?,
            b'D' => self.rows += 1,
            // The answer is whole.
            b'Z' => (self.bytes, self.rows, self.aside) = (0, 0, 0),
            _ => {}
        }
        within(self.aside, MOST_ASIDE, Excess::Aside)?;
        within(self.rows, MOST_ROWS, Excess::Rows)?;
        within(self.bytes, MOST_BYTES, Excess::Bytes)?;
        self.left = body;
        self.opening.clear();
        self.wanted = match tag {
            b'D' | b'T' | b't' => body.min(2),
            b'R' => body,
            _ => 0,
        };
        if body == 0 {
            self.header.clear();
        }
        Ok(())
    }

    /// As much of a message has come as is looked at.
    fn opened(&mut self) -> Result<(), Excess> {
        if self.header[0] == b'R' {
            return if rounds(&self.opening).is_some_and(|rounds| rounds > MOST_ROUNDS) {
                Err(Excess::Rounds)
            } else {
                Ok(())
            };
        }
        let &[high, low] = self.opening.as_slice() else { return Ok(()) };
        let columns = u16::from_be_bytes([high, low]);
        if columns > MOST_COLUMNS {
            return Err(Excess::Columns);
        }
        self.types += usize::from(self.header[0] == b'D' && columns == TYPE_COLUMNS);
        within(self.types, MOST_TYPES, Excess::Types)
    }
}

fn within(found: usize, most: usize, excess: Excess) -> Result<(), Excess> {
    if found > most { Err(excess) } else { Ok(()) }
}

/// How often a step of a sign-in has the password hashed (RFC 5802: `i=`); none in the other steps.
fn rounds(step: &[u8]) -> Option<u64> {
    const CONTINUED: [u8; 4] = 11_u32.to_be_bytes();
    let said = std::str::from_utf8(step.strip_prefix(&CONTINUED)?).ok()?;
    let digits = said.split(',').find_map(|part| part.strip_prefix("i="))?;
    // What is no number, or larger than any, is refused where it is read.
    Some(digits.parse().unwrap_or(if digits.bytes().all(|byte| byte.is_ascii_digit()) { u64::MAX } else { 0 }))
}

/// Notes what was too much, and gives the error that ends the connection.
pub(super) fn refused(found: &Found, excess: Excess) -> io::Error {
    found.lock().get_or_insert(excess);
    io::Error::new(io::ErrorKind::InvalidData, excess)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(tag: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap();
        [&[tag][..], &length.to_be_bytes(), body].concat()
    }

    /// A message of which only the head has come.
    fn head(tag: u8, length: u32) -> Vec<u8> {
        [&[tag][..], &length.to_be_bytes()].concat()
    }

    /// What is found where it comes in pieces of some length.
    fn look(came: &[u8], piece: usize) -> Result<(), Excess> {
        let mut guard = Guard::default();
        came.chunks(piece).try_for_each(|piece| guard.look(piece))
    }

    fn row(columns: u16) -> Vec<u8> {
        message(b'D', &columns.to_be_bytes())
    }

    fn continued(said: &str) -> Vec<u8> {
        message(b'R', &[&11_u32.to_be_bytes()[..], said.as_bytes()].concat())
    }

    #[test]
    fn what_servers_say_goes_through_however_it_is_cut() {
        let answer = [
            continued("r=abc,s=def,i=4096"),
            message(b'S', b"TimeZone\0UTC\0"),
            message(b'1', b""),
            message(b'T', &[0, 2, 9, 9]),
            row(9),
            message(b'N', b"SNOTICE\0\0"),
            message(b'C', b"SELECT 1\0"),
            message(b'Z', b"I"),
        ];
        let whole = answer.concat().repeat(500);
        for piece in [1, 2, 5, 7, 100_000] {
            assert_eq!(look(&whole, piece), Ok(()), "{piece}");
        }
        // Each answer has its own counts.
        let mut guard = Guard::default();
        for _ in 0..3 {
            assert_eq!(guard.look(&row(2).repeat(MOST_ROWS)), Ok(()));
            assert_eq!(guard.look(&message(b'Z', b"I")), Ok(()));
        }
    }

    #[test]
    fn what_is_too_much_is_refused_by_its_head() {
        let most = u32::try_from(MOST_BYTES).unwrap();
        let half = [head(b'D', most / 2), vec![0; most as usize / 2 - 4]].concat();
        for (came, excess) in [
            (head(b'D', u32::MAX), Excess::Bytes),
            (head(b'd', most), Excess::Bytes),
            ([half.clone(), half].concat(), Excess::Bytes),
            (head(b'E', 50 << 20), Excess::Said),
            (head(b'N', 2 << 20), Excess::Said),
            (message(b'N', b"").repeat(MOST_ASIDE + 1), Excess::Aside),
            (message(b'S', b"a\0b\0").repeat(MOST_ASIDE + 1), Excess::Aside),
            (row(1).repeat(MOST_ROWS + 1), Excess::Rows),
            (row(u16::MAX), Excess::Columns),
            (message(b'T', &[1, 0]), Excess::Columns),
            (message(b't', &[0xff, 0xff]), Excess::Columns),
            ([row(7), message(b'Z', b"I")].concat().repeat(MOST_TYPES + 1), Excess::Types),
            (continued("r=a,s=b,i=4000000000"), Excess::Rounds),
            (continued("r=a,s=b,i=99999999999999999999999"), Excess::Rounds),
            (head(b'Z', 3), Excess::Garbage),
        ] {
            for piece in [3, 1 << 20] {
                assert_eq!(look(&came, piece), Err(excess), "{excess:?} in pieces of {piece}");
            }
        }
    }
}
