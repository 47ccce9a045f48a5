//! Variables between braces: with a default, or a part of what they hold.

use super::{DEEPEST, Place, Reader, expand::Making, value::Word};

impl Reader<'_, '_> {
    /// `${name}`, with a default or a part of it.
    pub(super) fn parameter(&mut self, making: &mut Making, inner: &str) {
        let (is_indirect, inner) = inner.strip_prefix('!').map_or((false, inner), |inner| (true, inner));
        let length = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(inner.len());
        let (name, rest) = inner.split_at(length);
        let mut name = name.to_owned();
        if is_indirect && let Some(value) = self.machine.variables.get(&name) {
            name.clone_from(&value.text);
        }
        if let Some(element) = self.element(&name, rest) {
            self.variable(making, &element);
            return;
        }
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let is_set = self.machine.variables.contains_key(&name);
        if let Some(default) = rest.strip_prefix(['-', '=']).filter(|_| !is_set) {
            // What stands there is a word of its own.
            let quoted = format!("\"{}\"", default.trim_matches('"'));
            let (depth, place) = (self.depth + 1, Place::At(self.here()));
            let mut reader = Reader { depth, ..Reader::new(&quoted, place, self.machine) };
            let word = if depth < DEEPEST { reader.word() } else { Word::default() };
            making.value.push(&word.text);
            making.value.origin |= word.origin;
            return;
        }
        if let (true, Some(value)) = (rest.starts_with(|c: char| c.is_ascii_digit()), self.machine.variables.get(&name))
        {
            let mut numbers = rest.split(':').map(|number| number.trim().parse::<usize>().ok());
            let (from, count) = (numbers.next().flatten().unwrap_or(0), numbers.next().flatten());
            let part: String = value.text.chars().skip(from).take(count.unwrap_or(usize::MAX)).collect();
            making.value.push(&part);
            making.value.origin |= value.origin;
            return;
        }
        self.variable(making, &name);
    }
}
