//! The skill's color.

use super::Judge;
use crate::{Finding, Fix, Span, code, yaml::double_quoted};

/// Judges how the color is written.
pub(super) fn check(judge: &mut Judge<'_>) {
    let Some(entry) = judge.reading.entry("interface.brand_color") else { return };
    let finding = match entry.text() {
        Some(color) => other(entry.value.span, color),
        None => comment(judge.text, entry.key_span.end),
    };
    judge.findings.extend(finding.map(|finding| finding.about(&entry.path)));
}

fn other(span: Span, color: &str) -> Option<Finding> {
    if is_color(color.trim()) {
        return None;
    }
    let message = "Codex ignores this color. Use `#` and six hexadecimal digits, as in `#3B82F6`.";
    let fix = meant(color).map(|color| Fix::one(format!("Write `{color}`"), span, double_quoted(&color)));
    Some(Finding { fix, ..code::finding(code::OPENAI_YAML_COLOR, span, message) })
}

/// A color without quotes, which to YAML is a comment behind a key without a value.
fn comment(text: &str, key_end: usize) -> Option<Finding> {
    let line = text[key_end..].split(['\n', '\r']).next().unwrap_or_default();
    let at = key_end + line.find('#')?;
    let color = text[at..key_end + line.len()].trim_end();
    let before = text[key_end..at].trim();
    if before != ":" || !is_color(color) {
        return None;
    }
    let span = Span::new(at, at + color.len());
    let message = format!("Without quotes, YAML reads `{color}` as a comment, so Codex sees no color. Quote it.");
    let fix = Fix::one("Quote it", span, double_quoted(color));
    Some(code::finding(code::OPENAI_YAML_COLOR, span, message).with_fix(fix))
}

fn is_color(text: &str) -> bool {
    let is_digits = |digits: &str| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.strip_prefix('#').is_some_and(is_digits)
}

/// The color that was evidently meant: one without its sign, or in three digits.
fn meant(text: &str) -> Option<String> {
    let digits = text.trim().trim_start_matches('#');
    let digits: String = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    Some(format!("#{digits}")).filter(|color| is_color(color))
}
