//! Names that a fix would give and that another skill has: linting one text knows of no other, so this comes after it.

use studio_model::STANDARD_NAME;

use super::code;
use crate::{FieldEdit, Finding, Fix, SkillDocument, TextEdit, apply};

/// The first of `name-2`, `name-3`… that is not taken.
pub fn free_name<E>(name: &str, mut is_taken: impl FnMut(&str) -> Result<bool, E>) -> Result<String, E> {
    let mut number = 2;
    loop {
        let end = format!("-{number}");
        let stem: String = name.chars().take(STANDARD_NAME - end.len()).collect();
        let free = format!("{}{end}", stem.trim_end_matches('-'));
        if !is_taken(&free)? {
            return Ok(free);
        }
        number += 1;
    }
}

/// Has the fixes of these findings in a text give no name that is taken, but one that is free; what can only have the name
/// of its folder has no fix then. Gives the names they would have given.
pub fn with_free_names<E>(
    text: &str,
    findings: &mut [Finding],
    mut is_taken: impl FnMut(&str) -> Result<bool, E>,
) -> Result<Vec<String>, E> {
    let mut taken = Vec::new();
    for finding in findings.iter_mut().filter(|finding| gives_name(finding.code)) {
        let Some(fix) = &finding.fix else { continue };
        let (now, then) = (name_in(text), name_in(&apply(text, &fix.edits)));
        let Some(wanted) = then.filter(|then| now.as_ref() != Some(then)) else { continue };
        // What only moves the author's frontmatter gives no name.
        let is_moved = finding.code == code::FRONTMATTER_MISSING && fix.edits.len() > 1;
        if is_moved || !is_taken(&wanted)? {
            continue;
        }
        finding.fix = if finding.code == code::NAME_FOLDER {
            finding.message = format!("{} Another skill is already named `{wanted}`.", finding.message);
            None
        } else {
            let free = free_name(&wanted, &mut is_taken)?;
            let title = format!("Name it `{free}` (another skill is named `{wanted}`)");
            Some(Fix { title, edits: renamed(text, fix, free) })
        };
        taken.push(wanted);
    }
    Ok(taken)
}

fn gives_name(code: &str) -> bool {
    [code::NAME_FORMAT, code::NAME_FOLDER, code::NAME_MISSING, code::FRONTMATTER_MISSING].contains(&code)
}

fn name_in(text: &str) -> Option<String> {
    SkillDocument::read(text).name().map(str::to_owned)
}

/// The edits of a fix that gives a name, with another one.
fn renamed(text: &str, fix: &Fix, name: String) -> Vec<TextEdit> {
    let named = FieldEdit::SetText { key: "name".to_owned(), value: name };
    let document = SkillDocument::read(text);
    match &fix.edits[..] {
        // A whole frontmatter is put in, and has the name.
        [made] if document.frontmatter_span().is_none() => {
            let with_name = apply(&made.insert, &SkillDocument::read(&made.insert).edit(&named));
            vec![TextEdit::new(made.span, with_name)]
        }
        _ => document.edit(&named),
    }
}
