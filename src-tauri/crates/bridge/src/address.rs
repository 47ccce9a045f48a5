//! What a request names: its path and the pairs of its query.

use std::borrow::Cow;

use hyper::Uri;

/// The pairs of a query, in the order they stand in.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    form_urlencoded::parse(query.as_bytes())
}

/// The first value of a name in an address's query.
pub(crate) fn value_of(uri: &Uri, name: &str) -> Option<String> {
    pairs(uri.query()?).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}
