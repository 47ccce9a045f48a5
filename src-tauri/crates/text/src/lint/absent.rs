//! What a skill requires or is linked to, and cannot have, because it lies in the trash.

use super::{Linter, code};
use crate::Span;

/// Something a skill is to have and does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Absent {
    /// What it is.
    pub what: AbsentKind,
    /// Its name.
    pub name: String,
}

/// Kinds of what can be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AbsentKind {
    /// A skill it requires.
    Skill,
    /// A tool it is linked to.
    Tool,
}

pub(super) fn check(linter: &mut Linter<'_>) {
    let absent = linter.context.absent;
    for Absent { what, name } in absent {
        let (code, message) = match what {
            AbsentKind::Skill => (
                code::REQUIRED_SKILL,
                format!(
                    "This skill requires the skill `{name}`, which is in the trash. Restore it, or remove the link."
                ),
            ),
            AbsentKind::Tool => (
                code::REQUIRED_TOOL,
                format!("This skill uses the tool `{name}`, which is in the trash. Restore it, or remove the link."),
            ),
        };
        // A tool the text names is said to be unknown where it stands.
        let is_said = linter.findings.iter().any(|found| {
            *what == AbsentKind::Tool && found.code == code::UNKNOWN_TOOL && found.subject.as_deref() == Some(name)
        });
        if !is_said {
            let field = linter.document.field("name");
            let start = linter.document.frontmatter_span().unwrap_or_default().start;
            let span = field.map_or_else(|| Span::at(start), |field| field.value.span);
            linter.push(code::finding(code, span, message).about(name));
        }
    }
}
