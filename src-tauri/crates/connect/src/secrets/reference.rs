//! `secret://name` in any text.

use std::ops::Range;

use super::{Error, Secret, Secrets};

const SCHEME: &str = "secret://";

/// A place in a text where a secret is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The name as written; not one a secret can have, perhaps.
    pub name: &'a str,
    /// Bytes of the text that the reference takes, its scheme among them.
    pub span: Range<usize>,
}

impl Reference<'_> {
    /// All references of a text, from its beginning. A name ends before the first character that is no letter or digit
    /// of ASCII, no hyphen and no underscore.
    pub fn find(text: &str) -> impl Iterator<Item = Reference<'_>> {
        text.match_indices(SCHEME).map(|(start, _)| {
            let rest = &text[start + SCHEME.len()..];
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
            let length = rest.bytes().position(|byte| !is_name(byte)).unwrap_or(rest.len());
            Reference { name: &rest[..length], span: start..start + SCHEME.len() + length }
        })
    }
}

/// `text` with each reference replaced by its secret; the error names the one that is not there. The values are not
/// searched for references again.
pub fn resolve(text: &str, secrets: &dyn Secrets) -> Result<Secret, Error> {
    let (mut out, mut end) = (String::with_capacity(text.len()), 0);
    for reference in Reference::find(text) {
        out.push_str(&text[end..reference.span.start]);
        out.push_str(secrets.secret(reference.name)?.expose());
        end = reference.span.end;
    }
    out.push_str(&text[end..]);
    Ok(Secret::new(out))
}
