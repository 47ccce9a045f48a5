//! Credentials that a skill says aloud.

use super::{Linter, code};
use crate::{
    Finding, Fix,
    credentials::{Written, written_in},
};

/// What takes a credential's place.
const PLACEHOLDER: &str = "YOUR_CREDENTIAL";

/// Finds credentials written out in the whole text.
pub(super) fn check(linter: &mut Linter<'_>) {
    for finding in in_text(linter.document.text()) {
        linter.push(finding);
    }
}

/// The credentials written out in any text of a skill, a file beside its `SKILL.md` too.
pub fn in_text(text: &str) -> Vec<Finding> {
    written_in(text).iter().map(finding).collect()
}

fn finding(written: &Written) -> Finding {
    let message = format!(
        "`{}` looks like a password or key. Anyone who gets this skill can read it. Remove it, and revoke it if others have \
         seen it.",
        written.name
    );
    let fix = Fix::one("Replace it with a placeholder", written.span, PLACEHOLDER);
    code::finding(code::CREDENTIAL, written.span, message).about(&written.name).with_fix(fix)
}
