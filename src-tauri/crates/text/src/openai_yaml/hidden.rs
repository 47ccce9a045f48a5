//! What the file does to the list that Codex puts before its model.

use super::{Judge, OPENAI_YAML, Policy};
use crate::code;

/// Tells where the file keeps Codex from listing the skill.
pub(super) fn check(judge: &mut Judge<'_>) {
    let reading = judge.reading;
    let (path, message) = match reading.policy() {
        Policy::Open => return,
        Policy::OnlyForPeople => (
            "policy.allow_implicit_invocation",
            "Codex hides the skill from the model because `allow_implicit_invocation` is false. Only users can invoke it.",
        ),
        Policy::OtherProducts => {
            ("policy.products", "Codex doesn't list the skill because `products` doesn't include `codex`.")
        }
    };
    let Some(entry) = reading.entry(path) else { return };
    judge.findings.push(code::finding(code::CLIENT_HIDDEN, entry.value.span, message).about(OPENAI_YAML));
}
