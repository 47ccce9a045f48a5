//! What makes Codex pass over the whole file, the skill's policy too.

use super::{
    Judge,
    reading::{Fault, FaultKind, Reading},
    root_of,
    shape::{Holds, Product},
    start_of,
};
use crate::{
    Finding, Fix, Span, TextEdit, Value, ValueKind, apply, code, document, near,
    yaml::{Kind, ReadError, double_quoted},
};

const WHOLE: &str = "Codex ignores the whole file, including its policy.";

/// Tells of every fault.
pub(super) fn check(judge: &mut Judge<'_>) {
    let (reading, text) = (judge.reading, judge.text);
    judge.findings.extend(reading.faults.iter().map(|fault| finding(text, fault).about(&fault.path)));
}

fn finding(text: &str, fault: &Fault<'_>) -> Finding {
    let (path, span) = (&fault.path, fault.span);
    match fault.kind {
        FaultKind::Type(holds, value) => {
            let message = format!("`{path}` must be {}, but this is {}. {WHOLE}", holds.wanted(), found(value));
            let finding = code::finding(code::OPENAI_YAML_TYPE, span, message);
            Finding { fix: repair(text, holds, value), ..finding }
        }
        FaultKind::Item(holds, value) => {
            let message = format!("`{path}` must be {}, but this item is {}. {WHOLE}", holds.wanted(), found(value));
            code::finding(code::OPENAI_YAML_TYPE, span, message)
        }
        FaultKind::Key(key) => {
            let message = format!("A key must be a string, but this is {}. {WHOLE}", found(key));
            code::finding(code::OPENAI_YAML_TYPE, span, message)
        }
        FaultKind::Twice => {
            let message = format!("`{path}` already appears above. {WHOLE} Remove one of them.");
            code::finding(code::DUPLICATE_KEY, span, message)
        }
        FaultKind::Product(name) => unknown_product(span, name),
    }
}

fn unknown_product(span: Span, name: &str) -> Finding {
    let [first, second, last] = Product::NAMES;
    let meant = near::closest(name, Product::NAMES);
    let advice = match meant {
        Some(product) => format!("Did you mean `{product}`?"),
        None => format!("Use `{first}`, `{second}` or `{last}`."),
    };
    let message = format!("Unknown product `{name}`. {WHOLE} {advice}");
    let fix = meant.map(|product| Fix::one(format!("Change to `{product}`"), span, product));
    Finding { fix, ..code::finding(code::OPENAI_YAML_PRODUCT, span, message) }
}

/// What a value is, as the end of a sentence.
fn found(value: &Value) -> &'static str {
    match value.kind() {
        Kind::Null => "nothing",
        Kind::Bool(_) => "true or false",
        Kind::Number(_) => "a number",
        Kind::Text(_) => "a string",
        Kind::List => "a list",
        Kind::Map => "a map",
    }
}

/// The value as it was evidently meant.
fn repair(text: &str, holds: Holds, value: &Value) -> Option<Fix> {
    match (holds, &value.kind) {
        (Holds::Switch, ValueKind::Text { text, .. }) => {
            let word = match text.trim().to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => "true",
                "false" | "no" | "off" => "false",
                _ => return None,
            };
            Some(Fix::one(format!("Change to `{word}`"), value.span, word))
        }
        (Holds::Products, ValueKind::Text { text, .. }) => {
            let product = near::closest(text, Product::NAMES)?;
            Some(Fix::one("Write it as a list", value.span, format!("[{product}]")))
        }
        // `{{purpose}}` is a map to YAML and to nobody else.
        (Holds::Text(_) | Holds::Icon | Holds::Color, ValueKind::Map { is_flow: true, .. }) => {
            Some(Fix::one("Quote the value", value.span, double_quoted(value.span.of(text))))
        }
        _ => None,
    }
}

/// What is said of a file that holds no keys.
pub(super) fn without_keys(root: &Value) -> Finding {
    let message = format!(
        "The file must have keys such as `interface`, `policy`, and `dependencies`, but this is {}. {WHOLE}",
        found(root)
    );
    code::finding(code::OPENAI_YAML_NOT_A_MAP, root.span, message)
}

/// What is said of a file that is not YAML: the slips in it, or else the reader's own words.
pub(super) fn unreadable(text: &str, error: &ReadError) -> Vec<Finding> {
    let slips = document::slips(text, Span::new(start_of(text), text.len()));
    if slips.is_empty() || !matches!(error, ReadError::Syntax { .. }) {
        return vec![cause(error)];
    }
    let has_repairs = is_mended_by(text, &slips);
    let told = slips.into_iter().map(|slip| {
        let message = format!("{} Until then, Codex ignores the whole file, including its policy.", slip.message);
        Finding { fix: slip.fix.filter(|_| has_repairs), ..code::finding(code::OPENAI_YAML_SYNTAX, slip.span, message) }
    });
    told.collect()
}

/// Whether the repairs of all slips together make a file that Codex reads: one alone may take a list for a text.
fn is_mended_by(text: &str, slips: &[Finding]) -> bool {
    let repairs = slips.iter().filter_map(|slip| slip.fix.as_ref());
    let mut edits: Vec<TextEdit> = repairs.flat_map(|fix| fix.edits.clone()).collect();
    edits.sort_by_key(|edit| edit.span);
    if edits.windows(2).any(|pair| pair[0].span.end > pair[1].span.start) {
        return false;
    }
    let Ok(Some(root)) = root_of(&apply(text, &edits)) else { return false };
    root.entries().is_some_and(|entries| Reading::of(entries).faults.is_empty())
}

fn cause(error: &ReadError) -> Finding {
    let (at, message) = match error {
        ReadError::Syntax { message, at } => (*at, format!("The file isn't valid YAML: {message}. {WHOLE}")),
        ReadError::SecondDocument { at } => {
            (*at, format!("A second YAML document starts here. {WHOLE} Keep only one."))
        }
        ReadError::TooLarge { at } => (*at, "The file has too many values to read. Shorten it.".to_owned()),
        ReadError::TooDeep { at } => (*at, "The file is nested too deeply to read. Flatten it.".to_owned()),
    };
    code::finding(code::OPENAI_YAML_SYNTAX, Span::at(at), message)
}
