//! Words of shell: quotes, variables, commands in commands.

use super::{
    LONGEST, Reader,
    arrays::is_element,
    floor, names,
    value::{Origin, Value, Word},
};

/// A word while it is put together.
#[derive(Default)]
pub(super) struct Making {
    pub(super) value: Value,
    whole: Origin,
    /// Whether something of it stands as it is written.
    is_literal: bool,
    assigns: Option<usize>,
    is_split: bool,
}

impl Making {
    fn push(&mut self, text: &str) {
        self.is_literal |= !text.is_empty();
        self.value.push(text);
    }

    fn done(self) -> Word {
        let whole = if self.is_literal { self.whole } else { self.whole | self.value.origin };
        let Self { value: Value { text, origin }, assigns, is_split, .. } = self;
        Word { text, origin, whole, assigns, is_split }
    }
}

impl Reader<'_, '_> {
    /// The word that begins here.
    pub(super) fn word(&mut self) -> Word {
        let mut making = Making::default();
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\'' => self.single(&mut making),
                b'"' => self.double(&mut making),
                b'`' if self.machine.is_windows => {
                    self.at += 1;
                    self.skip_letter();
                }
                b'\\' if self.machine.is_windows => {
                    making.push("\\");
                    self.at += 1;
                }
                b'$' | b'`' => {
                    let (length, is_quoted) = (making.value.text.len(), self.byte(1) == Some(b'\''));
                    if byte == b'$' {
                        self.dollar(&mut making);
                    } else {
                        self.backticks(&mut making);
                    }
                    making.is_split |= !is_quoted && making.value.text[length..].contains(char::is_whitespace);
                }
                b'\\' => {
                    self.at += 1;
                    match self.text[self.at..].chars().next() {
                        Some('\n') | None => {}
                        Some(letter) => making.push(letter.encode_utf8(&mut [0; 4])),
                    }
                    self.skip_letter();
                }
                b'<' | b'>' if self.byte(1) == Some(b'(') => self.substitution(&mut making),
                b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' => break,
                _ => {
                    if byte == b'=' && making.assigns.is_none() && is_name(&making.value.text) {
                        making.assigns = Some(making.value.text.len());
                        self.at += 1;
                        making.value.push("=");
                        // What counts from here on is the value.
                        making.is_literal = false;
                    } else {
                        self.literal(&mut making);
                    }
                }
            }
        }
        making.done()
    }

    fn skip_letter(&mut self) {
        self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8);
    }

    fn literal(&mut self, making: &mut Making) {
        let rest = &self.text[self.at..];
        let is_special = |letter: char| " \t\r\n;&|<>()'\"$`\\=".contains(letter);
        let length = rest.find(is_special).unwrap_or(rest.len());
        let length = if length == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { length };
        making.push(&rest[..length]);
        self.at += length;
    }

    fn single(&mut self, making: &mut Making) {
        let (start, end) = (self.at + 1, floor(self.text, self.at + LONGEST));
        if let Some(length) = self.text[start..end.max(start)].find('\'') {
            making.push(&self.text[start..start + length]);
            self.at = start + length + 1;
        } else {
            self.at = start;
        }
    }

    fn double(&mut self, making: &mut Making) {
        self.at += 1;
        let Some(end) = self.closing_quote() else { return };
        while self.at < end {
            match self.byte(0) {
                Some(b'$') => self.dollar(making),
                Some(b'`') if !self.machine.is_windows => self.backticks(making),
                Some(b'`') => {
                    self.at += 1;
                    self.skip_letter();
                }
                Some(b'\\') if !self.machine.is_windows => {
                    let next = self.text[self.at + 1..].chars().next().unwrap_or_default();
                    if !matches!(next, '$' | '`' | '"' | '\\' | '\n') {
                        making.push("\\");
                    }
                    self.at += 1;
                    if next != '\n' {
                        making.push(next.encode_utf8(&mut [0; 4]));
                    }
                    self.skip_letter();
                }
                _ => {
                    let rest = &self.text[self.at..end];
                    let next = rest.char_indices().skip(1).find(|(_, letter)| "$`\\".contains(*letter));
                    let length = next.map_or(rest.len(), |(at, _)| at);
                    making.push(&rest[..length]);
                    self.at += length;
                }
            }
        }
        self.at = self.at.max(end + 1);
    }

    /// Where the quotation that is open ends: not within a command that stands in it.
    fn closing_quote(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (mut at, last) = (self.at, (self.at + LONGEST).min(bytes.len()));
        while at < last {
            match bytes[at] {
                b'"' => return Some(at),
                b'\\' if !self.machine.is_windows => at += 2,
                b'`' if self.machine.is_windows => at += 2,
                b'$' if bytes.get(at + 1) == Some(&b'(') => {
                    at = self.closing(at + 2, b'(', b')').map_or(at + 2, |end| end + 1);
                }
                _ => at += 1,
            }
        }
        None
    }

    /// The end of what was opened before a place, with what is quoted in it left out.
    pub(super) fn closing(&self, from: usize, open: u8, close: u8) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (mut at, mut depth, last) = (from, 1_usize, (from + LONGEST).min(bytes.len()));
        while at < last {
            match bytes[at] {
                b'\\' => at += 1,
                b'\'' => at = until(bytes, at + 1, last, b'\'').unwrap_or(at),
                b'"' => at = until(bytes, at + 1, last, b'"').unwrap_or(at),
                byte if byte == close => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                byte if byte == open => depth += 1,
                _ => {}
            }
            at += 1;
        }
        None
    }

    fn dollar(&mut self, making: &mut Making) {
        let start = self.at;
        match self.byte(1) {
            Some(b'(') if self.byte(2) == Some(b'(') => {
                self.at = self.closing(start + 2, b'(', b')').map_or(start + 2, |end| end + 1);
                making.push("0");
            }
            Some(b'(') => match self.closing(start + 2, b'(', b')') {
                Some(end) => self.command_in_word(making, start + 2, end),
                None => self.at += 2,
            },
            Some(b'{') => match self.closing(start + 2, b'{', b'}') {
                Some(end) => {
                    let inner = self.text[start + 2..end].to_owned();
                    self.at = end + 1;
                    self.parameter(making, &inner);
                }
                None => self.at += 2,
            },
            Some(b'\'') => {
                self.at += 1;
                let mut inner = Making::default();
                self.single(&mut inner);
                let (text, is_coded) = names::unescaped(&inner.value.text);
                making.push(&text);
                if is_coded {
                    making.value.origin |= Origin::DECODED;
                }
            }
            Some(byte @ (b'@' | b'*'))
                if self.machine.variables.contains_key(char::from(byte).encode_utf8(&mut [0; 4])) =>
            {
                self.at += 2;
                self.variable(making, char::from(byte).encode_utf8(&mut [0; 4]));
                making.is_split = true;
            }
            Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let rest = &self.text[start + 1..];
                let length = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
                let length = if byte.is_ascii_digit() { 1 } else { length.unwrap_or(rest.len()) };
                let name = rest[..length].to_owned();
                self.at = start + 1 + length;
                self.variable(making, &name);
            }
            _ => {
                making.push("$");
                self.at += 1;
            }
        }
    }

    fn backticks(&mut self, making: &mut Making) {
        let bytes = self.text.as_bytes();
        match until(bytes, self.at + 1, (self.at + LONGEST).min(bytes.len()), b'`') {
            Some(end) => self.command_in_word(making, self.at + 1, end),
            None => self.at += 1,
        }
    }

    /// What a command in a word puts out becomes part of it.
    fn command_in_word(&mut self, making: &mut Making, start: usize, end: usize) {
        let text = &self.text[start..end];
        let output = self.nested(text, start, Value::default());
        self.at = end + 1;
        let text = output.text.trim_end();
        making.value.push(if text.is_empty() { "$()" } else { text });
        making.value.origin |= output.origin;
        making.whole |= output.origin;
    }

    /// `<(...)` and `>(...)`: the output of a command as a file, and a file as what a command reads.
    fn substitution(&mut self, making: &mut Making) {
        let is_read = self.byte(0) == Some(b'<');
        let Some(end) = self.closing(self.at + 2, b'(', b')') else {
            self.at += 2;
            return;
        };
        let given = if is_read { Value::default() } else { self.input.clone() };
        let text = &self.text[self.at + 2..end];
        let output = self.nested(text, self.at + 2, given);
        self.at = end + 1;
        making.value.push("/dev/fd/63");
        making.value.origin |= output.origin;
        making.whole |= output.origin;
    }

    pub(super) fn variable(&mut self, making: &mut Making, name: &str) {
        match self.machine.variables.get(name) {
            Some(value) => making.value.add(value),
            None if name == "IFS" => making.value.push(" "),
            None => {
                making.push("$");
                making.push(name);
            }
        }
    }
}

fn is_name(text: &str) -> bool {
    names::is_variable(text) || is_element(text)
}

fn until(bytes: &[u8], from: usize, last: usize, mark: u8) -> Option<usize> {
    let from = from.min(last);
    bytes[from..last].iter().position(|byte| *byte == mark).map(|length| from + length)
}
