//! How much room a JSON text takes once it is read: two bytes of it may become a hundred.

/// Values that are read of one text. What is to be read by people or models has far fewer.
pub(crate) const MOST_VALUES: usize = 200_000;

/// What was counted of a text that comes in pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weight {
    values: usize,
    is_in_text: bool,
    is_escaped: bool,
}

impl Weight {
    /// Counts what came; false where it has more values than are read.
    pub(crate) fn take(&mut self, piece: &[u8]) -> bool {
        for &byte in piece {
            match byte {
                _ if std::mem::take(&mut self.is_escaped) => {}
                b'\\' => self.is_escaped = self.is_in_text,
                b'"' => self.is_in_text = !self.is_in_text,
                // Before each value stands one of these.
                b',' | b':' | b'[' | b'{' if !self.is_in_text => self.values += 1,
                _ => {}
            }
        }
        self.values <= MOST_VALUES
    }

    /// A line has ended within the text: whatever was open, no JSON text goes over its end.
    pub(crate) fn line_ended(&mut self) {
        (self.is_in_text, self.is_escaped) = (false, false);
    }

    /// The same where each line is a text of its own.
    pub(crate) fn take_lines(&mut self, piece: &[u8]) -> bool {
        piece.split_inclusive(|byte| *byte == b'\n').all(|line| {
            let is_light = self.take(line);
            if line.ends_with(b"\n") {
                *self = Self::default();
            }
            is_light
        })
    }
}

/// Whether a JSON text may be read.
pub(crate) fn is_light(json: &[u8]) -> bool {
    Weight::default().take(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_and_what_stands_in_texts_is_not() {
        let many = |one: &str, count: usize| format!("[{}0]", one.repeat(count));
        assert!(is_light(many("0,", MOST_VALUES - 1).as_bytes()));
        assert!(!is_light(many("0,", MOST_VALUES + 1).as_bytes()));
        assert!(!is_light("[".repeat(MOST_VALUES + 1).as_bytes()));
        assert!(!is_light(many("{\"\":0},", MOST_VALUES).as_bytes()));
        assert!(is_light(format!("\"{}\"", "[,\\\",{:".repeat(MOST_VALUES)).as_bytes()));
        assert!(is_light(format!("{{\"\\\\\": \"{}\"}}", ",".repeat(MOST_VALUES + 9)).as_bytes()));
    }

    #[test]
    fn lines_are_weighed_each_by_itself_however_they_come() {
        let line = format!("[{}0]\n", "0,".repeat(MOST_VALUES / 2));
        let mut weight = Weight::default();
        assert!(line.repeat(5).as_bytes().chunks(1_000).all(|piece| weight.take_lines(piece)));
        let mut weight = Weight::default();
        assert!(!line.replace('\n', "").repeat(3).as_bytes().chunks(1_000).all(|piece| weight.take_lines(piece)));
    }
}
