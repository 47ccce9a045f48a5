//! Repairs of what a skill file must begin with: its frontmatter, a name and a description, made of what is there.

use super::{
    LintContext, code,
    fields::{is_valid_name, valid_name},
};
use crate::{FieldEdit, Finding, Fix, SkillDocument, Span, TextEdit, apply, document::line_end};

/// Longest description that is made of a text; a whole paragraph says more than a list of skills has room for.
const LONGEST: usize = 300;
const LATE: &str = "The frontmatter must start at the beginning of the file. Move the text above it below it.";
const FIELDS: &str = "---\nname: name\ndescription: description\n---\n\n";

/// Gives findings of a missing frontmatter, name or description a repair, where one can be made.
pub(super) fn mend(document: &SkillDocument, context: &LintContext<'_>, findings: &mut [Finding]) {
    for finding in findings.iter_mut().filter(|finding| finding.fix.is_none()) {
        if finding.code == code::FRONTMATTER_MISSING
            && let Some(below) = below_other_text(document.text())
        {
            // What stands there is the author's, so none is made of it.
            LATE.clone_into(&mut finding.message);
            finding.fix = moved_up(document.text(), below);
            continue;
        }
        finding.fix = match finding.code {
            code::FRONTMATTER_MISSING => frontmatter(document, context.folder),
            code::NAME_MISSING => field(document, "name", name(document, context.folder)),
            code::DESCRIPTION_MISSING => field(document, "description", description(document.body())),
            _ => None,
        };
    }
}

/// Where a frontmatter stands below other text, with the lines of dashes around it. What a fence shows is none.
fn below_other_text(text: &str) -> Option<Span> {
    let (mut open, mut has_key, mut is_fenced, mut at) = (None, false, false, 0);
    for line in text.split_inclusive('\n') {
        let (start, said) = (at, line.trim_end());
        at += line.len();
        let is_fence = said.starts_with("```") || said.starts_with("~~~");
        is_fenced ^= is_fence;
        if is_fence || is_fenced {
            open = None;
        } else if said == "---" {
            if let Some(open) = open.filter(|open| has_key && *open > 0) {
                return Some(Span::new(open, at));
            }
            (open, has_key) = (Some(start), false);
        } else {
            has_key |= said.starts_with("name:") || said.starts_with("description:");
        }
    }
    None
}

/// Moves what stands above a frontmatter below it, where that can be read then.
fn moved_up(text: &str, frontmatter: Span) -> Option<Fix> {
    let start = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let above = Span::new(start, frontmatter.start);
    let (said, end) = (above.of(text).trim(), line_end(text));
    let is_begun = !frontmatter.of(text).ends_with('\n');
    let below = format!("{}{said}{end}", if is_begun { end } else { "" });
    let edits = vec![TextEdit::new(above, ""), TextEdit::new(Span::at(frontmatter.end), below)];
    let is_read = SkillDocument::read(&apply(text, &edits)).frontmatter_span().is_some();
    is_read.then(|| Fix { title: "Move the text below the frontmatter".to_owned(), edits })
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
