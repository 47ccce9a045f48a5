//! JSON values: when two are the same, and how long one is.

use std::io::{self, Write};

use serde_json::{Number, Value};

/// Whether two JSON values are the same.
///
/// The order of an object's keys is of no matter, that of a list is. Numbers are compared by value, as JSON Schema does:
/// `1`, `1.0` and `1e0` are one number.
pub fn is_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => is_same_number(a, b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_equal(a, b)))
        }
        _ => a == b,
    }
}

/// Whole numbers are compared as such: beyond 2^53, two of them may be one float.
fn is_same_number(a: &Number, b: &Number) -> bool {
    if a == b {
        return true;
    }
    let is_float = |number: &Number| number.is_f64();
    (is_float(a) || is_float(b)) && a.as_f64() == b.as_f64()
}

/// Bytes of a value as compact JSON.
pub(crate) fn size(value: &Value) -> usize {
    struct Count(usize);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).expect("a value always has a text, and counting never fails");
    count.0
}

/// The beginning of a text, with a mark where something is left out.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
