//! The log of a file as it was last seen whole: one that was written over in place is told by it, and put right again.
//!
//! A log and its index say the same of each other: which log it is (its salts, chosen anew each time it is begun from its
//! start), how many frames it has, and the checksum of the last one, in which all before it count. `SQLite` compares them when
//! a log is opened, and never again: it goes on with whatever was written over a log, and brings that into the file.
//!
//! Formats: <https://www.sqlite.org/fileformat2.html>, section 4, and <https://www.sqlite.org/walformat.html>, section 2.

use std::path::Path;

use super::{
    SIDES, Sides,
    held::{Held, Stamp},
};
use crate::{
    files::{PAGE_SIZE, beside},
    log_pages::{FRAME, HEADER, pages},
};

/// The longest log that is kept in memory, in bytes. One that is longer has many changes that are in the file in a moment.
const MOST: usize = 16 * 1024 * 1024;
/// Bytes of what an index says of the log. It says it twice, so that who reads it sees when it is being written.
const SAID: usize = 48;
/// The same with how much of the log is in the file, which comes next.
const TOLD: usize = 2 * SAID + 4;
/// Bytes of the salts, and of a checksum.
const SALTS: usize = 8;
/// Where a log has its salts.
const SALTS_AT: u64 = 16;
/// Bytes of what is said of a frame: its page, the length of the file, the salts and the checksum.
const LAST: usize = 24;

/// Up to where a log was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct End {
    salts: [u8; SALTS],
    frames: u32,
    /// Of the last frame, as the frame has it.
    checksum: [u8; SALTS],
}

impl End {
    /// Whether a log goes as far as that, which was that long a moment ago.
    fn is_in(&self, log: &Held, length: u64) -> bool {
        if self.frames == 0 {
            return true;
        }
        let end = length_of(self.frames) as u64;
        let last = log.bytes::<LAST>(end - FRAME as u64);
        (length >= end || log.length() >= end)
            && log.bytes::<SALTS>(SALTS_AT) == Some(self.salts)
            && last.is_some_and(|last| last[8..16] == self.salts && last[16..] == self.checksum)
    }
}

/// What an index says.
struct Told {
    end: End,
    /// Frames that are in the file already.
    folded: u32,
}

impl Told {
    /// None where nothing is said, or somebody is writing it, or the file is none of ours.
    fn by(index: &Held) -> Option<Self> {
        let part = index.bytes::<TOLD>(0)?;
        let number = |at: usize| Some(u32::from_ne_bytes(part.get(at..at + 4)?.try_into().ok()?));
        let size = u16::from_ne_bytes(part.get(14..16)?.try_into().ok()?);
        let frames = number(16)?;
        // That of an empty log says nothing of pages.
        let is_ours = size == PAGE_SIZE || size == 0 && frames == 0;
        if part.get(..SAID) != part.get(SAID..2 * SAID) || part.get(12) != Some(&1) || !is_ours {
            return None;
        }
        let mut checksum = [0; SALTS];
        checksum[..4].copy_from_slice(&number(24)?.to_be_bytes());
        checksum[4..].copy_from_slice(&number(28)?.to_be_bytes());
        let end = End { salts: part.get(32..40)?.try_into().ok()?, frames, checksum };
        Some(Self { end, folded: number(2 * SAID)? })
    }
}

/// What was seen of a file and its sides a moment ago.
pub(super) struct Glance {
    pub(super) file: Option<Stamp>,
    /// How long the log and its index are.
    pub(super) sides: [u64; 2],
}

/// What is known of the log and its index.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The log and its index. To close the index takes away the locks that `SQLite` has on it, so both are held.
    sides: Option<[Held; 2]>,
    /// Up to where the log was written when it was last seen.
    seen: End,
    /// Frames that were in the file then.
    folded: u32,
    /// The log up to there; empty where it was longer than what is kept.
    bytes: Vec<u8>,
    /// How long the index was; it never gets shorter.
    index_length: u64,
    /// The file as it was then.
    file: Option<Stamp>,
    /// The salts of each log there was since the file was opened.
    begun: Vec<[u8; SALTS]>,
}

impl Watch {
    /// Holds the log and the index of the file at `real`, once they are there.
    pub(super) fn hold(&mut self, real: &Path, keys: &Sides) {
        if self.sides.is_some() || keys.iter().any(Option::is_none) {
            return;
        }
        let take =
            |side: usize| Held::take_to_mend(&beside(real, SIDES[side])).filter(|held| Some(held.key) == keys[side]);
        self.sides = take(0).and_then(|log| take(1).map(|index| [log, index]));
    }

    pub(super) fn is_held(&self) -> bool {
        self.sides.is_some()
    }

    /// Whether the log or its index was written over, so that what was written to them is not all there; else what is there is
    /// noted. `file` is the one that the log is of.
    pub(super) fn is_spoiled(&mut self, file: &Held) -> bool {
        let Some(sides) = &self.sides else { return false };
        let glance = Glance { file: file.stamp(), sides: sides.each_ref().map(Held::length) };
        self.is_spoiled_at(file, &glance)
    }

