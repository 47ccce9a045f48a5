//! Repairs of what a skill file must begin with: its frontmatter, a name and a description, made of what is there.

use super::{
    LintContext, code,
    fields::{is_valid_name, valid_name},
};
use crate::{FieldEdit, Finding, Fix, SkillDocument, Span, apply, document::line_end};

/// Longest description that is made of a text; a whole paragraph says more than a list of skills has room for.
const LONGEST: usize = 300;
const FIELDS: &str = "---\nname: name\ndescription: description\n---\n\n";

/// Gives findings of a missing frontmatter, name or description a repair, where one can be made.
pub(super) fn mend(document: &SkillDocument, context: &LintContext<'_>, findings: &mut [Finding]) {
    for finding in findings.iter_mut().filter(|finding| finding.fix.is_none()) {
        finding.fix = match finding.code {
            code::FRONTMATTER_MISSING => frontmatter(document, context.folder),
            code::NAME_MISSING => field(document, "name", name(document, context.folder)),
            code::DESCRIPTION_MISSING => field(document, "description", description(document.body())),
            _ => None,
        };
    }
}

fn frontmatter(document: &SkillDocument, folder: Option<&str>) -> Option<Fix> {
    let text = document.text();
    let name = name(document, folder)?;
    let description = description(text).unwrap_or_else(|| name.clone());
    let set = |text: &str, key: &str, value: &str| {
        let edit = FieldEdit::SetText { key: key.to_owned(), value: value.to_owned() };
        apply(text, &SkillDocument::read(text).edit(&edit))
    };
    let made = set(&set(FIELDS, "name", &name), "description", &description).replace('\n', line_end(text));
    let at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    Some(Fix::one("Add frontmatter", Span::at(at), made))
}

fn field(document: &SkillDocument, key: &str, value: Option<String>) -> Option<Fix> {
    let edits = document.edit(&FieldEdit::SetText { key: key.to_owned(), value: value? });
    (!edits.is_empty()).then(|| Fix { title: format!("Add `{key}`"), edits })
}

/// The folder's name, else one made of the first heading.
fn name(document: &SkillDocument, folder: Option<&str>) -> Option<String> {
    let of_folder =
        folder.and_then(|folder| if is_valid_name(folder) { Some(folder.to_owned()) } else { valid_name(folder) });
    of_folder.or_else(|| heading(document.text()).and_then(valid_name))
}

/// The first heading's text.
fn heading(text: &str) -> Option<&str> {
    let titles = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_matches(['#', ' ', '\t']));
    titles.into_iter().find(|title| !title.is_empty())
}

/// The first sentence of the first paragraph, else the first heading.
fn description(body: &str) -> Option<String> {
    let is_prose = |line: &&str| line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '*' | '_' | '"'));
    let paragraph: Vec<&str> = body
        .split("```")
        .step_by(2)
        .flat_map(str::lines)
        .map(str::trim)
        .skip_while(|line| !is_prose(line))
        .take_while(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let paragraph = paragraph.join(" ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    let sentence = shortened(&paragraph[..end].replace(['`', '<', '>'], ""));
    if sentence.is_empty() { heading(body).map(shortened) } else { Some(sentence) }
}

fn shortened(text: &str) -> String {
    let text: String = text.trim().chars().take(LONGEST).collect();
    text.trim_end().to_owned()
}
