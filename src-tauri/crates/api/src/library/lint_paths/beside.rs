//! What is found in the files beside a skill's own: credentials in any of them, and what Codex makes of the one that is for
//! it.

use studio_pack::{FoundFile, FoundSkill};
use studio_text::{
    SkillDocument, Target,
    lint::{self, OnDisk, credentials_in, in_reference},
    openai_yaml::{Around, OPENAI_YAML, lint_bytes},
};

use super::{LintedFinding, holding::FolderAround};
use crate::skills::{file_texts::into_text, offsets::Offsets};

/// Largest file that is looked into.
const LARGEST: u64 = 256 * 1024;

/// The skill's `agents/openai.yaml`; none where it has none.
pub(super) fn openai_yaml(found: &FoundSkill) -> Option<Vec<u8>> {
    found.files.iter().find(|file| file.path == OPENAI_YAML).map(|file| content_of(found, file))
}

/// What Codex makes of that file.
pub(super) fn openai_yaml_judged(found: &FoundSkill, skill: &str, bytes: &[u8]) -> Vec<LintedFinding> {
    let files: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    let (text, findings) = lint_bytes(bytes, &Around { skill, files: &files });
    let offsets = Offsets::new(&text);
    let folder = found.display_path.strip_suffix(&found.file_name).unwrap_or_default();
    let linted = findings.into_iter().map(|finding| LintedFinding {
        path: format!("{folder}{OPENAI_YAML}"),
        finding: offsets.finding(&finding.with_target(Target::Codex)),
    });
    linted.collect()
}

/// The content of another file: those of folders are read when they are asked for.
fn content_of(found: &FoundSkill, file: &FoundFile) -> Vec<u8> {
    let Some(folder) = &found.folder else { return file.bytes.clone() };
    studio_pack::read_regular(&folder.join(&file.path), LARGEST).unwrap_or_default()
}

/// Credentials in the other files of a folder; those in archives are looked at when they are imported.
pub(super) fn credentials(found: &FoundSkill) -> Vec<LintedFinding> {
    let Some(folder) = &found.folder else { return Vec::new() };
    let mut beside = Vec::new();
    for file in &found.files {
        let path = folder.join(&file.path);
        let text = studio_pack::read_regular(&path, LARGEST).ok().and_then(into_text);
        let Some(text) = text else { continue };
        let findings = credentials_in(&text);
        if !findings.is_empty() {
            let offsets = Offsets::new(&text);
            let path = path.display().to_string();
            beside.extend(
                findings.iter().map(|finding| LintedFinding { path: path.clone(), finding: offsets.finding(finding) }),
            );
        }
    }
    beside
}

/// What the skill's references, and other Markdown that its text leads to, name that is not there.
pub(super) fn references(found: &FoundSkill, document: &SkillDocument) -> Vec<LintedFinding> {
    let mut names: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    let leading_on = lint::references(document, &names);
    names.push(&found.file_name);
    let folder = found.display_path.strip_suffix(&found.file_name).unwrap_or_default();
    let around = found.folder.as_deref().map(FolderAround);
    let mut beside = Vec::new();
    for file in found.files.iter().filter(|file| leading_on.contains(&file.path.as_str())) {
        let Some(text) = into_text(content_of(found, file)) else { continue };
        let offsets = Offsets::new(&text);
        let on_disk = around.as_ref().map(|around| around as &dyn OnDisk);
        let findings = in_reference(&text, &file.path, &names, on_disk).into_iter();
        beside.extend(findings.map(|finding| LintedFinding {
            path: format!("{folder}{}", file.path),
            finding: offsets.finding(&finding),
        }));
    }
    beside
}