    /// The same where all three were just seen.
    pub(super) fn is_spoiled_at(&mut self, file: &Held, glance: &Glance) -> bool {
        let Some([log, index]) = &self.sides else { return false };
        let (log_length, seen) = (glance.sides[0], (glance.file, glance.sides[1]));
        // Who looked at the same time may have noted what is newer.
        let is_as_noted = seen == (self.file, self.index_length);
        let (stamp, length) = if is_as_noted { seen } else { (file.stamp(), index.length()) };
        if length < self.index_length {
            return true;
        }
        let Some(told) = Told::by(index) else { return false };
        let is_same = told.end.salts == self.seen.salts;
        let known = if is_same { self.seen.frames } else { 0 };
        let is_so =
            if is_same { told.end.frames >= known && self.seen.is_in(log, log_length) } else { self.is_folded(file) };
        let is_there = is_so && (told.end == self.seen || told.end.is_in(log, log_length));
        let mut anew = Vec::new();
        let kept = if is_same { &mut self.bytes } else { &mut anew };
        if !is_there || !read_behind(log, known, &told.end, kept) {
            // Somebody may have begun it anew meanwhile, and said so first.
            return Told::by(index).is_some_and(|now| now.end == told.end);
        }
        if !is_same {
            self.bytes = anew;
        }
        if self.bytes.len() != length_of(told.end.frames) {
            self.bytes = Vec::new();
        }
        if known == 0 && told.end.frames > 0 {
            self.begun.push(told.end.salts);
        }
        (self.seen, self.folded) = (told.end, told.folded);
        (self.index_length, self.file) = (length, stamp);
        false
    }

    /// Whether all that the log was seen to hold is in the file by now: only then is it begun anew.
    fn is_folded(&self, file: &Held) -> bool {
        self.folded >= self.seen.frames || file.stamp() != self.file || has_all(file, &self.bytes)
    }

    /// Whether the file has taken in what the log was seen to hold, to its end or not.
    pub(super) fn was_taken_in(&self, file: &Held) -> bool {
        file.has_taken_in(&self.bytes)
    }

    /// Whether a log is a copy of one that the file had while it was open.
    pub(super) fn has_had(&self, log: &[u8]) -> bool {
        let at = SALTS_AT as usize;
        log.get(at..at + SALTS).is_some_and(|salts| self.begun.iter().any(|begun| begun == salts))
    }

    /// Whether something lies in the log that nobody wrote to it: who opens the file next would take it for changes.
    pub(super) fn is_littered(&self) -> bool {
        self.sides.as_ref().is_some_and(|[log, _]| self.seen.frames == 0 && log.length() > 0)
    }

    /// How many frames the log was seen to have.
    pub(super) fn frames(&self) -> u32 {
        self.seen.frames
    }

    /// Whether the log can be put right as it was last seen.
    pub(super) fn is_mendable(&self) -> bool {
        let Some([log, index]) = &self.sides else { return false };
        let is_log_right = || self.seen.frames > 0 || log.length() == 0 || index.length() < self.index_length;
        !self.bytes.is_empty() || self.is_spent(index) || self.seen.is_in(log, log.length()) && is_log_right()
    }

    /// Whether all that the log was seen to hold is in the file, as the index says.
    fn is_spent(&self, index: &Held) -> bool {
        Told::by(index).is_some_and(|told| told.end == self.seen && told.folded >= told.end.frames)
    }

    /// Puts the log back as it was last seen, and has `SQLite` make the index anew from it. What was written behind that, and
    /// goes on from there, counts again as well. Whether all is there that the index told of.
    pub(super) fn mend(&self) -> bool {
        let Some([log, index]) = &self.sides else { return false };
        let is_all = Told::by(index).is_some_and(|told| told.end == self.seen);
        let is_log_right = match self.bytes.as_slice() {
            [] => !self.is_spent(index) || log.empty(),
            bytes => log.write_beginning(bytes, 0),
        };
        is_log_right && index.write_beginning(&[0; 2 * SAID], self.index_length) && is_all
    }
}

/// Whether every page that a log changes is in its file as the log has it last.
fn has_all(file: &Held, log: &[u8]) -> bool {
    let size = u64::from(PAGE_SIZE);
    let mut pages = pages(log).into_iter();
    pages.all(|(page, data)| file.part((u64::from(page) - 1) * size, data.len()) == data)
}

/// Bytes of a log with so many frames.
fn length_of(frames: u32) -> usize {
    if frames == 0 { 0 } else { HEADER + frames as usize * FRAME }
}

/// Reads what a log has behind the frames that are known, up to its end, to what is kept of it; false where there is something
/// else between. Nothing is read where there is no more, or too much to be kept.
fn read_behind(log: &Held, known: u32, end: &End, kept: &mut Vec<u8>) -> bool {
    let (from, to, before) = (length_of(known), length_of(end.frames), kept.len());
    if to == from || to > MOST {
        return true;
    }
    kept.resize(before + to - from, 0);
    let behind = &mut kept[before..];
    let is_read = log.fill(behind, from as u64);
    let mut frames = behind.get(if from == 0 { HEADER } else { 0 }..).unwrap_or_default().chunks_exact(FRAME);
    let is_so = is_read && frames.all(|frame| frame[8..16] == end.salts);
    if !is_so {
        kept.truncate(before);
    }
    is_so
}
