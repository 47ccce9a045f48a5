//! Giving a damaged file a table of contents again.
//!
//! `SQLite` lists a file's tables in pages of their own; without them no row can be found, however whole it is. Every
//! library of one format is laid out by the same statements, so a new, empty one has the same pages in the same
//! places: they are put over the damaged ones. A file laid out in one go, as a backup is and one brought up from an
//! older format, has its pages in other places. Hence two layouts for each format, of which the one that brings the
//! most rows is the file's own.
//!
//! Format: <https://www.sqlite.org/fileformat2.html>, sections 1.3 (header) and 1.6 (b-tree pages).

use std::{fs, path::Path};

use crate::{
    Error,
    connection::{Fault, open_plain},
    files::{MAGIC, PAGE_SIZE, remove_database},
    schema,
};

const PAGE: usize = PAGE_SIZE as usize;
const HEADER: usize = 100;
/// First byte of a page that only points to others.
const INTERIOR: u8 = 5;

/// How a file came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    format: usize,
    making: Making,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Making {
    /// Table by table, as a library is created.
    Created,
    /// Written in one go, as a backup is, or a file after it was brought to another format.
    Compacted,
}

impl Layout {
    /// Every layout there ever was, those of the newest format first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let makings = |format| [Making::Created, Making::Compacted].map(|making| Self { format, making });
        (1..=schema::LATEST as usize).rev().flat_map(makings)
    }
}

/// Puts right the bytes of the header that are the same in every library, or follow from the file's length.
pub(super) fn mend_header(path: &Path) -> Result<(), Error> {
    let mut bytes = read(path)?;
    if bytes.len() < PAGE {
        return Ok(());
    }
    mend(&mut bytes);
    write(path, &bytes)
}

/// Empty libraries of the format that was asked for last: layouts come format by format, and making one takes longest.
#[derive(Default)]
pub(super) struct Empties {
    format: usize,
    created: Vec<u8>,
    compacted: Vec<u8>,
}

impl Empties {
    /// An empty library of a layout. `spare` is free for use.
    pub(super) fn of(&mut self, layout: Layout, spare: &Path) -> Result<&[u8], Error> {
        if self.format != layout.format {
            *self = Self::made(layout.format, spare)?;
        }
        Ok(match layout.making {
            Making::Created => &self.created,
            Making::Compacted => &self.compacted,
        })
    }

    fn made(format: usize, spare: &Path) -> Result<Self, Error> {
        remove_database(spare)?;
        let beside = crate::files::beside(spare, ".compacted");
        remove_database(&beside)?;
        let mut db = open_plain(spare).map_err(|fault| fault.at(spare))?;
        // It is read once and removed: nothing of it has to reach the disk.
        db.pragma_update(None, "synchronous", "OFF").map_err(|error| Fault::from(error).at(spare))?;
        schema::create(&mut db, spare, format)?;
        let target = beside.to_string_lossy().into_owned();
        db.execute("VACUUM INTO ?", [target]).map_err(|error| Fault::from(error).at(spare))?;
        drop(db);
        let made = Self { format, created: read(spare)?, compacted: read(&beside)? };
        remove_database(spare)?;
        remove_database(&beside)?;
        Ok(made)
    }
}

/// Puts the table of contents of an empty library over that of the file at `path`.
pub(super) fn replace_contents(path: &Path, empty: &[u8]) -> Result<(), Error> {
    let mut bytes = read(path)?;
    let mut open = vec![1];
    while let Some(number) = open.pop() {
        let place = (number - 1) * PAGE..number * PAGE;
        let (Some(from), Some(to)) = (empty.get(place.clone()), bytes.get_mut(place)) else { continue };
        to.copy_from_slice(from);
        open.extend(children(from, if number == 1 { HEADER } else { 0 }));
    }
    if bytes.len() >= PAGE {
        // Which pages are free is not known any more; none is as good an answer as any for reading.
        bytes[32..40].fill(0);
        mend(&mut bytes);
    }
    write(path, &bytes)
}

fn mend(bytes: &mut [u8]) {
    bytes[..16].copy_from_slice(MAGIC);
    bytes[16..18].copy_from_slice(&PAGE_SIZE.to_be_bytes());
    bytes[18..24].copy_from_slice(&[2, 2, 0, 64, 32, 32]);
    let pages = (bytes.len() / PAGE) as u32;
    bytes[28..32].copy_from_slice(&pages.to_be_bytes());
    // The page count holds only where it was written with the same change as the rest.
    bytes.copy_within(24..28, 92);
}

/// The pages a page points to: the last one stands in its head, the others at the start of its cells.
fn children(page: &[u8], head: usize) -> Vec<usize> {
    if page[head] != INTERIOR {
        return Vec::new();
    }
    let two = |at: usize| usize::from(u16::from_be_bytes([page[at], page[at + 1]]));
    let four = |at: usize| two(at) << 16 | two(at + 2);
    let cells = (0..two(head + 3)).map(|cell| four(two(head + 12 + 2 * cell)));
    cells.chain([four(head + 8)]).collect()
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|source| Error::Io { path: path.to_owned(), source })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|source| Error::Io { path: path.to_owned(), source })
}
