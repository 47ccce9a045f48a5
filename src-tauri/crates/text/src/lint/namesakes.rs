//! Other skills of the same name, and what each client makes of them.

use std::fmt::Write as _;

use super::{Linter, code};
use crate::{FieldEdit, Finding, Fix, SkillDocument, Span};

/// Other skills with the name of the one under judgement.
#[derive(Clone, Copy, Debug)]
pub struct Namesakes<'a> {
    /// The name they share.
    pub name: &'a str,
    /// How many others there are.
    pub others: usize,
    /// Where the first [`NAMED`] of them are: the path, or the group.
    pub places: &'a [String],
    /// A name nobody has, for the fix.
    pub free: &'a str,
}

/// How many places of namesakes are told.
pub const NAMED: usize = 3;

/// What happens to skills of one name, as it was measured with each client.
const CONSEQUENCE: &str = "Claude Code uses your personal skill; Copilot, Qwen Code, pi, and Kimi Code use the project's; \
                           Gemini CLI uses the one it reads last; opencode uses either; Codex lists them all. Rename one.";

pub(super) fn check(linter: &mut Linter<'_>) {
    if let Some(namesakes) = linter.context.namesakes {
        linter.push(finding(linter.document, namesakes));
    }
}

/// What is said of a document whose skill has namesakes.
pub fn finding(document: &SkillDocument, namesakes: Namesakes<'_>) -> Finding {
    let Namesakes { name, others, places, free } = namesakes;
    let who = if others == 1 { "Another skill is".to_owned() } else { format!("{others} other skills are") };
    let mut named = places.join(", ");
    if others > places.len() {
        let _ = write!(named, " and {} more", others - places.len());
    }
    let message = format!("{who} also named `{name}` ({named}). {CONSEQUENCE}");
    let field = document.field("name");
    let span =
        field.map_or_else(|| Span::at(document.frontmatter_span().unwrap_or_default().start), |name| name.value.span);
    let mut finding = code::finding(code::NAME_DUPLICATE, span, message);
    finding.fix = field.is_some().then(|| {
        let edits = document.edit(&FieldEdit::SetText { key: "name".to_owned(), value: free.to_owned() });
        Fix { title: format!("Rename to `{free}`"), edits }
    });
    finding
}
