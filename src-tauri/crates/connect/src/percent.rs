//! Text written so that it can be no more than one part of an address.

use std::fmt::Write as _;

/// `text` as one segment of a path: only letters, digits and `-._~` stay as they are (RFC 3986, unreserved).
pub(crate) fn segment(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("a string takes everything");
        }
        out
    })
}

/// `text` as a name or value of a form or query (application/x-www-form-urlencoded).
pub(crate) fn form(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut out, byte| {
        match byte {
            b' ' => out.push('+'),
            byte if byte.is_ascii_alphanumeric() || b"*-._".contains(&byte) => out.push(char::from(byte)),
            byte => write!(out, "%{byte:02X}").expect("a string takes everything"),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_written_so_leaves_its_place() {
        assert_eq!(super::segment("a/../b?c#d&e=ü %2e\r\n"), "a%2F..%2Fb%3Fc%23d%26e%3D%C3%BC%20%252e%0D%0A");
        assert_eq!(super::form("a b&c=d+ü~*"), "a+b%26c%3Dd%2B%C3%BC%7E*");
    }
}
