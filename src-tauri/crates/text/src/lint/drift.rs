//! Where the tools a file lists and the tools its skill is linked to differ.

use studio_model::ToolDrift;

use super::{Linter, code};
use crate::{Fix, SkillDocument, Span};

/// Judges a document whose list can be read, where the skill's links are known. Both ways have a repair of the text here;
/// the one of the link is the library's.
pub(super) fn check(linter: &mut Linter<'_>) {
    let (Some(known), Some(linked)) = (linter.context.tools, linter.context.linked) else { return };
    let document = linter.document;
    if document.unreadable().is_some() {
        return;
    }
    let is_tool = |name: &str| known.own.contains(name);
    let drift = ToolDrift::of(document.allowed_tools(), linked.own.iter().copied(), is_tool);
    for name in drift.not_linked {
        let message = format!(
            "`allowed-tools` lists `{name}`, but the skill isn't linked to this tool. Link the skill to the tool, or remove \
             the tool from the list."
        );
        let fix = unlist(document, name);
        let span = place(document, name);
        linter.push(code::finding(code::TOOL_NOT_LINKED, span, message).about(name).with_fix(fix));
    }
    for name in drift.not_listed {
        let message = format!(
            "The skill is linked to the tool `{name}`, but `allowed-tools` doesn't list it. Add the tool to the list, or \
             remove the link."
        );
        let fix = list(document, name);
        let span = place(document, name);
        linter.push(code::finding(code::TOOL_NOT_LISTED, span, message).about(name).with_fix(fix));
    }
}

/// Adds a tool to `allowed-tools`.
pub(super) fn list(document: &SkillDocument, name: &str) -> Fix {
    Fix { title: format!("Add `{name}` to `allowed-tools`"), edits: document.edit(&document.listing(name)) }
}

fn unlist(document: &SkillDocument, name: &str) -> Fix {
    Fix { title: format!("Remove `{name}` from `allowed-tools`"), edits: document.edit(&document.unlisting(name)) }
}

/// Where the file lists a tool, or would; its name where it lists none.
pub(super) fn place(document: &SkillDocument, name: &str) -> Span {
    let in_field = document.field("allowed-tools").map(|field| {
        let at = field.value.span.of(document.text()).find(name);
        at.map_or(field.value.span, |at| {
            Span::new(field.value.span.start + at, field.value.span.start + at + name.len())
        })
    });
    let name_field = || document.field("name").map(|field| field.value.span);
    in_field.or_else(name_field).unwrap_or(Span::new(0, 0))
}
