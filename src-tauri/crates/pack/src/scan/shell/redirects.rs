//! Where a command reads and writes.

use super::{
    Reader, names,
    value::{Origin, Value},
};

impl Reader<'_, '_> {
    /// `<`, `>` and what is made of them, with the number of what is redirected.
    pub(super) fn redirect(&mut self, number: u8) {
        let rest = &self.text[self.at..];
        let signs = rest.len() - rest.trim_start_matches(['<', '>', '&', '|']).len();
        let sign = rest[..signs.min(3)].to_owned();
        self.at += sign.len();
        if sign == "<<" {
            self.text_below();
            return;
        }
        while matches!(self.byte(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let word = self.word();
        if sign == "<<<" {
            self.command.input = Some(Value { text: word.text, origin: word.origin | word.whole });
            return;
        }
        let is_net = names::is_connection(&word.text);
        if is_net && self.command.words.first().is_some_and(|first| first.text == "exec") {
            self.machine.connections.push(number.to_string());
        }
        let is_of_exec = self.command.words.first().is_some_and(|first| first.text == "exec");
        if is_of_exec && sign == "<" && word.whole.has(Origin::UNREAD) {
            self.machine.connections.push(number.to_string());
            self.machine.put(&format!("/dev/fd/{number}"), Value::of("", word.whole));
        }
        let is_connected = is_net || self.machine.connections.contains(&word.text);
        match sign.as_bytes().first() {
            Some(b'<') if sign != "<>" || is_net => {
                let origin = if is_connected { Origin::FETCHED } else { word.whole | self.origin_of_file(&word.text) };
                let text = self.file(&word.text).map(|value| value.text.clone()).unwrap_or_default();
                self.command.input = Some(Value { text, origin });
            }
            _ if is_connected => self.command.output = Some("/dev/tcp/".to_owned()),
            // What is said of errors goes where nothing is read.
            _ if number == 2 && !sign.starts_with('&') => {}
            _ if sign == ">&" && word.text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => {}
            _ => self.command.output = Some(word.text),
        }
    }

    /// The text that stands below the line up to a word of its own.
    fn text_below(&mut self) {
        self.at += usize::from(self.byte(0) == Some(b'-'));
        while matches!(self.byte(0), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let is_plain = !matches!(self.byte(0), Some(b'\'' | b'"' | b'\\'));
        let mark = self.word().text;
        let start = self.below.unwrap_or_else(|| (self.line_end() + 1).min(self.text.len()));
        let mut end = start;
        for line in self.text[start..].split_inclusive('\n') {
            if line.trim() == mark {
                self.below = Some(end + line.len());
                break;
            }
            end += line.len();
            self.below = Some(end);
        }
        let text = self.text;
        let text = &text[start..end];
        let origin = if is_plain { self.origin_of_commands_in(text, start) } else { Origin::NONE };
        self.command.input = Some(Value::of(text, origin));
    }

    /// Where what commands put into a text comes from.
    fn origin_of_commands_in(&mut self, text: &str, start: usize) -> Origin {
        let (mut origin, mut from) = (Origin::NONE, 0);
        while let Some(at) = text[from..].find("$(").map(|at| from + at + 2) {
            let Some(end) =
                self.closing(start + at, b'(', b')').map(|end| end - start).filter(|end| *end <= text.len())
            else {
                break;
            };
            origin |= self.nested(&text[at..end], start + at, Value::default()).origin;
            from = end;
        }
        origin
    }
}
