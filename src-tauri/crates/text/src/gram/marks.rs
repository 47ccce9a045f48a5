//! A schema as text for reading, and where each parameter stands in it.

use serde_json::Value;

use super::Mark;
use crate::Span;

/// Longest line an object or list is kept on, in characters.
const LINE: usize = 76;

/// Deepest nesting looked into.
const DEPTH: usize = 100;

/// The path of a field inside the record at `path`.
pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// A schema as text, one parameter a line where it fits, with the place of each.
pub fn render_schema(schema: &Value) -> (String, Vec<Mark>) {
    let mut text = String::new();
    match schema {
        Value::Object(entries) if !entries.is_empty() => {
            text.push_str("{\n");
            entries_text(entries.iter().collect(), 1, &mut text);
            text.push_str("\n}");
        }
        other => text.push_str(&line(other)),
    }
    let marks = schema_marks(&text);
    (text, marks)
}

/// Entries one below the other.
fn entries_text(entries: Vec<(&String, &Value)>, depth: usize, text: &mut String) {
    for (at, (key, value)) in entries.into_iter().enumerate() {
        text.push_str(if at == 0 { "" } else { ",\n" });
        let head = format!("{}{}: ", "  ".repeat(depth), Value::from(key.as_str()));
        text.push_str(&head);
        value_text(value, key == "properties", head.chars().count(), depth, text);
    }
}

fn value_text(value: &Value, is_spread: bool, column: usize, depth: usize, text: &mut String) {
    let flat = line(value);
    match value {
        Value::Object(entries) if !entries.is_empty() && (is_spread || column + flat.chars().count() > LINE) => {
            text.push_str("{\n");
            entries_text(entries.iter().collect(), depth + 1, text);
            text.push_str(" }");
        }
        Value::Array(items) if column + flat.chars().count() > LINE => items_text(items, column, depth, text),
        _ => text.push_str(&flat),
    }
}

/// Items as many to a line as fit.
fn items_text(items: &[Value], mut column: usize, depth: usize, text: &mut String) {
    text.push('[');
    for (at, item) in items.iter().enumerate() {
        let flat = line(item);
        let width = flat.chars().count() + 2;
        if at > 0 && column + width > LINE {
            text.push_str(",\n");
            text.push_str(&"  ".repeat(depth + 1));
            column = 2 * (depth + 1);
        } else if at > 0 {
            text.push_str(", ");
        }
        value_text(item, false, column, depth + 1, text);
        column += width;
    }
    text.push(']');
}

/// A value on one line.
fn line(value: &Value) -> String {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), line(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Where each parameter and nested field stands in the text of a JSON Schema, from its name to the end of its schema. Reads
/// as far as the text is JSON.
pub fn schema_marks(text: &str) -> Vec<Mark> {
    let mut scan = Scan { text, at: 0, marks: Vec::new() };
    scan.schema("", 0);
    scan.marks.sort_by_key(|mark| (mark.span.start, std::cmp::Reverse(mark.span.end)));
    scan.marks
}

/// Where the value at a JSON pointer stands in JSON text; of a key that stands twice the last one, as it is read.
pub fn value_span(text: &str, pointer: &str) -> Option<Span> {
    let steps: Vec<String> =
        pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    Scan { text, at: 0, marks: Vec::new() }.find(&steps, 0)
}

/// A walk over JSON text that knows where it is. Each step is none where the text is not JSON.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    marks: Vec<Mark>,
}

