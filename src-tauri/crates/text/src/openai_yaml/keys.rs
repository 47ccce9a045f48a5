//! Keys that Codex does not know.

use super::{Judge, reading::Unknown, shape::home_of};
use crate::{Finding, Fix, code};

/// Tells of every such key, and what was evidently meant.
pub(super) fn check(judge: &mut Judge<'_>) {
    let reading = judge.reading;
    judge.findings.extend(reading.unknown.iter().map(|unknown| finding(unknown).about(&unknown.path)));
}

fn finding(unknown: &Unknown<'_>) -> Finding {
    let Unknown { path, name, span, meant } = unknown;
    let finding = |message: String| code::finding(code::OPENAI_YAML_KEY, *span, message);
    match (meant, home_of(name)) {
        (Some(known), _) => finding(format!("Codex ignores the unknown key `{path}`. Did you mean `{known}`?"))
            .with_fix(Fix::one(format!("Rename to `{known}`"), *span, *known)),
        (None, Some(home)) => finding(format!("Codex ignores `{path}`: it belongs under `{home}`. Move it there.")),
        (None, None) => finding(format!("Codex ignores the unknown key `{path}`. Correct or remove it.")),
    }
}
