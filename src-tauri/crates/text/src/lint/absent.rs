//! What a skill requires or is linked to, and cannot have, because it lies in the trash or is gone.

use super::{Linter, code};
use crate::{Finding, Span};

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
    /// The skill it is a child of.
    Parent,
    /// The version of a tool that its link is bound to: not in the trash, but gone.
    ToolVersion,
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
            AbsentKind::Parent => (
                code::PARENT_SKILL,
                format!(
                    "This skill is a child of the skill `{name}`, which is in the trash. Restore it, or choose another \
                     parent on the map."
                ),
            ),
            AbsentKind::ToolVersion => (
                code::PINNED_VERSION,
                format!(
                    "This skill is pinned to a version of the tool `{name}` that no longer exists. Choose another version for \
                     the link on the map."
                ),
            ),
        };
        // A tool the text names is not unknown, then: where that was said, this is the better word.
        let is_unknown = |found: &Finding| {
            *what == AbsentKind::Tool && found.code == code::UNKNOWN_TOOL && found.subject.as_deref() == Some(name)
        };
        let said = linter.findings.iter().position(is_unknown);
        let field = linter.document.field("name");
        let start = linter.document.frontmatter_span().unwrap_or_default().start;
        let here = field.map_or_else(|| Span::at(start), |field| field.value.span);
        let span = said.map_or(here, |at| linter.findings[at].span);
        linter.findings.retain(|found| !is_unknown(found));
        linter.push(code::finding(code, span, message).about(name));
    }
}
