//! What unit tests share.

use crate::Entry;

/// A skill of a name and a description.
pub(crate) fn entry(name: &str, description: &str) -> Entry {
    Entry {
        key: "00000000-0000-7000-8000-000000000000".parse().expect("a well-formed id"),
        id: name.to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        tags: Vec::new(),
        body: String::new(),
        allowed_tools: Vec::new(),
        path: format!("{name}.md"),
        hash: String::new(),
        is_only_by_name: false,
        readings: studio_clients::Readings::default(),
        broken: None,
        dropped: None,
    }
}
