//! Texts within a text, and texts that are put together: each is read as the one around it is.

use super::{Block, DEEPEST, MOST_NESTED, PART, Place, Reader, value::Value};

impl Reader<'_, '_> {
    /// Reads a text within this one.
    pub(super) fn nested(&mut self, text: &str, at: usize, given: Value) -> Value {
        let place = match &self.place {
            Place::From(start) => Place::From(start + at),
            Place::At(place) => Place::At(place.clone()),
        };
        self.read(text, place, given)
    }

    /// Reads a text that this one puts together.
    pub(super) fn made(&mut self, text: &str, given: Value) -> Value {
        let place = Place::At(self.here());
        self.read(text, place, given)
    }

    pub(super) fn read(&mut self, text: &str, place: Place, given: Value) -> Value {
        self.machine.nested += 1 + text.len() / PART;
        if self.depth >= DEEPEST || self.machine.nested > MOST_NESTED {
            return Value::default();
        }
        let depth = self.depth + 1;
        let folder = self.machine.folder.clone();
        let blocks = vec![Block::whole(given)];
        let output = Reader { depth, blocks, ..Reader::new(text, place, self.machine) }.run();
        // Who goes elsewhere within comes back.
        self.machine.folder = folder;
        output
    }

    /// Whether a text that is kept to be run later does what one should know of.
    pub(super) fn is_harmful(&mut self, text: &str) -> bool {
        let told = self.machine.hits.len();
        self.made(text, Value::default());
        let is_harmful = self.machine.hits.len() > told;
        self.machine.hits.truncate(told);
        is_harmful
    }
}