impl Scan<'_> {
    fn schema(&mut self, path: &str, depth: usize) -> Option<()> {
        if self.peek()? != b'{' {
            return self.value(depth);
        }
        self.entries(depth, |scan, key, _| match key {
            "properties" if scan.peek()? == b'{' => scan.properties(path, depth + 1),
            "items" => scan.schema(&format!("{path}[]"), depth + 1),
            _ => scan.value(depth + 1),
        })
    }

    fn properties(&mut self, path: &str, depth: usize) -> Option<()> {
        self.entries(depth, |scan, name, start| {
            let path = join(path, name);
            scan.schema(&path, depth + 1)?;
            scan.marks.push(Mark { path, span: Span::new(start, scan.at) });
            Some(())
        })
    }

    /// Goes over the entries of an object; `entry` gets the key and where it begins, and goes over the value.
    fn entries(&mut self, depth: usize, mut entry: impl FnMut(&mut Self, &str, usize) -> Option<()>) -> Option<()> {
        if depth > DEPTH {
            return None;
        }
        self.take(b'{')?;
        if self.peek()? == b'}' {
            return self.take(b'}');
        }
        loop {
            self.peek()?;
            let start = self.at;
            self.string()?;
            let key: String = serde_json::from_str(&self.text[start..self.at]).ok()?;
            self.take(b':')?;
            entry(self, &key, start)?;
            if self.peek()? == b'}' {
                return self.take(b'}');
            }
            self.take(b',')?;
        }
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        if depth > DEPTH {
            return None;
        }
        match self.peek()? {
            b'{' => self.entries(depth, |scan, _, _| scan.value(depth + 1)),
            b'[' => self.items(depth),
            b'"' => self.string(),
            _ => {
                let rest = &self.text[self.at..];
                let length = rest.find(|next: char| ",]}".contains(next) || next.is_whitespace()).unwrap_or(rest.len());
                self.at += length;
                (length > 0).then_some(())
            }
        }
    }

    fn items(&mut self, depth: usize) -> Option<()> {
        self.take(b'[')?;
        if self.peek()? == b']' {
            return self.take(b']');
        }
        loop {
            self.value(depth + 1)?;
            if self.peek()? == b']' {
                return self.take(b']');
            }
            self.take(b',')?;
        }
    }

    /// The value that some steps lead to in the one that follows.
    fn find(&mut self, steps: &[String], depth: usize) -> Option<Span> {
        let first = self.peek()?;
        let Some((step, rest)) = steps.split_first() else {
            let start = self.at;
            self.value(depth)?;
            return Some(Span::new(start, self.at));
        };
        let mut found = None;
        if first == b'{' {
            self.entries(depth, |scan, key, _| {
                scan.peek()?;
                let start = scan.at;
                scan.value(depth + 1)?;
                let end = scan.at;
                if key == step {
                    scan.at = start;
                    found = scan.find(rest, depth + 1);
                    scan.at = end;
                }
                Some(())
            })?;
        } else {
            self.take(b'[')?;
            for _ in 0..step.parse::<usize>().ok()? {
                self.value(depth + 1)?;
                self.take(b',')?;
            }
            found = self.find(rest, depth + 1);
        }
        found
    }

    fn string(&mut self) -> Option<()> {
        self.take(b'"')?;
        let bytes = self.text.as_bytes();
        loop {
            let next = *bytes.get(self.at)?;
            self.at += if next == b'\\' { 2 } else { 1 };
            if next == b'"' {
                return Some(());
            }
        }
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        let is_there = self.peek()? == byte;
        self.at += usize::from(is_there);
        is_there.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::value_span;

    #[test]
    fn a_value_is_found_by_its_pointer() {
        let text = r#"{"a": {"b/c": [1, {"d": "e"}], "b/c": [2, {"d~": true}]}, "f": null}"#;
        for (pointer, expected) in [
            ("", Some(text)),
            ("/f", Some("null")),
            ("/a/b~1c/0", Some("2")),
            ("/a/b~1c/1", Some(r#"{"d~": true}"#)),
            ("/a/b~1c/1/d~0", Some("true")),
            ("/a/b~1c/2", None),
            ("/a/x", None),
            ("/f/x", None),
        ] {
            assert_eq!(value_span(text, pointer).map(|span| span.of(text)), expected, "{pointer}");
        }
        assert_eq!(value_span("{\"a\": ", "/a"), None);
    }
}
