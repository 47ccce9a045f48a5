//! What authors write, to and from the model: reading `SKILL.md` leniently, editing it without touching other bytes,
//! linting it for its targets, adk-rust's own reading of it, tokens, preview and merge; tools as type signatures and gram,
//! and as others list them.
//!
//! Everything here is pure: text in, value and findings out. Reading what a user wrote never fails; problems are
//! [`Finding`]s with spans. Offsets are bytes of the UTF-8 text everywhere. Nothing here touches a disk or a clock.

pub mod adk;
pub mod code;
pub mod credentials;
pub mod decode;
pub mod evals;
pub mod fields;
pub mod find;
pub mod gram;
pub mod hidden;
pub mod lint;
pub mod merge;
pub mod names;
pub mod near;
pub mod openai_yaml;
pub mod outgoing;
pub mod preview;
pub mod queries;
pub mod rank;
pub mod tokens;
pub mod tool_lists;
pub mod yaml;

mod document;
mod finding;
mod lines;

// Some tests name this crate as others do.
#[cfg(test)]
extern crate self as studio_text;

pub use document::{DefinitionPart, Field, FieldEdit, SkillDocument};
pub use finding::{Finding, Fix, Severity, Span, Target, TargetSet, TextEdit, apply};
pub use lines::LineIndex;
pub use studio_model::sha256_hex;
pub use yaml::{ScalarStyle, Value, ValueKind};
