//! In what two descriptions of a tool differ.

use serde_json::Value;

use crate::{Described, is_equal};

/// One thing in which a specification and an implementation differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which part.
    pub part: Part,
    /// JSON pointer to the place in the schema; empty for its whole and for the other parts.
    pub path: String,
    /// What the specification says there: a text, or of a schema the JSON; empty where it says nothing.
    pub specification: String,
    /// What the implementation says there.
    pub implementation: String,
}

/// What must be equal for a specification to be bound to an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `name`
    Name,
    /// `description`
    Description,
    /// `schema`
    Schema,
}

impl Part {
    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
            Self::Schema => "schema",
        }
    }
}

/// In what two descriptions of a tool differ; nothing where the one can stand for the other.
///
/// Name and description must be equal to the letter. Schemas must be equal as [`is_equal`] says; every innermost place
/// where they are not is told by itself.
pub fn differences(specification: Described<'_>, implementation: Described<'_>) -> Vec<Difference> {
    let mut found = Vec::new();
    let texts = [
        (Part::Name, specification.name, implementation.name),
        (Part::Description, specification.description, implementation.description),
    ];
    for (part, a, b) in texts {
        if a != b {
            let (specification, implementation) = (a.to_owned(), b.to_owned());
            found.push(Difference { part, path: String::new(), specification, implementation });
        }
    }
    compare(&mut String::new(), Some(specification.schema), Some(implementation.schema), &mut found);
    found
}

fn compare(path: &mut String, a: Option<&Value>, b: Option<&Value>, found: &mut Vec<Difference>) {
    match (a, b) {
        (Some(a), Some(b)) if is_equal(a, b) => {}
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                below(path, key, |path| compare(path, a.get(key), b.get(key), found));
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                below(path, &index.to_string(), |path| compare(path, Some(a), Some(b), found));
            }
        }
        _ => {
            let text = |value: Option<&Value>| value.map(Value::to_string).unwrap_or_default();
            let (specification, implementation) = (text(a), text(b));
            found.push(Difference { part: Part::Schema, path: path.clone(), specification, implementation });
        }
    }
}

/// Does something one step further down, at a key of a JSON pointer.
fn below(path: &mut String, key: &str, work: impl FnOnce(&mut String)) {
    let length = path.len();
    path.push('/');
    path.push_str(&pointer_part(key));
    work(path);
    path.truncate(length);
}

/// A key as it stands in a JSON pointer (RFC 6901).
pub(crate) fn pointer_part(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
