//! The events of a stream on their way to `genai`: each goes on when it is whole, with its tool calls numbered as they came.
//!
//! `genai` makes room for as many calls as a call's number says and fills a gap with copies of the call, so that a server
//! which counts from one has a call made twice, and one that says four billion ends the program.

use std::collections::HashMap;

use serde_json::Value;

use crate::weight::Weight;

/// Lines of one event.
const MOST_LINES: usize = 10_000;

/// What came of a stream and was not passed on yet.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// The line that has no end yet.
    line: Vec<u8>,
    /// Lines of the event that has no end yet.
    lines: Vec<Vec<u8>>,
    /// Whether the last byte was a `\r`, of which a `\n` is the second half.
    is_after_return: bool,
    /// Of the event that has no end yet.
    weight: Weight,
    /// Numbers that the server gave its tool calls, each with its place in the order in which they came.
    places: HashMap<u64, usize>,
}

impl Events {
    /// Takes in what came, and gives the events that are whole with it; none where one is too large to be read.
    pub(super) fn take(&mut self, piece: &[u8]) -> Option<Vec<u8>> {
        let mut whole = Vec::new();
        for &byte in piece {
            if !self.weight.take(&[byte]) || self.lines.len() > MOST_LINES {
                return None;
            }
            if matches!(byte, b'\n' | b'\r') {
                self.weight.line_ended();
            }
            let is_second_half = byte == b'\n' && self.is_after_return;
            self.is_after_return = byte == b'\r';
            match byte {
                b'\n' if is_second_half => {}
                b'\n' | b'\r' if self.line.is_empty() => {
                    self.pass_on(&mut whole);
                    whole.push(b'\n');
                }
                b'\n' | b'\r' => self.lines.push(std::mem::take(&mut self.line)),
                byte => self.line.push(byte),
            }
        }
        Some(whole)
    }

    /// What is left when the stream ends: an event without its end.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        if !self.line.is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
        self.pass_on(&mut rest);
        rest
    }

    fn pass_on(&mut self, to: &mut Vec<u8>) {
        let lines = std::mem::take(&mut self.lines);
        self.weight = Weight::default();
        let renumbered = self.renumbered(&lines);
        for line in lines.iter().filter(|line| renumbered.is_none() || !is_data(line)) {
            to.extend_from_slice(line);
            to.push(b'\n');
        }
        if let Some(data) = renumbered {
            to.extend_from_slice(format!("data: {data}\n").as_bytes());
        }
    }

    /// The data of an event whose tool calls have other numbers than the order in which they came.
    fn renumbered(&mut self, lines: &[Vec<u8>]) -> Option<Value> {
        let parts: Vec<&[u8]> = lines.iter().filter(|line| is_data(line)).map(|line| &line.trim_ascii()[5..]).collect();
        let mut data: Value = serde_json::from_slice(&parts.join(&b'\n')).ok()?;
        let mut is_other = false;
        for choice in data.get_mut("choices")?.as_array_mut()? {
            let calls = choice.pointer_mut("/delta/tool_calls").and_then(Value::as_array_mut);
            for index in calls.into_iter().flatten().filter_map(|call| call.get_mut("index")) {
                let Some(number) = index.as_u64() else { continue };
                let next = self.places.len();
                let place = *self.places.entry(number).or_insert(next);
                is_other |= place as u64 != number;
                *index = place.into();
            }
        }
        is_other.then_some(data)
    }
}

fn is_data(line: &[u8]) -> bool {
    line.trim_ascii().starts_with(b"data:")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out where it comes in pieces of some length.
    fn passed(stream: &str, length: usize) -> String {
        let mut events = Events::default();
        let mut out: Vec<u8> = stream.as_bytes().chunks(length).flat_map(|piece| events.take(piece).unwrap()).collect();
        out.extend(events.rest());
        String::from_utf8(out).unwrap()
    }

    fn call(numbers: &[u64]) -> String {
        let calls: Vec<Value> =
            numbers.iter().map(|number| serde_json::json!({"index": number, "function": {"name": "f"}})).collect();
        format!("data: {}\n\n", serde_json::json!({"choices": [{"delta": {"tool_calls": calls}}]}))
    }

    #[test]
    fn what_is_passed_on_is_what_came_with_one_kind_of_line_end() {
        let stream = "event: a\ndata: {\"choices\": []}\n\n: comment\n\ndata: [DONE]\n\ndata: cut of";
        for length in [1, 2, 3, 1000] {
            assert_eq!(passed(stream, length), format!("{stream}\n"));
            assert_eq!(passed(&stream.replace('\n', "\r\n"), length), format!("{stream}\n"));
            assert_eq!(passed(&stream.replace('\n', "\r"), length), format!("{stream}\n"));
        }
    }

    #[test]
    fn an_event_waits_until_it_is_whole() {
        let mut events = Events::default();
        assert_eq!(events.take(b"data: 1\n").unwrap(), b"");
        assert_eq!(events.take(b"\ndata: 2").unwrap(), b"data: 1\n\n");
        assert_eq!(events.rest(), b"data: 2\n");
        assert_eq!(events.rest(), b"");
    }

    #[test]
    fn an_event_that_would_take_too_much_room_is_not_passed_on() {
        let heavy = format!("data: [{}\n\n", "0,".repeat(300_000));
        assert_eq!(Events::default().take(heavy.as_bytes()), None);
        assert_eq!(Events::default().take("a\n".repeat(MOST_LINES + 2).as_bytes()), None);
        let hidden = format!(": \"\n{heavy}");
        assert_eq!(Events::default().take(hidden.as_bytes()), None, "a quotation mark opens no text of what follows");
        let many = format!("data: [{}0]\n\n", "0,".repeat(100_000)).repeat(5);
        assert_eq!(passed(&many, 10_000), many);
    }

    #[test]
    fn calls_are_numbered_in_the_order_in_which_they_come() {
        for (came, expected) in [
            (vec![&[0, 1][..], &[0]], vec![&[0, 1][..], &[0]]),
            (vec![&[1], &[2], &[1]], vec![&[0], &[1], &[0]]),
            (vec![&[4_000_000_000], &[7, 4_000_000_000]], vec![&[0], &[1, 0]]),
            (vec![&[u64::MAX]], vec![&[0]]),
        ] {
            let stream = came.iter().map(|numbers| call(numbers)).collect::<String>();
            let wanted = expected.iter().map(|numbers| call(numbers)).collect::<String>();
            assert_eq!(passed(&stream, 7), wanted, "{came:?}");
        }
        for odd in [
            "7",
            "[]",
            "{\"choices\": 7}",
            "{\"choices\": [7, {}, {\"delta\": {\"tool_calls\": [7, {\"index\": \"x\"}]}}]}",
        ] {
            assert_eq!(passed(&format!("data: {odd}\n\n"), 1000), format!("data: {odd}\n\n"));
        }
        // Data of several lines is one text.
        let split = call(&[9]).replace("\"index\":9", "\ndata: \"index\":9");
        assert_eq!(passed(&split, 1000), call(&[0]));
    }
}
