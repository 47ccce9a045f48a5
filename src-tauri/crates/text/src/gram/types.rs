//! The words for types in the three dialects, and whether a value is of a type.

use serde_json::Value;

use super::{RecordField, Type};
use crate::near::closest;

/// Every word for a type that takes no other type.
const WORDS: [(&str, Type); 10] = [
    ("Text", Type::Text),
    ("Int", Type::Int),
    ("Double", Type::Double),
    ("Bool", Type::Bool),
    ("String", Type::Text),
    ("Integer", Type::Int),
    ("Number", Type::Double),
    ("Boolean", Type::Bool),
    ("Object", Type::Object),
    ("Array", Type::Array),
];

/// What other languages call the same.
const FOREIGN: [(&str, &str); 16] = [
    ("str", "Text"),
    ("char", "Text"),
    ("varchar", "Text"),
    ("uuid", "Text"),
    ("date", "Text"),
    ("long", "Int"),
    ("i32", "Int"),
    ("i64", "Int"),
    ("float", "Double"),
    ("f64", "Double"),
    ("decimal", "Double"),
    ("list", "[Text]"),
    ("dict", "Object"),
    ("map", "Object"),
    ("optional", "Maybe Text"),
    ("option", "Maybe Text"),
];

/// The type a word stands for.
pub(super) fn of_word(word: &str) -> Option<Type> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, ty)| ty.clone())
}

/// Whether a word belongs to the curried form rather than the classic one.
pub(super) fn is_curried_word(word: &str) -> bool {
    matches!(word, "Text" | "Int" | "Double" | "Bool")
}

/// Whether a word can only be the beginning of a type.
pub(super) fn starts_type(word: &str) -> bool {
    matches!(word, "Maybe" | "IO") || of_word(word).is_some()
}

/// The type an unknown word probably means.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let names = || WORDS.iter().map(|(known, _)| *known).chain(["Maybe"]);
    let folded = word.to_lowercase();
    names()
        .find(|known| known.eq_ignore_ascii_case(word))
        .or_else(|| FOREIGN.iter().find(|(foreign, _)| *foreign == folded).map(|(_, ours)| *ours))
        .or_else(|| closest(word, names()))
}

/// The arrow form's word for a classic one; any other as it is.
pub(super) fn canonical(word: &'static str) -> &'static str {
    match word {
        "String" => "Text",
        "Integer" => "Int",
        "Number" => "Double",
        "Boolean" => "Bool",
        other => other,
    }
}

impl Type {
    /// The type without an outer `Maybe`.
    pub fn inner(&self) -> &Self {
        match self {
            Self::Maybe(inner) => inner.inner(),
            other => other,
        }
    }

    /// Whether `value` may be given where this type is asked for.
    pub fn admits(&self, value: &Value) -> bool {
        match self {
            Self::Text => value.is_string(),
            Self::Int => value.is_i64() || value.is_u64(),
            Self::Double => value.is_number(),
            Self::Bool => value.is_boolean(),
            Self::Maybe(inner) => inner.admits(value),
            Self::Array => value.is_array(),
            Self::Object => value.is_object(),
            Self::List(item) => value.as_array().is_some_and(|items| items.iter().all(|value| item.admits(value))),
            Self::Record(fields) => {
                value.is_object() && fields.iter().all(|field| field.admits(value.get(&field.name)))
            }
        }
    }

    /// What a value of this type is called in a message.
    pub(super) const fn noun(&self) -> &'static str {
        match self {
            Self::Text => "text in quotes",
            Self::Int => "a whole number",
            Self::Double => "a number",
            Self::Bool => "true or false",
            Self::Maybe(inner) => inner.noun(),
            Self::List(_) | Self::Array => "a list with items of the right type",
            Self::Record(_) | Self::Object => "an object with fields of the right types",
        }
    }
}

impl RecordField {
    /// Whether a call must give it.
    pub const fn is_required(&self) -> bool {
        !matches!(self.ty, Type::Maybe(_))
    }

    fn admits(&self, value: Option<&Value>) -> bool {
        value.map_or(!self.is_required(), |value| self.ty.admits(value))
    }
}
