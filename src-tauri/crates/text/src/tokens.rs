//! Token counts with `OpenAI`'s o200k encoding: exact for it, an estimate for other vendors.

mod encoder;

use parking_lot::Mutex;
use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use encoder::Encoder;

/// Longest run without a break between words, in bytes, that is encoded as it is. The encoder's time grows with more than
/// the run's length, and its patterns give up on a very long one.
const LONGEST_RUN: usize = 4_096;
/// The same of blanks, which cost most.
const LONGEST_SPACE: usize = 128;
/// A longer run is counted in pieces of so many bytes, which makes the count an estimate.
const PIECE: usize = 256;

/// How long the encoder is kept when nobody counts: its tables take some 30 MB, and what it counted a few more.
const IDLE: Duration = Duration::from_mins(1);

/// The encoder, and when it was last used.
static KEPT: Mutex<Option<(Arc<Encoder>, Instant)>> = Mutex::new(None);

/// Number of o200k tokens in `text`. The encoder is built on first use (some 100 ms), kept while it is used and built
/// again later. A run of more than 4,096 bytes without a break between words (an embedded picture, a minified file), or of
/// more than 128 blanks, is estimated.
pub fn count(text: &str) -> usize {
    encoder().lend(|counter| {
        let mut last = ("", 0);
        let counted = pieces(text).map(|piece| {
            // A long run is mostly the same piece again and again.
            if piece != last.0 {
                last = (piece, counter.count(piece));
            }
            last.1
        });
        counted.sum()
    })
}

fn encoder() -> Arc<Encoder> {
    let mut kept = KEPT.lock();
    let encoder = if let Some((encoder, _)) = kept.as_ref() {
        Arc::clone(encoder)
    } else {
        thread::spawn(drop_when_idle);
        Arc::new(Encoder::new())
    };
    *kept = Some((Arc::clone(&encoder), Instant::now()));
    encoder
}

fn drop_when_idle() {
    let mut rest = IDLE;
    while !rest.is_zero() {
        thread::sleep(rest);
        let mut kept = KEPT.lock();
        rest = kept.as_ref().map_or(Duration::ZERO, |(_, used)| IDLE.saturating_sub(used.elapsed()));
        if rest.is_zero() {
            *kept = None;
        }
    }
}

/// The text in pieces that cost little each: whole, but for its longest runs.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, behind) = rest.split_at(piece_end(rest));
        rest = behind;
        Some(piece)
    })
}

/// Where the first piece ends: before the first run that is too long, or some way into it where the text starts with one.
fn piece_end(text: &str) -> usize {
    let mut start = 0;
    let mut is_space = false;
    for (at, byte) in text.bytes().enumerate() {
        let is_now_space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        if is_now_space != is_space {
            (start, is_space) = (at, is_now_space);
        } else if at - start >= if is_space { LONGEST_SPACE } else { LONGEST_RUN } {
            return if start > 0 { start } else { crate::finding::floor_boundary(text, PIECE) };
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_RUN, PIECE, pieces};

    #[test]
    fn only_a_monstrous_run_is_cut() {
        let usual = "A few words, ".repeat(10_000);
        assert_eq!(pieces(&usual).collect::<Vec<_>>(), [usual.as_str()]);
        for (run, character) in [("x", 1), ("\u{4E2D}", 3), (" ", 1), ("\n", 1)] {
            let text = format!("before {}", run.repeat(1_000_000 / character));
            let cut: Vec<&str> = pieces(&text).collect();
            assert_eq!(cut.concat(), text);
            assert!(cut.iter().all(|piece| piece.len() <= LONGEST_RUN + PIECE), "{run:?}");
        }
    }
}
