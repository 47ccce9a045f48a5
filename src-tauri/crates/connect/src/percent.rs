//! Text written so that it can be no more than one part of an address.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What is escaped in a segment: all but what RFC 3986 calls unreserved.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// `text` as one segment of a path: only letters, digits and `-._~` stay as they are (RFC 3986, unreserved).
pub(crate) fn segment(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// `text` as a name or value of a form or query (application/x-www-form-urlencoded).
pub(crate) fn form(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_written_so_leaves_its_place() {
        assert_eq!(super::segment("a/../b?c#d&e=ü %2e\r\n"), "a%2F..%2Fb%3Fc%23d%26e%3D%C3%BC%20%252e%0D%0A");
        assert_eq!(super::form("a b&c=d+ü~*"), "a+b%26c%3Dd%2B%C3%BC%7E*");
    }
}
