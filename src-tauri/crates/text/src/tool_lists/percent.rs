//! The form encoding of addresses and forms.

/// A key or value as a form writes it.
pub(super) fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// What a form's key or value means. Bytes that are no UTF-8 become the replacement character.
pub(super) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex =
            text.get(at + 1..at + 3).filter(|hex| byte == b'%' && hex.bytes().all(|digit| digit.is_ascii_hexdigit()));
        if let Some(decoded) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            result.push(decoded);
            at += 3;
        } else {
            result.push(if byte == b'+' { b' ' } else { byte });
            at += 1;
        }
    }
    String::from_utf8_lossy(&result).into_owned()
}

/// The pairs of a query or form, decoded; one without `=` has an empty value.
pub(super) fn pairs(text: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(key), decoded(value))
    };
    text.split('&').filter(|pair| !pair.is_empty()).map(pair).collect()
}
