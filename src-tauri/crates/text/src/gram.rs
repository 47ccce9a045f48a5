//! Gram type signatures: a tool's parameters and result in one line of text, read, printed and converted.
//!
//! Three dialects are read. The arrow form, `(name: Text, age: Maybe Int) --> IO Text`, is canonical; the curried form,
//! `(name::Text)==>(age::Int {default:18})==>(::Text)`, is valid gram; the classic form is the curried one with the words
//! `String Integer Number Boolean Object Array`. Words may be mixed. Reading never fails: it gives what it understood and
//! every [`Problem`] with its place. A conversion that cannot say everything names each [`Loss`].
//!
//! The reader is written by hand: no published grammar knows these signatures (gram itself has no types). Whole gram
//! documents are the task of [`carrier`].

pub mod carrier;

pub(crate) mod from_schema;
#[cfg(test)]
mod judged;
mod literal;
mod marks;
mod parameters;
mod print;
mod read;
mod schema;
mod token;
mod types;

use serde_json::Value;

use crate::Span;

pub use from_schema::{FromSchema, from_schema};
pub use marks::{render_schema, schema_marks, value_span};
pub use parameters::{FromParameters, from_parameters};
pub use print::Printed;
pub use read::read;
pub use schema::{ToolParameter, schema_of};

/// How a signature is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `(name: Text) --> IO Text`: has `Maybe`, lists and records, no defaults.
    Arrow,
    /// `(name::Text)==>(::Text)`: has defaults; lists and records are only `Array` and `Object`.
    Curried,
    /// As curried, with the words String, Integer, Number and Boolean.
    Classic,
}

impl Dialect {
    /// Every dialect, the canonical one first.
    pub const ALL: [Self; 3] = [Self::Arrow, Self::Curried, Self::Classic];

    /// Its stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Arrow => "arrow",
            Self::Curried => "curried",
            Self::Classic => "classic",
        }
    }

    /// The dialect a stable name stands for.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.as_str() == text)
    }
}

/// What a tool takes and gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// What a call gives, in order; names are unique.
    pub parameters: Vec<SignatureParameter>,
    /// What comes back. It is no part of the schema.
    pub result: Type,
}

/// One parameter of a [`Signature`].
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureParameter {
    /// Name of the argument.
    pub name: String,
    /// Its type; [`Type::Maybe`] where a call may leave it out and there is no default.
    pub ty: Type,
    /// Value taken when a call gives none; never together with [`Type::Maybe`].
    pub default: Option<Value>,
}

impl SignatureParameter {
    /// Whether a call must give it.
    pub const fn is_required(&self) -> bool {
        self.default.is_none() && !matches!(self.ty, Type::Maybe(_))
    }
}

/// The types a signature can say.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `Text` or `String`
    Text,
    /// `Int` or `Integer`
    Int,
    /// `Double` or `Number`
    Double,
    /// `Bool` or `Boolean`
    Bool,
    /// `Maybe T`: need not be given.
    Maybe(Box<Self>),
    /// `[T]`
    List(Box<Self>),
    /// `{f: T, …}`
    Record(Vec<RecordField>),
    /// `Object`, of unknown fields.
    Object,
    /// `Array`, of unknown items.
    Array,
}

/// A field of [`Type::Record`].
#[derive(Clone, Debug, PartialEq)]
pub struct RecordField {
    /// Its name, unique in its record.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// What is wrong in a signature, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place, in bytes of the text read.
    pub span: Span,
    /// A sentence or two.
    pub message: String,
}

/// What another form of the same tool cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The parameter it concerns, dotted where nested (`caller.name`, `items[].id`); empty for the whole or the result.
    pub parameter: String,
    /// What is lost and what stands there instead.
    pub why: String,
}

impl Loss {
    pub(crate) fn new(parameter: &str, why: impl Into<String>) -> Self {
        Self { parameter: parameter.to_owned(), why: why.into() }
    }
}

/// Where a parameter or a nested field stands in a text, so that a screen can light up the same one in another view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The dotted path, as in [`Loss::parameter`].
    pub path: String,
    /// The place, in bytes: from the name to the end of the type or schema.
    pub span: Span,
}

/// What reading a text as a signature gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The signature; there exactly when there are no problems.
    pub signature: Option<Signature>,
    /// How it is written, as far as that can be told.
    pub dialect: Option<Dialect>,
    /// Every problem, in text order.
    pub problems: Vec<Problem>,
    /// Every parameter and nested field that could be made out, also beside problems, in text order.
    pub marks: Vec<Mark>,
}

/// Where every parameter and nested field of a signature stands.
pub fn marks(text: &str) -> Vec<Mark> {
    read(text).marks
}

/// The beginning of a value, for a message.
fn brief(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
