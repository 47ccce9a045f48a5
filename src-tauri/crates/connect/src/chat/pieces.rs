//! An answer on its way to `genai`, in pieces that can be read: `genai` reads all of a line that has no end yet anew with
//! each piece of it, so that a line goes on when it is whole, as an event does.

use hyper::body::Bytes;

use super::{
    events::Events,
    wire::{EVENT_STREAM, LINES},
};
use crate::weight::Weight;

/// What came of an answer and was not passed on yet, by the answer's type.
#[derive(Debug)]
pub(super) enum Pieces {
    /// A stream of events.
    Events(Events),
    /// JSON texts, one a line: what was counted of the line that has no end yet, and that line.
    Lines(Weight, Vec<u8>),
    /// One JSON text.
    Text(Weight),
}

impl Pieces {
    /// Of an answer of that type.
    pub(super) fn of(answer_type: &str) -> Self {
        match answer_type {
            EVENT_STREAM => Self::Events(Events::default()),
            LINES => Self::Lines(Weight::default(), Vec::new()),
            _ => Self::Text(Weight::default()),
        }
    }

    /// Takes in what came, and gives what can be read with it; none where reading it would take more room than a reply may
    /// have.
    pub(super) fn take(&mut self, piece: Bytes) -> Option<Bytes> {
        match self {
            Self::Events(events) => events.take(&piece).map(Bytes::from),
            Self::Lines(weight, line) => weight.take_lines(&piece).then(|| whole_lines(line, &piece).into()),
            Self::Text(weight) => weight.take(&piece).then_some(piece),
        }
    }

    /// What is left when the answer ends: an event or a line without its end.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        match self {
            Self::Events(events) => events.rest(),
            Self::Lines(_, line) => std::mem::take(line),
            Self::Text(_) => Vec::new(),
        }
    }

    /// Whether there is more in what can be read than signs of life.
    pub(super) fn says_something(&self, readable: &[u8]) -> bool {
        match self {
            Self::Events(_) => readable.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"data")),
            Self::Lines(..) | Self::Text(_) => !readable.trim_ascii().is_empty(),
        }
    }
}

/// The lines that have their end with what came; the one that has none is kept.
fn whole_lines(line: &mut Vec<u8>, piece: &[u8]) -> Vec<u8> {
    let ended = piece.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (ended, begun) = piece.split_at(ended);
    if ended.is_empty() {
        line.extend_from_slice(begun);
        return Vec::new();
    }
    let mut whole = std::mem::replace(line, begun.to_vec());
    whole.extend_from_slice(ended);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_on_when_they_are_whole() {
        let mut pieces = Pieces::of(LINES);
        let mut take = |piece: &'static str| pieces.take(piece.into()).unwrap();
        assert_eq!(take("{\"a\":"), "");
        assert_eq!(take("1"), "");
        assert_eq!(take("}\n{\"b\":2}\n{"), "{\"a\":1}\n{\"b\":2}\n");
        assert_eq!(take("}\n"), "{}\n");
        assert_eq!(take("{\"c\""), "");
        assert_eq!(pieces.rest(), b"{\"c\"");
    }

    #[test]
    fn one_text_goes_on_as_it_comes() {
        let mut pieces = Pieces::of("application/json");
        assert_eq!(pieces.take("{\"a\":".into()).unwrap(), "{\"a\":");
        assert!(pieces.rest().is_empty());
    }
}
