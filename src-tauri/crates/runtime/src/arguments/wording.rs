//! What is wrong with arguments, in words: the seed's where it has some, else short ones that never repeat a long value.

use jsonschema::{
    ValidationError,
    error::{TypeKind, ValidationErrorKind},
};
use serde_json::Value;

use super::{ArgumentProblem, ArgumentReason};
use crate::{difference::pointer_part, json::shortened};

/// Characters of a message.
const LONGEST: usize = 300;
/// Characters of a value within a message.
const LONGEST_VALUE: usize = 60;
/// Forms told of a value that fits none of several.
const MOST_FORMS: usize = 4;

/// The problems an error stands for: mostly one, and one a field where several are too many.
pub(super) fn problems(error: &ValidationError<'_>) -> Vec<ArgumentProblem> {
    let path = error.instance_path().as_str().to_owned();
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let unknown = |name: &String| ArgumentProblem {
                path: format!("{path}/{}", pointer_part(name)),
                message: format!("Unknown field: {name}"),
                reason: ArgumentReason::Unknown,
            };
            unexpected.iter().map(unknown).collect()
        }
        kind => {
            let reason = match kind {
                ValidationErrorKind::Required { property } => {
                    ArgumentReason::Missing { field: property.as_str().unwrap_or_default().to_owned() }
                }
                _ => ArgumentReason::Unfit,
            };
            vec![ArgumentProblem { path, message: shortened(&said(error), LONGEST), reason }]
        }
    }
}

/// An error in words.
pub(super) fn said(error: &ValidationError<'_>) -> String {
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            format!("Missing required field: {}", property.as_str().unwrap_or_default())
        }
        ValidationErrorKind::Type { kind } => {
            format!("Expected {}, found {}", types(kind), shown(error.instance()))
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            let forms: Vec<String> =
                context.iter().filter_map(|form| form.first()).map(said).take(MOST_FORMS).collect();
            format!("Matches none of the {} allowed forms: {}", context.len(), forms.join("; or: "))
        }
        _ => error.masked_with(shown(error.instance())).to_string(),
    }
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(one) => one.to_string(),
        TypeKind::Multiple(several) => several.iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" or "),
    }
}

/// A value, as far as a message can hold it.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => Value::from(shortened(text, LONGEST_VALUE)).to_string(),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}
