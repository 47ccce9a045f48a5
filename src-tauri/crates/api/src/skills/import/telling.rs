//! What is said of an import: what came in, what was left out and why, what is wrong with a file.

use std::path::Path;

use studio_model::{SkillId, capitalised};
use studio_pack::FoundSkill;
use studio_text::{LineIndex, Severity, lint::code};

use crate::{
    dto::{ImportOutcome, ImportState, ImportTwin, ImportWarning, ImportedItem, ImportedKind, SkipReason, Skipped},
    skills::{content::Prepared, misnamed::misnamed},
};

/// Name of a skill in a single file that names none: `AGENTS.md` is `agents`, as adk has it too.
pub(super) fn name_of_file(file_name: &str) -> String {
    let stem = Path::new(file_name).file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    stem.unwrap_or_default().chars().take(studio_model::MAX_NAME).collect()
}

pub(super) fn worst(prepared: &Prepared) -> Option<&studio_text::Finding> {
    prepared.findings.iter().filter(|finding| finding.severity < Severity::Info).min_by_key(|finding| finding.severity)
}

/// What is wrong with a file that is imported: that no client finds it, else its unreadable frontmatter or its worst error.
pub(super) fn warning(found: &FoundSkill, prepared: &Prepared) -> Option<ImportWarning> {
    let worst = || worst(prepared).filter(|finding| finding.severity == Severity::Error).cloned();
    let finding = misnamed(found, &prepared.text).or_else(worst)?;
    let (line, column) = LineIndex::new(&prepared.text).position(finding.span.start);
    Some(ImportWarning {
        path: found.display_path.clone(),
        code: finding.code.to_owned(),
        title: capitalised(code::info(finding.code).map_or(finding.code, |info| info.meaning)),
        message: finding.message.clone(),
        line: Some(line as u32),
        column: Some(column as u32),
    })
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
    let message = "This skill changed on disk during the import. Import it again.".to_owned();
    skipped(found.display_path.clone(), CHANGED, message)
}

pub(super) fn skipped_item(item: studio_pack::Skipped) -> Skipped {
    let leads_to = item.leads_to.map(|file| file.to_string_lossy().into_owned());
    Skipped { leads_to, ..skipped(item.path, (reason(item.reason), item.reason.meaning()), item.message) }
}

/// A reason, and the same in a few words.
pub(crate) type Reason = (SkipReason, &'static str);

pub(super) const IDENTICAL: Reason = (SkipReason::Identical, "identical to another skill");
pub(super) const DIFFERS: Reason = (SkipReason::Differs, "changed here and in the folder since it was imported");
pub(crate) const REFUSED: Reason = (SkipReason::Refused, "the library doesn't support it");
const CHANGED: Reason = (SkipReason::Changed, "changed on disk during the import");

pub(crate) fn skipped(path: String, (code, title): Reason, message: String) -> Skipped {
    Skipped { path, code, title: capitalised(title), message, line: None, column: None, leads_to: None }
}

/// What reading a folder or archive calls it.
const fn reason(of: studio_pack::SkipReason) -> SkipReason {
    use studio_pack::SkipReason as Pack;

    match of {
        Pack::NotFound => SkipReason::NotFound,
        Pack::Unreadable => SkipReason::Unreadable,
        Pack::Unsupported => SkipReason::Unsupported,
        Pack::NoSkill => SkipReason::NoSkill,
        Pack::TooLarge => SkipReason::TooLarge,
        Pack::TooManyFiles => SkipReason::TooManyFiles,
        Pack::Symlink => SkipReason::Symlink,
        Pack::LinkedSkill => SkipReason::LinkedSkill,
        Pack::SymlinkLoop => SkipReason::SymlinkLoop,
        Pack::SpecialFile => SkipReason::SpecialFile,
        Pack::IgnoredFolder => SkipReason::IgnoredFolder,
        Pack::SecondSkillFile => SkipReason::SecondSkillFile,
        Pack::SameName => SkipReason::SameName,
        Pack::Duplicate => SkipReason::Duplicate,
        Pack::AdkNotSearched => SkipReason::AdkNotSearched,
        Pack::ArchiveDamaged => SkipReason::ArchiveDamaged,
        Pack::ArchiveUnsafePath => SkipReason::ArchiveUnsafePath,
        Pack::ArchiveSpecialEntry => SkipReason::ArchiveSpecialEntry,
        Pack::ArchiveEncrypted => SkipReason::ArchiveEncrypted,
        Pack::ArchiveCollision => SkipReason::ArchiveCollision,
        Pack::ArchiveTooLarge => SkipReason::ArchiveTooLarge,
        Pack::ArchiveUnsupported => SkipReason::ArchiveUnsupported,
    }
}
