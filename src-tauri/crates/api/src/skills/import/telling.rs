//! What is said of an import: what came in, what was left out and why, what is wrong with a file.

use std::path::Path;

use studio_model::SkillId;
use studio_pack::FoundSkill;
use studio_text::{LineIndex, Severity, lint::code};

use crate::{
    dto::{ImportOutcome, ImportState, ImportTwin, ImportedItem, ImportedKind, Skipped},
    skills::content::Prepared,
};

/// Name of a skill in a single file that names none: `AGENTS.md` is `agents`, as adk has it too.
pub(super) fn name_of_file(file_name: &str) -> String {
    let stem = Path::new(file_name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    stem.unwrap_or_default().chars().take(studio_model::MAX_NAME).collect()
}

pub(super) fn worst(prepared: &Prepared) -> Option<&studio_text::Finding> {
    prepared.findings.iter().filter(|finding| finding.severity < Severity::Info).min_by_key(|finding| finding.severity)
}

/// What is wrong with a file that is imported: its unreadable frontmatter, else its worst error.
pub(super) fn warning(found: &FoundSkill, prepared: &Prepared) -> Option<Skipped> {
    let finding = worst(prepared).filter(|finding| finding.severity == Severity::Error)?;
    let (line, column) = LineIndex::new(&prepared.text).position(finding.span.start);
    let warning = skipped(found.display_path.clone(), finding.code, finding.message.clone());
    Some(Skipped { line: Some(line as u32), column: Some(column as u32), ..warning })
}

pub(super) fn imported(id: SkillId, name: String, path: String, outcome: ImportOutcome) -> ImportedItem {
    ImportedItem { kind: ImportedKind::Skill, name, id: id.to_string(), path, outcome }
}

/// Why something is not imported unless the author chooses it.
pub(super) fn left_out(state: ImportState, twin: &ImportTwin) -> String {
    match (state, twin.is_stored) {
        (ImportState::Differs, _) => format!(
            "{} was imported from this file before, and both have changed since. Link the folder to merge them.",
            twin.name
        ),
        (_, true) => format!("Identical to {} in this library.", twin.name),
        (_, false) => format!("Identical to {}.", twin.path),
    }
}

/// What is said of a skill that was not the same any more when its turn came.
pub(super) fn changed_meanwhile(found: &FoundSkill) -> Skipped {
    let message = "This skill changed on disk while it was imported. Import it again.".to_owned();
    skipped(found.display_path.clone(), "changed", message)
}

pub(super) fn skipped_item(item: studio_pack::Skipped) -> Skipped {
    skipped(item.path, item.code, item.message)
}

pub(crate) fn skipped(path: String, code: &str, message: String) -> Skipped {
    Skipped { path, title: title_of(code), code: code.to_owned(), message, line: None, column: None }
}

/// A reason in a few words.
fn title_of(code: &str) -> String {
    let own = match code {
        "identical" => Some("identical to another skill"),
        "differs" => Some("changed here and in the folder since it was imported"),
        "refused" => Some("the library cannot store it"),
        "changed" => Some("changed on disk meanwhile"),
        _ => code::info(code).map(|info| info.meaning).or_else(|| studio_pack::meaning(code)),
    };
    studio_model::capitalised(own.unwrap_or(code))
}
