//! The pages that the log of a database holds.
//!
//! Format: <https://www.sqlite.org/fileformat2.html>, section 4 (the write-ahead log).

use std::collections::BTreeMap;

use crate::files::PAGE_SIZE;

/// Bytes before the first page.
pub(crate) const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// Bytes of a page with what is said of it.
pub(crate) const FRAME: usize = FRAME_HEADER + PAGE_SIZE as usize;

/// One page of the log.
pub(crate) struct Frame<'a> {
    pub(crate) page: u32,
    /// Pages the file has after the change that ends here; 0 within a change.
    pages_after: u32,
    pub(crate) data: &'a [u8],
}

pub(crate) trait Frames<'a>: Iterator<Item = Frame<'a>> + Sized {
    /// How many frames there are up to the end of the last complete change.
    fn rposition_of_commit(self) -> usize {
        self.enumerate().filter(|(_, frame)| frame.pages_after > 0).last().map_or(0, |(place, _)| place + 1)
    }
}

impl<'a, I: Iterator<Item = Frame<'a>>> Frames<'a> for I {}

/// The pages that were written since the log was begun anew: those with the same salt as the first one. (The header of the
/// log may be what is damaged.)
pub(crate) fn frames(log: &[u8]) -> impl Iterator<Item = Frame<'_>> {
    let body = log.get(HEADER..).unwrap_or_default();
    let salt = body.get(8..16);
    body.chunks_exact(FRAME).take_while(move |frame| frame.get(8..16) == salt).filter_map(|frame| {
        let number = |at: usize| u32::from_be_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]);
        (number(0) > 0).then(|| Frame { page: number(0), pages_after: number(4), data: &frame[FRAME_HEADER..] })
    })
}

/// The first page as a log has it last. It counts the changes of the file, so that no two states of a library have the same one;
/// who brings a log into its file writes it whether or not they come to the end.
pub(crate) fn first_page(log: &[u8]) -> Option<&[u8]> {
    let complete = frames(log).rposition_of_commit();
    frames(log).take(complete).filter(|frame| frame.page == 1).last().map(|frame| frame.data)
}

/// The pages that a log changes, each as it has it last; without those that are no part of the file any more after it.
pub(crate) fn pages(log: &[u8]) -> BTreeMap<u32, &[u8]> {
    let complete = frames(log).rposition_of_commit();
    let mut pages = BTreeMap::new();
    let mut count = 0;
    for frame in frames(log).take(complete) {
        pages.insert(frame.page, frame.data);
        count = if frame.pages_after > 0 { frame.pages_after } else { count };
    }
    pages.retain(|page, _| *page <= count);
    pages
}
